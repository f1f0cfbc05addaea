import { sha256 } from '../auth/api-keys';
import type { Queryable } from '../database/database';
import { rawSql, sql } from '../database/sql';
import type { Services } from '../kernel/context';
import { conflict } from '../kernel/errors';

/** A request that its caller can repeat without harm. */
export interface Repeatable {
  caller: string;
  key: string;
  body: unknown;
}

interface Answer {
  status: number;
  body?: unknown;
}

const IS_OLD = rawSql(`k.created_at < now() - interval '24 hours'`);

/**
 * Does the work once for a caller's key: who comes again within a day gets the same answer. The key, the work and the
 * answer are one transaction, so that of two who come at once the second waits for the first; and work that fails
 * leaves no trace, so that it can be tried again. The work must use the services it is given.
 */
export function once(services: Services, { caller, key, body }: Repeatable, work: (inside: Services) => Promise<Answer>): Promise<Answer> {
  const bodyHash = sha256(JSON.stringify(body));
  return services.database.transaction(async (tx) => {
    const [mine] = await tx.query(sql`
      insert into idempotency_key as k (caller, key, body_hash) values (${caller}, ${key}, ${bodyHash})
      on conflict (caller, key) do update set body_hash = excluded.body_hash, created_at = now() where ${IS_OLD}
      returning key`);
    if (!mine) {
      const [known] = await tx.query<{ bodyHash: string; status: number; answer: string }>(sql`
        select body_hash as "bodyHash", status, answer from idempotency_key where caller = ${caller} and key = ${key}`);
      if (known!.bodyHash !== bodyHash) throw conflict('This idempotency key was used with another body');
      return { status: known!.status, body: JSON.parse(known!.answer) as unknown };
    }
    const answer = await work({ ...services, database: services.database.within(tx), replicas: undefined });
    await tx.query(sql`
      update idempotency_key set status = ${answer.status}, answer = ${JSON.stringify(answer.body)}
      where caller = ${caller} and key = ${key}`);
    return answer;
  });
}

/** Keys older than a day count no longer. */
export async function forgetOldKeys(db: Queryable): Promise<void> {
  await db.query(sql`delete from idempotency_key as k where ${IS_OLD}`);
}
