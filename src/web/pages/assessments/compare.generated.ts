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

export type CompareAssessmentsQueryVariables = Exact<{
  beforeId: string;
  afterId: string;
}>;


export type CompareAssessmentsQuery = { compareAssessments: { scoreChange: number | null, before: { id: string, title: string, status: AssessmentStatus, score: number | null, ragBand: RagBand, createdAt: string, submittedAt: string | null }, after: { id: string, title: string, status: AssessmentStatus, score: number | null, ragBand: RagBand, createdAt: string, submittedAt: string | null }, questions: Array<{ text: string, answerChanged: boolean, verdictChanged: boolean, before: { id: string, order: number, section: string, type: QuestionType, visible: boolean, response: { value: unknown, isNotApplicable: boolean, notApplicableReason: string | null, comment: string | null, isCompliant: boolean | null, evidence: Array<{ id: string }> } | null } | null, after: { id: string, order: number, section: string, type: QuestionType, visible: boolean, response: { value: unknown, isNotApplicable: boolean, notApplicableReason: string | null, comment: string | null, isCompliant: boolean | null, evidence: Array<{ id: string }> } | null } | null }> } };

export type SideFragment = { id: string, title: string, status: AssessmentStatus, score: number | null, ragBand: RagBand, createdAt: string, submittedAt: string | null };

export type AskedFragment = { id: string, order: number, section: string, type: QuestionType, visible: boolean, response: { value: unknown, isNotApplicable: boolean, notApplicableReason: string | null, comment: string | null, isCompliant: boolean | null, evidence: Array<{ id: string }> } | null };

export type CompareSubjectQueryVariables = Exact<{
  id: string;
}>;


export type CompareSubjectQuery = { assessment: { id: string, title: string, createdAt: string, previous: { id: string } | null, vendor: { id: string, name: string } } | null };

export const CompareAssessmentsDocument = operation<CompareAssessmentsQuery, CompareAssessmentsQueryVariables>(`query CompareAssessments($beforeId: ID!, $afterId: ID!) {
  compareAssessments(beforeId: $beforeId, afterId: $afterId) {
    scoreChange
    before {
      ...Side
    }
    after {
      ...Side
    }
    questions {
      text
      answerChanged
      verdictChanged
      before {
        ...Asked
      }
      after {
        ...Asked
      }
    }
  }
}

fragment Side on Assessment {
  id
  title
  status
  score
  ragBand
  createdAt
  submittedAt
}

fragment Asked on AssessmentQuestion {
  id
  order
  section
  type
  visible
  response {
    value
    isNotApplicable
    notApplicableReason
    comment
    isCompliant
    evidence {
      id
    }
  }
}`);

export const CompareSubjectDocument = operation<CompareSubjectQuery, CompareSubjectQueryVariables>(`query CompareSubject($id: ID!) {
  assessment(id: $id) {
    id
    title
    createdAt
    previous {
      id
    }
    vendor {
      id
      name
    }
  }
}`);
