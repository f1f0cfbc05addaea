import '../../api/no-eval';
import { CONTROLS_CSV, controlRows, type FrameworkDocument, frameworkFile } from '../../../domains/framework/framework.rules';
import { CsvFault, readCsv } from '../../../platform/csv';
import { postFile } from '../../api/upload';
import type { Fault } from '../../components/fault-list';
import { bytes } from '../../components/format';
import { JsonFault, jsonLines, lineOf, notJson, parseJson } from '../../components/json-lines';
import { readText, UNREADABLE } from '../../components/read-text';

/** Checks a framework file by the server's rules before it is uploaded. Independent of React. */

export interface ReadFile {
  file: File;
  format: 'CSV' | 'OSCAL' | 'JSON';
  text: string;
  /** The parsed content; undefined if it has errors. For CSV, only the controls count. */
  document?: FrameworkDocument;
  domainCount: number;
  /** Columns with unknown names. */
  ignored: string[];
  faults: Fault[];
}

/** The server's limit. */
const MOST_BYTES = 33_554_432;

export async function readFramework(file: File): Promise<ReadFile> {
  const isCsv = /\.csv$/i.test(file.name);
  const isTooLarge = file.size > MOST_BYTES;
  const text = isTooLarge ? '' : await readText(file);
  const empty: ReadFile = { file, text: text ?? '', format: isCsv ? 'CSV' : 'JSON', domainCount: 0, ignored: [], faults: [] };
  if (isTooLarge) return { ...empty, faults: [{ message: `it is larger than ${bytes(MOST_BYTES)}` }] };
  if (text === undefined) return { ...empty, faults: [UNREADABLE] };
  try {
    return { ...empty, ...(isCsv ? readTable(text) : readJson(text)) };
  } catch (error) {
    if (error instanceof CsvFault) return { ...empty, faults: [{ line: error.line, place: error.column, message: error.message }] };
    if (error instanceof JsonFault) return { ...empty, faults: [{ line: error.line, message: notJson(text, error) }] };
    throw error;
  }
}

function readJson(text: string): Partial<ReadFile> {
  const value = parseJson(text);
  const format = typeof value === 'object' && value !== null && 'catalog' in value ? 'OSCAL' : 'JSON';
  const { data, error } = frameworkFile.safeParse(value);
  if (data) return { format, document: data, domainCount: domainsIn(data) };
  return {
    format,
    faults: jsonFaults(
      text,
      error.issues.map(({ path, message }) => [path.join('.'), message]),
    ),
  };
}

function readTable(text: string): Partial<ReadFile> {
  const { rows, ignored } = readCsv(text, CONTROLS_CSV);
  const torn = rows.flatMap(({ line, fault }) => (fault ? [{ line, message: fault }] : []));
  if (torn.length > 0) return { ignored, faults: torn };
  const { data, error } = controlRows.safeParse(rows.map(({ cells }) => cells));
  if (data) {
    const document = { name: '', controls: data } as FrameworkDocument;
    return { ignored, document, domainCount: domainsIn(document) };
  }
  return {
    ignored,
    faults: error.issues.map(({ path: [i, column], message }) => ({
      line: rows[Number(i)]?.line,
      place: column === undefined ? undefined : String(column),
      message,
    })),
  };
}

const domainsIn = ({ controls }: FrameworkDocument) => new Set(controls.map(({ domain }) => domain ?? '')).size;

function jsonFaults(text: string, fields: [path: string, message: string][]): Fault[] {
  const lines = jsonLines(text);
  return fields.map(([path, message]) => ({ line: lineOf(lines, path), place: path.replaceAll('.', ' › ') || 'The file', message }));
}

/** The server's errors with their lines: "framework.controls.3.code" in JSON, "csv.3.code" in CSV. */
export function faultsOf({ format, text }: ReadFile, fields: Readonly<Record<string, string>>): Fault[] {
  const inFile = Object.entries(fields).filter(([path]) => path.startsWith('csv.') || path.startsWith('framework.'));
  if (format !== 'CSV')
    return jsonFaults(
      text,
      inFile.map(([path, message]) => [path.replace(/^framework\./, ''), message]),
    );
  return inFile.map(([path, message]) => {
    const [, line, column] = path.split('.');
    return { line: Number(line), place: column, message };
  });
}

/** Uploads the file to the route for large ones; the details are for CSV, which has no place for them. */
export async function uploadFramework(file: File, details: Record<string, string>) {
  const given = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== ''));
  return (await postFile('/imports/framework', file, given)) as { id: string; name: string; controlCount: number };
}
