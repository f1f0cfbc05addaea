/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type IdInput = {
  id: string;
};

export type StartOffboardingInput = {
  id: string;
  reason?: string | null | undefined;
};

export type UpdateOffboardingStepInput = {
  id: string;
  isDone?: boolean | null | undefined;
  note?: string | null | undefined;
};

export type StartOffboardingMutationVariables = Exact<{
  input: StartOffboardingInput;
}>;


export type StartOffboardingMutation = { startOffboarding: { vendor: { id: string } } };

export type UpdateOffboardingStepMutationVariables = Exact<{
  input: UpdateOffboardingStepInput;
}>;


export type UpdateOffboardingStepMutation = { updateOffboardingStep: { vendor: { id: string } } };

export type ArchiveVendorMutationVariables = Exact<{
  input: IdInput;
}>;


export type ArchiveVendorMutation = { archiveVendor: { vendor: { id: string } } };

export type ReactivateVendorMutationVariables = Exact<{
  input: IdInput;
}>;


export type ReactivateVendorMutation = { reactivateVendor: { vendor: { id: string } } };

export const StartOffboardingDocument = operation<StartOffboardingMutation, StartOffboardingMutationVariables>(`mutation StartOffboarding($input: StartOffboardingInput!) {
  startOffboarding(input: $input) {
    vendor {
      id
    }
  }
}`);

export const UpdateOffboardingStepDocument = operation<UpdateOffboardingStepMutation, UpdateOffboardingStepMutationVariables>(`mutation UpdateOffboardingStep($input: UpdateOffboardingStepInput!) {
  updateOffboardingStep(input: $input) {
    vendor {
      id
    }
  }
}`);

export const ArchiveVendorDocument = operation<ArchiveVendorMutation, ArchiveVendorMutationVariables>(`mutation ArchiveVendor($input: IdInput!) {
  archiveVendor(input: $input) {
    vendor {
      id
    }
  }
}`);

export const ReactivateVendorDocument = operation<ReactivateVendorMutation, ReactivateVendorMutationVariables>(`mutation ReactivateVendor($input: IdInput!) {
  reactivateVendor(input: $input) {
    vendor {
      id
    }
  }
}`);
