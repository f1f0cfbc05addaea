import { sql } from '../../src/database/sql';
import { ADMIN } from '../kit/accounts';
import { Assessor } from '../kit/assessed';
import type { GraphQLClient } from '../kit/client';
import { PDF } from '../kit/files';
import { archive } from '../kit/offboarded';
import { createVendor } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { slowUpload } from '../kit/slow-upload';

let server: TestServer;
let assessor: Assessor;
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://risk.example' });
  assessor = await Assessor.prepare(server);
});
afterAll(() => server.stop());

const RAISE = `mutation ($input: CreateFindingInput!) { createFinding(input: $input) { finding { id } } }`;
const SEND = `mutation ($input: SendRemediationInput!) { sendRemediation(input: $input) {
  portalToken portalUrl findings { id vendorVisible remediation { state message } } } }`;
const DECIDE = `mutation ($input: DecideRemediationInput!) { decideRemediation(input: $input) {
  finding { status resolutionNote revision remediation { state decisionNote decidedAt } } } }`;
const UPDATE = `mutation ($input: UpdateFindingInput!) { updateFinding(input: $input) { finding { id } } }`;
const CLOSE = `mutation ($input: UpdateFindingStatusInput!) { updateFindingStatus(input: $input) { finding { id } } }`;
const COMMENT = `mutation ($input: AddFindingCommentInput!) { addFindingComment(input: $input) { comment { id } } }`;
const REVOKE = `mutation ($input: IdInput!) { revokeRemediationLinks(input: $input) { vendor { id } } }`;
const BEHIND = `organizationName vendorName message findings { id title description severity status dueOn state answer plan plannedFor
  comments { body authorType visibility replies { body } } evidence { id fileName url } }`;
const PORTAL = `query ($token: String!, $password: String) { portalRemediation(token: $token, password: $password) { ${BEHIND} } }`;
const ANSWER = `mutation ($input: PortalAnswerFindingInput!) { portalAnswerFinding(input: $input) { remediation { ${BEHIND} } } }`;
const FINDING = `query ($id: ID!) { finding(id: $id) { revision status vendorVisible comments { body visibility authorType authorName }
  evidence { fileName } remediation { state answer plan plannedFor message sentAt answeredAt decisionNote } } }`;

interface Shown {
  id: string;
  title: string;
  state: string;
  answer: string | null;
  comments: { body: string }[];
  evidence: { id: string; fileName: string }[];
}

interface Case {
  vendorId: string;
  assessmentId: string;
  ids: string[];
  token: string;
  vendor: GraphQLClient;
}

async function raise(assessmentId: string, title: string, severity = 'MEDIUM'): Promise<string> {
  const { createFinding } = await server.admin.data<{ createFinding: { finding: { id: string } } }>(RAISE, {
    input: { assessmentId, title, severity },
  });
  return createFinding.finding.id;
}

/** A vendor to whom findings of these severities were sent. */
async function sent(severities: string[] = ['MEDIUM'], more: object = {}, vendorMore: object = {}): Promise<Case> {
  const vendorId = await createVendor(server, vendorMore);
  const { id: assessmentId } = await assessor.sent(vendorId);
  const ids: string[] = [];
  for (const [i, severity] of severities.entries()) ids.push(await raise(assessmentId, `Gap ${i}`, severity));
  const { sendRemediation } = await server.admin.data<{ sendRemediation: { portalToken: string } }>(SEND, {
    input: { vendorId, findingIds: ids, ...more },
  });
  return { vendorId, assessmentId, ids, token: sendRemediation.portalToken, vendor: server.stranger() };
}

const show = async ({ vendor, token }: Pick<Case, 'vendor' | 'token'>, password?: string) =>
  (await vendor.data<{ portalRemediation: { message: string | null; vendorName: string; findings: Shown[] } }>(PORTAL, { token, password }))
    .portalRemediation;
