import { idOf } from '../auth/caller';
import type { RequestContext } from '../graphql/context';
import { Problem } from '../graphql/errors';

/** Smaller ones just wait for each other, in the queue of those that are read aside. */
const SMALL_BYTES = 32_768;
/** As many files, of up to 32 MiB each, are kept in memory at once. */
const AT_ONCE = 8;
const RETRY_SECONDS = 5;

const running = new Set<string>();

const refusal = (message: string) => new Problem('RATE_LIMITED', message, { retryAfter: RETRY_SECONDS });

/** Lets a caller import one large file at a time, and only a few callers together. The command line waits for nobody. */
export async function inTurn<T>({ caller }: RequestContext, size: number, work: () => Promise<T>): Promise<T> {
  if (size <= SMALL_BYTES || caller.kind === 'system') return work();
  const id = idOf(caller);
  if (running.has(id)) throw refusal('Another import of yours is still running; try again when it has ended');
  if (running.size >= AT_ONCE) throw refusal('Too many imports are running; try again shortly');
  running.add(id);
  try {
    return await work();
  } finally {
    running.delete(id);
  }
}
