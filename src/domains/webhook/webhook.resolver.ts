import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow, Makes } from '../../auth/permissions';
import { NoPast } from '../../graphql/as-of';
import { PageArgs } from '../../graphql/connection';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { DeleteInput, DeletePayload, IdInput } from '../../graphql/inputs';
import { type RequestContext } from '../../kernel/context';
import { eventOfEntry } from '../feed/event-of-entry';
import { Event } from '../feed/event.types';
import { WebhookDelivery } from './webhook-delivery.entity';
import { deliveryById, listDeliveries, replayWebhook, resendDelivery, testWebhook } from './webhook-delivery.service';
import { Webhook } from './webhook.entity';
import {
  CreateWebhookInput,
  ReplayWebhookInput,
  ReplayWebhookPayload,
  RotateWebhookSecretInput,
  UpdateWebhookInput,
  WebhookDeliveryConnection,
  WebhookDeliveryFilter,
  WebhookDeliveryPayload,
  WebhookPayload,
  WebhookSecretPayload,
} from './webhook.inputs';
import * as webhooks from './webhook.service';

@Resolver(() => Webhook)
export class WebhookResolver {
  @Allow('settings:manage')
  @Query(() => [Webhook], { description: 'All webhooks, by name' })
  webhooks(@Ctx() ctx: RequestContext) {
    return webhooks.listWebhooks(ctx);
  }

  @Allow('settings:manage')
  @Query(() => Webhook, { nullable: true, description: 'One webhook; null if there is none with this id' })
  webhook(@Ctx() ctx: RequestContext, @Arg('id', () => ID, { description: 'The id of the webhook' }) id: string) {
    return ctx.load(webhooks.webhookById, id);
  }

  @Reads(Webhook)
  @NoPast()
  @FieldResolver(() => WebhookDeliveryConnection, { description: 'What was and is to be sent, the newest first' })
  deliveries(
    @Root() { id }: Reading<Webhook>,
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => WebhookDeliveryFilter, { nullable: true }) filter?: WebhookDeliveryFilter | null,
  ) {
    return listDeliveries(ctx, info, id, filter ?? {}, page);
  }

  @Allow('settings:manage')
  @Makes()
  @Mutation(() => WebhookSecretPayload, { description: 'Adds a webhook; its secret is returned only once' })
  async createWebhook(@Ctx() ctx: RequestContext, @Arg('input', () => CreateWebhookInput) input: CreateWebhookInput) {
    const { id, secret } = await webhooks.createWebhook(ctx, input);
    return { ...(await this.payload(ctx, id)), secret };
  }

  @Allow('settings:manage')
  @Mutation(() => WebhookPayload, { description: 'Changes a webhook, and enables or disables it' })
  async updateWebhook(@Ctx() ctx: RequestContext, @Arg('input', () => UpdateWebhookInput) input: UpdateWebhookInput) {
    await webhooks.updateWebhook(ctx, input);
    return this.payload(ctx, input.id);
  }

  @Allow('settings:manage')
  @Mutation(() => DeletePayload, { description: 'Deletes a webhook and its deliveries' })
  async deleteWebhook(@Ctx() ctx: RequestContext, @Arg('input', () => DeleteInput) { id }: DeleteInput) {
    await webhooks.deleteWebhook(ctx, id);
    return { deletedId: id };
  }

  @Allow('settings:manage')
  @Mutation(() => WebhookSecretPayload, { description: 'Gives a webhook a new secret; until the overlap ends, both sign' })
  async rotateWebhookSecret(@Ctx() ctx: RequestContext, @Arg('input', () => RotateWebhookSecretInput) input: RotateWebhookSecretInput) {
    const secret = await webhooks.rotateSecret(ctx, input);
    return { ...(await this.payload(ctx, input.id)), secret };
  }

  @Allow('settings:manage')
  @Mutation(() => WebhookDeliveryPayload, {
    description: 'Sends a test at once, one attempt, and answers with its outcome; works while disabled',
  })
  async testWebhook(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    return this.delivery(ctx, await testWebhook(ctx, id));
  }

  @Allow('settings:manage')
  @Mutation(() => WebhookDeliveryPayload, {
    description: 'Queues a delivery once more, with the same webhook-id; CONFLICT while the webhook is disabled',
  })
  async resendWebhookDelivery(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    await resendDelivery(ctx, id);
    return this.delivery(ctx, id);
  }

  @Allow('settings:manage')
  @Mutation(() => ReplayWebhookPayload, {
    description:
      'Queues what happened since, also what was never sent, with the webhook-id it had or would have had; CONFLICT while disabled',
  })
  async replayWebhook(@Ctx() ctx: RequestContext, @Arg('input', () => ReplayWebhookInput) input: ReplayWebhookInput) {
    const queued = await replayWebhook(ctx, input);
    return { ...(await this.payload(ctx, input.id)), queued };
  }

  private async payload(ctx: RequestContext, id: string) {
    return { webhook: await ctx.load(webhooks.webhookById, id) };
  }

  private async delivery(ctx: RequestContext, id: string) {
    return { delivery: await ctx.load(deliveryById, id) };
  }
}

@Resolver(() => WebhookDelivery)
export class WebhookDeliveryResolver {
  @Reads(WebhookDelivery)
  @FieldResolver(() => String, { description: 'The webhook-id header: the same for each attempt and each replay' })
  messageId(@Root() { id }: Reading<WebhookDelivery>) {
    return id;
  }

  @Reads(WebhookDelivery, 'entryId')
  @FieldResolver(() => Event, { nullable: true, description: 'The event; null for a test, and if the caller may not see it' })
  event(@Root() { entryId }: Reading<WebhookDelivery, 'entryId'>, @Ctx() ctx: RequestContext) {
    return entryId ? ctx.load(eventOfEntry, entryId) : null;
  }
}
