import { Assessor } from '../kit/assessed';
import type { GraphQLClient } from '../kit/client';
import { createAssessment, createVendor } from '../kit/portfolio';
import { NOWHERE } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';

/** Several things edited together. */

let server: TestServer;
let assessor: Assessor;
beforeAll(async () => {
  server = await startTestServer();
  assessor = await Assessor.prepare(server);
});
afterAll(() => server.stop());

interface Result {
  id: string;
  error: string | null;
  vendor?: { id: string; tier: string | null; tags: string[]; owner: { id: string } | null; revision: number } | null;
  finding?: { id: string; status: string } | null;
  assessment?: { id: string; dueDate: string | null; reviewer: { id: string } | null; status: string } | null;
}
const VENDORS = `mutation ($input: UpdateVendorsInput!) { updateVendors(input: $input) {
  results { id error vendor { id tier tags revision owner { id } } } } }`;
const ASSESSMENTS = `mutation ($input: UpdateAssessmentsInput!) { updateAssessments(input: $input) {
  results { id error assessment { id status dueDate reviewer { id } } } } }`;
const REMIND = `mutation ($input: RemindAssessmentsInput!) { remindAssessments(input: $input) {
  results { id error assessment { id status } } } }`;
const FINDINGS = `mutation ($input: UpdateFindingsInput!) { updateFindings(input: $input) {
  results { id error finding { id status dueOn owner { id } } } } }`;
const FINDINGS_STATUS = `mutation ($input: UpdateFindingsStatusInput!) { updateFindingsStatus(input: $input) {
  results { id error finding { id status } } } }`;
const run = async (text: string, input: object, as: GraphQLClient = server.admin) =>
  Object.values(await as.data<Record<string, { results: Result[] }>>(text, { input }))[0]!.results;
const entriesOf = async (entityId: string) => {
  const { auditLog } = await server.admin.data<{ auditLog: { nodes: { action: string; meta: { fields?: string[] } | null }[] } }>(
    `query ($filter: AuditFilter) { auditLog(filter: $filter) { nodes { action meta } } }`,
    { filter: { entityId } },
  );
  return auditLog.nodes;
};
const idOf = async (client: GraphQLClient) => (await client.data<{ me: { id: string } }>(`{ me { id } }`)).me.id;

test('vendors are edited together: a result for each in the order given, each with its entry', async () => {
  const owner = await idOf(server.admin);
  const a = await createVendor(server, { name: 'A', tags: ['old', 'kept'], tier: 'LOW' });
  const b = await createVendor(server, { name: 'B', tags: ['new', 'old'] });
  const results = await run(VENDORS, {
    ids: [b, NOWHERE, a, 'no id'],
    ownerId: owner,
    tier: 'HIGH',
    addTags: ['new', ' new '],
    removeTags: ['old'],
  });
  expect(results.map(({ id, error }) => [id, error])).toEqual([
    [b, null],
    [NOWHERE, 'Vendor not found'],
    [a, null],
    ['no id', 'Vendor not found'],
  ]);
  expect(results.map(({ vendor }) => vendor && [vendor.id, vendor.tier, vendor.tags, vendor.owner?.id])).toEqual([
    [b, 'HIGH', ['new'], owner],
    null,
    [a, 'HIGH', ['kept', 'new'], owner],
    null,
  ]);
  for (const id of [a, b]) {
    expect((await entriesOf(id)).map(({ action }) => action).sort()).toEqual(['CHANGE_TIER', 'CREATE_VENDOR', 'UPDATE_VENDOR']);
  }
  // Left out: kept; null: cleared; the same again: no change.
  const [kept] = await run(VENDORS, { ids: [a], tier: null });
  expect(kept!.vendor).toMatchObject({ tier: null, tags: ['kept', 'new'], owner: { id: owner } });
  const [cleared] = await run(VENDORS, { ids: [a], ownerId: null });
  expect(cleared!.vendor).toMatchObject({ owner: null });
  const [same] = await run(VENDORS, { ids: [a], tier: null, addTags: ['new'], removeTags: null });
  expect(same!.vendor).toMatchObject({ revision: cleared!.vendor!.revision });
});

test('one that fails says why, and the others are done', async () => {
  const full = await createVendor(server, { tags: Array.from({ length: 50 }, (_, i) => `tag ${i}`) });
  const fine = await createVendor(server);
  const results = await run(VENDORS, { ids: [full, fine], addTags: ['one more'] });
  expect(results).toMatchObject([
    { error: expect.stringContaining('more than 50'), vendor: null },
    { error: null, vendor: { tags: ['one more'] } },
  ]);
  expect(await run(VENDORS, { ids: [fine], ownerId: NOWHERE })).toMatchObject([{ error: 'ownerId does not match a user', vendor: null }]);
  expect(await server.admin.code(VENDORS, { input: { ids: [fine], addTags: ['x'.repeat(65)] } })).toBe('BAD_USER_INPUT');
});

