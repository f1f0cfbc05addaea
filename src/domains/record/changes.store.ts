import { type RecordTable, wasThere } from '../../database/record/record-table';
import { join, rawSql, type Sql, sql, statement } from '../../database/sql';

/** The place of an entry in the log. */
export interface Place {
  lane: number;
  seq: string;
}

/** Entries of a chain that follow each other. */
interface Run {
  lane: number;
  first: number;
  last: number;
}

/** What follows each other in the log is asked for together: every table is looked into for each. */
function runsOf(places: readonly Place[]): Run[] {
  const sorted = places.map(({ lane, seq }) => ({ lane, seq: Number(seq) })).sort((a, b) => a.lane - b.lane || a.seq - b.seq);
  const runs: Run[] = [];
  for (const { lane, seq } of sorted) {
    const run = runs.at(-1);
    if (run?.lane === lane && seq <= run.last + 1) run.last = seq;
    else runs.push({ lane, first: seq, last: seq });
  }
  return runs;
}

/** The places, for `with`, and the versions v of a table that are of one of them. Without `offset` whole tables would be read. */
function atPlaces(places: readonly Place[]): { given: Sql; versionsOf: (table: RecordTable) => Sql } {
  const runs = runsOf(places);
  return {
    given: sql`places as materialized (select * from unnest(
      ${runs.map(({ lane }) => lane)}::smallint[], ${runs.map(({ first }) => first)}::bigint[], ${runs.map(({ last }) => last)}::bigint[]) as given(lane, first, last))`,
    versionsOf: ({ versions }) => sql`places cross join lateral (
        select * from ${versions} where kept_lane = places.lane and kept_seq between places.first and places.last offset 0) v`,
  };
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
  const { given, versionsOf } = atPlaces(places);
  const changed = tables.map((table) => {
    const sameRow = rawSql(table.key.map(({ name }) => `b."${name}" = v."${name}"`).join(' and '));
    return sql`
      select ${rawSql(`'${table.name}'`)} as "table", v.kept_lane as lane, v.kept_seq::text as seq, v.kept_since as at,
        (select case when not b.kept_is_end then ${table.jsonOf('b')} end from ${table.versions} b
          where ${sameRow} and b.kept_since < v.kept_since order by b.kept_since desc limit 1) as before,
        case when not v.kept_is_end then ${table.jsonOf('v')} end as after, v.kept_secrets as secrets
      from ${versionsOf(table)}`;
  });
  return sql<ChangedRow>`
    with ${given}
    ${join(changed, ' union all ')}`;
});

/** How much the record has of what some entries changed. */
export const sizesOf = statement('changes.sizesOf', (tables: readonly RecordTable[], places: readonly Place[]) => {
  const { given, versionsOf } = atPlaces(places);
  const kept = tables.map(
    (table) => sql`
      select v.kept_lane as lane, v.kept_seq as seq, sum(pg_column_size(v.*)) as bytes
      from ${versionsOf(table)} group by v.kept_lane, v.kept_seq`,
  );
  return sql<{ lane: number; seq: number; bytes: number }>`
    with ${given}
    select lane, seq, sum(bytes)::float8 as bytes from (${join(kept, ' union all ')}) as kept group by lane, seq`;
});

/** A row at a moment. */
export interface RowAt {
  id: string;
  at: string;
}

/** What is looked up of a row: what it was called, or the id of what it hung on or was a part of; of a family, what stands for it. */
export type What = 'title' | 'below' | 'whole' | 'family';

/** The same of rows at moments, or before they were deleted. */
export const valuesAt = statement('changes.valuesAt', (table: RecordTable, what: What, wanted: readonly RowAt[]) => {
  const ids = wanted.map(({ id }) => id);
  const times = wanted.map(({ at }) => at);
  if (what === 'family') return shownAt(table, wanted);
  const property = { title: table.title, below: table.keeping.path?.below, whole: table.keeping.partOf }[what]!;
  const column = rawSql(`v."${table.column(property).name}"`);
  return sql<RowAt & { value: string | null }>`
    select given.id, given.at, (
      select ${column}::text from ${table.versions} v where v.id = given.id and v.kept_since <= given.at and not v.kept_is_end
      order by v.kept_since desc limit 1) as value
    from unnest(${ids}::uuid[], ${times}::timestamptz[]) as given(id, at)`;
});

/** Of each family the published version, or the newest if none is. */
const shownAt = (table: RecordTable, wanted: readonly RowAt[]) => sql<RowAt & { value: string | null }>`
    select given.id, given.at, (
      select json_build_object('id', v.id, 'name', v.name)::text from ${table.versions} v
      where v.family = given.id and ${wasThere(rawSql('given.at'))} order by v.status = 'PUBLISHED' desc, v.version desc limit 1) as value
    from unnest(${wanted.map(({ id }) => id)}::uuid[], ${wanted.map(({ at }) => at)}::timestamptz[]) as given(id, at)`;
