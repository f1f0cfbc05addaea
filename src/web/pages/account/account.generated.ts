/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type ChangePasswordInput = {
  currentPassword: string;
  newPassword: string;
};

export type CompleteLoginInput = {
  assertion?: unknown;
  challenge: string;
  code?: string | null | undefined;
  recoveryCode?: string | null | undefined;
};

export type CreateFirstAdministratorInput = {
  email: string;
  name: string;
  password: string;
};

export type LoginInput = {
  email: string;
  password: string;
};

export type RequestPasswordResetInput = {
  email: string;
};

export type ResetPasswordInput = {
  password: string;
  token: string;
};

export type SignInMutationVariables = Exact<{
  input: LoginInput;
}>;


export type SignInMutation = { login: { user: { id: string } } };

export type CreateFirstAdministratorMutationVariables = Exact<{
  input: CreateFirstAdministratorInput;
}>;


export type CreateFirstAdministratorMutation = { createFirstAdministrator: { user: { id: string } } };

export type ChangePasswordMutationVariables = Exact<{
  input: ChangePasswordInput;
}>;


export type ChangePasswordMutation = { changePassword: { user: { id: string } } };

export type MySessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type MySessionsQuery = { me: { id: string, sessions: Array<{ id: string, createdAt: string, lastSeenAt: string, address: string | null, userAgent: string | null, isCurrent: boolean }> | null } | null };

export type CompleteLoginMutationVariables = Exact<{
  input: CompleteLoginInput;
}>;


export type CompleteLoginMutation = { completeLogin: { user: { id: string } } };

export type BeginPasskeyLoginMutationVariables = Exact<{ [key: string]: never; }>;


export type BeginPasskeyLoginMutation = { beginPasskeyLogin: { challenge: string, options: unknown } };

export type RequestPasswordResetMutationVariables = Exact<{
  input: RequestPasswordResetInput;
}>;


export type RequestPasswordResetMutation = { requestPasswordReset: { isAccepted: boolean } };

export type ResetPasswordMutationVariables = Exact<{
  input: ResetPasswordInput;
}>;


export type ResetPasswordMutation = { resetPassword: { email: string } };

export type AcceptInvitationMutationVariables = Exact<{
  input: ResetPasswordInput;
}>;


export type AcceptInvitationMutation = { acceptInvitation: { user: { id: string } } };

export const SignInDocument = operation<SignInMutation, SignInMutationVariables>(`mutation SignIn($input: LoginInput!) {
  login(input: $input) {
    user {
      id
    }
  }
}`);

export const CreateFirstAdministratorDocument = operation<CreateFirstAdministratorMutation, CreateFirstAdministratorMutationVariables>(`mutation CreateFirstAdministrator($input: CreateFirstAdministratorInput!) {
  createFirstAdministrator(input: $input) {
    user {
      id
    }
  }
}`);

export const ChangePasswordDocument = operation<ChangePasswordMutation, ChangePasswordMutationVariables>(`mutation ChangePassword($input: ChangePasswordInput!) {
  changePassword(input: $input) {
    user {
      id
    }
  }
}`);

export const MySessionsDocument = operation<MySessionsQuery, MySessionsQueryVariables>(`query MySessions {
  me {
    id
    sessions {
      id
      createdAt
      lastSeenAt
      address
      userAgent
      isCurrent
    }
  }
}`);

export const CompleteLoginDocument = operation<CompleteLoginMutation, CompleteLoginMutationVariables>(`mutation CompleteLogin($input: CompleteLoginInput!) {
  completeLogin(input: $input) {
    user {
      id
    }
  }
}`);

export const BeginPasskeyLoginDocument = operation<BeginPasskeyLoginMutation, BeginPasskeyLoginMutationVariables>(`mutation BeginPasskeyLogin {
  beginPasskeyLogin {
    challenge
    options
  }
}`);

export const RequestPasswordResetDocument = operation<RequestPasswordResetMutation, RequestPasswordResetMutationVariables>(`mutation RequestPasswordReset($input: RequestPasswordResetInput!) {
  requestPasswordReset(input: $input) {
    isAccepted
  }
}`);

export const ResetPasswordDocument = operation<ResetPasswordMutation, ResetPasswordMutationVariables>(`mutation ResetPassword($input: ResetPasswordInput!) {
  resetPassword(input: $input) {
    email
  }
}`);

export const AcceptInvitationDocument = operation<AcceptInvitationMutation, AcceptInvitationMutationVariables>(`mutation AcceptInvitation($input: ResetPasswordInput!) {
  acceptInvitation(input: $input) {
    user {
      id
    }
  }
}`);
