import { recount } from '../../src/domains/dashboard/recount';
import { ANSWERS, Assessor } from '../kit/assessed';
import type { GraphQLClient } from '../kit/client';
import { PDF } from '../kit/files';
import { createVendor, publishTemplate, question, createAssessment, sendAssessment } from '../kit/portfolio';
import { RestClient } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let assessor: Assessor;
beforeAll(async () => {
  server = await startTestServer();
  assessor = await Assessor.prepare(server);
});
afterAll(() => server.stop());

const FIELDS = `id revision title severity status dueOn plan isOverdue treatment vendorVisible owner { id name }
  comments { id body visibility authorType parentId replies { body visibility } } evidence { id fileName }`;
const FINDING = `query ($id: ID!) { finding(id: $id) { ${FIELDS} } }`;
const UPDATE = `mutation ($input: UpdateFindingInput!) { updateFinding(input: $input) { finding { ${FIELDS} } } }`;
const UPDATE_ALL = `mutation ($input: UpdateFindingsInput!) { updateFindings(input: $input) { results { id error finding { dueOn owner { id } } } } }`;
const CLOSE = `mutation ($input: UpdateFindingStatusInput!) { updateFindingStatus(input: $input) { finding { status resolutionNote } } }`;
const CLOSE_ALL = `mutation ($input: UpdateFindingsStatusInput!) { updateFindingsStatus(input: $input) { results { error finding { status } } } }`;
const COMMENT = `mutation ($input: AddFindingCommentInput!) { addFindingComment(input: $input) { comment { id body visibility authorName authorType parentId } } }`;
const SETTINGS = `mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { remediationDays { critical high medium low } } } }`;
const RAISE = `mutation ($input: CreateFindingInput!) { createFinding(input: $input) { finding { ${FIELDS} } } }`;

interface Finding {
  id: string;
  revision: number;
  title: string;
  severity: string;
  dueOn: string | null;
  isOverdue: boolean;
  plan: string | null;
  treatment: string | null;
  vendorVisible: boolean;
  owner: { id: string } | null;
  comments: { id: string; body: string; replies: { body: string }[] }[];
  evidence: { id: string; fileName: string }[];
}

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function raise(severity = 'MEDIUM', more: object = {}): Promise<Finding & { assessmentId: string; vendorId: string }> {
  const { id: assessmentId, vendorId } = await assessor.sent();
  const input = { assessmentId, title: 'A gap', severity, ...more };
  const { createFinding } = await server.admin.data<{ createFinding: { finding: Finding } }>(RAISE, { input });
  return { ...createFinding.finding, assessmentId, vendorId };
}

const update = async (input: object, client = server.admin) =>
  (await client.data<{ updateFinding: { finding: Finding } }>(UPDATE, { input })).updateFinding.finding;
const refused = (input: object, client = server.admin) => client.ask(UPDATE, { input }).then(({ errors }) => errors?.[0]?.extensions);
const read = async (id: string) => (await server.admin.data<{ finding: Finding }>(FINDING, { id })).finding;

async function person(...permissions: string[]): Promise<{ id: string; client: GraphQLClient }> {
  const client = await server.withPermissions(...permissions);
  return { client, id: (await client.data<{ me: { id: string } }>(`{ me { id } }`)).me.id };
}