const answer = ({ vendor, token, ids }: Case, input: object) => vendor.ask(ANSWER, { input: { token, findingId: ids[0], ...input } });
const codeOf = (asked: Promise<{ errors?: { extensions: { code: string } }[] }>) =>
  asked.then(({ errors }) => errors?.[0]?.extensions.code);
const decide = (input: object, client = server.admin) => client.ask(DECIDE, { input });
const read = async (id: string) =>
  (await server.admin.data<{ finding: Record<string, unknown> & { revision: number } }>(FINDING, { id })).finding;
const mailsTo = async (kind: string) =>
  (
    await server.admin.data<{ mails: { nodes: { kind: string; recipient: string; subject: string; text: string }[] } }>(
      `query ($kind: String!) { mails(filter: { kind: $kind }, first: 50) { nodes { kind recipient subject text } } }`,
      { kind },
    )
  ).mails.nodes;

async function upload(client: GraphQLClient, headers: Record<string, string>, fields: Record<string, string>, name = 'proof.pdf') {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([PDF]), name);
  const response = await client.fetch('/files', { method: 'POST', body: form, headers });
  return { status: response.status, body: (await response.json()) as { id: string; error?: unknown } };
}

test('from sending to closing, both sides: plan, evidence, sent back, done, accepted', async () => {
  const owner = await server.withPermissions('assessments:view', 'vendors:view');
  const { me } = await owner.data<{ me: { id: string; email: string } }>(`{ me { id email } }`);
  const made = await sent(['HIGH', 'LOW'], { message: 'Please look into these' }, { name: 'Globex', contactEmail: 'ciso@globex.example' });
  const [id] = made.ids as [string];
  await server.admin.data(UPDATE, { input: { id, ownerId: me.id } });
  const [mail] = await mailsTo('REMEDIATION');
  expect(mail).toMatchObject({ recipient: 'ciso@globex.example', subject: expect.stringContaining('asks you to resolve 2 findings') });
  expect(mail!.text).toContain(`https://risk.example/portal/findings/${made.token}`);
  expect(mail!.text).toContain('> Please look into these');

  await server.admin.data(COMMENT, { input: { findingId: id, body: 'Among us' } });
  await server.admin.data(COMMENT, { input: { findingId: id, body: 'For you', visibility: 'SHARED' } });
  const shown = await show(made);
  expect(shown).toMatchObject({ vendorName: 'Globex', message: 'Please look into these' });
  expect(shown.findings).toMatchObject([
    {
      id,
      title: 'Gap 0',
      severity: 'HIGH',
      status: 'OPEN',
      state: 'SENT',
      answer: null,
      plan: null,
      comments: [{ body: 'For you' }],
      evidence: [],
    },
    { id: made.ids[1], state: 'SENT' },
  ]);

  expect((await answer(made, { answer: 'PLANNED' })).errors![0]!.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: { plan: 'is required with PLANNED', plannedFor: 'is required with PLANNED' },
  });
  const late = await answer(made, {
    answer: 'PLANNED',
    plan: 'Roll out tokens',
    plannedFor: new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10),
  });
  expect(late.errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: { plannedFor: 'must not be in the past' } });
  const planned = await answer(made, { answer: 'PLANNED', plan: 'Roll out tokens', plannedFor: '2027-01-31', comment: 'We are on it' });
  expect(planned.data).toMatchObject({
    portalAnswerFinding: {
      remediation: {
        findings: [{ state: 'ANSWERED', answer: 'PLANNED', plan: 'Roll out tokens', plannedFor: '2027-01-31' }, { state: 'SENT' }],
      },
    },
  });
  expect(await read(id)).toMatchObject({
    remediation: {
      state: 'ANSWERED',
      answer: 'PLANNED',
      plan: 'Roll out tokens',
      plannedFor: '2027-01-31',
      answeredAt: expect.any(String),
    },
    comments: [{}, {}, { body: 'We are on it', authorType: 'VENDOR', authorName: 'Globex', visibility: 'SHARED' }],
  });
  const { notifications } = await owner.data<{ notifications: { nodes: object[] } }>(
    `{ notifications(first: 1) { nodes { kind text url event { type } } } }`,
  );
  expect(notifications.nodes).toEqual([
    {
      kind: 'REMEDIATION_ANSWERED',
      text: 'Globex responded to the finding “Gap 0”',
      url: `/findings?finding=${id}`,
      event: { type: 'remediation.answered' },
    },
  ]);
  // The owner may not decide on it: whoever sent it hears of it, too.
  const answered = await mailsTo('REMEDIATION_ANSWERED');
  expect(new Set(answered.map(({ recipient }) => recipient))).toEqual(new Set([me.email, ADMIN.email]));
  expect(answered[0]!.subject).toBe('Globex responded to the finding “Gap 0”');
  expect(answered[0]!.text).toContain(
    'Severity: High. The vendor plans to fix it by 31 January 2027.\n\nPlan:\n\n> Roll out tokens\n\nComment:\n\n> We are on it\n\n',
  );

  // A plan isn't the end.
  expect(await codeOf(decide({ findingId: id, decision: 'ACCEPT', note: 'x' }))).toBe('INVALID_TRANSITION');
  expect((await decide({ findingId: id, decision: 'SEND_BACK' })).errors![0]!.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: { note: 'is required to send it back' },
  });
  expect((await decide({ findingId: id, decision: 'SEND_BACK', note: 'Too late' })).data).toMatchObject({
    decideRemediation: { finding: { status: 'OPEN', remediation: { state: 'SENT_BACK', decisionNote: 'Too late' } } },
  });
  expect(await codeOf(decide({ findingId: id, decision: 'SEND_BACK', note: 'Again' }))).toBe('INVALID_TRANSITION');
  expect((await show(made)).findings[0]).toMatchObject({ state: 'SENT_BACK', comments: [{}, {}, { body: 'Too late' }] });
  expect(await mailsTo('REMEDIATION_SENT_BACK')).toMatchObject([
    { recipient: 'ciso@globex.example', subject: expect.stringContaining('Gap 0'), text: expect.stringContaining('> Too late') },
  ]);

  const proof = await upload(made.vendor, { 'x-portal-token': made.token }, { findingId: id });
  expect(proof.status).toBe(201);
  expect(await codeOf(answer(made, { answer: 'DONE' }))).toBeUndefined();
  expect((await show(made)).findings[0]).toMatchObject({
    state: 'ANSWERED',
    answer: 'DONE',
    plan: null,
    evidence: [{ fileName: 'proof.pdf' }],
  });
  expect(await read(id)).toMatchObject({ evidence: [{ fileName: 'proof.pdf' }] });

  expect((await decide({ findingId: id, decision: 'ACCEPT' })).errors![0]!.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: { note: expect.stringContaining('is required') },
  });
  expect(await read(id)).toMatchObject({ status: 'OPEN', remediation: { state: 'ANSWERED' } });
  expect((await decide({ findingId: id, decision: 'ACCEPT', note: 'Seen it work' })).data).toMatchObject({
    decideRemediation: { finding: { status: 'REMEDIATED', resolutionNote: 'Seen it work', remediation: { state: 'ACCEPTED' } } },
  });
  const accepted = await mailsTo('REMEDIATION_ACCEPTED');
  expect(accepted).toMatchObject([{ recipient: 'ciso@globex.example', subject: expect.stringMatching(/closed: Gap 0$/) }]);
  expect(accepted[0]!.text).not.toContain('Seen it work');
  expect(await codeOf(answer(made, { answer: 'DISAGREE', comment: 'No' }))).toBe('INVALID_TRANSITION');
  expect((await upload(made.vendor, { 'x-portal-token': made.token }, { findingId: id })).status).toBe(400);
  expect((await show(made)).findings).toMatchObject([{ id: made.ids[1] }, { id, status: 'REMEDIATED', state: 'ACCEPTED' }]);

  const { auditLog } = await server.admin.data<{ auditLog: { nodes: { action: string; userName: string }[] } }>(
    `query ($id: ID!) { auditLog(filter: { entityId: $id }, first: 50) { nodes { action userName changes { field before after } } } }`,
    { id },
  );
  const actions = auditLog.nodes.map(({ action }) => action).reverse();
  expect(actions.filter((action) => !['ADD_COMMENT', 'UPDATE_FINDING'].includes(action))).toEqual([
    'CREATE_FINDING',
    'SEND_REMEDIATION',
    'ANSWER_REMEDIATION',
    'SEND_BACK_REMEDIATION',
    'ANSWER_REMEDIATION',
    'ACCEPT_REMEDIATION',
  ]);
  expect(auditLog.nodes.find(({ action }) => action === 'ANSWER_REMEDIATION')).toMatchObject({
    userName: 'Vendor portal (Globex)',
    changes: expect.arrayContaining([
      { field: expect.stringMatching(/^remediations\.[^.]+\.state$/), before: 'SENT_BACK', after: 'ANSWERED' },
      { field: expect.stringMatching(/^remediations\.[^.]+\.answer$/), before: 'PLANNED', after: 'DONE' },
    ]),
  });
  const { vendor } = await server.admin.data<{ vendor: { timeline: { kind: string }[] } }>(
    `query ($id: ID!) { vendor(id: $id) { timeline { kind } } }`,
    { id: made.vendorId },
  );
  expect(vendor.timeline.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['REMEDIATION_SENT', 'REMEDIATION_ANSWERED', 'FINDING_CLOSED']),
  );
});

