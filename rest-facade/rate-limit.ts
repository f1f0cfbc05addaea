import type { Response } from 'express';
import { consume, type RateLimit } from '../src/auth/rate-limit';
import type { Database } from '../src/database/database';
import { rateLimited } from '../src/graphql/errors';

/** Counts one use of the key, and tells the caller how many are left. */
export async function limitRate(database: Database, key: string, limit: RateLimit, res: Response): Promise<void> {
  const { allowed, remaining, resetsIn } = await consume(database, key, limit);
  res.setHeader('RateLimit-Limit', limit.limit);
  res.setHeader('RateLimit-Remaining', remaining);
  res.setHeader('RateLimit-Reset', Math.max(1, Math.ceil(resetsIn)));
  if (!allowed) throw rateLimited(resetsIn);
}
