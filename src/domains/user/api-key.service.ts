import { z } from 'zod';
import { makeApiKey, within } from '../../auth/api-keys';
import { ALL_PERMISSIONS } from '../../auth/permissions';
import { findLocked, revise } from '../../kernel/revise';
import type { Row } from '../../database/rows';
import type { RequestContext } from '../../kernel/context';
import { badInput, conflict, type FieldMessages, forbidden, notFound, onTaken, Problem } from '../../kernel/errors';
import { byId } from '../../graphql/engine/loaders';
import { check, line } from '../../kernel/validate';
import { isAddressOrRange, rangeLiesWithin } from '../../platform/addresses';
import { type AuditRecord, type Change, change } from '../audit/audit.service';
import { readSettings } from '../settings/settings.service';
import { ApiKey } from './api-key.entity';
import type { CreateApiKeyInput, UpdateApiKeyInput } from './api-key.inputs';
import * as store from './api-key.store';
import { covers } from './role-place.service';
import { assertMayGrant, assertWithinReach, checkPermissions } from './role.service';

const keyRule = z.object({
  name: line(100),
  allowedIps: z
    .array(z.string().trim().refine(isAddressOrRange, 'must be an address or a CIDR range, such as 203.0.113.0/24'))
    .max(100, 'has more than 100 entries')
    .nullish(),
  expiresAt: z.iso
    .datetime()
    .transform((moment) => new Date(moment))
    .nullish(),
});

export const apiKeyById = byId(ApiKey);

/** Newest first. */
export function listApiKeys({ database }: RequestContext): Promise<Row<ApiKey>[]> {
  return database.query(store.newestFirst());
}

const nameTaken = onTaken(['api_key_name_taken', 'api_key_name_folded_taken'], () =>
  conflict('An active API key with this name already exists', { name: 'is already used by an active key' }),
);

/** Whom a change counts as made by: the caller, or who made the calling key, or the one that made it, also if it follows nobody. */
export async function personBehind(tx: Change, { caller: { userId, keyBounds, apiKey } }: RequestContext): Promise<string | null> {
  const known = userId ?? keyBounds?.makerId;
  if (known || !apiKey) return known ?? null;
  return (await tx.one(store.makerOf(apiKey.id)))?.makerId ?? null;
}

/**
 * The token is returned only this once; what is stored can't be used as a key. A key that a key creates follows the same person,
 * or nobody if the key is one of the organisation or the command line's.
 */
export async function createApiKey(ctx: RequestContext, input: CreateApiKeyInput): Promise<{ id: string; token: string }> {
  const given = check(keyRule, input);
  assertInFuture(ctx, given.expiresAt);
  const permissions = input.permissions ? checkPermissions(input.permissions) : null;
  assertMayGrant(ctx, permissions ?? ALL_PERMISSIONS);
  assertBoundLikeCaller(ctx, given);
  const { token, prefix, secretHash } = makeApiKey();
  const followed = ctx.caller.userId ?? ctx.caller.keyBounds?.makerId;
  const id = await change(ctx, async (tx) => {
    await tx.query(store.freeName(given.name, null));
    const key = tx.em.create(ApiKey, {
      name: given.name,
      prefix,
      secretHash,
      permissions,
      allowedIps: given.allowedIps ?? [],
      expiresAt: given.expiresAt ?? null,
      createdBy: await personBehind(tx, ctx),
      isOrganizational: !followed,
      portfolioIds: ctx.caller.portfolioIds ? [...ctx.caller.portfolioIds] : null,
    });
    await tx.em.flush();
    const ofWhom = key.isOrganizational ? { isOrganizational: true } : {};
    tx.record({ action: 'CREATE_API_KEY', entity: entityOf(key), meta: { prefix, permissions, allowedIps: key.allowedIps, ...ofWhom } });
    return key.id;
  }).catch(nameTaken);
  return { id, token };
}

/** The fields that an edit can change. */
type Limits = Pick<ApiKey, 'name' | 'permissions' | 'allowedIps' | 'expiresAt'>;

