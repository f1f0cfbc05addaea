import { randomInt, randomUUID } from 'node:crypto';
import type { Transaction } from '../../database/database';
import { sql } from '../../database/sql';
import type { RequestContext } from '../../graphql/context';
import type { AuditAction } from './audit.actions';
import { ENTRY_HASH, LANES } from './audit.chain';

export interface AuditRecord {
  action: AuditAction;
  entity?: { type: string; id: string; name: string };
  meta?: Record<string, unknown>;
  /** Who did it, where that is not the caller: a person signing in is still a stranger to the request. */
  actor?: { userId: string | null; name: string };
}

/** A transaction that tells the audit log what it changes. */
export interface Change extends Transaction {
  record(entry: AuditRecord): void;
}

class NothingRecorded extends Error {
  constructor(readonly result: unknown) {
    super();
  }
}

/**
 * The one way to change something: the change and its audit entries commit together or not at all.
 * Work that records nothing is rolled back, so that no change can go unnoticed.
 */
export async function change<T>(ctx: RequestContext, work: (tx: Change) => Promise<T>): Promise<T> {
  try {
    return await ctx.database.transaction(async (transaction) => {
      const records: AuditRecord[] = [];
      const result = await work({ ...transaction, record: (entry) => void records.push(entry) });
      if (records.length === 0) throw new NothingRecorded(result);
      transaction.beforeCommit(() => append(transaction, ctx, records));
      transaction.afterCommit(() => ctx.services.checkpoints.touch());
      return result;
    });
  } catch (error) {
    if (error instanceof NothingRecorded) return error.result as T;
    throw error;
  } finally {
    ctx.forget();
  }
}

/** Entries are linked in batches of this size: the linking joins a batch with itself. */
const BATCH = 200;

/**
 * Links the entries to the end of one of the chains. It runs last, because the head of the chain stays locked until
 * the commit; with several chains, concurrent changes rarely wait for each other.
 */
async function append(tx: Transaction, ctx: RequestContext, records: AuditRecord[]): Promise<void> {
  const lane = randomInt(LANES);
  const entries = records.map((record) => ({
    id: randomUUID(),
    action: record.action,
    entity_type: record.entity?.type ?? null,
    entity_id: record.entity?.id ?? null,
    entity_name: record.entity?.name ?? null,
    user_id: record.actor ? record.actor.userId : (ctx.caller.userId ?? null),
    user_name: record.actor?.name ?? ctx.caller.name,
    meta: record.meta ?? null,
  }));
  for (let from = 0; from < entries.length; from += BATCH) {
    await tx.query(appendStatement(lane, entries.slice(from, from + BATCH)));
  }
}

function appendStatement(lane: number, entries: object[]) {
  return sql`
    with recursive head as materialized (
      select seq, hash from audit_lane where lane = ${lane} for update
    ), entry as materialized (
      select n, id, action, entity_type, entity_id, entity_name, user_id, user_name, meta, ${lane}::smallint as lane,
        date_trunc('milliseconds', clock_timestamp()) as created_at
      from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) with ordinality as given(fields, n),
        jsonb_to_record(fields) as f(id uuid, action text, entity_type text, entity_id uuid, entity_name text,
          user_id uuid, user_name text, meta jsonb)
    ), link as (
      select 0::bigint as n, seq, hash, ''::text as prev_hash from head
      union all
      select e.n, l.seq + 1, ${ENTRY_HASH('l.hash', 'l.seq + 1', 'e')}, l.hash
      from link l join entry e on e.n = l.n + 1
    ), written as (
      insert into audit_entry (id, lane, seq, action, entity_type, entity_id, entity_name, user_id, user_name, meta,
        created_at, prev_hash, hash)
      select e.id, e.lane, l.seq, e.action, e.entity_type, e.entity_id, e.entity_name, e.user_id, e.user_name, e.meta,
        e.created_at, l.prev_hash, l.hash
      from link l join entry e using (n)
    )
    update audit_lane set seq = last.seq, hash = last.hash
    from (select seq, hash from link order by n desc limit 1) as last
    where lane = ${lane}`;
}
