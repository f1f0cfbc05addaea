/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type AuditFilter = {
  action?: string | null | undefined;
  actions?: Array<string> | null | undefined;
  apiKeyId?: string | null | undefined;
  changedId?: string | null | undefined;
  createdFrom?: string | null | undefined;
  createdTo?: string | null | undefined;
  entityId?: string | null | undefined;
  entityType?: string | null | undefined;
  query?: string | null | undefined;
  userId?: string | null | undefined;
};

export type AuditLogQueryVariables = Exact<{
  filter?: AuditFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type AuditLogQuery = { auditLog: { totalCount: number, csvUrl: string, nodes: Array<{ id: string, action: string, actionLabel: string, userId: string | null, userName: string, entityType: string | null, entityId: string | null, entityName: string | null, meta: unknown, createdAt: string, apiKey: { id: string, name: string, prefix: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type AuditUsersQueryVariables = Exact<{ [key: string]: never; }>;


export type AuditUsersQuery = { users: Array<{ id: string, name: string }> };

export type AuditVerificationQueryVariables = Exact<{ [key: string]: never; }>;


export type AuditVerificationQuery = { auditVerification: { verifiedAt: string, entryCount: number, isIntact: boolean, fault: string | null } | null };

export type VerifyAuditLogMutationVariables = Exact<{ [key: string]: never; }>;


export type VerifyAuditLogMutation = { verifyAuditLog: { isIntact: boolean } };

export const AuditLogDocument = operation<AuditLogQuery, AuditLogQueryVariables>(`query AuditLog($filter: AuditFilter, $after: String) {
  auditLog(first: 100, after: $after, filter: $filter) {
    totalCount
    csvUrl
    nodes {
      id
      action
      actionLabel
      userId
      userName
      apiKey {
        id
        name
        prefix
      }
      entityType
      entityId
      entityName
      meta
      createdAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`);

export const AuditUsersDocument = operation<AuditUsersQuery, AuditUsersQueryVariables>(`query AuditUsers {
  users {
    id
    name
  }
}`);

export const AuditVerificationDocument = operation<AuditVerificationQuery, AuditVerificationQueryVariables>(`query AuditVerification {
  auditVerification {
    verifiedAt
    entryCount
    isIntact
    fault
  }
}`);

export const VerifyAuditLogDocument = operation<VerifyAuditLogMutation, VerifyAuditLogMutationVariables>(`mutation VerifyAuditLog {
  verifyAuditLog {
    isIntact
  }
}`);
