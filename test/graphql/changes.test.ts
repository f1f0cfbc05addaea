import { randomBytes } from 'node:crypto';
import { sql } from '../../src/database/sql';
import { unrecorded } from '../../src/domains/record/record.store';
import { Assessor } from '../kit/assessed';
import { createVendor, move, question } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let assessor: Assessor;
beforeAll(async () => {
  server = await startTestServer();
  assessor = await Assessor.prepare(server);
});
afterAll(() => server.stop());

interface Change {
  field: string;
  before: unknown;
  after: unknown;
}

/** What the newest entry of an action changed, of a thing or of any. */
async function changesOf(action: string, entityId?: string): Promise<Change[]> {
  const { auditLog } = await server.admin.data<{ auditLog: { nodes: { changes: Change[] }[] } }>(
    `query ($filter: AuditFilter!) { auditLog(first: 1, filter: $filter) { nodes { changes { field before after } } } }`,
    { filter: { action, entityId } },
  );
  return auditLog.nodes[0]!.changes;
}

const mutate = (name: string, type: string, input: object) =>
  server.admin.data(`mutation ($input: ${type}!) { ${name}(input: $input) { __typename } }`, { input });

test('an update names each field with its value before and after, a reference by id and name', async () => {
  const id = await createVendor(server, { name: 'Acme', tier: 'MEDIUM', tags: ['a'] });
  const { me } = await server.admin.data<{ me: { id: string; name: string } }>('{ me { id name } }');
  await mutate('updateVendor', 'UpdateVendorInput', {
    id,
    tier: 'HIGH',
    tags: ['a', 'b'],
    contractRenewalDate: '2027-01-31',
    ownerId: me.id,
  });
  expect(await changesOf('UPDATE_VENDOR', id)).toEqual([
    { field: 'tier', before: 'MEDIUM', after: 'HIGH' },
    { field: 'contractRenewalDate', before: null, after: '2027-01-31' },
    { field: 'tags', before: ['a'], after: ['a', 'b'] },
    { field: 'owner', before: null, after: me },
  ]);
});

test('a creation has nothing before, a deletion nothing after', async () => {
  const id = await createVendor(server, { name: 'Born' });
  const created = await changesOf('CREATE_VENDOR', id);
  expect(created).toContainEqual({ field: 'name', before: null, after: 'Born' });
  expect(created.every(({ before }) => before === null)).toBe(true);
  await mutate('deleteVendor', 'DeleteInput', { id });
  const deleted = await changesOf('DELETE_VENDOR', id);
  expect(deleted).toContainEqual({ field: 'name', before: 'Born', after: null });
  expect(deleted.every(({ after }) => after === null)).toBe(true);
});

test('answers, decisions and comments are parts of their assessment', async () => {
  const made = await assessor.submitted({ name: 'Answering' });
  const question = await made.portal.idOf('MFA?');
  expect(await changesOf('SAVE_ANSWERS', made.id)).toContainEqual({
    field: `questions.${question}.response.value`,
    before: null,
    after: 'YES',
  });
  await move(server.admin, 'startReview', made.id);
  await assessor.decide(made, 'MFA?', 'REJECTED', 'No evidence');
  expect(await changesOf('REVIEW_DECISION', made.id)).toContainEqual({
    field: `questions.${question}.response.review.decision`,
    before: null,
    after: 'REJECTED',
  });
  const comment = await assessor.comment(made.id, 'Please explain');
  expect(await changesOf('ADD_COMMENT')).toContainEqual({ field: `comments.${comment}.body`, before: null, after: 'Please explain' });
});

test('of a secret only that it changed', async () => {
  const { createUser } = await server.admin.data<{ createUser: { user: { id: string } } }>(
    `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`,
    { input: { name: 'Secretive', email: 'secretive@example.org', password: 'a long enough password', roleId: await anyRole() } },
  );
  const { id } = createUser.user;
  await mutate('resetUserPassword', 'ResetUserPasswordInput', { id, password: 'another long password' });
  expect(await changesOf('RESET_PASSWORD', id)).toEqual([{ field: 'password', before: null, after: null }]);
});

test('of a password that someone invited has yet to choose nothing', async () => {
  const { inviteUser } = await server.admin.data<{ inviteUser: { user: { id: string } } }>(
    `mutation ($input: InviteUserInput!) { inviteUser(input: $input) { user { id } } }`,
    { input: { name: 'Invited', email: 'invited@example.org', roleId: await anyRole() } },
  );
  expect((await changesOf('INVITE_USER', inviteUser.user.id)).map(({ field }) => field)).not.toContain('password');
});

