import type { Transaction } from '../../database/database';
import { sql } from '../../database/sql';
import type { AuditAction } from './audit.actions';
import { ENTRY_HASH, LANES } from './audit.chain';

/** An entry about something that happened before, with the time at which it did. */
export interface HistoryEntry {
  id: string;
  /** In milliseconds. */
  at: number;
  action: AuditAction;
  entity?: { type: string; id: string; name: string };
  userId: string | null;
  userName: string;
  meta?: Record<string, unknown>;
}

/** Few enough that the database keeps them in memory while it follows the chains. */
const CHUNK = 4_000;

/**
 * Appends a history that is loaded in bulk, in the order given, to all chains in turn: thousands of entries in one
 * statement, with the same hash as any other entry. Like every append it belongs at the end of a transaction.
 */
export async function appendHistory(tx: Transaction, entries: readonly HistoryEntry[]): Promise<void> {
  const heads = await tx.query(sql`select 1 from audit_lane where lane < ${LANES} order by lane for update`);
  if (heads.length !== LANES) throw new Error('a chain of the audit log has lost its head: run "audit verify"');
  for (let from = 0; from < entries.length; from += CHUNK) await append(tx, entries.slice(from, from + CHUNK));
}

async function append(tx: Transaction, entries: readonly HistoryEntry[]): Promise<void> {
  const given = entries.map(({ id, at, action, entity, userId, userName, meta }, i) => ({
    id,
    lane: i % LANES,
    place: Math.floor(i / LANES) + 1,
    action,
    userId,
    userName,
    meta,
    at: new Date(at).toISOString(),
    entityType: entity?.type,
    entityId: entity?.id,
    entityName: entity?.name,
  }));
  await tx.query(sql`
    with recursive entry as materialized (
      select id, lane, place, action, "entityType" as entity_type, "entityId" as entity_id, "entityName" as entity_name,
        "userId" as user_id, "userName" as user_name, null::jsonb as api_key, meta, at as created_at
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as f(id uuid, lane smallint, place int, action text,
        "entityType" text, "entityId" uuid, "entityName" text, "userId" uuid, "userName" text, meta jsonb, at timestamptz(3))
    ), chain as (
      select lane, 0 as place, seq, ''::text as prev_hash, hash from audit_lane
      union all
      select e.lane, e.place, c.seq + 1, c.hash, ${ENTRY_HASH('c.hash', '(c.seq + 1)', 'e')}
      from chain c join entry e on e.lane = c.lane and e.place = c.place + 1
    ), written as (
      insert into audit_entry (id, lane, seq, action, entity_type, entity_id, entity_name, user_id, user_name, meta,
        created_at, prev_hash, hash)
      select e.id, e.lane, c.seq, e.action, e.entity_type, e.entity_id, e.entity_name, e.user_id, e.user_name, e.meta,
        e.created_at, c.prev_hash, c.hash
      from chain c join entry e using (lane, place)
    )
    update audit_lane l set seq = c.seq, hash = c.hash
    from (select distinct on (lane) lane, seq, hash from chain order by lane, place desc) as c
    where l.lane = c.lane`);
}
