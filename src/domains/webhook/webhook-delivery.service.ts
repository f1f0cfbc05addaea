import { randomUUID } from 'node:crypto';
import type { GraphQLResolveInfo } from 'graphql';
import type { Database, Queryable } from '../../database/database';
import type { Row } from '../../database/rows';
import { childConnection, type Connection, type PageArgs } from '../../graphql/connection';
import { byId } from '../../graphql/engine/loaders';
import { type RequestContext, systemContext } from '../../kernel/context';
import { badInput, conflict, notFound } from '../../kernel/errors';
import { isId } from '../../platform/id';
import { change } from '../audit/audit.service';
import type { Position } from '../feed/event-cursor';
import type { Placed } from '../feed/event-order';
import { typeOf } from '../feed/event-types';
import { readOn, standingOf } from '../feed/event.reader';
import { isBefore } from '../feed/event.service';
import { WebhookDelivery } from './webhook-delivery.entity';
import * as store from './webhook-delivery.store';
import { attempt } from './webhook.attempt';
import { TEST_TYPE } from './webhook.body';
import { disableWebhook, GONE } from './webhook.disabling';
import type { ReplayWebhookInput, WebhookDeliveryFilter } from './webhook.inputs';
import { entityOf, existingWebhook } from './webhook.service';
import * as webhookStore from './webhook.store';

export const deliveryById = byId(WebhookDelivery);

export function listDeliveries(
  ctx: RequestContext,
  info: GraphQLResolveInfo,
  webhookId: string,
  filter: WebhookDeliveryFilter,
  page: PageArgs,
): Promise<Connection<Row<WebhookDelivery>>> {
  const conditions = store.conditionsOf(filter);
  const order = store.NEWEST_FIRST;
  return childConnection(ctx, info, { entity: WebhookDelivery, relation: 'webhook', parentId: webhookId, conditions, order, page });
}

/** Sends a test at once, and keeps what came of it. */
export async function testWebhook(ctx: RequestContext, id: string): Promise<string> {
  const { services } = ctx;
  const webhook = isId(id) ? await ctx.primary.one(webhookStore.sendable(id)) : undefined;
  if (!webhook) throw notFound('Webhook');
  const deliveryId = randomUUID();
  const told = { type: TEST_TYPE, at: ctx.database.now().toISOString(), entry: null };
  const { isGone, ...outcome } = await attempt(services, webhook, {
    id: deliveryId,
    told,
    tries: services.config.webhooks.retrySeconds.length,
  });
  await change(ctx, async (tx) => {
    const found = await existingWebhook(tx, webhook.id);
    const { status } = outcome;
    await tx.query(store.addTest({ id: deliveryId, webhookId: webhook.id, type: TEST_TYPE, status }, JSON.stringify(outcome.attempt)));
    await tx.query(webhookStore.noteHealth([healthAfter(webhook.id, [outcome.attempt])]));
    const { responseStatus } = outcome.attempt;
    tx.record({ action: 'TEST_WEBHOOK', entity: entityOf(found), meta: { outcome: outcome.attempt.status, responseStatus } });
  });
  if (isGone) await disableWebhook(systemContext(services), webhook.id, GONE, webhook.url);
  return deliveryId;
}

/** What some attempts, in their order, say about a receiver. */
export function healthAfter(id: string, attempts: readonly WebhookDelivery['attempts'][number][]): webhookStore.Health {
  const health: webhookStore.Health = { id, successAt: null, failureAt: null, failingSince: null };
  for (const { at, error } of attempts) {
    if (error === null) Object.assign(health, { successAt: at, failingSince: null });
    else Object.assign(health, { failureAt: at, failingSince: health.failingSince ?? at });
  }
  return health;
}

const assertEnabled = ({ isEnabled }: { isEnabled: boolean }) => {
  if (!isEnabled) throw conflict('The webhook is disabled: enable it first');
};

export async function resendDelivery(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const delivery = isId(id) ? await tx.em.findOne(WebhookDelivery, { id }) : null;
    if (!delivery) throw notFound('Delivery');
    // Locked, so that it isn't disabled at the same time.
    const webhook = await existingWebhook(tx, delivery.webhook.id);
    assertEnabled(webhook);
    await tx.query(store.requeue(delivery.id));
    tx.record({ action: 'RESEND_WEBHOOK_DELIVERY', entity: entityOf(webhook), meta: { deliveryId: delivery.id, type: delivery.type } });
  });
  ctx.services.webhooks.wake();
}

