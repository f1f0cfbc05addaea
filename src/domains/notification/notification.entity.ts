import { Entity, Enum, HiddenProps, Index, ManyToOne, OptionalProps, PrimaryKey, Property, type Ref, Unique } from '@mikro-orm/core';
import { randomUUID } from 'node:crypto';
import { Field, ID, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { NoPast } from '../../graphql/as-of';
import { NotKept } from '../../database/record/kept';
import { Scoped } from '../../database/scope/scoped';
import { describeEnum } from '../../graphql/enums';
import { DateTimeScalar } from '../../graphql/scalars';
import { User } from '../user/user.entity';
import { Vendor } from '../vendor/vendor.entity';
import type { Thing } from './notification.rules';

export enum NotificationKind {
  ASSIGNED = 'ASSIGNED',
  SUBMITTED = 'SUBMITTED',
  REPLIED = 'REPLIED',
  OVERDUE = 'OVERDUE',
  EXPIRING = 'EXPIRING',
  SENT_BACK = 'SENT_BACK',
  ACCEPTED = 'ACCEPTED',
  REMEDIATION_ANSWERED = 'REMEDIATION_ANSWERED',
  ACCEPTANCE_REQUESTED = 'ACCEPTANCE_REQUESTED',
  ACCEPTANCE_DECIDED = 'ACCEPTANCE_DECIDED',
  ACCEPTANCE_ENDING = 'ACCEPTANCE_ENDING',
  VENDOR_REQUEST = 'VENDOR_REQUEST',
  VENDOR_REQUEST_DECIDED = 'VENDOR_REQUEST_DECIDED',
  BOARD_REPORT = 'BOARD_REPORT',
}
describeEnum(NotificationKind, {
  name: 'NotificationKind',
  description: 'What a notification is about',
  values: {
    ASSIGNED: 'I was made reviewer, owner or assignee by someone else',
    SUBMITTED: 'The vendor submitted what I review, or a vendor of mine did',
    REPLIED: 'A comment, the vendor’s too, on an assessment that I review, a finding that I own, or one that I commented on',
    OVERDUE: 'An assessment that I review, or of a vendor of mine, is overdue',
    EXPIRING: 'A certification of a vendor of mine expires soon',
    SENT_BACK: 'An assessment that I review, or of a vendor of mine, went back to the vendor',
    ACCEPTED: 'The risk of a finding of a vendor of mine was accepted',
    REMEDIATION_ANSWERED: 'The vendor answered a finding that I own, or one of a vendor of mine that nobody owns',
    ACCEPTANCE_REQUESTED: 'Someone asks to accept a risk, and I may decide on it',
    ACCEPTANCE_DECIDED: 'My request to accept a risk was approved, rejected or not decided on in time',
    ACCEPTANCE_ENDING: 'The acceptance of a risk that I look after ends within 30 days',
    VENDOR_REQUEST: 'Somebody asks for a vendor, and I may decide',
    VENDOR_REQUEST_DECIDED: 'A vendor that I asked for was approved or rejected',
    BOARD_REPORT: 'The board report, if it is sent to my address: an e-mail only, which NEVER keeps away',
  },
});

/** One person is told of one entry of the audit log. The texts are made when it is read: names change, and may be erased. */
@NoPast()
@Allow('as-parent')
@ObjectType({
  description: 'Something that concerns you. Nobody is told of what they did themselves, nor of what they may not see',
  simpleResolvers: true,
})
@NotKept('Says by itself who was told of what; the audit log tells what happened')
@Scoped('vendor')
@Entity()
@Unique({ name: 'notification_told_once', properties: ['user', 'entryId'] })
@Index({
  name: 'notification_newest',
  expression: 'create index "notification_newest" on "notification" ("user_id", "created_at" desc, "id" desc)',
})
@Index({
  name: 'notification_unread',
  expression: 'create index "notification_unread" on "notification" ("user_id", "created_at" desc, "id" desc) where "read_at" is null',
})
@Index({
  name: 'notification_awaiting_email',
  expression: 'create index "notification_awaiting_email" on "notification" ("created_at") where "awaits_email"',
})
export class Notification {
  [OptionalProps]?: string;
  [HiddenProps]?: 'entityType' | 'entityId' | 'awaitsEmail' | 'emailedAt';

  @Field(() => ID, { description: 'For markNotificationsRead' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id: string = randomUUID();

  @Field(() => DateTimeScalar, { description: 'When it happened' })
  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()' })
  createdAt!: Date;

  @ManyToOne(() => User, { ref: true, deleteRule: 'cascade' })
  user!: Ref<User>;

  @Field(() => NotificationKind, { description: 'What it is about' })
  @Enum({ items: () => NotificationKind })
  kind!: NotificationKind;

  /** The entry of the audit log. */
  @Property({ type: 'uuid' })
  entryId!: string;

  @Property({ type: 'text', hidden: true })
  entityType!: Thing;

  @Property({ type: 'uuid', hidden: true })
  entityId!: string;

  /** Whoever doesn't see the vendor doesn't see it either; it goes when the vendor does. */
  @ManyToOne(() => Vendor, { ref: true, deleteRule: 'cascade', index: 'notification_by_vendor' })
  vendor!: Ref<Vendor>;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When you read it; null: unread' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  readAt?: Date | null;

  /** It belongs into the next daily summary, unless it is read before. */
  @Property({ type: 'boolean', default: false, hidden: true })
  awaitsEmail: boolean = false;

  /** When an e-mail about it was queued. */
  @Property({ type: 'datetime', length: 3, nullable: true, hidden: true })
  emailedAt?: Date | null;
}