describe('sending', () => {
  test('takes 1 to 100 open findings of the vendor, or sends nothing', async () => {
    const { vendorId, assessmentId, ids } = await sent();
    const { ids: others } = await sent();
    const closed = await raise(assessmentId, 'Closed');
    await server.admin.data(CLOSE, { input: { id: closed, status: 'RISK_ACCEPTED' } });
    const refusal = async (input: object) => codeOf(server.admin.ask(SEND, { input: { vendorId, findingIds: ids, ...input } }));
    expect(await refusal({ findingIds: [] })).toBe('BAD_USER_INPUT');
    expect(await refusal({ findingIds: Array.from({ length: 101 }, () => ids[0]) })).toBe('BAD_USER_INPUT');
    expect(await refusal({ findingIds: [ids[0], ids[0]] })).toBe('BAD_USER_INPUT');
    expect(await refusal({ findingIds: [ids[0], others[0]] })).toBe('BAD_USER_INPUT');
    expect(await refusal({ findingIds: ['nothing'] })).toBe('BAD_USER_INPUT');
    expect(await refusal({ findingIds: [ids[0], closed] })).toBe('INVALID_TRANSITION');
    expect(await refusal({ vendorId: ids[0] })).toBe('BAD_USER_INPUT');
    expect(await refusal({ linkValidDays: 0 })).toBe('BAD_USER_INPUT');
    expect(await refusal({ message: 'x'.repeat(10_001) })).toBe('BAD_USER_INPUT');
    expect(await codeOf((await server.withPermissions('assessments:view')).ask(SEND, { input: { vendorId, findingIds: ids } }))).toBe(
      'FORBIDDEN',
    );
    const fresh = await raise(assessmentId, 'Fresh');
    expect((await read(fresh)).vendorVisible).toBe(false);
    const { sendRemediation } = await server.admin.data<{ sendRemediation: object }>(SEND, {
      input: { vendorId, findingIds: [fresh, ids[0]], linkValidDays: 1 },
    });
    expect(sendRemediation).toEqual({
      portalToken: expect.stringMatching(/^[\w-]{43}$/),
      portalUrl: expect.stringMatching(/^https:\/\/risk\.example\/portal\/findings\/[\w-]{43}$/),
      findings: [
        { id: fresh, vendorVisible: true, remediation: { state: 'SENT', message: null } },
        { id: ids[0], vendorVisible: true, remediation: { state: 'SENT', message: null } },
      ],
    });
  });

  test('again begins another turn; each link shows what it was sent with', async () => {
    const made = await sent(['LOW', 'LOW']);
    await answer(made, { answer: 'DONE' });
    const { sendRemediation } = await server.admin.data<{ sendRemediation: { portalToken: string } }>(SEND, {
      input: { vendorId: made.vendorId, findingIds: [made.ids[0]], message: 'Once more' },
    });
    expect(await read(made.ids[0]!)).toMatchObject({ remediation: { state: 'SENT', answer: null, message: 'Once more' } });
    const again = await show({ vendor: made.vendor, token: sendRemediation.portalToken });
    expect(again).toMatchObject({ message: 'Once more', findings: [{ id: made.ids[0], state: 'SENT' }] });
    expect((await show(made)).findings.map(({ id }) => id).sort()).toEqual([...made.ids].sort());
  });
});

