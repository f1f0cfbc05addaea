import { sha256 } from '../auth/api-keys';
import type { Queryable } from '../database/database';
import type { Services } from '../kernel/context';
import { conflict } from '../kernel/errors';
import * as store from './idempotency.store';

/** A request that its caller can safely retry. */
export interface Repeatable {
  caller: string;
  key: string;
  body: unknown;
  /** What the caller sees: a response was made for that. */
  scope?: string;
}

interface Answer {
  status: number;
  body?: unknown;
  /** The tag of what was created, at that time. */
  tag?: string;
}

/**
 * Does the work once per caller and key: a retry within a day gets the same response. The key, the work and the response are one
 * transaction, so of two concurrent requests the second waits for the first; and work that fails leaves no trace, so it can be
 * retried. The work must use the services it is given.
 */
export function once(
  services: Services,
  { caller, key, body, scope }: Repeatable,
  work: (inside: Services) => Promise<Answer>,
): Promise<Answer> {
  const bodyHash = sha256(JSON.stringify(scope === undefined ? body : [scope, body]));
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

/** Keys expire after a day. */
export async function forgetOldKeys(db: Queryable): Promise<void> {
  await db.query(store.removeOld());
}
