/** Two server processes on one database: of eight concurrent changes to the same record, one wins. */
import { sql } from '../../src/database/sql';
import { Assessor } from '../kit/assessed';
import { GraphQLClient } from '../kit/client';
import { createVendor, move } from '../kit/portfolio';
import { Servers } from '../kit/process';
import { scaled } from '../kit/scale';
import { startTestServer, type TestServer } from '../kit/server';

const ROUNDS = scaled(3, 50);
jest.setTimeout(900_000 + ROUNDS * 10_000);

const servers = new Servers();
let here: TestServer;
let assessor: Assessor;
/** Four callers at each server. */
let callers: GraphQLClient[];

beforeAll(async () => {
  here = await startTestServer();
  assessor = await Assessor.prepare(here);
  const { headers } = await here.withKey();
  // The key must outlive its creator, who is one of the administrators below.
  await here.admin.data('mutation { updateSettings(input: { organizationApiKeys: true }) { settings { id } } }');
  const { apiKeys } = await here.admin.data<{ apiKeys: { id: string }[] }>('{ apiKeys { id } }');
  await here.admin.data('mutation ($input: IdInput!) { makeApiKeyOrganizational(input: $input) { apiKey { id } } }', { input: apiKeys[0] });
  const there = await servers.start({ DATABASE_URL: here.databaseUrl, JOBS: 'false' }).ready();
  callers = Array.from({ length: 8 }, (_, n) => new GraphQLClient(n % 2 ? there.url : here.url, headers));
});
afterAll(async () => {
  await servers.stop();
  await here.stop();
});

/** The number of successes; all others must have been refused with one of these codes. */
async function winners(attempt: (caller: GraphQLClient, n: number) => Promise<string | undefined>, ...codes: string[]): Promise<number> {
  const results = await Promise.all(callers.map(attempt));
  const refusals = results.filter((code) => code !== undefined);
  expect(refusals.filter((code) => !codes.includes(code))).toEqual([]);
  return results.length - refusals.length;
}

async function entries(action: string, id: string): Promise<number> {
  const rows = await here.services.database.query(sql`select 1 from audit_entry where action = ${action} and entity_id = ${id}`);
  return rows.length;
}

const rounds = Array.from({ length: ROUNDS }, (_, n) => n);

test('a finding is closed once', async () => {
  const { id: assessmentId } = await assessor.completed();
  for (const round of rounds) {
    const { createFinding } = await here.admin.data<{ createFinding: { finding: { id: string } } }>(
      `mutation ($input: CreateFindingInput!) { createFinding(input: $input) { finding { id } } }`,
      { input: { assessmentId, title: `Race ${round}`, severity: 'LOW' } },
    );
    const { id } = createFinding.finding;
    const close = `mutation ($input: UpdateFindingStatusInput!) { updateFindingStatus(input: $input) { finding { id } } }`;
    const status = (n: number) => (n % 3 ? 'REMEDIATED' : 'RISK_ACCEPTED');
    expect(
      await winners(
        (caller, n) => caller.code(close, { input: { id, status: status(n), resolutionNote: `by ${n}` } }),
        'INVALID_TRANSITION',
      ),
    ).toBe(1);
    expect(await entries('UPDATE_FINDING', id)).toBe(1);
  }
});

test('an assessment is sent, reviewed and finalized once', async () => {
  const send = `mutation ($input: SendAssessmentInput!) { sendAssessment(input: $input) { portalToken } }`;
  const create = `mutation ($input: CreateAssessmentInput!) { createAssessment(input: $input) { assessment { id } } }`;
  for (const round of rounds) {
    const vendorId = await createVendor(here, { name: `Race ${round}` });
    const made = await here.admin.data<{ createAssessment: { assessment: { id: string } } }>(create, {
      input: { vendorId, templateId: assessor.templateId },
    });
    const { id } = made.createAssessment.assessment;
    expect(await winners((caller) => caller.code(send, { input: { id } }), 'INVALID_TRANSITION')).toBe(1);
    expect(await entries('SEND_ASSESSMENT', id)).toBe(1);
    const submitted = await assessor.submitted(vendorId);
    for (const event of ['startReview', 'finalizeAssessment'] as const) {
      const code = async (caller: GraphQLClient) => (await move(caller, event, submitted.id)).errors?.[0]?.extensions.code;
      expect(await winners(code, 'INVALID_TRANSITION')).toBe(1);
    }
  }
});

test('of changes based on the same revision of a vendor, one is kept', async () => {
  const update = `mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { revision } } }`;
  for (const round of rounds) {
    const id = await createVendor(here, { name: `Version ${round}` });
    expect(await winners((caller, n) => caller.code(update, { input: { id, expectedRevision: 1, notes: `by ${n}` } }), 'CONFLICT')).toBe(1);
    expect(await entries('UPDATE_VENDOR', id)).toBe(1);
    expect(await here.admin.data(`query ($id: ID!) { vendor(id: $id) { revision } }`, { id })).toEqual({ vendor: { revision: 2 } });
  }
});

test('an external id is taken once, by GraphQL and REST together', async () => {
  const create = `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`;
  for (const round of rounds) {
    const input = { name: 'Same', contactEmail: 'a@b.example', externalId: `RACE-${round}` };
    const byRest = async (caller: GraphQLClient) => {
      const headers = { 'content-type': 'application/json' };
      const { status } = await caller.fetch('/api/v1/vendors/import', { method: 'POST', headers, body: JSON.stringify(input) });
      return status === 201 ? undefined : String(status);
    };
    expect(await winners((caller, n) => (n < 4 ? caller.code(create, { input }) : byRest(caller)), 'CONFLICT', '400')).toBe(1);
  }
});

test('when all administrators are disabled, demoted or deleted at once, one remains', async () => {
  const { roles } = await here.admin.data<{ roles: { id: string; name: string }[] }>(`{ roles { id name } }`);
  const roleId = (name: string) => roles.find((role) => role.name === name)!.id;
  const disable = `mutation ($input: SetUserDisabledInput!) { setUserDisabled(input: $input) { user { id } } }`;
  const demote = `mutation ($input: ChangeUserRoleInput!) { changeUserRole(input: $input) { user { id } } }`;
  const remove = `mutation ($input: DeleteInput!) { deleteUser(input: $input) { deletedId } }`;
  const enabled = sql<{
    id: string;
  }>`select u.id from app_user u join role r on r.id = u.role_id where r.name = 'Admin' and not u.is_disabled`;
  for (const round of rounds) {
    const { database } = here.services;
    const found = await database.query(enabled);
    while (found.length < 8) {
      const { createUser } = await callers[0]!.data<{ createUser: { user: { id: string } } }>(
        `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`,
        {
          input: {
            name: 'Admin',
            email: `admin-${round}-${found.length}@example.org`,
            password: 'a long enough password',
            roleId: roleId('Admin'),
          },
        },
      );
      found.push(createUser.user);
    }
    const attempts = (caller: GraphQLClient, n: number) => {
      const { id } = found[n]!;
      if (n % 3 === 0) return caller.code(disable, { input: { id, disabled: true } });
      return n % 3 === 1 ? caller.code(demote, { input: { id, roleId: roleId('Viewer') } }) : caller.code(remove, { input: { id } });
    };
    expect(await winners(attempts, 'CONFLICT')).toBe(7);
    expect(await database.query(enabled)).toHaveLength(1);
  }
});
