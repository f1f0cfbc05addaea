import { hashOf, isErasedOrWhole } from '../../database/record/capture';
import type { RecordColumn, RecordTable } from '../../database/record/record-table';
import { identifier, join, rawSql, sql, statement } from '../../database/sql';
import type { AuditWitness } from '../settings/audit-witness';
import type { SignedCheckpoint } from './log.store';

/** An entry whose state isn't what it says. */
export interface WrongState {
  lane: number;
  seq: number;
  id: string | null;
  action: string | null;
}

/** The first of some entries of a chain whose versions in the record don't have the hash that the entry covers. */
export const wrongStateIn = statement(
  'verification.wrongStateIn',
  (tables: readonly RecordTable[], lane: number, after: number, size: number) => {
    const versions = tables.map(
      (table) => sql`
      select v.kept_seq as seq, case when ${isErasedOrWhole(table, 'v')} then ${hashOf(table, 'v')} end as hash from ${table.versions} v
      where v.kept_lane = ${lane} and v.kept_seq > ${after} and v.kept_seq <= ${after + size}`,
    );
    return sql<WrongState>`
      with states as materialized (
        select seq, encode(sha256(string_agg(hash, ''::bytea order by hash)), 'hex') as hash
        from (${join(versions, ' union all ')}) as versions group by seq
      ), entries as materialized (
        select id, seq, action, state_hash from audit_entry where lane = ${lane} and seq > ${after} and seq <= ${after + size}
      )
      select ${lane}::int as lane, seq, e.id, e.action from entries e full join states s using (seq)
      where e.state_hash is distinct from s.hash order by seq limit 1`;
  },
);

/** A row whose versions have wrong times, and the key up to which was looked: null where there are none. */
export interface Timed {
  upTo: string | null;
  wrong: string | null;
}

/**
 * Looks at the times of some versions: each must have begun with its entry and ended when the next one of its row began, or at
 * once if it says that the row was deleted. Gives the first row whose haven't.
 */
export const wrongTimesAfter = statement('verification.wrongTimesAfter', (table: RecordTable, after: string | null, most: number) => {
  const [first] = table.key as [RecordColumn];
  const leading = identifier(first.name);
  const isAfter = after === null ? sql`true` : sql`${leading} > ${after}::${rawSql(first.type)}`;
  const key = table.listed('v', table.key);
  return sql<Timed>`
    with last as materialized (
      select (array_agg(k order by k desc))[1] as k
      from (select ${leading} as k from ${table.versions} where ${isAfter} order by ${leading} limit ${most}) as next
    ), timed as materialized (
      select concat_ws(' ', ${key}) as key, v.kept_lane, v.kept_seq, v.kept_since, v.kept_until,
        case when v.kept_is_end then v.kept_since
          else lead(v.kept_since) over (partition by ${key} order by v.kept_since) end as until
      from ${table.versions} v cross join last where ${isAfter} and v.${leading} <= last.k
    )
    select (select k::text from last) as "upTo", (
      select t.key from timed t left join audit_entry e on e.lane = t.kept_lane and e.seq = t.kept_seq
      where e.created_at is distinct from t.kept_since or t.kept_until is distinct from t.until order by t.key limit 1
    ) as wrong`;
});

/** The chains, and how long they are by their entries and by the record. */
export const lanes = statement('verification.lanes', (tables: readonly RecordTable[]) => {
  const kept = tables.map(({ versions }) => sql`(select max(kept_seq) from ${versions} where kept_lane = l.lane)`);
  const known = join([sql`(select max(seq) from audit_entry where lane = l.lane)`, ...kept], ', ');
  return sql<{ lane: number; last: number }>`select lane, coalesce(greatest(${known}), 0) as last from audit_lane l order by lane`;
});

/** How many leaves the tree says that it has, how many there are, and how many were signed. */
export const sizes = statement(
  'verification.sizes',
  () => sql<{ size: number; leaves: number; signed: number }>`
    select size, (select coalesce(max(index) + 1, 0) from audit_leaf) as leaves,
      (select coalesce(max(size), 0) from audit_checkpoint) as signed
    from audit_tree`,
);

export const checkpointsAfter = statement(
  'verification.checkpointsAfter',
  (size: number, most: number) => sql<SignedCheckpoint>`
    select size, note, cosignatures from audit_checkpoint where size > ${size} order by size limit ${most}`,
);

/** Every list of witnesses that the settings have had. */
export const witnessesEver = statement(
  'verification.witnessesEver',
  () => sql<{ witnesses: AuditWitness[] | null }>`
    select audit_witnesses as witnesses from settings union select audit_witnesses from record.settings`,
);
