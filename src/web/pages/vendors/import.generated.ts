/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type ImportOutcome =
  | 'CREATED'
  | 'INVALID'
  | 'UNCHANGED'
  | 'UPDATED';

export type ImportVendorsInput = {
  allOrNothing?: boolean | null | undefined;
  csv: string;
  dryRun?: boolean | null | undefined;
};

export type ImportVendorsMutationVariables = Exact<{
  input: ImportVendorsInput;
}>;


export type ImportVendorsMutation = { importVendors: { applied: boolean, created: number, updated: number, unchanged: number, invalid: number, ignoredColumns: Array<string>, rows: Array<{ line: number, name: string | null, externalId: string | null, outcome: ImportOutcome, vendorId: string | null, changedFields: Array<string>, errors: Array<{ column: string | null, message: string }> }> } };

export const ImportVendorsDocument = operation<ImportVendorsMutation, ImportVendorsMutationVariables>(`mutation ImportVendors($input: ImportVendorsInput!) {
  importVendors(input: $input) {
    applied
    created
    updated
    unchanged
    invalid
    ignoredColumns
    rows {
      line
      name
      externalId
      outcome
      vendorId
      changedFields
      errors {
        column
        message
      }
    }
  }
}`);