const MOST_REPLAYED = 100_000;
/** So many are queued at a time, with the webhook locked. */
const REPLAYED_AT_ONCE = 2_000;
/** So many windows of the log are searched: with a rare type, few of their entries may count. */
const MOST_WINDOWS = 1_000;

const tooMany = () => badInput({ since: `is too early: at most ${MOST_REPLAYED.toLocaleString('en')} events can be replayed at once` });

/** Queues what happened since, whether or not it was sent before; or only what was given up. */
export async function replayWebhook(ctx: RequestContext, { id, after, since, onlyFailed }: ReplayWebhookInput): Promise<number> {
  if ((after == null) === (since == null)) throw badInput({ after: 'or since must be given, and not both' });
  const { primary, services } = ctx;
  const webhook = isId(id) ? await primary.one(webhookStore.sendable(id)) : undefined;
  if (!webhook) throw notFound('Webhook');
  assertEnabled(webhook);
  const { heads: until, position } = await standingOf(primary, after, services.sessionSecret);
  const from = after != null ? position : await standingAt(primary, since!, until);
  const chosen = onlyFailed ? await failedSince(primary, id, from, since) : await happenedSince(primary, webhook, { from, until, since });
  const queue = (tx: Queryable, n: number) => {
    const some = chosen.slice(n, n + REPLAYED_AT_ONCE);
    return tx.query(onlyFailed ? store.requeueAll(some as string[]) : store.replay(id, some as store.Planned[]));
  };
  await change(ctx, async (tx) => {
    const locked = await existingWebhook(tx, id);
    assertEnabled(locked);
    await queue(tx, 0);
    const meta = { since: since ?? null, onlyFailed: onlyFailed ?? false, queued: chosen.length };
    tx.record({ action: 'REPLAY_WEBHOOK', entity: entityOf(locked), meta });
  });
  // Step by step: whoever sends needs the webhook too.
  for (let n = REPLAYED_AT_ONCE; n < chosen.length; n += REPLAYED_AT_ONCE) {
    await services.database.transaction(async (tx) => {
      const [locked] = await tx.query(webhookStore.lockEnabled(id));
      assertEnabled({ isEnabled: locked !== undefined });
      await queue(tx, n);
    });
  }
  services.webhooks.wake();
  return chosen.length;
}

async function standingAt(db: Queryable, since: string, until: Position): Promise<Position> {
  const lanes = new Map((await db.query(store.standingAt(since))).map(({ lane, seq }) => [lane, seq]));
  return until.map((head, lane) => (lanes.has(lane) ? { seq: lanes.get(lane)! } : head));
}

async function failedSince(db: Queryable, id: string, from: Position, since?: string | null): Promise<string[]> {
  const found = await db.query(store.failedSince(id, from, since ?? null, MOST_REPLAYED + 1));
  if (found.length > MOST_REPLAYED) throw tooMany();
  return found.map((one) => one.id);
}

async function happenedSince(
  database: Database,
  { types }: webhookStore.Sendable,
  { from, until, since }: { from: Position; until: Position; since?: string | null },
): Promise<store.Planned[]> {
  const found: store.Planned[] = [];
  let position = from;
  for (let n = 0; isBefore(position, until); n++) {
    const { placed, reached } = await readOn(database, position, until);
    const planned = placed.filter(({ entry }) => since == null || entry.at >= since).map(plannedOf);
    found.push(...planned.filter(({ type }) => types.length === 0 || types.includes(type)));
    if (found.length > MOST_REPLAYED || n >= MOST_WINDOWS) throw tooMany();
    position = reached;
  }
  return found;
}

export const plannedOf = ({ entry }: Placed): store.Planned => ({
  entryId: entry.id,
  type: typeOf(entry),
  assessmentId: entry.assessmentId,
});

const FORGET_DELIVERED_DAYS = 30;
const FORGET_OTHERS_DAYS = 90;
const FORGET_AT_ONCE = 5_000;

/** What was delivered is of little use after a while. */
export async function forgetOldDeliveries({ database }: RequestContext, signal: AbortSignal): Promise<void> {
  let found: unknown[];
  do found = await database.query(store.forget(FORGET_DELIVERED_DAYS, FORGET_OTHERS_DAYS, FORGET_AT_ONCE));
  while (found.length === FORGET_AT_ONCE && !signal.aborted);
}
