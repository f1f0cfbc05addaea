import { randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { KEY_GUESSES, sha256 } from '../../auth/api-keys';
import { type Consumed, consume } from '../../auth/rate-limit';
import type { Queryable } from '../../database/database';
import type { Row } from '../../database/rows';
import { byId } from '../../graphql/engine/loaders';
import type { Caller } from '../../kernel/caller';
import type { RequestContext } from '../../kernel/context';
import { badInput, notFound } from '../../kernel/errors';
import { findLocked } from '../../kernel/revise';
import { check, line } from '../../kernel/validate';
import { networkOf } from '../../platform/addresses';
import { change } from '../audit/audit.service';
import { ScimToken } from './scim-token.entity';
import type { CreateScimTokenInput } from './scim-token.inputs';
import * as store from './scim-token.store';

/** Unlike that of an API key, which opens something else. */
const FORM = /^vetscim_([0-9a-f]{8})\.([0-9a-f]{48})$/;

/** A use is written down this often. */
const USE_STALE_SECONDS = 60;

const tokenRule = z.object({
  name: line(100),
  expiresAt: z.iso
    .datetime()
    .transform((moment) => new Date(moment))
    .nullish(),
});

export const tokenById = byId(ScimToken);

/** Newest first. */
export function listTokens({ database }: RequestContext): Promise<Row<ScimToken>[]> {
  return database.query(store.newestFirst());
}

/** The token is returned only this once; what is stored can't be used as one. */
export async function createToken(ctx: RequestContext, input: CreateScimTokenInput): Promise<{ id: string; token: string }> {
  const { name, expiresAt = null } = check(tokenRule, input);
  if (expiresAt && expiresAt <= ctx.database.now()) throw badInput({ expiresAt: 'must be in the future' });
  const prefix = randomBytes(4).toString('hex');
  const secret = randomBytes(24).toString('hex');
  const createdBy = ctx.caller.userId ?? ctx.caller.keyBounds?.makerId ?? null;
  const id = await change(ctx, async (tx) => {
    const token = tx.em.create(ScimToken, { name, prefix, secretHash: sha256(secret), expiresAt, createdBy });
    await tx.em.flush();
    tx.record({ action: 'CREATE_SCIM_TOKEN', entity: entityOf(token), meta: { prefix, expiresAt } });
    return token.id;
  });
  return { id, token: `vetscim_${prefix}.${secret}` };
}

export async function revokeToken(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const token = await findLocked(tx, ScimToken, id);
    if (!token) throw notFound('SCIM token');
    if (token.isRevoked) return;
    token.isRevoked = true;
    tx.record({ action: 'REVOKE_SCIM_TOKEN', entity: entityOf(token), meta: { prefix: token.prefix } });
  });
}

/** The provider behind a token; undefined if the token doesn't work, without revealing why. Guesses are counted as those of keys are. */
export async function callerOfToken(
  db: Queryable,
  sent: string,
  address: string,
  onGuess: (guesses: Consumed) => void,
): Promise<Caller | undefined> {
  const [, prefix, secret] = FORM.exec(sent) ?? [];
  if (!prefix || !secret) return undefined;
  const token = await db.one(store.byPrefix(prefix));
  if (!token || !timingSafeEqual(Buffer.from(sha256(secret)), Buffer.from(token.secretHash))) {
    onGuess(await consume(db, `scim:address:${networkOf(address)}`, KEY_GUESSES));
    return undefined;
  }
  const { id, name, isUsable, unusedSeconds } = token;
  if (!isUsable) return undefined;
  if (unusedSeconds === null || unusedSeconds > USE_STALE_SECONDS) await db.query(store.markUsed(id));
  return { kind: 'provider', permissions: new Set(), name: `SCIM (${name})` };
}

const entityOf = ({ id, name }: ScimToken) => ({ type: 'ScimToken', id, name });
