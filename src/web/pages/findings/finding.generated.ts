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

export type RemediationAnswer =
  | 'DISAGREE'
  | 'DONE'
  | 'PLANNED';

export type RemediationState =
  | 'ACCEPTED'
  | 'ANSWERED'
  | 'SENT'
  | 'SENT_BACK';

export type RiskAcceptanceState =
  | 'APPROVED'
  | 'ENDED'
  | 'REJECTED'
  | 'REQUESTED'
  | 'WITHDRAWN';

export type Severity =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type Treatment =
  | 'ACCEPT'
  | 'AVOID'
  | 'MITIGATE'
  | 'TRANSFER';

export type UpdateFindingInput = {
  dueOn?: string | null | undefined;
  expectedRevision?: number | null | undefined;
  id: string;
  ownerId?: string | null | undefined;
  plan?: string | null | undefined;
  severity?: Severity | null | undefined;
  treatment?: Treatment | null | undefined;
  vendorVisible?: boolean | null | undefined;
};

export type FindingQueryVariables = Exact<{
  id: string;
}>;


export type FindingQuery = { finding: { id: string, revision: number, title: string, currentDescription: string | null, severity: Severity, status: FindingStatus, controlCodes: Array<string>, isManual: boolean, createdAt: string, resolvedAt: string | null, resolvedByName: string | null, resolutionNote: string | null, dueOn: string | null, isOverdue: boolean, plan: string | null, treatment: Treatment | null, vendorVisible: boolean, owner: { id: string, name: string } | null, vendor: { id: string, name: string, contactEmail: string }, assessment: { id: string, title: string, status: AssessmentStatus }, seenIn: Array<{ id: string, title: string, status: AssessmentStatus, submittedAt: string | null }>, previous: { id: string, title: string, status: FindingStatus, resolvedAt: string | null } | null, question: { id: string, order: number, section: string, text: string, type: QuestionType, expectedAnswer: unknown, response: { value: unknown, isNotApplicable: boolean, notApplicableReason: string | null, comment: string | null, evidence: Array<{ id: string }> } | null } | null, controls: Array<{ id: string, code: string, title: string, framework: { id: string, name: string } }>, remediation: { id: string, state: RemediationState, message: string | null, sentAt: string, answer: RemediationAnswer | null, plan: string | null, plannedFor: string | null, answeredAt: string | null, decisionNote: string | null, decidedAt: string | null } | null, acceptance: { id: string, revision: number, reason: string, until: string, state: RiskAcceptanceState, requestedAt: string, requestedByName: string, decidedAt: string | null, decidedByName: string | null, decisionNote: string | null, requestedBy: { id: string } | null } | null, evidence: Array<{ id: string, fileName: string, displayName: string | null, sizeBytes: number, createdAt: string, url: string, isFromVendor: boolean, uploadedBy: { id: string, name: string } | null }>, comments: Array<{ id: string, parentId: string | null, authorName: string, authorType: string, visibility: CommentVisibility, createdAt: string, body: string, replies: Array<{ id: string, parentId: string | null, authorName: string, authorType: string, visibility: CommentVisibility, createdAt: string, body: string, replies: Array<{ id: string, parentId: string | null, authorName: string, authorType: string, visibility: CommentVisibility, createdAt: string, body: string, replies: Array<{ id: string, parentId: string | null, authorName: string, authorType: string, visibility: CommentVisibility, createdAt: string, body: string }> }> }> }> } | null };

export type RemarkFragment = { id: string, parentId: string | null, authorName: string, authorType: string, visibility: CommentVisibility, createdAt: string, body: string };

export type UpdateFindingMutationVariables = Exact<{
  input: UpdateFindingInput;
}>;


export type UpdateFindingMutation = { updateFinding: { finding: { id: string, title: string } } };

export const FindingDocument = operation<FindingQuery, FindingQueryVariables>(`query Finding($id: ID!) {
  finding(id: $id) {
    id
    revision
    title
    currentDescription
    severity
    status
    controlCodes
    isManual
    createdAt
    resolvedAt
    resolvedByName
    resolutionNote
    dueOn
    isOverdue
    plan
    treatment
    vendorVisible
    owner {
      id
      name
    }
    vendor {
      id
      name
      contactEmail
    }
    assessment {
      id
      title
      status
    }
    seenIn {
      id
      title
      status
      submittedAt
    }
    previous {
      id
      title
      status
      resolvedAt
    }
    question {
      id
      order
      section
      text
      type
      expectedAnswer
      response {
        value
        isNotApplicable
        notApplicableReason
        comment
        evidence {
          id
        }
      }
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
    remediation {
      id
      state
      message
      sentAt
      answer
      plan
      plannedFor
      answeredAt
      decisionNote
      decidedAt
    }
    acceptance {
      id
      revision
      reason
      until
      state
      requestedAt
      requestedByName
      requestedBy {
        id
      }
      decidedAt
      decidedByName
      decisionNote
    }
    evidence {
      id
      fileName
      displayName
      sizeBytes
      createdAt
      url
      isFromVendor
      uploadedBy {
        id
        name
      }
    }
    comments {
      ...Remark
      replies {
        ...Remark
        replies {
          ...Remark
          replies {
            ...Remark
          }
        }
      }
    }
  }
}

fragment Remark on Comment {
  id
  parentId
  authorName
  authorType
  visibility
  createdAt
  body
}`);

export const UpdateFindingDocument = operation<UpdateFindingMutation, UpdateFindingMutationVariables>(`mutation UpdateFinding($input: UpdateFindingInput!) {
  updateFinding(input: $input) {
    finding {
      id
      title
    }
  }
}`);
