import type { GraphQLClient } from '../kit/client';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.stop());

const CREATE = `mutation ($input: CreatePortfolioInput!) { createPortfolio(input: $input) {
  portfolio { id name description vendorCount revision } } }`;
const UPDATE = `mutation ($input: UpdatePortfolioInput!) { updatePortfolio(input: $input) { portfolio { name description revision } } }`;
const DELETE = `mutation ($input: DeleteInput!) { deletePortfolio(input: $input) { deletedId } }`;
const CREATE_VENDOR = `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id portfolio { name } } } }`;
const UPDATE_VENDOR = `mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { revision portfolio { name } } } }`;

interface Created {
  createPortfolio: { portfolio: { id: string; name: string } };
}
const create = async (name: string, input = {}) =>
  (await server.admin.data<Created>(CREATE, { input: { name, ...input } })).createPortfolio.portfolio;
let made = 0;
const createVendor = async (input = {}, as: GraphQLClient = server.admin) =>
  (
    await as.data<{ createVendor: { vendor: { id: string; portfolio: object | null } } }>(CREATE_VENDOR, {
      input: { name: `Vendor ${++made}`, contactEmail: 'v@vendor.example', ...input },
    })
  ).createVendor.vendor;
const actionsOn = async (entityId: string) => {
  const { auditLog } = await server.admin.data<{ auditLog: { nodes: { action: string; meta: unknown }[] } }>(
    `query ($filter: AuditFilter) { auditLog(filter: $filter) { nodes { action meta } } }`,
    { filter: { entityId } },
  );
  return auditLog.nodes.reverse();
};

test('a portfolio is created, changed and deleted, and the audit log tells', async () => {
  const portfolio = await create('Payments', { description: 'Cards and terminals' });
  expect(portfolio).toEqual({ id: expect.any(String), name: 'Payments', description: 'Cards and terminals', vendorCount: 0, revision: 1 });
  const { id } = portfolio;
  expect(await server.admin.data(UPDATE, { input: { id, name: 'Payment', description: null, expectedRevision: 1 } })).toEqual({
    updatePortfolio: { portfolio: { name: 'Payment', description: null, revision: 2 } },
  });
  expect(await server.admin.code(UPDATE, { input: { id, name: 'Late', expectedRevision: 1 } })).toBe('CONFLICT');
  expect(await server.admin.data(`query ($id: ID!) { portfolio(id: $id) { name } }`, { id })).toEqual({ portfolio: { name: 'Payment' } });
  expect(await server.admin.data(DELETE, { input: { id } })).toEqual({ deletePortfolio: { deletedId: id } });
  expect(await server.admin.data(`query ($id: ID!) { portfolio(id: $id) { name } }`, { id })).toEqual({ portfolio: null });
  expect((await actionsOn(id)).map(({ action }) => action)).toEqual(['CREATE_PORTFOLIO', 'UPDATE_PORTFOLIO', 'DELETE_PORTFOLIO']);
});

test('no two share a name, in any case of letters, also when created at once', async () => {
  const { id } = await create('Straße');
  const other = await create('Weg');
  for (const name of ['STRASSE', 'straße', ' Straße ']) {
    expect((await server.admin.ask(CREATE, { input: { name } })).errors).toMatchObject([
      { message: 'A portfolio with this name already exists', extensions: { code: 'CONFLICT', fields: { name: 'is already used' } } },
    ]);
  }
  expect(await server.admin.code(UPDATE, { input: { id: other.id, name: 'STRAßE' } })).toBe('CONFLICT');
  expect(await server.admin.code(UPDATE, { input: { id, name: 'STRAßE' } })).toBeUndefined();
  const codes = await Promise.all(Array.from({ length: 4 }, () => server.admin.code(CREATE, { input: { name: 'Race' } })));
  expect(codes.sort()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', undefined]);
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ name: 'Long', description: 'x'.repeat(2_001) }, 'description'],
])('%j is refused: %s', async (input, field) => {
  expect(await server.admin.fields(CREATE, { input })).toMatchObject({ [field]: expect.any(String) });
});

test('an unknown one is not found', async () => {
  for (const id of ['none', '00000000-0000-4000-8000-000000000000']) {
    expect(await server.admin.code(UPDATE, { input: { id, name: 'x' } })).toBe('NOT_FOUND');
    expect(await server.admin.code(DELETE, { input: { id } })).toBe('NOT_FOUND');
  }
});

