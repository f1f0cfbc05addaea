import { createHash } from 'node:crypto';
import { badInput, Problem } from '../../kernel/errors';
import { seal, unseal } from '../../platform/seal';
import { LANES } from '../audit/audit.chain';

/** How far a lane was read. */
export interface Reached {
  /** The last entry; 0 before the first. */
  seq: number;
  /** Its hash, by which it is told from another one in its place; empty before the first, undefined where it isn't known. */
  hash?: string;
}

/** How far each lane was read. */
export type Position = readonly Reached[];

/** Before the first entry. */
export const START: Position = new Array<Reached>(LANES).fill({ seq: 0, hash: '' });

export const seqsOf = (position: Position): number[] => position.map(({ seq }) => seq);

const PURPOSE = 'cursor of the feed';
const MOST_CHARACTERS = 1_000;

/**
 * A position as text. It is encrypted, because the lengths of the lanes tell how much happens in portfolios that a caller doesn't see; the
 * key is that of the deployment, so that a cursor of another one is none here.
 */
export const cursorAt = (position: Position, secret: string): string =>
  seal(position.map(({ seq }) => written(seq)).join('') + (markOf(position) ?? ''), secret, PURPOSE);

/** Always of the same length, or that would tell. */
const written = (seq: number) => seq.toString(BASE).padStart(WIDTH, '0');
const BASE = 36;
const WIDTH = 8;

/** What the log was like up to a position: the hash of an entry is over those before it. */
function markOf(position: Position): string | undefined {
  if (position.some(({ hash }) => hash === undefined)) return undefined;
  const hash = createHash('sha256');
  for (const reached of position) hash.update(`${reached.hash} `);
  return hash.digest('base64url').slice(0, MARK_WIDTH);
}
const MARK_WIDTH = 12;

/** A cursor as it was opened. */
interface Opened {
  seqs: readonly number[];
  /** Cursors of earlier versions have none. */
  mark?: string;
}

/** The position that a caller names, not compared with the log yet. */
export function opened(cursor: string, secret: string): Opened {
  const text = cursor.length <= MOST_CHARACTERS && isWhole(cursor) ? unseal(cursor, secret, PURPOSE) : undefined;
  if (text === undefined) throw badInput({ after: 'is not a cursor of this server: pass one that an event or a page had, or "start"' });
  const seqs = Array.from({ length: LANES }, (_, lane) => parseInt(text.slice(lane * WIDTH, (lane + 1) * WIDTH), BASE));
  return { seqs, mark: text.slice(LANES * WIDTH) || undefined };
}

/** Fails if the log isn't the one that a cursor is of: the database was restored, or a standby took over that lacked the last entries. */
export function assertOf({ seqs, mark }: Opened, there: Position, heads: Position): void {
  if (seqs.some((seq, lane) => seq > heads[lane]!.seq))
    throw badInput({ after: 'is from another server, or from a later state of this one: begin again, with "start" or without' });
  if (mark !== undefined && mark !== markOf(there)) throw new LostHistory();
}

/** Others have taken the place of entries that were read. */
export class LostHistory extends Problem {
  constructor() {
    const after = 'is behind events that the database has lost, and others took their place: begin again, with "start" or without';
    super('BAD_USER_INPUT', `after ${after}`, { fields: { after } });
  }
}

/** Reading base64 passes over what doesn't belong to it. */
const isWhole = (cursor: string) => Buffer.from(cursor, 'base64url').toString('base64url') === cursor;