test('of the first password, of links and of their passwords, too', async () => {
  const SECRET = { before: null, after: null };
  expect(await changesOf('CREATE_USER')).toContainEqual({ field: 'password', ...SECRET });
  const { id } = await assessor.sent({ name: 'Linked' });
  const secretsOf = async (action: string) => (await changesOf(action, id)).filter((one) => one.before === null && one.after === null);
  expect(await secretsOf('SEND_ASSESSMENT')).toEqual([{ field: 'portalLink', ...SECRET }]);
  await server.admin.data(`mutation { resendPortalLink(input: { id: "${id}", portalPassword: "open sesame" }) { portalUrl } }`);
  expect(await secretsOf('RESEND_LINK')).toEqual([
    { field: 'portalLink', ...SECRET },
    { field: 'portalPassword', ...SECRET },
  ]);
});

test('a question that moves to another section has changed', async () => {
  const sections = (...texts: string[][]) =>
    texts.map((questions, i) => ({ title: `Section ${i + 1}`, questions: questions.map((text) => question(text)) }));
  interface Made {
    id: string;
    sections: { id: string; title: string; questions: { id: string }[] }[];
  }
  const { importTemplate } = await server.admin.data<{ importTemplate: { template: Made } }>(
    `mutation ($input: ImportTemplateInput!) { importTemplate(input: $input) { template { id sections { id title questions { id } } } } }`,
    { input: { template: { name: 'Moving', sections: sections(['One?', 'Two?'], ['Three?']) } } },
  );
  const { id, sections: made } = importTemplate.template;
  const [first, second] = made as [Made['sections'][0], Made['sections'][0]];
  const [one, two] = first.questions as [{ id: string }, { id: string }];
  const [three] = second.questions as [{ id: string }];
  await mutate('updateTemplate', 'UpdateTemplateInput', {
    id,
    sections: [
      { id: first.id, title: first.title, questions: [{ ...question('One?'), id: one.id }] },
      {
        id: second.id,
        title: second.title,
        questions: [
          { ...question('Two?'), id: two.id },
          { ...question('Three?'), id: three.id },
        ],
      },
    ],
  });
  expect(await changesOf('UPDATE_TEMPLATE', id)).toContainEqual({
    field: `sections.${second.id}.questions.${two.id}.section`,
    before: { id: first.id, name: first.title },
    after: { id: second.id, name: second.title },
  });
});

test('a link that replaces another changes it', async () => {
  const { id } = await assessor.sent({ name: 'Relinked' });
  const { assessment } = await server.admin.data<{ assessment: { portalLink: { expiresAt: string } } }>(
    `{ assessment(id: "${id}") { portalLink { expiresAt } } }`,
  );
  await server.admin.data(`mutation { resendPortalLink(input: { id: "${id}", linkValidDays: 5 }) { portalUrl } }`);
  const told = (await changesOf('RESEND_LINK', id)).filter(({ field }) => field.startsWith('portalLink.'));
  expect(told).toEqual([{ field: 'portalLink.expiresAt', before: assessment.portalLink.expiresAt, after: expect.any(String) }]);
});

test('a part of another thing is told with that thing', async () => {
  const { id, vendorId, portal } = await assessor.submitted(
    { name: 'Failing' },
    {},
    { 'MFA?': 'NO', 'Regions?': ['UK', 'EU'], '=Key length': 256 },
  );
  const { findings } = await server.admin.data<{ findings: { nodes: { id: string }[] } }>(
    `{ findings(filter: { assessmentId: "${id}" }) { nodes { id } } }`,
  );
  const finding = findings.nodes[0]!.id;
  expect(await changesOf('SUBMIT_ASSESSMENT', id)).toContainEqual({
    field: `findings.${finding}.controlCodes`,
    before: null,
    after: ['A.1', 'A.2'],
  });
  const { auditLog } = await server.admin.data<{ auditLog: { totalCount: number; nodes: { action: string }[] } }>(
    `{ auditLog(filter: { changedId: "${finding}" }) { totalCount nodes { action } } }`,
  );
  expect(auditLog).toEqual({ totalCount: 1, nodes: [{ action: 'SUBMIT_ASSESSMENT' }] });
  const question = await portal.idOf('MFA?');
  await mutate('deleteVendor', 'DeleteInput', { id: vendorId });
  const fields = (await changesOf('DELETE_VENDOR', vendorId)).map(({ field }) => field);
  expect(fields).toContain(`assessments.${id}.questions.${question}.response.value`);
  expect(fields.filter((field) => /^(questions|controls)\./.test(field))).toEqual([]);
});

