import { Entity, Enum, Index, ManyToOne, Property, type Ref } from '@mikro-orm/core';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Stored } from '../../database/base.entity';
import { DateTimeScalar } from '../../graphql/scalars';
import { Assessment } from '../assessment/assessment.entity';

export enum MailStatus {
  QUEUED = 'QUEUED',
  SENT = 'SENT',
  FAILED = 'FAILED',
}
registerEnumType(MailStatus, { name: 'MailStatus', description: 'Whether an e-mail waits, was sent or was given up' });

@Allow('settings:manage')
@ObjectType({ description: 'An e-mail that was sent or is to be sent', simpleResolvers: true })
@Entity()
@Index({
  name: 'mail_waiting',
  expression: `create index "mail_waiting" on "mail" ("next_attempt_at") where "status" = 'QUEUED'`,
})
export class Mail extends Stored {
  @Field(() => String, { description: 'What it is about' })
  @Property({ type: 'text' })
  kind!: string;

  @Field(() => String, { description: 'The address it goes to' })
  @Property({ type: 'text' })
  recipient!: string;

  @Field(() => String, { description: 'Subject line' })
  @Property({ type: 'text' })
  subject!: string;

  @Field(() => String, { description: 'Plain text' })
  @Property({ type: 'text' })
  text!: string;

  @Property({ type: 'text', nullable: true })
  html?: string | null;

  @Field(() => MailStatus, { description: 'Whether it waits, was sent or was given up' })
  @Enum({ items: () => MailStatus, default: MailStatus.QUEUED })
  status: MailStatus = MailStatus.QUEUED;

  @Field(() => Int, { description: 'How often sending was tried' })
  @Property({ type: 'integer', default: 0 })
  attempts: number = 0;

  @Field(() => DateTimeScalar, { description: 'When sending is tried next, while it waits' })
  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()' })
  nextAttemptAt!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was sent' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  sentAt?: Date | null;

  @Field(() => String, { nullable: true, description: 'Why the last try failed' })
  @Property({ type: 'text', nullable: true })
  lastError?: string | null;

  @ManyToOne(() => Assessment, { ref: true, nullable: true, deleteRule: 'set null', index: 'mail_by_assessment' })
  assessment?: Ref<Assessment> | null;
}
