import type { Queryable } from '../../database/database';
import type { LaneHead } from './audit-verification.store';
import * as erasureStore from './audit-erasure.store';
import { type Erased, findAltered } from './audit.commitments';
import * as store from './audit-verification.store';

/** The state of the whole log at one moment, kept outside the database. */
export interface Checkpoint {
  takenAt: string;
  count: number;
  lanes: LaneHead[];
}

/** The first problem; of a missing entry, only its position is known. */
interface BrokenEntry extends Pick<store.BrokenEntry, 'lane' | 'seq' | 'reason'> {
  id: string | null;
  action: string | null;
  createdAt: string | null;
}

export interface Verification {
  count: number;
  /** Erased entries from before the record: only their links could be checked, as their hashes are over texts that are gone. */
  linkedOnly: number;
  broken: BrokenEntry | null;
}

export async function readHeads(db: Pick<Queryable, 'query'>): Promise<LaneHead[]> {
  return db.query(store.heads());
}

/** The length of each chain: every change has an entry, so this shows which changes a database has. */
export async function readPosition(db: Pick<Queryable, 'query'>): Promise<Map<number, number>> {
  return new Map((await readHeads(db)).map(({ lane, seq }) => [lane, seq]));
}

/** Checks every link of every chain, the heads, and the checkpoint if there is one; reports the first problem. */
export async function verifyLog(db: Queryable, checkpoint?: Checkpoint): Promise<Verification> {
  const total = await db.one(store.count());
  const broken =
    (await findBrokenLink(db)) ??
    (await db.one(store.beyondHead())) ??
    (await findMissing(db, await readHeads(db), 'is missing: the newest entries of its chain were removed')) ??
    (checkpoint
      ? await findMissing(db, checkpoint.lanes, `is missing or was rewritten: the checkpoint of ${checkpoint.takenAt} names it`)
      : null);
  const earlier = await db.one(erasureStore.countEarlier());
  return { count: total!.count, linkedOnly: earlier!.count, broken };
}

/** How many entries one statement checks, so that none takes long, however long the log is. */
const SLICE = 50_000;
/** Of which so many are in memory at a time. */
const OPENED = 5_000;

/** The oldest of each chain's first broken links. */
async function findBrokenLink(db: Queryable): Promise<BrokenEntry | null> {
  const found: store.BrokenEntry[] = [];
  const erased = await readErased(db);
  for (const { lane, last } of await db.query(store.chains())) {
    let broken: store.BrokenEntry | undefined;
    for (let after = 0; !broken && (after === 0 || after < last); after += SLICE) {
      broken = (await db.one(store.brokenIn(lane, after, SLICE))) ?? (await findAlteredText(db, erased, lane, after));
    }
    if (broken) found.push(broken);
  }
  return found.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))[0] ?? null;
}

/** The ids of those whom the log says to have been erased. */
export async function readErased(db: Queryable): Promise<Erased> {
  return new Set((await db.query(erasureStore.erasedIds())).map(({ id }) => id));
}

async function findAlteredText(db: Queryable, erased: Erased, lane: number, after: number): Promise<store.BrokenEntry | undefined> {
  for (let from = after; from < after + SLICE; from += OPENED) {
    for (const entry of await db.query(store.openedIn(lane, from, OPENED))) {
      const text = findAltered(entry, erased);
      if (text) return { ...entry, reason: `was altered: its ${WORDS[text]} not what it commits to` };
    }
  }
  return undefined;
}

/** Texts of an entry, in words. */
export const WORDS: Record<string, string> = {
  userName: 'user name is',
  entityName: 'entity name is',
  meta: 'details are',
  changes: 'changes are',
  apiKey: 'API key is',
};

async function findMissing(db: Queryable, heads: LaneHead[], reason: string): Promise<BrokenEntry | null> {
  const found = await db.one(store.missing(heads));
  return found ? { ...found, id: null, action: null, createdAt: null, reason } : null;
}

/** Whether the log still contains everything in a checkpoint. Cheap: one lookup per lane. */
export async function holdsCheckpoint(db: Queryable, checkpoint: Checkpoint): Promise<boolean> {
  return (await findMissing(db, checkpoint.lanes, '')) === null;
}
