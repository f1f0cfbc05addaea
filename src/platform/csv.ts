import { parse } from 'csv-parse/sync';
import { kindOf } from './text-kind';

/** Writes and reads CSV: RFC 4180, like spreadsheets. */

const PLAIN_NUMBER = /^[+-]?\d+(\.\d+)?$/;

/**
 * What a spreadsheet may take for the start of a formula, quoted as text or not; Japanese and Chinese ones accept the full-width
 * characters too.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Marks a cell as text if a spreadsheet would run it as a formula, or if it looks already marked. */
function defuse(cell: string): string {
  return FORMULA.test(cell) && !PLAIN_NUMBER.test(cell) ? `'${cell}` : cell;
}

/** Removes that mark. */
const undefuse = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell);

/** Lines in RFC 4180 format; null is an empty cell. */
export function csvLines(rows: readonly CsvCell[][]): string {
  let text = '';
  for (const cells of rows) text += `${cells.map(cellText).join(',')}\n`;
  return text;
}

/** Several values in one cell, separated by semicolons; one that contains a semicolon is in quotes. */
export function joinedCell(values: readonly string[]): string {
  return values.map((value) => (/;|^"/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join('; ');
}

/** The values in such a cell. */
export function splitCell(cell: string): string[] {
  const values: string[] = [];
  for (const [, quoted, plain = ''] of cell.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=;|$)|([^;]*))(?:;|$)/gy)) {
    const value = (quoted?.replaceAll('""', '"') ?? plain).trim();
    if (value) values.push(value);
  }
  return values;
}

export type CsvCell = string | number | null | undefined;

/** Outer spaces are only significant within quotes. */
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

