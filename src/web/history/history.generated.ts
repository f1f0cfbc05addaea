/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../api/operation';

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

export type HistoryQueryVariables = Exact<{
  filter: AuditFilter;
  after?: string | null | undefined;
}>;


export type HistoryQuery = { auditLog: { totalCount: number, nodes: Array<{ id: string, action: string, actionLabel: string, userName: string, entityType: string | null, entityId: string | null, entityName: string | null, createdAt: string, changes: Array<{ field: string, before: unknown, after: unknown }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type EntryChangesQueryVariables = Exact<{
  id: string;
}>;


export type EntryChangesQuery = { node:
    | { changes: Array<{ field: string, before: unknown, after: unknown }> }
    | Record<PropertyKey, never>
   | null };

export type AssessmentNamesQueryVariables = Exact<{
  id: string;
}>;


export type AssessmentNamesQuery = { assessment: { questions: Array<{ id: string, text: string }> } | null };

export type TemplateNamesQueryVariables = Exact<{
  id: string;
}>;


export type TemplateNamesQuery = { template: { sections: Array<{ id: string, title: string, questions: Array<{ id: string, text: string }> }> } | null };

export const HistoryDocument = operation<HistoryQuery, HistoryQueryVariables>(`query History($filter: AuditFilter!, $after: String) {
  auditLog(first: 25, after: $after, filter: $filter) {
    totalCount
    nodes {
      id
      action
      actionLabel
      userName
      entityType
      entityId
      entityName
      createdAt
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

export const EntryChangesDocument = operation<EntryChangesQuery, EntryChangesQueryVariables>(`query EntryChanges($id: ID!) {
  node(id: $id) {
    ... on AuditEntry {
      changes {
        field
        before
        after
      }
    }
  }
}`);

export const AssessmentNamesDocument = operation<AssessmentNamesQuery, AssessmentNamesQueryVariables>(`query AssessmentNames($id: ID!) {
  assessment(id: $id) {
    questions {
      id
      text
    }
  }
}`);

export const TemplateNamesDocument = operation<TemplateNamesQuery, TemplateNamesQueryVariables>(`query TemplateNames($id: ID!) {
  template(id: $id) {
    sections {
      id
      title
      questions {
        id
        text
      }
    }
  }
}`);
