import { LRUCache } from 'lru-cache';
import type { Used } from './block-limit';
import { countRefusal, type RateLimit } from './rate-limit';

/** How many callers are remembered at once; beyond that, counting starts over for the oldest. */
const MOST_CALLERS = 10_000;

/** A rate limit for this process alone, which needs no database. */
export class WindowLimit {
  private readonly windows: LRUCache<string, { used: number; endsAt: number }>;

  constructor(
    readonly rate: RateLimit,
    private readonly name: string,
  ) {
    this.windows = new LRUCache({ max: MOST_CALLERS, ttl: rate.windowSeconds * 1_000 });
  }

  async use(key: string, uses = 1): Promise<Used> {
    const { limit, windowSeconds } = this.rate;
    let window = this.windows.get(key);
    if (!window) this.windows.set(key, (window = { used: 0, endsAt: performance.now() + windowSeconds * 1_000 }));
    const allowed = window.used + uses <= limit;
    if (allowed) window.used += uses;
    else countRefusal(this.name);
    return { allowed, remaining: limit - window.used, resetsIn: (window.endsAt - performance.now()) / 1_000 };
  }
}
