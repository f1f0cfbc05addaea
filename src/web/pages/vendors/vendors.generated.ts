/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type DataSensitivity =
  | 'CONFIDENTIAL'
  | 'INTERNAL'
  | 'PUBLIC'
  | 'RESTRICTED';

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

export type VendorOrder = {
  descending?: boolean | null | undefined;
  field: VendorOrderField;
};

export type VendorOrderField =
  | 'CONTRACT_RENEWAL_DATE'
  | 'CREATED_AT'
  | 'INHERENT_RISK'
  | 'LAST_ASSESSED_AT'
  | 'NAME'
  | 'OVERALL_SCORE'
  | 'RESIDUAL_RISK'
  | 'TIER';

export type VendorStatus =
  | 'ACTIVE'
  | 'ARCHIVED'
  | 'OFFBOARDING'
  | 'REQUESTED';

export type VendorsQueryVariables = Exact<{
  filter?: VendorFilter | null | undefined;
  orderBy?: VendorOrder | null | undefined;
  offset?: number | null | undefined;
  withFindings: boolean;
}>;


export type VendorsQuery = { vendors: { totalCount: number, csvUrl: string, nodes: Array<{ id: string, name: string, status: VendorStatus, tier: Tier | null, overallScore: number | null, ragBand: RagBand, inherentRisk: number | null, residualRisk: number | null, tags: Array<string>, dataSensitivity: DataSensitivity | null, contactEmail: string, externalId: string | null, assessmentCount: number, lastAssessedAt: string | null, createdAt: string, contractRenewalDate: string | null, owner: { name: string } | null, portfolio: { name: string } | null, openFindingsBySeverity?: Array<{ severity: Severity, count: number }> }> } };

export const VendorsDocument = operation<VendorsQuery, VendorsQueryVariables>(`query Vendors($filter: VendorFilter, $orderBy: VendorOrder, $offset: Int, $withFindings: Boolean!) {
  vendors(first: 100, offset: $offset, filter: $filter, orderBy: $orderBy) {
    totalCount
    csvUrl
    nodes {
      id
      name
      status
      tier
      overallScore
      ragBand
      inherentRisk
      residualRisk
      tags
      dataSensitivity
      contactEmail
      externalId
      assessmentCount
      lastAssessedAt
      createdAt
      contractRenewalDate
      owner {
        name
      }
      portfolio {
        name
      }
      openFindingsBySeverity @include(if: $withFindings) {
        severity
        count
      }
    }
  }
}`);
