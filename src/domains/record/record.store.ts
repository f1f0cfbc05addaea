import type { RecordTable } from '../../database/record/record-table';
import { identifier, join, rawSql, sql, statement } from '../../database/sql';

/** Since when everything is recorded: null before that is so. And the time it is. */
export const bounds = statement(
  'record.bounds',
  () => sql<{ since: string | null; now: string }>`
    select (select max(created_at) from audit_entry where action = 'BEGIN_RECORD') as since, clock_timestamp() as now`,
);

/**
 * Waits for the changes under way in chains whose last moment has not passed this one: a change takes its moment behind the
 * lock that it keeps until its commit.
 */
export const awaitChanges = statement(
  'record.awaitChanges',
  (moment: string) => sql<{ lane: number }>`select lane from audit_lane where at <= ${moment} order by lane for share`,
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
