/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type AssessmentStatus =
  | 'COMPLETED'
  | 'DRAFT'
  | 'IN_PROGRESS'
  | 'SENT'
  | 'SUBMITTED'
  | 'UNDER_REVIEW';

export type DataSensitivity =
  | 'CONFIDENTIAL'
  | 'INTERNAL'
  | 'PUBLIC'
  | 'RESTRICTED';

export type FindingFilter = {
  assessmentId?: string | null | undefined;
  assessmentStatus?: Array<AssessmentStatus> | null | undefined;
  controlCode?: string | null | undefined;
  createdFrom?: string | null | undefined;
  createdTo?: string | null | undefined;
  dueFrom?: string | null | undefined;
  dueTo?: string | null | undefined;
  frameworkId?: string | null | undefined;
  isManual?: boolean | null | undefined;
  overdue?: boolean | null | undefined;
  ownerId?: string | null | undefined;
  query?: string | null | undefined;
  resolvedFrom?: string | null | undefined;
  resolvedTo?: string | null | undefined;
  severities?: Array<Severity> | null | undefined;
  severity?: Severity | null | undefined;
  status?: FindingStatus | null | undefined;
  tiers?: Array<Tier> | null | undefined;
  vendorId?: string | null | undefined;
};

export type FindingStatsBy =
  | 'CONTROL'
  | 'CREATED_MONTH'
  | 'OWNER'
  | 'PORTFOLIO'
  | 'SEVERITY'
  | 'STATUS'
  | 'TEMPLATE'
  | 'TIER'
  | 'VENDOR';

export type FindingStatus =
  | 'OPEN'
  | 'REMEDIATED'
  | 'RISK_ACCEPTED';

export type RagBand =
  | 'AMBER'
  | 'GREEN'
  | 'RED'
  | 'UNSCORED';

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

export type VendorFieldFilter = {
  contains?: string | null | undefined;
  equals?: unknown;
  from?: unknown;
  isSet?: boolean | null | undefined;
  key: string;
  to?: unknown;
};

export type VendorFilter = {
  certification?: string | null | undefined;
  dataSensitivity?: Array<DataSensitivity> | null | undefined;
  externalId?: string | null | undefined;
  fields?: Array<VendorFieldFilter> | null | undefined;
  hasOpenActions?: boolean | null | undefined;
  ids?: Array<string> | null | undefined;
  isAssessed?: boolean | null | undefined;
  isUntiered?: boolean | null | undefined;
  lastAssessedFrom?: string | null | undefined;
  lastAssessedTo?: string | null | undefined;
  needsAttention?: boolean | null | undefined;
  ownerId?: string | null | undefined;
  portfolioId?: string | null | undefined;
  query?: string | null | undefined;
  ragBand?: RagBand | null | undefined;
  renewalFrom?: string | null | undefined;
  renewalTo?: string | null | undefined;
  scoreFrom?: number | null | undefined;
  scoreTo?: number | null | undefined;
  status?: Array<VendorStatus> | null | undefined;
  tag?: string | null | undefined;
  tier?: Tier | null | undefined;
  tiers?: Array<Tier> | null | undefined;
};

export type VendorStatsBy =
  | 'BAND'
  | 'CONTRACT_VALUE'
  | 'DATA_SENSITIVITY'
  | 'GEOGRAPHIC_RISK'
  | 'OWNER'
  | 'PORTFOLIO'
  | 'STATUS'
  | 'TAG'
  | 'TIER';

export type VendorStatus =
  | 'ACTIVE'
  | 'ARCHIVED'
  | 'OFFBOARDING'
  | 'REQUESTED';

export type VendorStatsQueryVariables = Exact<{
  by: VendorStatsBy;
  filter?: VendorFilter | null | undefined;
  withFindings: boolean;
}>;


export type VendorStatsQuery = { vendorStats: Array<{ key: string | null, label: string, count: number, averageScore: number | null, openFindings?: number }> };

export type FindingStatsQueryVariables = Exact<{
  by: FindingStatsBy;
  filter?: FindingFilter | null | undefined;
}>;


export type FindingStatsQuery = { findingStats: Array<{ key: string | null, label: string, count: number, open: number, remediated: number, accepted: number, overdue: number, meanDaysToRemediate: number | null }> };

export const VendorStatsDocument = operation<VendorStatsQuery, VendorStatsQueryVariables>(`query VendorStats($by: VendorStatsBy!, $filter: VendorFilter, $withFindings: Boolean!) {
  vendorStats(by: $by, filter: $filter) {
    key
    label
    count
    averageScore
    openFindings @include(if: $withFindings)
  }
}`);

export const FindingStatsDocument = operation<FindingStatsQuery, FindingStatsQueryVariables>(`query FindingStats($by: FindingStatsBy!, $filter: FindingFilter) {
  findingStats(by: $by, filter: $filter) {
    key
    label
    count
    open
    remediated
    accepted
    overdue
    meanDaysToRemediate
  }
}`);
