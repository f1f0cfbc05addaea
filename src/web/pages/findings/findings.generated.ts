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

export type UpdateFindingsStatusInput = {
  ids: Array<string>;
  resolutionNote?: string | null | undefined;
  status: FindingStatus;
};

export type FindingsQueryVariables = Exact<{
  filter?: FindingFilter | null | undefined;
  orderBy?: FindingOrder | null | undefined;
  offset?: number | null | undefined;
}>;


export type FindingsQuery = { findings: { totalCount: number, nodes: Array<{ id: string, title: string, severity: Severity, status: FindingStatus, controlCodes: Array<string>, isManual: boolean, createdAt: string, resolvedAt: string | null, resolvedByName: string | null, vendor: { id: string, name: string }, assessment: { id: string, title: string } }> } };

export type FindingQueryVariables = Exact<{
  id: string;
}>;


export type FindingQuery = { finding: { id: string, title: string, description: string | null, severity: Severity, status: FindingStatus, controlCodes: Array<string>, isManual: boolean, createdAt: string, resolvedAt: string | null, resolvedByName: string | null, resolutionNote: string | null, vendor: { id: string, name: string }, assessment: { id: string, title: string, status: AssessmentStatus }, question: { id: string, order: number, section: string, text: string } | null, controls: Array<{ id: string, code: string, title: string, framework: { id: string, name: string } }> } | null };

export type UpdateFindingStatusMutationVariables = Exact<{
  input: UpdateFindingStatusInput;
}>;


export type UpdateFindingStatusMutation = { updateFindingStatus: { finding: { id: string, title: string, status: FindingStatus } } };

export type UpdateFindingsStatusMutationVariables = Exact<{
  input: UpdateFindingsStatusInput;
}>;


export type UpdateFindingsStatusMutation = { updateFindingsStatus: { results: Array<{ id: string, error: string | null }> } };

export const FindingsDocument = operation<FindingsQuery, FindingsQueryVariables>(`query Findings($filter: FindingFilter, $orderBy: FindingOrder, $offset: Int) {
  findings(first: 100, offset: $offset, filter: $filter, orderBy: $orderBy) {
    totalCount
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
      vendor {
        id
        name
      }
      assessment {
        id
        title
      }
    }
  }
}`);

export const FindingDocument = operation<FindingQuery, FindingQueryVariables>(`query Finding($id: ID!) {
  finding(id: $id) {
    id
    title
    description
    severity
    status
    controlCodes
    isManual
    createdAt
    resolvedAt
    resolvedByName
    resolutionNote
    vendor {
      id
      name
    }
    assessment {
      id
      title
      status
    }
    question {
      id
      order
      section
      text
    }
    controls {
      id
      code
      title
      framework {
        id
        name
      }
    }
  }
}`);

export const UpdateFindingStatusDocument = operation<UpdateFindingStatusMutation, UpdateFindingStatusMutationVariables>(`mutation UpdateFindingStatus($input: UpdateFindingStatusInput!) {
  updateFindingStatus(input: $input) {
    finding {
      id
      title
      status
    }
  }
}`);

export const UpdateFindingsStatusDocument = operation<UpdateFindingsStatusMutation, UpdateFindingsStatusMutationVariables>(`mutation UpdateFindingsStatus($input: UpdateFindingsStatusInput!) {
  updateFindingsStatus(input: $input) {
    results {
      id
      error
    }
  }
}`);
