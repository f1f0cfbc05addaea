import type { z } from 'zod';
import { CsvFault, type CsvRow, type CsvTable, readCsv } from '../platform/csv';
import { inNfc } from '../platform/nfc';
import { badInput, type Problem } from '../kernel/errors';

/** CSV as an input: errors are located by line and column, as "csv.3.code" and, for people, "line 3, code: …". */

export interface PlacedFault {
  line: number;
  column?: string;
  message: string;
}

/** A broken file can have an error on every line: this many are enough to work on. */
const MOST_FAULTS = 100;

export function badCsv(faults: readonly PlacedFault[]): Problem {
  const told = faults.slice(0, MOST_FAULTS);
  const fields = told.map(({ line, column, message }) => [['csv', line, column].filter(Boolean).join('.'), message]);
  const lines = told.map(({ line, column, message }) => `line ${line}${column ? `, ${column}` : ''}: ${message}`);
  return badInput(Object.fromEntries(fields) as Record<string, string>, lines.join('; '));
}

/** The rows of the file, in NFC; rejects a file that isn't a table. */
export function checkTable<C extends string>(csv: string, rules: Parameters<typeof readCsv<C>>[1]): CsvTable<C> {
  try {
    return inNfc(readCsv(csv, rules));
  } catch (error) {
    if (error instanceof CsvFault) throw badCsv([error]);
    throw error;
  }
}

/** Validates the rows of a table as a list; errors are located by line. */
export function checkRows<S extends z.ZodType>(rule: S, rows: readonly CsvRow<string>[]): z.output<S> {
  const torn = rows.flatMap(({ line, fault }) => (fault ? [{ line, message: fault }] : []));
  if (torn.length > 0) throw badCsv(torn);
  const { success, data, error } = rule.safeParse(rows.map(({ cells }) => cells));
  if (success) return data;
  throw badCsv(
    error.issues.map(({ path: [i, column], message }) => ({
      line: rows[Number(i ?? 0)]?.line ?? 1,
      column: column === undefined ? undefined : String(column),
      message,
    })),
  );
}
