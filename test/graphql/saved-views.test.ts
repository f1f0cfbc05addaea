import { nameIn } from '../../src/database/sql';
import type { GraphQLClient } from '../kit/client';
import { createVendor } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { eachTime, statementsDuring } from '../kit/statements';

/** Lists as people look at them. */

let server: TestServer;
let ann: GraphQLClient;
let ben: GraphQLClient;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.withRole('Reviewer');
  ben = await server.withRole('Viewer');
});
afterAll(() => server.stop());

const FIELDS = 'id list name filter orderBy columns isShared isMine ownerName revision';
const SAVE = `mutation ($input: SaveViewInput!) { saveView(input: $input) { view { ${FIELDS} } } }`;
const DELETE = `mutation ($input: DeleteInput!) { deleteView(input: $input) { deletedId } }`;
const LIST = `query ($list: ListKind) { savedViews(list: $list) { ${FIELDS} } }`;

interface View {
  id: string;
  name: string;
  filter: object;
  orderBy: object | null;
  columns: string[];
  isShared: boolean;
  isMine: boolean;
  ownerName: string;
  revision: number;
}
const save = async (input: object, as = ann) =>
  (await as.data<{ saveView: { view: View } }>(SAVE, { input: { list: 'VENDORS', ...input } })).saveView.view;
const code = (input: object, as = ann) => as.code(SAVE, { input: { list: 'VENDORS', ...input } });
const list = async (as: GraphQLClient, kind?: string) => (await as.data<{ savedViews: View[] }>(LIST, { list: kind })).savedViews;
const names = async (as: GraphQLClient, kind?: string) => (await list(as, kind)).map(({ name }) => name);

test('a view is saved, read back, changed and deleted', async () => {
  const filter = { tier: 'HIGH', ownerId: null };
  const view = await save({ name: ' Mine ', filter, orderBy: { field: 'NAME', descending: true }, columns: ['name', 'tier'] });
  expect(view).toEqual({
    id: expect.any(String),
    list: 'VENDORS',
    name: 'Mine',
    filter,
    orderBy: { field: 'NAME', descending: true },
    columns: ['name', 'tier'],
    isShared: false,
    isMine: true,
    ownerName: expect.stringContaining('User'),
    revision: 1,
  });
  expect(await list(ann, 'VENDORS')).toEqual([view]);
  expect(await list(ann, 'FINDINGS')).toEqual([]);
  const { id } = view;
  // What is omitted stays; null clears.
  const renamed = await save({ id, name: 'Ours', expectedRevision: 1 });
  expect(renamed).toEqual({ ...view, name: 'Ours', revision: 2 });
  expect(await save({ id, name: 'Ours', filter: null, orderBy: null, columns: null })).toMatchObject({
    filter: {},
    orderBy: null,
    columns: [],
    revision: 3,
  });
  // The same again is no change.
  expect(await save({ id, name: 'Ours' })).toMatchObject({ revision: 3 });
  expect(await code({ id, name: 'Late', expectedRevision: 1 })).toBe('CONFLICT');
  expect(await ann.data(DELETE, { input: { id } })).toEqual({ deleteView: { deletedId: id } });
  expect(await list(ann)).toEqual([]);
  const { auditLog } = await server.admin.data<{ auditLog: { nodes: { action: string }[] } }>(
    `query ($filter: AuditFilter) { auditLog(filter: $filter) { nodes { action } } }`,
    { filter: { entityId: id } },
  );
  expect(auditLog.nodes.map(({ action }) => action)).toEqual(['DELETE_VIEW', 'UPDATE_VIEW', 'UPDATE_VIEW', 'CREATE_VIEW']);
});

