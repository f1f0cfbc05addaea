import { attachment } from '../src/http/attachment';
import { notFound } from '../src/kernel/errors';
import { type CsvCell, csvLines } from '../src/platform/csv';

/** A download, as the audit log is told of it. */
export interface FileRead {
  action: 'READ_EXPORT' | 'READ_REPORT';
  /** The thing that it is about, if it is one. */
  entity?: { type: string; id: string | null; name: string };
  meta?: Record<string, unknown>;
}

/** An answer: its body, or pieces of text that are made while they are sent, or a file that is made before. */
export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  chunks?: AsyncIterable<string>;
  file?(): Promise<Uint8Array>;
  /** The strong tag of the thing that is shown. */
  tag?: string;
  /** What the audit log is told before the content goes out. */
  read?: FileRead;
}

/** What is downloaded: the thing, or what else says what the file holds. */
export type Downloaded = Pick<FileRead, 'entity' | 'meta'>;

const readOf = (action: FileRead['action'], fileName: string, { entity, meta }: Downloaded): FileRead => ({
  action,
  entity,
  meta: { file: fileName, ...meta },
});

/** What the data holds of the thing asked for; 404 if there is none. */
export function found<T>(thing: T | null): T {
  if (thing === null) throw notFound('Thing');
  return thing;
}

export const json = (body: unknown, status = 200): Reply => ({ status, body });

export const noContent = (): Reply => ({ status: 204 });

/** A JSON file. */
export const jsonFile = (fileName: string, body: unknown, what: Downloaded): Reply => ({
  ...json(body),
  headers: attachment(fileName),
  read: readOf('READ_EXPORT', fileName, what),
});

/** A PDF file. It is made only if its content is asked for. */
export function pdfFile(fileName: string, file: () => Promise<Uint8Array>, what: Downloaded = {}): Reply {
  const headers = { 'Content-Type': 'application/pdf', ...attachment(fileName) };
  return { status: 200, headers, file, read: readOf('READ_REPORT', fileName, what) };
}

/** Lines of a CSV file, some at a time. */
export type CsvRows = AsyncIterable<CsvCell[][]> | Iterable<CsvCell[][]>;

/** A CSV file. */
export function csvFile(fileName: string, pieces: CsvRows, what: Downloaded): Reply {
  async function* chunks() {
    for await (const rows of pieces) yield csvLines(rows);
  }
  const headers = { 'Content-Type': 'text/csv; charset=utf-8', ...attachment(fileName) };
  return { status: 200, headers, chunks: chunks(), read: readOf('READ_EXPORT', fileName, what) };
}

/** A header and a line an item, page after page. */
export async function* csvTable<Item>(
  header: string[],
  pages: AsyncIterable<Item[]>,
  cells: (item: Item) => CsvCell[],
): AsyncGenerator<CsvCell[][]> {
  yield [header];
  for await (const items of pages) yield items.map(cells);
}

/** So many pages of a list are held, to be answered with an ETag; a longer one is sent page after page. */
const PAGES_HELD = 4;

/** A JSON array. */
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
