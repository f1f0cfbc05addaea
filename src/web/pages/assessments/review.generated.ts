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

export type IdInput = {
  id: string;
};

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

export type ReviewDecisionKind =
  | 'APPROVED'
  | 'CLARIFICATION_REQUESTED'
  | 'REJECTED';

export type ReviewResponseInput = {
  assessmentId: string;
  decision: ReviewDecisionKind;
  note?: string | null | undefined;
  questionId: string;
};

export type RiskWeight =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type SendBackInput = {
  id: string;
  message?: string | null | undefined;
};

export type ReviewQueryVariables = Exact<{
  id: string;
}>;


export type ReviewQuery = { assessment: { id: string, title: string, status: AssessmentStatus, score: number | null, ragBand: RagBand, createdAt: string, vendor: { id: string, name: string }, previous: { id: string } | null, questions: Array<{ id: string, order: number, section: string, text: string, helpText: string | null, type: QuestionType, riskWeight: RiskWeight, required: boolean, visible: boolean, expectedAnswer: unknown, controlCodes: Array<string>, response: { id: string, value: unknown, isNotApplicable: boolean, notApplicableReason: string | null, comment: string | null, isCompliant: boolean | null, evidence: Array<{ id: string, fileName: string, displayName: string | null, mimeType: string, sizeBytes: number, createdAt: string, url: string, isFromVendor: boolean, uploadedBy: { id: string, name: string } | null }>, review: { decision: ReviewDecisionKind, note: string | null, decidedAt: string, decidedBy: { name: string } | null } | null } | null }> } | null };

export type EarlierAnswersQueryVariables = Exact<{
  beforeId: string;
  afterId: string;
}>;


export type EarlierAnswersQuery = { compareAssessments: { before: { id: string, title: string, submittedAt: string | null }, questions: Array<{ answerChanged: boolean, after: { id: string } | null, before: { type: QuestionType, response: { value: unknown, isNotApplicable: boolean, notApplicableReason: string | null, comment: string | null, isCompliant: boolean | null, evidence: Array<{ id: string }>, review: { decision: ReviewDecisionKind, note: string | null } | null } | null } | null }> } };

export type ReviewResponseMutationVariables = Exact<{
  input: ReviewResponseInput;
}>;


export type ReviewResponseMutation = { reviewResponse: { assessment: { id: string, status: AssessmentStatus } } };

export type StartReviewMutationVariables = Exact<{
  input: IdInput;
}>;


export type StartReviewMutation = { startReview: { assessment: { id: string, status: AssessmentStatus } } };

export type SendBackMutationVariables = Exact<{
  input: SendBackInput;
}>;


export type SendBackMutation = { sendBackAssessment: { assessment: { id: string } } };

export type ApproveCompliantMutationVariables = Exact<{
  input: IdInput;
}>;


export type ApproveCompliantMutation = { approveCompliantResponses: { assessment: { id: string, status: AssessmentStatus } } };

export const ReviewDocument = operation<ReviewQuery, ReviewQueryVariables>(`query Review($id: ID!) {
  assessment(id: $id) {
    id
    title
    status
    score
    ragBand
    createdAt
    vendor {
      id
      name
    }
    previous {
      id
    }
    questions {
      id
      order
      section
      text
      helpText
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
  }
}`);

export const EarlierAnswersDocument = operation<EarlierAnswersQuery, EarlierAnswersQueryVariables>(`query EarlierAnswers($beforeId: ID!, $afterId: ID!) {
  compareAssessments(beforeId: $beforeId, afterId: $afterId) {
    before {
      id
      title
      submittedAt
    }
    questions {
      answerChanged
      after {
        id
      }
      before {
        type
        response {
          value
          isNotApplicable
          notApplicableReason
          comment
          isCompliant
          evidence {
            id
          }
          review {
            decision
            note
          }
        }
      }
    }
  }
}`);

export const ReviewResponseDocument = operation<ReviewResponseMutation, ReviewResponseMutationVariables>(`mutation ReviewResponse($input: ReviewResponseInput!) {
  reviewResponse(input: $input) {
    assessment {
      id
      status
    }
  }
}`);

export const StartReviewDocument = operation<StartReviewMutation, StartReviewMutationVariables>(`mutation StartReview($input: IdInput!) {
  startReview(input: $input) {
    assessment {
      id
      status
    }
  }
}`);

export const SendBackDocument = operation<SendBackMutation, SendBackMutationVariables>(`mutation SendBack($input: SendBackInput!) {
  sendBackAssessment(input: $input) {
    assessment {
      id
    }
  }
}`);

export const ApproveCompliantDocument = operation<ApproveCompliantMutation, ApproveCompliantMutationVariables>(`mutation ApproveCompliant($input: IdInput!) {
  approveCompliantResponses(input: $input) {
    assessment {
      id
      status
    }
  }
}`);
