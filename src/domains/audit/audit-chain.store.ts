import { type PortfolioTallyChange, portfolioTallyRows, type TallyChange, tallyRows } from '../../database/tally/tally';
import type { Capture } from '../../database/record/capture';
import { MY_PORTFOLIOS } from '../../database/scope/scope-schema';
import { join, rawSql, type Sql, sql, statement } from '../../database/sql';
import type { AuditApiKey } from './audit-entry.entity';
import type { AuditAction } from './audit.actions';
import type { Committed } from './audit.commitments';
import { LANES } from './audit.chain';

/**
 * The hash of an entry: SHA-256, in hex, of a JSON array as PostgreSQL prints jsonb, with the commitments to names and details
 * instead of the texts, and the hash of the state that the change left behind. Used both to append and to verify.
 */
export function entryHash(previousHash: string, seq: string, entry: string): Sql {
  return hashOf(`jsonb_build_array(
    2, ${previousHash}, ${entry}.lane, ${seq}, ${entry}.id, ${entry}.action, ${entry}.entity_type, ${entry}.entity_id, ${entry}.user_id,
    ${entry}.api_key, ${entry}.commitments, ${entry}.state_hash, ${timeOf(entry)})`);
}

/** The same for entries from before the record began, which hold names and details themselves. */
export function earlierEntryHash(previousHash: string, seq: string, entry: string): Sql {
  return hashOf(`(jsonb_build_array(
    ${previousHash}, ${entry}.lane, ${seq}, ${entry}.id, ${entry}.action, ${entry}.entity_type, ${entry}.entity_id,
    ${entry}.entity_name, ${entry}.user_id, ${entry}.user_name, ${entry}.meta, ${timeOf(entry)})
    || case when ${entry}.api_key is null then '[]' else jsonb_build_array(${entry}.api_key) end)`);
}

