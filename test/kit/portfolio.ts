import { type GraphQLClient } from './client';
import type { TestServer } from './server';

/** Builders of test data, through the public API. */

export const question = (text: string, more: Record<string, unknown> = {}) => ({
  text,
  type: 'YES_NO',
  riskWeight: 'HIGH',
  required: true,
  expectedAnswer: 'YES',
  ...more,
});

export async function importFramework(server: TestServer, framework: object): Promise<string> {
  const data = await server.admin.data<{ importFramework: { framework: { id: string } } }>(
    `mutation ($input: ImportFrameworkInput!) { importFramework(input: $input) { framework { id } } }`,
    { input: { framework } },
  );
  return data.importFramework.framework.id;
}

/** A published template of one or more sections. */
export async function publishTemplate(server: TestServer, name: string, sections: object[]): Promise<string> {
  const made = await server.admin.data<{ importTemplate: { template: { id: string } } }>(
    `mutation ($input: ImportTemplateInput!) { importTemplate(input: $input) { template { id } } }`,
    { input: { template: { name, sections } } },
  );
  const { id } = made.importTemplate.template;
  await server.admin.data(`mutation ($input: IdInput!) { publishTemplate(input: $input) { template { status } } }`, { input: { id } });
  return id;
}

export async function createVendor(server: TestServer, input: object = {}): Promise<string> {
  const data = await server.admin.data<{ createVendor: { vendor: { id: string } } }>(
    `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`,
    { input: { name: 'Acme', contactEmail: 'risk@acme.example', ...input } },
  );
  return data.createVendor.vendor.id;
}

export async function createAssessment(server: TestServer, vendorId: string, templateId: string, more: object = {}): Promise<string> {
  const data = await server.admin.data<{ createAssessment: { assessment: { id: string } } }>(
    `mutation ($input: CreateAssessmentInput!) { createAssessment(input: $input) { assessment { id } } }`,
    { input: { vendorId, templateId, ...more } },
  );
  return data.createAssessment.assessment.id;
}

const FIELDS = `title organizationName vendorName status dueDate progress { answered visible }
  questions { id text type required visible response { value isNotApplicable revision } }
  comments { body authorType replies { body } }`;

export interface PortalView {
  status: string;
  progress: { answered: number; visible: number };
  questions: { id: string; text: string; visible: boolean; response: { value: unknown; revision: number } | null }[];
  comments: { body: string }[];
}

/** The vendor's side: an anonymous client with a link. */
export class Portal {
  constructor(
    readonly client: GraphQLClient,
    readonly token: string,
    readonly password?: string,
  ) {}

  private access() {
    return { token: this.token, ...(this.password && { password: this.password }) };
  }

  async view(): Promise<PortalView> {
    const query = `query ($token: String!, $password: String) { portal(token: $token, password: $password) { ${FIELDS} } }`;
    return (await this.client.data<{ portal: PortalView }>(query, this.access())).portal;
  }

  /** The id of the question with this text. */
  async idOf(text: string): Promise<string> {
    return (await this.view()).questions.find((one) => one.text === text)!.id;
  }

  /** Answers questions by their text. */
  async answer(answers: Record<string, unknown>) {
    const { questions } = await this.view();
    return this.save(
      Object.entries(answers).map(([text, value]) => ({ questionId: questions.find((one) => one.text === text)!.id, value })),
    );
  }

  save(answers: object[]) {
    return this.client.ask<{ portalSaveAnswers: { assessment: PortalView } }>(
      `mutation ($input: PortalSaveAnswersInput!) { portalSaveAnswers(input: $input) { assessment { ${FIELDS} } } }`,
      { input: { ...this.access(), answers } },
    );
  }

  submit() {
    return this.client.ask<{ portalSubmit: { assessment: PortalView } }>(
      `mutation ($input: PortalSubmitInput!) { portalSubmit(input: $input) { assessment { status } } }`,
      { input: this.access() },
    );
  }
}

export async function sendAssessment(server: TestServer, id: string, portalPassword?: string): Promise<Portal> {
  const data = await server.admin.data<{ sendAssessment: { portalToken: string } }>(
    `mutation ($input: SendAssessmentInput!) { sendAssessment(input: $input) { portalToken } }`,
    { input: { id, portalPassword } },
  );
  return new Portal(server.stranger(), data.sendAssessment.portalToken, portalPassword);
}

/** An event that takes only the id. */
export function move(client: GraphQLClient, event: 'startReview' | 'finalizeAssessment', id: string) {
  return client.ask(`mutation ($input: IdInput!) { ${event}(input: $input) { assessment { status } } }`, { input: { id } });
}

export function decide(client: GraphQLClient, assessmentId: string, questionId: string, decision: string, note?: string) {
  return client.ask(`mutation ($input: ReviewResponseInput!) { reviewResponse(input: $input) { assessment { status score } } }`, {
    input: { assessmentId, questionId, decision, note },
  });
}
