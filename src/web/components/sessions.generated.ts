/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type IdInput = {
  id: string;
};

export type RevokeOtherSessionsInput = {
  userId?: string | null | undefined;
};

export type RevokeSessionMutationVariables = Exact<{
  input: IdInput;
}>;


export type RevokeSessionMutation = { revokeSession: { deletedId: string } };

export type RevokeOtherSessionsMutationVariables = Exact<{
  input?: RevokeOtherSessionsInput | null | undefined;
}>;


export type RevokeOtherSessionsMutation = { revokeOtherSessions: { revokedCount: number } };

export const RevokeSessionDocument = operation<RevokeSessionMutation, RevokeSessionMutationVariables>(`mutation RevokeSession($input: IdInput!) {
  revokeSession(input: $input) {
    deletedId
  }
}`);

export const RevokeOtherSessionsDocument = operation<RevokeOtherSessionsMutation, RevokeOtherSessionsMutationVariables>(`mutation RevokeOtherSessions($input: RevokeOtherSessionsInput) {
  revokeOtherSessions(input: $input) {
    revokedCount
  }
}`);
