import { parse } from 'csv-parse/sync';

/** CSV out and in: RFC 4180, as spreadsheets write and read it. */

const PLAIN_NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** What some spreadsheet takes for the start of a formula; Japanese and Chinese ones read the wide signs alike. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A cell that a spreadsheet would run as a formula is marked as text. */
export function defuse(cell: string): string {
  return FORMULA.test(cell) && !PLAIN_NUMBER.test(cell) ? `'${cell}` : cell;
}

/** Takes that mark off again. */
const undefuse = (cell: string) => (FORMULA.test(cell.slice(1)) ? cell.replace(/^'/, '') : cell);

/** Lines of RFC 4180; null is an empty cell. */
export function csvLines(rows: readonly CsvCell[][]): string {
  let text = '';
  for (const cells of rows) text += `${cells.map(cellText).join(',')}\n`;
  return text;
}

export type CsvCell = string | number | null | undefined;

function cellText(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell == null ? '' : String(cell);
  const text = defuse(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
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
  /** Where it begins in the file, from 1. */
  line: number;
  /** By column: those of the header, trimmed; empty where the row is too short. */
  cells: Partial<Record<C, string>>;
  /** Why the row can't be read, if it can't. */
  fault?: string;
}

export interface CsvTable<C extends string> {
  rows: CsvRow<C>[];
  /** Columns of the header that mean nothing here, as they are written. */
  ignored: string[];
}

interface CsvRules<C extends string> {
  /** The columns that mean something, and other names of theirs. Case, spaces and punctuation don't matter. */
  columns: Record<C, readonly string[]>;
  required: readonly C[];
  maxRows: number;
}

const DELIMITERS = [',', ';', '\t'];

/** Reads a table with a header line. Empty lines are skipped; the delimiter is the one that the header uses most. */
export function readCsv<C extends string>(text: string, { columns, required, maxRows }: CsvRules<C>): CsvTable<C> {
  const [header, ...records] = recordsOf(text);
  if (!header) throw new CsvFault('has no header line', 1);
  const known = new Map<string, C>();
  for (const [column, names] of Object.entries(columns) as [C, string[]][]) {
    for (const name of [column, ...names]) known.set(plainName(name), column);
  }
  const places = header.cells.map((name) => known.get(plainName(name)));
  places.forEach((column, i) => {
    if (column && places.indexOf(column) < i) throw new CsvFault('is there twice', header.line, column);
  });
  const missing = required.find((column) => !places.includes(column));
  if (missing) throw new CsvFault('is missing in the header', header.line, missing);
  if (records.length > maxRows) {
    throw new CsvFault(`is one row more than the ${maxRows.toLocaleString('en')} allowed`, records[maxRows]!.line);
  }
  const rows = records.map(({ line, cells }): CsvRow<C> => ({
    line,
    cells: Object.fromEntries(places.flatMap((column, i) => (column ? [[column, cells[i] ?? '']] : []))) as CsvRow<C>['cells'],
    ...(cells.length > header.cells.length && { fault: `has ${cells.length} cells where the header has ${header.cells.length}` }),
  }));
  return { rows, ignored: header.cells.filter((name, i) => name !== '' && !places[i]) };
}

/** "Contact e-mail", "contact_email" and "contactEmail" are the same. */
const plainName = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

interface CsvRecord {
  line: number;
  cells: string[];
}

/** All lines with something in them, the header first; empty cells at their ends don't count. */
function recordsOf(given: string): CsvRecord[] {
  // Excel's own first line "sep=;" says nothing that the header doesn't.
  const text = given.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n').replace(/^"?sep=.?"?\n/i, '\n');
  const wrong = text.search(/\0|\p{Cs}/u);
  if (wrong >= 0) throw new CsvFault('has a character that no text can hold', lineOf(text, wrong));
  const options = { delimiter: delimiterOf(text), relax_column_count: true, skip_empty_lines: true, trim: true, info: true } as const;
  let parsed: { record: string[]; info: { lines: number } }[];
  try {
    parsed = parse(text, options) as never;
  } catch (error) {
    const { code, lines = 1, message } = error as { code?: string; lines?: number; message: string };
    throw new CsvFault(QUOTES[code ?? ''] ?? message, lines);
  }
  return parsed
    .map(({ record, info }) => ({ line: info.lines - record.join('').split('\n').length + 1, cells: record.map((cell) => undefuse(cell.trim())) }))
    .map(({ line, cells }) => ({ line, cells: cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1) }))
    .filter(({ cells }) => cells.length > 0);
}

const QUOTES: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'ends inside a quoted cell',
  CSV_INVALID_CLOSING_QUOTE: 'goes on after the closing quote of a cell',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'goes on after the closing quote of a cell',
  INVALID_OPENING_QUOTE: 'has a quote inside an unquoted cell; quote the cell and double the quote',
};

const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length;

/** What separates the names of the header, quoted ones aside. */
function delimiterOf(text: string): string {
  const header = (/^\n*(.*)/.exec(text)?.[1] ?? '').replace(/"[^"]*"/g, '');
  const uses = (delimiter: string) => header.split(delimiter).length;
  return DELIMITERS.reduce((best, one) => (uses(one) > uses(best) ? one : best));
}
