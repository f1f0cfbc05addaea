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

export type PreviewScoringInput = {
  amberFrom?: number | null | undefined;
  greenFrom?: number | null | undefined;
  notApplicableIsNonCompliant?: boolean | null | undefined;
  weightCritical?: number | null | undefined;
  weightHigh?: number | null | undefined;
  weightLow?: number | null | undefined;
  weightMedium?: number | null | undefined;
};

export type RagBand =
  | 'AMBER'
  | 'GREEN'
  | 'RED'
  | 'UNSCORED';

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

export type ScoringQueryVariables = Exact<{ [key: string]: never; }>;


export type ScoringQuery = { settings: { weightCritical: number, weightHigh: number, weightMedium: number, weightLow: number, greenFrom: number, amberFrom: number, notApplicableIsNonCompliant: boolean, revision: number } };

export type ScoringPreviewQueryVariables = Exact<{
  input: PreviewScoringInput;
  withVendors: boolean;
}>;


export type ScoringPreviewQuery = { previewScoring: { averageBefore: number | null, averageAfter: number | null, movedCount: number, before: { green: number, amber: number, red: number, unscored: number }, after: { green: number, amber: number, red: number, unscored: number }, moved: Array<{ scoreBefore: number | null, scoreAfter: number | null, bandBefore: RagBand, bandAfter: RagBand, vendor?: { id: string, name: string } }> } };

export type CountsFragment = { green: number, amber: number, red: number, unscored: number };

export type SaveScoringMutationVariables = Exact<{
  input: UpdateSettingsInput;
}>;


export type SaveScoringMutation = { updateSettings: { settings: { revision: number } } };

export const ScoringDocument = operation<ScoringQuery, ScoringQueryVariables>(`query Scoring {
  settings {
    weightCritical
    weightHigh
    weightMedium
    weightLow
    greenFrom
    amberFrom
    notApplicableIsNonCompliant
    revision
  }
}`);

export const ScoringPreviewDocument = operation<ScoringPreviewQuery, ScoringPreviewQueryVariables>(`query ScoringPreview($input: PreviewScoringInput!, $withVendors: Boolean!) {
  previewScoring(input: $input) {
    before {
      ...Counts
    }
    after {
      ...Counts
    }
    averageBefore
    averageAfter
    movedCount
    moved {
      vendor @include(if: $withVendors) {
        id
        name
      }
      scoreBefore
      scoreAfter
      bandBefore
      bandAfter
    }
  }
}

fragment Counts on RagCounts {
  green
  amber
  red
  unscored
}`);

export const SaveScoringDocument = operation<SaveScoringMutation, SaveScoringMutationVariables>(`mutation SaveScoring($input: UpdateSettingsInput!) {
  updateSettings(input: $input) {
    settings {
      revision
    }
  }
}`);
