import type { RecordTable } from '../../database/record/record-table';
import { identifier, join, rawSql, sql, statement } from '../../database/sql';

/** Since when everything is recorded: null before that is so. And the time it is. */
export const bounds = statement(
  'record.bounds',
  () => sql<{ since: string | null; now: string }>`
    select (select max(created_at) from audit_entry where action = 'BEGIN_RECORD') as since, clock_timestamp() as now`,
);

/**
 * Makes sure that nothing can change any more of what was at a moment: waits for the changes under way, which hold the locks
 * of their chains, and moves the times of the chains up to it, so that later changes come after it even if the clock is set back.
 */
export const settle = statement(
  'record.settle',
  (moment: string) => sql<never>`
    update audit_lane l set at = ${moment}
    from (select lane from audit_lane where at < ${moment} order by lane for update) as earlier where l.lane = earlier.lane`,
);

/** Entries that servers of an earlier version wrote after everything was recorded: they kept no past. */
export const hasEarlierEntries = statement(
  'record.hasEarlierEntries',
  (since: string) => sql<{ found: boolean }>`
    select exists (select 1 from audit_entry where commitments is null and created_at >= ${since}) as found`,
);

/** The next keys of a table after one, live or kept; rows of several keys are taken together by the first. */
export const keysAfter = statement('record.keysAfter', ({ name, key, versions }: RecordTable, after: string | null, most: number) => {
  const column = identifier(key[0]!.name);
  const next = (from: ReturnType<typeof sql>, isOpen: ReturnType<typeof sql>) => sql`
      (select distinct ${column}::text as key from ${from} where (${after}::text is null or ${column} > ${after}::${rawSql(key[0]!.type)})
      ${isOpen} order by key limit ${most})`;
  return sql<{ key: string }>`
      select distinct key from (${join(
        [next(identifier(name), sql``), next(versions, sql`and kept_until is null`)],
        ' union all ',
      )}) as keys order by key limit ${most}`;
});

/** Rows that differ from the last version kept of them, or have none; and versions whose row is gone. */
export const unrecorded = statement('record.unrecorded', (table: RecordTable) => {
  const { name, key, versions } = table;
  const live = sql`select ${table.listed('t')} from ${identifier(name)} t`;
  const kept = sql`select ${table.listed('v')} from ${versions} v where v.kept_until is null`;
  const keys = join(
    key.map((column) => sql`${identifier(column.name)}::text`),
    ` || ' ' || `,
  );
  return sql<{ key: string }>`
      select distinct ${keys} as key from ((${live} except ${kept}) union all (${kept} except ${live})) as differing limit 5`;
});
