import { BigIntType, Entity, Enum, HiddenProps, Index, ManyToOne, type Opt, Property, type Ref, Unique } from '@mikro-orm/core';
import { Field, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { NoPast } from '../../graphql/as-of';
import { NotKept } from '../../database/record/kept';
import { Whole } from '../../database/scope/scoped';
import { Stored } from '../../graphql/base.entity';
import { describeEnum } from '../../graphql/enums';
import { DateTimeScalar } from '../../graphql/scalars';
import { Webhook } from './webhook.entity';

export enum WebhookDeliveryStatus {
  PENDING = 'PENDING',
  DELIVERED = 'DELIVERED',
  FAILED = 'FAILED',
  ABANDONED = 'ABANDONED',
}
describeEnum(WebhookDeliveryStatus, {
  name: 'WebhookDeliveryStatus',
  description: 'What became of a delivery',
  values: {
    PENDING: 'Waits for its first or next attempt',
    DELIVERED: 'The receiver accepted it',
    FAILED: 'Every attempt failed',
    ABANDONED: 'Given up before: the webhook was disabled or answered 410',
  },
});

@Allow('as-parent')
@ObjectType({ description: 'One request to a receiver, and what came of it', simpleResolvers: true })
export class WebhookAttempt {
  @Field(() => DateTimeScalar, { description: 'When it began' })
  at!: string;

  @Field(() => WebhookDeliveryStatus, { description: 'DELIVERED or FAILED' })
  status!: WebhookDeliveryStatus;

  @Field(() => Int, { nullable: true, description: 'The HTTP status; null if no answer came' })
  responseStatus!: number | null;

  @Field(() => String, { nullable: true, description: 'The beginning of the answer, at most 1,000 characters' })
  responseExcerpt!: string | null;

  @Field(() => Int, { description: 'How long it took' })
  durationMs!: number;

  @Field(() => String, { nullable: true, description: 'What went wrong, in words; null if nothing did' })
  error!: string | null;
}

/** An event on its way to a receiver. */
@NoPast()
@Allow('settings:manage')
@ObjectType({ description: 'An event on its way to a receiver', simpleResolvers: true })
@NotKept('Says by itself what was sent when')
@Whole('Events of all portfolios are sent')
@Entity()
@Unique({ name: 'webhook_delivery_planned', properties: ['webhook', 'entryId'] })
@Index({
  name: 'webhook_delivery_first',
  expression: `create index "webhook_delivery_first" on "webhook_delivery" ("webhook_id", "place") where "status" = 'PENDING' and "tries" = 0`,
})
@Index({
  name: 'webhook_delivery_again',
  expression: `create index "webhook_delivery_again" on "webhook_delivery" ("webhook_id", "next_attempt_at") where "status" = 'PENDING' and "tries" > 0`,
})
@Index({
  name: 'webhook_delivery_newest',
  expression: 'create index "webhook_delivery_newest" on "webhook_delivery" ("webhook_id", "place" desc, "id" desc)',
})
@Index({
  name: 'webhook_delivery_done',
  expression: `create index "webhook_delivery_done" on "webhook_delivery" ("created_at") where "status" <> 'PENDING'`,
})
export class WebhookDelivery extends Stored {
  [HiddenProps]?: 'place' | 'lane' | 'seq' | 'happenedAt' | 'assessmentId' | 'findingId' | 'tries';

  /** The audit entry that it tells of; null for a test. */
  @Property({ type: 'uuid', nullable: true })
  entryId?: string | null;

  @Field(() => String, { description: 'As in the body; webhook.test for a test' })
  @Property({ type: 'text' })
  type!: string;

  @Field(() => WebhookDeliveryStatus, { description: 'What became of it' })
  @Enum({ items: () => WebhookDeliveryStatus, default: WebhookDeliveryStatus.PENDING })
  status: Opt<WebhookDeliveryStatus> = WebhookDeliveryStatus.PENDING;

  @Field(() => [WebhookAttempt], { description: 'The oldest first; resending adds to them. Of very many, the last 50' })
  @Property({ type: 'json', defaultRaw: "'[]'" })
  attempts: Opt<WebhookAttempt[]> = [];

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it is tried next; null unless PENDING' })
  @Property({ type: 'datetime', length: 3, nullable: true, defaultRaw: 'now()' })
  nextAttemptAt?: Date | null;

  /** The order of first attempts: microseconds of the planning, and a number within it. */
  @Property({ type: new BigIntType('string'), hidden: true })
  place!: string;

  /** Attempts since it was last queued. */
  @Property({ type: 'integer', default: 0, hidden: true })
  tries: Opt<number> = 0;

  /** Where the entry stands in the log. */
  @Property({ type: 'smallint', nullable: true, hidden: true })
  lane?: number | null;

  @Property({ type: new BigIntType('string'), nullable: true, hidden: true })
  seq?: string | null;

  @Property({ type: 'datetime', length: 3, nullable: true, hidden: true })
  happenedAt?: Date | null;

  /** What it was about when it was planned: each attempt says the same, even if that is deleted meanwhile. */
  @Property({ type: 'uuid', nullable: true, hidden: true })
  assessmentId?: string | null;

  @Property({ type: 'uuid', nullable: true, hidden: true })
  findingId?: string | null;

  @ManyToOne(() => Webhook, { ref: true, deleteRule: 'cascade' })
  webhook!: Ref<Webhook>;
}
