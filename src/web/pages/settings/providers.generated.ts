/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type CreateIdentityProviderInput = {
  clientId: string;
  clientSecret: string;
  defaultRoleId?: string | null | undefined;
  isEmailTrusted?: boolean | null | undefined;
  isEnabled?: boolean | null | undefined;
  isJitEnabled?: boolean | null | undefined;
  issuer: string;
  name: string;
  roleClaim?: string | null | undefined;
  roleMappings?: Array<RoleMappingInput> | null | undefined;
  scopes?: Array<string> | null | undefined;
};

export type DeleteInput = {
  id: string;
};

export type IdInput = {
  id: string;
};

export type RoleMappingInput = {
  portfolioIds?: Array<string> | null | undefined;
  roleId: string;
  value: string;
};

export type UpdateIdentityProviderInput = {
  clientId?: string | null | undefined;
  clientSecret?: string | null | undefined;
  defaultRoleId?: string | null | undefined;
  expectedRevision?: number | null | undefined;
  id: string;
  isEmailTrusted?: boolean | null | undefined;
  isEnabled?: boolean | null | undefined;
  isJitEnabled?: boolean | null | undefined;
  issuer?: string | null | undefined;
  name?: string | null | undefined;
  roleClaim?: string | null | undefined;
  roleMappings?: Array<RoleMappingInput> | null | undefined;
  scopes?: Array<string> | null | undefined;
};

export type IdentityProvidersQueryVariables = Exact<{
  inPast?: boolean;
}>;


export type IdentityProvidersQuery = { identityProviders: Array<{ id: string, name: string, issuer: string, isEnabled: boolean, lastUsedAt?: string | null }> };

export type IdentityProviderQueryVariables = Exact<{
  id: string;
}>;


export type IdentityProviderQuery = { identityProvider: { id: string, name: string, issuer: string, clientId: string, isEnabled: boolean, isJitEnabled: boolean, isEmailTrusted: boolean, scopes: Array<string>, roleClaim: string | null, callbackUrl: string, backchannelLogoutUrl: string, revision: number, roleMappings: Array<{ value: string, role: { id: string }, portfolios: Array<{ id: string }> | null }>, defaultRole: { id: string } | null } | null };

export type CreateIdentityProviderMutationVariables = Exact<{
  input: CreateIdentityProviderInput;
}>;


export type CreateIdentityProviderMutation = { createIdentityProvider: { provider: { id: string } } };

export type UpdateIdentityProviderMutationVariables = Exact<{
  input: UpdateIdentityProviderInput;
}>;


export type UpdateIdentityProviderMutation = { updateIdentityProvider: { provider: { id: string, revision: number } } };

export type DeleteIdentityProviderMutationVariables = Exact<{
  input: DeleteInput;
}>;


export type DeleteIdentityProviderMutation = { deleteIdentityProvider: { deletedId: string } };

export type TestIdentityProviderMutationVariables = Exact<{
  input: IdInput;
}>;


export type TestIdentityProviderMutation = { testIdentityProvider: { isOk: boolean, checks: Array<{ name: string, isOk: boolean, message: string }> } };

export const IdentityProvidersDocument = operation<IdentityProvidersQuery, IdentityProvidersQueryVariables>(`query IdentityProviders($inPast: Boolean! = false) {
  identityProviders {
    id
    name
    issuer
    isEnabled
    lastUsedAt @skip(if: $inPast)
  }
}`);

export const IdentityProviderDocument = operation<IdentityProviderQuery, IdentityProviderQueryVariables>(`query IdentityProvider($id: ID!) {
  identityProvider(id: $id) {
    id
    name
    issuer
    clientId
    isEnabled
    isJitEnabled
    isEmailTrusted
    scopes
    roleClaim
    roleMappings {
      value
      role {
        id
      }
      portfolios {
        id
      }
    }
    defaultRole {
      id
    }
    callbackUrl
    backchannelLogoutUrl
    revision
  }
}`);

export const CreateIdentityProviderDocument = operation<CreateIdentityProviderMutation, CreateIdentityProviderMutationVariables>(`mutation CreateIdentityProvider($input: CreateIdentityProviderInput!) {
  createIdentityProvider(input: $input) {
    provider {
      id
    }
  }
}`);

export const UpdateIdentityProviderDocument = operation<UpdateIdentityProviderMutation, UpdateIdentityProviderMutationVariables>(`mutation UpdateIdentityProvider($input: UpdateIdentityProviderInput!) {
  updateIdentityProvider(input: $input) {
    provider {
      id
      revision
    }
  }
}`);

export const DeleteIdentityProviderDocument = operation<DeleteIdentityProviderMutation, DeleteIdentityProviderMutationVariables>(`mutation DeleteIdentityProvider($input: DeleteInput!) {
  deleteIdentityProvider(input: $input) {
    deletedId
  }
}`);

export const TestIdentityProviderDocument = operation<TestIdentityProviderMutation, TestIdentityProviderMutationVariables>(`mutation TestIdentityProvider($input: IdInput!) {
  testIdentityProvider(input: $input) {
    isOk
    checks {
      name
      isOk
      message
    }
  }
}`);
