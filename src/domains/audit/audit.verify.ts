import type { Queryable } from '../../database/database';
import type { LaneHead } from './audit-verification.store';
import { isCommitted } from './audit.commitments';
import * as store from './audit-verification.store';

/** The state of the whole log at a moment, kept outside the database. */
export interface Checkpoint {
  takenAt: string;
  count: number;
  lanes: LaneHead[];
}

/** What is wrong first; of an entry that is gone nothing but its place is known. */
interface BrokenEntry extends Pick<store.BrokenEntry, 'lane' | 'seq' | 'reason'> {
  id: string | null;
  action: string | null;
  createdAt: string | null;
}

export interface Verification {
  count: number;
  broken: BrokenEntry | null;
}

export async function readHeads(db: Pick<Queryable, 'query'>): Promise<LaneHead[]> {
  return db.query(store.heads());
}

/** The length of each chain: every change has its entry, so it tells which changes a database knows. */
export async function readPosition(db: Pick<Queryable, 'query'>): Promise<Map<number, number>> {
  return new Map((await readHeads(db)).map(({ lane, seq }) => [lane, seq]));
}

/** Checks every link of every chain, the heads, and the checkpoint if there is one; names the first thing that is wrong. */
export async function verifyLog(db: Queryable, checkpoint?: Checkpoint): Promise<Verification> {
  const total = await db.one(store.count());
  const broken =
    (await findBrokenLink(db)) ??
    (await db.one(store.beyondHead())) ??
    (await findMissing(db, await readHeads(db), 'is missing: the newest entries of its chain were removed')) ??
    (checkpoint
      ? await findMissing(db, checkpoint.lanes, `is missing or was rewritten: the checkpoint of ${checkpoint.takenAt} names it`)
      : null);
  return { count: total!.count, broken };
}

/** So many entries are checked by one statement: however long the log is, none takes long. */
const SLICE = 50_000;
/** Of which so many are in memory at a time. */
const DETAILS = 5_000;

/** The first of each chain, and of these the oldest. */
async function findBrokenLink(db: Queryable): Promise<BrokenEntry | null> {
  const found: store.BrokenEntry[] = [];
  for (const { lane, last } of await db.query(store.chains())) {
    let broken: store.BrokenEntry | undefined;
    for (let after = 0; !broken && (after === 0 || after < last); after += SLICE) {
      broken = (await db.one(store.brokenIn(lane, after, SLICE))) ?? (await findAlteredDetails(db, lane, after));
    }
    if (broken) found.push(broken);
  }
  return found.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))[0] ?? null;
}

async function findAlteredDetails(db: Queryable, lane: number, after: number): Promise<store.BrokenEntry | undefined> {
  for (let from = after; from < after + SLICE; from += DETAILS) {
    const entries = await db.query(store.detailsIn(lane, from, DETAILS));
    const altered = entries.find(({ meta, salt, commitment }) => !isCommitted(meta, salt, commitment));
    if (altered) return { ...altered, reason: 'was altered: its details are not those it commits to' };
  }
  return undefined;
}

async function findMissing(db: Queryable, heads: LaneHead[], reason: string): Promise<BrokenEntry | null> {
  const found = await db.one(store.missing(heads));
  return found ? { ...found, id: null, action: null, createdAt: null, reason } : null;
}

/** Whether the log still holds all that a checkpoint names. Cheap: one look-up a lane. */
export async function holdsCheckpoint(db: Queryable, checkpoint: Checkpoint): Promise<boolean> {
  return (await findMissing(db, checkpoint.lanes, '')) === null;
}
