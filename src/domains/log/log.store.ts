import { rawSql, sql, statement } from '../../database/sql';
import { saltsOf } from '../audit/audit-chain.store';
import type { Place } from '../record/changes.store';
import { Settings } from '../settings/settings.entity';
import type { Tile, TileId } from '../../platform/tlog/tiles';
import type { AuditApiKey } from '../audit/audit-entry.entity';

/** An audit entry as the log needs it. */
export interface LoggedEntry {
  id: string;
  lane: number;
  seq: number;
  action: string;
  entityType: string | null;
  entityId: string | null;
  entityName: string | null;
  userId: string | null;
  userName: string;
  apiKey: AuditApiKey | null;
  meta: Record<string, unknown> | null;
  commitments: Record<string, string> | null;
  stateHash: string | null;
  at: string;
}

/** An entry with its place in the tree. */
export interface Leaf extends LoggedEntry {
  index: number;
  leafCommitments: Record<string, string>;
  salts: Record<string, string> | null;
  leafSalts: Record<string, string>;
  changes: unknown;
}

/** The same without the texts, which may be long. */
export type BareLeaf = Omit<Leaf, 'entityName' | 'userName' | 'apiKey' | 'meta' | 'salts' | 'leafSalts' | 'changes'>;

const ENTRY = rawSql(`e.id, e.lane, e.seq, e.action, e.entity_type as "entityType", e.entity_id as "entityId",
      e.entity_name as "entityName", e.user_id as "userId", e.user_name as "userName", e.api_key as "apiKey", e.meta, e.commitments,
      e.state_hash as "stateHash", e.created_at as at`);
const LEAF = rawSql(`f.index, f.commitments as "leafCommitments", ${saltsOf('f')} as "leafSalts", f.changes, ${saltsOf('e')} as salts`);
const BARE_LEAF = rawSql(`f.index, f.commitments as "leafCommitments", e.id, e.lane, e.seq, e.action, e.entity_type as "entityType",
      e.entity_id as "entityId", e.user_id as "userId", e.commitments, e.state_hash as "stateHash", e.created_at as at`);
const LEAVES = rawSql('audit_leaf f join audit_entry e on e.lane = f.lane and e.seq = f.seq');

/** Whether there are entries that the tree hasn't. Cheap: it looks at the end of each chain. */
export const isBehind = statement(
  'log.isBehind',
  () => sql<{ isBehind: boolean }>`
    select exists (
      select 1 from audit_lane l where l.seq > coalesce((select max(f.seq) from audit_leaf f where f.lane = l.lane), 0)
    ) as "isBehind"`,
);

/** The statements of a batch look into every table of the record: to plan them anew for each would take longer than to run them. */
export const planOnce = statement('log.planOnce', () => sql<never>`set local plan_cache_mode = force_generic_plan`);

/** Takes the turn to make the tree grow, if nobody has it: how large it is, which key signs it, and who gets that by e-mail. */
export const takeTurn = statement(
  'log.takeTurn',
  () => sql<{ size: number; vkey: string }>`
    select t.size, s.audit_verifier_key as vkey from audit_tree t cross join settings s for update of t skip locked`,
);

export const recipients = statement(
  'log.recipients',
  () => sql<{ recipients: string[] }>`select audit_checkpoint_recipients as recipients from settings`,
);

/**
 * The next entries of each chain, in its order. A chain's entries become visible in the order of their numbers, because whoever
 * appends one holds the lock of the chain until the commit: none can turn up before one that was read.
 */
export const pending = statement(
  'log.pending',
  (most: number) => sql<LoggedEntry>`
    select ${ENTRY} from audit_lane l
    cross join lateral (select coalesce(max(f.seq), 0) as seq from audit_leaf f where f.lane = l.lane) done
    cross join lateral (
      select * from audit_entry where lane = l.lane and seq > done.seq order by seq limit ${most}
    ) e
    order by e.seq - done.seq, e.lane limit ${most}`,
);

/** What is stored of a leaf. */
export interface NewLeaf extends Place {
  commitments: Record<string, string>;
  salt: string;
  changes: unknown;
}