test('mine and the shared ones, by name; a private one is nobody else’s', async () => {
  const mine = await save({ name: 'b private' });
  const shared = await save({ name: 'C shared', isShared: true });
  await save({ name: 'a of Ben' }, ben);
  expect(await names(ann)).toEqual(['b private', 'C shared']);
  expect(await names(ben)).toEqual(['a of Ben', 'C shared']);
  expect((await list(ben)).find(({ id }) => id === shared.id)).toMatchObject({
    isMine: false,
    isShared: true,
    ownerName: shared.ownerName,
  });
  for (const as of [ben, server.admin]) {
    expect(await code({ id: mine.id, name: 'Taken' }, as)).toBe('NOT_FOUND');
    expect(await as.code(DELETE, { input: { id: mine.id } })).toBe('NOT_FOUND');
  }
  expect(await code({ id: shared.id, name: 'Taken' }, ben)).toBe('FORBIDDEN');
  expect(await ben.code(DELETE, { input: { id: shared.id } })).toBe('FORBIDDEN');
  expect(await code({ id: 'no id', name: 'None' })).toBe('NOT_FOUND');
  // settings:manage
  expect(await save({ id: shared.id, name: 'C renamed' }, server.admin)).toMatchObject({ isMine: false, isShared: true });
  expect((await list(ann)).find(({ id }) => id === shared.id)).toMatchObject({ name: 'C renamed', isMine: true });
  expect(await save({ id: shared.id, name: 'C renamed', isShared: false })).toMatchObject({ isShared: false, isMine: true });
  expect(await names(ben)).toEqual(['a of Ben']);
  expect(await server.stranger().code(LIST)).toBe('UNAUTHENTICATED');
});

test('what the list would refuse is refused', async () => {
  const refused: [list: string, input: object, place: string][] = [
    ['VENDORS', { filter: { tier: 'ENORMOUS' } }, 'filter'],
    ['VENDORS', { filter: { colour: 'red' } }, 'filter'],
    ['VENDORS', { filter: { query: 'x'.repeat(201) } }, 'filter.query'],
    ['VENDORS', { filter: { ids: Array.from({ length: 101 }, (_, i) => String(i)) } }, 'filter.ids'],
    ['VENDORS', { filter: { fields: [{ key: 'unknown', isSet: true }] } }, 'filter.fields.0.key'],
    ['VENDORS', { filter: ['tier'] }, 'filter'],
    ['VENDORS', { filter: 'tier' }, 'filter'],
    ['VENDORS', { orderBy: { field: 'COLOUR' } }, 'orderBy'],
    ['VENDORS', { orderBy: 'NAME' }, 'orderBy'],
    ['FINDINGS', { filter: { tag: 'red' } }, 'filter'],
    ['CERTIFICATIONS', { filter: { withinDays: -1 } }, 'withinDays'],
    ['CERTIFICATIONS', { filter: { withinDays: 'many' } }, 'filter.withinDays'],
    ['CERTIFICATIONS', { filter: { first: 3 } }, 'filter.first'],
    ['CERTIFICATIONS', { filter: {}, orderBy: { field: 'NAME' } }, 'orderBy'],
  ];
  for (const [kind, input, place] of refused) {
    const { errors } = await server.admin.ask(SAVE, { input: { list: kind, name: 'Refused', ...input } });
    expect([input, errors?.[0]?.extensions.code, Object.keys(errors?.[0]?.extensions.fields ?? {})]).toEqual([
      input,
      'BAD_USER_INPUT',
      [place],
    ]);
  }
  const view = await save({ name: 'Kept', filter: { tier: 'LOW' } });
  expect(await code({ id: view.id, name: 'Kept', filter: { tier: 'NONE' } })).toBe('BAD_USER_INPUT');
  // Of another list its filter has to be one of that list.
  expect(await code({ id: view.id, list: 'ASSESSMENTS', name: 'Kept' })).toBe('BAD_USER_INPUT');
  expect((await list(ann)).find(({ id }) => id === view.id)).toEqual(view);
  for (const input of [
    { list: 'AUDIT_LOG', filter: { action: 'LOGIN' } },
    { list: 'CERTIFICATIONS', filter: { withinDays: 30 } },
  ]) {
    expect(await save({ name: 'Taken', ...input }, server.admin)).toMatchObject(input);
  }
});

