import { sql } from '../../src/database/sql';
import { deliverMails } from '../../src/domains/mail/mail.worker';
import { systemContext } from '../../src/kernel/context';
import { ANSWERS, type Assessed, Assessor } from '../kit/assessed';
import type { GraphQLClient } from '../kit/client';
import { PDF } from '../kit/files';
import { createAssessment, createVendor, Portal, sendAssessment } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { openByHand, SSE } from '../kit/streams';

/** A vendor hands sections of a questionnaire to colleagues. The questionnaire has the sections “Access, "logical"” and “Crypto”. */
let server: TestServer;
let assessor: Assessor;
beforeAll(async () => {
  server = await startTestServer();
  assessor = await Assessor.prepare(server);
});
afterAll(() => server.stop());

const DELEGATE = `mutation ($input: PortalDelegateInput!) { portalDelegate(input: $input) { portalToken portalUrl } }`;
const CRYPTO = ['=Key length', 'Rotated?', 'Policy', 'Remarks'];

const delegated = async ({ portal }: Assessed, more: object = {}): Promise<Portal> => {
  const { portalDelegate } = await portal.client.data<{ portalDelegate: { portalToken: string; portalUrl: string } }>(DELEGATE, {
    input: { token: portal.token, password: portal.password, sections: ['Crypto'], ...more },
  });
  expect(portalDelegate.portalUrl).toBe(`${server.services.publicUrl}/portal/${portalDelegate.portalToken}`);
  return new Portal(server.stranger(), portalDelegate.portalToken, portal.password);
};
const code = async (portal: Portal) =>
  portal.client.code(`query ($token: String!) { portal(token: $token) { title } }`, { token: portal.token });
const upload = (portal: Portal, questionId: string) => {
  const form = new FormData();
  form.append('questionId', questionId);
  form.append('file', new Blob([PDF]), 'policy.pdf');
  return portal.client.fetch('/files', { method: 'POST', body: form, headers: { 'x-portal-token': portal.token } });
};
const mails = (assessmentId: string, kind: string) =>
  server.services.database.query(sql<{ recipient: string; subject: string; text: string }>`
    select recipient, subject, text from mail where assessment_id = ${assessmentId} and kind = ${kind} order by created_at`);

test('a link to some sections shows them alone', async () => {
  const one = await assessor.sent();
  await one.portal.answer({ 'MFA?': 'NO', Remarks: 'Ours' });
  await assessor.comment(one.id, 'Between us', { visibility: 'SHARED' });
  const part = await delegated(one);
  const view = await part.view();
  expect(view.questions.map(({ text }) => text)).toEqual(CRYPTO);
  expect(view.comments).toEqual([]);
  expect(view.progress).toEqual({ answered: 1, visible: 4 });
  const whole = await part.client.data<{ portal: { sections: string[] } }>(
    `query ($token: String!) { portal(token: $token) { sections } }`,
    { token: part.token },
  );
  expect(whole.portal.sections).toEqual(['Crypto']);
});

