/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type FindingFilter = {
  assessmentId?: string | null | undefined;
  controlCode?: string | null | undefined;
  frameworkId?: string | null | undefined;
  query?: string | null | undefined;
  severity?: Severity | null | undefined;
  status?: FindingStatus | null | undefined;
  vendorId?: string | null | undefined;
};

export type FindingOrder = {
  descending?: boolean | null | undefined;
  field: FindingOrderField;
};

export type FindingOrderField =
  | 'CREATED_AT'
  | 'PRIORITY'
  | 'RESOLVED_AT'
  | 'TITLE';

export type FindingStatus =
  | 'OPEN'
  | 'REMEDIATED'
  | 'RISK_ACCEPTED';

export type Severity =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type FindingsQueryVariables = Exact<{
  filter?: FindingFilter | null | undefined;
  orderBy?: FindingOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type FindingsQuery = { findings: { totalCount: number, nodes: Array<{ id: string, title: string, severity: Severity, status: FindingStatus, controlCodes: Array<string>, createdAt: string, resolvedAt: string | null, vendor: { id: string, name: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export const FindingsDocument = operation<FindingsQuery, FindingsQueryVariables>(`query Findings($filter: FindingFilter, $orderBy: FindingOrder, $after: String) {
  findings(first: 100, after: $after, filter: $filter, orderBy: $orderBy) {
    totalCount
    nodes {
      id
      title
      severity
      status
      controlCodes
      createdAt
      resolvedAt
      vendor {
        id
        name
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`);
