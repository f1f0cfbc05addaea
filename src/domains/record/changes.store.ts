import type { RecordTable } from '../../database/record/record-table';
import { join, rawSql, sql, statement } from '../../database/sql';

/** The place of an entry in the log. */
export interface Place {
  lane: number;
  seq: string;
}

/** A row before and after a change, by properties; null where it wasn't there. */
export interface ChangedRow extends Place {
  table: string;
  at: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Names of secrets that changed. */
  secrets: string[] | null;
}

/** The rows that some entries changed. */
export const changedRows = statement('changes.changedRows', (tables: readonly RecordTable[], places: readonly Place[]) => {
  const lanes = places.map(({ lane }) => lane);
  const seqs = places.map(({ seq }) => seq);
  const changed = tables.map((table) => {
    const sameRow = rawSql(table.key.map(({ name }) => `b."${name}" = v."${name}"`).join(' and '));
    return sql`
      select ${rawSql(`'${table.name}'`)} as "table", v.kept_lane as lane, v.kept_seq::text as seq, v.kept_since as at,
        (select case when not b.kept_is_end then ${table.jsonOf('b')} end from ${table.versions} b
          where ${sameRow} and b.kept_since < v.kept_since order by b.kept_since desc limit 1) as before,
        case when not v.kept_is_end then ${table.jsonOf('v')} end as after, v.kept_secrets as secrets
      from ${table.versions} v join places on v.kept_lane = places.lane and v.kept_seq = places.seq`;
  });
  return sql<ChangedRow>`
    with places as materialized (select * from unnest(${lanes}::smallint[], ${seqs}::bigint[]) as given(lane, seq))
    ${join(changed, ' union all ')}`;
});

/** A row at a moment. */
export interface RowAt {
  id: string;
  at: string;
}

/** What rows were called at moments, or before they were deleted; or the ids of what they hung on. */
export const valuesAt = statement('changes.valuesAt', (table: RecordTable, what: 'title' | 'below', wanted: readonly RowAt[]) => {
  const ids = wanted.map(({ id }) => id);
  const times = wanted.map(({ at }) => at);
  const property = (what === 'title' ? table.title : table.keeping.path?.below)!;
  const column = rawSql(`v."${table.column(property).name}"`);
  return sql<RowAt & { value: string | null }>`
    select given.id, given.at, (
      select ${column}::text from ${table.versions} v where v.id = given.id and v.kept_since <= given.at and not v.kept_is_end
      order by v.kept_since desc limit 1) as value
    from unnest(${ids}::uuid[], ${times}::timestamptz[]) as given(id, at)`;
});
