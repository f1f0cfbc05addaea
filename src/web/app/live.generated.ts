/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type LiveStartQueryVariables = Exact<{ [key: string]: never; }>;


export type LiveStartQuery = { events: { pageInfo: { endCursor: string | null } } };

export type LiveSubscriptionVariables = Exact<{
  after: string;
}>;


export type LiveSubscription = { pageChanges: { cursor: string, entityId: string | null, vendorId: string | null, assessmentId: string | null } };

export const LiveStartDocument = operation<LiveStartQuery, LiveStartQueryVariables>(`query LiveStart {
  events(first: 1) {
    pageInfo {
      endCursor
    }
  }
}`);

export const LiveDocument = operation<LiveSubscription, LiveSubscriptionVariables>(`subscription Live($after: String!) {
  pageChanges(after: $after) {
    cursor
    entityId
    vendorId
    assessmentId
  }
}`);
