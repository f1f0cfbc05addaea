/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type CreateWebhookInput = {
  format?: WebhookFormat | null | undefined;
  name: string;
  secret?: string | null | undefined;
  types?: Array<string> | null | undefined;
  url: string;
};

export type DeleteInput = {
  id: string;
};

export type IdInput = {
  id: string;
};

export type ReplayWebhookInput = {
  after?: string | null | undefined;
  id: string;
  onlyFailed?: boolean | null | undefined;
  since?: string | null | undefined;
};

export type RotateWebhookSecretInput = {
  id: string;
  overlapHours?: number | null | undefined;
  secret?: string | null | undefined;
};

export type UpdateWebhookInput = {
  expectedRevision?: number | null | undefined;
  format?: WebhookFormat | null | undefined;
  id: string;
  isEnabled?: boolean | null | undefined;
  name?: string | null | undefined;
  types?: Array<string> | null | undefined;
  url?: string | null | undefined;
};

export type WebhookDeliveryFilter = {
  eventId?: string | null | undefined;
  status?: WebhookDeliveryStatus | null | undefined;
  type?: string | null | undefined;
};

export type WebhookDeliveryStatus =
  | 'ABANDONED'
  | 'DELIVERED'
  | 'FAILED'
  | 'PENDING';

export type WebhookFormat =
  | 'SLACK'
  | 'STANDARD'
  | 'TEAMS';

export type WebhooksQueryVariables = Exact<{
  inPast?: boolean;
}>;


export type WebhooksQuery = { webhooks: Array<{ id: string, name: string, url: string, types: Array<string>, format: WebhookFormat, isEnabled: boolean, disabledReason: string | null, createdAt: string, lastSuccessAt?: string | null, failingSince?: string | null }> };

export type WebhookQueryVariables = Exact<{
  id: string;
  inPast?: boolean;
}>;


export type WebhookQuery = { webhook: { id: string, name: string, url: string, types: Array<string>, format: WebhookFormat, isEnabled: boolean, disabledReason: string | null, createdAt: string, lastSuccessAt?: string | null, lastFailureAt?: string | null, failingSince?: string | null, revision: number } | null };