test('it answers and uploads there, and nowhere else', async () => {
  const one = await assessor.sent();
  const elsewhere = await one.portal.idOf('MFA?');
  const fileId = await assessor.attach(one, 'MFA?', 'secret.pdf');
  const part = await delegated(one);
  expect((await part.answer({ '=Key length': 256 })).errors).toBeUndefined();
  expect((await part.save([{ questionId: elsewhere, value: 'YES' }])).errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  const uploaded = await upload(part, await part.idOf('Policy'));
  expect(uploaded.status).toBe(201);
  expect((await upload(part, elsewhere)).status).toBe(400);
  const get = (id: string) => part.client.fetch(`/files/${id}`, { headers: { 'x-portal-token': part.token } });
  expect((await get(((await uploaded.json()) as { id: string }).id)).status).toBe(200);
  expect((await get(fileId)).status).toBe(404);
  const remove = `mutation ($input: PortalRemoveFileInput!) { portalRemoveFile(input: $input) { assessment { status } } }`;
  expect(await part.client.code(remove, { input: { token: part.token, fileId } })).toBe('NOT_FOUND');
  expect((await one.portal.view()).questions.find(({ text }) => text === '=Key length')!.response!.value).toBe(256);
});

test('it neither submits nor hands on nor comments', async () => {
  const one = await assessor.sent();
  await one.portal.answer({ 'MFA?': 'YES', 'Regions?': ['EU'], '=Key length': 256 });
  const part = await delegated(one);
  expect((await part.submit()).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  expect(await part.client.code(DELEGATE, { input: { token: part.token, sections: ['Crypto'] } })).toBe('FORBIDDEN');
  const comment = `mutation ($input: PortalCommentInput!) { portalAddComment(input: $input) { assessment { status } } }`;
  expect(await part.client.code(comment, { input: { token: part.token, body: 'Hello' } })).toBe('FORBIDDEN');
  expect((await one.portal.view()).status).toBe('IN_PROGRESS');
});

test('it ends with the link that it came from', async () => {
  const revoked = await assessor.sent();
  const expired = await assessor.sent();
  const replaced = await assessor.sent();
  const parts = [await delegated(revoked), await delegated(expired), await delegated(replaced)];
  await server.admin.data(`mutation { revokePortalLinks(input: { id: "${revoked.id}" }) { assessment { id } } }`);
  await server.services.database.query(
    sql`update portal_link set expires_at = now() where assessment_id = ${expired.id} and parent_id is null`,
  );
  await server.admin.data(`mutation { resendPortalLink(input: { id: "${replaced.id}" }) { portalToken } }`);
  for (const part of parts) expect(await code(part)).toBe('UNAUTHENTICATED');
});

test('after submission it is read-only, as the other', async () => {
  const one = await assessor.sent();
  const part = await delegated(one);
  await one.portal.answer({ 'MFA?': 'YES', 'Regions?': ['EU'], '=Key length': 256 });
  await one.portal.submit();
  expect((await part.view()).status).toBe('SUBMITTED');
  expect((await part.answer({ '=Key length': 1 })).errors?.[0]?.extensions.code).toBe('INVALID_TRANSITION');
  expect(await one.portal.client.code(DELEGATE, { input: { token: one.portal.token, sections: ['Crypto'] } })).toBe('INVALID_TRANSITION');
});

test('it needs the password of the link that it came from', async () => {
  const vendorId = await createVendor(server);
  const id = await createAssessment(server, vendorId, assessor.templateId);
  const one = { id, vendorId, portal: await sendAssessment(server, id, 'a long password') };
  const part = await delegated(one);
  expect(await code(part)).toBe('UNAUTHENTICATED');
  expect((await part.view()).questions).toHaveLength(4);
});

test('it isn’t the vendor’s link: that is shown, and replaced with its own password', async () => {
  const one = await assessor.sent();
  const shown = () => server.admin.data(`{ assessment(id: "${one.id}") { portalLink { createdAt expiresAt hasPassword } } }`);
  const before = await shown();
  await delegated(one);
  expect(await shown()).toEqual(before);
});

test('the audit log tells of a password only where there is one', async () => {
  const one = await assessor.sent();
  await delegated(one);
  const { auditLog } = await server.admin.data<{ auditLog: { nodes: { changes: { field: string }[] }[] } }>(
    `{ auditLog(first: 1, filter: { action: "DELEGATE_SECTIONS", entityId: "${one.id}" }) { nodes { changes { field } } } }`,
  );
  const fields = auditLog.nodes[0]!.changes.map(({ field }) => field);
  expect(fields).toContain('portalLink');
  expect(fields).not.toContain('portalPassword');
});

test('a colleague gets it by e-mail, with the sections', async () => {
  const one = await assessor.sent();
  const part = await delegated(one, { email: 'key.keeper@vendor.example' });
  const sent = (await mails(one.id, 'INVITATION')).filter(({ recipient }) => recipient === 'key.keeper@vendor.example');
  expect(sent).toHaveLength(1);
  expect(sent[0]!.text).toContain('Crypto');
  expect(sent[0]!.text).not.toContain(part.token);
  const log = await server.admin.data<{ auditLog: { nodes: { action: string; meta: unknown }[] } }>(
    `{ auditLog(first: 1, filter: { action: "DELEGATE_SECTIONS" }) { nodes { action meta } } }`,
  );
  expect(log.auditLog.nodes[0]!.meta).toEqual({ sections: ['Crypto'], isEmailed: true });
});

test('what is refused', async () => {
  const one = await assessor.sent();
  const { client, token } = one.portal;
  const refused = (more: object) => client.code(DELEGATE, { input: { token, sections: ['Crypto'], ...more } });
  for (const sections of [[], ['Unknown'], ['Crypto', 'crypto'], Array(101).fill('Crypto')])
    expect(await refused({ sections })).toBe('BAD_USER_INPUT');
  expect(await refused({ email: 'nobody' })).toBe('BAD_USER_INPUT');
  expect(await refused({ token: 'x' })).toBe('UNAUTHENTICATED');
  for (let n = 0; n < 20; n++) await delegated(one);
  expect(await refused({})).toBe('RATE_LIMITED');
});

test('its stream tells nothing of other sections, whoever else is watching', async () => {
  const one = await assessor.sent();
  const part = await delegated(one);
  const query = `subscription ($token: String!) { portal(token: $token) { questions { text response { value } } comments { body } } }`;
  const asked = ({ token }: Portal) => ({ query, variables: { token } });
  const whole = await openByHand(server.stranger(), SSE, asked(one.portal));
  const some = await openByHand(server.stranger(), SSE, asked(part));
  await one.portal.answer({ 'MFA?': 'YES', '=Key length': 77 });
  await whole.until(({ results }) => JSON.stringify(results).includes('77'));
  await some.until(({ results }) => JSON.stringify(results).includes('77'));
  expect(JSON.stringify(whole.results)).toContain('MFA?');
  expect(JSON.stringify(some.results)).not.toContain('MFA?');
  whole.leave();
  some.leave();
});

describe('beside the answers', () => {
  const STATE = `query ($token: String!) { portal(token: $token) { introduction questions { text response { value comment isNotApplicable notApplicableReason } } } }`;
  interface Shown {
    introduction: string | null;
    questions: { text: string; response: Record<string, unknown> | null }[];
  }
  const shown = async ({ client, token }: Portal) => (await client.data<{ portal: Shown }>(STATE, { token })).portal;
  const responseTo = async (portal: Portal, of: string) => (await shown(portal)).questions.find(({ text }) => text === of)!.response;

  test('a comment stays with its answer, alone as well, until it is cleared', async () => {
    const { portal, id } = await assessor.sent();
    const questionId = await portal.idOf('MFA?');
    await portal.save([{ questionId, comment: ' For staff only ' }]);
    expect(await responseTo(portal, 'MFA?')).toMatchObject({ value: null, comment: 'For staff only' });
    expect((await portal.view()).progress.answered).toBe(0);
    await portal.save([{ questionId, value: 'YES' }]);
    expect(await responseTo(portal, 'MFA?')).toMatchObject({ value: 'YES', comment: 'For staff only' });
    await portal.save([{ questionId, comment: 'And contractors' }]);
    expect(await responseTo(portal, 'MFA?')).toMatchObject({ value: 'YES', comment: 'And contractors' });
    await portal.save([{ questionId, isNotApplicable: true, notApplicableReason: 'No sign-in' }]);
    expect(await responseTo(portal, 'MFA?')).toMatchObject({
      isNotApplicable: true,
      notApplicableReason: 'No sign-in',
      comment: 'And contractors',
    });
    const seen = await server.admin.data(`{ assessment(id: "${id}") { questions { response { comment notApplicableReason } } } }`);
    expect(JSON.stringify(seen)).toContain('And contractors');
    await portal.save([{ questionId, comment: null }]);
    expect(await responseTo(portal, 'MFA?')).toMatchObject({ isNotApplicable: true, comment: null });
    const long = await portal.save([{ questionId, comment: 'x'.repeat(5_001) }]);
    expect(long.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect((await portal.save([{ questionId, comment: 'é'.repeat(5_000) }])).errors).toBeUndefined();
  });

  test('each submission is confirmed by one e-mail to the contact, with the answers', async () => {
    const one = await assessor.sent({ contactEmail: 'contact@vendor.example' });
    await one.portal.answer({ 'MFA?': 'YES', 'Regions?': ['EU', 'UK'], '=Key length': 256, Remarks: 'In a safe\nthat is blue' });
    expect((await upload(one.portal, await one.portal.idOf('Policy'))).status).toBe(201);
    await one.portal.save([{ questionId: await one.portal.idOf('MFA?'), comment: 'Since May' }]);
    await one.portal.save([{ questionId: await one.portal.idOf('Rotated?'), isNotApplicable: true, notApplicableReason: 'Never stored' }]);
    expect(await mails(one.id, 'SUBMISSION_CONFIRMATION')).toEqual([]);
    await one.portal.submit();
    const sent = await mails(one.id, 'SUBMISSION_CONFIRMATION');
    expect(sent).toHaveLength(1);
    expect(sent[0]!.recipient).toBe('contact@vendor.example');
    for (const words of ['MFA?', 'Yes', 'EU, UK', '256', 'Since May', 'Never stored']) expect(sent[0]!.text).toContain(words);
    expect(sent[0]!.text).toContain('\n  In a safe\n  that is blue\n');
    expect(sent[0]!.text).toContain('Policy\n  Files: policy.pdf\n');
    // Whoever looks after e-mails and may not see assessments doesn't read there what vendors answer.
    const texts = async (...permissions: string[]) => {
      const reader = await server.withPermissions('settings:manage', ...permissions);
      const found = await reader.data<{ mails: { nodes: { kind: string; text: string }[] } }>(
        `{ mails(first: 50) { nodes { kind text } } }`,
      );
      return found.mails.nodes.filter(({ kind }) => kind === 'SUBMISSION_CONFIRMATION').map(({ text }) => text);
    };
    for (const text of await texts('assessments:create')) expect(text).toBe('[Text hidden: shown to people who may see assessments]');
    expect((await texts('assessments:view')).join('\n')).toContain('Since May');
    await one.portal.submit();
    expect(await mails(one.id, 'SUBMISSION_CONFIRMATION')).toHaveLength(1);
  });

  test('what it repeats is for those who may see assessments, and goes with the assessment or the vendor', async () => {
    const TEXTS = `query ($filter: MailFilter) { mails(filter: $filter) { nodes { text } } }`;
    const texts = async (client: GraphQLClient, filter: object) =>
      (await client.data<{ mails: { nodes: { text: string }[] } }>(TEXTS, { filter })).mails.nodes.map(({ text }) => text);
    const submitted = async (recipient: string) => {
      const one = await assessor.submitted({ contactEmail: recipient }, {}, { ...ANSWERS, Remarks: 'Our safe is blue' });
      await deliverMails(
        systemContext(server.services),
        { send: async () => undefined, close: () => undefined },
        new AbortController().signal,
      );
      return one;
    };
    const filter = { recipient: 'first@copied.example', kind: 'SUBMISSION_CONFIRMATION' };
    const first = await submitted(filter.recipient);
    expect(await texts(await server.withPermissions('settings:manage', 'assessments:view'), filter)).toEqual([
      expect.stringContaining('Our safe is blue'),
    ]);
    expect(await texts(await server.withPermissions('settings:manage'), filter)).toEqual([expect.stringMatching(/^\[Text hidden/)]);
    await server.admin.data(`mutation { deleteAssessment(input: { id: "${first.id}" }) { deletedId } }`);
    expect(await texts(server.admin, filter)).toEqual([]);
    expect(await texts(server.admin, { recipient: filter.recipient })).toHaveLength(1); // the invitation stays

    const other = { ...filter, recipient: 'second@copied.example' };
    const second = await submitted(other.recipient);
    expect(await texts(server.admin, other)).toHaveLength(1);
    await server.admin.data(`mutation { deleteVendor(input: { id: "${second.vendorId}" }) { deletedId } }`);
    expect(await texts(server.admin, other)).toEqual([]);
  });

  test('the introduction of the template is shown, exported, imported and copied to new versions', async () => {
    const { admin } = server;
    const make = `mutation ($input: CreateTemplateInput!) { createTemplate(input: $input) { template { id introduction } } }`;
    const sections = [{ title: 'One', questions: [{ text: 'Q', type: 'FREE_TEXT', riskWeight: 'LOW', required: false }] }];
    const made = await admin.data<{ createTemplate: { template: { id: string } } }>(make, {
      input: { name: 'Introduced', introduction: 'Welcome', sections },
    });
    const { id } = made.createTemplate.template;
    await admin.data(`mutation ($input: UpdateTemplateInput!) { updateTemplate(input: $input) { template { id } } }`, {
      input: { id, introduction: 'Welcome back' },
    });
    const { template } = await admin.data<{ template: { export: object } }>(`{ template(id: "${id}") { export } }`);
    expect(template.export).toMatchObject({ introduction: 'Welcome back' });
    const imported = await admin.data(
      `mutation ($input: ImportTemplateInput!) { importTemplate(input: $input) { template { introduction } } }`,
      { input: { template: template.export } },
    );
    expect(imported).toEqual({ importTemplate: { template: { introduction: 'Welcome back' } } });
    await admin.data(`mutation { publishTemplate(input: { id: "${id}" }) { template { id } } }`);
    const next = await admin.data(`mutation { newTemplateVersion(input: { id: "${id}" }) { template { introduction } } }`);
    expect(next).toEqual({ newTemplateVersion: { template: { introduction: 'Welcome back' } } });
    const vendor = await admin.data<{ createVendor: { vendor: { id: string } } }>(
      `mutation { createVendor(input: { name: "V", contactEmail: "v@v.example" }) { vendor { id } } }`,
    );
    const sent = await admin.data<{ sendAssessmentToVendors: { results: { portalUrl: string }[] } }>(
      `mutation ($input: SendToVendorsInput!) { sendAssessmentToVendors(input: $input) { results { portalUrl } } }`,
      { input: { templateId: id, vendorIds: [vendor.createVendor.vendor.id] } },
    );
    const token = sent.sendAssessmentToVendors.results[0]!.portalUrl.split('/').at(-1)!;
    expect((await shown(new Portal(server.stranger(), token))).introduction).toBe('Welcome back');
  });
});
