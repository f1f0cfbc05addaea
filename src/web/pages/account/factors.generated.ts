/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type ConfirmPasskeyInput = {
  credential: unknown;
  name?: string | null | undefined;
};

export type ConfirmTotpInput = {
  code: string;
  name?: string | null | undefined;
};

export type DeleteInput = {
  id: string;
};

export type FactorKind =
  | 'PASSKEY'
  | 'TOTP';

export type MyFactorsQueryVariables = Exact<{ [key: string]: never; }>;


export type MyFactorsQuery = { me: { id: string, factors: Array<{ id: string, kind: FactorKind, name: string, createdAt: string, lastUsedAt: string | null }> | null } | null };

export type BeginTotpMutationVariables = Exact<{ [key: string]: never; }>;


export type BeginTotpMutation = { beginTotp: { secret: string, qrCode: string } };

export type ConfirmTotpMutationVariables = Exact<{
  input: ConfirmTotpInput;
}>;


export type ConfirmTotpMutation = { confirmTotp: { recoveryCodes: Array<string> | null } };

export type BeginPasskeyMutationVariables = Exact<{ [key: string]: never; }>;


export type BeginPasskeyMutation = { beginPasskey: { options: unknown } };

export type ConfirmPasskeyMutationVariables = Exact<{
  input: ConfirmPasskeyInput;
}>;


export type ConfirmPasskeyMutation = { confirmPasskey: { recoveryCodes: Array<string> | null } };

export type RemoveFactorMutationVariables = Exact<{
  input: DeleteInput;
}>;


export type RemoveFactorMutation = { removeFactor: { deletedId: string } };

export type RegenerateRecoveryCodesMutationVariables = Exact<{ [key: string]: never; }>;


export type RegenerateRecoveryCodesMutation = { regenerateRecoveryCodes: { recoveryCodes: Array<string> } };

export const MyFactorsDocument = operation<MyFactorsQuery, MyFactorsQueryVariables>(`query MyFactors {
  me {
    id
    factors {
      id
      kind
      name
      createdAt
      lastUsedAt
    }
  }
}`);

export const BeginTotpDocument = operation<BeginTotpMutation, BeginTotpMutationVariables>(`mutation BeginTotp {
  beginTotp {
    secret
    qrCode
  }
}`);

export const ConfirmTotpDocument = operation<ConfirmTotpMutation, ConfirmTotpMutationVariables>(`mutation ConfirmTotp($input: ConfirmTotpInput!) {
  confirmTotp(input: $input) {
    recoveryCodes
  }
}`);

export const BeginPasskeyDocument = operation<BeginPasskeyMutation, BeginPasskeyMutationVariables>(`mutation BeginPasskey {
  beginPasskey {
    options
  }
}`);

export const ConfirmPasskeyDocument = operation<ConfirmPasskeyMutation, ConfirmPasskeyMutationVariables>(`mutation ConfirmPasskey($input: ConfirmPasskeyInput!) {
  confirmPasskey(input: $input) {
    recoveryCodes
  }
}`);

export const RemoveFactorDocument = operation<RemoveFactorMutation, RemoveFactorMutationVariables>(`mutation RemoveFactor($input: DeleteInput!) {
  removeFactor(input: $input) {
    deletedId
  }
}`);

export const RegenerateRecoveryCodesDocument = operation<RegenerateRecoveryCodesMutation, RegenerateRecoveryCodesMutationVariables>(`mutation RegenerateRecoveryCodes {
  regenerateRecoveryCodes {
    recoveryCodes
  }
}`);