export type WebhookDeliveriesQueryVariables = Exact<{
  webhook: string;
  filter?: WebhookDeliveryFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type WebhookDeliveriesQuery = { webhook: { deliveries: { totalCount: number, nodes: Array<{ id: string, messageId: string, type: string, status: WebhookDeliveryStatus, createdAt: string, nextAttemptAt: string | null, event: { id: string, entityName: string | null } | null, attempts: Array<{ at: string, status: WebhookDeliveryStatus, responseStatus: number | null, responseExcerpt: string | null, durationMs: number, error: string | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type EventTypesQueryVariables = Exact<{ [key: string]: never; }>;


export type EventTypesQuery = { eventTypes: Array<{ name: string, description: string }> };

export type CreateWebhookMutationVariables = Exact<{
  input: CreateWebhookInput;
}>;


export type CreateWebhookMutation = { createWebhook: { secret: string, webhook: { id: string, name: string } } };

export type UpdateWebhookMutationVariables = Exact<{
  input: UpdateWebhookInput;
}>;


export type UpdateWebhookMutation = { updateWebhook: { webhook: { id: string, revision: number } } };

export type DeleteWebhookMutationVariables = Exact<{
  input: DeleteInput;
}>;


export type DeleteWebhookMutation = { deleteWebhook: { deletedId: string } };

export type RotateWebhookSecretMutationVariables = Exact<{
  input: RotateWebhookSecretInput;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret: { secret: string, webhook: { id: string } } };

export type TestWebhookMutationVariables = Exact<{
  input: IdInput;
}>;


export type TestWebhookMutation = { testWebhook: { delivery: { id: string, status: WebhookDeliveryStatus, attempts: Array<{ responseStatus: number | null, durationMs: number, error: string | null }> } } };

export type ResendWebhookDeliveryMutationVariables = Exact<{
  input: IdInput;
}>;


export type ResendWebhookDeliveryMutation = { resendWebhookDelivery: { delivery: { id: string, status: WebhookDeliveryStatus } } };

export type ReplayWebhookMutationVariables = Exact<{
  input: ReplayWebhookInput;
}>;


export type ReplayWebhookMutation = { replayWebhook: { queued: number, webhook: { id: string } } };

export const WebhooksDocument = operation<WebhooksQuery, WebhooksQueryVariables>(`query Webhooks($inPast: Boolean! = false) {
  webhooks {
    id
    name
    url
    types
    format
    isEnabled
    disabledReason
    createdAt
    lastSuccessAt @skip(if: $inPast)
    failingSince @skip(if: $inPast)
  }
}`);

export const WebhookDocument = operation<WebhookQuery, WebhookQueryVariables>(`query Webhook($id: ID!, $inPast: Boolean! = false) {
  webhook(id: $id) {
    id
    name
    url
    types
    format
    isEnabled
    disabledReason
    createdAt
    lastSuccessAt @skip(if: $inPast)
    lastFailureAt @skip(if: $inPast)
    failingSince @skip(if: $inPast)
    revision
  }
}`);

export const WebhookDeliveriesDocument = operation<WebhookDeliveriesQuery, WebhookDeliveriesQueryVariables>(`query WebhookDeliveries($webhook: ID!, $filter: WebhookDeliveryFilter, $after: String) {
  webhook(id: $webhook) {
    deliveries(first: 50, after: $after, filter: $filter) {
      totalCount
      nodes {
        id
        messageId
        type
        status
        createdAt
        nextAttemptAt
        event {
          id
          entityName
        }
        attempts {
          at
          status
          responseStatus
          responseExcerpt
          durationMs
          error
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}`);

export const EventTypesDocument = operation<EventTypesQuery, EventTypesQueryVariables>(`query EventTypes {
  eventTypes {
    name
    description
  }
}`);

export const CreateWebhookDocument = operation<CreateWebhookMutation, CreateWebhookMutationVariables>(`mutation CreateWebhook($input: CreateWebhookInput!) {
  createWebhook(input: $input) {
    webhook {
      id
      name
    }
    secret
  }
}`);

export const UpdateWebhookDocument = operation<UpdateWebhookMutation, UpdateWebhookMutationVariables>(`mutation UpdateWebhook($input: UpdateWebhookInput!) {
  updateWebhook(input: $input) {
    webhook {
      id
      revision
    }
  }
}`);

export const DeleteWebhookDocument = operation<DeleteWebhookMutation, DeleteWebhookMutationVariables>(`mutation DeleteWebhook($input: DeleteInput!) {
  deleteWebhook(input: $input) {
    deletedId
  }
}`);

export const RotateWebhookSecretDocument = operation<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>(`mutation RotateWebhookSecret($input: RotateWebhookSecretInput!) {
  rotateWebhookSecret(input: $input) {
    webhook {
      id
    }
    secret
  }
}`);

export const TestWebhookDocument = operation<TestWebhookMutation, TestWebhookMutationVariables>(`mutation TestWebhook($input: IdInput!) {
  testWebhook(input: $input) {
    delivery {
      id
      status
      attempts {
        responseStatus
        durationMs
        error
      }
    }
  }
}`);

export const ResendWebhookDeliveryDocument = operation<ResendWebhookDeliveryMutation, ResendWebhookDeliveryMutationVariables>(`mutation ResendWebhookDelivery($input: IdInput!) {
  resendWebhookDelivery(input: $input) {
    delivery {
      id
      status
    }
  }
}`);

export const ReplayWebhookDocument = operation<ReplayWebhookMutation, ReplayWebhookMutationVariables>(`mutation ReplayWebhook($input: ReplayWebhookInput!) {
  replayWebhook(input: $input) {
    webhook {
      id
    }
    queued
  }
}`);
