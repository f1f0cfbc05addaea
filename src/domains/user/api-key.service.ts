import { z } from 'zod';
import { makeApiKey } from '../../auth/api-keys';
import { ALL_PERMISSIONS } from '../../auth/permissions';
import { findLocked } from '../../database/revise';
import type { RequestContext } from '../../graphql/context';
import { notFound } from '../../graphql/errors';
import { byId } from '../../graphql/loaders';
import { check, line } from '../../graphql/validate';
import { isAddressOrRange } from '../../platform/addresses';
import { type Change, change } from '../audit/audit.service';
import { ApiKey } from './api-key.entity';
import type { CreateApiKeyInput } from './api-key.inputs';
import { assertMayGrant, checkPermissions } from './role.service';

const keyRule = (now: Date) =>
  z.object({
    name: line(100),
    allowedIps: z
      .array(z.string().trim().refine(isAddressOrRange, 'must be an address or a CIDR range, such as 203.0.113.0/24'))
      .max(100, 'has more than 100 entries')
      .nullish(),
    expiresAt: z
      .string()
      .refine((moment) => Date.parse(moment) > now.getTime(), 'must lie in the future')
      .nullish(),
  });

export const apiKeyById = byId(ApiKey);

/** The token is given back this once; what is kept can't open anything. */
export async function createApiKey(ctx: RequestContext, input: CreateApiKeyInput): Promise<{ id: string; token: string }> {
  const given = check(keyRule(ctx.database.now()), input);
  const permissions = input.permissions ? checkPermissions(input.permissions) : null;
  assertMayGrant(ctx, permissions ?? ALL_PERMISSIONS);
  const { token, prefix, secretHash } = makeApiKey();
  const id = await change(ctx, async (tx) => {
    const key = tx.em.create(ApiKey, {
      name: given.name,
      prefix,
      secretHash,
      permissions,
      allowedIps: given.allowedIps ?? [],
      expiresAt: given.expiresAt ? new Date(given.expiresAt) : null,
      createdBy: ctx.caller.userId ?? null,
    });
    tx.record({ action: 'CREATE_API_KEY', entity: entityOf(key), meta: { prefix, permissions, allowedIps: key.allowedIps } });
    return key.id;
  });
  return { id, token };
}

export async function revokeApiKey(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const key = await findKey(tx, id);
    if (key.isRevoked) return;
    key.isRevoked = true;
    tx.record({ action: 'REVOKE_API_KEY', entity: entityOf(key), meta: { prefix: key.prefix } });
  });
}

export async function deleteApiKey(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const key = await findKey(tx, id);
    tx.em.remove(key);
    tx.record({ action: 'DELETE_API_KEY', entity: entityOf(key), meta: { prefix: key.prefix } });
  });
}

async function findKey(tx: Change, id: string): Promise<ApiKey> {
  const key = await findLocked(tx, ApiKey, id);
  if (!key) throw notFound('API key');
  return key;
}

const entityOf = (key: ApiKey) => ({ type: 'ApiKey', id: key.id, name: key.name });
