import { within } from '../../database/record/capture';
import type { RecordColumn, RecordTable } from '../../database/record/record-table';
import type { Range } from '../../database/record/touch';
import { identifier, join, rawSql, type Sql, sql, statement } from '../../database/sql';

/** Since when everything is recorded: null before that is so. And the time it is. */
export const bounds = statement(
  'record.bounds',
  () => sql<{ since: string | null; now: string }>`
    select (select max(created_at) from audit_entry where action = 'BEGIN_RECORD') as since, clock_timestamp() as now`,
);

/** The chains that were last changed before a moment. */
export const unsettled = statement(
  'record.unsettled',
  (moment: string) => sql<{ lane: number }>`select lane from audit_lane where at < ${moment} order by lane`,
);

/**
 * Makes sure that a chain changes nothing any more of what was at a moment: waits for the change under way, which holds its lock,
 * and moves its time up to the moment, so that later changes come after it even if the clock is set back.
 */
export const settle = statement(
  'record.settle',
  (lane: number, moment: string) => sql<never>`update audit_lane set at = ${moment} where lane = ${lane} and at < ${moment}`,
);

/** How many entries of each chain were written by servers of an earlier version, which keep no past. */
export const unrecordedEntries = statement(
  'record.unrecordedEntries',
  () => sql<{ counts: Record<string, number> }>`select jsonb_object_agg(lane, seq - recorded) as counts from audit_lane`,
);

/** The same when the record began for the last time. */
export const unrecordedBefore = statement(
  'record.unrecordedBefore',
  () => sql<{ counts: Record<string, number> }>`
    select meta->'unrecorded' as counts from audit_entry where action = 'BEGIN_RECORD' order by created_at desc limit 1`,
);

/** How many migrations have run. */
export const migrations = statement('record.migrations', () => sql<{ count: number }>`select count(*) as count from migration`);

/** How many had when everything was recorded for the last time; undefined before that was noted. */
export const recordedMigrations = statement(
  'record.recordedMigrations',
  () => sql<{ count: number }>`
    select (meta->>'migrations')::bigint as count from audit_entry
    where action in ('BEGIN_RECORD', 'RECORD_BASELINE') and meta->'migrations' is not null order by created_at desc limit 1`,
);

/** The end of a range of keys, null if there are none, and how many they are. */
export interface Upcoming {
  upTo: string | null;
  count: number;
}

/** The next range of keys, live or kept, after a key. */
export const rangeAfter = statement('record.rangeAfter', ({ name, key, versions }: RecordTable, after: string | null, most: number) => {
  const [{ name: column, type }] = key as [RecordColumn];
  const isAfter = after === null ? sql`true` : sql`${identifier(column)} > ${after}::${rawSql(type)}`;
  const next = (from: Sql, isOpen: Sql) => sql`
      (select ${identifier(column)} as key from ${from} where ${isAfter}${isOpen} order by key limit ${most})`;
  return sql<Upcoming>`
      select (array_agg(key order by key desc))[1]::text as "upTo", count(*) as count from (
        select key from (${join([next(identifier(name), sql``), next(versions, sql` and kept_until is null`)], ' union all ')}) as either
        order by key limit ${most}
      ) as next`;
});

/** Lets nobody change rows until they are recorded. */
export const lockRange = statement('record.lockRange', ({ name, key: [first] }: RecordTable, range: Range) => {
  const { name: column, type } = first!;
  return sql<{ count: number }>`
    with locked as materialized (select 1 from ${identifier(name)} where ${within(identifier(column), range, type)} for no key update)
    select count(*) as count from locked`;
});

/** Rows, all or those of a range, that differ from the last version kept of them, or have none; and versions whose row is gone. */
export const unrecorded = statement('record.unrecorded', (table: RecordTable, range?: Range) => {
  const { name, key, versions } = table;
  const isWithin = range ? sql`(${within(identifier(key[0]!.name), range, key[0]!.type)})` : sql`true`;
  const live = sql`select ${table.listed('t')} from ${identifier(name)} t where ${isWithin}`;
  const kept = sql`select ${table.completed('v')} from ${versions} v where v.kept_until is null and ${isWithin}`;
  const keys = join(
    key.map((column) => sql`${identifier(column.name)}::text`),
    ` || ' ' || `,
  );
  return sql<{ key: string }>`
      select distinct ${keys} as key from ((${live} except ${kept}) union all (${kept} except ${live})) as differing limit 5`;
});

/** Of several last versions of a row, those before the last end with its beginning. */
export const endDoubles = statement('record.endDoubles', ({ key, versions }: RecordTable) => {
  const same = rawSql(key.map(({ name }) => `v."${name}" = o."${name}"`).join(' and '));
  const keys = rawSql(key.map(({ name }) => `"${name}"`).join(', '));
  return sql<never>`
    update ${versions} v set kept_until = o.next from (
      select ${keys}, kept_since, lead(kept_since) over (partition by ${keys} order by kept_since) as next
      from ${versions} where kept_until is null
    ) as o where o.next is not null and ${same} and v.kept_since = o.kept_since`;
});
