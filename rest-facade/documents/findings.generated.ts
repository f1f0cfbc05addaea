/* Written by "npm run codegen"; change the .graphql files instead. */

import { document } from '../document';

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

export type FindingStatus =
  | 'OPEN'
  | 'REMEDIATED'
  | 'RISK_ACCEPTED';

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

export type UpdateFindingStatusInput = {
  expectedRevision?: number | null | undefined;
  id: string;
  resolutionNote?: string | null | undefined;
  status: FindingStatus;
};

export type ListFindingsQueryVariables = Exact<{
  filter: FindingFilter;
  first: number;
  offset: number;
}>;


export type ListFindingsQuery = { findings: { totalCount: number, nodes: Array<{ id: string, title: string, description: string | null, severity: Severity, status: FindingStatus, controlCodes: Array<string>, resolutionNote: string | null, createdAt: string, assessment: { id: string, title: string }, vendor: { id: string, name: string } }> } };

export type GetFindingQueryVariables = Exact<{
  id: string;
}>;


export type GetFindingQuery = { finding: { revision: number } | null };

export type UpdateFindingMutationVariables = Exact<{
  input: UpdateFindingStatusInput;
}>;


export type UpdateFindingMutation = { updated: { finding: { id: string, revision: number, title: string, status: FindingStatus, severity: Severity, resolutionNote: string | null, resolvedAt: string | null } } };

export const listFindingsDocument = document<'listFindings', ListFindingsQuery, ListFindingsQueryVariables>('listFindings', `query listFindings($filter: FindingFilter!, $first: Int!, $offset: Int!) {
  findings(filter: $filter, first: $first, offset: $offset) {
    nodes {
      id
      title
      description
      severity
      status
      controlCodes
      resolutionNote
      createdAt
      assessment {
        id
        title
      }
      vendor {
        id
        name
      }
    }
    totalCount
  }
}`);

export const getFindingDocument = document<'getFinding', GetFindingQuery, GetFindingQueryVariables>('getFinding', `query getFinding($id: ID!) {
  finding(id: $id) {
    revision
  }
}`);

export const updateFindingDocument = document<'updateFinding', UpdateFindingMutation, UpdateFindingMutationVariables>('updateFinding', `mutation updateFinding($input: UpdateFindingStatusInput!) {
  updated: updateFindingStatus(input: $input) {
    finding {
      id
      revision
      title
      status
      severity
      resolutionNote
      resolvedAt
    }
  }
}`);
