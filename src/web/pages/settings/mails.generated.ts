/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type IdInput = {
  id: string;
};

export type MailFilter = {
  assessmentId?: string | null | undefined;
  kind?: string | null | undefined;
  recipient?: string | null | undefined;
  status?: MailStatus | null | undefined;
};

export type MailStatus =
  | 'FAILED'
  | 'QUEUED'
  | 'SENT';

export type MailsQueryVariables = Exact<{
  filter?: MailFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type MailsQuery = { mails: { totalCount: number, nodes: Array<{ id: string, kind: string, recipient: string, subject: string, status: MailStatus, attempts: number, lastError: string | null, createdAt: string, sentAt: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type MailQueryVariables = Exact<{
  id: string;
  withAssessment: boolean;
}>;


export type MailQuery = { mail: { id: string, kind: string, recipient: string, subject: string, text: string, status: MailStatus, attempts: number, lastError: string | null, createdAt: string, sentAt: string | null, nextAttemptAt: string, assessment?: { id: string, title: string } | null } | null, settings: { mailEnabled: boolean } };

export type MailServerQueryVariables = Exact<{ [key: string]: never; }>;


export type MailServerQuery = { settings: { mailServer: string | null } };

export type RetryMailMutationVariables = Exact<{
  input: IdInput;
}>;


export type RetryMailMutation = { retryMail: { mail: { id: string } } };

export const MailsDocument = operation<MailsQuery, MailsQueryVariables>(`query Mails($filter: MailFilter, $after: String) {
  mails(first: 100, after: $after, filter: $filter) {
    totalCount
    nodes {
      id
      kind
      recipient
      subject
      status
      attempts
      lastError
      createdAt
      sentAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`);

export const MailDocument = operation<MailQuery, MailQueryVariables>(`query Mail($id: ID!, $withAssessment: Boolean!) {
  mail(id: $id) {
    id
    kind
    recipient
    subject
    text
    status
    attempts
    lastError
    createdAt
    sentAt
    nextAttemptAt
    assessment @include(if: $withAssessment) {
      id
      title
    }
  }
  settings {
    mailEnabled
  }
}`);

export const MailServerDocument = operation<MailServerQuery, MailServerQueryVariables>(`query MailServer {
  settings {
    mailServer
  }
}`);

export const RetryMailDocument = operation<RetryMailMutation, RetryMailMutationVariables>(`mutation RetryMail($input: IdInput!) {
  retryMail(input: $input) {
    mail {
      id
    }
  }
}`);
