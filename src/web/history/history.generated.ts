/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type AuditAction =
  | 'ADD_COMMENT'
  | 'ADD_FACTOR'
  | 'ARCHIVE_TEMPLATE'
  | 'ASSESSMENT_OVERDUE'
  | 'ATTACH_FILE'
  | 'BEGIN_RECORD'
  | 'CERTIFICATION_EXPIRED'
  | 'CERTIFICATION_EXPIRING'
  | 'CHANGE_AUDIT_KEY'
  | 'CHANGE_PASSWORD'
  | 'CHANGE_ROLE'
  | 'CHANGE_SCORE'
  | 'CHANGE_TIER'
  | 'CREATE_API_KEY'
  | 'CREATE_ASSESSMENT'
  | 'CREATE_CERTIFICATION'
  | 'CREATE_FINDING'
  | 'CREATE_IDENTITY_PROVIDER'
  | 'CREATE_PORTFOLIO'
  | 'CREATE_ROLE'
  | 'CREATE_SCIM_GROUP'
  | 'CREATE_SCIM_TOKEN'
  | 'CREATE_TEMPLATE'
  | 'CREATE_USER'
  | 'CREATE_VENDOR'
  | 'CREATE_WEBHOOK'
  | 'DELEGATE_SECTIONS'
  | 'DELETE_API_KEY'
  | 'DELETE_ASSESSMENT'
  | 'DELETE_CERTIFICATION'
  | 'DELETE_FILE'
  | 'DELETE_FRAMEWORK'
  | 'DELETE_IDENTITY_PROVIDER'
  | 'DELETE_PORTFOLIO'
  | 'DELETE_ROLE'
  | 'DELETE_SCIM_GROUP'
  | 'DELETE_TEMPLATE'
  | 'DELETE_USER'
  | 'DELETE_VENDOR'
  | 'DELETE_WEBHOOK'
  | 'DISABLE_USER'
  | 'DISABLE_WEBHOOK'
  | 'DOWNLOAD_EVIDENCE'
  | 'ENABLE_USER'
  | 'ERASE_USER'
  | 'FINALIZE_ASSESSMENT'
  | 'IMPORT_CROSSWALK'
  | 'IMPORT_FRAMEWORK'
  | 'INVITE_USER'
  | 'LINK_IDENTITY'
  | 'LOAD_DEMO'
  | 'LOGIN'
  | 'LOGIN_FAILED'
  | 'LOGOUT'
  | 'MAKE_API_KEY_ORGANIZATIONAL'
  | 'OPEN_PORTAL'
  | 'PUBLISH_TEMPLATE'
  | 'READ_EXPORT'
  | 'READ_REPORT'
  | 'RECORD_BASELINE'
  | 'REFUSE_FILE'
  | 'REGENERATE_RECOVERY_CODES'
  | 'REMOVE_FACTOR'
  | 'REPLAY_WEBHOOK'
  | 'REQUEST_PASSWORD_RESET'
  | 'RESEND_LINK'
  | 'RESEND_WEBHOOK_DELIVERY'
  | 'RESET_PASSWORD'
  | 'RESTORE_BACKUP'
  | 'RETRY_MAIL'
  | 'REVIEW_DECISION'
  | 'REVOKE_API_KEY'
  | 'REVOKE_LINK'
  | 'REVOKE_SCIM_TOKEN'
  | 'REVOKE_SESSION'
  | 'ROTATE_WEBHOOK_SECRET'
  | 'SAVE_ANSWERS'
  | 'SEND_ASSESSMENT'
  | 'SEND_BACK_ASSESSMENT'
  | 'SET_SCIM_GROUP_ROLE'
  | 'START_REVIEW'
  | 'SUBMIT_ASSESSMENT'
  | 'TEST_WEBHOOK'
  | 'UPDATE_API_KEY'
  | 'UPDATE_ASSESSMENT'
  | 'UPDATE_CERTIFICATION'
  | 'UPDATE_CROSSWALK'
  | 'UPDATE_FINDING'
  | 'UPDATE_FRAMEWORK'
  | 'UPDATE_IDENTITY_PROVIDER'
  | 'UPDATE_NOTIFICATION_SETTINGS'
  | 'UPDATE_PORTFOLIO'
  | 'UPDATE_RESPONSIBILITY'
  | 'UPDATE_ROLE'
  | 'UPDATE_SCIM_GROUP'
  | 'UPDATE_SETTINGS'
  | 'UPDATE_TEMPLATE'
  | 'UPDATE_USER'
  | 'UPDATE_VENDOR'
  | 'UPDATE_WEBHOOK'
  | 'UPGRADE_FRAMEWORK'
  | 'UPLOAD_FILE'
  | 'VERIFY_AUDIT_LOG';

export type AuditFilter = {
  action?: string | null | undefined;
  actions?: Array<AuditAction> | null | undefined;
  apiKeyId?: string | null | undefined;
  changedId?: string | null | undefined;
  createdFrom?: string | null | undefined;
  createdTo?: string | null | undefined;
  entityId?: string | null | undefined;
  entityType?: string | null | undefined;
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

export type RoleNamesQueryVariables = Exact<{
  seesRoles: boolean;
}>;


export type RoleNamesQuery = { portfolios: Array<{ id: string, name: string }>, roles?: Array<{ id: string, name: string }> };

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

export const RoleNamesDocument = operation<RoleNamesQuery, RoleNamesQueryVariables>(`query RoleNames($seesRoles: Boolean!) {
  portfolios {
    id
    name
  }
  roles @include(if: $seesRoles) {
    id
    name
  }
}`);
