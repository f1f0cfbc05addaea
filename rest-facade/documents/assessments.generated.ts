/* Written by "npm run codegen"; change the .graphql files instead. */

import { document } from '../document';

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

export type AssessmentStatus =
  | 'COMPLETED'
  | 'DRAFT'
  | 'IN_PROGRESS'
  | 'SENT'
  | 'SUBMITTED'
  | 'UNDER_REVIEW';

export type CommentVisibility =
  | 'INTERNAL'
  | 'SHARED';

export type FindingStatus =
  | 'OPEN'
  | 'REMEDIATED'
  | 'RISK_ACCEPTED';

export type QuestionType =
  | 'COMBOBOX'
  | 'DATE'
  | 'FILE_UPLOAD'
  | 'FREE_TEXT'
  | 'MULTIPLE_CHOICE'
  | 'MULTI_SELECT'
  | 'NUMERIC'
  | 'RATING'
  | 'YES_NO';

export type RagBand =
  | 'AMBER'
  | 'GREEN'
  | 'RED'
  | 'UNSCORED';

export type Recurrence =
  | 'ANNUALLY'
  | 'BIANNUALLY'
  | 'NONE'
  | 'QUARTERLY';

export type ReviewDecisionKind =
  | 'APPROVED'
  | 'CLARIFICATION_REQUESTED'
  | 'REJECTED';

export type RiskWeight =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

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

export type ListAssessmentsQueryVariables = Exact<{
  filter: AssessmentFilter;
  first: number;
  after?: string | null | undefined;
  offset?: number | null | undefined;
  withTotal: boolean;
}>;


