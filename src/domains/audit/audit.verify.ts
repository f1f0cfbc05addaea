import type { Queryable } from '../../database/database';
import { sql } from '../../database/sql';
import { ENTRY_HASH, LANES } from './audit.chain';

/** The head of a lane: how many entries it has, and the hash of the last. */
export interface LaneHead {
  lane: number;
  seq: number;
  hash: string;
}

/** The state of the whole log at a moment, kept outside the database. */
export interface Checkpoint {
  takenAt: string;
  count: number;
  lanes: LaneHead[];
}

export interface BrokenEntry {
  lane: number;
  seq: number;
  id: string | null;
  action: string | null;
  createdAt: string | null;
  reason: string;
}

export interface Verification {
  count: number;
  broken: BrokenEntry | null;
}

export async function readHeads(db: Pick<Queryable, 'query'>): Promise<LaneHead[]> {
  return db.query<LaneHead>(sql`select lane, seq, hash from audit_lane order by lane`);
}

/** The length of each chain: every change has its entry, so it tells which changes a database knows. */
export async function readPosition(db: Pick<Queryable, 'query'>): Promise<Map<number, number>> {
  return new Map((await readHeads(db)).map(({ lane, seq }) => [lane, seq]));
}

/** Checks every link of every chain, the heads, and the checkpoint if there is one; names the first thing that is wrong. */
export async function verifyLog(db: Queryable, checkpoint?: Checkpoint): Promise<Verification> {
  const [total] = await db.query<{ count: number }>(sql`select count(*) as count from audit_entry`);
  const broken =
    (await findBrokenLink(db)) ??
    (await findBeyondHead(db)) ??
    (await findMissing(db, await readHeads(db), 'is missing: the newest entries of its chain were removed')) ??
    (checkpoint
      ? await findMissing(db, checkpoint.lanes, `is missing or was rewritten: the checkpoint of ${checkpoint.takenAt} names it`)
      : null);
  return { count: total!.count, broken };
}

/** So many entries are checked by one statement: however long the log is, none takes long. */
const SLICE = 50_000;

/** The first of each chain, and of these the oldest. */
async function findBrokenLink(db: Queryable): Promise<BrokenEntry | null> {
  const chains = await db.query<{ lane: number; last: number }>(sql`
    select lane, max(seq) as last from audit_entry group by lane order by lane`);
  const found: BrokenEntry[] = [];
  for (const { lane, last } of chains) {
    let broken: BrokenEntry | undefined;
    for (let after = 0; !broken && (after === 0 || after < last); after += SLICE) broken = await findBrokenIn(db, lane, after);
    if (broken) found.push(broken);
  }
  return found.sort((a, b) => (a.createdAt! < b.createdAt! ? -1 : 1))[0] ?? null;
}

/** Checks what comes after an entry of a chain, against that entry and then each against the one before. */
async function findBrokenIn(db: Queryable, lane: number, after: number): Promise<BrokenEntry | undefined> {
  const [broken] = await db.query<BrokenEntry>(sql`
    select lane, seq, id, action, created_at as "createdAt", reason from (
      select e.lane, e.seq, e.id, e.action, e.created_at, case
        when e.lane not between 0 and ${LANES - 1} then 'is in a chain that the log does not have'
        when e.seq <> coalesce(lag(e.seq) over chain, 0) + 1 then 'does not follow its predecessor: entries before it are missing'
        when e.prev_hash <> coalesce(lag(e.hash) over chain, '') then 'does not carry the hash of its predecessor'
        when e.hash <> ${ENTRY_HASH('e.prev_hash', 'e.seq', 'e')} then 'was altered: its content does not match its hash'
      end as reason
      from audit_entry e where e.lane = ${lane} and e.seq <= ${after + SLICE} and (e.seq >= ${after} or ${after} = 0)
      window chain as (order by e.seq)
    ) as checked
    where reason is not null and (seq > ${after} or ${after} = 0) order by seq limit 1`);
  return broken;
}

/** The first entry that the head of its chain doesn't reach: a checkpoint taken from such heads would vouch for less. */
async function findBeyondHead(db: Queryable): Promise<BrokenEntry | null> {
  const [found] = await db.query<BrokenEntry>(sql`
    select lane, e.seq, e.id, e.action, e.created_at as "createdAt",
      'comes after the head of its chain: the head was set back or removed' as reason
    from audit_entry e left join audit_lane head using (lane)
    where e.seq > coalesce(head.seq, 0) order by lane, e.seq limit 1`);
  return found ?? null;
}

/** The first head whose entry the log doesn't hold. */
async function findMissing(db: Queryable, heads: LaneHead[], reason: string): Promise<BrokenEntry | null> {
  const [found] = await db.query<{ lane: number; seq: number }>(sql`
    select head.lane, head.seq from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) as head(lane int, seq bigint, hash text)
    where head.seq > 0 and not exists (
      select 1 from audit_entry e where e.lane = head.lane and e.seq = head.seq and e.hash = head.hash)
    order by head.lane limit 1`);
  return found ? { ...found, id: null, action: null, createdAt: null, reason } : null;
}

/** Whether the log still holds all that a checkpoint names. Cheap: one look-up a lane. */
export async function holdsCheckpoint(db: Queryable, checkpoint: Checkpoint): Promise<boolean> {
  return (await findMissing(db, checkpoint.lanes, '')) === null;
}