test('1 to 500 ids, or nothing is done', async () => {
  const id = await createVendor(server, { tier: 'LOW' });
  const many = [id, ...Array.from({ length: 500 }, (_, i) => `f0000000-0000-4000-8000-${String(i).padStart(12, '0')}`)];
  for (const [text, more] of [
    [VENDORS, { tier: 'HIGH' }],
    [ASSESSMENTS, {}],
    [REMIND, {}],
    [FINDINGS, {}],
    [FINDINGS_STATUS, { status: 'REMEDIATED' }],
  ] as const) {
    for (const ids of [[], many])
      expect(await server.admin.fields(text, { input: { ids, ...more } })).toEqual({ ids: 'must be 1 to 500 ids' });
  }
  expect(await entriesOf(id)).toHaveLength(1);
  const results = await run(VENDORS, { ids: many.slice(0, 500), tier: 'HIGH' });
  expect(results).toHaveLength(500);
  expect(results.filter(({ error }) => error === null)).toMatchObject([{ id, vendor: { tier: 'HIGH' } }]);
});

test('one that is named twice is done once, and has its result twice', async () => {
  const { id } = await assessor.sent();
  const results = await run(REMIND, { ids: [id, id.toUpperCase()] });
  expect(results.map(({ error, assessment }) => [error, assessment?.id])).toEqual([
    [null, id],
    [null, id],
  ]);
  expect((await entriesOf(id)).filter(({ action }) => action === 'REMIND_ASSESSMENT')).toHaveLength(1);
});

test('findings get an owner and a due date, and are closed; one that is named twice is closed once', async () => {
  const made = await assessor.completed({}, {}, { 'MFA?': 'NO', 'Regions?': ['US'], '=Key length': 1 });
  const { assessment } = await server.admin.data<{ assessment: { findings: { id: string }[] } }>(
    `query ($id: ID!) { assessment(id: $id) { findings { id } } }`,
    { id: made.id },
  );
  const [first, second] = assessment.findings.map(({ id }) => id);
  const owner = await idOf(server.admin);
  expect(await run(FINDINGS, { ids: [first, NOWHERE, second], ownerId: owner, dueOn: '2030-01-31' })).toMatchObject([
    { id: first, error: null, finding: { dueOn: '2030-01-31', owner: { id: owner } } },
    { id: NOWHERE, error: 'Finding not found', finding: null },
    { id: second, error: null, finding: { dueOn: '2030-01-31', owner: { id: owner } } },
  ]);
  expect((await entriesOf(first!))[0]).toMatchObject({ action: 'UPDATE_FINDING', meta: { fields: ['ownerId', 'dueOn'] } });
  const closing = { status: 'REMEDIATED', resolutionNote: 'Fixed' };
  expect(await run(FINDINGS_STATUS, { ids: [first, second, first!.toUpperCase()], ...closing })).toMatchObject([
    { error: null, finding: { id: first, status: 'REMEDIATED' } },
    { error: null, finding: { id: second, status: 'REMEDIATED' } },
    { error: null, finding: { id: first, status: 'REMEDIATED' } },
  ]);
  expect(await run(FINDINGS, { ids: [first], dueOn: null })).toMatchObject([{ error: expect.stringContaining('closed'), finding: null }]);
});

test('tags that two people change at once are all there', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => createVendor(server)));
  await Promise.all(['red', 'green', 'blue'].map((tag) => run(VENDORS, { ids, addTags: [tag] })));
  const { vendors } = await server.admin.data<{ vendors: { nodes: { tags: string[] }[] } }>(
    `query ($ids: [ID!]) { vendors(filter: { ids: $ids }) { nodes { tags } } }`,
    { ids },
  );
  for (const { tags } of vendors.nodes) expect(tags.toSorted()).toEqual(['blue', 'green', 'red']);
});

test('assessments get a reviewer and a due date', async () => {
  const reviewer = await idOf(server.admin);
  const vendorId = await createVendor(server);
  const ids = await Promise.all([1, 2].map(() => createAssessment(server, vendorId, assessor.templateId)));
  const dueDate = '2030-01-31T12:00:00.000Z';
  expect(await run(ASSESSMENTS, { ids: [ids[0], NOWHERE, ids[1]], reviewerId: reviewer, dueDate })).toMatchObject([
    { error: null, assessment: { id: ids[0], dueDate, reviewer: { id: reviewer } } },
    { error: 'Assessment not found', assessment: null },
    { error: null, assessment: { id: ids[1], dueDate, reviewer: { id: reviewer } } },
  ]);
  expect((await entriesOf(ids[0]!))[0]).toMatchObject({ action: 'UPDATE_ASSESSMENT', meta: { fields: ['dueDate', 'reviewer'] } });
  expect(await run(ASSESSMENTS, { ids: [ids[0]], dueDate: null })).toMatchObject([
    { assessment: { dueDate: null, reviewer: { id: reviewer } } },
  ]);
  expect(await run(ASSESSMENTS, { ids: [ids[0]], reviewerId: null })).toMatchObject([{ assessment: { reviewer: null } }]);
  expect(await run(ASSESSMENTS, { ids: [ids[0]], reviewerId: NOWHERE })).toMatchObject([
    { error: 'reviewerId does not match a user with access', assessment: null },
  ]);
});

