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
  assertLeft({ allowed, resetsIn });
}

/** The same where there are no headers to set. */
export function assertLeft({ allowed, resetsIn }: Pick<Used, 'allowed' | 'resetsIn'>): void {
  if (!allowed) throw rateLimited(resetsIn);
}

/** Counts reads of the audit log by an API key; other callers have no such limit. Returns whether it did. */
export async function countAuditReads(
  db: Queryable,
  { apiKey }: Caller,
  reads: number,
  told: (rate: RateLimit, used: Used) => void,
): Promise<boolean> {
  if (!apiKey || reads === 0) return false;
  told(AUDIT_READS, await consume(db, `audit:${apiKey.id}`, AUDIT_READS, reads));
  return true;
}

/**
 * Counts GraphQL operations by their weight: those of users and API keys in the database, across all servers; those of anonymous
 * callers by address, in each process, because they must not cost a write. Each request counts once before it is read, again for
 * the work of reading it, and for the rest of its weight before it runs.
 */
export class GraphQLLimits {
  private readonly ofKnown: BlockLimit;
  private readonly ofStrangers: WindowLimit;

  constructor(private readonly services: Services) {
    const { database, config } = services;
    this.ofKnown = new BlockLimit(database, { limit: config.graphQLRateLimit, windowSeconds: WINDOW_SECONDS });
    this.ofStrangers = new WindowLimit({ limit: config.anonymousRateLimit, windowSeconds: WINDOW_SECONDS }, 'anonymous');
  }

  /** What counts one request; `told` hears what is left. */
  meter(asker: Asker, told: (rate: RateLimit, used: Used) => void): Meter {
    const { database } = this.services;
    let counted = 0;
    const count = async (cost: number): Promise<void> => {
      const { caller, ip } = asker;
      const isKnown = isSignedIn(caller);
      const { rate } = isKnown ? this.ofKnown : this.ofStrangers;
      // A request heavier than a whole window costs the whole window.
      const uses = Math.min(cost, rate.limit - counted);
      if (uses <= 0) return;
      counted += uses;
      told(rate, await (isKnown ? this.ofKnown.use(`graphql:${idOf(caller)}`, uses) : this.ofStrangers.use(networkOf(ip ?? ''), uses)));
    };
    return {
      begin: () => count(1),
      charge: async ({ weight, auditReads, isPast }) => {
        await count(Math.ceil(weight / VALUES_A_USE) * (isPast ? PAST_COSTS : 1) - 1);
        await countAuditReads(database, asker.caller, auditReads, told);
      },
      spend: ({ fields = 0, bytes = 0 }) => {
        // Operations of users and keys are weighed, and usually repeat. Anonymous callers could send a new one each time.
        const looked = isSignedIn(asker.caller) ? 0 : Math.floor(fields / FIELDS_A_USE);
        return count(looked + Math.floor(bytes / BYTES_A_USE));
      },
    };
  }
}

/** Who is counted. */
interface Asker {
  readonly caller: Caller;
  readonly ip?: string;
}

export interface Meter {
  begin(): Promise<void>;
  charge(asked: Charged): Promise<void>;
  spend(work: Spent): Promise<void>;
}

export function limitGraphQL(limits: GraphQLLimits): RequestHandler {
  return async (req, res, next) => {
    const meter = limits.meter(req, (rate, used) => tell(res, rate, used));
    req.charge = meter.charge;
    req.spend = meter.spend;
    await meter.begin();
    next();
  };
}
