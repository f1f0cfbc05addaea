import { parseDate } from '../../graphql/scalars';
import { type CsvRow, splitCell } from '../../platform/csv';
import { isId } from '../../platform/id';
import { nfc } from '../../platform/nfc';
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
  /** The vendor's own id, if the row has one; in lower case. */
  id?: string;
  errors: CellError[];
}

/** The columns that are read. By the id, what was exported finds its vendor again. */
export type ImportColumn = VendorColumn | 'id';

type Read = (cell: string) => unknown;

/** An invalid cell. */
class Misfit extends Error {}

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

/** Columns that stay text when empty, because they are required. */
const NEEDED = new Set<VendorColumn>(['name', 'contactEmail']);

export function readRow({ cells, fault }: CsvRow<ImportColumn>): RowValues {
  const { ownerEmail, id, ...own } = cells;
  const values: Record<string, unknown> = {};
  const errors: CellError[] = fault ? [{ column: null, message: fault }] : [];
  for (const [column, cell] of Object.entries(own) as [VendorColumn, string][]) {
    try {
      values[column] = cell.trim() === '' && !NEEDED.has(column) ? null : (READ[column]?.(cell) ?? cell);
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      errors.push({ column, message: error.message });
    }
  }
  return { values, ownerEmail, id: id && isId(id) ? id.toLowerCase() : undefined, errors };
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
