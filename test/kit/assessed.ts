import { PDF } from './files';
import {
  createAssessment,
  createVendor,
  decide,
  importFramework,
  move,
  type Portal,
  publishTemplate,
  question,
  sendAssessment,
} from './portfolio';
import type { TestServer } from './server';

/** A questionnaire with every question type that the REST API shows differently. Weights: 10, 6, 3, 1. */
const SECTIONS = [
  {
    title: 'Access, "logical"',
    questions: [
      question('MFA?', { riskWeight: 'CRITICAL', controlCodes: ['A.1', 'A.2'], helpText: 'For all' }),
      question('Regions?', {
        type: 'MULTI_SELECT',
        options: ['EU', 'US', 'UK'],
        expectedAnswer: ['EU', 'UK'],
        controlCodes: ['A.2'],
      }),
    ],
  },
  {
    title: 'Crypto',
    questions: [
      question('=Key length', { type: 'NUMERIC', expectedAnswer: 256, riskWeight: 'MEDIUM', controlCodes: ['A.3'] }),
      question('Rotated?', { riskWeight: 'LOW', required: false }),
      question('Policy', { type: 'FILE_UPLOAD', expectedAnswer: null, required: false }),
      question('Remarks', { type: 'FREE_TEXT', expectedAnswer: null, required: false }),
    ],
  },
];

export const ANSWERS = { 'MFA?': 'YES', 'Regions?': ['UK', 'EU'], '=Key length': 128, Remarks: 'None' };

export const FRAMEWORK = {
  name: 'ISO 27001',
  version: '2022',
  controls: [
    { domain: 'Access', code: 'A.1', title: 'Control one', isSharedResponsibility: true },
    { domain: 'Access', code: 'A.2', title: 'Control two' },
    { domain: 'Crypto', code: 'A.3', title: 'Control three' },
  ],
};

export interface Assessed {
  id: string;
  vendorId: string;
  portal: Portal;
}

/** Brings vendors and their assessments into the state that a test needs. */
export class Assessor {
  private constructor(
    private readonly server: TestServer,
    readonly templateId: string,
    readonly frameworkId: string,
  ) {}

  static async prepare(server: TestServer): Promise<Assessor> {
    const frameworkId = await importFramework(server, FRAMEWORK);
    return new Assessor(server, await publishTemplate(server, 'Security', SECTIONS), frameworkId);
  }

  async sent(vendor: object | string = {}, more: object = {}): Promise<Assessed> {
    const vendorId = typeof vendor === 'string' ? vendor : await createVendor(this.server, vendor);
    const id = await createAssessment(this.server, vendorId, this.templateId, more);
    return { id, vendorId, portal: await sendAssessment(this.server, id) };
  }

  async submitted(vendor: object | string = {}, more: object = {}, answers: object = ANSWERS): Promise<Assessed> {
    const made = await this.sent(vendor, more);
    await made.portal.answer(answers as Record<string, unknown>);
    const { errors } = await made.portal.submit();
    if (errors) throw new Error(JSON.stringify(errors));
    return made;
  }

  async completed(vendor: object | string = {}, more: object = {}, answers: object = ANSWERS): Promise<Assessed> {
    const made = await this.submitted(vendor, more, answers);
    await move(this.server.admin, 'startReview', made.id);
    const { errors } = await move(this.server.admin, 'finalizeAssessment', made.id);
    if (errors) throw new Error(JSON.stringify(errors));
    return made;
  }

  /** A file that the vendor attaches to an answer. */
  async attach({ id, portal }: Assessed, text: string, name: string, content = PDF): Promise<string> {
    const form = new FormData();
    form.append('portalToken', portal.token);
    form.append('assessmentId', id);
    form.append('questionId', await portal.idOf(text));
    form.append('file', new Blob([content]), name);
    const response = await portal.client.fetch('/files', { method: 'POST', body: form });
    if (response.status !== 201) throw new Error(await response.text());
    return ((await response.json()) as { id: string }).id;
  }

  async decide({ id, portal }: Assessed, text: string, decision: string, note?: string): Promise<void> {
    await decide(this.server.admin, id, await portal.idOf(text), decision, note);
  }

  async comment(assessmentId: string, body: string, more: object = {}): Promise<string> {
    const data = await this.server.admin.data<{ addComment: { comment: { id: string } } }>(
      `mutation ($input: AddCommentInput!) { addComment(input: $input) { comment { id } } }`,
      { input: { assessmentId, body, ...more } },
    );
    return data.addComment.comment.id;
  }

  async certify(vendorId: string, input: object): Promise<string> {
    const data = await this.server.admin.data<{ createCertification: { certification: { id: string } } }>(
      `mutation ($input: CreateCertificationInput!) { createCertification(input: $input) { certification { id } } }`,
      { input: { vendorId, ...input } },
    );
    return data.createCertification.certification.id;
  }
}
