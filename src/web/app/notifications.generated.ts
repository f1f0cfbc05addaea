/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type UnreadNotificationsQueryVariables = Exact<{ [key: string]: never; }>;


export type UnreadNotificationsQuery = { notifications: { unreadCount: number } };

export const UnreadNotificationsDocument = operation<UnreadNotificationsQuery, UnreadNotificationsQueryVariables>(`query UnreadNotifications {
  notifications(first: 1) {
    unreadCount
  }
}`);
