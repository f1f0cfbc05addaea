import { sql } from '../../src/database/sql';
import { GraphQLClient } from '../kit/client';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.stop());

const CREATE = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) {
  token apiKey { id name prefix permissions allowedIps expiresAt lastUsedAt isRevoked createdBy { name } } } }`;
const UPDATE = `mutation ($input: UpdateApiKeyInput!) { updateApiKey(input: $input) {
  apiKey { name permissions allowedIps expiresAt revision } } }`;
const REVOKE = `mutation ($input: IdInput!) { revokeApiKey(input: $input) { apiKey { isRevoked } } }`;
const DELETE = `mutation ($input: DeleteInput!) { deleteApiKey(input: $input) { deletedId } }`;
const VENDORS = `{ vendors { totalCount } }`;
interface Created {
  createApiKey: { token: string; apiKey: { id: string; prefix: string } };
}
let made = 0;
const create = async (input = {}, as = server.admin) =>
  (await as.data<Created>(CREATE, { input: { name: `key ${++made}`, ...input } })).createApiKey;
const update = (key: { apiKey: { id: string } }, input: object, as = server.admin) =>
  as.ask(UPDATE, { input: { id: key.apiKey.id, ...input } });
const caller = (token: string) => new GraphQLClient(server.url, { authorization: `Bearer ${token}` });
const switchKeys = (on: boolean) =>
  server.admin.data(`mutation ($on: Boolean) { updateSettings(input: { apiKeysEnabled: $on }) { settings { apiKeysEnabled } } }`, { on });

test('a key does not work until an administrator turns API keys on', async () => {
  const { token } = await create();
  expect(await caller(token).code(VENDORS)).toBe('UNAUTHENTICATED');
  await switchKeys(true);
  expect(await caller(token).code(VENDORS)).toBeUndefined();
  await switchKeys(false);
  expect(await caller(token).code(VENDORS)).toBe('UNAUTHENTICATED');
  await switchKeys(true);
});

test('a key has the documented format; only its prefix and a hash are stored', async () => {
  const { token, apiKey } = await create({ permissions: ['vendors:view'] });
  expect(token).toMatch(/^vet_[0-9a-f]{8}\.[0-9a-f]{48}$/);
  expect(token).toContain(`vet_${apiKey.prefix}.`);
  expect(apiKey).toMatchObject({
    permissions: ['vendors:view'],
    allowedIps: [],
    expiresAt: null,
    isRevoked: false,
    createdBy: { name: 'Administrator' },
  });
  const rows = await server.services.database.query(sql`select k::text from api_key k`);
  expect(JSON.stringify(rows)).not.toContain(token.split('.')[1]);
});

test('a scoped key can do what its permissions allow and no more', async () => {
  const { token } = await create({ permissions: ['templates:view'] });
  expect(await caller(token).code(VENDORS)).toBe('FORBIDDEN');
  expect((await caller(token).ask(`{ me { id } }`)).data).toEqual({ me: null });
});

test('a revoked, deleted, expired or altered key does not work', async () => {
  const revoked = await create();
  await server.admin.data(REVOKE, { input: { id: revoked.apiKey.id } });
  const deleted = await create();
  await server.admin.data(DELETE, {
    input: { id: deleted.apiKey.id },
  });
  const expired = await create({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
  expect(await caller(expired.token).code(VENDORS)).toBeUndefined();
  await server.services.database.query(sql`update api_key set expires_at = now() where id = ${expired.apiKey.id}`);
  const { token } = await create();
  const last = token.endsWith('0') ? '1' : '0';
  for (const bad of [revoked.token, deleted.token, expired.token, token.slice(0, -1) + last, token.toUpperCase(), `${token}0`, 'x', '']) {
    expect(await caller(bad).code(VENDORS)).toBe('UNAUTHENTICATED');
  }
});

test('an invalid key with a valid cookie is anonymous', async () => {
  const both = caller('vet_00000000.000000000000000000000000000000000000000000000000');
  both.cookie = server.admin.cookie;
  expect(await both.code(VENDORS)).toBe('UNAUTHENTICATED');
});

test('a key works only from its IP addresses', async () => {
  const here = await create({ allowedIps: ['127.0.0.0/8', '::1'] });
  expect(await caller(here.token).code(VENDORS)).toBeUndefined();
  const elsewhere = await create({ allowedIps: ['203.0.113.7', '2001:db8::/32'] });
  expect(await caller(elsewhere.token).code(VENDORS)).toBe('UNAUTHENTICATED');
  const forged = new GraphQLClient(server.url, {
    authorization: `Bearer ${elsewhere.token}`,
    'x-forwarded-for': '203.0.113.7',
    forwarded: 'for=203.0.113.7',
    'x-real-ip': '203.0.113.7',
  });
  expect(await forged.code(VENDORS)).toBe('UNAUTHENTICATED');
});

test('behind a trusted proxy the address is the one it forwards', async () => {
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

describe('a key follows its creator', () => {
  const changeRole = (id: string, roleId: string) =>
    server.admin.data(`mutation ($input: ChangeUserRoleInput!) { changeUserRole(input: $input) { user { id } } }`, {
      input: { id, roleId },
    });
  const disable = (id: string, disabled: boolean) =>
    server.admin.data(`mutation ($input: SetUserDisabledInput!) { setUserDisabled(input: $input) { user { id } } }`, {
      input: { id, disabled },
    });
  const idOf = async (client: GraphQLClient) => (await client.data<{ me: { id: string } }>(`{ me { id } }`)).me.id;
  const roleNamed = async (name: string) => {
    const { roles } = await server.admin.data<{ roles: { id: string; name: string }[] }>(`{ roles { id name } }`);
    return roles.find((role) => role.name === name)!.id;
  };

  test('and never holds more than that person holds now', async () => {
    const maker = await server.withRole('Admin');
    const [all, some] = [await create({}, maker), await create({ permissions: ['users:manage', 'vendors:view'] }, maker)];
    const id = await idOf(maker);
    await changeRole(id, await roleNamed('Viewer'));
    for (const { token } of [all, some]) {
      expect(await caller(token).code(VENDORS)).toBeUndefined();
      expect(await caller(token).code(`{ users { id } }`)).toBe('FORBIDDEN');
    }
    await changeRole(id, await roleNamed('Admin'));
    for (const { token } of [all, some]) expect(await caller(token).code(`{ users { id } }`)).toBeUndefined();
    expect(await caller(some.token).code(`{ apiKeys { id } }`)).toBe('FORBIDDEN');
  });

  test('stops while that person is disabled, and is revoked when that person is deleted', async () => {
    const maker = await server.withRole('Admin');
    const { token, apiKey } = await create({}, maker);
    const id = await idOf(maker);
    await disable(id, true);
    expect(await caller(token).code(VENDORS)).toBe('UNAUTHENTICATED');
    await disable(id, false);
    expect(await caller(token).code(VENDORS)).toBeUndefined();
    await server.admin.data(`mutation ($input: DeleteInput!) { deleteUser(input: $input) { deletedId } }`, { input: { id } });
    expect(await caller(token).code(VENDORS)).toBe('UNAUTHENTICATED');
    expect(
      await server.admin.data(`query ($filter: AuditFilter) { auditLog(filter: $filter) { nodes { action meta } } }`, {
        filter: { entityId: apiKey.id, action: 'REVOKE_API_KEY' },
      }),
    ).toEqual({ auditLog: { nodes: [{ action: 'REVOKE_API_KEY', meta: { prefix: apiKey.prefix, reason: 'Its creator was deleted' } }] } });
  });

  test('also when a key created it', async () => {
    const maker = await server.withRole('Admin');
    const first = await create({}, maker);
    const second = await create({ permissions: ['vendors:view'] }, caller(first.token));
    const id = await idOf(maker);
    expect(second.apiKey).toMatchObject({ createdBy: { name: expect.any(String) } });
    await disable(id, true);
    expect(await caller(second.token).code(VENDORS)).toBe('UNAUTHENTICATED');
    await disable(id, false);
    await server.admin.data(`mutation ($input: DeleteInput!) { deleteUser(input: $input) { deletedId } }`, { input: { id } });
    expect(await caller(second.token).code(VENDORS)).toBe('UNAUTHENTICATED');
  });
});

describe('a key of the organisation', () => {
  const HAND_OVER = `mutation ($input: IdInput!) { makeApiKeyOrganizational(input: $input) { apiKey { isOrganizational } } }`;
  const allow = (on: boolean) =>
    server.admin.data(
      `mutation ($on: Boolean) { updateSettings(input: { organizationApiKeys: $on }) { settings { organizationApiKeys } } }`,
      {
        on,
      },
    );

  test('is made only while the setting is on, and then outlives its creator', async () => {
    const maker = await server.withRole('Admin');
    const { token, apiKey } = await create({}, maker);
    const input = { id: apiKey.id };
    expect(await server.admin.code(HAND_OVER, { input })).toBe('CONFLICT');
    await allow(true);
    expect(await server.admin.data(HAND_OVER, { input })).toEqual({ makeApiKeyOrganizational: { apiKey: { isOrganizational: true } } });
    await server.admin.data(HAND_OVER, { input });
    const { me } = await maker.data<{ me: { id: string } }>(`{ me { id } }`);
    await server.admin.data(`mutation ($input: DeleteInput!) { deleteUser(input: $input) { deletedId } }`, { input: me });
    expect(await caller(token).code(VENDORS)).toBeUndefined();
    const { auditLog } = await server.admin.data<{ auditLog: { nodes: object[] } }>(
      `query ($filter: AuditFilter) { auditLog(filter: $filter) { nodes { userName meta } } }`,
      { filter: { entityId: apiKey.id, action: 'MAKE_API_KEY_ORGANIZATIONAL' } },
    );
    expect(auditLog.nodes).toEqual([{ userName: 'Administrator', meta: { prefix: apiKey.prefix, permissions: null } }]);
    const another = await create({ permissions: ['vendors:view'] }, caller(token));
    expect(another.apiKey).toMatchObject({ createdBy: null });
    expect(await caller(another.token).code(VENDORS)).toBeUndefined();
    const created = await server.admin.data(`query ($filter: AuditFilter) { auditLog(filter: $filter) { nodes { meta } } }`, {
      filter: { action: 'CREATE_API_KEY', entityId: (another.apiKey as { id: string }).id },
    });
    expect(created).toMatchObject({ auditLog: { nodes: [{ meta: { isOrganizational: true } }] } });
    await allow(false);
  });

  test('is out of reach of its creator once it holds more than that person', async () => {
    const maker = await server.withRole('Admin');
    const { apiKey } = await create({ permissions: ['vendors:view', 'vendors:edit'] }, maker);
    await allow(true);
    await server.admin.data(HAND_OVER, { input: { id: apiKey.id } });
    await allow(false);
    const { createRole } = await server.admin.data<{ createRole: { role: { id: string } } }>(
      `mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }`,
      { input: { name: 'Keys only', permissions: ['api:manage'] } },
    );
    const { me } = await maker.data<{ me: { id: string } }>(`{ me { id } }`);
    await server.admin.data(`mutation ($input: ChangeUserRoleInput!) { changeUserRole(input: $input) { user { id } } }`, {
      input: { id: me.id, roleId: createRole.role.id },
    });
    const input = { id: apiKey.id };
    expect(await maker.code(REVOKE, { input })).toBe('FORBIDDEN');
    expect(await maker.code(`mutation ($input: DeleteInput!) { deleteApiKey(input: $input) { deletedId } }`, { input })).toBe('FORBIDDEN');
    const change = `mutation ($input: UpdateApiKeyInput!) { updateApiKey(input: $input) { apiKey { id } } }`;
    for (const changes of [{ permissions: [] }, { name: 'Taken over' }])
      expect(await maker.code(change, { input: { ...input, ...changes } })).toBe('FORBIDDEN');
    expect(await server.admin.code(REVOKE, { input })).toBeUndefined();
  });

  test('is made by people who hold all it holds, and by no key that follows someone', async () => {
    await allow(true);
    const { token, apiKey } = await create({ permissions: ['api:manage', 'vendors:edit'] });
    const input = { id: apiKey.id };
    const { errors } = await (await server.withPermissions('api:manage', 'vendors:view')).ask(HAND_OVER, { input });
    expect(errors).toMatchObject([
      {
        message: expect.stringMatching(/^You can't change a key that may do more than you: /) as string,
        extensions: { code: 'FORBIDDEN' },
      },
    ]);
    expect(await caller(token).code(HAND_OVER, { input })).toBe('FORBIDDEN');
    expect(await server.admin.code(HAND_OVER, { input: { id: 'none' } })).toBe('NOT_FOUND');
    await server.admin.data(REVOKE, { input });
    expect(await server.admin.code(HAND_OVER, { input })).toBe('CONFLICT');
    await allow(false);
  });
});

test('a key with addresses or an expiry creates none without them', async () => {
  const bound = await create({ allowedIps: ['127.0.0.0/8', '::1'], expiresAt: inAnHour() });
  const itself = caller(bound.token);
  const tooLong = new Date(Date.now() + 7_200_000).toISOString();
  for (const [input, fields] of [
    [{}, ['allowedIps', 'expiresAt']],
    [{ allowedIps: [], expiresAt: null }, ['allowedIps', 'expiresAt']],
    [{ allowedIps: ['127.0.0.1'], expiresAt: tooLong }, ['expiresAt']],
    [{ allowedIps: ['127.0.0.1', '10.0.0.1'], expiresAt: new Date(Date.now() + 60_000).toISOString() }, ['allowedIps']],
  ] as const) {
    expect(Object.keys((await itself.fields(CREATE, { input: { name: 'free', ...input } })) ?? {}).sort()).toEqual(fields);
  }
  const narrower = await create({ allowedIps: ['127.0.0.1'], expiresAt: new Date(Date.now() + 60_000).toISOString() }, itself);
  expect(narrower.apiKey.prefix).toMatch(/^[0-9a-f]{8}$/);
});

describe('unknown keys', () => {
  const UNKNOWN = 'vet_00000000.000000000000000000000000000000000000000000000000';
  const statusOf = async (url: string, token: string) => {
    const answer = await fetch(`${url}/api/v1/vendors`, { headers: { authorization: `Bearer ${token}` } });
    return { status: answer.status, limit: answer.headers.get('ratelimit-limit'), left: answer.headers.get('ratelimit-remaining') };
  };

  const graphQL = (url: string, token: string) =>
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"query":"{ vendors { totalCount } }"}',
    });

  test('count as guesses, which the answer tells; revoked, expired and misplaced ones are refused for ever', async () => {
    const own = await startTestServer({ anonymousRateLimit: 60 });
    await own.withKey();
    const made = async (input = {}) =>
      (await own.admin.data<Created>(CREATE, { input: { name: `k ${Math.random()}`, ...input } })).createApiKey;
    const [revoked, expired, elsewhere, valid] = [await made(), await made(), await made({ allowedIps: ['203.0.113.7'] }), await made()];
    await own.admin.data(REVOKE, { input: { id: revoked.apiKey.id } });
    await own.services.database.query(sql`update api_key set expires_at = now() where id = ${expired.apiKey.id}`);
    for (let n = 0; n < 110; n++) {
      for (const { token } of [revoked, expired, elsewhere]) {
        expect(await statusOf(own.url, token)).toMatchObject({ status: 401, limit: null });
        expect((await graphQL(own.url, token)).status).toBe(401);
      }
    }
    expect(await statusOf(own.url, UNKNOWN)).toEqual({ status: 401, limit: '100', left: '99' });
    expect((await graphQL(own.url, UNKNOWN)).headers.get('ratelimit-remaining')).toBe('98');
    for (let n = 0; n < 98; n++) await statusOf(own.url, valid.token.slice(0, -1) + (valid.token.endsWith('0') ? '1' : '0'));
    expect(await statusOf(own.url, UNKNOWN)).toEqual({ status: 429, limit: '100', left: '0' });
    expect((await statusOf(own.url, valid.token)).status).toBe(200);
    expect((await statusOf(own.url, revoked.token)).status).toBe(401);
    await own.stop();
  });
});

test('when and from where it was last used is recorded', async () => {
  const { token, apiKey } = await create();
  await caller(token).ask(VENDORS);
  const { apiKeys } = await server.admin.data<{ apiKeys: { id: string }[] }>(
    `{ apiKeys { id lastUsedAt lastUsedAddress isOrganizational } }`,
  );
  expect(apiKeys.find(({ id }) => id === apiKey.id)).toEqual({
    id: apiKey.id,
    lastUsedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
    lastUsedAddress: expect.stringMatching(/^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/),
    isOrganizational: false,
  });
});

test.each([
  ['name', { name: '' }],
  ['permissions.0', { permissions: ['all'] }],
  ['allowedIps.1', { allowedIps: ['10.0.0.1', '10.0.0.0/33'] }],
  ['allowedIps.0', { allowedIps: ['127.1'] }],
  ['allowedIps.0', { allowedIps: ['127.1/32'] }],
  ['allowedIps.0', { allowedIps: ['010.0.0.0/8'] }],
  ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
])('an invalid %s is refused and named', async (field, bad) => {
  expect(await server.admin.fields(CREATE, { input: { name: 'k', ...bad } })).toMatchObject({ [field]: expect.any(String) });
});

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const expire = ({ apiKey }: Created['createApiKey']) =>
  server.services.database.query(sql`update api_key set expires_at = now() - interval '1 second' where id = ${apiKey.id}`);
const codeOf = ({ errors }: Awaited<ReturnType<typeof update>>) => errors?.[0]?.extensions.code;

describe('names', () => {
  test('no two active keys share one, however it is written', async () => {
    await create({ name: 'Nightly Export' });
    for (const name of ['Nightly Export', 'nightly export', ' NIGHTLY EXPORT ']) {
      const { errors } = await server.admin.ask(CREATE, { input: { name } });
      expect(errors).toMatchObject([
        {
          message: 'An active API key with this name already exists',
          extensions: { code: 'CONFLICT', fields: { name: 'is already used by an active key' } },
        },
      ]);
    }
    const other = await create();
    expect(codeOf(await update(other, { name: 'nightly export' }))).toBe('CONFLICT');
  });

  test('of two created at once, one gets it', async () => {
    const codes = await Promise.all(Array.from({ length: 4 }, () => server.admin.code(CREATE, { input: { name: 'Race' } })));
    expect(codes.sort()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', undefined]);
  });

  test('the name of a revoked, deleted or expired key can be used again', async () => {
    const revoked = await create({ name: 'Passing' });
    await server.admin.data(REVOKE, { input: { id: revoked.apiKey.id } });
    const deleted = await create({ name: 'Passing' });
    await server.admin.data(DELETE, {
      input: { id: deleted.apiKey.id },
    });
    const expired = await create({ name: 'passing' });
    await expire(expired);
    const last = await create({ name: 'Passing' });
    expect((await update(expired, { expiresAt: null })).errors).toMatchObject([
      { extensions: { code: 'CONFLICT', fields: { name: expect.any(String) } } },
    ]);
    expect((await update(expired, { expiresAt: null, name: 'Back' })).data).toMatchObject({
      updateApiKey: { apiKey: { name: 'Back', expiresAt: null } },
    });
    expect(codeOf(await update(last, { name: 'BACK' }))).toBe('CONFLICT');
  });

  test('an expired key can have the name of an active one', async () => {
    const active = await create({ name: 'Shared' });
    const expired = await create();
    await expire(expired);
    expect((await update(expired, { name: 'Shared' })).errors).toBeUndefined();
    expect((await update(active, { name: 'shared' })).errors).toBeUndefined();
  });
});

describe('an edit', () => {
  test('changes the given fields, keeps the rest, and null removes a limit', async () => {
    const expiresAt = inAnHour();
    const key = await create({ permissions: ['vendors:view'], allowedIps: ['10.0.0.0/8'], expiresAt });
    const { apiKey } = (await update(key, { name: 'Renamed' })).data!.updateApiKey as { apiKey: object };
    expect(apiKey).toEqual({ name: 'Renamed', permissions: ['vendors:view'], allowedIps: ['10.0.0.0/8'], expiresAt, revision: 2 });
    expect((await update(key, { name: null, permissions: null, allowedIps: null, expiresAt: null })).data).toEqual({
      updateApiKey: { apiKey: { name: 'Renamed', permissions: null, allowedIps: [], expiresAt: null, revision: 3 } },
    });
  });

  test('takes effect with the next request', async () => {
    const key = await create({ permissions: ['vendors:view', 'templates:view'] });
    expect(await caller(key.token).code(VENDORS)).toBeUndefined();
    await update(key, { permissions: ['templates:view'] });
    expect(await caller(key.token).code(VENDORS)).toBe('FORBIDDEN');
    await update(key, { permissions: ['vendors:view'], allowedIps: ['203.0.113.0/24'] });
    expect(await caller(key.token).code(VENDORS)).toBe('UNAUTHENTICATED');
    await update(key, { allowedIps: [] });
    expect(await caller(key.token).code(VENDORS)).toBeUndefined();
  });

  test('is recorded with the values before and after, in this order', async () => {
    const key = await create({ permissions: ['vendors:view', 'templates:view'] });
    await update(key, { permissions: ['templates:view'], allowedIps: ['10.0.0.1'], expiresAt: '2099-01-01T00:00:00.000Z' });
    await update(key, { permissions: ['templates:view'] });
    const { auditLog } = await server.admin.data<{ auditLog: { nodes: unknown[] } }>(
      `query ($filter: AuditFilter) { auditLog(filter: $filter) { nodes { action actionLabel meta } } }`,
      { filter: { entityId: key.apiKey.id, action: 'UPDATE_API_KEY' } },
    );
    expect(auditLog.nodes).toHaveLength(1);
    expect(JSON.stringify(auditLog.nodes)).toContain('"from":["vendors:view","templates:view"],"to":["templates:view"]');
    expect(JSON.stringify(auditLog.nodes)).toContain('"from":[],"to":["10.0.0.1"]');
    expect(JSON.stringify(auditLog.nodes)).toContain('"from":null,"to":"2099-01-01T00:00:00.000Z"');
  });

  test('of a revoked key, based on an old revision, or of an unknown key is refused', async () => {
    const key = await create();
    const late = await update(key, { name: 'Late', expectedRevision: 7 });
    expect(codeOf(late)).toBe('CONFLICT');
    expect(late.errors![0]!.message).toContain('This API key was changed');
    await server.admin.data(REVOKE, { input: { id: key.apiKey.id } });
    expect((await update(key, { name: 'Late' })).errors).toMatchObject([
      { message: "A revoked API key can't be changed", extensions: { code: 'CONFLICT' } },
    ]);
    expect(codeOf(await update({ apiKey: { id: 'none' } }, { name: 'Late' }))).toBe('NOT_FOUND');
  });

  test.each([
    ['name', { name: ' ' }],
    ['permissions.0', { permissions: ['all'] }],
    ['allowedIps.0', { allowedIps: ['10.0.0.0/33'] }],
    ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
  ])('with an invalid %s is refused and named', async (field, bad) => {
    expect((await update(await create(), bad)).errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', fields: { [field]: expect.any(String) } } },
    ]);
  });

  test('by its creator can grant no more than the creator has', async () => {
    const maker = await server.withPermissions('api:manage', 'vendors:view', 'templates:view');
    const key = await create({ permissions: ['vendors:view'], allowedIps: ['10.0.0.1'], expiresAt: inAnHour() }, maker);
    expect(
      (await update(key, { permissions: ['vendors:view', 'templates:view'], allowedIps: null, expiresAt: null }, maker)).errors,
    ).toBeUndefined();
    expect(codeOf(await update(key, { permissions: ['vendors:edit'] }, maker))).toBe('FORBIDDEN');
    expect(codeOf(await update(key, { permissions: null }, maker))).toBe('FORBIDDEN');
  });

  test('by a creator who has lost its permissions can only narrow it, and cannot revive an expired key', async () => {
    const maker = await server.withPermissions('api:manage', 'vendors:view', 'vendors:delete');
    const limits = { permissions: ['vendors:view', 'vendors:delete'], allowedIps: ['10.0.0.0/8'], expiresAt: inAnHour() };
    const [key, expired] = [await create(limits, maker), await create(limits, maker)];
    await server.services.database.query(sql`update api_key set expires_at = now() - interval '1 minute' where id = ${expired.apiKey.id}`);
    const { me } = await maker.data<{ me: { role: { id: string } } }>(`{ me { role { id } } }`);
    await server.admin.data(`mutation ($input: UpdateRoleInput!) { updateRole(input: $input) { role { id } } }`, {
      input: { id: me.role.id, permissions: ['api:manage', 'vendors:view'] },
    });
    for (const wider of [{ expiresAt: null }, { expiresAt: new Date(Date.now() + 7_200_000).toISOString() }, { allowedIps: null }]) {
      expect(codeOf(await update(key, wider, maker))).toBe('FORBIDDEN');
    }
    expect(codeOf(await update(expired, { expiresAt: null }, maker))).toBe('FORBIDDEN');
    expect(codeOf(await update(expired, { expiresAt: inAnHour() }, maker))).toBe('FORBIDDEN');
    expect((await update(key, { name: 'Narrowed', allowedIps: ['10.0.0.1'] }, maker)).errors).toBeUndefined();
    expect((await update(key, { permissions: ['vendors:view'], expiresAt: null }, maker)).errors).toBeUndefined();
  });

  test('by others with all its permissions can only narrow it', async () => {
    const key = await create({
      permissions: ['vendors:view', 'templates:view'],
      allowedIps: ['10.0.0.0/8', '2001:db8::/32'],
      expiresAt: inAnHour(),
    });
    const other = await server.withPermissions('api:manage', 'vendors:view', 'templates:view', 'vendors:edit');
    for (const wider of [
      { permissions: ['vendors:view', 'vendors:edit'] },
      { allowedIps: [] },
      { allowedIps: null },
      { allowedIps: ['10.0.0.1', '11.0.0.1'] },
      { allowedIps: ['0.0.0.0/0'] },
      { allowedIps: ['10.0.0.0/7'] },
      { allowedIps: ['::/0'] },
      { expiresAt: null },
      { expiresAt: new Date(Date.now() + 7_200_000).toISOString() },
    ]) {
      const { errors } = await update(key, wider, other);
      expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN', fields: { [Object.keys(wider)[0]!]: expect.any(String) } } }]);
    }
    const narrower = {
      name: 'Narrow',
      permissions: ['vendors:view'],
      allowedIps: ['10.1.0.0/16', '2001:db8::1', '::ffff:10.0.0.9'],
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    };
    expect((await update(key, narrower, other)).data).toMatchObject({ updateApiKey: { apiKey: narrower } });
    const weaker = await server.withPermissions('api:manage', 'templates:view');
    expect(codeOf(await update(key, { name: 'Mine' }, weaker))).toBe('FORBIDDEN');
    expect(codeOf(await update(await create({ permissions: null }), { permissions: ['templates:view'] }, weaker))).toBe('FORBIDDEN');
    expect(codeOf(await update(key, { name: 'Mine' }, await server.withRole('Reviewer')))).toBe('FORBIDDEN');
  });

  test('a key can narrow itself, but not widen itself', async () => {
    const key = await create({ permissions: ['api:manage', 'vendors:view'] });
    const itself = caller(key.token);
    expect((await update(key, { permissions: ['api:manage'] }, itself)).errors).toBeUndefined();
    expect(codeOf(await update(key, { permissions: ['api:manage', 'vendors:view'] }, itself))).toBe('FORBIDDEN');
  });
});

test('a user who manages keys can end none with more permissions, except their own', async () => {
  const weaker = await server.withPermissions('api:manage', 'vendors:view');
  for (const [permissions, beyond] of [
    [['vendors:view', 'vendors:edit'], 'vendors:edit'],
    [null, 'users:manage'],
  ] as const) {
    const key = await create({ permissions });
    const input = { id: key.apiKey.id };
    for (const end of [REVOKE, DELETE]) {
      expect((await weaker.ask(end, { input })).errors).toMatchObject([
        { message: expect.stringContaining(beyond), extensions: { code: 'FORBIDDEN' } },
      ]);
    }
    expect(await caller(key.token).code(VENDORS)).toBeUndefined();
    expect(await server.admin.data(DELETE, { input })).toEqual({ deleteApiKey: { deletedId: input.id } });
  }
  const { apiKey } = await create({ permissions: ['vendors:view'] });
  expect(await weaker.data(DELETE, { input: { id: apiKey.id } })).toEqual({ deleteApiKey: { deletedId: apiKey.id } });

  const maker = await server.withPermissions('api:manage', 'vendors:view', 'vendors:edit');
  const [revoked, itself] = [
    await create({ permissions: ['vendors:edit'] }, maker),
    await create({ permissions: ['api:manage', 'vendors:edit'] }, maker),
  ];
  const { me } = await maker.data<{ me: { role: { id: string } } }>(`{ me { role { id } } }`);
  await server.admin.data(`mutation ($input: UpdateRoleInput!) { updateRole(input: $input) { role { id } } }`, {
    input: { id: me.role.id, permissions: ['api:manage'] },
  });
  expect(await maker.data(REVOKE, { input: { id: revoked.apiKey.id } })).toEqual({ revokeApiKey: { apiKey: { isRevoked: true } } });
  expect(await caller(itself.token).code(REVOKE, { input: { id: revoked.apiKey.id } })).toBe('FORBIDDEN');
  expect(await caller(itself.token).data(REVOKE, { input: { id: itself.apiKey.id } })).toEqual({
    revokeApiKey: { apiKey: { isRevoked: true } },
  });
});
