/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { me: { id: string, name: string, email: string, isFactorSetupRequired: boolean, role: { name: string, permissions: Array<string> }, portfolios: Array<{ id: string, name: string }> | null } | null };

export type SetupQueryVariables = Exact<{ [key: string]: never; }>;


export type SetupQuery = { setup: { administratorExists: boolean } };

export type EndSessionQueryVariables = Exact<{ [key: string]: never; }>;


export type EndSessionQuery = { me: { id: string, sessions: Array<{ isCurrent: boolean, endSessionUrl: string | null, provider: { name: string } | null }> | null } | null };

export type SignOutMutationVariables = Exact<{ [key: string]: never; }>;


export type SignOutMutation = { logout: boolean };

export const MeDocument = operation<MeQuery, MeQueryVariables>(`query Me {
  me {
    id
    name
    email
    isFactorSetupRequired
    role {
      name
      permissions
    }
    portfolios {
      id
      name
    }
  }
}`);

export const SetupDocument = operation<SetupQuery, SetupQueryVariables>(`query Setup {
  setup {
    administratorExists
  }
}`);

export const EndSessionDocument = operation<EndSessionQuery, EndSessionQueryVariables>(`query EndSession {
  me {
    id
    sessions {
      isCurrent
      endSessionUrl
      provider {
        name
      }
    }
  }
}`);

export const SignOutDocument = operation<SignOutMutation, SignOutMutationVariables>(`mutation SignOut {
  logout
}`);
