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

export type AuditLogSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type AuditLogSettingsQuery = { settings: { auditVerifierKey: string, auditFormerVerifierKeys: Array<string>, auditCheckpointRecipients: Array<string>, revision: number, auditWitnesses: Array<{ name: string, vkey: string, address: string, lastCosignedAt: string | null, lastCosignedSize: number | null, lastError: string | null }> } };

export type SaveAuditLogSettingsMutationVariables = Exact<{
  input: UpdateSettingsInput;
}>;


export type SaveAuditLogSettingsMutation = { updateSettings: { settings: { revision: number } } };

export const AuditLogSettingsDocument = operation<AuditLogSettingsQuery, AuditLogSettingsQueryVariables>(`query AuditLogSettings {
  settings {
    auditVerifierKey
    auditFormerVerifierKeys
    auditCheckpointRecipients
    auditWitnesses {
      name
      vkey
      address
      lastCosignedAt
      lastCosignedSize
      lastError
    }
    revision
  }
}`);

export const SaveAuditLogSettingsDocument = operation<SaveAuditLogSettingsMutation, SaveAuditLogSettingsMutationVariables>(`mutation SaveAuditLogSettings($input: UpdateSettingsInput!) {
  updateSettings(input: $input) {
    settings {
      revision
    }
  }
}`);