export async function updateApiKey(ctx: RequestContext, { id, expectedRevision, permissions, ...input }: UpdateApiKeyInput): Promise<void> {
  const given = check(keyRule.partial(), { ...input, name: input.name ?? undefined });
  const changes: Partial<Limits> = {
    ...given,
    permissions: permissions ? checkPermissions(permissions) : permissions,
    allowedIps: given.allowedIps === null ? [] : given.allowedIps,
  };
  await change(ctx, async (tx) => {
    const key = await findKey(tx, id);
    if (key.isRevoked) throw conflict("A revoked API key can't be changed");
    assertMayChange(ctx, key, changes);
    const { name, permissions, allowedIps, expiresAt } = key;
    const before: Limits = { name, permissions, allowedIps, expiresAt };
    const { changed } = (await revise(tx, ApiKey, { id }, changes, expectedRevision))!;
    if (Object.keys(changed).length === 0) return;
    if ('expiresAt' in changed) assertInFuture(ctx, key.expiresAt);
    key.hasLeftName = isPast(ctx, key.expiresAt);
    await tx.query(store.freeName(key.name, key.id));
    await tx.em.flush();
    const moves = Object.keys(changed).map((one) => [one, { from: before[one as keyof Limits] ?? null, to: changed[one] }]);
    tx.record({ action: 'UPDATE_API_KEY', entity: entityOf(key), meta: { prefix: key.prefix, changes: Object.fromEntries(moves) } });
  }).catch(nameTaken);
}

/**
 * Its creator can widen a key while having all permissions that it then has; others, who must have all permissions of the key,
 * can only narrow it.
 */
function assertMayChange(ctx: RequestContext, key: ApiKey, changes: Partial<Limits>): void {
  if (changes.permissions !== undefined) assertMayGrant(ctx, changes.permissions ?? ALL_PERMISSIONS);
  const fields = widened(key, changes);
  const names = Object.keys(fields);
  const isMaker = key.createdBy && key.createdBy.id === ctx.caller.userId;
  const isFollowing = follows(key, ctx);
  if (names.length === 0 && isFollowing) return;
  const held = isFollowing && changes.permissions !== undefined ? changes.permissions : key.permissions;
  assertWithinReach(ctx, held ?? ALL_PERMISSIONS, 'a key that');
  if (!isFollowing) assertSees(ctx, key);
  if (!isMaker && names.length > 0)
    throw new Problem('FORBIDDEN', `Only the person who created this key can widen it: ${names.join(', ')}`, { fields });
}

/** A key that may see more than the caller, who has a role in some portfolios only, is out of the caller's reach. */
function assertSees({ caller: { portfolioIds } }: RequestContext, key: ApiKey): void {
  if (!covers(portfolioIds, key.portfolioIds)) throw new Problem('FORBIDDEN', 'This key works in portfolios in which you have no role');
}

/** Whether the key holds no more than the caller, because it follows the caller. */
const follows = (key: ApiKey, { caller }: RequestContext) => !key.isOrganizational && !!key.createdBy && key.createdBy.id === caller.userId;

/** The changes that would let a key do more than it can now. */
function widened(key: Limits, { permissions, allowedIps, expiresAt }: Partial<Limits>): FieldMessages {
  const held = key.permissions ?? ALL_PERMISSIONS;
  const isWider = {
    permissions:
      permissions !== undefined && key.permissions != null && !(permissions ?? ALL_PERMISSIONS).every((one) => held.includes(one)),
    allowedIps:
      allowedIps &&
      key.allowedIps.length > 0 &&
      !(allowedIps.length > 0 && allowedIps.every((one) => rangeLiesWithin(one, key.allowedIps))),
    expiresAt: expiresAt !== undefined && key.expiresAt && !(expiresAt && expiresAt <= key.expiresAt),
  };
  const wider = Object.entries(isWider).filter(([, is]) => is);
  return Object.fromEntries(wider.map(([name]) => [name, "can't be widened by you"]));
}