test('a reminder goes to the contact of each that awaits answers', async () => {
  const sent = await assessor.sent({ contactEmail: 'first@acme.example', contactName: 'Fay' });
  const due = await assessor.sent({ contactEmail: 'second@acme.example' }, { dueDate: '2030-05-06T00:00:00Z' });
  const started = await assessor.sent({ contactEmail: 'third@acme.example' });
  await started.portal.answer({ 'MFA?': 'YES' });
  const submitted = await assessor.submitted({ contactEmail: 'no@acme.example' });
  const draft = await createAssessment(server, sent.vendorId, assessor.templateId);
  const ids = [submitted.id, sent.id, draft, due.id, started.id];
  const message = 'We need <b>your</b> answers by Friday.';
  expect(await run(REMIND, { ids, message })).toMatchObject([
    { error: 'An assessment that is SUBMITTED is not waiting for answers', assessment: null },
    { error: null, assessment: { status: 'SENT' } },
    { error: expect.stringContaining('DRAFT'), assessment: null },
    { error: null, assessment: { status: 'SENT' } },
    { error: null, assessment: { status: 'IN_PROGRESS' } },
  ]);
  const { mails } = await server.admin.data<{ mails: { nodes: { recipient: string; subject: string; text: string; kind: string }[] } }>(
    `{ mails(first: 100) { nodes { kind recipient subject text } } }`,
  );
  const reminders = mails.nodes.filter(({ kind, text }) => kind === 'REMINDER' && text.includes(message));
  expect(reminders.map(({ recipient }) => recipient).sort()).toEqual(['first@acme.example', 'second@acme.example', 'third@acme.example']);
  expect(reminders.find(({ recipient }) => recipient === 'second@acme.example')!.subject).toContain('due on 6 May 2030');
  expect(reminders.find(({ recipient }) => recipient === 'first@acme.example')!.subject).toContain('awaits your answers');
  expect((await entriesOf(sent.id))[0]).toMatchObject({ action: 'REMIND_ASSESSMENT' });
  expect((await entriesOf(draft)).map(({ action }) => action)).toEqual(['CREATE_ASSESSMENT']);
  expect(await server.admin.fields(REMIND, { input: { ids, message: 'x'.repeat(10_001) } })).toHaveProperty('message');
});

test('each needs its permission, and sees nothing of other portfolios', async () => {
  const vendorId = await createVendor(server);
  const { id } = await assessor.sent(vendorId);
  const viewer = await server.withRole('Viewer');
  for (const [text, ids] of [
    [VENDORS, [vendorId]],
    [ASSESSMENTS, [id]],
    [REMIND, [id]],
  ] as const) {
    expect(await viewer.code(text, { input: { ids } })).toBe('FORBIDDEN');
  }
  const plain = (name: string, type: string) => `mutation ($input: ${type}!) { ${name}(input: $input) { results { id error } } }`;
  const editor = await server.withPermissions('assessments:edit');
  expect(await editor.code(plain('updateAssessments', 'UpdateAssessmentsInput'), { input: { ids: [id] } })).toBeUndefined();
  expect(await editor.code(plain('remindAssessments', 'RemindAssessmentsInput'), { input: { ids: [id] } })).toBe('FORBIDDEN');
  const { createPortfolio } = await server.admin.data<{ createPortfolio: { portfolio: { id: string } } }>(
    `mutation { createPortfolio(input: { name: "Elsewhere" }) { portfolio { id } } }`,
  );
  const scoped = await server.withRole('Reviewer');
  const { roles } = await server.admin.data<{ roles: { id: string; name: string }[] }>(`{ roles { id name } }`);
  await server.admin.data(`mutation ($input: AssignRoleInput!) { assignRole(input: $input) { user { id } } }`, {
    input: {
      userId: await idOf(scoped),
      roleId: roles.find(({ name }) => name === 'Reviewer')!.id,
      portfolioIds: [createPortfolio.portfolio.id],
    },
  });
  expect(await run(VENDORS, { ids: [vendorId], tier: 'LOW' }, scoped)).toEqual([{ id: vendorId, vendor: null, error: 'Vendor not found' }]);
  expect(await run(REMIND, { ids: [id] }, scoped)).toEqual([{ id, assessment: null, error: 'Assessment not found' }]);
});
