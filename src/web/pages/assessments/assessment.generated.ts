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

export type CommentVisibility =
  | 'INTERNAL'
  | 'SHARED';

export type DeleteInput = {
  id: string;
};

export type FindingStatus =
  | 'OPEN'
  | 'REMEDIATED'
  | 'RISK_ACCEPTED';

export type IdInput = {
  id: string;
};

export type MailStatus =
  | 'FAILED'
  | 'QUEUED'
  | 'SENT';

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

export type SendAssessmentInput = {
  id: string;
  linkValidDays?: number | null | undefined;
  message?: string | null | undefined;
  portalPassword?: string | null | undefined;
};

export type Severity =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type UpdateAssessmentInput = {
  dueDate?: string | null | undefined;
  expectedRevision?: number | null | undefined;
  id: string;
  recurrence?: Recurrence | null | undefined;
  reviewerId?: string | null | undefined;
  title?: string | null | undefined;
};

export type AssessmentQueryVariables = Exact<{
  id: string;
  inPast?: boolean;
}>;


export type AssessmentQuery = { assessment: { id: string, title: string, status: AssessmentStatus, revision: number, dueDate: string | null, isOverdue: boolean, createdAt: string, sentAt: string | null, submittedAt: string | null, completedAt: string | null, recurrence: Recurrence, nextDueOn: string | null, templateName: string | null, templateVersion: number | null, score: number | null, ragBand: RagBand, reportUrl: string, vendor: { id: string, name: string, contactName: string | null, contactEmail: string }, reviewer: { id: string, name: string } | null, previous: { id: string } | null, progress: { answered: number, visible: number, hidden: number }, portalLink: { createdAt: string, expiresAt: string, hasPassword: boolean } | null, mails?: Array<{ id: string, kind: string, recipient: string, status: MailStatus, createdAt: string }>, scoreBreakdown: Array<{ section: string, score: number | null, ragBand: RagBand }>, questions: Array<{ id: string, order: number, section: string, text: string, type: QuestionType, riskWeight: RiskWeight, required: boolean, visible: boolean, expectedAnswer: unknown, controlCodes: Array<string>, response: { id: string, value: unknown, isNotApplicable: boolean, notApplicableReason: string | null, comment: string | null, isCompliant: boolean | null, evidence: Array<{ id: string, fileName: string, displayName: string | null, mimeType: string, sizeBytes: number, createdAt: string, url: string, isFromVendor: boolean, uploadedBy: { id: string, name: string } | null }>, review: { decision: ReviewDecisionKind, note: string | null, decidedAt: string, decidedBy: { name: string } | null } | null } | null }>, findings: Array<{ id: string, title: string, description: string | null, severity: Severity, status: FindingStatus, controlCodes: Array<string>, isManual: boolean, createdAt: string, resolutionNote: string | null, resolvedAt: string | null, resolvedByName: string | null }>, allComments: Array<{ id: string, parentId: string | null, authorName: string, authorType: string, body: string, visibility: CommentVisibility, createdAt: string }> } | null };

export type ExplainScoreQueryVariables = Exact<{
  id: string;
}>;


export type ExplainScoreQuery = { explainScore: { score: number | null, weighted: number, max: number, terms: Array<{ isVisible: boolean, isScored: boolean, isCompliant: boolean | null, weighted: number | null, max: number | null, question: { id: string, order: number, section: string, text: string, riskWeight: RiskWeight } }> } };

export type EarlierAssessmentsQueryVariables = Exact<{
  vendorId: string;
}>;


export type EarlierAssessmentsQuery = { assessments: { nodes: Array<{ id: string, title: string, status: AssessmentStatus, createdAt: string, submittedAt: string | null }> } };

export type UpdateAssessmentMutationVariables = Exact<{
  input: UpdateAssessmentInput;
}>;


export type UpdateAssessmentMutation = { updateAssessment: { assessment: { id: string } } };

export type DeleteAssessmentMutationVariables = Exact<{
  input: DeleteInput;
}>;


export type DeleteAssessmentMutation = { deleteAssessment: { deletedId: string } };

export type SendAssessmentMutationVariables = Exact<{
  input: SendAssessmentInput;
}>;


