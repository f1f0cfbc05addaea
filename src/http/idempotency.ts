import { sha256 } from '../auth/api-keys';
import type { Queryable } from '../database/database';
import type { Services } from '../kernel/context';
import { conflict } from '../kernel/errors';
import * as store from './idempotency.store';

/** A request that its caller can repeat without harm. */
export interface Repeatable {
  caller: string;
  key: string;
  body: unknown;
}

interface Answer {
  status: number;
  body?: unknown;
  /** The tag of what was made, as it was made. */
  tag?: string;
}

/**
 * Does the work once for a caller's key: who comes again within a day gets the same answer. The key, the work and the
 * answer are one transaction, so that of two who come at once the second waits for the first; and work that fails
 * leaves no trace, so that it can be tried again. The work must use the services it is given.
 */
export function once(services: Services, { caller, key, body }: Repeatable, work: (inside: Services) => Promise<Answer>): Promise<Answer> {
  const bodyHash = sha256(JSON.stringify(body));
  return services.database.transaction(async (tx) => {
    const mine = await tx.one(store.take(caller, key, bodyHash));
    if (!mine) {
      const known = await tx.one(store.answerOf(caller, key));
      if (known!.bodyHash !== bodyHash) throw conflict('This idempotency key was used with another body');
      return { status: known!.status!, body: JSON.parse(known!.answer!) as unknown, tag: known!.tag ?? undefined };
    }
    const answer = await work({ ...services, database: services.database.within(tx), replicas: undefined });
    const { status, tag = null } = answer;
    await tx.query(store.keepAnswer(caller, key, { status, answer: JSON.stringify(answer.body), tag }));
    return answer;
  });
}

/** Keys older than a day count no longer. */
export async function forgetOldKeys(db: Queryable): Promise<void> {
  await db.query(store.removeOld());
}
