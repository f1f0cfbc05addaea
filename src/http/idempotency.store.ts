import type { Row } from '../database/rows';
import { rawSql, sql, statement } from '../database/sql';
import type { IdempotencyKey } from './idempotency-key.entity';

const IS_OLD = rawSql(`k.created_at < now() - interval '24 hours'`);

/** Takes a caller's key. A retry within a day gets no row; of two concurrent requests, the second waits for the first. */
export const take = statement(
  'idempotency.take',
  (caller: string, key: string, bodyHash: string) => sql<Pick<Row<IdempotencyKey>, 'key'>>`
    insert into idempotency_key as k (caller, key, body_hash) values (${caller}, ${key}, ${bodyHash})
    on conflict (caller, key) do update set body_hash = excluded.body_hash, created_at = now() where ${IS_OLD}
    returning key`,
);

export const answerOf = statement(
  'idempotency.answerOf',
  (caller: string, key: string) => sql<Pick<Row<IdempotencyKey>, 'bodyHash' | 'status' | 'answer' | 'tag'>>`
    select body_hash as "bodyHash", status, answer, tag from idempotency_key where caller = ${caller} and key = ${key}`,
);

type Kept = Pick<Row<IdempotencyKey>, 'status' | 'answer' | 'tag'>;

export const keepAnswer = statement(
  'idempotency.keepAnswer',
  (caller: string, key: string, { status, answer, tag }: Kept) => sql<never>`
    update idempotency_key set status = ${status}, answer = ${answer}, tag = ${tag} where caller = ${caller} and key = ${key}`,
);

/** Keys expire after a day. */
export const removeOld = statement('idempotency.removeOld', () => sql<never>`delete from idempotency_key as k where ${IS_OLD}`);