test('a vendor is put into one, moved and taken out; lists are filtered by it', async () => {
  const [one, other] = [await create('One'), await create('Other')];
  const vendor = await createVendor({ portfolioId: one.id });
  await createVendor({ portfolioId: one.id });
  const free = await createVendor();
  expect([vendor.portfolio, free.portfolio]).toEqual([{ name: 'One' }, null]);
  const idsIn = async (portfolioId: string) => {
    const { vendors } = await server.admin.data<{ vendors: { totalCount: number; nodes: { id: string }[] } }>(
      `query ($filter: VendorFilter) { vendors(filter: $filter) { totalCount nodes { id } } }`,
      { filter: { portfolioId } },
    );
    expect(vendors.totalCount).toBe(vendors.nodes.length);
    return vendors.nodes.map(({ id }) => id);
  };
  expect(await idsIn(one.id)).toHaveLength(2);
  expect(await idsIn('none')).toEqual([]);
  const { portfolios } = await server.admin.data<{ portfolios: { name: string; vendorCount: number }[] }>(
    `{ portfolios { name vendorCount } }`,
  );
  expect(portfolios.filter(({ name }) => /^(One|Other)$/.test(name))).toEqual([
    { name: 'One', vendorCount: 2 },
    { name: 'Other', vendorCount: 0 },
  ]);

  const update = (portfolioId: string | null | undefined) =>
    server.admin.data(UPDATE_VENDOR, { input: { id: vendor.id, portfolioId, tags: ['moved'] } });
  expect(await update(other.id)).toMatchObject({ updateVendor: { vendor: { portfolio: { name: 'Other' } } } });
  expect(await idsIn(other.id)).toEqual([vendor.id]);
  expect(await update(undefined)).toMatchObject({ updateVendor: { vendor: { portfolio: { name: 'Other' } } } });
  // In capitals it is the same id, and nothing changes.
  expect(await update(other.id.toUpperCase())).toMatchObject({ updateVendor: { vendor: { portfolio: { name: 'Other' } } } });
  expect(await update(null)).toMatchObject({ updateVendor: { vendor: { portfolio: null } } });
  expect((await actionsOn(vendor.id)).map(({ meta }) => meta)).toEqual([
    null,
    { fields: ['tags', 'portfolio'] },
    { fields: ['portfolio'] },
  ]);
  for (const portfolioId of ['none', '00000000-0000-4000-8000-000000000000']) {
    const refused = { portfolioId: 'does not match a portfolio' };
    expect(await server.admin.fields(UPDATE_VENDOR, { input: { id: vendor.id, portfolioId } })).toEqual(refused);
    expect(await server.admin.fields(CREATE_VENDOR, { input: { name: 'x', contactEmail: 'a@b.example', portfolioId } })).toEqual(refused);
  }
});

test('when it is deleted, its vendors belong to none, have changed, and the past still shows it', async () => {
  const portfolio = await create('Closing');
  const vendor = await createVendor({ portfolioId: portfolio.id });
  const READ = `vendor(id: $id) { revision portfolio { name } }`;
  const at = new Date(Date.now()).toISOString();
  const before = await server.admin.data(`query ($id: ID!) { ${READ} }`, { id: vendor.id });
  expect(before).toEqual({ vendor: { revision: 1, portfolio: { name: 'Closing' } } });
  await server.admin.data(DELETE, { input: { id: portfolio.id } });
  expect(await server.admin.data(`query ($id: ID!) { ${READ} }`, { id: vendor.id })).toEqual({ vendor: { revision: 2, portfolio: null } });
  expect(await server.admin.data(`query ($id: ID!, $at: DateTime!) @asOf(at: $at) { ${READ} }`, { id: vendor.id, at })).toEqual(before);
});

test('a vendor that is put into one while that is deleted ends up in none, or is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const portfolio = await create(`Doomed ${round}`);
    const vendors = await Promise.all([createVendor(), createVendor(), createVendor()]);
    const [gone, ...put] = await Promise.all([
      server.admin.code(DELETE, { input: { id: portfolio.id } }),
      ...vendors.map(({ id }) => server.admin.code(UPDATE_VENDOR, { input: { id, portfolioId: portfolio.id } })),
    ]);
    expect(gone).toBeUndefined();
    for (const code of put) expect([undefined, 'BAD_USER_INPUT']).toContain(code);
    for (const { id } of vendors) {
      expect(await server.admin.data(`query ($id: ID!) { vendor(id: $id) { portfolio { id } } }`, { id })).toEqual({
        vendor: { portfolio: null },
      });
    }
  }
});

test('everyone who is signed in sees them; only those who manage the settings change them', async () => {
  const { id } = await create('Seen');
  const viewer = await server.withRole('Viewer');
  expect(await viewer.code(`{ portfolios { id name vendorCount } }`)).toBeUndefined();
  expect(await viewer.code(CREATE, { input: { name: 'Mine' } })).toBe('FORBIDDEN');
  expect(await viewer.code(UPDATE, { input: { id, name: 'Mine' } })).toBe('FORBIDDEN');
  expect(await viewer.code(DELETE, { input: { id } })).toBe('FORBIDDEN');
  expect(await server.stranger().code(`{ portfolios { id } }`)).toBe('UNAUTHENTICATED');
  const blind = await server.withPermissions('templates:view');
  expect(await blind.code(`{ portfolios { name } }`)).toBeUndefined();
  expect(await blind.code(`{ portfolios { vendorCount } }`)).toBe('FORBIDDEN');
});
