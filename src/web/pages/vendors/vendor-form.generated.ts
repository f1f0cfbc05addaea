/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type ContractValue =
  | 'FROM_1M_TO_5M'
  | 'FROM_50K_TO_250K'
  | 'FROM_250K_TO_1M'
  | 'OVER_5M'
  | 'UP_TO_50K';

export type CreateVendorInput = {
  contactEmail: string;
  contactName?: string | null | undefined;
  contractRenewalDate?: string | null | undefined;
  contractValue?: ContractValue | null | undefined;
  dataSensitivity?: DataSensitivity | null | undefined;
  externalId?: string | null | undefined;
  geographicRisk?: GeographicRisk | null | undefined;
  name: string;
  notes?: string | null | undefined;
  ownerId?: string | null | undefined;
  serviceDescription?: string | null | undefined;
  tags?: Array<string> | null | undefined;
  tier?: Tier | null | undefined;
  website?: string | null | undefined;
};

export type DataSensitivity =
  | 'CONFIDENTIAL'
  | 'INTERNAL'
  | 'PUBLIC'
  | 'RESTRICTED';

export type GeographicRisk =
  | 'DOMESTIC'
  | 'GLOBAL'
  | 'HIGH_RISK_JURISDICTION'
  | 'REGIONAL';

export type Tier =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type UpdateVendorInput = {
  contactEmail?: string | null | undefined;
  contactName?: string | null | undefined;
  contractRenewalDate?: string | null | undefined;
  contractValue?: ContractValue | null | undefined;
  dataSensitivity?: DataSensitivity | null | undefined;
  expectedRevision?: number | null | undefined;
  externalId?: string | null | undefined;
  geographicRisk?: GeographicRisk | null | undefined;
  id: string;
  name?: string | null | undefined;
  notes?: string | null | undefined;
  ownerId?: string | null | undefined;
  serviceDescription?: string | null | undefined;
  tags?: Array<string> | null | undefined;
  tier?: Tier | null | undefined;
  website?: string | null | undefined;
};

export type VendorToEditQueryVariables = Exact<{
  id: string;
}>;


export type VendorToEditQuery = { vendor: { id: string, revision: number, name: string, contactName: string | null, contactEmail: string, website: string | null, externalId: string | null, serviceDescription: string | null, notes: string | null, tier: Tier | null, dataSensitivity: DataSensitivity | null, geographicRisk: GeographicRisk | null, contractValue: ContractValue | null, contractRenewalDate: string | null, tags: Array<string>, owner: { id: string, name: string } | null } | null };

export type CreateVendorMutationVariables = Exact<{
  input: CreateVendorInput;
}>;


export type CreateVendorMutation = { createVendor: { vendor: { id: string, name: string } } };

export type UpdateVendorMutationVariables = Exact<{
  input: UpdateVendorInput;
}>;


export type UpdateVendorMutation = { updateVendor: { vendor: { id: string, name: string } } };

export const VendorToEditDocument = operation<VendorToEditQuery, VendorToEditQueryVariables>(`query VendorToEdit($id: ID!) {
  vendor(id: $id) {
    id
    revision
    name
    contactName
    contactEmail
    website
    externalId
    serviceDescription
    notes
    tier
    dataSensitivity
    geographicRisk
    contractValue
    contractRenewalDate
    tags
    owner {
      id
      name
    }
  }
}`);

export const CreateVendorDocument = operation<CreateVendorMutation, CreateVendorMutationVariables>(`mutation CreateVendor($input: CreateVendorInput!) {
  createVendor(input: $input) {
    vendor {
      id
      name
    }
  }
}`);

export const UpdateVendorDocument = operation<UpdateVendorMutation, UpdateVendorMutationVariables>(`mutation UpdateVendor($input: UpdateVendorInput!) {
  updateVendor(input: $input) {
    vendor {
      id
      name
    }
  }
}`);