test('ids in values are told as GraphQL gives them', async () => {
  const { templates, roles } = await server.admin.data<{
    templates: { id: string; name: string }[];
    roles: { id: string; name: string }[];
  }>('{ templates { id name } roles { id name } }');
  const { createPortfolio } = await server.admin.data<{ createPortfolio: { portfolio: { id: string; name: string } } }>(
    'mutation { createPortfolio(input: { name: "Retail" }) { portfolio { id name } } }',
  );
  const [template, role, { portfolio }] = [templates[0]!, roles.find(({ name }) => name === 'Reviewer')!, createPortfolio];
  const plan = { tier: 'HIGH', recurrence: 'ANNUALLY', dueDays: 14 };
  await mutate('updateSettings', 'UpdateSettingsInput', {
    boardReport: { recurrence: 'QUARTERLY', recipients: ['board@example.org'] },
    assessmentPlans: [{ ...plan, templateIds: [template.id], approverRoleId: role.id }],
    scimDefaultRoleId: role.id,
  });
  expect(await changesOf('UPDATE_SETTINGS')).toEqual(
    expect.arrayContaining([
      { field: 'scimDefaultRole', before: null, after: role },
      { field: 'boardReport.recurrence', before: 'NONE', after: 'QUARTERLY' },
      { field: 'boardReport.recipients', before: [], after: ['board@example.org'] },
      {
        field: 'assessmentPlans',
        before: expect.anything(),
        after: [{ ...plan, templates: [template], approverRoleId: role.id, approverRoleName: role.name }],
      },
    ]),
  );
  const { createUser } = await server.admin.data<{ createUser: { user: { id: string } } }>(
    `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`,
    { input: { name: 'Placed', email: 'placed@example.org', password: 'a long enough password', roleId: role.id } },
  );
  await mutate('assignRole', 'AssignRoleInput', { userId: createUser.user.id, roleId: role.id, portfolioIds: [portfolio.id] });
  expect(await changesOf('CHANGE_ROLE', createUser.user.id)).toEqual([{ field: 'portfolios', before: null, after: [portfolio] }]);
  await mutate('deletePortfolio', 'DeleteInput', { id: portfolio.id });
  expect(await changesOf('DELETE_PORTFOLIO', portfolio.id)).toContainEqual({
    field: `users.${createUser.user.id}.portfolios`,
    before: [portfolio],
    after: [],
  });
});

test('the history of the settings is found by their id', async () => {
  await mutate('updateSettings', 'UpdateSettingsInput', { organizationName: 'Renamed' });
  for (const filter of [{ changedId: 'settings' }, { entityId: 'settings' }]) {
    const { auditLog } = await server.admin.data<{ auditLog: { nodes: { changes: Change[] }[] } }>(
      `query ($filter: AuditFilter!) { auditLog(first: 1, filter: $filter) { nodes { changes { field before after } } } }`,
      { filter },
    );
    expect(auditLog.nodes[0]!.changes).toEqual([{ field: 'organizationName', before: expect.any(String), after: 'Renamed' }]);
  }
});

test('a decision on a risk is a part of its request, and goes with the assessment', async () => {
  const { id } = await assessor.completed({ name: 'Accepting' }, {}, { 'MFA?': 'NO', 'Regions?': ['UK', 'EU'], '=Key length': 256 });
  const { findings } = await server.admin.data<{ findings: { nodes: { id: string }[] } }>(
    `{ findings(filter: { assessmentId: "${id}" }) { nodes { id } } }`,
  );
  const finding = findings.nodes[0]!.id;
  const { requestRiskAcceptance } = await server.admin.data<{ requestRiskAcceptance: { acceptance: { id: string } } }>(
    `mutation ($input: RequestRiskAcceptanceInput!) { requestRiskAcceptance(input: $input) { acceptance { id } } }`,
    { input: { findingId: finding, reason: 'Small', until: '2100-01-01T00:00:00Z' } },
  );
  const acceptance = requestRiskAcceptance.acceptance.id;
  const other = await server.withRole('Admin');
  await other.data(`mutation { approveRiskAcceptance(input: { id: "${acceptance}", note: "Fine" }) { __typename } }`);
  const note = `acceptances.${acceptance}.decisionNote`;
  expect(await changesOf('APPROVE_RISK_ACCEPTANCE', finding)).toContainEqual({ field: note, before: null, after: 'Fine' });
  await mutate('deleteAssessment', 'DeleteInput', { id });
  expect(await changesOf('DELETE_ASSESSMENT', id)).toContainEqual({ field: `findings.${finding}.${note}`, before: 'Fine', after: null });
});

