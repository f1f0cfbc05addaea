/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type CreateApiKeyInput = {
  allowedIps?: Array<string> | null | undefined;
  expiresAt?: string | null | undefined;
  name: string;
  permissions?: Array<string> | null | undefined;
};

export type DeleteInput = {
  id: string;
};

export type IdInput = {
  id: string;
};

export type UpdateApiKeyInput = {
  allowedIps?: Array<string> | null | undefined;
  expectedRevision?: number | null | undefined;
  expiresAt?: string | null | undefined;
  id: string;
  name?: string | null | undefined;
  permissions?: Array<string> | null | undefined;
};

export type ApiKeysQueryVariables = Exact<{
  inPast?: boolean;
}>;


export type ApiKeysQuery = { settings: { apiKeysEnabled: boolean, organizationApiKeys: boolean }, apiKeys: Array<{ id: string, name: string, prefix: string, permissions: Array<string> | null, allowedIps: Array<string>, expiresAt: string | null, lastUsedAt?: string | null, lastUsedAddress?: string | null, isRevoked: boolean, isOrganizational: boolean, createdAt: string, revision: number, portfolios: Array<{ name: string }> | null, createdBy: { id: string, name: string, isDisabled: boolean } | null }> };

export type AcceptApiKeysMutationVariables = Exact<{
  enabled: boolean;
}>;


export type AcceptApiKeysMutation = { updateSettings: { settings: { apiKeysEnabled: boolean } } };

export type AllowOrganizationApiKeysMutationVariables = Exact<{
  allowed: boolean;
}>;


export type AllowOrganizationApiKeysMutation = { updateSettings: { settings: { organizationApiKeys: boolean } } };

export type CreateApiKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type CreateApiKeyMutation = { createApiKey: { token: string, apiKey: { name: string } } };

export type UpdateApiKeyMutationVariables = Exact<{
  input: UpdateApiKeyInput;
}>;


export type UpdateApiKeyMutation = { updateApiKey: { apiKey: { name: string } } };

export type MakeApiKeyOrganizationalMutationVariables = Exact<{
  input: IdInput;
}>;


export type MakeApiKeyOrganizationalMutation = { makeApiKeyOrganizational: { apiKey: { id: string } } };

export type RevokeApiKeyMutationVariables = Exact<{
  input: IdInput;
}>;


export type RevokeApiKeyMutation = { revokeApiKey: { apiKey: { id: string } } };

export type DeleteApiKeyMutationVariables = Exact<{
  input: DeleteInput;
}>;


export type DeleteApiKeyMutation = { deleteApiKey: { deletedId: string } };

export const ApiKeysDocument = operation<ApiKeysQuery, ApiKeysQueryVariables>(`query ApiKeys($inPast: Boolean! = false) {
  settings {
    apiKeysEnabled
    organizationApiKeys
  }
  apiKeys {
    id
    name
    prefix
    permissions
    allowedIps
    expiresAt
    lastUsedAt @skip(if: $inPast)
    lastUsedAddress @skip(if: $inPast)
    isRevoked
    isOrganizational
    portfolios {
      name
    }
    createdAt
    revision
    createdBy {
      id
      name
      isDisabled
    }
  }
}`);

export const AcceptApiKeysDocument = operation<AcceptApiKeysMutation, AcceptApiKeysMutationVariables>(`mutation AcceptApiKeys($enabled: Boolean!) {
  updateSettings(input: {apiKeysEnabled: $enabled}) {
    settings {
      apiKeysEnabled
    }
  }
}`);

export const AllowOrganizationApiKeysDocument = operation<AllowOrganizationApiKeysMutation, AllowOrganizationApiKeysMutationVariables>(`mutation AllowOrganizationApiKeys($allowed: Boolean!) {
  updateSettings(input: {organizationApiKeys: $allowed}) {
    settings {
      organizationApiKeys
    }
  }
}`);

export const CreateApiKeyDocument = operation<CreateApiKeyMutation, CreateApiKeyMutationVariables>(`mutation CreateApiKey($input: CreateApiKeyInput!) {
  createApiKey(input: $input) {
    token
    apiKey {
      name
    }
  }
}`);

export const UpdateApiKeyDocument = operation<UpdateApiKeyMutation, UpdateApiKeyMutationVariables>(`mutation UpdateApiKey($input: UpdateApiKeyInput!) {
  updateApiKey(input: $input) {
    apiKey {
      name
    }
  }
}`);

export const MakeApiKeyOrganizationalDocument = operation<MakeApiKeyOrganizationalMutation, MakeApiKeyOrganizationalMutationVariables>(`mutation MakeApiKeyOrganizational($input: IdInput!) {
  makeApiKeyOrganizational(input: $input) {
    apiKey {
      id
    }
  }
}`);

export const RevokeApiKeyDocument = operation<RevokeApiKeyMutation, RevokeApiKeyMutationVariables>(`mutation RevokeApiKey($input: IdInput!) {
  revokeApiKey(input: $input) {
    apiKey {
      id
    }
  }
}`);

export const DeleteApiKeyDocument = operation<DeleteApiKeyMutation, DeleteApiKeyMutationVariables>(`mutation DeleteApiKey($input: DeleteInput!) {
  deleteApiKey(input: $input) {
    deletedId
  }
}`);
