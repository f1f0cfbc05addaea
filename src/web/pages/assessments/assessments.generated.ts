/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type AssessmentFilter = {
  createdFrom?: string | null | undefined;
  createdTo?: string | null | undefined;
  dueFrom?: string | null | undefined;
  dueTo?: string | null | undefined;
  overdue?: boolean | null | undefined;
  query?: string | null | undefined;
  ragBand?: RagBand | null | undefined;
  reviewerId?: string | null | undefined;
  status?: Array<AssessmentStatus> | null | undefined;
  submittedFrom?: string | null | undefined;
  submittedTo?: string | null | undefined;
  templateId?: string | null | undefined;
  vendorId?: string | null | undefined;
};

export type AssessmentOrder = {
  descending?: boolean | null | undefined;
  field: AssessmentOrderField;
};

export type AssessmentOrderField =
  | 'CREATED_AT'
  | 'DUE_DATE'
  | 'SCORE'
  | 'SUBMITTED_AT'
  | 'TITLE'
  | 'WAITING_SINCE';

export type AssessmentStatus =
  | 'COMPLETED'
  | 'DRAFT'
  | 'IN_PROGRESS'
  | 'SENT'
  | 'SUBMITTED'
  | 'UNDER_REVIEW';

export type RagBand =
  | 'AMBER'
  | 'GREEN'
  | 'RED'
  | 'UNSCORED';

export type AssessmentsQueryVariables = Exact<{
  filter?: AssessmentFilter | null | undefined;
  orderBy?: AssessmentOrder | null | undefined;
  after?: string | null | undefined;
  withProgress?: boolean | null | undefined;
}>;


export type AssessmentsQuery = { assessments: { totalCount: number, csvUrl: string, nodes: Array<{ id: string, title: string, status: AssessmentStatus, dueDate: string | null, isOverdue: boolean, score: number | null, ragBand: RagBand, sentAt: string | null, submittedAt: string | null, waitingSince: string | null, createdAt: string, templateName: string | null, templateVersion: number | null, vendor: { id: string, name: string }, reviewer: { name: string } | null, progress?: { answered: number, visible: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export const AssessmentsDocument = operation<AssessmentsQuery, AssessmentsQueryVariables>(`query Assessments($filter: AssessmentFilter, $orderBy: AssessmentOrder, $after: String, $withProgress: Boolean = false) {
  assessments(first: 100, after: $after, filter: $filter, orderBy: $orderBy) {
    totalCount
    csvUrl
    nodes {
      id
      title
      status
      dueDate
      isOverdue
      score
      ragBand
      sentAt
      submittedAt
      waitingSince
      createdAt
      templateName
      templateVersion
      vendor {
        id
        name
      }
      reviewer {
        name
      }
      progress @include(if: $withProgress) {
        answered
        visible
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`);
