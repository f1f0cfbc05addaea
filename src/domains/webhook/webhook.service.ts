import { z } from 'zod';
import type { Row } from '../../database/rows';
import { byId } from '../../graphql/engine/loaders';
import type { RequestContext } from '../../kernel/context';
import { conflict, notFound } from '../../kernel/errors';
import { findLocked, revise } from '../../kernel/revise';
import { check, line, withoutNulls } from '../../kernel/validate';
import { type Change, change } from '../audit/audit.service';
import { heads } from '../feed/event.store';
import * as settingsStore from '../settings/settings.store';
import * as deliveryStore from './webhook-delivery.store';
import { Webhook, WebhookFormat } from './webhook.entity';
import type { CreateWebhookInput, RotateWebhookSecretInput, UpdateWebhookInput } from './webhook.inputs';
import { assertMayHear, assertMayLeadTo, checkedTypes } from './webhook.rules';
import { makeSecret, sealSecret, secretRule } from './webhook.secrets';
import { ABANDONED_AT_ONCE } from './webhook.disabling';
import * as store from './webhook.store';

const MOST_WEBHOOKS = 50;
const MOST_TYPES = 500;
const DEFAULT_OVERLAP_HOURS = 24;
const MOST_OVERLAP_HOURS = 168;
const HOUR_MS = 3_600_000;

const webhookRule = z.object({
  name: line(100),
  url: line(2_000),
  types: z.array(z.string()).max(MOST_TYPES, `has more than ${MOST_TYPES} entries`),
  format: z.enum(WebhookFormat),
  isEnabled: z.boolean(),
});

const createRule = webhookRule.pick({ name: true, url: true }).extend({
  types: webhookRule.shape.types.optional(),
  format: webhookRule.shape.format.optional(),
  secret: secretRule.optional(),
});

const rotateRule = z.object({
  overlapHours: z
    .number()
    .int()
    .min(0, `must be from 0 to ${MOST_OVERLAP_HOURS}`)
    .max(MOST_OVERLAP_HOURS, `must be from 0 to ${MOST_OVERLAP_HOURS}`)
    .default(DEFAULT_OVERLAP_HOURS),
  secret: secretRule.optional(),
});

export const webhookById = byId(Webhook);

export function listWebhooks({ database }: RequestContext): Promise<Row<Webhook>[]> {
  return database.query(store.list());
}

export async function createWebhook(ctx: RequestContext, input: CreateWebhookInput): Promise<{ id: string; secret: string }> {
  const { name, url, types: given = [], format, secret = makeSecret() } = check(createRule, withoutNulls(input));
  const types = checkedTypes(given);
  assertMayHear(ctx.caller, types);
  await assertMayLeadTo(ctx.services, url);
  const id = await change(ctx, async (tx) => {
    // One at a time, so that they can be counted.
    await tx.query(settingsStore.lock());
    const { count } = (await tx.one(store.count()))!;
    if (count >= MOST_WEBHOOKS) throw conflict(`There are already ${MOST_WEBHOOKS} webhooks, which is the limit`);
    const position = await positionNow(tx);
    const secretBox = sealSecret(secret, ctx.services.sessionSecret);
    const webhook = tx.em.create(Webhook, { name, url, types, format, secretBox, position });
    await tx.em.flush();
    tx.record({ action: 'CREATE_WEBHOOK', entity: entityOf(webhook), meta: { url: originOf(url), types, format: webhook.format } });
    return webhook.id;
  });
  ctx.services.webhooks.wake();
  return { id, secret };
}

export async function updateWebhook(ctx: RequestContext, { id, expectedRevision, ...rest }: UpdateWebhookInput): Promise<void> {
  const changes = check(webhookRule.partial(), withoutNulls(rest));
  if (changes.types) changes.types = checkedTypes(changes.types);
  if (changes.types) assertMayHear(ctx.caller, changes.types);
  if (changes.url !== undefined) await assertMayLeadTo(ctx.services, changes.url);
  await change(ctx, async (tx) => {
    const webhook = await existingWebhook(tx, id);
    const { isEnabled: wasEnabled, types, url, format } = webhook;
    // Whoever says where it leads, or what it shows there, gets what it hears.
    const isTurned = (changes.url ?? url) !== url || (changes.format ?? format) !== format;
    if (isTurned) assertMayHear(ctx.caller, changes.types ?? types);
    const disabledReason = changes.isEnabled === undefined ? undefined : null;
    const { changed } = (await revise(tx, Webhook, { id }, { ...changes, disabledReason }, expectedRevision))!;
    if (Object.keys(changed).length === 0) return;
    // A new receiver hasn't failed yet.
    if (webhook.url !== url) webhook.failingSince = null;
    await tx.em.flush();
    if (wasEnabled && !webhook.isEnabled) await tx.query(deliveryStore.abandon(webhook.id, ABANDONED_AT_ONCE));
    if (!wasEnabled && webhook.isEnabled) await tx.query(store.beginAt(webhook.id, await positionNow(tx)));
    tx.record({
      action: 'UPDATE_WEBHOOK',
      entity: entityOf(webhook),
      meta: { changed: webhook.url === url ? changed : { ...changed, url: originOf(webhook.url) } },
    });
  });
  ctx.services.webhooks.wake();
}

/** What the audit log tells of a URL: the rest of it may be a credential. */
const originOf = (url: string) => new URL(url).origin;

/** Its deliveries go with it. */
export async function deleteWebhook(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const webhook = await existingWebhook(tx, id);
    tx.em.remove(webhook);
    await tx.em.flush();
    tx.record({ action: 'DELETE_WEBHOOK', entity: entityOf(webhook) });
  });
  ctx.services.webhooks.wake();
}

/** Both secrets sign until the overlap ends. */
export async function rotateSecret(ctx: RequestContext, { id, ...rest }: RotateWebhookSecretInput): Promise<string> {
  const { overlapHours, secret = makeSecret() } = check(rotateRule, withoutNulls(rest));
  await change(ctx, async (tx) => {
    const webhook = await existingWebhook(tx, id);
    const isOverlapping = overlapHours > 0;
    webhook.previousSecretBox = isOverlapping ? webhook.secretBox : null;
    webhook.previousSecretUntil = isOverlapping ? new Date(ctx.database.now().getTime() + overlapHours * HOUR_MS) : null;
    webhook.secretBox = sealSecret(secret, ctx.services.sessionSecret);
    await tx.em.flush();
    tx.record({ action: 'ROTATE_WEBHOOK_SECRET', entity: entityOf(webhook), meta: { overlapHours } });
  });
  ctx.services.webhooks.wake();
  return secret;
}

export async function existingWebhook(tx: Change, id: string): Promise<Webhook> {
  const webhook = await findLocked(tx, Webhook, id);
  if (!webhook) throw notFound('Webhook');
  return webhook;
}

/** What has happened up to now. */
const positionNow = async (tx: Change) => (await tx.query(heads())).map(({ seq }) => seq).join();

export const entityOf = ({ id, name }: { id: string; name: string }) => ({ type: 'Webhook', id, name });
