/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type ChangePasswordInput = {
  currentPassword: string;
  newPassword: string;
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
