import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../database/database';
import { SharedReads } from '../database/shared-reads';
import { addressMatches, networkOf, plainAddress } from '../platform/addresses';
import { type Caller, EVERYTHING, heldIn } from '../kernel/caller';
import { ALL_PERMISSIONS, type Permission } from '../kernel/permission-list';
import * as store from './key.store';
import { type Consumed, consume } from './rate-limit';

const FORM = /^vet_([0-9a-f]{8})\.([0-9a-f]{48})$/;

export interface NewApiKey {
  token: string;
  prefix: string;
  secretHash: string;
}

/** vet_<8 hex>.<48 hex>. The full key is never stored. */
export function makeApiKey(): NewApiKey {
  const prefix = randomBytes(4).toString('hex');
  const secret = randomBytes(24).toString('hex');
  return { token: `vet_${prefix}.${secret}`, prefix, secretHash: sha256(secret) };
}

/** Unknown keys per address. */
export const KEY_GUESSES = { limit: 100, windowSeconds: 600 };

/** A use is written down this often; sooner when the key is used from another address, but not with every request. */
const USE_STALE_SECONDS = 60;
const MOVE_STALE_SECONDS = 1;

/**
 * The caller behind a key; undefined if the key doesn't work, without revealing why. Whoever tries many unknown keys is
 * rate-limited by `onGuess`, but a valid key still works, so nobody can lock out others behind the same address. A key that did
 * work once is no guess: a program that was forgotten goes on being told that its key is refused.
 */
export async function callerOfApiKey(
  db: Queryable,
  keys: KeyReader,
  token: string,
  address: string,
  onGuess: (guesses: Consumed) => void,
): Promise<Caller | undefined> {
  if (!FORM.test(token)) return undefined;
  const key = await keyBehind(keys, token);
  if (!key) {
    onGuess(await consume(db, `key:address:${networkOf(address)}`, KEY_GUESSES));
    return undefined;
  }
  const caller = callerBy(key, address);
  const plain = plainAddress(address);
  if (caller && isUseStale(key, plain)) await db.query(store.markUsed(key.id, plain));
  return caller;
}

/** The same for a connection that stays open: to look again is neither a use nor a guess. */
export async function stillCallerOfApiKey(keys: KeyReader, token: string, address: string): Promise<Caller | undefined> {
  const key = await keyBehind(keys, token);
  return key && callerBy(key, address);
}

async function keyBehind(keys: KeyReader, token: string): Promise<store.KeyRow | undefined> {
  const [, prefix, secret] = FORM.exec(token) ?? [];
  if (!prefix || !secret) return undefined;
  const key = await keys.ask(prefix);
  return key && timingSafeEqual(Buffer.from(sha256(secret)), Buffer.from(key.secretHash)) ? key : undefined;
}

function callerBy(key: store.KeyRow, address: string): Caller | undefined {
  const { id, name, prefix, isUsable, allowedIps, makerId, expiresAt } = key;
  if (!isUsable || (allowedIps.length > 0 && !addressMatches(address, allowedIps))) return undefined;
  return {
    kind: 'api-key',
    ...heldIn(within(key.portfolioIds, key.makerPortfolioIds) ?? undefined, heldBy(key)),
    name: `API key ${name}`,
    apiKey: { id, name, prefix },
    keyBounds: { makerId, allowedIps, expiresAt },
  };
}

function isUseStale({ unusedSeconds, lastUsedAddress }: store.KeyRow, address: string): boolean {
  return unusedSeconds === null || unusedSeconds > (lastUsedAddress === address ? USE_STALE_SECONDS : MOVE_STALE_SECONDS);
}

/** Never more than its maker holds now. */
function heldBy({ permissions, makerPermissions }: store.KeyRow): ReadonlySet<Permission> {
  if (!makerPermissions) return permissions ? new Set(permissions) : EVERYTHING;
  if (!permissions) return makerPermissions.length === ALL_PERMISSIONS.length ? EVERYTHING : new Set(makerPermissions);
  return new Set(permissions.filter((permission) => makerPermissions.includes(permission)));
}

/** The portfolios that both lists have; null has all. */
export function within(some: readonly string[] | null | undefined, others: readonly string[] | null | undefined): string[] | null {
  if (some && others) return some.filter((id) => others.includes(id));
  const only = some ?? others;
  return only ? [...only] : null;
}

export type KeyReader = SharedReads<string, store.KeyRow>;

/** Reads the current state of keys by their prefixes: a revoked key stops working at once, on every server. */
export function keyReader(db: Queryable): KeyReader {
  return new SharedReads(async (prefixes) => {
    const rows = await db.query(store.byPrefix(prefixes));
    return new Map(rows.map((row) => [row.prefix, row]));
  });
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
