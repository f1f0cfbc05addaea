import { parseDate } from '../../platform/dates';
import type { VendorField } from '../settings/vendor-fields';
import { type CsvRow, splitCell } from '../../platform/csv';
import { isId } from '../../platform/id';
import { nfc } from '../../platform/nfc';
import { Misfit, readValue, valueOfCell } from '../vendor/own-fields.rules';
import type { VendorColumn } from '../vendor/vendor-fields.rules';
import { ContractValue, DataSensitivity, GeographicRisk, Tier } from '../vendor/vendor.entity';
import { CONTRACT_VALUES } from '../vendor/vendor.rules';

/** How the cells of a vendor table are interpreted. Pure: no database, no framework. */

export interface CellError {
  column: string | null;
  message: string;
}

/** The vendor's values from its row: columns missing from the file are left out, an empty cell clears the value. */
export interface RowValues {
  values: Record<string, unknown>;
  /** Undefined: not in the file. */
  ownerEmail?: string;
  /** Own fields by key, likewise; a person by e-mail address. */
  own: Record<string, unknown>;
  /** The vendor's own id, if the row has one; in lower case. */
  id?: string;
  errors: CellError[];
}

/** The columns that are read. By the id, what was exported finds its vendor again. */
export type ImportColumn = VendorColumn | 'id';

type Read = (cell: string) => unknown;

/** GraphQL enum values, in any case: "High risk jurisdiction" is HIGH_RISK_JURISDICTION. */
const oneOf =
  (words: readonly string[], labels: Readonly<Record<string, string>> = {}): Read =>
  (cell) => {
    const word = cell.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
    const found = words.includes(word) ? word : words.find((one) => labels[one] === cell.replaceAll('-', '–'));
    if (!found) throw new Misfit(`must be one of ${words.join(', ')}`);
    return found;
  };

const READ: Partial<Record<VendorColumn, Read>> = {
  tier: oneOf(Object.values(Tier)),
  dataSensitivity: oneOf(Object.values(DataSensitivity)),
  contractValue: oneOf(Object.values(ContractValue), CONTRACT_VALUES satisfies Record<ContractValue, string>),
  geographicRisk: oneOf(Object.values(GeographicRisk)),
  contractRenewalDate: (cell) => {
    const day = parseDate(cell);
    if (!day) throw new Misfit('must be a date (YYYY-MM-DD)');
    return day;
  },
  tags: splitCell,
};

/** The value of a cell that isn't empty, or what is wrong with it. */
export function readCell(column: VendorColumn, cell: string): CellRead {
  return readOrFault(() => READ[column]?.(cell) ?? cell);
}

/** The same for an own field: a choice has to be one of its options. */
export function readOwnCell(field: VendorField, cell: string): CellRead {
  const read = readOrFault(() => valueOfCell(field, cell));
  if ('fault' in read || field.kind === 'PERSON') return read;
  return readOrFault(() => readValue(field, read.value));
}

type CellRead = { value: unknown } | { fault: string };

function readOrFault(read: () => unknown): CellRead {
  try {
    return { value: read() };
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    return { fault: error.message };
  }
}

/** Columns that stay text when empty, because they are required. */
const NEEDED = new Set<VendorColumn>(['name', 'contactEmail']);

export function readRow({ cells, fault }: CsvRow<string>, ownFields: ReadonlyMap<string, VendorField>): RowValues {
  const { ownerEmail, id, ...others } = cells;
  const values: Record<string, unknown> = {};
  const own: Record<string, unknown> = {};
  const errors: CellError[] = fault ? [{ column: null, message: fault }] : [];
  for (const [column, cell] of Object.entries(others) as [VendorColumn, string][]) {
    const field = ownFields.get(column);
    const isEmpty = cell.trim() === '' && !NEEDED.has(column);
    const read = field ? readOrFault(() => valueOfCell(field, cell)) : isEmpty ? { value: null } : readCell(column, cell);
    if ('fault' in read) errors.push({ column, message: read.fault });
    else if (field) own[column] = read.value;
    else values[column] = read.value;
  }
  return { values, ownerEmail, own, id: id && isId(id) ? id.toLowerCase() : undefined, errors };
}

/** A whitespace class that JavaScript and PostgreSQL interpret the same way: their \s differ. */
export const SPACE =
  '[\\u0009\\u000a\\u000b\\u000c\\u000d\\u0020\\u0085\\u00a0\\u1680\\u2000\\u2001\\u2002\\u2003\\u2004\\u2005\\u2006' +
  '\\u2007\\u2008\\u2009\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]';
const SPACES = new RegExp(`${SPACE}+`, 'gu');

/** A name for comparison: ignores case, spacing and how accents were typed. Case folds as in searches. */
export function foldName(name: string): string {
  return nfc(name).replace(SPACES, ' ').trim().toLowerCase().replaceAll('\u0307', '').toUpperCase();
}
