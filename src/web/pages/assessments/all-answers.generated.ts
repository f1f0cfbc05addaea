/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type AnswerFilter = {
  controlCode?: string | null | undefined;
  isCompliant?: boolean | null | undefined;
  question?: string | null | undefined;
  since?: string | null | undefined;
  templateId?: string | null | undefined;
  value?: unknown;
  vendorId?: string | null | undefined;
};

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

export type AllAnswersQueryVariables = Exact<{
  filter?: AnswerFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type AllAnswersQuery = { answers: { totalCount: number, csvUrl: string, nodes: Array<{ id: string, answeredAt: string, assessment: { id: string, title: string, status: AssessmentStatus, templateName: string | null, vendor: { id: string, name: string } }, question: { id: string, order: number, section: string, text: string, type: QuestionType, controlCodes: Array<string>, expectedAnswer: unknown, response: { value: unknown, isNotApplicable: boolean, notApplicableReason: string | null, comment: string | null, isCompliant: boolean | null, evidence: Array<{ id: string }> } | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export const AllAnswersDocument = operation<AllAnswersQuery, AllAnswersQueryVariables>(`query AllAnswers($filter: AnswerFilter, $after: String) {
  answers(first: 100, after: $after, filter: $filter) {
    totalCount
    csvUrl
    nodes {
      id
      answeredAt
      assessment {
        id
        title
        status
        templateName
        vendor {
          id
          name
        }
      }
      question {
        id
        order
        section
        text
        type
        controlCodes
        expectedAnswer
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
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`);
