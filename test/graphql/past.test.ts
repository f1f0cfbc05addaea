import { Assessor, ANSWERS } from '../kit/assessed';
import { move } from '../kit/portfolio';
import { type Copy, copyOf, moment } from '../kit/past';
import { Random } from '../kit/random';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let assessor: Assessor;
beforeAll(async () => {
  server = await startTestServer();
  assessor = await Assessor.prepare(server);
});
afterAll(() => server.stop());

const ask = (query: string, variables: object) => server.admin.ask(query, variables);
const input = (name: string, type: string) => (value: object) =>
  ask(`mutation ($input: ${type}!) { ${name}(input: $input) { __typename } }`, { input: value });

const updateVendor = input('updateVendor', 'UpdateVendorInput');
const deleteVendor = input('deleteVendor', 'DeleteInput');
const deleteAssessment = input('deleteAssessment', 'DeleteInput');
const closeFinding = input('updateFindingStatus', 'UpdateFindingStatusInput');
const createFinding = input('createFinding', 'CreateFindingInput');
const updateSettings = input('updateSettings', 'UpdateSettingsInput');
const createRole = input('createRole', 'CreateRoleInput');
const createUser = input('createUser', 'CreateUserInput');
const createApiKey = input('createApiKey', 'CreateApiKeyInput');
const sendBack = input('sendBackAssessment', 'SendBackAssessmentInput');

interface Ids {
  vendors: { nodes: { id: string }[] };
  assessments: { nodes: { id: string }[] };
  findings: { nodes: { id: string }[] };
  roles: { id: string }[];
}
const ids = () =>
  server.admin.data<Ids>(
    `{ vendors(first: 20) { nodes { id } } assessments(first: 20) { nodes { id } } findings(first: 20) { nodes { id } } roles { id } }`,
  );

/** One change of any kind. Some are refused: then nothing changes. */
async function changeSomething(random: Random, n: string): Promise<void> {
  const { vendors, assessments, findings, roles } = await ids();
  const vendor = random.pick(vendors.nodes)?.id;
  const assessment = random.pick(assessments.nodes)?.id;
  const finding = random.pick(findings.nodes)?.id;
  const changes: (() => Promise<unknown>)[] = [
    () => assessor.completed({ name: `Vendor ${n}`, tags: [n] }, {}, random.chance(0.5) ? { ...ANSWERS, 'MFA?': 'NO' } : ANSWERS),
    () => assessor.submitted({ name: `Submitted ${n}` }),
    async () => {
      const made = await assessor.submitted(vendor);
      await move(server.admin, 'startReview', made.id);
      await assessor.decide(made, 'MFA?', random.pick(['APPROVED', 'REJECTED']), 'because');
      await sendBack({ id: made.id, note: 'once more' });
    },
    () => updateVendor({ id: vendor, tier: random.pick(['LOW', 'HIGH', 'CRITICAL', null]), notes: n }),
    () => updateVendor({ id: vendor, name: `Renamed ${n}`, contractRenewalDate: '2027-01-31' }),
    () => deleteVendor({ id: vendor }),
    () => deleteAssessment({ id: assessment }),
    () => closeFinding({ id: finding, status: random.pick(['REMEDIATED', 'ACCEPTED']), resolutionNote: n }),
    () => createFinding({ assessmentId: assessment, title: `Finding ${n}`, description: n, severity: random.pick(['LOW', 'CRITICAL']) }),
    () => assessor.comment(assessment!, `Comment ${n}`),
    () => assessor.certify(vendor!, { name: 'ISO 27001', issuer: n, expiresDate: '2027-06-30' }),
    () => updateSettings({ organizationName: `Organisation ${n}`, greenFrom: random.pick([0.8, 0.7]) }),
    () => createRole({ name: `Role ${n}`, permissions: ['vendors:view'] }),
    () => createUser({ name: `User ${n}`, email: `${n}@example.org`, password: 'a long enough password', roleId: random.pick(roles).id }),
    () => createApiKey({ name: `Key ${n}`, permissions: ['vendors:view'] }),
  ];
  await random
    .pick(changes)()
    .catch(() => undefined);
}

test('every answer is given again, as of the moment when it was given', async () => {
  const random = new Random(7);
  const copies: [at: string, copy: Copy][] = [];
  for (let n = 0; n < 25; n++) {
    await changeSomething(random, `a${n}`);
    const at = moment();
    copies.push([at, await copyOf(server.admin)]);
  }
  for (const [at, copy] of copies) expect(await copyOf(server.admin, at)).toEqual(copy);
}, 180_000);

test('what was asked about a moment at once, while eight write, is the same ever after', async () => {
  const copies: [at: string, copy: Copy][] = [];
  let isOver = false;
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    const random = new Random(100 + writer);
    for (let n = 0; n < 6; n++) await changeSomething(random, `w${writer}-${n}`);
  });
  const reader = async () => {
    while (!isOver) {
      const at = moment();
      copies.push([at, await copyOf(server.admin, at)]);
    }
  };
  const reading = reader();
  await Promise.all(writers);
  isOver = true;
  await reading;
  const at = moment();
  copies.push([at, await copyOf(server.admin)]);
  expect(copies.length).toBeGreaterThan(1);
  for (const [then, copy] of copies) expect(await copyOf(server.admin, then)).toEqual(copy);
}, 180_000);

describe('what can not be asked', () => {
  const asOf = (at: unknown, client = server.admin) =>
    client.fields('query ($at: DateTime!) @asOf(at: $at) { vendors { totalCount } }', { at });

  test.each([
    ['in the future', () => new Date(Date.now() + 3_600_000).toISOString(), 'must not be in the future'],
    ['before the record', () => '2020-01-01T00:00:00Z', 'must not be before'],
  ])('a moment %s', async (_, at, message) => {
    expect((await asOf(at()))?.asOf).toContain(message);
  });

  test('a day without a time, a time without an offset', async () => {
    for (const at of ['2026-11-15', '2026-11-15T09:30:00', 'yesterday', 5]) {
      const { errors } = await ask('query ($at: DateTime!) @asOf(at: $at) { vendors { totalCount } }', { at });
      expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    }
  });

  test('a change', async () => {
    const { errors } = await ask(`mutation @asOf(at: "${moment()}") { logout { __typename } }`, {});
    expect(errors?.[0]?.message).toContain('@asOf');
  });

  test('what has no past, by its name', async () => {
    const fields = {
      mails: 'mails { totalCount }',
      setup: 'setup { __typename }',
      'Settings.mailServer': 'settings { mailServer }',
    };
    for (const [name, selection] of Object.entries(fields)) {
      const { errors } = await ask(`query { ${selection} }`.replace('query', `query @asOf(at: "${moment()}")`), {});
      expect(errors?.[0]?.extensions.fields?.asOf).toContain(name);
    }
  });

  test('by those who may not read the audit log', async () => {
    const viewer = await server.withPermissions('vendors:view');
    const { errors } = await viewer.ask(`query @asOf(at: "${moment()}") { vendors { totalCount } }`);
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });
});

test('the record begins with the first start', async () => {
  const { recordedSince } = await server.admin.data<{ recordedSince: string }>('{ recordedSince }');
  expect(recordedSince).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const at = await server.admin.data(`query @asOf(at: "${recordedSince}") { vendors { totalCount } roles { name } }`);
  expect(at).toMatchObject({ vendors: { totalCount: 0 } });
});
