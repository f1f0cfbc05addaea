import { Entity, Enum, Index, ManyToOne, OptionalProps, PrimaryKey, Property, type Ref } from '@mikro-orm/core';
import { randomUUID } from 'node:crypto';
import { Field, ID, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Kept } from '../../database/record/kept';
import { Scoped } from '../../database/scope/scoped';
import { describeEnum } from '../../graphql/enums';
import { DateScalar, DateTimeScalar } from '../../graphql/scalars';
import { Finding } from '../finding/finding.entity';
import { RemediationLink } from './remediation-link.entity';

export enum RemediationState {
  SENT = 'SENT',
  ANSWERED = 'ANSWERED',
  SENT_BACK = 'SENT_BACK',
  ACCEPTED = 'ACCEPTED',
}
describeEnum(RemediationState, {
  name: 'RemediationState',
  description: 'Where a finding stands with the vendor',
  values: {
    SENT: 'Waits for the vendor',
    ANSWERED: 'Waits for the reviewer',
    SENT_BACK: 'Waits for the vendor again',
    ACCEPTED: 'The gap is closed',
  },
});

export enum RemediationAnswer {
  PLANNED = 'PLANNED',
  DONE = 'DONE',
  DISAGREE = 'DISAGREE',
}
describeEnum(RemediationAnswer, {
  name: 'RemediationAnswer',
  description: 'What the vendor says about a finding',
  values: {
    PLANNED: 'It will be closed, by a plan and a date',
    DONE: 'It is closed',
    DISAGREE: 'There is no gap, or it is none of the vendor’s',
  },
});

/** A finding may be sent to the vendor several times: each is a turn, of which the newest counts. */
@Allow('assessments:view')
@ObjectType({ description: 'A turn of a finding with the vendor', simpleResolvers: true })
@Kept({ partOf: 'findingId', path: { name: 'remediations' }, untold: ['linkId'] })
@Scoped('finding')
@Entity()
@Index({
  name: 'remediation_newest',
  expression: 'create index "remediation_newest" on "remediation" ("finding_id", "sent_at" desc, "id" desc)',
})
export class Remediation {
  [OptionalProps]?: string;

  @Field(() => ID, { description: 'Opaque id' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id: string = randomUUID();

  @ManyToOne(() => Finding, { ref: true, deleteRule: 'cascade' })
  finding!: Ref<Finding>;

  @ManyToOne(() => RemediationLink, { ref: true, deleteRule: 'cascade', index: 'remediation_by_link' })
  link!: Ref<RemediationLink>;

  @Field(() => RemediationState, { description: 'Where it stands' })
  @Enum({ items: () => RemediationState, default: RemediationState.SENT })
  state: RemediationState = RemediationState.SENT;

  @Field(() => String, { nullable: true, description: 'What the vendor was told when it was sent' })
  @Property({ type: 'text', nullable: true })
  message?: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was sent' })
  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()' })
  sentAt!: Date;

  @Field(() => RemediationAnswer, { nullable: true, description: 'What the vendor said last; null: nothing yet' })
  @Enum({ items: () => RemediationAnswer, nullable: true })
  answer?: RemediationAnswer | null;

  @Field(() => String, { nullable: true, description: 'How the vendor means to close it' })
  @Property({ type: 'text', nullable: true })
  plan?: string | null;

  @Field(() => DateScalar, { nullable: true, description: 'When the vendor means to have closed it' })
  @Property({ type: 'date', nullable: true })
  plannedFor?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the vendor answered last' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  answeredAt?: Date | null;

  @Field(() => String, { nullable: true, description: 'What the reviewer said to the last answer that was decided on' })
  @Property({ type: 'text', nullable: true })
  decisionNote?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the reviewer last decided' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  decidedAt?: Date | null;
}