describe('due dates', () => {
  test('a finding is due so many days after it was opened, by its severity, however it came to be', async () => {
    for (const [severity, days] of Object.entries({ CRITICAL: 14, HIGH: 30, MEDIUM: 90, LOW: 180 })) {
      expect(await raise(severity)).toMatchObject({
        dueOn: day(days),
        isOverdue: false,
        plan: null,
        treatment: null,
        vendorVisible: false,
      });
    }
    const { id } = await assessor.submitted({}, {}, { ...ANSWERS, 'MFA?': 'NO' });
    const { assessment } = await server.admin.data<{ assessment: { findings: { title: string; dueOn: string }[] } }>(
      `query ($id: ID!) { assessment(id: $id) { findings { title dueOn } } }`,
      { id },
    );
    expect(assessment.findings.map(({ title, dueOn }) => [title, dueOn])).toEqual([
      ['MFA?', day(14)],
      ['=Key length', day(90)],
      ['Rotated?', day(180)],
    ]);
  });

  test('settings say how many; null: none; those omitted stay; others than 1 to 3,650 are refused', async () => {
    const { settings } = await server.admin.data<{ settings: object }>(`{ settings { remediationDays { critical high medium low } } }`);
    expect(settings).toEqual({ remediationDays: { critical: 14, high: 30, medium: 90, low: 180 } });
    const set = (remediationDays: object) => server.admin.ask(SETTINGS, { input: { remediationDays } });
    expect((await set({ critical: 7, low: null })).data).toEqual({
      updateSettings: { settings: { remediationDays: { critical: 7, high: 30, medium: 90, low: null } } },
    });
    expect((await raise('CRITICAL')).dueOn).toBe(day(7));
    expect((await raise('LOW')).dueOn).toBeNull();
    for (const wrong of [0, 3_651, -1]) {
      expect((await set({ high: wrong })).errors?.[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { 'remediationDays.high': 'must be from 1 to 3,650' },
      });
    }
    await Promise.all([set({ critical: 14 }), set({ low: 180 })]);
    const after = await server.admin.data(`{ settings { remediationDays { critical high medium low } } }`);
    expect(after).toEqual({ settings: { remediationDays: { critical: 14, high: 30, medium: 90, low: 180 } } });
    expect(await server.admin.data(`{ settings { revision } }`)).toEqual(await unchanged(() => set({ critical: 14, high: 30 })));
  });

  test('an open one is overdue from the day after', async () => {
    const { id } = await raise();
    expect((await update({ id, dueOn: day(0) })).isOverdue).toBe(false);
    expect((await update({ id, dueOn: day(-1) })).isOverdue).toBe(true);
    await server.admin.data(CLOSE, { input: { id, status: 'RISK_ACCEPTED' } });
    expect(await read(id)).toMatchObject({ isOverdue: false, dueOn: day(-1) });
    expect((await update({ id: (await raise()).id, dueOn: null })).isOverdue).toBe(false);
  });

  async function unchanged(act: () => Promise<unknown>) {
    await act();
    return server.admin.data(`{ settings { revision } }`);
  }
});

