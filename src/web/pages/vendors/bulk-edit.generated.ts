/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type Tier =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type UpdateVendorsInput = {
  addTags?: Array<string> | null | undefined;
  ids: Array<string>;
  ownerId?: string | null | undefined;
  removeTags?: Array<string> | null | undefined;
  tier?: Tier | null | undefined;
};

export type UpdateVendorsMutationVariables = Exact<{
  input: UpdateVendorsInput;
}>;


export type UpdateVendorsMutation = { updateVendors: { results: Array<{ id: string, error: string | null }> } };

export const UpdateVendorsDocument = operation<UpdateVendorsMutation, UpdateVendorsMutationVariables>(`mutation UpdateVendors($input: UpdateVendorsInput!) {
  updateVendors(input: $input) {
    results {
      id
      error
    }
  }
}`);
