import { sql } from '../../src/database/sql';
import { GraphQLClient } from '../kit/client';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.stop());

const CREATE = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) {
  token apiKey { id name prefix permissions allowedIps expiresAt lastUsedAt isRevoked createdBy { name } } } }`;
const VENDORS = `{ vendors { totalCount } }`;
interface Created {
  createApiKey: { token: string; apiKey: { id: string; prefix: string } };
}
const create = async (input = {}) => (await server.admin.data<Created>(CREATE, { input: { name: 'k', ...input } })).createApiKey;
const caller = (token: string) => new GraphQLClient(server.url, { authorization: `Bearer ${token}` });
const switchKeys = (on: boolean) =>
  server.admin.data(`mutation ($on: Boolean) { updateSettings(input: { apiKeysEnabled: $on }) { settings { apiKeysEnabled } } }`, { on });

test('a key opens nothing until an administrator switches keys on', async () => {
  const { token } = await create();
  expect(await caller(token).code(VENDORS)).toBe('UNAUTHENTICATED');
  await switchKeys(true);
  expect(await caller(token).code(VENDORS)).toBeUndefined();
  await switchKeys(false);
  expect(await caller(token).code(VENDORS)).toBe('UNAUTHENTICATED');
  await switchKeys(true);
});

test('a key has the documented form; only its prefix and a hash are kept', async () => {
  const { token, apiKey } = await create({ permissions: ['vendors:view'] });
  expect(token).toMatch(/^vet_[0-9a-f]{8}\.[0-9a-f]{48}$/);
  expect(token).toContain(`vet_${apiKey.prefix}.`);
  expect(apiKey).toMatchObject({ permissions: ['vendors:view'], allowedIps: [], expiresAt: null, isRevoked: false, createdBy: { name: 'Administrator' } });
  const rows = await server.services.database.query(sql`select k::text from api_key k`);
  expect(JSON.stringify(rows)).not.toContain(token.split('.')[1]);
});

test('a scoped key does what its permissions say and no more', async () => {
  const { token } = await create({ permissions: ['templates:view'] });
  expect(await caller(token).code(VENDORS)).toBe('FORBIDDEN');
  expect((await caller(token).ask(`{ me { id } }`)).data).toEqual({ me: null });
});

test('a revoked, deleted, expired or altered key opens nothing', async () => {
  const revoked = await create();
  await server.admin.data(`mutation ($input: IdInput!) { revokeApiKey(input: $input) { apiKey { isRevoked } } }`, { input: { id: revoked.apiKey.id } });
  const deleted = await create();
  await server.admin.data(`mutation ($input: DeleteInput!) { deleteApiKey(input: $input) { deletedId } }`, { input: { id: deleted.apiKey.id } });
  const expired = await create({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
  expect(await caller(expired.token).code(VENDORS)).toBeUndefined();
  await server.services.database.query(sql`update api_key set expires_at = now() where id = ${expired.apiKey.id}`);
  const { token } = await create();
  const last = token.endsWith('0') ? '1' : '0';
  for (const bad of [revoked.token, deleted.token, expired.token, token.slice(0, -1) + last, token.toUpperCase(), `${token}0`, 'x', '']) {
    expect(await caller(bad).code(VENDORS)).toBe('UNAUTHENTICATED');
  }
});

test('a bad key beside a good cookie is a stranger', async () => {
  const both = caller('vet_00000000.000000000000000000000000000000000000000000000000');
  both.cookie = server.admin.cookie;
  expect(await both.code(VENDORS)).toBe('UNAUTHENTICATED');
});

test('a key works from its addresses only', async () => {
  const here = await create({ allowedIps: ['127.0.0.0/8', '::1'] });
  expect(await caller(here.token).code(VENDORS)).toBeUndefined();
  const elsewhere = await create({ allowedIps: ['203.0.113.7', '2001:db8::/32'] });
  expect(await caller(elsewhere.token).code(VENDORS)).toBe('UNAUTHENTICATED');
  const forged = new GraphQLClient(server.url, { authorization: `Bearer ${elsewhere.token}`, 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7', 'x-real-ip': '203.0.113.7' });
  expect(await forged.code(VENDORS)).toBe('UNAUTHENTICATED');
});

test('behind a trusted proxy the address is the one it names', async () => {
  const proxied = await startTestServer({ trustProxy: ['127.0.0.1'] });
  await proxied.withKey();
  const { createApiKey } = await proxied.admin.data<Created>(CREATE, { input: { name: 'k', allowedIps: ['203.0.113.7'] } });
  const via = (address: string) =>
    new GraphQLClient(proxied.url, { authorization: `Bearer ${createApiKey.token}`, 'x-forwarded-for': address }).code(VENDORS);
  expect(await via('203.0.113.7')).toBeUndefined();
  expect(await via('::ffff:203.0.113.7')).toBeUndefined();
  expect(await via('203.0.113.7, 198.51.100.1')).toBe('UNAUTHENTICATED');
  await proxied.stop();
});

test('a key outlives the account that made it', async () => {
  const maker = await server.withRole('Admin');
  const { me } = await maker.data<{ me: { id: string } }>(`{ me { id } }`);
  const { createApiKey } = await maker.data<Created>(CREATE, { input: { name: 'lasting' } });
  await server.admin.data(`mutation ($input: DeleteInput!) { deleteUser(input: $input) { deletedId } }`, { input: me });
  expect(await caller(createApiKey.token).code(VENDORS)).toBeUndefined();
});

test('its last use is on record', async () => {
  const { token, apiKey } = await create();
  await caller(token).ask(VENDORS);
  const { apiKeys } = await server.admin.data<{ apiKeys: { id: string; lastUsedAt: string | null }[] }>(`{ apiKeys { id lastUsedAt } }`);
  expect(apiKeys.find(({ id }) => id === apiKey.id)?.lastUsedAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
});

test.each([
  ['name', { name: '' }],
  ['permissions.0', { permissions: ['all'] }],
  ['allowedIps.1', { allowedIps: ['10.0.0.1', '10.0.0.0/33'] }],
  ['allowedIps.0', { allowedIps: ['127.1'] }],
  ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
])('a bad %s is refused and named', async (field, bad) => {
  expect(await server.admin.fields(CREATE, { input: { name: 'k', ...bad } })).toMatchObject({ [field]: expect.any(String) });
});