export const addLeaves = statement('log.addLeaves', (size: number, leaves: readonly NewLeaf[]) => {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return sql<never>`
    insert into audit_leaf (index, lane, seq, commitments, salt, changes)
    select ${size}::bigint + n - 1, lane, seq, commitments::jsonb, salt, changes::jsonb
    from unnest(
      ${leaves.map(({ lane }) => lane)}::smallint[], ${leaves.map(({ seq }) => seq)}::bigint[],
      ${leaves.map(({ commitments }) => json(commitments))}::text[], ${leaves.map(({ salt }) => salt)}::bytea[],
      ${leaves.map(({ changes }) => json(changes))}::text[]
    ) with ordinality as given(lane, seq, commitments, salt, changes, n)`;
});

export const tiles = statement(
  'log.tiles',
  (wanted: readonly TileId[]) => sql<Tile>`
    select t.level, t.index, t.hashes from audit_tile t join unnest(
      ${wanted.map(({ level }) => level)}::smallint[], ${wanted.map(({ index }) => index)}::bigint[]
    ) as given(level, index) on t.level = given.level and t.index = given.index`,
);

export const putTiles = statement(
  'log.putTiles',
  (grown: readonly Tile[]) => sql<never>`
    insert into audit_tile (level, index, hashes)
    select * from unnest(
      ${grown.map(({ level }) => level)}::smallint[], ${grown.map(({ index }) => index)}::bigint[],
      ${grown.map(({ hashes }) => hashes)}::bytea[])
    on conflict (level, index) do update set hashes = excluded.hashes`,
);

/** Signs the tree. Of the checkpoints of an hour that no witness cosigned only the last stays. */
export const sign = statement(
  'log.sign',
  (size: number, note: string) => sql<never>`
    with grown as (
      update audit_tree set size = ${size}
    ), replaced as (
      delete from audit_checkpoint
      where size = (select max(size) from audit_checkpoint) and cosignatures = ''
        and date_trunc('hour', signed_at) = date_trunc('hour', clock_timestamp())
    )
    insert into audit_checkpoint (size, note) values (${size}, ${note})`,
);

export interface SignedCheckpoint {
  size: number;
  note: string;
  cosignatures: string;
}

export const latest = statement(
  'log.latest',
  () => sql<SignedCheckpoint>`select size, note, cosignatures from audit_checkpoint order by size desc limit 1`,
);

/** Leaves by their entries. */
export const leavesAt = statement(
  'log.leavesAt',
  (places: readonly Place[]) => sql<BareLeaf>`
    select ${BARE_LEAF}
    from unnest(${places.map(({ lane }) => lane)}::smallint[], ${places.map(({ seq }) => seq)}::bigint[]) as given(lane, seq)
    join audit_leaf f on f.lane = given.lane and f.seq = given.seq
    join audit_entry e on e.lane = given.lane and e.seq = given.seq`,
);

/** Leaves side by side. */
export const leavesFrom = statement(
  'log.leavesFrom',
  (first: number, count: number) => sql<BareLeaf>`
    select ${BARE_LEAF} from ${LEAVES} where f.index >= ${first} and f.index < ${first + count} order by f.index`,
);

/** The same with what they commit to. */
export const openedFrom = statement(
  'log.openedFrom',
  (first: number, count: number) => sql<Leaf>`
    select ${LEAF}, ${ENTRY} from ${LEAVES} where f.index >= ${first} and f.index < ${first + count} order by f.index`,
);

/** The place of an entry in its chain. */
export const placeOf = statement(
  'log.placeOf',
  (id: string) => sql<Place>`select lane, seq::text as seq from audit_entry where id = ${id}`,
);

/** The first key of the log, unless it has one. It comes with what creates the settings: no change of theirs is counted. */
export const setFirstKey = statement('log.setFirstKey', (vkey: string) =>
  sql<{ vkey: string }>`
    update settings set audit_verifier_key = ${vkey} where audit_verifier_key = '' returning audit_verifier_key as vkey`.writes(Settings, {
    id: true,
  }),
);

/** Another key; the one before joins the former ones, newest first. */
export const changeKey = statement('log.changeKey', (from: string, to: string) =>
  sql<{ vkey: string }>`
    update settings set audit_verifier_key = ${to},
      audit_former_verifier_keys = ${from}::text || array_remove(array_remove(audit_former_verifier_keys, ${from}::text), ${to}::text),
      revision = revision + 1, updated_at = now()
    where audit_verifier_key = ${from} returning audit_verifier_key as vkey`.writes(Settings, { id: true }),
);
