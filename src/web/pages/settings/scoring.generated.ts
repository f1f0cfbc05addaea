/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type AssessmentPlanInput = {
  approverRoleId?: string | null | undefined;
  dueDays?: number | null | undefined;
  recurrence?: Recurrence | null | undefined;
  templateIds: Array<string>;
  tier: Tier;
};

export type AuditWitnessInput = {
  address: string;
  name: string;
  vkey: string;
};

export type BoardReportScheduleInput = {
  recipients: Array<string>;
  recurrence: Recurrence;
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

export type Recurrence =
  | 'ANNUALLY'
  | 'BIANNUALLY'
  | 'NONE'
  | 'QUARTERLY';

export type RemediationDaysInput = {
  critical?: number | null | undefined;
  high?: number | null | undefined;
  low?: number | null | undefined;
  medium?: number | null | undefined;
};

export type SecondFactorRequirement =
  | 'ADMINISTRATORS'
  | 'EVERYONE'
  | 'NOBODY';

export type Severity =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type Tier =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type TierRuleInput = {
  conditionalLogic?: unknown;
  name: string;
  tier: Tier;
};

export type UpdateSettingsInput = {
  amberFrom?: number | null | undefined;
  apiKeysEnabled?: boolean | null | undefined;
  assessmentPlans?: Array<AssessmentPlanInput> | null | undefined;
  auditCheckpointRecipients?: Array<string> | null | undefined;
  auditReads?: boolean | null | undefined;
  auditWitnesses?: Array<AuditWitnessInput> | null | undefined;
  boardReport?: BoardReportScheduleInput | null | undefined;
  expectedRevision?: number | null | undefined;
  fourEyesFor?: Array<Severity> | null | undefined;
  greenFrom?: number | null | undefined;
  minPasswordLength?: number | null | undefined;
  notApplicableIsNonCompliant?: boolean | null | undefined;
  organizationApiKeys?: boolean | null | undefined;
  organizationName?: string | null | undefined;
  passwordSignIn?: PasswordSignIn | null | undefined;
  publicIntrospection?: boolean | null | undefined;
  remediationDays?: RemediationDaysInput | null | undefined;
  requireSecondFactor?: SecondFactorRequirement | null | undefined;
  scimDefaultRoleId?: string | null | undefined;
  searchSynonyms?: Array<Array<string>> | null | undefined;
  tierRules?: Array<TierRuleInput> | null | undefined;
  vendorFields?: Array<VendorFieldInput> | null | undefined;
  weightCritical?: number | null | undefined;
  weightHigh?: number | null | undefined;
  weightLow?: number | null | undefined;
  weightMedium?: number | null | undefined;
};

export type VendorFieldInput = {
  helpText?: string | null | undefined;
  isRequired?: boolean | null | undefined;
  key: string;
  kind: VendorFieldKind;
  label: string;
  options?: Array<string> | null | undefined;
};

export type VendorFieldKind =
  | 'CHOICE'
  | 'DATE'
  | 'NUMBER'
  | 'PERSON'
  | 'TEXT'
  | 'YES_NO';

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