describe('updateFinding', () => {
  test('omitted fields stay, null clears', async () => {
    const { id, dueOn } = await raise('HIGH');
    const owner = await person('assessments:view');
    const all = { ownerId: owner.id, plan: 'Turn it on', treatment: 'MITIGATE', vendorVisible: true };
    expect(await update({ id, ...all })).toMatchObject({
      plan: 'Turn it on',
      treatment: 'MITIGATE',
      vendorVisible: true,
      dueOn,
      owner: { id: owner.id },
      revision: 2,
    });
    expect(await update({ id, severity: 'LOW' })).toMatchObject({ plan: 'Turn it on', severity: 'LOW', dueOn, owner: { id: owner.id } });
    expect(await update({ id, ownerId: null, plan: null, treatment: null, dueOn: null, vendorVisible: false })).toMatchObject({
      owner: null,
      plan: null,
      treatment: null,
      dueOn: null,
      vendorVisible: false,
    });
    expect((await update({ id, severity: null, vendorVisible: null, plan: ' ' })).revision).toBe(4);
    expect((await update({ id, plan: 'x'.repeat(20_000) })).plan).toHaveLength(20_000);
    expect(await refused({ id, plan: 'x'.repeat(20_001) })).toMatchObject({ code: 'BAD_USER_INPUT', fields: { plan: expect.any(String) } });
    expect(await refused({ id: 'nothing', plan: 'x' })).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('of two who change it, one has to read it again, and no change is lost without that', async () => {
    const { id, revision } = await raise();
    const answers = await Promise.all(
      ['A', 'B'].map((plan) => server.admin.ask(UPDATE, { input: { id, plan, expectedRevision: revision } })),
    );
    expect(answers.map(({ errors }) => errors?.[0]?.extensions.code ?? 'done').sort()).toEqual(['CONFLICT', 'done']);
    await Promise.all([update({ id, dueOn: day(3) }), update({ id, treatment: 'AVOID' }), update({ id, severity: 'CRITICAL' })]);
    expect(await read(id)).toMatchObject({ dueOn: day(3), treatment: 'AVOID', severity: 'CRITICAL', revision: revision + 4 });
    const close = { id, status: 'RISK_ACCEPTED', expectedRevision: revision };
    expect(await server.admin.code(CLOSE, { input: close })).toBe('CONFLICT');
    expect(await server.admin.code(CLOSE, { input: { ...close, expectedRevision: revision + 4 } })).toBeUndefined();
  });

  test('a closed one takes vendorVisible only', async () => {
    const { id } = await raise();
    await server.admin.data(CLOSE, { input: { id, status: 'REMEDIATED' } });
    for (const more of [
      { plan: 'x' },
      { dueOn: null },
      { severity: 'LOW' },
      { ownerId: null },
      { treatment: 'ACCEPT', vendorVisible: true },
    ]) {
      expect(await refused({ id, ...more })).toMatchObject({ code: 'INVALID_TRANSITION' });
    }
    expect(await update({ id, vendorVisible: true })).toMatchObject({ vendorVisible: true });
    expect(await update({ id, vendorVisible: false })).toMatchObject({ vendorVisible: false });
  });

  test('the owner is a user with access who may see the finding', async () => {
    const { id, vendorId } = await raise();
    const refusal = { code: 'BAD_USER_INPUT', fields: { ownerId: 'does not match a user with access' } };
    const stranger = await person('vendors:view');
    const owner = await person('assessments:view');
    for (const ownerId of ['nobody', '00000000-0000-4000-8000-000000000000', stranger.id]) {
      expect(await refused({ id, ownerId })).toMatchObject(refusal);
    }
    const portfolio = async (name: string) =>
      (
        await server.admin.data<{ createPortfolio: { portfolio: { id: string } } }>(
          `mutation ($name: String!) { createPortfolio(input: { name: $name }) { portfolio { id } } }`,
          { name },
        )
      ).createPortfolio.portfolio.id;
    const [here, elsewhere] = [await portfolio('Here'), await portfolio('Elsewhere')];
    await server.admin.data(`mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { id } } }`, {
      input: { id: vendorId, portfolioId: here },
    });
    const assign = async (portfolioIds: string[]) => {
      const { me } = await owner.client.data<{ me: { role: { id: string } } }>(`{ me { role { id } } }`);
      await server.admin.data(`mutation ($input: AssignRoleInput!) { assignRole(input: $input) { user { id } } }`, {
        input: { userId: owner.id, roleId: me.role.id, portfolioIds },
      });
    };
    await assign([elsewhere]);
    expect(await refused({ id, ownerId: owner.id })).toMatchObject(refusal);
    await assign([elsewhere, here]);
    expect(await update({ id, ownerId: owner.id })).toMatchObject({ owner: { id: owner.id } });
    await server.admin.data(`mutation ($id: ID!) { setUserDisabled(input: { id: $id, disabled: true }) { user { id } } }`, {
      id: owner.id,
    });
    // Who is it already stays it until somebody says otherwise.
    expect(await update({ id, ownerId: owner.id, plan: 'x' })).toMatchObject({ owner: { id: owner.id } });
    expect(await refused({ id: (await raise()).id, ownerId: owner.id })).toMatchObject(refusal);
    await server.admin.data(`mutation ($id: ID!) { deleteUser(input: { id: $id }) { deletedId } }`, { id: owner.id });
    expect(await read(id)).toMatchObject({ owner: null, plan: 'x' });
  });

  test('needs assessments:review, and is told in the audit log with what was before, and in the feed', async () => {
    const { id } = await raise();
    expect(await refused({ id, plan: 'x' }, await server.withPermissions('assessments:view'))).toMatchObject({ code: 'FORBIDDEN' });
    const owner = await person('assessments:view', 'vendors:view');
    await update({ id, plan: 'Soon', severity: 'HIGH', ownerId: owner.id });
    const { auditLog } = await server.admin.data<{ auditLog: { nodes: object[] } }>(
      `query ($id: ID!) { auditLog(filter: { entityId: $id }, first: 1) { nodes { action meta changes { field before after } } } }`,
      { id },
    );
    expect(auditLog.nodes[0]).toEqual({
      action: 'UPDATE_FINDING',
      meta: { fields: ['ownerId', 'plan', 'severity'] },
      changes: expect.arrayContaining([
        { field: 'plan', before: null, after: 'Soon' },
        { field: 'severity', before: 'MEDIUM', after: 'HIGH' },
        { field: 'owner', before: null, after: expect.objectContaining({ id: owner.id }) },
      ]),
    });
    const { notifications } = await owner.client.data<{ notifications: { nodes: object[] } }>(
      `{ notifications { nodes { kind text url event { type } } } }`,
    );
    expect(notifications.nodes).toEqual([
      {
        kind: 'ASSIGNED',
        text: expect.stringContaining('assigned you the finding “A gap” at Acme'),
        url: `/findings?finding=${id}`,
        event: { type: 'finding.updated' },
      },
    ]);
  });

  test('counts by severity follow', async () => {
    const { id, vendorId } = await raise('LOW');
    const counts = async () => {
      const { vendor, findings, dashboard } = await server.admin.data<{
        vendor: { openFindingsBySeverity: { severity: string; count: number }[] };
        findings: { totalCount: number };
        dashboard: object;
      }>(
        `query ($id: ID!) { vendor(id: $id) { openFindingsBySeverity { severity count } }
          findings(filter: { severity: CRITICAL, status: OPEN }) { totalCount } dashboard { openFindings } }`,
        { id: vendorId },
      );
      return { own: vendor.openFindingsBySeverity.map(({ count }) => count), critical: findings.totalCount, dashboard };
    };
    const before = await counts();
    expect(before.own).toEqual([0, 0, 0, 1]);
    await update({ id, severity: 'CRITICAL' });
    const after = await counts();
    expect(after).toEqual({ own: [1, 0, 0, 0], critical: before.critical + 1, dashboard: before.dashboard });
    await recount(server.services.database);
    expect(await counts()).toEqual(after);
  });

  test('the past knows what it was', async () => {
    const { id } = await raise();
    await update({ id, plan: 'First' });
    await server.admin.data(COMMENT, { input: { findingId: id, body: 'Then' } });
    const at = new Date(Date.now() + 20).toISOString();
    await new Promise((resolve) => setTimeout(resolve, 60));
    await update({ id, plan: 'Second' });
    await server.admin.data(COMMENT, { input: { findingId: id, body: 'Later' } });
    const { finding } = await server.admin.data<{ finding: Finding }>(
      `query ($id: ID!, $at: DateTime!) @asOf(at: $at) { finding(id: $id) { ${FIELDS} } }`,
      { id, at },
    );
    expect(finding).toMatchObject({ plan: 'First', comments: [{ body: 'Then' }] });
  });
});

test('several at once: each on its own, with a result in the order given', async () => {
  const [one, closed, other] = [await raise(), await raise(), await raise()];
  await server.admin.data(CLOSE, { input: { id: closed.id, status: 'RISK_ACCEPTED' } });
  const owner = await person('assessments:view');
  const ids = [other.id, 'nothing', closed.id, one.id];
  const { updateFindings } = await server.admin.data<{ updateFindings: { results: object[] } }>(UPDATE_ALL, {
    input: { ids, ownerId: owner.id, dueOn: '2027-05-31' },
  });
  const done = { error: null, finding: { dueOn: '2027-05-31', owner: { id: owner.id } } };
  expect(updateFindings.results).toEqual([
    { id: other.id, ...done },
    { id: 'nothing', error: 'Finding not found', finding: null },
    { id: closed.id, error: expect.stringContaining('closed'), finding: null },
    { id: one.id, ...done },
  ]);
  await server.admin.data(UPDATE_ALL, { input: { ids: [one.id], ownerId: null } });
  expect(await read(one.id)).toMatchObject({ owner: null, dueOn: '2027-05-31' });
  for (const wrong of [[], Array.from({ length: 501 }, () => one.id)]) {
    expect(await server.admin.code(UPDATE_ALL, { input: { ids: wrong, dueOn: null } })).toBe('BAD_USER_INPUT');
  }
  expect((await read(one.id)).dueOn).toBe('2027-05-31');
});

describe('closing', () => {
  test('GraphQL asks for a note when a grave one is remediated; REST doesn’t', async () => {
    for (const severity of ['CRITICAL', 'HIGH']) {
      const { id } = await raise(severity);
      for (const resolutionNote of [undefined, null, '  ', '\u200b']) {
        expect(await server.admin.fields(CLOSE, { input: { id, status: 'REMEDIATED', resolutionNote } })).toEqual({
          resolutionNote: `is required when a ${severity} finding is closed as REMEDIATED`,
        });
      }
      expect(await read(id)).toMatchObject({ status: 'OPEN', revision: 1 });
      const { updateFindingsStatus } = await server.admin.data<{ updateFindingsStatus: { results: object[] } }>(CLOSE_ALL, {
        input: { ids: [id], status: 'REMEDIATED' },
      });
      expect(updateFindingsStatus.results).toEqual([{ error: expect.stringContaining('resolutionNote is required'), finding: null }]);
      expect(await server.admin.code(CLOSE, { input: { id, status: 'REMEDIATED', resolutionNote: 'Done' } })).toBeUndefined();
    }
    expect(await server.admin.code(CLOSE, { input: { id: (await raise('HIGH')).id, status: 'RISK_ACCEPTED' } })).toBeUndefined();
    expect(await server.admin.code(CLOSE, { input: { id: (await raise('MEDIUM')).id, status: 'REMEDIATED' } })).toBeUndefined();
    const rest = new RestClient(await server.withKey());
    const { status } = await rest.send('PATCH', `/v1/findings/${(await raise('CRITICAL')).id}`, { status: 'REMEDIATED' });
    expect(status).toBe(200);
  });
});

describe('comments', () => {
  test('threads, oldest first, internal unless said otherwise', async () => {
    const { id, assessmentId } = await raise();
    const add = async (input: object) =>
      (await server.admin.data<{ addFindingComment: { comment: { id: string } } }>(COMMENT, { input: { findingId: id, ...input } }))
        .addFindingComment.comment;
    const first = await add({ body: ' Internal ' });
    expect(first).toMatchObject({ body: 'Internal', visibility: 'INTERNAL', authorType: 'USER', parentId: null });
    const shared = await add({ body: 'Shared', visibility: 'SHARED' });
    await add({ body: 'Reply', parentId: shared.id });
    await add({ body: 'Aside', parentId: shared.id, visibility: 'INTERNAL' });
    expect((await read(id)).comments).toMatchObject([
      { body: 'Internal', replies: [] },
      {
        body: 'Shared',
        replies: [
          { body: 'Reply', visibility: 'SHARED' },
          { body: 'Aside', visibility: 'INTERNAL' },
        ],
      },
    ]);
    const refusal = async (input: object) => server.admin.fields(COMMENT, { input: { findingId: id, body: 'x', ...input } });
    expect(await refusal({ parentId: first.id, visibility: 'SHARED' })).toEqual({ visibility: expect.any(String) });
    for (const body of [' ', '\u200b \u2060']) expect(await refusal({ body })).toEqual({ body: 'is required' });
    expect(await refusal({ parentId: await assessor.comment(assessmentId, 'Of the assessment') })).toEqual({
      parentId: 'does not match a comment of this finding',
    });
    const { assessment } = await server.admin.data<{ assessment: { allComments: object[] } }>(
      `query ($id: ID!) { assessment(id: $id) { allComments { body } } }`,
      { id: assessmentId },
    );
    expect(assessment.allComments).toEqual([{ body: 'Of the assessment' }]);
    expect(await server.admin.code(COMMENT, { input: { findingId: assessmentId, body: 'x' } })).toBe('NOT_FOUND');
    const viewer = await server.withPermissions('assessments:view');
    expect(await viewer.code(COMMENT, { input: { findingId: id, body: 'x' } })).toBe('FORBIDDEN');
  });

  test('the owner and whoever commented is told, and the log tells what was said', async () => {
    const { id } = await raise();
    const [owner, commenter] = [await person('assessments:view'), await person('assessments:view', 'assessments:review')];
    await update({ id, ownerId: owner.id });
    await commenter.client.data(COMMENT, { input: { findingId: id, body: 'Mine' } });
    await server.admin.data(COMMENT, { input: { findingId: id, body: 'Another' } });
    const told = async ({ client }: { client: GraphQLClient }) =>
      (
        await client.data<{ notifications: { nodes: { kind: string; text: string }[] } }>(`{ notifications { nodes { kind text } } }`)
      ).notifications.nodes
        .filter(({ kind }) => kind === 'REPLIED')
        .map(({ text }) => text);
    expect(await told(owner)).toEqual([
      expect.stringContaining('commented on “A gap” at Acme'),
      expect.stringContaining('commented on “A gap” at Acme'),
    ]);
    expect(await told(commenter)).toHaveLength(1);
    const { auditLog } = await server.admin.data<{
      auditLog: { nodes: { action: string; changes: { field: string; after: unknown }[] }[] };
    }>(`query ($id: ID!) { auditLog(filter: { entityId: $id }, first: 1) { nodes { action changes { field after } } } }`, { id });
    expect(auditLog.nodes[0]).toMatchObject({ action: 'ADD_COMMENT' });
    expect(auditLog.nodes[0]!.changes.find(({ field }) => field.endsWith('.body'))).toMatchObject({
      field: expect.stringMatching(/^comments\.[^.]+\.body$/),
      after: 'Another',
    });
    const { history } = await server.admin.data<{ history: { nodes: { action: string }[] } }>(
      `query ($id: ID!) { history: auditLog(filter: { changedId: $id }) { nodes { action } } }`,
      { id },
    );
    expect(history.nodes.map(({ action }) => action)).toEqual(['ADD_COMMENT', 'ADD_COMMENT', 'UPDATE_FINDING', 'CREATE_FINDING']);
  });
});

describe('evidence', () => {
  async function upload(client: GraphQLClient, fields: Record<string, string>, name = 'proof.pdf') {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('file', new Blob([PDF]), name);
    const response = await client.fetch('/files', { method: 'POST', body: form });
    return { status: response.status, body: (await response.json()) as { id: string } };
  }

  test('files belong to a finding by upload or afterwards, whoever may see it reads them, and they go with it', async () => {
    const { id, assessmentId } = await raise();
    const reviewer = await server.withPermissions('assessments:view', 'assessments:review');
    const sent = await upload(reviewer, { findingId: id });
    expect(sent.status).toBe(201);
    const loose = await upload(reviewer, {}, 'loose.pdf');
    await reviewer.data(`mutation ($input: AttachFileInput!) { attachFile(input: $input) { attachment { id } } }`, {
      input: { id: loose.body.id, findingId: id },
    });
    expect((await read(id)).evidence.map(({ fileName }) => fileName)).toEqual(['proof.pdf', 'loose.pdf']);
    const get = async (client: GraphQLClient) => (await client.fetch(`/files/${sent.body.id}`)).status;
    expect(await get(await server.withPermissions('assessments:view'))).toBe(200);
    expect(await get(await server.withPermissions('vendors:view'))).toBe(403);
    expect((await upload(await server.withPermissions('assessments:view', 'assessments:edit'), { findingId: id })).status).toBe(403);
    expect((await upload(reviewer, { findingId: assessmentId })).status).toBe(400);
    await server.admin.data(`mutation ($id: ID!) { deleteAssessment(input: { id: $id }) { deletedId } }`, { id: assessmentId });
    expect(await get(server.admin)).toBe(404);
  });

  test('a finding with a comment, a file or a request to accept it isn’t untouched: sending back keeps it', async () => {
    const template = await publishTemplate(server, 'Four gaps', [
      { title: 'S', questions: ['A?', 'B?', 'C?', 'D?'].map((text) => question(text)) },
    ]);
    const vendorId = await createVendor(server);
    const assessmentId = await createAssessment(server, vendorId, template);
    const portal = await sendAssessment(server, assessmentId);
    await portal.answer({ 'A?': 'NO', 'B?': 'NO', 'C?': 'NO', 'D?': 'NO' });
    await portal.submit();
    const list = async () =>
      (
        await server.admin.data<{ assessment: { findings: { id: string; title: string }[] } }>(
          `query ($id: ID!) { assessment(id: $id) { findings { id title } } }`,
          { id: assessmentId },
        )
      ).assessment.findings;
    const made = Object.fromEntries((await list()).map(({ title, id }) => [title, id]));
    await server.admin.data(COMMENT, { input: { findingId: made['A?'], body: 'x' } });
    await upload(server.admin, { findingId: made['B?']! });
    await server.admin.data(
      `mutation ($input: RequestRiskAcceptanceInput!) { requestRiskAcceptance(input: $input) { acceptance { id } } }`,
      { input: { findingId: made['C?'], reason: 'Legacy', until: '2099-01-01T00:00:00Z' } },
    );
    await server.admin.data(`mutation ($id: ID!) { sendBackAssessment(input: { id: $id }) { assessment { id } } }`, { id: assessmentId });
    expect((await list()).map(({ title }) => title).sort()).toEqual(['A?', 'B?', 'C?']);
  });
});
