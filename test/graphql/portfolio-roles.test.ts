import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { recount } from '../../src/domains/dashboard/recount';
import { sql } from '../../src/database/sql';
import { remindOfCertifications } from '../../src/domains/mail/reminders';
import { systemContext } from '../../src/kernel/context';
import { ANSWERS, Assessor } from '../kit/assessed';
import { GraphQLClient } from '../kit/client';
import { TestIdentityProvider, Traveller } from '../kit/identity-provider';
import { createAssessment, createVendor, Portal, publishTemplate, question } from '../kit/portfolio';
import { NOWHERE, RestClient } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let assessor: Assessor;
let roles: Record<string, string>;
let north: string;
let south: string;
beforeAll(async () => {
  server = await startTestServer();
  assessor = await Assessor.prepare(server);
  const data = await server.admin.data<{ roles: { id: string; name: string }[] }>(`{ roles { id name } }`);
  roles = Object.fromEntries(data.roles.map(({ name, id }) => [name, id]));
  north = await portfolio('North');
  south = await portfolio('South');
});
afterAll(() => server.stop());

const ASSIGN = `mutation ($input: AssignRoleInput!) { assignRole(input: $input) { user { role { name } portfolios { name } } } }`;
const CHANGE_ROLE = `mutation ($input: ChangeUserRoleInput!) { changeUserRole(input: $input) { user { role { name } portfolios { name } } } }`;
const UPDATE_ROLE = `mutation ($input: UpdateRoleInput!) { updateRole(input: $input) { role { id } } }`;
const DELETE_PORTFOLIO = `mutation ($input: DeleteInput!) { deletePortfolio(input: $input) { deletedId } }`;
const CREATE_VENDOR = `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id portfolio { name } } } }`;
const UPDATE_VENDOR = `mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { portfolio { name } } } }`;
const IMPORT = `mutation ($input: ImportVendorsInput!) { importVendors(input: $input) { created rows { vendorId } } }`;
const CREATE_KEY = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { token apiKey { id portfolios { name } } } }`;
const NAMES = `{ vendors(first: 100) { totalCount nodes { name } } portfolios { name vendorCount } }`;

async function portfolio(name: string): Promise<string> {
  const made = await server.admin.data<{ createPortfolio: { portfolio: { id: string } } }>(
    `mutation ($input: CreatePortfolioInput!) { createPortfolio(input: $input) { portfolio { id } } }`,
    { input: { name } },
  );
  return made.createPortfolio.portfolio.id;
}

interface Someone {
  client: GraphQLClient;
  id: string;
  roleId: string;
}

async function someone(portfolioIds: string[] | null, ...permissions: string[]): Promise<Someone> {
  const all = ['vendors:view', 'vendors:create', 'vendors:edit', 'assessments:view', 'assessments:review', ...permissions];
  const client = await server.withPermissions(...all);
  const { me } = await client.data<{ me: { id: string; role: { id: string } } }>(`{ me { id role { id } } }`);
  const made = { client, id: me.id, roleId: me.role.id };
  if (portfolioIds) await assign(made, portfolioIds);
  return made;
}

const assign = ({ id, roleId }: Someone, portfolioIds: string[] | null | undefined, as = server.admin) =>
  as.data(ASSIGN, { input: { userId: id, roleId, portfolioIds } });

interface Seen {
  vendors: { totalCount: number; nodes: { name: string }[] };
  portfolios: { name: string; vendorCount: number }[];
}
const seenBy = async ({ client }: Pick<Someone, 'client'>) => {
  const { vendors, portfolios } = await client.data<Seen>(NAMES);
  expect(vendors.totalCount).toBe(vendors.nodes.length);
  return { vendors: vendors.nodes.map(({ name }) => name), portfolios: portfolios.map(({ name }) => name) };
};

const entriesAbout = async (entityId: string, action: string) => {
  const { auditLog } = await server.admin.data<{ auditLog: { nodes: { meta: object; changes: object[] }[] } }>(
    `query ($filter: AuditFilter) { auditLog(filter: $filter) { nodes { meta changes { field before after } } } }`,
    { filter: { entityId, action } },
  );
  return auditLog.nodes;
};

describe('assignRole', () => {
  test('gives the role in some portfolios only, and everywhere again, at once', async () => {
    const one = await someone(null);
    await createVendor(server, { name: 'Of the north', portfolioId: north });
    await createVendor(server, { name: 'Of the south', portfolioId: south });
    const everything = await seenBy(one);
    expect(await assign(one, [north])).toEqual({
      assignRole: { user: { role: { name: expect.any(String) }, portfolios: [{ name: 'North' }] } },
    });
    expect(await seenBy(one)).toEqual({ vendors: ['Of the north'], portfolios: ['North'] });
    await assign(one, [south, north, south]);
    expect(await seenBy(one)).toEqual({ vendors: ['Of the north', 'Of the south'], portfolios: ['North', 'South'] });
    await assign(one, []);
    expect(await seenBy(one)).toEqual({ vendors: [], portfolios: [] });
    for (const everywhere of [null, undefined]) {
      await assign(one, [north]);
      expect(await assign(one, everywhere)).toMatchObject({ assignRole: { user: { portfolios: null } } });
      expect(await seenBy(one)).toEqual(everything);
    }
  });

  test('is recorded as a change of role, with what was before and after', async () => {
    const one = await someone(null);
    await assign(one, [south, north]);
    await assign(one, [south, north]);
    const viewer = { ...one, roleId: roles.Viewer! };
    await assign(viewer, [south]);
    await assign(viewer, null);
    const entries = await entriesAbout(one.id, 'CHANGE_ROLE');
    const name = expect.stringMatching(/^Role \d+$/) as string;
    expect(entries.map(({ meta }) => meta).reverse()).toEqual([
      { from: name, to: name, portfolios: { from: null, to: ['North', 'South'] } },
      { from: name, to: 'Viewer', portfolios: { from: ['North', 'South'], to: ['South'] } },
      { from: 'Viewer', to: 'Viewer', portfolios: { from: ['South'], to: null } },
    ]);
    expect(entries[0]!.changes).toEqual([{ field: 'portfolios', before: [{ id: south, name: 'South' }], after: null }]);
  });

  test('refuses unknown people, roles and portfolios, and names them', async () => {
    const { id, roleId } = await someone(null);
    const input = { userId: id, roleId };
    expect(await server.admin.code(ASSIGN, { input: { ...input, userId: NOWHERE } })).toBe('NOT_FOUND');
    expect(await server.admin.fields(ASSIGN, { input: { ...input, roleId: NOWHERE } })).toEqual({ roleId: 'does not match a role' });
    for (const portfolioIds of [[NOWHERE], [north, 'x']]) {
      expect(await server.admin.fields(ASSIGN, { input: { ...input, portfolioIds } })).toEqual({
        portfolioIds: 'does not match a portfolio',
      });
    }
  });

  test.each(['users:manage', 'roles:manage', 'settings:manage'])('a role with %s holds everywhere or not at all', async (permission) => {
    const one = await someone(null, permission);
    for (const portfolioIds of [[north], []]) {
      const { errors } = await server.admin.ask(ASSIGN, { input: { userId: one.id, roleId: one.roleId, portfolioIds } });
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: { portfolioIds: expect.any(String) } });
    }
    const other = await someone([north]);
    expect(await server.admin.fields(CHANGE_ROLE, { input: { id: other.id, roleId: one.roleId } })).toEqual({ roleId: expect.any(String) });
    expect(await server.admin.code(UPDATE_ROLE, { input: { id: other.roleId, permissions: [permission] } })).toBe('CONFLICT');
    await assign(other, null);
    expect(await server.admin.code(UPDATE_ROLE, { input: { id: other.roleId, permissions: [permission] } })).toBeUndefined();
  });

  test('of a role that becomes an administrator’s while it is given in a portfolio, one wins', async () => {
    for (let round = 0; round < 4; round++) {
      const one = await someone(null);
      const codes = await Promise.all([
        server.admin.code(ASSIGN, { input: { userId: one.id, roleId: one.roleId, portfolioIds: [north] } }),
        server.admin.code(UPDATE_ROLE, { input: { id: one.roleId, permissions: ['settings:manage'] } }),
      ]);
      expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    }
  });

  test('changing the role leaves the portfolios as they are', async () => {
    const one = await someone([north]);
    expect(await server.admin.data(CHANGE_ROLE, { input: { id: one.id, roleId: roles.Viewer } })).toEqual({
      changeUserRole: { user: { role: { name: 'Viewer' }, portfolios: [{ name: 'North' }] } },
    });
  });

  test('needs users:manage and every permission of the role, and can’t be asked by someone of a portfolio', async () => {
    const one = await someone(null);
    const manager = await server.withPermissions('users:manage');
    expect(await manager.code(ASSIGN, { input: { userId: one.id, roleId: one.roleId, portfolioIds: [north] } })).toBe('FORBIDDEN');
    const two = await someone([north]);
    expect(await two.client.code(ASSIGN, { input: { userId: one.id, roleId: one.roleId } })).toBe('FORBIDDEN');
  });

  test('people can be invited to some portfolios', async () => {
    const invite = (input: object) =>
      server.admin.ask(`mutation ($input: InviteUserInput!) { inviteUser(input: $input) { user { portfolios { name } } } }`, {
        input: { name: 'Guest', email: 'guest@example.org', roleId: roles.Viewer, ...input },
      });
    expect((await invite({ roleId: roles.Admin, portfolioIds: [north] })).errors?.[0]?.extensions.fields).toEqual({
      portfolioIds: expect.any(String),
    });
    expect((await invite({ portfolioIds: [NOWHERE] })).errors?.[0]?.extensions.fields).toEqual({
      portfolioIds: 'does not match a portfolio',
    });
    expect((await invite({ portfolioIds: [north] })).data).toEqual({ inviteUser: { user: { portfolios: [{ name: 'North' }] } } });
  });
});

/** Until so many statements wait for a lock. */
async function isWaiting(count: number): Promise<void> {
  const waiting = () =>
    server.services.database.one<{ count: number }>(sql`select count(*) as count from pg_stat_activity where wait_event_type = 'Lock'`);
  while ((await waiting())!.count < count) await sleep(20);
}

describe('a vendor', () => {
  test('goes into the only portfolio of whoever creates it', async () => {
    const one = await someone([north]);
    const at = { name: 'Made here', contactEmail: 'a@b.example' };
    for (const portfolioId of [undefined, null, north]) {
      expect(await one.client.data(CREATE_VENDOR, { input: { ...at, portfolioId } })).toMatchObject({
        createVendor: { vendor: { portfolio: { name: 'North' } } },
      });
    }
    for (const portfolioId of [south, NOWHERE]) {
      expect(await one.client.fields(CREATE_VENDOR, { input: { ...at, portfolioId } })).toEqual({
        portfolioId: 'does not match a portfolio',
      });
    }
    const { importVendors } = await one.client.data<{ importVendors: { rows: { vendorId: string }[] } }>(IMPORT, {
      input: { csv: 'name,contactEmail\nBy file,a@b.example' },
    });
    const READ = `query ($id: ID!) { vendor(id: $id) { name portfolio { name } } }`;
    expect(await one.client.data(READ, { id: importVendors.rows[0]!.vendorId })).toEqual({
      vendor: { name: 'By file', portfolio: { name: 'North' } },
    });
    const posted = await new RestClient(one.client).send<{ id: string }>('POST', '/v1/vendors/import', {
      name: 'By REST',
      contactEmail: 'a@b.example',
    });
    expect(posted.status).toBe(201);
    expect(await one.client.data(READ, { id: posted.body.id })).toMatchObject({ vendor: { portfolio: { name: 'North' } } });
  });

  test.each([
    ['several portfolios', () => [north, south]],
    ['none', () => []],
  ])('of someone with a role in %s has to say where it goes', async (_, portfolios) => {
    const one = await someone(portfolios());
    const input = { name: 'Where?', contactEmail: 'a@b.example' };
    expect(await one.client.fields(CREATE_VENDOR, { input })).toEqual({ portfolioId: expect.stringContaining('is required') });
    expect(await one.client.code(IMPORT, { input: { csv: 'name,contactEmail\nBy file,a@b.example' } })).toBe('BAD_USER_INPUT');
    const refused = await new RestClient(one.client).send('POST', '/v1/vendors/import', { ...input, portfolioId: north });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^Invalid vendor data: .* with GraphQL/) as string },
    });
  });

  test('from a file goes where its sender says, if they may put it there', async () => {
    const one = await someone([north, south]);
    const csv = 'name,contactEmail\nBy file of two,a@b.example';
    for (const portfolioId of [await portfolio('Not theirs'), NOWHERE]) {
      expect(await one.client.fields(IMPORT, { input: { csv, portfolioId } })).toEqual({ portfolioId: 'does not match a portfolio' });
    }
    const { importVendors } = await one.client.data<{ importVendors: { created: number; rows: { vendorId: string }[] } }>(IMPORT, {
      input: { csv, portfolioId: south },
    });
    const READ = `query ($id: ID!) { vendor(id: $id) { portfolio { name } } }`;
    expect(await one.client.data(READ, { id: importVendors.rows[0]!.vendorId })).toEqual({ vendor: { portfolio: { name: 'South' } } });
    // It says nothing of vendors that there are.
    await one.client.data(IMPORT, {
      input: { csv: `id,name,contactEmail\n${importVendors.rows[0]!.vendorId},Moved,a@b.example`, portfolioId: north },
    });
    expect(await one.client.data(READ, { id: importVendors.rows[0]!.vendorId })).toEqual({ vendor: { portfolio: { name: 'South' } } });
  });

  test('is moved by whoever has a role in both, and never out of sight', async () => {
    const id = await createVendor(server, { name: 'Mover', portfolioId: north });
    const both = await someone([north, south]);
    const one = await someone([north]);
    expect(await one.client.fields(UPDATE_VENDOR, { input: { id, portfolioId: south } })).toEqual({
      portfolioId: 'does not match a portfolio',
    });
    expect(await one.client.fields(UPDATE_VENDOR, { input: { id, portfolioId: null } })).toEqual({ portfolioId: expect.any(String) });
    expect(await both.client.data(UPDATE_VENDOR, { input: { id, portfolioId: south } })).toEqual({
      updateVendor: { vendor: { portfolio: { name: 'South' } } },
    });
    expect(await both.client.fields(UPDATE_VENDOR, { input: { id, portfolioId: null } })).toEqual({ portfolioId: expect.any(String) });
    expect(await one.client.code(UPDATE_VENDOR, { input: { id, notes: 'x' } })).toBe('NOT_FOUND');
    expect(await server.admin.data(UPDATE_VENDOR, { input: { id, portfolioId: null } })).toEqual({
      updateVendor: { vendor: { portfolio: null } },
    });
    expect(await both.client.code(UPDATE_VENDOR, { input: { id, portfolioId: south } })).toBe('NOT_FOUND');
  });

  test('tells by its reference alone that it is elsewhere', async () => {
    await createVendor(server, { name: 'Secret', externalId: 'taken', portfolioId: south });
    const one = await someone([north]);
    const input = { name: 'Mine', contactEmail: 'a@b.example', externalId: 'taken' };
    expect(await one.client.code(CREATE_VENDOR, { input })).toBe('CONFLICT');
    expect(await one.client.data(`{ vendorByExternalId(externalId: "taken") { id } }`)).toEqual({ vendorByExternalId: null });
    // In a file, the row says so, and the others are imported.
    const csv = 'name,externalId,contactEmail\nFirst,free,a@b.example\nMine,taken,a@b.example\n';
    const importing = `mutation ($input: ImportVendorsInput!) { importVendors(input: $input) {
      applied created invalid rows { line name externalId outcome vendorId sameNameVendorIds errors { column message } } } }`;
    for (const input of [{ csv, allOrNothing: true }, { csv, dryRun: true }, { csv }]) {
      const { importVendors } = await one.client.data<{ importVendors: { rows: object[] } }>(importing, { input });
      const isApplied = Object.keys(input).length === 1;
      expect(importVendors).toMatchObject({ applied: isApplied, created: 1, invalid: 1 });
      expect(importVendors.rows[1]).toEqual({
        ...{ line: 3, name: 'Mine', externalId: 'taken', outcome: 'INVALID', vendorId: null, sameNameVendorIds: [] },
        errors: [{ column: 'externalId', message: 'already belongs to another vendor' }],
      });
    }
  });

  test('takes its past along', async () => {
    const id = await createVendor(server, { name: 'Traveller', portfolioId: north });
    await server.admin.data(UPDATE_VENDOR, { input: { id, notes: 'in the north' } });
    const at = new Date().toISOString();
    const there = await someone([north], 'audit:view');
    const here = await someone([south], 'audit:view');
    const read = async ({ client }: Someone) => [
      await client.data(`query ($id: ID!, $at: DateTime!) @asOf(at: $at) { vendor(id: $id) { name portfolio { name } } }`, { id, at }),
      (
        await client.data<{ auditLog: { totalCount: number } }>(`query ($id: ID!) { auditLog(filter: { entityId: $id }) { totalCount } }`, {
          id,
        })
      ).auditLog.totalCount,
    ];
    expect(await read(there)).toEqual([{ vendor: { name: 'Traveller', portfolio: { name: 'North' } } }, 2]);
    expect(await read(here)).toEqual([{ vendor: null }, 0]);
    await server.admin.data(UPDATE_VENDOR, { input: { id, portfolioId: south } });
    expect(await read(there)).toEqual([{ vendor: null }, 0]);
    expect(await read(here)).toEqual([{ vendor: { name: 'Traveller', portfolio: null } }, 3]);
    // Where it came from is not for those who have no role there.
    const changes = await here.client.data(
      `query ($id: ID!) { auditLog(filter: { entityId: $id, action: "UPDATE_VENDOR" }, first: 1) { nodes { changes { before after } } } }`,
      { id },
    );
    expect(changes).toEqual({ auditLog: { nodes: [{ changes: [{ before: null, after: { id: south, name: 'South' } }] }] } });
  });

  test('that was deleted has a past for whoever saw it last', async () => {
    const id = await createVendor(server, { name: 'Departed', portfolioId: south });
    await server.admin.data(UPDATE_VENDOR, { input: { id, portfolioId: north } });
    const at = new Date().toISOString();
    const there = await someone([north], 'audit:view');
    const elsewhere = await someone([south], 'audit:view');
    await server.admin.data(`mutation ($input: DeleteInput!) { deleteVendor(input: $input) { deletedId } }`, { input: { id } });
    const read = async ({ client }: Someone) => [
      await client.data(`query ($id: ID!, $at: DateTime!) @asOf(at: $at) { vendor(id: $id) { name } }`, { id, at }),
      await client.data(`query ($id: ID!) { vendor(id: $id) { name } auditLog(filter: { entityId: $id }) { nodes { action } } }`, { id }),
    ];
    const actions = ['DELETE_VENDOR', 'UPDATE_VENDOR', 'CREATE_VENDOR'].map((action) => ({ action }));
    expect(await read(there)).toEqual([{ vendor: { name: 'Departed' } }, { vendor: null, auditLog: { nodes: actions } }]);
    expect(await read(elsewhere)).toEqual([{ vendor: null }, { vendor: null, auditLog: { nodes: [] } }]);
  });

  test('that is being moved away is changed before that, or not at all', async () => {
    const made = await assessor.sent({ name: 'Leaving', portfolioId: north });
    const one = await someone([north], 'assessments:create', 'assessments:edit');
    const mover = new Client({ connectionString: server.databaseUrl });
    await mover.connect();
    await mover.query('begin');
    await mover.query('select 1 from vendor where id = $1 for update', [made.vendorId]);
    await mover.query('update vendor set portfolio_id = $2 where id = $1', [made.vendorId, south]);
    await mover.query('select 1 from assessment where vendor_id = $1 for update', [made.vendorId]);
    const run = (name: string, type: string, input: object) =>
      one.client.code(`mutation ($input: ${type}!) { ${name}(input: $input) { __typename } }`, { input });
    const codes = Promise.all([
      run('createFinding', 'CreateFindingInput', { assessmentId: made.id, title: 'Too late', severity: 'HIGH' }),
      run('addComment', 'AddCommentInput', { assessmentId: made.id, body: 'Too late' }),
      run('createCertification', 'CreateCertificationInput', { vendorId: made.vendorId, name: 'ISO 27001' }),
      run('createAssessment', 'CreateAssessmentInput', { vendorId: made.vendorId, templateId: assessor.templateId, title: 'Too late' }),
    ]);
    await isWaiting(4);
    await mover.query('commit');
    await mover.end();
    expect(await codes).toEqual(['NOT_FOUND', 'NOT_FOUND', 'BAD_USER_INPUT', 'BAD_USER_INPUT']);
    await recount(server.services.database); // the move was made by hand
    const { vendor } = await server.admin.data<{ vendor: object }>(
      `query ($id: ID!) { vendor(id: $id) { findings { totalCount } assessments { totalCount nodes { comments { body } } } certifications { id } } }`,
      { id: made.vendorId },
    );
    expect(vendor).toEqual({
      findings: { totalCount: 0 },
      assessments: { totalCount: 1, nodes: [{ comments: [] }] },
      certifications: [],
    });
  });

  test('is made once by whoever says so, in the only portfolio that they have', async () => {
    const one = await someone([north]);
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'made once' };
    const body = JSON.stringify({ name: 'Once', contactEmail: 'a@b.example' });
    const posts = [1, 2].map(() =>
      new RestClient(one.client).request<{ id: string }>('/v1/vendors/import', { method: 'POST', headers, body }),
    );
    const [first, second] = await Promise.all(posts);
    expect([first!.status, second!.status, second!.body]).toEqual([201, 201, first!.body]);
    expect((await seenBy(one)).vendors.filter((name) => name === 'Once')).toHaveLength(1);
  });

  test('whose owner has no role in its portfolio is told to administrators instead', async () => {
    const { id: ownerId } = await someone([north]);
    const expiresDate = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    for (const [name, portfolioId] of Object.entries({ Near: north, Far: south, Free: null })) {
      const vendor = await createVendor(server, { name: `${name} and owned`, portfolioId, ownerId });
      await assessor.certify(vendor, { name: 'ISO 27001', issuer: 'x', expiresDate });
    }
    await remindOfCertifications(systemContext(server.services));
    const told = await server.services.database.query<{ vendor: string; isOwner: boolean }>(sql`
      select substring(subject from 'of (\\w+) and owned') as vendor, u.id = ${ownerId} as "isOwner"
      from mail join app_user u on u.email = recipient where kind = 'CERTIFICATION_EXPIRY' order by vendor`);
    expect(told).toEqual([
      { vendor: 'Far', isOwner: false },
      { vendor: 'Free', isOwner: false },
      { vendor: 'Near', isOwner: true },
    ]);
  });
});

test('what a portfolio uses of the library stays when someone of another one upgrades it', async () => {
  const item = { kind: 'FRAMEWORK', key: 'essential-eight' };
  await server.admin.data(`mutation ($input: LibraryItemInput!) { installLibraryItem(input: $input) { item { key } } }`, { input: item });
  // As in an earlier edition, with a control that has since been removed.
  const [old] = await server.services.database.query<{ id: string }>(sql`
    with earlier as (update framework set library_edition = 0 where library_key = ${item.key} returning id)
    insert into control (framework_id, code, title, position) select id, 'OLD-1', 'Old', 99 from earlier returning id`);
  const templateId = await publishTemplate(server, 'Old', [{ title: 'S', questions: [question('Old?', { controlCodes: ['OLD-1'] })] }]);
  const assessmentId = await createAssessment(server, await createVendor(server, { name: 'Elsewhere', portfolioId: south }), templateId);
  await server.admin.data(`mutation ($input: DeleteInput!) { deleteTemplate(input: $input) { deletedId } }`, { input: { id: templateId } });
  const one = await someone([north], 'frameworks:view', 'frameworks:edit');
  await one.client.data(`mutation ($input: LibraryItemInput!) { upgradeLibraryItem(input: $input) { item { key } } }`, { input: item });
  expect(
    await server.services.database.query(sql`
      select c.id, c.is_retired as "isRetired" from assessment_question_control q join control c on c.id = q.control_id
      where q.assessment_id = ${assessmentId}`),
  ).toEqual([{ id: old!.id, isRetired: true }]);
});

describe('an identity provider', () => {
  let provider: TestIdentityProvider;
  beforeAll(async () => {
    provider = await TestIdentityProvider.start();
  });
  afterAll(() => provider.stop());

  test('gives a role in the portfolios that it says, whoever was signed in before', async () => {
    const client = { clientId: 'vetgraph', clientSecret: 'a secret between us' };
    const mapped = (portfolioIds: string[]) => [{ value: 'staff', roleId: roles.Viewer, portfolioIds }];
    const made = await server.admin.data<{ createIdentityProvider: { provider: { id: string; callbackUrl: string } } }>(
      `mutation ($input: CreateIdentityProviderInput!) { createIdentityProvider(input: $input) { provider { id callbackUrl } } }`,
      {
        input: {
          name: 'Acme',
          issuer: provider.issuer,
          ...client,
          isJitEnabled: true,
          scopes: ['groups'],
          roleClaim: 'groups',
          roleMappings: mapped([north]),
        },
      },
    );
    const { id, callbackUrl } = made.createIdentityProvider.provider;
    const account = { email: 'staff@example.org', email_verified: true, name: 'Staff', groups: ['staff'] };
    await provider.set({
      clients: [{ client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: [callbackUrl] }],
      accounts: { staff: account },
      who: 'staff',
    });
    const traveller = new Traveller();
    const signIn = async () => {
      await traveller.follow(`${server.url}/auth/oidc/${id}/start`);
      const browser = server.stranger();
      browser.cookie = `vetgraph_session=${traveller.cookieOf(server.url, 'vetgraph_session')}`;
      return (await seenBy({ client: browser })).portfolios;
    };
    expect(await signIn()).toEqual(['North']);
    for (const [portfolioIds, names] of [
      [
        [north, south],
        ['North', 'South'],
      ],
      [[south], ['South']],
      [[north], ['North']],
    ] as const) {
      await server.admin.data(
        `mutation ($input: UpdateIdentityProviderInput!) { updateIdentityProvider(input: $input) { provider { id } } }`,
        { input: { id, roleMappings: mapped([...portfolioIds]) } },
      );
      expect(await signIn()).toEqual(names);
    }
  });
});

describe('a key', () => {
  test('of someone of a portfolio sees that, and never more than its creator sees now', async () => {
    await server.admin.data(`mutation { updateSettings(input: { apiKeysEnabled: true, organizationApiKeys: true }) { settings { id } } }`);
    const name = `Key vendor ${Date.now()}`;
    await createVendor(server, { name: `${name} N`, portfolioId: north });
    await createVendor(server, { name: `${name} S`, portfolioId: south });
    const one = await someone([north], 'api:manage');
    const made = await one.client.data<{ createApiKey: { token: string; apiKey: { id: string } } }>(CREATE_KEY, {
      input: { name: 'Of the north', permissions: ['vendors:view'] },
    });
    expect(made.createApiKey.apiKey).toMatchObject({ portfolios: [{ name: 'North' }] });
    const key = new GraphQLClient(server.url, { authorization: `Bearer ${made.createApiKey.token}` });
    const sees = async (client: GraphQLClient) =>
      (
        await client.data<{ vendors: { nodes: { name: string }[] } }>(
          `query ($q: String) { vendors(filter: { query: $q }) { nodes { name } } }`,
          { q: name },
        )
      ).vendors.nodes.map((vendor) => vendor.name.slice(-1));
    expect(await sees(key)).toEqual(['N']);
    await assign(one, [north, south]);
    expect(await sees(key)).toEqual(['N']);
    await assign(one, null);
    expect(await sees(key)).toEqual(['N']);
    await assign(one, [south]);
    expect(await sees(key)).toEqual([]);
    await assign(one, [north]);
    // From now on it keeps what it has.
    await server.admin.data(`mutation ($input: IdInput!) { makeApiKeyOrganizational(input: $input) { apiKey { isOrganizational } } }`, {
      input: { id: made.createApiKey.apiKey.id },
    });
    await assign(one, [south]);
    expect(await sees(key)).toEqual(['N']);
  });

  test('follows its creator, who had a role everywhere when it was made', async () => {
    const one = await someone(null, 'api:manage');
    const made = await one.client.data<{ createApiKey: { token: string } }>(CREATE_KEY, {
      input: { name: 'Follower', permissions: ['vendors:view'] },
    });
    const client = new GraphQLClient(server.url, { authorization: `Bearer ${made.createApiKey.token}` });
    const everything = (await seenBy({ client })).portfolios;
    expect(everything).toContain('South');
    await assign(one, [north]);
    expect((await seenBy({ client })).portfolios).toEqual(['North']);
  });

  test('that sees more can’t be touched by someone of a portfolio', async () => {
    const one = await someone([north], 'api:manage');
    const other = await someone(null, 'api:manage');
    const made = await other.client.data<{ createApiKey: { apiKey: { id: string } } }>(CREATE_KEY, {
      input: { name: 'Wider', permissions: ['vendors:view'] },
    });
    const { id } = made.createApiKey.apiKey;
    expect(await one.client.code(`mutation ($input: IdInput!) { revokeApiKey(input: $input) { apiKey { id } } }`, { input: { id } })).toBe(
      'FORBIDDEN',
    );
    expect(await one.client.code(`mutation ($input: DeleteInput!) { deleteApiKey(input: $input) { deletedId } }`, { input: { id } })).toBe(
      'FORBIDDEN',
    );
  });
});

describe('a vendor’s link of another portfolio', () => {
  test('opens for someone signed in as for anybody: questions, answers, files and submission', async () => {
    const { client } = await someone([north]);
    const sent = await assessor.sent({ name: 'Behind a link', portfolioId: south });
    const { token } = sent.portal;
    const opened = { ...sent, portal: new Portal(client, token) };
    expect(await opened.portal.view()).toEqual(await sent.portal.view());
    const file = await assessor.attach(opened, 'Policy', 'policy.pdf');
    const read = (headers = {}) => client.fetch(`/files/${file}`, { headers });
    expect((await read({ 'x-portal-token': token })).status).toBe(200);
    expect((await read()).status).toBe(404);
    const { data } = await opened.portal.answer(ANSWERS);
    expect(data!.portalSaveAnswers.assessment.status).toBe('IN_PROGRESS');
    const { data: done } = await opened.portal.submit();
    expect(done!.portalSubmit.assessment.status).toBe('SUBMITTED');
    const [entry] = await server.services.database.query(
      sql<{
        userName: string;
      }>`select user_name as "userName" from audit_entry where entity_id = ${sent.id} and action = 'SUBMIT_ASSESSMENT'`,
    );
    expect(entry).toEqual({ userName: 'Vendor portal (Behind a link)' });
  });

  test('opens nothing else: what is asked beside it is that of the caller’s own portfolios', async () => {
    const one = await someone([north]);
    const { id, vendorId, portal } = await assessor.sent({ name: 'Beside a link', portfolioId: south });
    const both = `query ($token: String!, $id: ID!) { portal(token: $token) { title } vendor(id: $id) { name } }`;
    const { data } = await one.client.ask<{ vendor: unknown }>(both, { token: portal.token, id: vendorId });
    expect(data?.vendor ?? null).toBeNull();
    await new Portal(one.client, portal.token).view();
    expect(await one.client.data(`query ($id: ID!) { assessment(id: $id) { id } }`, { id })).toEqual({ assessment: null });
    expect((await seenBy(one)).vendors).not.toContain('Beside a link');
  });
});

test('with a portfolio go the roles in it: who had no other sees no vendor any more', async () => {
  const closing = await portfolio('Closing');
  const id = await createVendor(server, { name: 'Left behind', portfolioId: closing });
  const alone = await someone([closing]);
  const both = await someone([closing, north]);
  expect((await seenBy(alone)).vendors).toEqual(['Left behind']);
  await server.admin.data(DELETE_PORTFOLIO, { input: { id: closing } });
  expect(await seenBy(alone)).toEqual({ vendors: [], portfolios: [] });
  expect((await seenBy(both)).portfolios).toEqual(['North']);
  expect(await server.admin.data(`query ($id: ID!) { vendor(id: $id) { portfolio { id } } }`, { id })).toEqual({
    vendor: { portfolio: null },
  });
  const { users } = await server.admin.data<{ users: { id: string; portfolios: { name: string }[] | null }[] }>(
    `{ users { id portfolios { name } } }`,
  );
  expect(users.find((user) => user.id === alone.id)?.portfolios).toEqual([]);
  expect(users.find((user) => user.id === both.id)?.portfolios).toEqual([{ name: 'North' }]);
});

test('a portfolio that is deleted while a role is given in it is in nobody’s list', async () => {
  for (let round = 0; round < 4; round++) {
    const passing = await portfolio(`Passing ${round}`);
    const one = await someone(null);
    const [, code] = await Promise.all([
      server.admin.data(DELETE_PORTFOLIO, { input: { id: passing } }),
      server.admin.code(ASSIGN, { input: { userId: one.id, roleId: one.roleId, portfolioIds: [passing] } }),
    ]);
    expect(['BAD_USER_INPUT', undefined]).toContain(code);
    const { users } = await server.admin.data<{ users: { id: string; portfolios: object[] | null }[] }>(
      `{ users { id portfolios { id } } }`,
    );
    expect(users.find((user) => user.id === one.id)?.portfolios).toEqual(code === undefined ? [] : null);
  }
});

/** What is counted by portfolio, without counts of nothing. */
const counts = () =>
  server.services.database.query(sql`
    select portfolio_id, kind, key, sum(count) as count from portfolio_tally group by 1, 2, 3 having sum(count) <> 0 order by 1, 2, 3`);

test('tallies of portfolios stay right, also while vendors move and things change', async () => {
  const ids = [await portfolio('East'), await portfolio('West')];
  const gaps = { 'MFA?': 'NO', 'Regions?': ['US'], '=Key length': 1, Remarks: 'x' };
  const made = await assessor.completed({ name: 'Busy', portfolioId: ids[0] }, {}, gaps);
  const gone = await assessor.completed({ name: 'Gone', portfolioId: ids[1] }, {}, gaps);
  const raise = (assessmentId: string, title: string) =>
    server.admin.data<{ createFinding: { finding: { id: string } } }>(
      `mutation ($input: CreateFindingInput!) { createFinding(input: $input) { finding { id } } }`,
      { input: { assessmentId, title, severity: 'HIGH' } },
    );
  const open = await Promise.all(Array.from({ length: 8 }, (_, n) => raise(made.id, `Open ${n}`)));
  const moves = async () => {
    for (let n = 0; n < 8; n++)
      await server.admin.ask(UPDATE_VENDOR, { input: { id: made.vendorId, portfolioId: n === 5 ? null : ids[n % 2] } });
  };
  const closes = open.map(({ createFinding }) =>
    server.admin.ask(`mutation ($input: UpdateFindingStatusInput!) { updateFindingStatus(input: $input) { finding { id } } }`, {
      input: { id: createFinding.finding.id, status: 'REMEDIATED', resolutionNote: 'x' },
    }),
  );
  await Promise.all([
    moves(),
    ...closes,
    ...Array.from({ length: 8 }, (_, n) => raise(made.id, `Raised ${n}`)),
    assessor.sent(made.vendorId),
  ]);
  await server.admin.data(`mutation ($input: DeleteInput!) { deleteVendor(input: $input) { deletedId } }`, {
    input: { id: gone.vendorId },
  });
  const kept = await counts();
  expect(kept.length).toBeGreaterThan(3);
  await recount(server.services.database);
  expect(await counts()).toEqual(kept);
});