test('a relation is named by its codes, made, changed or removed', async () => {
  const frameworkOf = async (name: string, codes: string[]) => {
    const { importFrameworkCsv } = await server.admin.data<{ importFrameworkCsv: { framework: { id: string } } }>(
      `mutation ($input: ImportFrameworkCsvInput!) { importFrameworkCsv(input: $input) { framework { id } } }`,
      { input: { name, version: '1', csv: ['code,title', ...codes.map((code) => `${code},Control ${code}`)].join('\n') } },
    );
    return importFrameworkCsv.framework.id;
  };
  const fromFrameworkId = await frameworkOf('From', ['F-1', 'F-2']);
  const toFrameworkId = await frameworkOf('To', ['T.1']);
  const relations = (...[first, second]: (string | undefined)[]) =>
    mutate('importCrosswalk', 'ImportCrosswalkInput', {
      fromFrameworkId,
      toFrameworkId,
      replace: true,
      relations: [
        ...(first ? [{ from: 'F-1', to: 'T.1', relation: first }] : []),
        ...(second ? [{ from: 'F-2', to: 'T.1', relation: second }] : []),
      ],
    });
  await relations('EQUAL', 'SUBSET');
  await relations('RELATED');
  expect(await changesOf('IMPORT_CROSSWALK', fromFrameworkId)).toEqual([
    { field: 'F-1->T.1', before: 'EQUAL', after: 'RELATED' },
    { field: 'F-2->T.1', before: 'SUBSET', after: null },
  ]);
  await mutate('deleteFramework', 'DeleteInput', { id: fromFrameworkId });
  expect(await changesOf('DELETE_FRAMEWORK', fromFrameworkId)).toContainEqual({ field: 'F-1->T.1', before: 'RELATED', after: null });
});

test('what many entries changed is told up to a bound, each alone and in the file without', async () => {
  const names = ['Long one', 'Long two'];
  for (const name of names) {
    const lines = Array.from({ length: 1_000 }, (_, n) => `C.${n},Control ${n},${randomBytes(2_450).toString('hex')}`);
    const form = new FormData();
    form.append('name', name);
    form.append('version', '1');
    form.append('file', new Blob([['code,title,guidance', ...lines].join('\n')]), 'long.csv');
    expect((await server.admin.fetch('/imports/framework', { method: 'POST', body: form })).status).toBe(201);
  }
  const query = (first: number) =>
    `{ auditLog(first: ${first}, filter: { action: "IMPORT_FRAMEWORK" }) { nodes { entityName changes { field } } } }`;
  expect(await server.admin.fields(query(2))).toEqual({ first: expect.stringContaining('is too many') });
  const { auditLog } = await server.admin.data<{ auditLog: { nodes: { entityName: string; changes: object[] }[] } }>(query(1));
  expect(auditLog.nodes).toMatchObject([{ entityName: expect.stringContaining('Long two') }]);
  expect(auditLog.nodes[0]!.changes.length).toBeGreaterThan(3_000);
  const file = await (await server.admin.fetch('/exports/audit-changes.csv?action=IMPORT_FRAMEWORK')).text();
  for (const name of names) expect(file).toContain(name);
  expect(file.split('\n').length).toBeGreaterThan(6_000);
});

async function anyRole(): Promise<string> {
  return (await server.admin.data<{ roles: { id: string }[] }>('{ roles { id } }')).roles[0]!.id;
}

test('what is computed is no change, nor is a sign-in', async () => {
  expect(await changesOf('LOGIN')).toEqual([]);
  await assessor.completed({ name: 'Scored' });
  const finalized = await changesOf('FINALIZE_ASSESSMENT');
  expect(finalized.map(({ field }) => field)).toEqual(['status', 'completedAt']);
});

test('what a version lacks, because its column came later, was as of all rows', async () => {
  const id = await createVendor(server, { name: 'Before its status' });
  const { database } = server.services;
  // As servers of an earlier version write it, which run beside this one.
  await database.query(sql`update record.vendor set status = null where id = ${id}`);
  expect(await database.query(unrecorded(database.recorder.tableNamed('Vendor')!))).toEqual([]);
  await mutate('updateVendor', 'UpdateVendorInput', { id, notes: 'New' });
  expect(await changesOf('UPDATE_VENDOR', id)).toEqual([{ field: 'notes', before: null, after: 'New' }]);
});

test('the state that was there when the record began is no change', async () => {
  expect(await changesOf('BEGIN_RECORD')).toEqual([]);
});
