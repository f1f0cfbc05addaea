import type { Request, Response } from 'express';
import { BlockLimit } from '../src/auth/block-limit';
import { idOf, isSignedIn } from '../src/auth/caller';
import { consume } from '../src/auth/rate-limit';
import type { Services } from '../src/graphql/context';
import { rateLimited } from '../src/graphql/errors';
import type { DefinedOperation } from './definition';

/**
 * Counts each request of a signed-in caller, tells how many are left, and refuses when none is: by the limit that
 * openapi.yaml gives an operation for API keys, else by the operator's for all others together.
 */
export function rateLimiter({ database, config: { restRateLimit } }: Services) {
  const common = new BlockLimit(database, { limit: restRateLimit, windowSeconds: 60 });
  return async (operation: DefinedOperation | undefined, { caller }: Request, res: Response): Promise<void> => {
    const own = caller.apiKey ? operation?.['x-rate-limit'] : undefined;
    if (!isSignedIn(caller) || (!own && restRateLimit === 0)) return;
    const { allowed, remaining, resetsIn } = own
      ? await consume(database, `rest:${operation!.operationId}:${idOf(caller)}`, own)
      : await common.use(`rest:${idOf(caller)}`);
    res.setHeader('RateLimit-Limit', own?.limit ?? restRateLimit);
    res.setHeader('RateLimit-Remaining', remaining);
    res.setHeader('RateLimit-Reset', Math.max(1, Math.ceil(resetsIn)));
    if (!allowed) throw rateLimited(resetsIn);
  };
}
