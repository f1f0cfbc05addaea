import type { VendorField } from '../settings/vendor-fields';
import { parseDate } from '../../platform/dates';
import { isLongerThan } from '../../platform/characters';
import { isId } from '../../platform/id';

/** What the values of own fields can be, in GraphQL and in CSV. Pure: no database, no framework. */

const MAX_OWN_TEXT = 2_000;

type KindOf = Pick<VendorField, 'kind'>;

/** A value that doesn't fit its field; the message says what would. */
export class Misfit extends Error {}

/** A value as it is stored. */
type Stored = string | number | boolean;

/** The value of a field as it is stored; throws a Misfit. Whether there is such a person is for the database to say. */
export function readValue({ kind, options }: Pick<VendorField, 'kind' | 'options'>, value: unknown): Stored {
  const read = readAs({ kind }, value);
  if (kind === 'CHOICE' && !options.includes(read as string)) throw new Misfit(`must be one of ${listed(options)}`);
  return read;
}

const MOST_LISTED = 20;
const listed = (options: readonly string[]) => (options.length > MOST_LISTED ? `its ${options.length} options` : options.join(', '));

/** The same, whatever the options are: a filter can ask for one that was removed. */
export function readAs({ kind }: KindOf, value: unknown): Stored {
  switch (kind) {
    case 'NUMBER':
      if (typeof value !== 'number' || !Number.isFinite(value)) throw new Misfit('must be a number');
      return value;
    case 'YES_NO':
      if (typeof value !== 'boolean') throw new Misfit('must be true or false');
      return value;
    case 'DATE':
      if (typeof value !== 'string' || !parseDate(value)) throw new Misfit('must be a date (YYYY-MM-DD)');
      return value;
    case 'PERSON':
      if (typeof value !== 'string' || !isId(value)) throw new Misfit('does not match a user');
      return value.toLowerCase();
    default:
      if (typeof value !== 'string') throw new Misfit('must be text');
      if (isLongerThan(value, MAX_OWN_TEXT)) throw new Misfit('is longer than 2,000 characters');
      return value;
  }
}

/** Blank texts are no values. */
export const isEmpty = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '');

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A cell of CSV as GraphQL would have it; null if it is empty. That of a person is an e-mail address, which stays. */
export function valueOfCell({ kind }: KindOf, cell: string): unknown {
  if (isEmpty(cell)) return null;
  if (kind === 'NUMBER') {
    if (!NUMBER.test(cell)) throw new Misfit('must be a number');
    return Number(cell);
  }
  if (kind !== 'YES_NO') return cell;
  const word = cell.toLowerCase();
  if (word !== 'yes' && word !== 'no') throw new Misfit('must be yes or no');
  return word === 'yes';
}

/** The cell of a value: what reading it gives back. */
export function cellOfValue({ kind }: KindOf, value: unknown, emailOf: (id: string) => string | undefined): string | number | null {
  if (value === null || value === undefined) return null;
  if (kind === 'YES_NO') return value === true ? 'yes' : 'no';
  if (kind === 'PERSON') return emailOf(value as string) ?? null;
  return value as string | number;
}
