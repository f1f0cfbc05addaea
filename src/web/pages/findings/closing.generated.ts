/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type FindingStatus =
  | 'OPEN'
  | 'REMEDIATED'
  | 'RISK_ACCEPTED';

export type Severity =
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

export type UpdateFindingsInput = {
  dueOn?: string | null | undefined;
  ids: Array<string>;
  ownerId?: string | null | undefined;
};

export type UpdateFindingsStatusInput = {
  ids: Array<string>;
  resolutionNote?: string | null | undefined;
  status: FindingStatus;
};

export type FourEyesQueryVariables = Exact<{ [key: string]: never; }>;


export type FourEyesQuery = { settings: { fourEyesFor: Array<Severity> } };

export type UpdateFindingStatusMutationVariables = Exact<{
  input: UpdateFindingStatusInput;
}>;


export type UpdateFindingStatusMutation = { updateFindingStatus: { finding: { id: string, title: string, status: FindingStatus } } };

export type UpdateFindingsStatusMutationVariables = Exact<{
  input: UpdateFindingsStatusInput;
}>;


export type UpdateFindingsStatusMutation = { updateFindingsStatus: { results: Array<{ id: string, error: string | null }> } };

export type UpdateFindingsMutationVariables = Exact<{
  input: UpdateFindingsInput;
}>;


export type UpdateFindingsMutation = { updateFindings: { results: Array<{ id: string, error: string | null }> } };

export const FourEyesDocument = operation<FourEyesQuery, FourEyesQueryVariables>(`query FourEyes {
  settings {
    fourEyesFor
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

export const UpdateFindingsDocument = operation<UpdateFindingsMutation, UpdateFindingsMutationVariables>(`mutation UpdateFindings($input: UpdateFindingsInput!) {
  updateFindings(input: $input) {
    results {
      id
      error
    }
  }
}`);
