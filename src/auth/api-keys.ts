import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../database/database';
import { SharedReads } from '../database/shared-reads';
import { addressMatches, networkOf } from '../platform/addresses';
import { rateLimited } from '../kernel/errors';
import { type Caller, EVERYTHING } from '../kernel/caller';
import * as store from './key.store';
import { consume } from './rate-limit';

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

/** Failed keys per address. */
const GUESSES = { limit: 100, windowSeconds: 600 };

/**
 * The caller behind a key; undefined if the key doesn't work, without revealing why. Whoever tries many is rate-limited, but a
 * valid key still works, so nobody can lock out others behind the same address.
 */
export async function callerOfApiKey(db: Queryable, keys: KeyReader, token: string, address: string): Promise<Caller | undefined> {
  const [, prefix, secret] = FORM.exec(token) ?? [];
  if (!prefix || !secret) return undefined;
  const key = await keys.ask(prefix);
  if (key && opens(key, secret, address)) {
    if (key.isUseStale) await db.query(store.markUsed(key.id));
    return {
      kind: 'api-key',
      permissions: key.permissions ? new Set(key.permissions) : EVERYTHING,
      name: `API key ${key.name}`,
      apiKey: { id: key.id, name: key.name, prefix },
    };
  }
  const guesses = await consume(db, `key:address:${networkOf(address)}`, GUESSES);
  if (!guesses.allowed) throw rateLimited(guesses.resetsIn);
  return undefined;
}

function opens({ secretHash, isUsable, allowedIps }: store.KeyRow, secret: string, address: string): boolean {
  if (!timingSafeEqual(Buffer.from(sha256(secret)), Buffer.from(secretHash))) return false;
  return isUsable && (allowedIps.length === 0 || addressMatches(address, allowedIps));
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
