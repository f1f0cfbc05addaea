import type { Queryable } from '../database/database';
import { count as countUses, countRefusal, type RateLimit } from './rate-limit';

/** What this process may still give out in a caller's window. */
interface Share {
  /** Counted in the database, but not used yet. */
  left: number;
  /** Not counted by anyone when the database was asked. */
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
 * A rate limit over all processes that doesn't cost a write a use: they are counted in the database a block ahead, and
 * given out from memory. What a process took and doesn't use is lost until the window ends.
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
      // The first to come here asks for more, and those behind wait for the same answer.
      if (this.shares.get(key) === asked) void this.ask(key, uses, share);
    }
  }

  private ask(key: string, uses: number, before?: Share): Promise<Share> {
    const { db, rate } = this;
    const block = Math.max(this.block, uses - (before?.left ?? 0));
    const share = countUses(db, key, rate, block).then(({ count, remaining, resetsIn }) => ({
      // What was left counts no more once a new window has begun. Until now others may have used some of it.
      left: (count > block ? (before?.left ?? 0) : 0) + Math.min(block, Math.max(0, rate.limit - count + block)),
      beyond: remaining,
      endsAt: performance.now() + resetsIn * 1_000,
    }));
    this.shares.set(key, share);
    share.catch(() => this.shares.delete(key));
    return share;
  }
}
