import type { Database } from '../../database/database';
import { type Caller, idOf, personOf } from '../../kernel/caller';
import { Turns } from '../../platform/turns';
import { audienceOf, isChange, typeOf, viewersOf } from './event-types';
import { assertOf, LostHistory, opened, type Position, type Reached, START } from './event-cursor';
import { inOrder, type Placed } from './event-order';
import * as store from './event.store';
import type { FeedEntry } from './event.store';

/** The entries of a lane that are looked at together. */
const WINDOW = 256;

/** What a caller wants to hear of, of what they may see. */
export interface Wanted {
  caller: Caller;
  types?: ReadonlySet<string>;
  vendorId?: string;
  /** Only that something changed, not what: for whoever sees the thing. */
  isBare?: boolean;
}

export interface Read {
  placed: Placed[];
  /** How far the lanes are read, what nobody wants included. */
  reached: Position;
}

export async function headsOf(database: Database): Promise<Position> {
  return (await database.whole.query(store.heads())).map(({ seq, hash }) => ({ seq, hash }));
}

/** How long the lanes are, and where a caller goes on: at what a cursor names, which is compared with the log, or there. */
export async function standingOf(
  database: Database,
  after: string | null | undefined,
  secret: string,
): Promise<{ heads: Position; position: Position }> {
  if (after == null || after === 'start') {
    const heads = await headsOf(database);
    return { heads, position: after == null ? heads : START };
  }
  const cursor = opened(after, secret);
  const rows = await database.whole.query(store.standing(cursor.seqs));
  const heads = rows.map(({ seq, hash }) => ({ seq, hash }));
  const position = rows.map(({ there }, lane) => ({ seq: cursor.seqs[lane]!, hash: there ?? '' }));
  assertOf(cursor, position, heads);
  return { heads, position };
}

/** Of those who ask what was. Each reading takes some hundredths of a second, in which nothing else runs. */
const TURNS = new Turns(2);

/** The next entries for a caller, when it is their turn. */
export function readInTurn(caller: Caller, database: Database, from: Position, until: Position): Promise<Read> {
  return TURNS.take(idOf(caller), () => readOn(database, from, until));
}

/** The next entries in their order, of everybody. */
export async function readOn(database: Database, from: Position, until: Position): Promise<Read> {
  const window = await database.whole.query(store.between(from, until, WINDOW));
  if (window.some((entry) => isElsewhere(entry, from[entry.lane]!))) throw new LostHistory();
  return inOrder(window, from, until, WINDOW);
}

/** Whether an entry follows another one than the one that was read before it. */
const isElsewhere = ({ seq, prevHash }: FeedEntry, before: Reached) =>
  seq === before.seq + 1 && before.hash !== undefined && prevHash !== before.hash;

export function isWanted({ types, vendorId, isBare }: Omit<Wanted, 'caller'>, { entry }: Placed): boolean {
  if (isBare && !isChange(entry)) return false;
  return (!types || types.has(typeOf(entry))) && (vendorId === undefined || entry.vendorId === vendorId);
}

/** Those of some entries that a caller wants to hear of, and may see. */
export async function heardBy(database: Database, { caller, ...asked }: Wanted, placed: readonly Placed[]): Promise<Placed[]> {
  const wanted = placed.filter((one) => isWanted(asked, one));
  const permitted = await permittedTo(database, caller, wanted, asked.isBare ? viewersOf : (entry) => audienceOf(typeOf(entry)));
  if (!database.scope || permitted.length === 0) return permitted;
  const seen = new Set((await database.query(store.seen(permitted.map(({ entry }) => entry.id)))).map(({ id }) => id));
  return permitted.filter(({ entry }) => seen.has(entry.id));
}

async function permittedTo(
  database: Database,
  caller: Caller,
  placed: Placed[],
  audience: (entry: FeedEntry) => ReturnType<typeof viewersOf>,
): Promise<Placed[]> {
  const { permissions } = caller;
  if (permissions.has('audit:view')) return placed;
  const files = placed.filter(({ entry }) => audience(entry) === 'file').map(({ entry }) => entry.entityId!);
  const found = files.length > 0 ? await database.query(store.filesOf(files)) : [];
  const visibleFiles = new Set(
    found.filter(({ isOfAssessment }) => permissions.has(isOfAssessment ? 'assessments:view' : 'vendors:view')).map(({ id }) => id),
  );
  return placed.filter(({ entry }) => {
    const needed = audience(entry);
    const isOwn = entry.personId !== null && entry.personId === personOf(caller);
    if (needed === 'file') return visibleFiles.has(entry.entityId!);
    if (needed === 'request') return permissions.has('vendors:create') || (isOwn && permissions.has('vendors:request'));
    if (needed === 'view') return isOwn || entry.personId === null;
    return permissions.has(needed);
  });
}
