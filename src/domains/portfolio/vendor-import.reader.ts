import { badCsv, checkTable } from '../../graphql/csv-input';
import type { CsvTable } from '../../platform/csv';
import type { ImportReader } from '../../imports/reader';
import { VENDOR_COLUMNS } from '../vendor/vendor-fields.rules';
import type { ImportColumn } from './vendor-import.rules';

const MAX_ROWS = 50_000;

/** A file, and the own fields that columns can have. */
export interface VendorsFile {
  csv: string;
  ownKeys: readonly string[];
  /** Those of texts, which are kept as they are. */
  ownTexts: readonly string[];
}

/** A column of a vendor, or the key of an own field. */
export type FileColumn = ImportColumn | (string & {});

/** A table of vendors; its cells aren't interpreted yet. */
function readVendors({ csv, ownKeys, ownTexts }: VendorsFile): CsvTable<FileColumn> {
  const table = checkTable<FileColumn>(csv, {
    columns: { id: [], ...VENDOR_COLUMNS, ...Object.fromEntries(ownKeys.map((key) => [key, []])) },
    required: [],
    exact: ['externalId', 'website', 'notes', 'serviceDescription', ...ownTexts],
    maxRows: MAX_ROWS,
  });
  const [first] = table.rows;
  if (first && !['name', 'externalId', 'id'].some((column) => column in first.cells)) {
    throw badCsv([{ line: 1, column: 'name', message: 'is missing from the header, and so is externalId' }]);
  }
  return table;
}

export const vendorsReader: ImportReader<VendorsFile, CsvTable<FileColumn>> = { kind: 'vendors', read: readVendors };
