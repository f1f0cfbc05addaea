/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type AuditWitnessInput = {
  address: string;
  name: string;
  vkey: string;
};

export type PasswordSignIn =
  | 'ADMINISTRATORS'
  | 'EVERYONE'
  | 'NOBODY';

export type SecondFactorRequirement =
  | 'ADMINISTRATORS'
  | 'EVERYONE'
  | 'NOBODY';

export type UpdateSettingsInput = {
  amberFrom?: number | null | undefined;
  apiKeysEnabled?: boolean | null | undefined;
  auditCheckpointRecipients?: Array<string> | null | undefined;
  auditReads?: boolean | null | undefined;
  auditWitnesses?: Array<AuditWitnessInput> | null | undefined;
  expectedRevision?: number | null | undefined;
  greenFrom?: number | null | undefined;
  minPasswordLength?: number | null | undefined;
  notApplicableIsNonCompliant?: boolean | null | undefined;
  organizationApiKeys?: boolean | null | undefined;
  organizationName?: string | null | undefined;
  passwordSignIn?: PasswordSignIn | null | undefined;
  publicIntrospection?: boolean | null | undefined;
  requireSecondFactor?: SecondFactorRequirement | null | undefined;
  scimDefaultRoleId?: string | null | undefined;
  searchSynonyms?: Array<Array<string>> | null | undefined;
  weightCritical?: number | null | undefined;
  weightHigh?: number | null | undefined;
  weightLow?: number | null | undefined;
  weightMedium?: number | null | undefined;
};

export type OrganisationQueryVariables = Exact<{ [key: string]: never; }>;


export type OrganisationQuery = { settings: { organizationName: string, publicIntrospection: boolean, auditReads: boolean, revision: number } };

export type SaveOrganisationMutationVariables = Exact<{
  input: UpdateSettingsInput;
}>;


export type SaveOrganisationMutation = { updateSettings: { settings: { revision: number } } };

export const OrganisationDocument = operation<OrganisationQuery, OrganisationQueryVariables>(`query Organisation {
  settings {
    organizationName
    publicIntrospection
    auditReads
    revision
  }
}`);

export const SaveOrganisationDocument = operation<SaveOrganisationMutation, SaveOrganisationMutationVariables>(`mutation SaveOrganisation($input: UpdateSettingsInput!) {
  updateSettings(input: $input) {
    settings {
      revision
    }
  }
}`);
