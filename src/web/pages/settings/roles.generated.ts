/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type CreateRoleInput = {
  description?: string | null | undefined;
  name: string;
  permissions: Array<string>;
};

export type DeleteInput = {
  id: string;
};

export type UpdateRoleInput = {
  description?: string | null | undefined;
  expectedRevision?: number | null | undefined;
  id: string;
  name?: string | null | undefined;
  permissions?: Array<string> | null | undefined;
};

export type RolesQueryVariables = Exact<{ [key: string]: never; }>;


export type RolesQuery = { roles: Array<{ id: string, name: string, description: string | null, permissions: Array<string>, isSystem: boolean, revision: number }> };

export type CreateRoleMutationVariables = Exact<{
  input: CreateRoleInput;
}>;


export type CreateRoleMutation = { createRole: { role: { name: string } } };

export type UpdateRoleMutationVariables = Exact<{
  input: UpdateRoleInput;
}>;


export type UpdateRoleMutation = { updateRole: { role: { revision: number } } };

export type DeleteRoleMutationVariables = Exact<{
  input: DeleteInput;
}>;


export type DeleteRoleMutation = { deleteRole: { deletedId: string } };

export const RolesDocument = operation<RolesQuery, RolesQueryVariables>(`query Roles {
  roles {
    id
    name
    description
    permissions
    isSystem
    revision
  }
}`);

export const CreateRoleDocument = operation<CreateRoleMutation, CreateRoleMutationVariables>(`mutation CreateRole($input: CreateRoleInput!) {
  createRole(input: $input) {
    role {
      name
    }
  }
}`);

export const UpdateRoleDocument = operation<UpdateRoleMutation, UpdateRoleMutationVariables>(`mutation UpdateRole($input: UpdateRoleInput!) {
  updateRole(input: $input) {
    role {
      revision
    }
  }
}`);

export const DeleteRoleDocument = operation<DeleteRoleMutation, DeleteRoleMutationVariables>(`mutation DeleteRole($input: DeleteInput!) {
  deleteRole(input: $input) {
    deletedId
  }
}`);
