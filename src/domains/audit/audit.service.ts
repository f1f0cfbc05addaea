import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ClientBase } from 'pg';
import type { Transaction } from '../../database/database';
import { type Sql, sql } from '../../database/sql';
import type { RequestContext } from '../../kernel/context';
import { type Count, TallyChanges } from '../../database/tally/tally';
import type { AuditApiKey } from './audit-entry.entity';
import type { AuditAction } from './audit.actions';
import { ENTRY_HASH } from './audit.chain';
import { laneFor } from './audit.lanes';

export interface AuditRecord {
  action: AuditAction;
  entity?: { type: string; id: string | null; name: string };
  meta?: Record<string, unknown>;
  /** Who did it, where that is not the caller: a person signing in is still a stranger to the request. */
  actor?: { userId: string | null; name: string };
}

/** A record with who did it. */
interface LinkedEntry extends Omit<AuditRecord, 'actor'> {
  userId: string | null;
  userName: string;
  apiKey?: AuditApiKey | null;
}

/** A transaction that tells the audit log what it changes. */
export interface Change extends Transaction {
  record(entry: AuditRecord): void;
  /** Keeps the tallies in line with what was changed. */
  count: Count;
}

/** The transaction as the work sees it. */
class RecordedChange implements Change {
  readonly records: AuditRecord[] = [];
  readonly tallies = new TallyChanges();
  readonly count = this.tallies.add;
  readonly query = this.transaction.query;
  readonly one = this.transaction.one;
  readonly table = this.transaction.table;

  constructor(private readonly transaction: Transaction) {}

  get em(): EntityManager {
    return this.transaction.em;
  }

  get connection(): ClientBase {
    return this.transaction.connection;
  }

  record(entry: AuditRecord): void {
    this.records.push(entry);
  }

  beforeCommit(step: () => Promise<Sql | undefined>): void {
    this.transaction.beforeCommit(step);
  }

  afterCommit(step: () => void): void {
    this.transaction.afterCommit(step);
  }

  atEnd(step: () => void): void {
    this.transaction.atEnd(step);
  }
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
      const recorded = new RecordedChange(transaction);
      const result = await work(recorded);
      const { records, tallies } = recorded;
      if (records.length === 0) throw new NothingRecorded(result);
      transaction.beforeCommit(() => append(transaction, ctx, records, tallies));
      transaction.afterCommit(() => ctx.services.checkpoints.touch());
      return result;
    });
  } catch (error) {
    if (error instanceof NothingRecorded) return error.result as T;
    throw isHeadLost(error) ? headLost(error) : error;
  } finally {
    ctx.forget();
  }
}

/**
 * Links the entries to the end of one of the chains. It runs last, because the head of the chain stays locked until
 * the commit; a single entry goes out with the commit itself.
 */
async function append(
  tx: Transaction,
  { caller }: RequestContext,
  records: AuditRecord[],
  tallies: TallyChanges,
): Promise<Sql | undefined> {
  const lane = laneFor(tx);
  const entries = records.map(({ action, entity, meta, actor }): LinkedEntry => {
    const { userId = null, name: userName } = actor ?? caller;
    return { action, entity, meta, userId, userName, apiKey: actor ? null : caller.apiKey };
  });
  if (entries.length === 1) return appendStatement(lane, entries[0]!, tallies);
  for (let i = 0; i < entries.length; i += CHUNK) {
    const [head] = await tx.query(appendManyStatement(lane, entries.slice(i, i + CHUNK), i === 0 ? tallies : undefined));
    // Without the head nothing was written, and no change may go unrecorded.
    if (!head) throw headLost();
  }
  return undefined;
}

const NOT_NULL = '23502';

/** An entry that got no place in its chain. */
function isHeadLost(error: unknown): boolean {
  const { code, table } = error as { code?: string; table?: string };
  return code === NOT_NULL && table === 'audit_entry';
}

function headLost(cause?: unknown): Error {
  return new Error('a chain of the audit log has lost its head: run "audit verify"', { cause });
}

/** So many entries go into one statement. */
const CHUNK = 1_000;

