/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type Tier =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type CertificationListQueryVariables = Exact<{
  withinDays?: number | null | undefined;
  includeExpired?: boolean | null | undefined;
  offset?: number | null | undefined;
}>;


export type CertificationListQuery = { expiringCertifications: { totalCount: number, csvUrl: string, nodes: Array<{ id: string, name: string, issuer: string | null, issuedDate: string | null, expiresDate: string | null, expiresInDays: number | null, isExpired: boolean, vendor: { id: string, name: string, tier: Tier | null, owner: { name: string } | null } }> } };

export const CertificationListDocument = operation<CertificationListQuery, CertificationListQueryVariables>(`query CertificationList($withinDays: Int, $includeExpired: Boolean, $offset: Int) {
  expiringCertifications(
    first: 100
    offset: $offset
    withinDays: $withinDays
    includeExpired: $includeExpired
  ) {
    totalCount
    csvUrl
    nodes {
      id
      name
      issuer
      issuedDate
      expiresDate
      expiresInDays
      isExpired
      vendor {
        id
        name
        tier
        owner {
          name
        }
      }
    }
  }
}`);