export type SendAssessmentMutation = { sendAssessment: { portalUrl: string } };

export type ResendPortalLinkMutationVariables = Exact<{
  input: SendAssessmentInput;
}>;


export type ResendPortalLinkMutation = { resendPortalLink: { portalUrl: string } };

export type RevokePortalLinksMutationVariables = Exact<{
  input: IdInput;
}>;


export type RevokePortalLinksMutation = { revokePortalLinks: { assessment: { id: string } } };

export const AssessmentDocument = operation<AssessmentQuery, AssessmentQueryVariables>(`query Assessment($id: ID!, $inPast: Boolean! = false) {
  assessment(id: $id) {
    id
    title
    status
    revision
    dueDate
    isOverdue
    createdAt
    sentAt
    submittedAt
    completedAt
    recurrence
    nextDueOn
    templateName
    templateVersion
    score
    ragBand
    reportUrl
    vendor {
      id
      name
      contactName
      contactEmail
    }
    reviewer {
      id
      name
    }
    previous {
      id
    }
    progress {
      answered
      visible
      hidden
    }
    portalLink {
      createdAt
      expiresAt
      hasPassword
    }
    mails @skip(if: $inPast) {
      id
      kind
      recipient
      status
      createdAt
    }
    scoreBreakdown {
      section
      score
      ragBand
    }
    questions {
      id
      order
      section
      text
      type
      riskWeight
      required
      visible
      expectedAnswer
      controlCodes
      response {
        id
        value
        isNotApplicable
        notApplicableReason
        comment
        isCompliant
        evidence {
          id
          fileName
          displayName
          mimeType
          sizeBytes
          createdAt
          url
          isFromVendor
          uploadedBy {
            id
            name
          }
        }
        review {
          decision
          note
          decidedAt
          decidedBy {
            name
          }
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
      isManual
      createdAt
      resolutionNote
      resolvedAt
      resolvedByName
    }
    allComments {
      id
      parentId
      authorName
      authorType
      body
      visibility
      createdAt
    }
  }
}`);

export const ExplainScoreDocument = operation<ExplainScoreQuery, ExplainScoreQueryVariables>(`query ExplainScore($id: ID!) {
  explainScore(assessmentId: $id) {
    score
    weighted
    max
    terms {
      isVisible
      isScored
      isCompliant
      weighted
      max
      question {
        id
        order
        section
        text
        riskWeight
      }
    }
  }
}`);

export const EarlierAssessmentsDocument = operation<EarlierAssessmentsQuery, EarlierAssessmentsQueryVariables>(`query EarlierAssessments($vendorId: ID!) {
  assessments(
    first: 50
    filter: {vendorId: $vendorId, status: [SUBMITTED, UNDER_REVIEW, COMPLETED]}
  ) {
    nodes {
      id
      title
      status
      createdAt
      submittedAt
    }
  }
}`);

export const UpdateAssessmentDocument = operation<UpdateAssessmentMutation, UpdateAssessmentMutationVariables>(`mutation UpdateAssessment($input: UpdateAssessmentInput!) {
  updateAssessment(input: $input) {
    assessment {
      id
    }
  }
}`);

export const DeleteAssessmentDocument = operation<DeleteAssessmentMutation, DeleteAssessmentMutationVariables>(`mutation DeleteAssessment($input: DeleteInput!) {
  deleteAssessment(input: $input) {
    deletedId
  }
}`);

export const SendAssessmentDocument = operation<SendAssessmentMutation, SendAssessmentMutationVariables>(`mutation SendAssessment($input: SendAssessmentInput!) {
  sendAssessment(input: $input) {
    portalUrl
  }
}`);

export const ResendPortalLinkDocument = operation<ResendPortalLinkMutation, ResendPortalLinkMutationVariables>(`mutation ResendPortalLink($input: SendAssessmentInput!) {
  resendPortalLink(input: $input) {
    portalUrl
  }
}`);

export const RevokePortalLinksDocument = operation<RevokePortalLinksMutation, RevokePortalLinksMutationVariables>(`mutation RevokePortalLinks($input: IdInput!) {
  revokePortalLinks(input: $input) {
    assessment {
      id
    }
  }
}`);