/** Counts what is written, and what changed of the tallies. Behind the lock of the head the lane's numbers are ours. */
const counting = (lane: number, from: Sql, tallies: TallyChanges) => sql`
    counted as (
      insert into audit_count as c (action, day, lane, count)
      select e.action, (e.created_at at time zone 'UTC')::date as day, e.lane, count(*)
      from ${from} e group by e.action, day, e.lane
      on conflict (action, day, lane) do update set count = c.count + excluded.count
    )${
      tallies.isEmpty
        ? sql``
        : sql`, tallied as (
      insert into tally as t (kind, key, lane, count)
      select more.kind, more.key, ${lane}, more.by from head cross join ${tallies.rows}
      on conflict (kind, key, lane) do update set count = t.count + excluded.count
    )`
    }`;

/**
 * One statement moves the head of the chain, hashes the entry, inserts it, and counts. Where the head is gone, the
 * entry has no place in the chain, which the table refuses: no change may go unrecorded.
 */
export function appendStatement(lane: number, linked: LinkedEntry, tallies = new TallyChanges()): Sql {
  const { action, entity, meta, userId, userName, apiKey } = linked;
  return sql`
    with head as (
      update audit_lane l set seq = l.seq + 1, prev_hash = l.hash, hash = ${ENTRY_HASH('l.hash', '(l.seq + 1)', 'e')}
      from (
        select ${randomUUID()}::uuid as id, ${lane}::smallint as lane, ${action}::text as action,
          ${entity?.type ?? null}::text as entity_type, ${entity?.id ?? null}::uuid as entity_id,
          ${entity?.name ?? null}::text as entity_name, ${userId}::uuid as user_id, ${userName}::text as user_name,
          ${apiKey ? JSON.stringify(apiKey) : null}::jsonb as api_key, ${meta ? JSON.stringify(meta) : null}::jsonb as meta,
          date_trunc('milliseconds', clock_timestamp()) as created_at
      ) as e
      where l.lane = ${lane}
      returning e.*, l.seq, l.prev_hash, l.hash
    ), ${counting(lane, sql`head`, tallies)}
    insert into audit_entry (id, lane, seq, action, entity_type, entity_id, entity_name, user_id, user_name, api_key, meta,
      created_at, prev_hash, hash)
    select id, lane, seq, action, entity_type, entity_id, entity_name, user_id, user_name, api_key, meta,
      created_at, prev_hash, hash
    from (values (1)) as one left join head on true`;
}

/** The same for several entries: each is hashed over its predecessor, one after the other. */
function appendManyStatement(lane: number, entries: readonly LinkedEntry[], tallies = new TallyChanges()): Sql {
  const given = entries.map(({ entity, ...entry }) => ({
    ...entry,
    id: randomUUID(),
    entityType: entity?.type,
    entityId: entity?.id,
    entityName: entity?.name,
  }));
  return sql`
    with recursive head as materialized (
      select seq, hash from audit_lane where lane = ${lane} for update
    ), entry as materialized (
      select n, id, ${lane}::smallint as lane, action, "entityType" as entity_type, "entityId" as entity_id,
        "entityName" as entity_name, "userId" as user_id, "userName" as user_name, "apiKey" as api_key, meta,
        date_trunc('milliseconds', clock_timestamp()) as created_at
      from jsonb_array_elements(${JSON.stringify(given)}::jsonb) with ordinality as given(fields, n),
        jsonb_to_record(fields) as f(id uuid, action text, "entityType" text, "entityId" uuid, "entityName" text,
          "userId" uuid, "userName" text, "apiKey" jsonb, meta jsonb)
    ), chain as (
      select 0::bigint as n, seq, ''::text as prev_hash, hash from head
      union all
      select e.n, c.seq + 1, c.hash, ${ENTRY_HASH('c.hash', '(c.seq + 1)', 'e')} from chain c join entry e on e.n = c.n + 1
    ), written as (
      insert into audit_entry (id, lane, seq, action, entity_type, entity_id, entity_name, user_id, user_name, api_key,
        meta, created_at, prev_hash, hash)
      select e.id, e.lane, c.seq, e.action, e.entity_type, e.entity_id, e.entity_name, e.user_id, e.user_name, e.api_key,
        e.meta, e.created_at, c.prev_hash, c.hash
      from chain c join entry e using (n)
      returning action, created_at, lane, seq, hash
    ), ${counting(lane, sql`written`, tallies)}
    update audit_lane set seq = last.seq, hash = last.hash from (select seq, hash from written order by seq desc limit 1) as last
    where lane = ${lane} returning lane`;
}
