import type { Queryable } from '../database/database';
import { count as countUses, countRefusal, type RateLimit } from './rate-limit';

/** What this process may still hand out in a caller's window. */
interface Share {
  /** Reserved in the database, but not used yet. */
  left: number;
  /** Not reserved by anyone when the database was last asked. */
  beyond: number;
  endsAt: number;
}

export interface Used {
  allowed: boolean;
  remaining: number;
  /** Seconds until the window ends. */
  resetsIn: number;
}

/**
 * A rate limit across all processes that doesn't cost one write per use: uses are reserved in the database in blocks and handed
 * out from memory. What a process reserves and doesn't use is lost until the window ends.
 */
export class BlockLimit {
  private readonly shares = new Map<string, Promise<Share>>();
  private readonly block: number;

  constructor(
    private readonly db: Queryable,
    readonly rate: RateLimit,
  ) {
    this.block = Math.ceil(rate.limit / 60);
  }

  async use(key: string, uses = 1): Promise<Used> {
    for (;;) {
      const asked = this.shares.get(key) ?? this.ask(key, uses);
      const share = await asked;
      const resetsIn = (share.endsAt - performance.now()) / 1_000;
      const allowed = share.left >= uses;
      if (resetsIn > 0 && (allowed || share.beyond === 0)) {
        if (allowed) share.left -= uses;
        else countRefusal(key);
        return { allowed, remaining: share.left + share.beyond, resetsIn };
      }
      // The first to get here reserves more; those behind wait for the same result.
      if (this.shares.get(key) === asked) void this.ask(key, uses, share);
    }
  }

  private ask(key: string, uses: number, before?: Share): Promise<Share> {
    const { db, rate } = this;
    const block = Math.max(this.block, uses - (before?.left ?? 0));
    const share = countUses(db, key, rate, block).then(({ count, remaining, resetsIn }) => ({
      // What was left expires when a new window begins. Until now, others may have used some of it.
      left: (count > block ? (before?.left ?? 0) : 0) + Math.min(block, Math.max(0, rate.limit - count + block)),
      beyond: remaining,
      endsAt: performance.now() + resetsIn * 1_000,
    }));
    this.shares.set(key, share);
    share.catch(() => this.shares.delete(key));
    return share;
  }
}
