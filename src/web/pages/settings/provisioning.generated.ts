/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type CreateScimTokenInput = {
  expiresAt?: string | null | undefined;
  name: string;
};

export type IdInput = {
  id: string;
};

export type SetScimGroupRoleInput = {
  id: string;
  portfolioIds?: Array<string> | null | undefined;
  roleId?: string | null | undefined;
};

export type ProvisioningQueryVariables = Exact<{
  inPast?: boolean;
}>;


export type ProvisioningQuery = { settings: { revision: number, scimDefaultRole: { id: string, name: string } }, scimTokens: Array<{ id: string, name: string, prefix: string, createdAt: string, expiresAt: string | null, lastUsedAt?: string | null, isRevoked: boolean, createdBy: { id: string, name: string } | null }>, scimGroups: Array<{ id: string, displayName: string, memberCount?: number, role: { id: string, name: string } | null, portfolios: Array<{ id: string, name: string }> | null }> };

export type CreateScimTokenMutationVariables = Exact<{
  input: CreateScimTokenInput;
}>;


export type CreateScimTokenMutation = { createScimToken: { token: string, scimToken: { name: string } } };

export type RevokeScimTokenMutationVariables = Exact<{
  input: IdInput;
}>;


export type RevokeScimTokenMutation = { revokeScimToken: { scimToken: { id: string } } };

export type SetScimGroupRoleMutationVariables = Exact<{
  input: SetScimGroupRoleInput;
}>;


export type SetScimGroupRoleMutation = { setScimGroupRole: { group: { id: string } } };

export type SetScimDefaultRoleMutationVariables = Exact<{
  roleId: string;
}>;


export type SetScimDefaultRoleMutation = { updateSettings: { settings: { revision: number } } };

export const ProvisioningDocument = operation<ProvisioningQuery, ProvisioningQueryVariables>(`query Provisioning($inPast: Boolean! = false) {
  settings {
    revision
    scimDefaultRole {
      id
      name
    }
  }
  scimTokens {
    id
    name
    prefix
    createdAt
    expiresAt
    lastUsedAt @skip(if: $inPast)
    isRevoked
    createdBy {
      id
      name
    }
  }
  scimGroups {
    id
    displayName
    memberCount @skip(if: $inPast)
    role {
      id
      name
    }
    portfolios {
      id
      name
    }
  }
}`);

export const CreateScimTokenDocument = operation<CreateScimTokenMutation, CreateScimTokenMutationVariables>(`mutation CreateScimToken($input: CreateScimTokenInput!) {
  createScimToken(input: $input) {
    token
    scimToken {
      name
    }
  }
}`);

export const RevokeScimTokenDocument = operation<RevokeScimTokenMutation, RevokeScimTokenMutationVariables>(`mutation RevokeScimToken($input: IdInput!) {
  revokeScimToken(input: $input) {
    scimToken {
      id
    }
  }
}`);

export const SetScimGroupRoleDocument = operation<SetScimGroupRoleMutation, SetScimGroupRoleMutationVariables>(`mutation SetScimGroupRole($input: SetScimGroupRoleInput!) {
  setScimGroupRole(input: $input) {
    group {
      id
    }
  }
}`);

export const SetScimDefaultRoleDocument = operation<SetScimDefaultRoleMutation, SetScimDefaultRoleMutationVariables>(`mutation SetScimDefaultRole($roleId: ID!) {
  updateSettings(input: {scimDefaultRoleId: $roleId}) {
    settings {
      revision
    }
  }
}`);