const hashOf = (json: string) => rawSql(`encode(sha256(convert_to((${json})::text, 'UTF8')), 'hex')`);
const timeOf = (entry: string) => `to_char(${entry}.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The salts of what an entry or a leaf commits to, by name. Where something was erased, those of the rest are kept. */
export const saltsOf = (of: string) => `coalesce(${of}.salts, salts_of(${of}.salt, ${of}.commitments))`;

/** An entry without a place in a chain yet. */
export interface NewEntry {
  id: string;
  action: AuditAction;
  entity?: { type: string; id: string | null; name: string };
  meta?: Record<string, unknown>;
  userId: string | null;
  userName: string;
  apiKey?: AuditApiKey | null;
  /** The vendor that it is about, where the thing doesn't tell. */
  vendorId?: string | null;
  commitments: Committed['commitments'];
  salt: Committed['salt'];
}

/** The columns of an entry, in the order in which they are written. */
const COLUMNS = rawSql(`id, lane, seq, action, entity_type, entity_id, entity_name, user_id, user_name, api_key, meta, commitments, salt,
      state_hash, created_at, prev_hash, hash, vendor_id`);

/**
 * Behind the lock of the head: the next place in the chain, and the moment of the change. That is a whole millisecond that
 * has yet to come, and nobody gets an answer before it: so whoever had an answer by a moment finds the change in the state of
 * that moment, and whoever was yet to ask for it doesn't. In a chain every moment is later than the one before; in others, and for a row, none that was heard of is later.
 */
const moment = (lane: number, latest: readonly Sql[]) => sql`
    moment as materialized (
      select ${lane}::smallint as lane, h.seq + 1 as seq, h.hash as prev_hash, greatest(
        date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond', h.at + interval '1 millisecond',
        (select max(at) from audit_lane)${join(
          latest.map((one) => sql`, (${one})`),
          '',
        )}) as at
      from head h
    )`;

const head = (lane: number) => sql`head as materialized (select seq, hash, at from audit_lane where lane = ${lane} for update)`;

/** The hash over all versions that an entry wrote; null where it wrote none. */
const stateHash = (hashes: readonly Sql[]) =>
  hashes.length === 0
    ? rawSql('null::text')
    : sql`(select encode(sha256(string_agg(s.hash, ''::bytea order by s.hash)), 'hex') from (${join(hashes, ' union all ')}) s)`;

/** Updates the counts of entries and the tallies. The lock on the lane's head also protects the lane's rows. */
const counting = (lane: number, from: Sql, { tallies, ofPortfolios }: Counts) => sql`
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
    }${
      ofPortfolios.length === 0
        ? sql``
        : sql`, of_portfolios as (
      insert into portfolio_tally as t (portfolio_id, kind, key, lane, count)
      select more.portfolio_id, more.kind, more.key, ${lane}, more.by from head cross join ${portfolioTallyRows(ofPortfolios)}
      on conflict (portfolio_id, kind, key, lane) do update set count = t.count + excluded.count
    )`
    }`;

/** How the tallies change. */
export interface Counts {
  tallies: readonly TallyChange[];
  ofPortfolios: readonly PortfolioTallyChange[];
}

/** For kinds of things, how the vendor is found that one is of. */
export type VendorsOfThings = ReadonlyMap<string, (id: Sql) => Sql>;

const NO_VENDOR = rawSql('null::uuid');

const vendorOf = ({ vendorId, entity }: NewEntry, vendors: VendorsOfThings) =>
  vendorId ? sql`${vendorId}::uuid` : entity?.id ? (vendors.get(entity.type)?.(sql`${entity.id}::uuid`) ?? NO_VENDOR) : NO_VENDOR;

/** The same for entries in a list. */
const vendorOfEach = (vendors: VendorsOfThings) =>
  sql`coalesce("vendorId", case "entityType" when '' then null::uuid ${join(
    [...vendors].map(([type, find]) => sql`when '${rawSql(type)}' then ${find(rawSql('"entityId"'))}`),
    ' ',
  )} end)`;

/**
 * A vendor that entries are about, if it is in no portfolio of the scope that the transaction had: whoever moved it was first, and
 * the change waited for that.
 */
export const movedAway = statement(
  'audit-chain.movedAway',
  (entries: readonly Pick<NewEntry, 'entity' | 'vendorId'>[], vendors: VendorsOfThings) => sql<{ id: string }>`
    select id from vendor where (portfolio_id = any(${MY_PORTFOLIOS})) is not true and id in (
      select ${vendorOfEach(vendors)}
      from jsonb_to_recordset(${asJson(entries)}::jsonb) as f("entityType" text, "entityId" uuid, "vendorId" uuid)
    ) limit 1`,
);

/**
 * One statement that writes what changed to the record, advances the head of the chain, hashes the entry, inserts it, and counts.
 * If the head is missing, the entry gets no place, which the table rejects: no change may go unrecorded.
 */
export const append = statement(
  'audit-chain.append',
  (lane: number, entry: NewEntry, counts: Counts, { read, latest, write, hashes }: Capture, vendors: VendorsOfThings) => sql<{
    at: string;
  }>`
    with ${join([head(lane), ...read, moment(lane, latest), ...write], ', ')}, entry as materialized (
      select ${entry.id}::uuid as id, m.lane, m.seq, m.prev_hash, ${entry.action}::text as action, ${entry.entity?.type}::text as entity_type,
        ${entry.entity?.id}::uuid as entity_id, ${entry.entity?.name}::text as entity_name, ${entry.userId}::uuid as user_id,
        ${entry.userName}::text as user_name, ${json(entry.apiKey)}::jsonb as api_key, ${json(entry.meta)}::jsonb as meta,
        ${json(entry.commitments)}::jsonb as commitments, ${entry.salt}::bytea as salt, ${stateHash(hashes)} as state_hash,
        m.at as created_at, ${vendorOf(entry, vendors)} as vendor_id
      from moment m
    ), hashed as materialized (
      select e.*, ${entryHash('e.prev_hash', 'e.seq', 'e')} as hash from entry e
    ), moved as (
      update audit_lane l set seq = h.seq, recorded = l.recorded + 1, hash = h.hash, at = h.created_at from hashed h where l.lane = h.lane
    ), ${counting(lane, sql`hashed`, counts)}
    insert into audit_entry (${COLUMNS})
    select ${COLUMNS} from (values (1)) as one left join hashed on true
    returning created_at as at`,
);

const json = (value: unknown) => (value == null ? null : JSON.stringify(value));

/** Entries in the form that jsonb_to_record and jsonb_to_recordset read. */
const asJson = (entries: readonly Pick<NewEntry, 'entity'>[]) =>
  JSON.stringify(
    entries.map(({ entity, ...entry }) => ({ ...entry, entityType: entity?.type, entityId: entity?.id, entityName: entity?.name })),
  );

/**
 * The first step for several entries: writes what changed to the record, each version under the entry of its thing. Returns the
 * hash of the state that each entry left behind, after a first row with the moment and the place.
 */
export const keep = statement(
  'audit-chain.keep',
  (lane: number, things: readonly (string | null)[], { read, latest, write, hashes }: Capture) => sql<{
    at: string;
    seq: number;
    stateHash: string | null;
  }>`
    with ${join([head(lane), ...read, moment(lane, latest)], ', ')}, place as materialized (
      select thing, m.seq + min(n) - 1 as seq from unnest(${things}::text[]) with ordinality as given(thing, n) cross join moment m
      where thing is not null group by thing, m.seq
    )${join(
      write.map((piece) => sql`, ${piece}`),
      '',
    )}
    select m.at, m.seq, null as "stateHash" from moment m
    ${
      hashes.length === 0
        ? sql``
        : sql`union all
    select m.at, s.seq, encode(sha256(string_agg(s.hash, ''::bytea order by s.hash)), 'hex')
    from (${join(hashes, ' union all ')}) s cross join moment m group by m.at, s.seq`
    }`,
);

/** The second: appends the entries, each hashed over its predecessor. */
export const appendMany = statement(
  'audit-chain.appendMany',
  (lane: number, at: string, entries: readonly PlacedEntry[], counts: Counts, vendors: VendorsOfThings) => sql<{ at: string }>`
    with recursive ${head(lane)}, entry as materialized (
      select n, id, ${lane}::smallint as lane, action, "entityType" as entity_type, "entityId" as entity_id,
        "entityName" as entity_name, "userId" as user_id, "userName" as user_name, "apiKey" as api_key, meta, commitments, salt,
        "stateHash" as state_hash, ${at}::timestamptz as created_at, ${vendorOfEach(vendors)} as vendor_id
      from jsonb_array_elements(${asJson(entries)}::jsonb) with ordinality as given(fields, n),
        jsonb_to_record(fields) as f(id uuid, action text, "entityType" text, "entityId" uuid, "entityName" text,
          "userId" uuid, "userName" text, "apiKey" jsonb, meta jsonb, commitments jsonb, salt bytea, "stateHash" text,
          "vendorId" uuid)
    ), chain as (
      select 0::bigint as n, seq, ''::text as prev_hash, hash from head
      union all
      select e.n, c.seq + 1, c.hash, ${entryHash('c.hash', '(c.seq + 1)', 'e')} from chain c join entry e on e.n = c.n + 1
    ), written as (
      insert into audit_entry (${COLUMNS})
      select ${COLUMNS} from chain join entry using (n)
      returning action, created_at, lane, seq, hash
    ), ${counting(lane, sql`written`, counts)}
    update audit_lane l set seq = last.seq, recorded = l.recorded + last.seq - l.seq, hash = last.hash, at = ${at}
    from (select seq, hash from written order by seq desc limit 1) as last
    where l.lane = ${lane} returning l.at`,
);

/** An entry with the hash of the state that it left behind. */
export interface PlacedEntry extends NewEntry {
  stateHash: string | null;
}

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
  (entries: readonly PastEntry[], vendors: VendorsOfThings) => sql<never>`
    with recursive entry as materialized (
      select id, lane, place, action, "entityType" as entity_type, "entityId" as entity_id, "entityName" as entity_name,
        "userId" as user_id, "userName" as user_name, null::jsonb as api_key, meta, commitments, salt, null::text as state_hash,
        at as created_at, ${vendorOfEach(vendors)} as vendor_id
      from jsonb_to_recordset(${asJson(entries)}::jsonb) as f(id uuid, lane smallint, place int, action text, "entityType" text,
        "entityId" uuid, "entityName" text, "userId" uuid, "userName" text, meta jsonb, commitments jsonb, salt bytea, at timestamptz(3),
        "vendorId" uuid)
    ), chain as (
      select lane, 0 as place, seq, ''::text as prev_hash, hash from audit_lane
      union all
      select e.lane, e.place, c.seq + 1, c.hash, ${entryHash('c.hash', '(c.seq + 1)', 'e')}
      from chain c join entry e on e.lane = c.lane and e.place = c.place + 1
    ), written as (
      insert into audit_entry (${COLUMNS})
      select ${COLUMNS} from chain join entry using (lane, place)
    )
    update audit_lane l set seq = c.seq, recorded = l.recorded + c.seq - l.seq, hash = c.hash
    from (select distinct on (lane) lane, seq, hash from chain order by lane, place desc) as c
    where l.lane = c.lane`,
);
