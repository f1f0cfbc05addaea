import type { RecordTable } from '../../database/record/record-table';
import { join, present, sql, statement } from '../../database/sql';

/** One erasure at a time, and none while somebody copies texts of the log, as whoever makes the tree grow does. */
export const lock = statement('audit-erasure.lock', () => sql<never>`select from audit_tree for update`);

/** For whoever copies texts of the record, before reading them: what was erased then stays so. */
export const share = statement('audit-erasure.share', () => sql<never>`select from audit_tree for share`);

/** Erases a person from some entries of a chain. Addresses are given in small letters. */
export const erase = statement(
  'audit-erasure.erase',
  (id: string, names: readonly string[], addresses: readonly string[], lane: number, first: number, last: number) => sql<{
    erased: number;
  }>`
    select erase_from_audit_log(${id}, ${names}::text[], ${addresses}::text[], ${lane}::smallint, ${first}, ${last}) as erased`,
);

/** Erases what entries changed from the leaves of the tree. */
export const eraseChanges = statement(
  'audit-erasure.eraseChanges',
  (lanes: readonly number[], seqs: readonly string[]) => sql<never>`
    select from erase_changes_from_audit_log(${lanes}::smallint[], ${seqs}::bigint[])`,
);

/** Entries that name somebody who was erased lately: requests of that person, which were under way, wrote them afterwards. */
export const late = statement(
  'audit-erasure.late',
  () => sql<{ id: string; lane: number; seq: number }>`
    select distinct ${present('e.entity_id')} as id, late.lane, late.seq
    from audit_entry e join audit_entry late on late.created_at >= e.created_at - interval '1 hour' and (
      late.user_id = e.entity_id and late.user_name <> 'Erased' or late.entity_id = e.entity_id and late.entity_name <> 'Erased')
    where e.action = 'ERASE_USER' and e.created_at > now() - interval '1 day'`,
);

/** How many texts were erased of which nothing says whose they were: details, what leaves tell of changes, versions of the record. */
export interface Gone {
  details: number;
  changes: number;
  states: number;
}

/**
 * What is gone, and what the log says to be: null before it did. One of an earlier version, which doesn't say it, leaves the number
 * unknown until the next.
 */
export const gone = statement('audit-erasure.gone', (tables: readonly RecordTable[]) => {
  const states = tables
    .filter(({ personal }) => personal.length > 0)
    .map(({ versions }) => sql`(select count(*) from ${versions} where kept_hash is not null)`);
  return sql<Gone & { told: Gone | null; isUnknown: boolean }>`
    with erasure as materialized (select created_at, meta->'inAll' as told from audit_entry where action = 'ERASE_USER')
    select (select count(*) from audit_entry where meta = '{"erased": true}') as details,
      (select count(*) from audit_leaf where commitments ? 'changes' and not coalesce(salts ? 'changes', salt is not null)) as changes,
      ${join(states, ' + ')} as states,
      (select told from erasure where told is not null order by (told->>'details')::bigint + (told->>'changes')::bigint + (told->>'states')::bigint desc limit 1) as told,
      exists (select 1 from erasure where told is null and created_at > all (select created_at from erasure where told is not null)) as "isUnknown"`;
});

/** Who was erased. */
export const erasedIds = statement(
  'audit-erasure.erasedIds',
  () => sql<{ id: string }>`select ${present('entity_id')} as id from audit_entry where action = 'ERASE_USER'`,
);

/** Whether a person was erased before. */
export const isErased = statement(
  'audit-erasure.isErased',
  (id: string) => sql<{ found: boolean }>`
    select exists (select 1 from audit_entry where entity_id = ${id} and action = 'ERASE_USER') as found`,
);

/** How many entries from before the record were erased: their hashes are over texts that are gone. */
export const countEarlier = statement(
  'audit-erasure.countEarlier',
  () => sql<{ count: number }>`select count(*) as count from audit_entry where commitments is null and salts is not null`,
);