describe('a link', () => {
  test('shows a finding while it is visible, and no other', async () => {
    const made = await sent(['HIGH', 'LOW']);
    const [id, other] = made.ids as [string, string];
    const { body } = await upload(made.vendor, { 'x-portal-token': made.token }, { findingId: id });
    const get = async () => (await made.vendor.fetch(`/files/${body.id}`, { headers: { 'x-portal-token': made.token } })).status;
    expect(await get()).toBe(200);
    await server.admin.data(UPDATE, { input: { id, vendorVisible: false } });
    expect((await show(made)).findings.map((one) => one.id)).toEqual([other]);
    expect(await codeOf(answer(made, { answer: 'DONE' }))).toBe('NOT_FOUND');
    expect(await get()).toBe(404);
    expect((await upload(made.vendor, { 'x-portal-token': made.token }, { findingId: id })).status).toBe(404);
    await server.admin.data(UPDATE, { input: { id, vendorVisible: true } });
    expect((await show(made)).findings.map((one) => one.id)).toEqual([id, other]);
    // Visible, but not sent with this link.
    const hidden = await raise(made.assessmentId, 'Not sent');
    await server.admin.data(UPDATE, { input: { id: hidden, vendorVisible: true } });
    expect((await show(made)).findings).toHaveLength(2);
    expect(await codeOf(answer(made, { findingId: hidden, answer: 'DONE' }))).toBe('NOT_FOUND');
    expect((await upload(made.vendor, { 'x-portal-token': made.token }, { findingId: hidden })).status).toBe(404);
  });

  test('opens no questionnaire, nor a questionnaire’s link it; files of the team stay with the team', async () => {
    const made = await sent();
    const { portal } = await assessor.sent(made.vendorId);
    expect(await made.vendor.code(`query ($token: String!) { portal(token: $token) { title } }`, { token: made.token })).toBe(
      'UNAUTHENTICATED',
    );
    expect(await made.vendor.code(PORTAL, { token: portal.token })).toBe('UNAUTHENTICATED');
    expect(await codeOf(answer({ ...made, token: portal.token }, { answer: 'DONE' }))).toBe('UNAUTHENTICATED');
    expect((await upload(made.vendor, { 'x-portal-token': portal.token }, { findingId: made.ids[0]! })).status).toBe(400);
    const questionId = await portal.idOf('Policy');
    const asAnswer = { assessmentId: made.assessmentId, questionId };
    expect((await upload(made.vendor, { 'x-portal-token': made.token }, asAnswer)).status).toBe(400);
    expect((await upload(made.vendor, { 'x-portal-token': made.token }, { vendorId: made.vendorId })).status).toBe(400);
    expect((await upload(made.vendor, { 'x-portal-token': made.token }, {})).status).toBe(400);
    const internal = await upload(server.admin, {}, { findingId: made.ids[0]! }, 'internal.pdf');
    expect((await show(made)).findings[0]!.evidence).toEqual([]);
    const headers = { 'x-portal-token': made.token };
    expect((await made.vendor.fetch(`/files/${internal.body.id}`, { headers })).status).toBe(404);
    expect((await made.vendor.fetch(`/files/${internal.body.id}`, { headers: { 'x-portal-token': portal.token } })).status).toBe(404);
  });

  test('may need a password, ends when it is revoked or the contact changes, and then its e-mail goes, too', async () => {
    const password = 'between us two';
    const made = await sent(['LOW'], { portalPassword: password });
    expect((await made.vendor.ask(PORTAL, { token: made.token })).errors![0]!.extensions).toMatchObject({
      code: 'UNAUTHENTICATED',
      passwordRequired: true,
    });
    expect(await made.vendor.code(PORTAL, { token: made.token, password: 'something else' })).toBe('UNAUTHENTICATED');
    expect((await show(made, password)).findings).toHaveLength(1);
    const queued = async (token: string) => (await mailsTo('REMEDIATION')).filter(({ text }) => text.includes(token)).length;
    expect(await queued(made.token)).toBe(1);
    await server.admin.data(REVOKE, { input: { id: made.vendorId } });
    expect(await made.vendor.code(PORTAL, { token: made.token, password })).toBe('UNAUTHENTICATED');
    expect(await queued(made.token)).toBe(0);
    const moved = await sent();
    await server.admin.data(`mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { id } } }`, {
      input: { id: moved.vendorId, contactEmail: 'new@acme.example' },
    });
    expect(await moved.vendor.code(PORTAL, { token: moved.token })).toBe('UNAUTHENTICATED');
    expect(await queued(moved.token)).toBe(0);
    const gone = await sent();
    await server.admin.data(`mutation ($id: ID!) { deleteVendor(input: { id: $id }) { deletedId } }`, { id: gone.vendorId });
    expect(await gone.vendor.code(PORTAL, { token: gone.token })).toBe('UNAUTHENTICATED');
  });

  test('ends when the vendor is archived, who hears no more', async () => {
    const made = await sent();
    const [findingId] = made.ids;
    await answer(made, { answer: 'DONE' });
    await archive(server, made.vendorId);
    expect(await made.vendor.code(PORTAL, { token: made.token })).toBe('UNAUTHENTICATED');
    expect(await codeOf(answer(made, { answer: 'DONE' }))).toBe('UNAUTHENTICATED');
    const mails = async () => [...(await mailsTo('REMEDIATION_SENT_BACK')), ...(await mailsTo('REMEDIATION_ACCEPTED'))].length;
    const before = await mails();
    expect(await codeOf(decide({ findingId, decision: 'SEND_BACK', note: 'Once more' }))).toBe('INVALID_TRANSITION');
    expect(await codeOf(server.admin.ask(SEND, { input: { vendorId: made.vendorId, findingIds: made.ids } }))).toBe('INVALID_TRANSITION');
    expect(await codeOf(decide({ findingId, decision: 'ACCEPT' }))).toBeUndefined();
    expect(await mails()).toBe(before);
  });

  test('ends without taking from the vendor’s own entry what changed', async () => {
    const { admin } = server;
    const log = `query ($id: ID!) { auditLog(filter: { entityId: $id }, first: 2) { nodes { action changes { field before after } } } }`;
    const newest = async ({ vendorId }: Case) => {
      const { auditLog } = await admin.data<{ auditLog: { nodes: { action: string; changes: object[] }[] } }>(log, { id: vendorId });
      return Object.fromEntries(auditLog.nodes.map(({ action, changes }) => [action, changes]));
    };
    const [moved, imported, archived] = [await sent(), await sent(), await sent()];
    const to = 'new@acme.example';
    const { vendor } = await admin.data<{ vendor: { name: string; contactEmail: string } }>(
      `query ($id: ID!) { vendor(id: $id) { name contactEmail } }`,
      { id: imported.vendorId },
    );
    await admin.data(`mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { id } } }`, {
      input: { id: moved.vendorId, contactEmail: to },
    });
    await admin.data(`mutation ($input: ImportVendorsInput!) { importVendors(input: $input) { updated } }`, {
      input: { csv: `id,name,contactEmail\n${imported.vendorId},${vendor.name},${to}` },
    });
    await archive(server, archived.vendorId);
    const told = { UPDATE_VENDOR: [{ field: 'contactEmail', before: vendor.contactEmail, after: to }], REVOKE_LINK: [] };
    expect(await newest(moved)).toEqual(told);
    expect(await newest(imported)).toEqual(told);
    expect(await newest(archived)).toEqual({
      ARCHIVE_VENDOR: [{ field: 'status', before: 'OFFBOARDING', after: 'ARCHIVED' }],
      REVOKE_LINK: [],
    });
  });

  test('bounds what a vendor can write', async () => {
    const made = await sent();
    expect(await codeOf(answer(made, { answer: 'DISAGREE' }))).toBe('BAD_USER_INPUT');
    expect(await codeOf(answer(made, { answer: 'DISAGREE', comment: ' ' }))).toBe('BAD_USER_INPUT');
    expect(await codeOf(answer(made, { answer: 'DONE', comment: 'x'.repeat(10_001) }))).toBe('BAD_USER_INPUT');
    expect(await codeOf(answer(made, { answer: 'PLANNED', plan: 'x'.repeat(20_001), plannedFor: '2027-01-01' }))).toBe('BAD_USER_INPUT');
    expect(await codeOf(answer(made, { findingId: 'nothing', answer: 'DONE' }))).toBe('NOT_FOUND');
    for (let n = 0; n < 20; n++) expect(await codeOf(answer(made, { answer: 'DISAGREE', comment: `No ${n}` }))).toBeUndefined();
    expect(await codeOf(answer(made, { answer: 'DISAGREE', comment: 'No more' }))).toBe('RATE_LIMITED');
    expect(await read(made.ids[0]!)).toMatchObject({ remediation: { state: 'ANSWERED', answer: 'DISAGREE' } });
    // Each answer is kept and tells people, with or without a comment.
    const silent = await sent();
    for (let n = 0; n < 20; n++) expect(await codeOf(answer(silent, { answer: 'DONE' }))).toBeUndefined();
    expect(await codeOf(answer(silent, { answer: 'DONE' }))).toBe('RATE_LIMITED');
  });

  test('bounds what a vendor can answer, over all findings behind it', async () => {
    const made = await sent(['LOW', 'LOW']);
    const [id, other] = made.ids as [string, string];
    expect(await codeOf(answer(made, { answer: 'DONE' }))).toBeUndefined();
    await server.services.database.query(sql`
      update rate_limit set count = 199 where key = (select 'portal-answers:' || id from remediation_link where vendor_id = ${made.vendorId})`);
    expect(await codeOf(answer(made, { findingId: other, answer: 'DONE' }))).toBeUndefined();
    expect(await codeOf(answer(made, { findingId: other, answer: 'DONE' }))).toBe('RATE_LIMITED');
    expect(await codeOf(answer(made, { findingId: id, answer: 'DONE' }))).toBe('RATE_LIMITED');
    const elsewhere = await sent();
    expect(await codeOf(answer(elsewhere, { answer: 'DONE' }))).toBeUndefined();
  });

  test('bounds what a vendor can store, over all findings behind it', async () => {
    const made = await sent(['LOW', 'LOW']);
    const [id, other] = made.ids as [string, string];
    await server.services.database.query(sql`
      insert into attachment (file_name, mime_type, size_bytes, sha256, storage_key, finding_id, is_from_vendor)
      select 'large.pdf', 'application/pdf', 2147483647, 'x', ${id} || n, ${id}, n > 0 from generate_series(0, 2) as n`);
    const headers = { 'x-portal-token': made.token };
    expect((await upload(made.vendor, headers, { findingId: other })).status).toBe(201); // the team's doesn't count
    await server.services.database.query(sql`update attachment set is_from_vendor = true where finding_id = ${id}`);
    expect((await upload(made.vendor, headers, { findingId: other })).status).toBe(409);
  });

  test('that ends during an upload takes no file', async () => {
    const made = await sent();
    const { vendor: client, token, vendorId } = made;
    const [id] = made.ids as [string];
    const link = await server.services.database.one(sql<{ id: string }>`select id from remediation_link where vendor_id = ${vendorId}`);
    const response = await slowUpload(server, { client, token, field: 'findingId', id, countedBy: link!.id }, () =>
      server.admin.data(REVOKE, { input: { id: vendorId } }),
    );
    expect(response.status).toBe(401);
    expect(await read(made.ids[0]!)).toMatchObject({ evidence: [] });
  });
});

