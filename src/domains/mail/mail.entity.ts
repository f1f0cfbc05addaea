import { Entity, Enum, HiddenProps, Index, ManyToOne, Property, type Ref, Unique } from '@mikro-orm/core';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Stored } from '../../graphql/base.entity';
import { describeEnum } from '../../graphql/enums';
import { DateTimeScalar } from '../../graphql/scalars';
import { Assessment } from '../assessment/assessment.entity';
import { MailFile } from './mail-file.entity';
import { User } from '../user/user.entity';
import { Vendor } from '../vendor/vendor.entity';
import { NoPast } from '../../graphql/as-of';
import { NotKept } from '../../database/record/kept';
import { Personal } from '../../database/personal';
import { ScopedOr } from '../../database/scope/scoped';

export enum MailStatus {
  QUEUED = 'QUEUED',
  SENT = 'SENT',
  FAILED = 'FAILED',
}
describeEnum(MailStatus, {
  name: 'MailStatus',
  description: 'Delivery status of an e-mail',
  values: {
    QUEUED: 'Waiting to be sent, or to be shared manually',
    SENT: 'Accepted by the mail server',
    FAILED: 'Failed after several attempts',
  },
});

/** Kinds of e-mails. An open list: the column is text. */
export enum MailKind {
  INVITATION = 'INVITATION',
  REMINDER = 'REMINDER',
  OVERDUE = 'OVERDUE',
  SEND_BACK = 'SEND_BACK',
  CERTIFICATION_EXPIRY = 'CERTIFICATION_EXPIRY',
  AUDIT_CHECKPOINT = 'AUDIT_CHECKPOINT',
  PASSWORD_RESET = 'PASSWORD_RESET',
  USER_INVITATION = 'USER_INVITATION',
  NEW_DEVICE = 'NEW_DEVICE',
  NOTIFICATION = 'NOTIFICATION',
  VENDOR_REQUEST = 'VENDOR_REQUEST',
  VENDOR_REQUEST_DECIDED = 'VENDOR_REQUEST_DECIDED',
  NOTIFICATION_DIGEST = 'NOTIFICATION_DIGEST',
  WEBHOOK_DISABLED = 'WEBHOOK_DISABLED',
  BOARD_REPORT = 'BOARD_REPORT',
  ACCEPTANCE_REQUESTED = 'ACCEPTANCE_REQUESTED',
  ACCEPTANCE_DECIDED = 'ACCEPTANCE_DECIDED',
  ACCEPTANCE_ENDING = 'ACCEPTANCE_ENDING',
  REMEDIATION = 'REMEDIATION',
  REMEDIATION_SENT_BACK = 'REMEDIATION_SENT_BACK',
  REMEDIATION_ACCEPTED = 'REMEDIATION_ACCEPTED',
  REMEDIATION_ANSWERED = 'REMEDIATION_ANSWERED',
  SUBMISSION_CONFIRMATION = 'SUBMISSION_CONFIRMATION',
}

/** The delivery status can also be read with its assessment; the content can't. */
@NoPast()
@Allow('settings:manage')
@ObjectType({ description: 'An e-mail that was sent or is to be sent', simpleResolvers: true })
@NotKept('Says by itself what was sent when')
@Personal({ at: 'recipient', texts: { recipient: 'address', subject: 'text', text: 'text', html: 'html', lastError: 'text' } })
@ScopedOr('t.user_id is not null', 'assessment', 'vendor')
@Entity()
@Index({
  name: 'mail_waiting',
  expression: `create index "mail_waiting" on "mail" ("next_attempt_at") where "status" = 'QUEUED'`,
})
@Index({ name: 'mail_newest', expression: 'create index "mail_newest" on "mail" ("created_at" desc, "id" desc)' })
export class Mail extends Stored {
  [HiddenProps]?: 'dedupeKey';

  @Allow('settings:manage', 'assessments:view')
  @Field(() => ID, { description: 'Opaque id, the same in GraphQL and REST' })
  override id!: string;

  @Allow('settings:manage', 'assessments:view')
  @Field(() => DateTimeScalar, { description: 'When it was created' })
  override createdAt!: Date;

  @Allow('settings:manage', 'assessments:view')
  @Field(() => String, {
    description:
      'What it is about: INVITATION, REMINDER, OVERDUE, SEND_BACK, CERTIFICATION_EXPIRY, AUDIT_CHECKPOINT, PASSWORD_RESET, USER_INVITATION, NEW_DEVICE, NOTIFICATION, NOTIFICATION_DIGEST, WEBHOOK_DISABLED, BOARD_REPORT, REMEDIATION, REMEDIATION_SENT_BACK, REMEDIATION_ACCEPTED, REMEDIATION_ANSWERED, ACCEPTANCE_REQUESTED, ACCEPTANCE_DECIDED, ACCEPTANCE_ENDING, VENDOR_REQUEST, VENDOR_REQUEST_DECIDED, SUBMISSION_CONFIRMATION',
  })
  @Property({ type: 'text' })
  kind!: string;

  @Allow('settings:manage', 'assessments:view')
  @Field(() => String, { description: 'The address it goes to' })
  @Property({ type: 'text' })
  recipient!: string;

  @Field(() => String, { description: 'Subject line' })
  @Property({ type: 'text' })
  subject!: string;

  /** With a placeholder for the secret, if there is one. */
  @Property({ type: 'text' })
  text!: string;

  @Property({ type: 'text', nullable: true })
  html?: string | null;

  /** The sealed secret for the placeholder; deleted once the e-mail is delivered. */
  @Property({ type: 'text', nullable: true })
  secretBox?: string | null;

  /** Of several e-mails with the same key, only the first is queued. */
  @Unique({ name: 'mail_dedupe_key_taken' })
  @Property({ type: 'text', nullable: true, hidden: true })
  dedupeKey?: string | null;

  @Allow('settings:manage', 'assessments:view')
  @Field(() => MailStatus, { description: 'Its delivery status' })
  @Enum({ items: () => MailStatus, default: MailStatus.QUEUED })
  status: MailStatus = MailStatus.QUEUED;

  @Field(() => Int, { description: 'Number of attempts' })
  @Property({ type: 'integer', default: 0 })
  attempts: number = 0;

  @Field(() => DateTimeScalar, {
    description: 'Time of the next attempt, while it waits; during an attempt, when another server may take over',
  })
  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()' })
  nextAttemptAt!: Date;

  @Allow('settings:manage', 'assessments:view')
  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was sent' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  sentAt?: Date | null;

  @Field(() => String, { nullable: true, description: 'Why the last attempt failed' })
  @Property({ type: 'text', nullable: true })
  lastError?: string | null;

  @ManyToOne(() => Assessment, { ref: true, nullable: true, deleteRule: 'set null', index: 'mail_by_assessment' })
  assessment?: Ref<Assessment> | null;

  /** What is attached to it. */
  @ManyToOne(() => MailFile, { ref: true, nullable: true, deleteRule: 'set null', index: 'mail_by_file' })
  file?: Ref<MailFile> | null;

  /** Whom it is for, if it isn't about one assessment. */
  @ManyToOne(() => Vendor, { ref: true, nullable: true, deleteRule: 'set null', index: 'mail_by_vendor' })
  vendor?: Ref<Vendor> | null;

  /** Whose account it is about. */
  @ManyToOne(() => User, { ref: true, nullable: true, deleteRule: 'cascade', index: 'mail_by_user' })
  user?: Ref<User> | null;
}
