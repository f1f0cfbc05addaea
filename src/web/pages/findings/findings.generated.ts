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

export type FindingOrder = {
  descending?: boolean | null | undefined;
  field: FindingOrderField;
};

export type FindingOrderField =
  | 'CREATED_AT'
  | 'DUE_ON'
  | 'PRIORITY'
  | 'RESOLVED_AT'
  | 'TITLE';

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

export type RemediationAnswer =
  | 'DISAGREE'
  | 'DONE'
  | 'PLANNED';

export type RemediationState =
  | 'ACCEPTED'
  | 'ANSWERED'
  | 'SENT'
  | 'SENT_BACK';

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

export type Treatment =
  | 'ACCEPT'
  | 'AVOID'
  | 'MITIGATE'
  | 'TRANSFER';

export type FindingsQueryVariables = Exact<{
  filter?: FindingFilter | null | undefined;
  orderBy?: FindingOrder | null | undefined;
  offset?: number | null | undefined;
}>;


export type FindingsQuery = { findings: { totalCount: number, csvUrl: string, nodes: Array<{ id: string, title: string, severity: Severity, status: FindingStatus, controlCodes: Array<string>, isManual: boolean, createdAt: string, resolvedAt: string | null, resolvedByName: string | null, dueOn: string | null, isOverdue: boolean, treatment: Treatment | null, seenCount: number, owner: { id: string, name: string } | null, remediation: { state: RemediationState, answer: RemediationAnswer | null } | null, vendor: { id: string, name: string, contactEmail: string }, assessment: { id: string, title: string } }> } };

export type FindingGroupsQueryVariables = Exact<{
  by: FindingStatsBy;
  filter?: FindingFilter | null | undefined;
}>;


export type FindingGroupsQuery = { findingStats: Array<{ key: string | null, label: string, count: number, open: number, overdue: number, remediated: number, accepted: number, meanDaysToRemediate: number | null }> };

export const FindingsDocument = operation<FindingsQuery, FindingsQueryVariables>(`query Findings($filter: FindingFilter, $orderBy: FindingOrder, $offset: Int) {
  findings(first: 100, offset: $offset, filter: $filter, orderBy: $orderBy) {
    totalCount
    csvUrl
    nodes {
      id
      title
      severity
      status
      controlCodes
      isManual
      createdAt
      resolvedAt
      resolvedByName
      dueOn
      isOverdue
      treatment
      seenCount
      owner {
        id
        name
      }
      remediation {
        state
        answer
      }
      vendor {
        id
        name
        contactEmail
      }
      assessment {
        id
        title
      }
    }
  }
}`);

export const FindingGroupsDocument = operation<FindingGroupsQuery, FindingGroupsQueryVariables>(`query FindingGroups($by: FindingStatsBy!, $filter: FindingFilter) {
  findingStats(by: $by, filter: $filter) {
    key
    label
    count
    open
    overdue
    remediated
    accepted
    meanDaysToRemediate
  }
}`);
