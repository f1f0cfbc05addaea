import { badCsv, checkTable } from '../../graphql/csv-input';
import type { CsvTable } from '../../platform/csv';
import type { ImportReader } from '../../imports/reader';

/** The columns of a table of vendors, and the other names that they are known by. */
const VENDORS_CSV = {
  columns: {
    name: ['vendor', 'vendor name'],
    externalId: ['reference'],
    contactName: ['contact'],
    contactEmail: ['email', 'contact e-mail'],
    tier: ['risk tier'],
    website: ['url'],
    notes: [],
    serviceDescription: ['service', 'service provided'],
    dataSensitivity: [],
    contractRenewalDate: ['contract renewal', 'renewal date'],
    contractValue: [],
    geographicRisk: [],
    tags: [],
    ownerEmail: ['owner'],
  },
  required: [],
  exact: ['externalId', 'website'],
  maxRows: 50_000,
} as const;

export type VendorColumn = keyof (typeof VENDORS_CSV)['columns'];

/** A table of vendors; what its cells mean is not looked at. */
function readVendors(csv: string): CsvTable<VendorColumn> {
  const table = checkTable<VendorColumn>(csv, VENDORS_CSV);
  const [first] = table.rows;
  if (first && !('name' in first.cells) && !('externalId' in first.cells)) {
    throw badCsv([{ line: 1, column: 'name', message: 'is missing from the header, and so is externalId' }]);
  }
  return table;
}

export const vendorsReader: ImportReader<string, CsvTable<VendorColumn>> = { kind: 'vendors', read: readVendors };