function cellText(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell == null ? '' : String(cell);
  const text = defuse(cell);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What is wrong with a file as a whole, and on which line. */
export class CsvFault extends Error {
  constructor(
    message: string,
    readonly line: number,
    readonly column?: string,
  ) {
    super(message);
  }
}

export interface CsvRow<C extends string> {
  /** The line where it begins, from 1. */
  line: number;
  /** By column: trimmed, except for exact columns; empty where the row is too short. */
  cells: Partial<Record<C, string>>;
  /** Why the row can't be read, if so. */
  fault?: string;
}

export interface CsvTable<C extends string> {
  rows: CsvRow<C>[];
  /** Unknown columns of the header, as written. */
  ignored: string[];
}

interface CsvRules<C extends string> {
  /** The known columns and their aliases. Case, spaces and punctuation don't matter. */
  columns: Record<C, readonly string[]>;
  required: readonly C[];
  /** Columns in which spaces within quotes are significant; those around a delimiter never are. */
  exact?: readonly C[];
  maxRows: number;
}

const DELIMITERS = [',', ';', '\t'];

/** The most cells per line. */
const MAX_CELLS = 1_000;
const MAX_CHARACTERS = 1_000_000;
/** The most lines, including those with only delimiters: spreadsheets like to add some at the end. */
const MAX_LINES = 250_000;

/**
 * Reads a table with a header line, stopping at the limits. Empty lines are skipped; the delimiter is the one that occurs most in
 * the header.
 */
export function readCsv<C extends string>(text: string, { columns, required, exact = [], maxRows }: CsvRules<C>): CsvTable<C> {
  let header: Header<C> | undefined;
  const rows: CsvRow<C>[] = [];
  const take = (cells: string[], line: number) => {
    if (!header) {
      const read = readHeader(
        cells.map((cell) => cell.trim()),
        line,
        { columns, required },
      );
      if (!read.places.some(Boolean)) assertTable(text, columns, required);
      header = read;
      return;
    }
    if (rows.length === maxRows) throw new CsvFault(`is one row over the limit of ${maxRows.toLocaleString('en')}`, line);
    const { names, places } = header;
    const read = (column: C, cell: string) => undefuse(exact.includes(column) ? cell : cell.trim());
    rows.push({
      line,
      cells: Object.fromEntries(
        places.flatMap((column, i) => (column ? [[column, read(column, cells[i] ?? '')]] : [])),
      ) as CsvRow<C>['cells'],
      ...(cells.length > names.length && { fault: `has ${cells.length} cells, but the header has ${names.length}` }),
    });
  };
  try {
    readRecords(text, take);
  } catch (error) {
    if (!header) assertTable(text, columns, required);
    throw error;
  }
  if (!header) throw new CsvFault('has no header line', 1);
  const { names, places } = header;
  return { rows, ignored: names.filter((name, i) => name !== '' && !places[i]) };
}

/** If it is another kind of file, says what is expected. */
function assertTable(text: string, columns: object, required: readonly string[]): void {
  const kind = kindOf(text);
  const names = required.length > 0 ? required : Object.keys(columns);
  if (kind && kind !== 'CSV')
    throw new CsvFault(`is ${kind}, but CSV is expected: a header line with ${names.join(', ')}, then a line for each row`, 1);
}

interface Header<C extends string> {
  names: string[];
  /** The column of each name, if it is a known one. */
  places: (C | undefined)[];
}

function readHeader<C extends string>(
  names: string[],
  line: number,
  { columns, required }: Pick<CsvRules<C>, 'columns' | 'required'>,
): Header<C> {
  const known = new Map<string, C>();
  for (const [column, others] of Object.entries(columns) as [C, string[]][]) {
    for (const name of [column, ...others]) known.set(plainName(name), column);
  }
  const places = names.map((name) => known.get(plainName(name)));
  places.forEach((column, i) => {
    if (column && places.indexOf(column) < i) throw new CsvFault('appears twice', line, column);
  });
  const missing = required.find((column) => !places.includes(column));
  if (missing) throw new CsvFault('is missing from the header', line, missing);
  return { names, places };
}

/** "Contact e-mail", "contact_email" and "contactEmail" are equal. */
export const plainName = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Passes on all non-empty lines, the header first; trailing empty cells don't count. */
function readRecords(given: string, take: (cells: string[], line: number) => void): void {
  // Excel's own first line "sep=;" is redundant, because the header shows the delimiter.
  const text = given
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/^"?sep=.?"?\n/i, '\n');
  const wrong = text.search(/\0|\p{Cs}/u);
  if (wrong >= 0) throw new CsvFault('contains an invalid character', lineOf(text, wrong));
  const delimiter = delimiterOf(text);
  assertNarrow(text, delimiter);
  let records = 0;
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: MAX_CHARACTERS,
      on_record: (record: string[], { lines }) => {
        if (++records > MAX_LINES) throw new CsvFault(`is one line over the limit of ${MAX_LINES.toLocaleString('en')}`, lines);
        const length = record.findLastIndex((cell) => cell.trim() !== '') + 1;
        // Returns nothing, because rows are passed on here.
        if (length > 0) take(record.slice(0, length), lines - record.join('').split('\n').length + 1);
        return null;
      },
    });
  } catch (error) {
    if (error instanceof CsvFault) throw error;
    const { code, lines = 1, message } = error as { code?: string; lines?: number; message: string };
    throw new CsvFault(FAULTS[code ?? ''] ?? message, lines);
  }
}

/** The parser would create all cells of a line before anyone could count them. */
function assertNarrow(text: string, delimiter: string): void {
  let [line, cells, isQuoted] = [1, 1, false];
  for (let i = 0; i < text.length; i++) {
    const sign = text[i];
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === '\n') {
      line++;
      if (!isQuoted) cells = 1;
    } else if (sign === delimiter && !isQuoted && ++cells > MAX_CELLS) {
      throw new CsvFault(`has more than ${MAX_CELLS.toLocaleString('en')} cells`, line);
    }
  }
}

const FAULTS: Record<string, string> = {
  CSV_MAX_RECORD_SIZE: `has a row of more than ${MAX_CHARACTERS.toLocaleString('en')} characters; check for an unclosed quote`,
  CSV_QUOTE_NOT_CLOSED: 'ends inside a quoted cell',
  CSV_INVALID_CLOSING_QUOTE: 'has text after the closing quote of a cell',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'has text after the closing quote of a cell',
  INVALID_OPENING_QUOTE: 'has a quote inside an unquoted cell; quote the cell and double the quote',
};

function lineOf(text: string, at: number): number {
  let line = 1;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) line++;
  return line;
}

/** The delimiter of the header, ignoring quoted names. */
function delimiterOf(text: string): string {
  const header = (/^\n*(.{0,65536})/.exec(text)?.[1] ?? '').replace(/"[^"]*"/g, '');
  const uses = (delimiter: string) => header.split(delimiter).length;
  return DELIMITERS.reduce((best, one) => (uses(one) > uses(best) ? one : best));
}
