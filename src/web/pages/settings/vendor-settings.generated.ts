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

export type QuestionType =
  | 'COMBOBOX'
  | 'DATE'
  | 'FILE_UPLOAD'
  | 'FREE_TEXT'
  | 'MULTIPLE_CHOICE'
  | 'MULTI_SELECT'
  | 'NUMERIC'
  | 'RATING'
  | 'YES_NO';

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

export type TemplateStatus =
  | 'ARCHIVED'
  | 'DRAFT'
  | 'PUBLISHED';

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

export type CustomFieldsQueryVariables = Exact<{ [key: string]: never; }>;


export type CustomFieldsQuery = { settings: { revision: number, vendorFields: Array<{ key: string, label: string, kind: VendorFieldKind, isRequired: boolean, options: Array<string>, helpText: string | null }> } };

export type TierRulesQueryVariables = Exact<{
  seesTemplates: boolean;
}>;


export type TierRulesQuery = { settings: { revision: number, tierRules: Array<{ name: string, tier: Tier, conditionalLogic: unknown }>, vendorFields: Array<{ key: string, label: string, kind: VendorFieldKind, options: Array<string> }> }, intakeTemplates?: Array<{ id: string, family: string, name: string, status: TemplateStatus, sections: Array<{ questions: Array<{ id: string, text: string, type: QuestionType, options: Array<string> }> }> }> };

export type AssessmentPlansQueryVariables = Exact<{
  seesTemplates: boolean;
  seesRoles: boolean;
}>;


export type AssessmentPlansQuery = { settings: { revision: number, assessmentPlans: Array<{ tier: Tier, recurrence: Recurrence, dueDays: number | null, approverRoleId: string | null, approverRoleName: string | null, templates?: Array<{ id: string, name: string }> }> }, templates?: Array<{ id: string, family: string, name: string, status: TemplateStatus }>, roles?: Array<{ id: string, name: string }> };

export type FindingSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type FindingSettingsQuery = { settings: { fourEyesFor: Array<Severity>, revision: number, remediationDays: { critical: number | null, high: number | null, medium: number | null, low: number | null } } };

export type SearchSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type SearchSettingsQuery = { settings: { searchSynonyms: Array<Array<string>>, revision: number } };

export type SaveVendorSettingsMutationVariables = Exact<{
  input: UpdateSettingsInput;
}>;


export type SaveVendorSettingsMutation = { updateSettings: { settings: { revision: number } } };

export const CustomFieldsDocument = operation<CustomFieldsQuery, CustomFieldsQueryVariables>(`query CustomFields {
  settings {
    vendorFields {
      key
      label
      kind
      isRequired
      options
      helpText
    }
    revision
  }
}`);

export const TierRulesDocument = operation<TierRulesQuery, TierRulesQueryVariables>(`query TierRules($seesTemplates: Boolean!) {
  settings {
    tierRules {
      name
      tier
      conditionalLogic
    }
    vendorFields {
      key
      label
      kind
      options
    }
    revision
  }
  intakeTemplates @include(if: $seesTemplates) {
    id
    family
    name
    status
    sections {
      questions {
        id
        text
        type
        options
      }
    }
  }
}`);

export const AssessmentPlansDocument = operation<AssessmentPlansQuery, AssessmentPlansQueryVariables>(`query AssessmentPlans($seesTemplates: Boolean!, $seesRoles: Boolean!) {
  settings {
    assessmentPlans {
      tier
      recurrence
      dueDays
      approverRoleId
      approverRoleName
      templates @include(if: $seesTemplates) {
        id
        name
      }
    }
    revision
  }
  templates @include(if: $seesTemplates) {
    id
    family
    name
    status
  }
  roles @include(if: $seesRoles) {
    id
    name
  }
}`);

export const FindingSettingsDocument = operation<FindingSettingsQuery, FindingSettingsQueryVariables>(`query FindingSettings {
  settings {
    remediationDays {
      critical
      high
      medium
      low
    }
    fourEyesFor
    revision
  }
}`);

export const SearchSettingsDocument = operation<SearchSettingsQuery, SearchSettingsQueryVariables>(`query SearchSettings {
  settings {
    searchSynonyms
    revision
  }
}`);

export const SaveVendorSettingsDocument = operation<SaveVendorSettingsMutation, SaveVendorSettingsMutationVariables>(`mutation SaveVendorSettings($input: UpdateSettingsInput!) {
  updateSettings(input: $input) {
    settings {
      revision
    }
  }
}`);
