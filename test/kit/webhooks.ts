import type { GraphQLClient } from './client';

const DELIVERY = `id messageId type status createdAt nextAttemptAt event { id type entityId cursor }
  attempts { at status responseStatus responseExcerpt durationMs error }`;
const WEBHOOK = `id name url types format isEnabled disabledReason createdAt lastSuccessAt lastFailureAt failingSince revision`;

export interface TestWebhook {
  id: string;
  name: string;
  url: string;
  types: string[];
  format: string;
  isEnabled: boolean;
  disabledReason: string | null;
  lastSuccessAt: string | null;
  lastFailureAt: string | null;
  failingSince: string | null;
  revision: number;
}

export interface TestDelivery {
  id: string;
  messageId: string;
  type: string;
  status: string;
  nextAttemptAt: string | null;
  event: { id: string; type: string; entityId: string; cursor: string } | null;
  attempts: {
    at: string;
    status: string;
    responseStatus: number | null;
    responseExcerpt: string | null;
    durationMs: number;
    error: string | null;
  }[];
}

export const CREATE = `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret webhook { ${WEBHOOK} } } }`;
export const UPDATE = `mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { ${WEBHOOK} } } }`;
export const DELETE = `mutation ($input: DeleteInput!) { deleteWebhook(input: $input) { deletedId } }`;
export const ROTATE = `mutation ($input: RotateWebhookSecretInput!) { rotateWebhookSecret(input: $input) { secret webhook { id } } }`;
export const TEST = `mutation ($input: IdInput!) { testWebhook(input: $input) { delivery { ${DELIVERY} } } }`;
export const RESEND = `mutation ($input: IdInput!) { resendWebhookDelivery(input: $input) { delivery { ${DELIVERY} } } }`;
export const REPLAY = `mutation ($input: ReplayWebhookInput!) { replayWebhook(input: $input) { queued webhook { id } } }`;

let made = 0;

/** What the API of webhooks gives, as a caller. */
export class Webhooks {
  constructor(readonly by: GraphQLClient) {}

  async create(input: object): Promise<{ secret: string; webhook: TestWebhook }> {
    const { createWebhook } = await this.by.data<{ createWebhook: { secret: string; webhook: TestWebhook } }>(CREATE, {
      input: { name: `Webhook ${++made}`, ...input },
    });
    return createWebhook;
  }

  async update(id: string, input: object): Promise<TestWebhook> {
    return (await this.by.data<{ updateWebhook: { webhook: TestWebhook } }>(UPDATE, { input: { id, ...input } })).updateWebhook.webhook;
  }

  async read(id: string): Promise<TestWebhook> {
    return (await this.by.data<{ webhook: TestWebhook }>(`query ($id: ID!) { webhook(id: $id) { ${WEBHOOK} } }`, { id })).webhook;
  }

  async deliveries(id: string, filter: object = {}): Promise<TestDelivery[]> {
    const { webhook } = await this.by.data<{ webhook: { deliveries: { nodes: TestDelivery[] } } }>(
      `query ($id: ID!, $filter: WebhookDeliveryFilter) { webhook(id: $id) { deliveries(filter: $filter, first: 100) { nodes { ${DELIVERY} } } } }`,
      { id, filter },
    );
    return webhook.deliveries.nodes;
  }

  async test(id: string): Promise<TestDelivery> {
    return (await this.by.data<{ testWebhook: { delivery: TestDelivery } }>(TEST, { input: { id } })).testWebhook.delivery;
  }

  async vendor(name = `Vendor ${++made}`): Promise<string> {
    const { createVendor } = await this.by.data<{ createVendor: { vendor: { id: string } } }>(
      `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`,
      { input: { name, contactEmail: 'contact@vendor.example' } },
    );
    return createVendor.vendor.id;
  }
}
