import { idOf } from '../kernel/caller';
import type { RequestContext } from '../kernel/context';
import { Problem } from '../kernel/errors';

/** Smaller imports wait for each other; larger ones, which would take memory while waiting, are rejected. */
const WAITING_BYTES = 32_768;
/** How many files, of up to 32 MiB each, are held in memory at once. */
const AT_ONCE = 8;
const RETRY_SECONDS = 5;

/** The running imports by caller. */
const running = new Map<string, Promise<unknown>>();

const refusal = (message: string) => new Problem('RATE_LIMITED', message, { retryAfter: RETRY_SECONDS });

/**
 * Lets a caller import one file at a time: a small one waits for the previous one, a large one is rejected meanwhile, and also if
 * too many callers import. The command line never waits.
 */
export async function inTurn<T>({ caller }: RequestContext, size: number, work: () => Promise<T>): Promise<T> {
  if (caller.kind === 'system') return work();
  const id = idOf(caller);
  const before = running.get(id);
  if (size > WAITING_BYTES) {
    if (before) throw refusal('Another of your imports is still running; try again when it has finished');
    if (running.size >= AT_ONCE) throw refusal('Too many imports are running; try again shortly');
  }
  const mine = before ? before.then(work, work) : work();
  running.set(id, mine);
  try {
    return await mine;
  } finally {
    if (running.get(id) === mine) running.delete(id);
  }
}
