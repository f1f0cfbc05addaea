/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type ReauthenticateInput = {
  assertion?: unknown;
  challenge?: string | null | undefined;
  code?: string | null | undefined;
  password?: string | null | undefined;
  recoveryCode?: string | null | undefined;
};

export type ReauthenticateMutationVariables = Exact<{
  input: ReauthenticateInput;
}>;


export type ReauthenticateMutation = { reauthenticate: { until: string } };

export const ReauthenticateDocument = operation<ReauthenticateMutation, ReauthenticateMutationVariables>(`mutation Reauthenticate($input: ReauthenticateInput!) {
  reauthenticate(input: $input) {
    until
  }
}`);