test('of a list that one may not read, no view is saved', async () => {
  expect(await code({ list: 'AUDIT_LOG', name: 'Peek' }, ben)).toBe('FORBIDDEN');
  const nobody = await server.withPermissions('templates:view');
  expect(await code({ name: 'Peek' }, nobody)).toBe('FORBIDDEN');
});

test('a filter that becomes invalid breaks nothing', async () => {
  const set = (fields: object[]) =>
    server.admin.data(
      `mutation ($fields: [VendorFieldInput!]) { updateSettings(input: { vendorFields: $fields }) { settings { revision } } }`,
      {
        fields,
      },
    );
  await set([{ key: 'hosting', label: 'Hosting', kind: 'TEXT' }]);
  const filter = { fields: [{ key: 'hosting', contains: 'EU' }] };
  const { id } = await save({ name: 'By hosting', filter });
  await set([]);
  expect((await list(ann)).find((view) => view.id === id)).toMatchObject({ filter });
  expect(await save({ id, name: 'Renamed' })).toMatchObject({ name: 'Renamed', filter });
  expect(await code({ id, name: 'Renamed', filter })).toBe('BAD_USER_INPUT');
  await ann.data(DELETE, { input: { id } });
});

test('no two of mine in a list share a name, also when saved at once', async () => {
  const { id } = await save({ name: 'Straße' });
  const other = await save({ name: 'Weg' });
  expect(await code({ name: 'STRASSE' })).toBe('CONFLICT');
  expect(await code({ id: other.id, name: 'straße' })).toBe('CONFLICT');
  expect(await code({ id, name: 'STRAßE' })).toBeUndefined();
  expect(await code({ list: 'FINDINGS', name: 'Straße' })).toBeUndefined();
  expect(await code({ name: 'Straße' }, ben)).toBeUndefined();
  const codes = await Promise.all(Array.from({ length: 4 }, () => code({ name: 'Race' })));
  expect(codes.sort()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', undefined]);
});

test('everything has a bound', async () => {
  const long = Array.from({ length: 101 }, (_, i) => `column ${i}`);
  for (const input of [
    { name: ' ' },
    { name: 'x'.repeat(101) },
    { columns: long },
    { columns: ['x'.repeat(101)] },
    { columns: ['a', 'a'] },
    { columns: [''] },
    { filter: { ids: ['x'.repeat(20_000)] } },
    { orderBy: { field: 'x'.repeat(20_000) } },
  ]) {
    expect(await code({ name: 'Bound', ...input })).toBe('BAD_USER_INPUT');
  }
  expect(await save({ name: 'Bound', columns: long.slice(1) })).toMatchObject({ columns: long.slice(1) });
});

test('a person shares a hundred', async () => {
  const cleo = await server.withRole('Viewer');
  const share = (from: number, isShared: boolean) => {
    const numbers = Array.from({ length: 50 }, (_, i) => from + i);
    const one = (n: number) => `v${n}: saveView(input: { list: VENDORS, name: "Common ${n}", isShared: ${isShared} }) { view { id } }`;
    return cleo.data<Record<string, { view: { id: string } }>>(`mutation { ${numbers.map(one).join(' ')} }`);
  };
  await share(0, true);
  const { v50 } = await share(50, false);
  const { id } = v50!.view;
  await share(100, true);
  expect(await cleo.code(SAVE, { input: { list: 'VENDORS', name: 'Too many', isShared: true } })).toBe('CONFLICT');
  expect(await cleo.code(SAVE, { input: { id, list: 'VENDORS', name: 'Too many', isShared: true } })).toBe('CONFLICT');
  expect(await cleo.code(SAVE, { input: { id, list: 'VENDORS', name: 'Mine' } })).toBeUndefined();
});

test('views are read once, however often a request asks for them', async () => {
  const aliases = Array.from({ length: 20 }, (_, i) => `a${i}: savedViews(list: VENDORS) { id }`).join(' ');
  const statements = eachTime(await statementsDuring(() => ann.data(`{ ${aliases} }`))).map(nameIn);
  expect(statements.filter((name) => name === 'saved-view.list')).toHaveLength(1);
});

test('a key acts for its creator; one of the organisation is nobody', async () => {
  const key = await server.withKey();
  const shared = await save({ name: 'By key', isShared: true }, key);
  expect((await list(server.admin)).find(({ id }) => id === shared.id)).toMatchObject({ isMine: true });
  const { createApiKey } = await server.admin.data<{ createApiKey: { apiKey: { id: string }; token: string } }>(
    `mutation { updateSettings(input: { organizationApiKeys: true }) { settings { revision } }
      createApiKey(input: { name: "Robot" }) { apiKey { id } token } }`,
  );
  await server.admin.data(`mutation ($input: IdInput!) { makeApiKeyOrganizational(input: $input) { apiKey { id } } }`, {
    input: { id: createApiKey.apiKey.id },
  });
  const robot = server.stranger();
  robot.headers.authorization = `Bearer ${createApiKey.token}`;
  expect(await code({ name: 'Nobody’s' }, robot)).toBe('FORBIDDEN');
  expect((await list(robot)).every(({ isShared, isMine }) => isShared && !isMine)).toBe(true);
  expect(await names(robot)).toContain('By key');
});

test('with a person, private views go and shared ones stay', async () => {
  const { me } = await ben.data<{ me: { id: string; name: string } }>(`{ me { id name } }`);
  const shared = await save({ name: 'Legacy', isShared: true }, ben);
  const secret = await save({ name: 'Secret' }, ben);
  await server.admin.data(`mutation ($input: EraseUserInput!) { eraseUser(input: $input) { erasedId } }`, {
    input: { id: me.id, confirmName: me.name },
  });
  const seen = await list(server.admin);
  expect(seen.find(({ id }) => id === shared.id)).toMatchObject({ isShared: true, isMine: false, ownerName: 'Deleted user' });
  expect(await server.admin.code(DELETE, { input: { id: secret.id } })).toBe('NOT_FOUND');
  expect(await code({ id: shared.id, name: 'Legacy', isShared: false }, server.admin)).toBe('BAD_USER_INPUT');
  await server.admin.data(DELETE, { input: { id: shared.id } });
});

test('a shared one that asks for a vendor of another portfolio is not there', async () => {
  const { createPortfolio } = await server.admin.data<{ createPortfolio: { portfolio: { id: string } } }>(
    `mutation { createPortfolio(input: { name: "North" }) { portfolio { id } } }`,
  );
  const portfolioId = createPortfolio.portfolio.id;
  const [inside, outside] = [await createVendor(server, { portfolioId }), await createVendor(server)];
  const [client, dan] = [await server.withRole('Reviewer'), await server.withRole('Reviewer')];
  const { me } = await client.data<{ me: { id: string; role: { id: string } } }>(`{ me { id role { id } } }`);
  await save({ list: 'FINDINGS', name: 'Hers', filter: { vendorId: outside } }, client);
  await server.admin.data(`mutation ($input: AssignRoleInput!) { assignRole(input: $input) { user { id } } }`, {
    input: { userId: me.id, roleId: me.role.id, portfolioIds: [portfolioId] },
  });
  await save({ list: 'FINDINGS', name: 'Inside', isShared: true, filter: { vendorId: inside } }, dan);
  await save({ list: 'FINDINGS', name: 'Outside', isShared: true, filter: { vendorId: outside.toUpperCase() } }, dan);
  await save({ list: 'VENDORS', name: 'Several', isShared: true, filter: { ids: [inside, outside] } }, dan);
  expect(await names(client, 'FINDINGS')).toEqual(['Hers', 'Inside']);
  expect(await names(client, 'VENDORS')).not.toContain('Several');
  expect(await names(dan, 'VENDORS')).toContain('Several');
});