export type ListAssessmentsQuery = { assessments: { totalCount?: number, nodes: Array<{ id: string, title: string, status: AssessmentStatus, score: number | null, dueDate: string | null, sentAt: string | null, submittedAt: string | null, createdAt: string, templateName: string | null, templateVersion: number | null, vendor: { id: string, name: string }, reviewer: { name: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ListVendorAssessmentsQueryVariables = Exact<{
  id: string;
  filter: AssessmentFilter;
  first: number;
  offset: number;
}>;


export type ListVendorAssessmentsQuery = { vendor: { id: string, name: string, assessments: { totalCount: number, nodes: Array<{ id: string, title: string, status: AssessmentStatus, score: number | null, dueDate: string | null, sentAt: string | null, submittedAt: string | null, createdAt: string, templateName: string | null, templateVersion: number | null, vendor: { id: string, name: string }, reviewer: { name: string } | null }> } } | null };

export type GetAssessmentQueryVariables = Exact<{
  id: string;
}>;


export type GetAssessmentQuery = { assessment: { id: string, title: string, status: AssessmentStatus, score: number | null, dueDate: string | null, sentAt: string | null, submittedAt: string | null, completedAt: string | null, createdAt: string, recurrence: Recurrence, vendor: { id: string, name: string, contactName: string | null, contactEmail: string, tier: Tier | null }, template: { id: string, name: string, version: number } | null, reviewer: { id: string, name: string, email: string } | null, questions: Array<{ id: string, text: string, helpText: string | null, type: QuestionType, riskWeight: RiskWeight, required: boolean, expectedAnswer: unknown, options: Array<string>, order: number, sectionTitle: string, controlIds: Array<string>, sharedControlIds: Array<string>, response: { value: unknown, isNotApplicable: boolean, isCompliant: boolean | null, weightedScore: number | null, maxScore: number | null, review: { decision: ReviewDecisionKind, note: string | null } | null, evidence: Array<{ id: string, fileName: string, displayName: string | null, mimeType: string, sizeBytes: number, createdAt: string }> } | null }>, findings: Array<{ id: string, title: string, description: string | null, severity: Severity, status: FindingStatus, controlCodes: Array<string>, resolutionNote: string | null, resolvedAt: string | null, resolvedByName: string | null, createdAt: string }>, comments: Array<{ id: string, parentId: string | null, authorType: string, authorName: string, body: string, visibility: CommentVisibility, createdAt: string }>, evidence: Array<{ id: string, fileName: string, displayName: string | null, mimeType: string, sizeBytes: number, createdAt: string }>, scoreBreakdown: Array<{ section: string, score: number | null, weighted: number, max: number }> } | null };

export type ExportAssessmentQueryVariables = Exact<{
  id: string;
}>;


export type ExportAssessmentQuery = { assessment: { id: string, title: string, vendor: { name: string }, questions: Array<{ section: string, text: string, type: QuestionType, riskWeight: RiskWeight, required: boolean, response: { value: unknown, isNotApplicable: boolean, isCompliant: boolean | null, weightedScore: number | null, maxScore: number | null, evidence: Array<{ fileName: string }> } | null }>, findings: Array<{ title: string, severity: Severity, status: FindingStatus, controlCodes: Array<string>, description: string | null }> } | null };

export type ListedAssessmentFragment = { id: string, title: string, status: AssessmentStatus, score: number | null, dueDate: string | null, sentAt: string | null, submittedAt: string | null, createdAt: string, templateName: string | null, templateVersion: number | null, vendor: { id: string, name: string }, reviewer: { name: string } | null };

export type EvidenceFileFragment = { id: string, fileName: string, displayName: string | null, mimeType: string, sizeBytes: number, createdAt: string };

export const listAssessmentsDocument = document<'listAssessments', ListAssessmentsQuery, ListAssessmentsQueryVariables>('listAssessments', `query listAssessments($filter: AssessmentFilter!, $first: Int!, $after: String, $offset: Int, $withTotal: Boolean!) {
  assessments(filter: $filter, first: $first, after: $after, offset: $offset) {
    nodes {
      ...ListedAssessment
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount @include(if: $withTotal)
  }
}

fragment ListedAssessment on Assessment {
  id
  title
  vendor {
    id
    name
  }
  status
  score
  dueDate
  sentAt
  submittedAt
  createdAt
  templateName
  templateVersion
  reviewer {
    name
  }
}`);

export const listVendorAssessmentsDocument = document<'listVendorAssessments', ListVendorAssessmentsQuery, ListVendorAssessmentsQueryVariables>('listVendorAssessments', `query listVendorAssessments($id: ID!, $filter: AssessmentFilter!, $first: Int!, $offset: Int!) {
  vendor(id: $id) {
    id
    name
    assessments(filter: $filter, first: $first, offset: $offset) {
      nodes {
        ...ListedAssessment
      }
      totalCount
    }
  }
}

fragment ListedAssessment on Assessment {
  id
  title
  vendor {
    id
    name
  }
  status
  score
  dueDate
  sentAt
  submittedAt
  createdAt
  templateName
  templateVersion
  reviewer {
    name
  }
}`);

export const getAssessmentDocument = document<'getAssessment', GetAssessmentQuery, GetAssessmentQueryVariables>('getAssessment', `query getAssessment($id: ID!) {
  assessment(id: $id) {
    id
    title
    status
    score
    dueDate
    sentAt
    submittedAt
    completedAt
    createdAt
    recurrence
    vendor {
      id
      name
      contactName
      contactEmail
      tier
    }
    template {
      id
      name
      version
    }
    reviewer {
      id
      name
      email
    }
    questions {
      id
      sectionTitle: section
      text
      helpText
      type
      riskWeight
      required
      expectedAnswer
      options
      order
      controlIds: controlCodes
      sharedControlIds: sharedControlCodes
      response {
        value
        isNotApplicable
        isCompliant
        weightedScore
        maxScore
        review {
          decision
          note
        }
        evidence {
          ...EvidenceFile
        }
      }
    }
    findings {
      id
      title
      description
      severity
      status
      controlCodes
      resolutionNote
      resolvedAt
      resolvedByName
      createdAt
    }
    comments: allComments {
      id
      parentId
      authorType
      authorName
      body
      visibility
      createdAt
    }
    evidence {
      ...EvidenceFile
    }
    scoreBreakdown {
      section
      score
      weighted
      max
    }
  }
}

fragment EvidenceFile on Attachment {
  id
  fileName
  displayName
  mimeType
  sizeBytes
  createdAt
}`);

export const exportAssessmentDocument = document<'exportAssessment', ExportAssessmentQuery, ExportAssessmentQueryVariables>('exportAssessment', `query exportAssessment($id: ID!) {
  assessment(id: $id) {
    id
    title
    vendor {
      name
    }
    questions {
      section
      text
      type
      riskWeight
      required
      response {
        value
        isNotApplicable
        isCompliant
        weightedScore
        maxScore
        evidence {
          fileName
        }
      }
    }
    findings {
      title
      severity
      status
      controlCodes
      description
    }
  }
}`);
