/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type ImportOutcome =
  | 'CREATED'
  | 'INVALID'
  | 'SKIPPED'
  | 'UNCHANGED'
  | 'UPDATED';

export type ImportRowChoiceInput = {
  line: number;
  sameName: SameName;
};

export type ImportVendorsInput = {
  allOrNothing?: boolean | null | undefined;
  csv: string;
  dryRun?: boolean | null | undefined;
  portfolioId?: string | null | undefined;
  rowChoices?: Array<ImportRowChoiceInput> | null | undefined;
  sameName?: SameName | null | undefined;
};

export type SameName =
  | 'CREATE'
  | 'SKIP'
  | 'UPDATE';

export type ImportVendorsMutationVariables = Exact<{
  input: ImportVendorsInput;
}>;


export type ImportVendorsMutation = { importVendors: { applied: boolean, created: number, updated: number, unchanged: number, skipped: number, invalid: number, ignoredColumns: Array<string>, rows: Array<{ line: number, name: string | null, externalId: string | null, outcome: ImportOutcome, vendorId: string | null, changedFields: Array<string>, sameNameVendorIds: Array<string>, sameNameLine: number | null, errors: Array<{ column: string | null, message: string }> }> } };

export type VendorNamesQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type VendorNamesQuery = { nodes: Array<
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { name: string, id: string }
    | { id: string }
    | { id: string }
    | { id: string }
   | null> };

export const ImportVendorsDocument = operation<ImportVendorsMutation, ImportVendorsMutationVariables>(`mutation ImportVendors($input: ImportVendorsInput!) {
  importVendors(input: $input) {
    applied
    created
    updated
    unchanged
    skipped
    invalid
    ignoredColumns
    rows {
      line
      name
      externalId
      outcome
      vendorId
      changedFields
      sameNameVendorIds
      sameNameLine
      errors {
        column
        message
      }
    }
  }
}`);

export const VendorNamesDocument = operation<VendorNamesQuery, VendorNamesQueryVariables>(`query VendorNames($ids: [ID!]!) {
  nodes(ids: $ids) {
    id
    ... on Vendor {
      name
    }
  }
}`);
