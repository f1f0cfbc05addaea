import { badCsv, checkTable } from '../../graphql/csv-input';
import type { CsvTable } from '../../platform/csv';
import type { ImportReader } from '../../imports/reader';
import { VENDOR_COLUMNS, type VendorColumn } from '../vendor/vendor-fields.rules';

const VENDORS_CSV = {
  columns: VENDOR_COLUMNS,
  required: [],
  exact: ['externalId', 'website'],
  maxRows: 50_000,
} as const;

/** A table of vendors; its cells aren't interpreted yet. */
function readVendors(csv: string): CsvTable<VendorColumn> {
  const table = checkTable<VendorColumn>(csv, VENDORS_CSV);
  const [first] = table.rows;
  if (first && !('name' in first.cells) && !('externalId' in first.cells)) {
    throw badCsv([{ line: 1, column: 'name', message: 'is missing from the header, and so is externalId' }]);
  }
  return table;
}

export const vendorsReader: ImportReader<string, CsvTable<VendorColumn>> = { kind: 'vendors', read: readVendors };
