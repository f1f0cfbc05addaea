import { Counter } from 'prom-client';
import type { Queryable } from '../database/database';
import * as store from './rate-limit.store';

export interface RateLimit {
  limit: number;
  windowSeconds: number;
}

/** What was refused, by the limit: the part of a key that names no one. Of the whole process. */
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
  /** Uses in the window, with those counted now. */
  count: number;
  /** The first use of the window that is too many. */
  isFirstRefusal: boolean;
  remaining: number;
  /** Seconds until the window ends. */
  resetsIn: number;
}

/** Counts uses of a key in a fixed window, and what it refuses. */
export async function consume(db: Queryable, key: string, rate: RateLimit, uses = 1): Promise<Consumed> {
  const consumed = await count(db, key, rate, uses);
  if (!consumed.allowed) countRefusal(key);
  return consumed;
}

/** The database counts and keeps the time, so that all processes share it. */
export async function count(db: Queryable, key: string, rate: RateLimit, uses: number): Promise<Consumed> {
  const { limit, windowSeconds } = rate;
  const row = await db.one(store.count(key, uses, windowSeconds));
  const used = row!.count;
  // The end is kept in whole milliseconds, which can be a little beyond the window.
  const resetsIn = Math.min(row!.resetsIn, windowSeconds);
  const remaining = Math.max(0, limit - used);
  return { allowed: used <= limit, count: used, isFirstRefusal: used === limit + 1, remaining, resetsIn };
}

/** Takes a use back that turned out not to count. */
export async function refund(db: Queryable, key: string): Promise<void> {
  await db.query(store.refund(key));
}

export async function reset(db: Queryable, key: string): Promise<void> {
  await db.query(store.remove(key));
}

/** Windows that ended are of no use. */
export async function forgetEndedWindows(db: Queryable): Promise<void> {
  await db.query(store.removeEnded());
}
