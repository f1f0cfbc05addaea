/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type AssignRoleInput = {
  portfolioIds?: Array<string> | null | undefined;
  roleId: string;
  userId: string;
};

export type DeleteInput = {
  id: string;
};

export type EraseUserInput = {
  confirmName: string;
  id: string;
};

export type FactorKind =
  | 'PASSKEY'
  | 'TOTP';

export type IdInput = {
  id: string;
};

export type InviteUserInput = {
  email: string;
  name: string;
  portfolioIds?: Array<string> | null | undefined;
  roleId: string;
};

export type ResetUserPasswordInput = {
  id: string;
  password: string;
};

export type SetUserDisabledInput = {
  disabled: boolean;
  id: string;
};

export type SignInMethod =
  | 'PASSKEY'
  | 'PASSWORD'
  | 'PROVIDER';

export type UpdateUserInput = {
  email?: string | null | undefined;
  expectedRevision?: number | null | undefined;
  id: string;
  name?: string | null | undefined;
};

export type UsersQueryVariables = Exact<{
  inPast?: boolean;
}>;


export type UsersQuery = { users: Array<{ id: string, name: string, email: string, isDisabled: boolean, isProvisioned: boolean, lastSignedInAt?: string | null, revision: number, hasPassword?: boolean, role: { id: string, name: string, permissions: Array<string> }, portfolios: Array<{ id: string, name: string }> | null }> };

export type RoleChoiceQueryVariables = Exact<{ [key: string]: never; }>;


export type RoleChoiceQuery = { roles: Array<{ id: string, name: string, description: string | null, permissions: Array<string> }> };

export type InviteUserMutationVariables = Exact<{
  input: InviteUserInput;
}>;


export type InviteUserMutation = { inviteUser: { user: { id: string, name: string } } };

export type ResendInvitationMutationVariables = Exact<{
  input: IdInput;
}>;


export type ResendInvitationMutation = { resendInvitation: { user: { id: string } } };

export type UserFactorsQueryVariables = Exact<{
  id: string;
}>;


export type UserFactorsQuery = { node:
    | { id: string, factors: Array<{ id: string, kind: FactorKind, name: string, lastUsedAt: string | null }> | null }
    | Record<PropertyKey, never>
   | null };

export type UserIdentitiesQueryVariables = Exact<{
  id: string;
}>;


export type UserIdentitiesQuery = { node:
    | { id: string, identities: Array<{ id: string, issuer: string, subject: string, lastUsedAt: string }> | null }
    | Record<PropertyKey, never>
   | null };

export type UnlinkIdentityMutationVariables = Exact<{
  input: DeleteInput;
}>;


export type UnlinkIdentityMutation = { unlinkIdentity: { deletedId: string } };

export type ResetUserFactorsMutationVariables = Exact<{
  input: IdInput;
}>;


export type ResetUserFactorsMutation = { resetUserFactors: { user: { id: string } } };

export type UpdateUserMutationVariables = Exact<{
  input: UpdateUserInput;
}>;


export type UpdateUserMutation = { updateUser: { user: { revision: number } } };

export type AssignRoleMutationVariables = Exact<{
  input: AssignRoleInput;
}>;


export type AssignRoleMutation = { assignRole: { user: { id: string } } };

export type SetUserDisabledMutationVariables = Exact<{
  input: SetUserDisabledInput;
}>;


export type SetUserDisabledMutation = { setUserDisabled: { user: { id: string } } };

export type ResetUserPasswordMutationVariables = Exact<{
  input: ResetUserPasswordInput;
}>;


export type ResetUserPasswordMutation = { resetUserPassword: { user: { id: string } } };

export type DeleteUserMutationVariables = Exact<{
  input: DeleteInput;
}>;


export type DeleteUserMutation = { deleteUser: { deletedId: string } };

export type EraseUserMutationVariables = Exact<{
  input: EraseUserInput;
}>;


export type EraseUserMutation = { eraseUser: { erasedId: string } };

export type UserSessionsQueryVariables = Exact<{
  id: string;
}>;


