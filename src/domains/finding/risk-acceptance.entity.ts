import { Entity, Enum, Index, ManyToOne, Property, type Ref } from '@mikro-orm/core';
import { Field, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Personal } from '../../database/personal';
import { Kept } from '../../database/record/kept';
import { Scoped } from '../../database/scope/scoped';
import { Editable } from '../../graphql/base.entity';
import { describeEnum } from '../../graphql/enums';
import { DateTimeScalar } from '../../graphql/scalars';
import { User } from '../user/user.entity';
import { Finding } from './finding.entity';

export enum RiskAcceptanceState {
  REQUESTED = 'REQUESTED',
  APPROVED = 'APPROVED',
  REJECTED = 'REJECTED',
  WITHDRAWN = 'WITHDRAWN',
  ENDED = 'ENDED',
}
describeEnum(RiskAcceptanceState, {
  name: 'RiskAcceptanceState',
  description: 'What became of a request to accept a risk',
  values: {
    REQUESTED: 'Waiting for a second person',
    APPROVED: 'The risk is accepted until the given time',
    REJECTED: 'The risk was not accepted',
    WITHDRAWN: 'Taken back, not decided on in time, or the finding was closed otherwise',
    ENDED: 'It was approved, and its time is over: another finding follows',
  },
});

/** Who decided on it is in RiskDecision: erasing one of two people must leave the other. */
@Allow('assessments:view')
@ObjectType({ description: 'A request to accept the risk of a finding for a time', simpleResolvers: true })
@Kept({ partOf: 'findingId', path: { name: 'acceptances' }, untold: ['findingId', 'requestedById'], volatile: ['endingTold'] })
@Personal({ of: 'requestedById', texts: { requestedByName: 'name' } })
@Scoped('finding')
@Entity()
@Index({
  name: 'risk_acceptance_request_taken',
  expression: `create unique index "risk_acceptance_request_taken" on "risk_acceptance" ("finding_id") where "state" = 'REQUESTED'`,
})
@Index({ name: 'risk_acceptance_soonest', properties: ['until', 'id'] })
@Index({
  name: 'risk_acceptance_running',
  expression: `create index "risk_acceptance_running" on "risk_acceptance" ("until") where "state" = 'APPROVED'`,
})
export class RiskAcceptance extends Editable {
  @ManyToOne(() => Finding, { ref: true, deleteRule: 'cascade', index: 'risk_acceptance_by_finding' })
  finding!: Ref<Finding>;

  @Field(() => String, { description: 'Why the risk can be accepted' })
  @Property({ type: 'text' })
  reason!: string;

  @Field(() => DateTimeScalar, {
    description: 'When the acceptance ends: within a minute the state is ENDED, and a new OPEN finding with `previous` follows',
  })
  @Property({ type: 'datetime', length: 3 })
  until!: Date;

  @Field(() => RiskAcceptanceState, { description: 'What became of it' })
  @Enum({ items: () => RiskAcceptanceState, default: RiskAcceptanceState.REQUESTED })
  state: RiskAcceptanceState = RiskAcceptanceState.REQUESTED;

  /** Of a request by an API key, its maker. */
  @ManyToOne(() => User, { ref: true, nullable: true, deleteRule: 'set null', index: 'risk_acceptance_by_requester' })
  requestedBy?: Ref<User> | null;

  @Field(() => String, { description: 'Name of who asked, at that time' })
  @Property({ type: 'text' })
  requestedByName!: string;

  /** The end of which was told that it is near. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  endingTold?: Date | null;
}
