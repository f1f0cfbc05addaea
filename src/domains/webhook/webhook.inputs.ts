import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { connectionOf } from '../../graphql/connection';
import { RevisedInput } from '../../graphql/inputs';
import { DateTimeScalar } from '../../graphql/scalars';
import { WebhookDelivery, WebhookDeliveryStatus } from './webhook-delivery.entity';
import { Webhook, WebhookFormat } from './webhook.entity';

@InputType({ description: 'A webhook to create. It hears of what happens from then on' })
export class CreateWebhookInput {
  @Field(() => String, { description: 'What it is for, up to 100 characters' })
  name!: string;

  @Field(() => String, { description: 'Where the requests go: https, or http to an address that WEBHOOK_ALLOW names' })
  url!: string;

  @Field(() => [String], {
    nullable: true,
    description: 'The types of events, as eventTypes lists them; null or empty: every type, for which audit:view is needed',
  })
  types?: string[] | null;

  @Field(() => WebhookFormat, { nullable: true, defaultValue: WebhookFormat.STANDARD, description: 'What the bodies look like' })
  format?: WebhookFormat | null;

  @Field(() => String, { nullable: true, description: 'whsec_ and base64 of 24 to 64 bytes; made if not given' })
  secret?: string | null;
}

@InputType({ description: 'Changes to a webhook; omitted fields keep their value' })
export class UpdateWebhookInput extends RevisedInput {
  @Field(() => ID, { description: 'The webhook' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'What it is for' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Where the requests go' })
  url?: string | null;

  @Field(() => [String], { nullable: true, description: 'The types of events from now on; empty: every type' })
  types?: string[] | null;

  @Field(() => WebhookFormat, { nullable: true, description: 'What the bodies look like' })
  format?: WebhookFormat | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'false gives up what is pending; true: it hears of what happens from then on',
  })
  isEnabled?: boolean | null;
}

@InputType({ description: 'A new secret for a webhook' })
export class RotateWebhookSecretInput {
  @Field(() => ID, { description: 'The webhook' })
  id!: string;

  @Field(() => Int, { nullable: true, description: 'For so many hours both secrets sign: 0 to 168, 24 if not given' })
  overlapHours?: number | null;

  @Field(() => String, { nullable: true, description: 'whsec_ and base64 of 24 to 64 bytes; made if not given' })
  secret?: string | null;
}

@InputType({ description: 'What to send again: exactly one of after and since' })
export class ReplayWebhookInput {
  @Field(() => ID, { description: 'The webhook' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'What happened behind this cursor of an event' })
  after?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'What happened since' })
  since?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Just those that are FAILED or ABANDONED' })
  onlyFailed?: boolean | null;
}

@InputType({ description: 'Filter for deliveries; all given conditions must match' })
export class WebhookDeliveryFilter {
  @Field(() => WebhookDeliveryStatus, { nullable: true, description: 'With this status' })
  status?: WebhookDeliveryStatus | null;

  @Field(() => String, { nullable: true, description: 'Of this type of events' })
  type?: string | null;

  @Field(() => ID, { nullable: true, description: 'Of this event' })
  eventId?: string | null;
}

export const WebhookDeliveryConnection = connectionOf(WebhookDelivery, 'WebhookDelivery');

@Allow('as-parent')
@ObjectType({ description: 'The webhook after the change', simpleResolvers: true })
export class WebhookPayload {
  @Field(() => Webhook, { description: 'The webhook' })
  webhook!: Row<Webhook>;
}

@Allow('as-parent')
@ObjectType({ description: 'A webhook and its new secret', simpleResolvers: true })
export class WebhookSecretPayload {
  @Field(() => Webhook, { description: 'The webhook' })
  webhook!: Row<Webhook>;

  @Field(() => String, { description: 'The secret, shown only once' })
  secret!: string;
}

@Allow('as-parent')
@ObjectType({ description: 'The delivery after the change', simpleResolvers: true })
export class WebhookDeliveryPayload {
  @Field(() => WebhookDelivery, { description: 'The delivery' })
  delivery!: Row<WebhookDelivery>;
}

@Allow('as-parent')
@ObjectType({ description: 'What was queued', simpleResolvers: true })
export class ReplayWebhookPayload {
  @Field(() => Webhook, { description: 'The webhook' })
  webhook!: Row<Webhook>;

  @Field(() => Int, { description: 'How many deliveries' })
  queued!: number;
}
