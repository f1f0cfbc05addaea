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

export type VendorStatus =
  | 'ACTIVE'
  | 'ARCHIVED'
  | 'OFFBOARDING'
  | 'REQUESTED';

export type RecipientsQueryVariables = Exact<{
  filter?: VendorFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type RecipientsQuery = { vendors: { totalCount: number, nodes: Array<{ id: string, name: string, tier: Tier | null, contactEmail: string, lastAssessedAt: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export const RecipientsDocument = operation<RecipientsQuery, RecipientsQueryVariables>(`query Recipients($filter: VendorFilter, $after: String) {
  vendors(first: 100, after: $after, filter: $filter) {
    totalCount
    nodes {
      id
      name
      tier
      contactEmail
      lastAssessedAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`);
