import { notFound } from '../src/kernel/errors';
import { type CsvCell, csvLines } from '../src/platform/csv';

/** A download, as recorded in the audit log. */
export interface FileRead {
  action: 'READ_EXPORT' | 'READ_REPORT';
  /** The entity that the file is about, if there is just one. */
  entity?: { type: string; id: string | null; name: string };
  meta?: Record<string, unknown>;
}

/** A response: its body, chunks of text produced while they are sent, or a file produced beforehand. */
export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  chunks?: AsyncIterable<string>;
  file?(): Promise<Uint8Array>;
  /** What it is saved as. */
  fileName?: string;
  /** The strong tag of the entity shown. */
  tag?: string;
  /** What is recorded in the audit log before the content is sent. */
  read?: FileRead;
}

/** What is downloaded: the entity, or other details of what the file contains. */
export type Downloaded = Pick<FileRead, 'entity' | 'meta'>;

/** The requested entity; 404 if there is none. */
export function found<T>(thing: T | null): T {
  if (thing === null) throw notFound('Thing');
  return thing;
}

export const json = (body: unknown, status = 200): Reply => ({ status, body });

export const noContent = (): Reply => ({ status: 204 });

export const jsonFile = (fileName: string, body: unknown, what: Downloaded): Reply => ({
  ...json(body),
  fileName,
  read: { action: 'READ_EXPORT', ...what },
});

/** A PDF file, printed only if its content is requested. */
export function pdfFile(fileName: string, file: () => Promise<Uint8Array>, what: Downloaded = {}): Reply {
  const headers = { 'Content-Type': 'application/pdf' };
  return { status: 200, headers, file, fileName, read: { action: 'READ_REPORT', ...what } };
}

/** Rows of a CSV file, in batches. */
export type CsvRows = AsyncIterable<CsvCell[][]> | Iterable<CsvCell[][]>;

export function csvFile(fileName: string, pieces: CsvRows, what: Downloaded): Reply {
  async function* chunks() {
    for await (const rows of pieces) yield csvLines(rows);
  }
  const headers = { 'Content-Type': 'text/csv; charset=utf-8' };
  return { status: 200, headers, chunks: chunks(), fileName, read: { action: 'READ_EXPORT', ...what } };
}

/** A header and one row per item, page after page. */
export async function* csvTable<Item>(
  header: string[],
  pages: AsyncIterable<Item[]>,
  cells: (item: Item) => CsvCell[],
): AsyncGenerator<CsvCell[][]> {
  yield [header];
  for await (const items of pages) yield items.map(cells);
}

/** Lists of up to this many pages are held in memory to get an ETag; longer ones are sent page by page. */
const PAGES_HELD = 4;

export async function jsonList(pages: AsyncGenerator<unknown[]>): Promise<Reply> {
  const held: unknown[][] = [];
  while (held.length < PAGES_HELD) {
    const { value, done } = await pages.next();
    if (done) return json(held.flat());
    held.push(value);
  }
  async function* chunks() {
    yield `[${JSON.stringify(held.flat()).slice(1, -1)}`;
    for await (const items of pages) if (items.length > 0) yield `,${JSON.stringify(items).slice(1, -1)}`;
    yield ']';
  }
  return { status: 200, headers: { 'Content-Type': 'application/json; charset=utf-8' }, chunks: chunks() };
}
