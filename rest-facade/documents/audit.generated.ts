/* Written by "npm run codegen"; change the .graphql files instead. */

import { document } from '../document';

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

export type ListAuditQueryVariables = Exact<{
  filter: AuditFilter;
  first: number;
  after?: string | null | undefined;
  offset?: number | null | undefined;
  withTotal: boolean;
}>;


export type ListAuditQuery = { auditLog: { totalCount?: number, nodes: Array<{ id: string, action: string, actionLabel: string, userName: string, entityType: string | null, entityId: string | null, entityName: string | null, meta: unknown, createdAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ExportAuditChangesQueryVariables = Exact<{
  filter: AuditFilter;
  first: number;
  after?: string | null | undefined;
}>;


export type ExportAuditChangesQuery = { auditLog: { nodes: Array<{ id: string, createdAt: string, userName: string, action: string, entityType: string | null, entityId: string | null, changes: Array<{ field: string, before: unknown, after: unknown }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export const listAuditDocument = document<'listAudit', ListAuditQuery, ListAuditQueryVariables>('listAudit', `query listAudit($filter: AuditFilter!, $first: Int!, $after: String, $offset: Int, $withTotal: Boolean!) {
  auditLog(filter: $filter, first: $first, after: $after, offset: $offset) {
    nodes {
      id
      action
      actionLabel
      userName
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
    totalCount @include(if: $withTotal)
  }
}`);

export const exportAuditChangesDocument = document<'exportAuditChanges', ExportAuditChangesQuery, ExportAuditChangesQueryVariables>('exportAuditChanges', `query exportAuditChanges($filter: AuditFilter!, $first: Int!, $after: String) {
  auditLog(filter: $filter, first: $first, after: $after) {
    nodes {
      id
      createdAt
      userName
      action
      entityType
      entityId
      changes {
        field
        before
        after
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`);
