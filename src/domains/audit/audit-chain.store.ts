import type { TallyChange } from '../../database/tally/tally';
import { tallyRows } from '../../database/tally/tally';
import { rawSql, type Sql, sql, statement } from '../../database/sql';
import type { AuditApiKey } from './audit-entry.entity';
import type { AuditAction } from './audit.actions';
import { LANES } from './audit.chain';

/**
 * The hash of an entry: SHA-256, in hex, of the JSON array
 * [previous hash, lane, number, id, action, entity type, entity id, entity name, user id, user name, meta, time]
 * as PostgreSQL prints jsonb; if an API key was used, it is appended as one more element. Used both to append and to verify.
 */
export function entryHash(previousHash: string, seq: string, entry: string): Sql {
  return rawSql(`encode(sha256(convert_to((jsonb_build_array(
    ${previousHash}, ${entry}.lane, ${seq}, ${entry}.id, ${entry}.action, ${entry}.entity_type, ${entry}.entity_id,
    ${entry}.entity_name, ${entry}.user_id, ${entry}.user_name, ${entry}.meta,
    to_char(${entry}.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    || case when ${entry}.api_key is null then '[]' else jsonb_build_array(${entry}.api_key) end)::text, 'UTF8')), 'hex')`);
}

/** An entry without a place in a chain yet. */
export interface NewEntry {
  id: string;
  action: AuditAction;
  entity?: { type: string; id: string | null; name: string };
  meta?: Record<string, unknown>;
  userId: string | null;
  userName: string;
  apiKey?: AuditApiKey | null;
}

/** Updates the counts of entries and the tallies. The lock on the lane's head also protects the lane's rows. */
const counting = (lane: number, from: Sql, tallies: readonly TallyChange[]) => sql`
    counted as (
      insert into audit_count as c (action, day, lane, count)
      select e.action, (e.created_at at time zone 'UTC')::date as day, e.lane, count(*)
      from ${from} e group by e.action, day, e.lane
      on conflict (action, day, lane) do update set count = c.count + excluded.count
    )${
      tallies.length === 0
        ? sql``
        : sql`, tallied as (
      insert into tally as t (kind, key, lane, count)
      select more.kind, more.key, ${lane}, more.by from head cross join ${tallyRows(tallies)}
      on conflict (kind, key, lane) do update set count = t.count + excluded.count
    )`
    }`;

/**
 * One statement that advances the head of the chain, hashes the entry, inserts it, and counts. If the head is missing, the entry
 * gets no place, which the table rejects: no change may go unrecorded.
 */
export const append = statement(
  'audit-chain.append',
  (lane: number, { id, action, entity, meta, userId, userName, apiKey }: NewEntry, tallies: readonly TallyChange[]) => sql<never>`
    with head as (
      update audit_lane l set seq = l.seq + 1, prev_hash = l.hash, hash = ${entryHash('l.hash', '(l.seq + 1)', 'e')}
      from (
        select ${id}::uuid as id, ${lane}::smallint as lane, ${action}::text as action,
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
    from (values (1)) as one left join head on true`,
);

/** Entries in the form that jsonb_to_record and jsonb_to_recordset read. */
const asJson = (entries: readonly Pick<NewEntry, 'entity'>[]) =>
  JSON.stringify(
    entries.map(({ entity, ...entry }) => ({ ...entry, entityType: entity?.type, entityId: entity?.id, entityName: entity?.name })),
  );

/** The same for several entries, each hashed over its predecessor. Without the head it returns no row. */
export const appendMany = statement(
  'audit-chain.appendMany',
  (lane: number, entries: readonly NewEntry[], tallies: readonly TallyChange[]) => sql<{ lane: number }>`
    with recursive head as materialized (
      select seq, hash from audit_lane where lane = ${lane} for update
    ), entry as materialized (
      select n, id, ${lane}::smallint as lane, action, "entityType" as entity_type, "entityId" as entity_id,
        "entityName" as entity_name, "userId" as user_id, "userName" as user_name, "apiKey" as api_key, meta,
        date_trunc('milliseconds', clock_timestamp()) as created_at
      from jsonb_array_elements(${asJson(entries)}::jsonb) with ordinality as given(fields, n),
        jsonb_to_record(fields) as f(id uuid, action text, "entityType" text, "entityId" uuid, "entityName" text,
          "userId" uuid, "userName" text, "apiKey" jsonb, meta jsonb)
    ), chain as (
      select 0::bigint as n, seq, ''::text as prev_hash, hash from head
      union all
      select e.n, c.seq + 1, c.hash, ${entryHash('c.hash', '(c.seq + 1)', 'e')} from chain c join entry e on e.n = c.n + 1
    ), written as (
      insert into audit_entry (id, lane, seq, action, entity_type, entity_id, entity_name, user_id, user_name, api_key,
        meta, created_at, prev_hash, hash)
      select e.id, e.lane, c.seq, e.action, e.entity_type, e.entity_id, e.entity_name, e.user_id, e.user_name, e.api_key,
        e.meta, e.created_at, c.prev_hash, c.hash
      from chain c join entry e using (n)
      returning action, created_at, lane, seq, hash
    ), ${counting(lane, sql`written`, tallies)}
    update audit_lane set seq = last.seq, hash = last.hash from (select seq, hash from written order by seq desc limit 1) as last
    where lane = ${lane} returning lane`,
);

export const lockHeads = statement(
  'audit-chain.lockHeads',
  () => sql<{ lane: number }>`select lane from audit_lane where lane < ${LANES} order by lane for update`,
);

/** A past entry, with its lane, its position among the new entries of that lane, and its time. */
export interface PastEntry extends Omit<NewEntry, 'apiKey'> {
  lane: number;
  place: number;
  at: string;
}

/** Appends a history to the chains in one statement. Their heads must be locked. */
export const appendHistory = statement(
  'audit-chain.appendHistory',
  (entries: readonly PastEntry[]) => sql<never>`
    with recursive entry as materialized (
      select id, lane, place, action, "entityType" as entity_type, "entityId" as entity_id, "entityName" as entity_name,
        "userId" as user_id, "userName" as user_name, null::jsonb as api_key, meta, at as created_at
      from jsonb_to_recordset(${asJson(entries)}::jsonb) as f(id uuid, lane smallint, place int, action text,
        "entityType" text, "entityId" uuid, "entityName" text, "userId" uuid, "userName" text, meta jsonb, at timestamptz(3))
    ), chain as (
      select lane, 0 as place, seq, ''::text as prev_hash, hash from audit_lane
      union all
      select e.lane, e.place, c.seq + 1, c.hash, ${entryHash('c.hash', '(c.seq + 1)', 'e')}
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
    where l.lane = c.lane`,
);
