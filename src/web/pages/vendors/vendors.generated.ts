/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
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
  externalId?: string | null | undefined;
  fields?: Array<VendorFieldFilter> | null | undefined;
  hasOpenActions?: boolean | null | undefined;
  ids?: Array<string> | null | undefined;
  isUntiered?: boolean | null | undefined;
  needsAttention?: boolean | null | undefined;
  ownerId?: string | null | undefined;
  portfolioId?: string | null | undefined;
  query?: string | null | undefined;
  ragBand?: RagBand | null | undefined;
  tag?: string | null | undefined;
  tier?: Tier | null | undefined;
};

export type VendorOrder = {
  descending?: boolean | null | undefined;
  field: VendorOrderField;
};

export type VendorOrderField =
  | 'CREATED_AT'
  | 'LAST_ASSESSED_AT'
  | 'NAME'
  | 'OVERALL_SCORE'
  | 'TIER';

export type VendorsQueryVariables = Exact<{
  filter?: VendorFilter | null | undefined;
  orderBy?: VendorOrder | null | undefined;
  offset?: number | null | undefined;
  withFindings: boolean;
}>;


export type VendorsQuery = { vendors: { totalCount: number, nodes: Array<{ id: string, name: string, tier: Tier | null, overallScore: number | null, ragBand: RagBand, inherentRisk: number | null, residualRisk: number | null, tags: Array<string>, contactEmail: string, externalId: string | null, assessmentCount: number, lastAssessedAt: string | null, createdAt: string, contractRenewalDate: string | null, owner: { name: string } | null, portfolio: { name: string } | null, openFindingsBySeverity?: Array<{ severity: Severity, count: number }> }> } };

export const VendorsDocument = operation<VendorsQuery, VendorsQueryVariables>(`query Vendors($filter: VendorFilter, $orderBy: VendorOrder, $offset: Int, $withFindings: Boolean!) {
  vendors(first: 100, offset: $offset, filter: $filter, orderBy: $orderBy) {
    totalCount
    nodes {
      id
      name
      tier
      overallScore
      ragBand
      inherentRisk
      residualRisk
      tags
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