/** A key that only works from some addresses or until some day can't create one without these limits. */
function assertBoundLikeCaller({ caller: { keyBounds } }: RequestContext, { allowedIps, expiresAt }: z.infer<typeof keyRule>): void {
  if (!keyBounds) return;
  const isWithin = allowedIps?.length && allowedIps.every((one) => rangeLiesWithin(one, keyBounds.allowedIps));
  const end = keyBounds.expiresAt;
  const fields: FieldMessages = {
    ...(keyBounds.allowedIps.length > 0 &&
      !isWithin && { allowedIps: `must be within those of the calling key: ${keyBounds.allowedIps.join(', ')}` }),
    ...(end && !(expiresAt && expiresAt <= new Date(end)) && { expiresAt: `must not be later than that of the calling key: ${end}` }),
  };
  if (Object.keys(fields).length > 0) throw badInput(fields);
}

export async function revokeApiKey(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const key = await findKey(tx, id);
    assertMayEnd(ctx, key);
    if (key.isRevoked) return;
    key.isRevoked = true;
    tx.record({ action: 'REVOKE_API_KEY', entity: entityOf(key), meta: { prefix: key.prefix } });
  });
}

export async function deleteApiKey(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const key = await findKey(tx, id);
    assertMayEnd(ctx, key);
    tx.em.remove(key);
    tx.record({ action: 'DELETE_API_KEY', entity: entityOf(key), meta: { prefix: key.prefix } });
  });
}

/** A key with more permissions than the caller is out of the caller's reach, unless it follows the caller or is the caller itself. */
function assertMayEnd(ctx: RequestContext, key: ApiKey): void {
  const { caller } = ctx;
  const isOwn = key.id === caller.apiKey?.id || follows(key, ctx);
  if (!isOwn) assertSees(ctx, key);
  const beyond = isOwn ? [] : (key.permissions ?? ALL_PERMISSIONS).filter((permission) => !caller.permissions.has(permission));
  if (beyond.length > 0) throw new Problem('FORBIDDEN', `You can't end a key with permissions that you don't have: ${beyond.join(', ')}`);
}

/** From then on the key holds what it says, whatever becomes of its creator. So no key that follows someone can bring this about. */
export async function makeApiKeyOrganizational(ctx: RequestContext, id: string): Promise<void> {
  if (ctx.caller.keyBounds?.makerId)
    throw forbidden("A key that follows its creator can't make keys of the organisation: sign in to do this");
  await change(ctx, async (tx) => {
    const key = await findKey(tx, id);
    assertWithinReach(ctx, key.permissions ?? ALL_PERMISSIONS, 'a key that');
    const { organizationApiKeys } = await readSettings(tx);
    if (!organizationApiKeys) throw conflict('Keys of the organisation are turned off in the settings');
    if (key.isRevoked) throw conflict("A revoked API key can't be changed");
    if (key.isOrganizational) return;
    const maker = await key.createdBy?.load();
    key.portfolioIds = within(key.portfolioIds, maker?.portfolioIds);
    assertSees(ctx, key);
    key.isOrganizational = true;
    tx.record({
      action: 'MAKE_API_KEY_ORGANIZATIONAL',
      entity: entityOf(key),
      meta: { prefix: key.prefix, permissions: key.permissions ?? null },
    });
  });
}

/** Ends the keys that follow people. */
export async function revokeKeysOf(tx: Change, userIds: readonly string[], reason: string, actor?: AuditRecord['actor']): Promise<void> {
  for (const { id, name, prefix } of await tx.query(store.revokeThoseOf(userIds))) {
    tx.record({ action: 'REVOKE_API_KEY', entity: { type: 'ApiKey', id, name }, actor, meta: { prefix, reason } });
  }
}

const isPast = ({ database }: RequestContext, moment: Date | null | undefined) => !!moment && moment <= database.now();

function assertInFuture(ctx: RequestContext, expiresAt: Date | null | undefined): void {
  if (isPast(ctx, expiresAt)) throw badInput({ expiresAt: 'must be in the future' });
}

async function findKey(tx: Change, id: string): Promise<ApiKey> {
  const key = await findLocked(tx, ApiKey, id);
  if (!key) throw notFound('API key');
  return key;
}

const entityOf = (key: ApiKey) => ({ type: 'ApiKey', id: key.id, name: key.name });