export type UserSessionsQuery = { node:
    | { id: string, sessions: Array<{ id: string, createdAt: string, lastSeenAt: string, address: string | null, userAgent: string | null, isCurrent: boolean, method: SignInMethod, provider: { name: string } | null }> | null }
    | Record<PropertyKey, never>
   | null };

export const UsersDocument = operation<UsersQuery, UsersQueryVariables>(`query Users($inPast: Boolean! = false) {
  users {
    id
    name
    email
    isDisabled
    isProvisioned
    lastSignedInAt @skip(if: $inPast)
    revision
    hasPassword @skip(if: $inPast)
    role {
      id
      name
      permissions
    }
    portfolios {
      id
      name
    }
  }
}`);

export const RoleChoiceDocument = operation<RoleChoiceQuery, RoleChoiceQueryVariables>(`query RoleChoice {
  roles {
    id
    name
    description
    permissions
  }
}`);

export const InviteUserDocument = operation<InviteUserMutation, InviteUserMutationVariables>(`mutation InviteUser($input: InviteUserInput!) {
  inviteUser(input: $input) {
    user {
      id
      name
    }
  }
}`);

export const ResendInvitationDocument = operation<ResendInvitationMutation, ResendInvitationMutationVariables>(`mutation ResendInvitation($input: IdInput!) {
  resendInvitation(input: $input) {
    user {
      id
    }
  }
}`);

export const UserFactorsDocument = operation<UserFactorsQuery, UserFactorsQueryVariables>(`query UserFactors($id: ID!) {
  node(id: $id) {
    ... on User {
      id
      factors {
        id
        kind
        name
        lastUsedAt
      }
    }
  }
}`);

export const UserIdentitiesDocument = operation<UserIdentitiesQuery, UserIdentitiesQueryVariables>(`query UserIdentities($id: ID!) {
  node(id: $id) {
    ... on User {
      id
      identities {
        id
        issuer
        subject
        lastUsedAt
      }
    }
  }
}`);

export const UnlinkIdentityDocument = operation<UnlinkIdentityMutation, UnlinkIdentityMutationVariables>(`mutation UnlinkIdentity($input: DeleteInput!) {
  unlinkIdentity(input: $input) {
    deletedId
  }
}`);

export const ResetUserFactorsDocument = operation<ResetUserFactorsMutation, ResetUserFactorsMutationVariables>(`mutation ResetUserFactors($input: IdInput!) {
  resetUserFactors(input: $input) {
    user {
      id
    }
  }
}`);

export const UpdateUserDocument = operation<UpdateUserMutation, UpdateUserMutationVariables>(`mutation UpdateUser($input: UpdateUserInput!) {
  updateUser(input: $input) {
    user {
      revision
    }
  }
}`);

export const AssignRoleDocument = operation<AssignRoleMutation, AssignRoleMutationVariables>(`mutation AssignRole($input: AssignRoleInput!) {
  assignRole(input: $input) {
    user {
      id
    }
  }
}`);

export const SetUserDisabledDocument = operation<SetUserDisabledMutation, SetUserDisabledMutationVariables>(`mutation SetUserDisabled($input: SetUserDisabledInput!) {
  setUserDisabled(input: $input) {
    user {
      id
    }
  }
}`);

export const ResetUserPasswordDocument = operation<ResetUserPasswordMutation, ResetUserPasswordMutationVariables>(`mutation ResetUserPassword($input: ResetUserPasswordInput!) {
  resetUserPassword(input: $input) {
    user {
      id
    }
  }
}`);

export const DeleteUserDocument = operation<DeleteUserMutation, DeleteUserMutationVariables>(`mutation DeleteUser($input: DeleteInput!) {
  deleteUser(input: $input) {
    deletedId
  }
}`);

export const EraseUserDocument = operation<EraseUserMutation, EraseUserMutationVariables>(`mutation EraseUser($input: EraseUserInput!) {
  eraseUser(input: $input) {
    erasedId
  }
}`);

export const UserSessionsDocument = operation<UserSessionsQuery, UserSessionsQueryVariables>(`query UserSessions($id: ID!) {
  node(id: $id) {
    ... on User {
      id
      sessions {
        id
        createdAt
        lastSeenAt
        address
        userAgent
        isCurrent
        method
        provider {
          name
        }
      }
    }
  }
}`);
