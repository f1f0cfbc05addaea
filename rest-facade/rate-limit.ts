import type { Request, Response } from 'express';
import { BlockLimit } from '../src/auth/block-limit';
import { idOf, isSignedIn } from '../src/kernel/caller';
import type { Services } from '../src/kernel/context';
import { hasAsOf } from '../src/http/as-of';
import { countAuditReads, PAST_COSTS, tell } from '../src/http/rate-limit';

/**
 * Counts each request of a signed-in caller, reports how many are left, and rejects the rest. Audit log reads by an API key count
 * against their own limit, which applies everywhere; all others against the operator's, where the past costs more.
 */
export function rateLimiter({ database, config: { restRateLimit } }: Services) {
  const common = new BlockLimit(database, { limit: restRateLimit, windowSeconds: 60 });
  return async (auditReads: number, req: Request, res: Response): Promise<void> => {
    const { caller } = req;
    if (!isSignedIn(caller)) return;
    if (await countAuditReads(database, caller, auditReads, (rate, used) => tell(res, rate, used))) return;
    if (restRateLimit === 0) return;
    const uses = hasAsOf(req) ? Math.min(PAST_COSTS, restRateLimit) : 1;
    tell(res, common.rate, await common.use(`rest:${idOf(caller)}`, uses));
  };
}
