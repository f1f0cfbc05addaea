import { badCsv, checkTable } from '../../graphql/csv-input';
import type { CsvTable } from '../../platform/csv';
import type { ImportReader } from '../../imports/reader';
import { VENDOR_COLUMNS } from '../vendor/vendor-fields.rules';
import type { ImportColumn } from './vendor-import.rules';

const VENDORS_CSV = {
  columns: { id: [], ...VENDOR_COLUMNS },
  required: [],
  exact: ['externalId', 'website', 'notes', 'serviceDescription'],
  maxRows: 50_000,
} as const;

/** A table of vendors; its cells aren't interpreted yet. */
function readVendors(csv: string): CsvTable<ImportColumn> {
  const table = checkTable<ImportColumn>(csv, VENDORS_CSV);
  const [first] = table.rows;
  if (first && !['name', 'externalId', 'id'].some((column) => column in first.cells)) {
    throw badCsv([{ line: 1, column: 'name', message: 'is missing from the header, and so is externalId' }]);
  }
  return table;
}

export const vendorsReader: ImportReader<string, CsvTable<ImportColumn>> = { kind: 'vendors', read: readVendors };
