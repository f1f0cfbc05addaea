import type { RequestHandler, Response } from 'express';
import { BlockLimit, type Used } from '../auth/block-limit';
import { type Caller, idOf, isSignedIn } from '../kernel/caller';
import { consume, type RateLimit } from '../auth/rate-limit';
import { WindowLimit } from '../auth/window-limit';
import type { Queryable } from '../database/database';
import type { Charged, Services, Spent } from '../kernel/context';
import { rateLimited } from '../kernel/errors';
import { networkOf } from '../platform/addresses';

declare module 'express-serve-static-core' {
  interface Request {
    /** Counts an operation once its weight is known. */
    charge?(asked: Charged): Promise<void>;
    /** Counts additional work. */
    spend?(work: Spent): Promise<void>;
  }
}

const WINDOW_SECONDS = 60;
/** An operation counts once per this many values that its response may contain. */
const VALUES_A_USE = 100;

/** The past costs this many times as much as the present: it is put together anew for each question. */
export const PAST_COSTS = 5;

/** This many fields to validate, or bytes to read or write, are as much work as a small request. */
const FIELDS_A_USE = 10;
const BYTES_A_USE = 2_048;

/** Reads of the audit log per API key, by REST and GraphQL. The signed log tells no names, and those who check it read all of it. */
const AUDIT_READS: RateLimit = { limit: 60, windowSeconds: WINDOW_SECONDS };

/** Sets the rate limit headers to the limit of which the least is left, and rejects the request if that is nothing. */
export function tell(res: Response, { limit }: RateLimit, { allowed, remaining, resetsIn }: Used): void {
  if (remaining <= Number(res.getHeader('RateLimit-Remaining') ?? Infinity)) {
    res.setHeader('RateLimit-Limit', limit);
    res.setHeader('RateLimit-Remaining', remaining);
    res.setHeader('RateLimit-Reset', Math.max(1, Math.ceil(resetsIn)));
  }
  if (!allowed) throw rateLimited(resetsIn);
}

/** Counts reads of the audit log by an API key; other callers have no such limit. Returns whether it did. */
export async function countAuditReads(db: Queryable, { apiKey }: Caller, reads: number, res: Response): Promise<boolean> {
  if (!apiKey || reads === 0) return false;
  tell(res, AUDIT_READS, await consume(db, `audit:${apiKey.id}`, AUDIT_READS, reads));
  return true;
}

/**
 * Counts GraphQL operations by their weight: those of users and API keys in the database, across all servers; those of anonymous
 * callers by address, in each process, because they must not cost a write. Each request counts once before it is read, again for
 * the work of reading it, and for the rest of its weight before it runs.
 */
export function limitGraphQL({ database, config: { graphQLRateLimit, anonymousRateLimit } }: Services): RequestHandler {
  const ofKnown = new BlockLimit(database, { limit: graphQLRateLimit, windowSeconds: WINDOW_SECONDS });
  const ofStrangers = new WindowLimit({ limit: anonymousRateLimit, windowSeconds: WINDOW_SECONDS }, 'anonymous');
  return async (req, res, next) => {
    let counted = 0;
    const count = async (cost: number): Promise<void> => {
      const { caller, ip } = req;
      const isKnown = isSignedIn(caller);
      const { rate } = isKnown ? ofKnown : ofStrangers;
      // A request heavier than a whole window costs the whole window.
      const uses = Math.min(cost, rate.limit - counted);
      if (uses <= 0) return;
      counted += uses;
      tell(res, rate, await (isKnown ? ofKnown.use(`graphql:${idOf(caller)}`, uses) : ofStrangers.use(networkOf(ip ?? ''), uses)));
    };
    req.charge = async ({ weight, auditReads, isPast }) => {
      await count(Math.ceil(weight / VALUES_A_USE) * (isPast ? PAST_COSTS : 1) - 1);
      await countAuditReads(database, req.caller, auditReads, res);
    };
    req.spend = ({ fields = 0, bytes = 0 }) => {
      // Operations of users and keys are weighed, and usually repeat. Anonymous callers could send a new one each time.
      const looked = isSignedIn(req.caller) ? 0 : Math.floor(fields / FIELDS_A_USE);
      return count(looked + Math.floor(bytes / BYTES_A_USE));
    };
    await count(1);
    next();
  };
}
