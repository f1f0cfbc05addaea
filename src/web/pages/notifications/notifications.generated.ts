/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type MarkNotificationsReadInput = {
  ids?: Array<string> | null | undefined;
};

export type NotificationKind =
  | 'ACCEPTANCE_DECIDED'
  | 'ACCEPTANCE_ENDING'
  | 'ACCEPTANCE_REQUESTED'
  | 'ACCEPTED'
  | 'ASSIGNED'
  | 'BOARD_REPORT'
  | 'EXPIRING'
  | 'OVERDUE'
  | 'REMEDIATION_ANSWERED'
  | 'REPLIED'
  | 'SENT_BACK'
  | 'SUBMITTED'
  | 'VENDOR_REQUEST'
  | 'VENDOR_REQUEST_DECIDED';

export type NotificationsQueryVariables = Exact<{
  unreadOnly?: boolean | null | undefined;
  after?: string | null | undefined;
}>;


export type NotificationsQuery = { notifications: { totalCount: number, unreadCount: number, nodes: Array<{ id: string, kind: NotificationKind, text: string, url: string, createdAt: string, readAt: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type MarkNotificationsReadMutationVariables = Exact<{
  input: MarkNotificationsReadInput;
}>;


export type MarkNotificationsReadMutation = { markNotificationsRead: { unreadCount: number } };

export const NotificationsDocument = operation<NotificationsQuery, NotificationsQueryVariables>(`query Notifications($unreadOnly: Boolean, $after: String) {
  notifications(unreadOnly: $unreadOnly, first: 50, after: $after) {
    totalCount
    unreadCount
    nodes {
      id
      kind
      text
      url
      createdAt
      readAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`);

export const MarkNotificationsReadDocument = operation<MarkNotificationsReadMutation, MarkNotificationsReadMutationVariables>(`mutation MarkNotificationsRead($input: MarkNotificationsReadInput!) {
  markNotificationsRead(input: $input) {
    unreadCount
  }
}`);
