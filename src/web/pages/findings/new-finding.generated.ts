/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type CreateFindingInput = {
  assessmentId: string;
  controlCodes?: Array<string> | null | undefined;
  description?: string | null | undefined;
  severity: Severity;
  title: string;
};

export type Severity =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type AssessmentOptionsQueryVariables = Exact<{
  vendorId: string;
}>;


export type AssessmentOptionsQuery = { assessments: { nodes: Array<{ id: string, title: string, createdAt: string }> } };

export type CreateFindingMutationVariables = Exact<{
  input: CreateFindingInput;
}>;


export type CreateFindingMutation = { createFinding: { finding: { id: string, title: string } } };

export const AssessmentOptionsDocument = operation<AssessmentOptionsQuery, AssessmentOptionsQueryVariables>(`query AssessmentOptions($vendorId: ID!) {
  assessments(first: 100, filter: {vendorId: $vendorId}) {
    nodes {
      id
      title
      createdAt
    }
  }
}`);

export const CreateFindingDocument = operation<CreateFindingMutation, CreateFindingMutationVariables>(`mutation CreateFinding($input: CreateFindingInput!) {
  createFinding(input: $input) {
    finding {
      id
      title
    }
  }
}`);
