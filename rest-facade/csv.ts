import { stringify } from 'csv-stringify/sync';

const PLAIN_NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** A cell that a spreadsheet would run as a formula is marked as text. */
export function defuse(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) && !PLAIN_NUMBER.test(cell) ? `'${cell}` : cell;
}

/** Lines of RFC 4180; null is an empty cell. */
export function csvLines(rows: unknown[][]): string {
  return stringify(rows, { cast: { string: defuse }, quoted_match: /\r/ });
}
