/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type RemindAssessmentsInput = {
  ids: Array<string>;
  message?: string | null | undefined;
};

export type UpdateAssessmentsInput = {
  dueDate?: string | null | undefined;
  ids: Array<string>;
  reviewerId?: string | null | undefined;
};

export type UpdateAssessmentsMutationVariables = Exact<{
  input: UpdateAssessmentsInput;
}>;


export type UpdateAssessmentsMutation = { updateAssessments: { results: Array<{ id: string, error: string | null }> } };

export type RemindAssessmentsMutationVariables = Exact<{
  input: RemindAssessmentsInput;
}>;


export type RemindAssessmentsMutation = { remindAssessments: { results: Array<{ id: string, error: string | null }> } };

export const UpdateAssessmentsDocument = operation<UpdateAssessmentsMutation, UpdateAssessmentsMutationVariables>(`mutation UpdateAssessments($input: UpdateAssessmentsInput!) {
  updateAssessments(input: $input) {
    results {
      id
      error
    }
  }
}`);

export const RemindAssessmentsDocument = operation<RemindAssessmentsMutation, RemindAssessmentsMutationVariables>(`mutation RemindAssessments($input: RemindAssessmentsInput!) {
  remindAssessments(input: $input) {
    results {
      id
      error
    }
  }
}`);