describe('at the same time', () => {
  test('one of several decisions counts', async () => {
    const made = await sent();
    await answer(made, { answer: 'DONE' });
    const [findingId] = made.ids;
    const codes = await Promise.all(
      ['ACCEPT', 'SEND_BACK', 'ACCEPT', 'SEND_BACK'].map((decision, n) => codeOf(decide({ findingId, decision, note: `By ${n}` }))),
    );
    expect(codes.map((code) => code ?? 'done').sort()).toEqual(['INVALID_TRANSITION', 'INVALID_TRANSITION', 'INVALID_TRANSITION', 'done']);
  });

  test('a decision knows the answer that it is about', async () => {
    const made = await sent();
    await answer(made, { answer: 'DONE' });
    const { revision } = await read(made.ids[0]!);
    await answer(made, { answer: 'DONE', comment: 'In truth, not quite' });
    const input = { findingId: made.ids[0], decision: 'ACCEPT', note: 'x' };
    expect(await codeOf(decide({ ...input, expectedRevision: revision }))).toBe('CONFLICT');
    expect(await codeOf(decide({ ...input, expectedRevision: (await read(made.ids[0]!)).revision }))).toBeUndefined();
  });

  test('closing and answering: whoever is first', async () => {
    for (let round = 0; round < 5; round++) {
      const made = await sent();
      const [answered, closed] = await Promise.all([
        codeOf(answer(made, { answer: 'DONE' })),
        codeOf(server.admin.ask(CLOSE, { input: { id: made.ids[0], status: 'RISK_ACCEPTED' } })),
      ]);
      expect(closed).toBeUndefined();
      const { remediation } = (await read(made.ids[0]!)) as unknown as { remediation: { state: string } };
      expect([answered, remediation.state]).toEqual(answered ? ['INVALID_TRANSITION', 'SENT'] : [undefined, 'ANSWERED']);
    }
  });
});

test('without an owner of the finding, the vendor’s is told', async () => {
  const owner = await server.withPermissions('assessments:view', 'vendors:view');
  const { me } = await owner.data<{ me: { id: string } }>(`{ me { id } }`);
  const made = await sent(['LOW'], {}, { ownerId: me.id });
  await answer(made, { answer: 'DONE' });
  const { notifications } = await owner.data<{ notifications: { nodes: { kind: string }[] } }>(`{ notifications { nodes { kind } } }`);
  expect(notifications.nodes.map(({ kind }) => kind)).toEqual(['REMEDIATION_ANSWERED', 'ASSIGNED']);
});

test('without any owner, whoever sent it last is told', async () => {
  const sender = await server.withRole('Reviewer');
  const made = await sent(['LOW']);
  await sender.data(SEND, { input: { vendorId: made.vendorId, findingIds: made.ids } });
  await answer(made, { answer: 'DONE' });
  const { notifications } = await sender.data<{ notifications: { nodes: { kind: string }[] } }>(`{ notifications { nodes { kind } } }`);
  expect(notifications.nodes).toEqual([{ kind: 'REMEDIATION_ANSWERED' }]);
});
