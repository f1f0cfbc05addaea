/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type VendorFieldKind =
  | 'CHOICE'
  | 'DATE'
  | 'NUMBER'
  | 'PERSON'
  | 'TEXT'
  | 'YES_NO';

export type VendorFieldsQueryVariables = Exact<{ [key: string]: never; }>;


export type VendorFieldsQuery = { settings: { vendorFields: Array<{ key: string, label: string, kind: VendorFieldKind, isRequired: boolean, options: Array<string>, helpText: string | null }> } };

export const VendorFieldsDocument = operation<VendorFieldsQuery, VendorFieldsQueryVariables>(`query VendorFields {
  settings {
    vendorFields {
      key
      label
      kind
      isRequired
      options
      helpText
    }
  }
}`);
