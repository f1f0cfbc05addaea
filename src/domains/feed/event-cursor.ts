import { badInput } from '../../kernel/errors';
import { seal, unseal } from '../../platform/seal';
import { LANES } from '../audit/audit.chain';

/** How far each lane was read: the position of the last entry, 0 before the first. */
export type Position = readonly number[];

/** Before the first entry. */
export const START: Position = new Array<number>(LANES).fill(0);

const PURPOSE = 'cursor of the feed';
const MOST_CHARACTERS = 1_000;

/**
 * A position as text. It is encrypted, because the lengths of the lanes tell how much happens in portfolios that a caller doesn't see; the
 * key is that of the deployment, so that a cursor of another one is none here.
 */
export const cursorAt = (position: Position, secret: string): string => seal(position.map(written).join(''), secret, PURPOSE);

/** Always of the same length, or that would tell. */
const written = (seq: number) => seq.toString(BASE).padStart(WIDTH, '0');
const BASE = 36;
const WIDTH = 8;

/** The position that a caller names. */
export function positionAt(cursor: string, secret: string, heads: Position): Position {
  if (cursor === 'start') return START;
  const text = cursor.length <= MOST_CHARACTERS && isWhole(cursor) ? unseal(cursor, secret, PURPOSE) : undefined;
  if (text === undefined) throw badInput({ after: 'is not a cursor of this server: pass one that an event or a page had, or "start"' });
  const position = Array.from({ length: LANES }, (_, lane) => parseInt(text.slice(lane * WIDTH, (lane + 1) * WIDTH), BASE));
  if (position.some((seq, lane) => seq > heads[lane]!))
    throw badInput({ after: 'is from a later state of this server than the present one' });
  return position;
}

/** Reading base64 passes over what doesn't belong to it. */
const isWhole = (cursor: string) => Buffer.from(cursor, 'base64url').toString('base64url') === cursor;
