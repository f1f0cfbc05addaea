import { Counter } from 'prom-client';
import type { Queryable } from '../database/database';
import * as store from './rate-limit.store';

export interface RateLimit {
  limit: number;
  windowSeconds: number;
}

/** Rejections by this process, labelled with the limit: the part of a key that identifies nobody. */
export const refusals = new Counter({
  name: 'rate_limit_refusals_total',
  help: 'Requests refused by a rate limit',
  labelNames: ['limit'] as const,
  registers: [],
});

export function countRefusal(key: string): void {
  refusals.inc({ limit: /^[a-z]+(:(account|address|user)(?=:))?/.exec(key)?.[0] ?? 'other' });
}

export interface Consumed {
  allowed: boolean;
  /** Uses in the window, including the ones counted now. */
  count: number;
  /** Whether this is the first use in the window beyond the limit. */
  isFirstRefusal: boolean;
  remaining: number;
  /** Seconds until the window ends. */
  resetsIn: number;
}

/** Counts uses of a key in a fixed window, and its rejections. */
export async function consume(db: Queryable, key: string, rate: RateLimit, uses = 1): Promise<Consumed> {
  const consumed = await count(db, key, rate, uses);
  if (!consumed.allowed) countRefusal(key);
  return consumed;
}

/** The database counts and keeps the time, so that all processes agree. */
export async function count(db: Queryable, key: string, rate: RateLimit, uses: number): Promise<Consumed> {
  const { limit, windowSeconds } = rate;
  const row = await db.one(store.count(key, uses, windowSeconds));
  const used = row!.count;
  // The end is stored in whole milliseconds, so it can be slightly beyond the window.
  const resetsIn = Math.min(row!.resetsIn, windowSeconds);
  const remaining = Math.max(0, limit - used);
  return { allowed: used <= limit, count: used, isFirstRefusal: used === limit + 1, remaining, resetsIn };
}

/** Takes back a use that turned out not to count. */
export async function refund(db: Queryable, key: string): Promise<void> {
  await db.query(store.refund(key));
}

export async function reset(db: Queryable, key: string): Promise<void> {
  await db.query(store.remove(key));
}

/** Deletes windows that have ended. */
export async function forgetEndedWindows(db: Queryable): Promise<void> {
  await db.query(store.removeEnded());
}
