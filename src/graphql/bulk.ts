import type { RequestContext } from '../kernel/context';
import { badInput, problemOf } from '../kernel/errors';

/** How many things one operation changes. */
const MOST_IDS = 500;

/** What became of one thing. */
export interface BulkResult {
  id: string;
  /** Why it failed; null if it was done. */
  error: string | null;
}

/**
 * Does something with each of some things, in the order given, each on its own: what fails is told and doesn't stop the others. What is
 * named twice is done once, and has its result in both places. Whoever gets an e-mail of it gets one for all.
 */
export async function forEachId(ctx: RequestContext, ids: readonly string[], work: (id: string) => Promise<void>): Promise<BulkResult[]> {
  if (ids.length < 1 || ids.length > MOST_IDS) throw badInput({ ids: `must be 1 to ${MOST_IDS} ids` });
  const errors = new Map<string, string | null>();
  await ctx.services.notifier.together(ctx, async () => {
    for (const id of ids) if (!errors.has(id.toLowerCase())) errors.set(id.toLowerCase(), await errorOf(() => work(id)));
  });
  return ids.map((id) => ({ id, error: errors.get(id.toLowerCase())! }));
}

async function errorOf(work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    return problem.message;
  }
}
