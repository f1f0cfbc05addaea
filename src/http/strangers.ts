import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { isSignedIn } from '../auth/caller';
import type { Config } from '../config';
import { rateLimited } from '../graphql/errors';
import { networkOf } from '../platform/addresses';

const WINDOW_MS = 60_000;
/** So many addresses are remembered at once; whoever comes with more of them is counted anew. */
const ADDRESSES = 10_000;

/**
 * Counts the requests of those who aren't signed in, by their address, and refuses what comes beyond. Each process counts
 * for itself: a stranger must not cost a write to the database.
 */
export function limitStrangers({ anonymousRateLimit: limit }: Config): RequestHandler {
  const windows = new LRUCache<string, { used: number; endsAt: number }>({ max: ADDRESSES, ttl: WINDOW_MS });
  return (req, res, next) => {
    if (limit === 0 || isSignedIn(req.caller)) return next();
    const address = networkOf(req.ip ?? '');
    let window = windows.get(address);
    if (!window) windows.set(address, (window = { used: 0, endsAt: performance.now() + WINDOW_MS }));
    const resetsIn = Math.max(1, Math.ceil((window.endsAt - performance.now()) / 1_000));
    const isAllowed = ++window.used <= limit;
    res.setHeader('RateLimit-Limit', limit);
    res.setHeader('RateLimit-Remaining', Math.max(0, limit - window.used));
    res.setHeader('RateLimit-Reset', resetsIn);
    next(isAllowed ? undefined : rateLimited(resetsIn));
  };
}
