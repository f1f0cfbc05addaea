import { GraphQLClient } from '../kit/client';
import { createScimToken, type Listed, scimClient, ScimClient, type ScimUser, USER_SCHEMA } from '../kit/scim';
import { ADMIN, startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let scim: ScimClient;
let roles: Record<string, string>;
beforeAll(async () => {
  server = await startTestServer();
  scim = await scimClient(server);
  const { roles: all } = await server.admin.data<{ roles: { id: string; name: string }[] }>(`{ roles { id name } }`);
  roles = Object.fromEntries(all.map(({ id, name }) => [name, id]));
});
afterAll(() => server.stop());

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const PASSWORD = 'a long enough password';
let made = 0;
const address = () => `person${++made}@example.org`;

const byHand = async (email: string, role = 'Viewer', name = 'By Hand') => {
  const { createUser } = await server.admin.data<{ createUser: { user: { id: string } } }>(
    `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`,
    { input: { name, email, password: PASSWORD, roleId: roles[role] } },
  );
  return createUser.user.id;
};
interface Seen {
  id: string;
  name: string;
  email: string;
  isDisabled: boolean;
  isProvisioned: boolean;
  role: { name: string };
}
const seen = async (id: string) =>
  (
    await server.admin.data<{ node: Seen | null }>(
      `query ($id: ID!) { node(id: $id) { ... on User { id name email isDisabled isProvisioned role { name } } } }`,
      { id },
    )
  ).node;
const actionsOn = async (entityId: string) => {
  const { auditLog } = await server.admin.data<{
    auditLog: { nodes: { action: string; userName: string; userId: string | null; meta: object | null }[] };
  }>(`query ($filter: AuditFilter) { auditLog(filter: $filter) { nodes { action userName userId meta } } }`, { filter: { entityId } });
  return auditLog.nodes.reverse();
};
const setDisabled = (id: string, disabled: boolean) =>
  server.admin.code(`mutation ($input: SetUserDisabledInput!) { setUserDisabled(input: $input) { user { id } } }`, {
    input: { id, disabled },
  });

/** As Entra ID creates a user. */
const entraUser = (userName: string, more = {}) => ({
  schemas: [USER_SCHEMA, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
  userName,
  active: true,
  emails: [{ primary: true, type: 'work', value: userName }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada' },
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Analysis', manager: { value: 'x' } },
  roles: [],
  ...more,
});

/** As Okta creates a user. */
const oktaUser = (userName: string, more = {}) => ({
  schemas: [USER_SCHEMA],
  userName,
  name: { givenName: 'Grace', familyName: 'Hopper' },
  emails: [{ primary: true, value: userName, type: 'work' }],
  displayName: 'Grace Hopper',
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: '1mz050nq',
  active: true,
  ...more,
});

describe('tokens', () => {
  test('a SCIM token opens /scim/v2 and nothing else; nothing else opens that', async () => {
    const key = await server.withKey();
    const keyToken = key.headers.authorization!.replace('Bearer ', '');
    for (const token of [undefined, '', keyToken, `vetscim_00000000.${'0'.repeat(48)}`]) {
      const { status, headers, body } = await new ScimClient(server.url, token).get('/Users');
      expect({ status, body }).toEqual({ status: 401, body: { schemas: [ERROR], status: '401', detail: expect.any(String) } });
      expect(headers.get('www-authenticate')).toBe('Bearer');
    }
    expect((await server.admin.fetch('/scim/v2/Users')).status).toBe(401);
    const asKey = new GraphQLClient(server.url, { authorization: `Bearer ${scim.token}` });
    expect(await asKey.code(`{ users { id } }`)).toBe('UNAUTHENTICATED');
    expect((await asKey.fetch('/api/v1/vendors')).status).toBe(401);
    expect((await scim.get('/Users')).status).toBe(200);
  });

  test('an expired or revoked token is refused at once', async () => {
    const { id, token } = await createScimToken(server.admin, { name: 'Short', expiresAt: new Date(Date.now() + 1_500).toISOString() });
    const other = await createScimToken(server.admin, { name: 'Revoked' });
    const [short, revoked] = [new ScimClient(server.url, token), new ScimClient(server.url, other.token)];
    expect((await short.get('/Users')).status).toBe(200);
    expect((await revoked.get('/Users')).status).toBe(200);
    const REVOKE = `mutation ($input: IdInput!) { revokeScimToken(input: $input) { scimToken { isRevoked } } }`;
    expect(await server.admin.data(REVOKE, { input: { id: other.id } })).toEqual({ revokeScimToken: { scimToken: { isRevoked: true } } });
    expect((await revoked.get('/Users')).status).toBe(401);
    await new Promise((resolve) => setTimeout(resolve, 1_600));
    expect((await short.get('/Users')).status).toBe(401);
    const { scimTokens } = await server.admin.data<{ scimTokens: object[] }>(
      `{ scimTokens { id name prefix createdBy { email } createdAt expiresAt lastUsedAt isRevoked } }`,
    );
    expect(scimTokens).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id, name: 'Short', createdBy: { email: ADMIN.email }, lastUsedAt: expect.any(String), isRevoked: false }),
        expect.objectContaining({ id: other.id, name: 'Revoked', prefix: other.token.slice(8, 16), isRevoked: true }),
      ]),
    );
    expect((await actionsOn(other.id)).map(({ action }) => action)).toEqual(['CREATE_SCIM_TOKEN', 'REVOKE_SCIM_TOKEN']);
    expect(JSON.stringify(await actionsOn(other.id))).not.toContain(other.token.slice(20));
  });

  test('making one and giving a group a role need every permission; revoking needs settings:manage', async () => {
    const CREATE = `mutation { createScimToken(input: { name: "x" }) { token } }`;
    const manager = await server.withPermissions('settings:manage', 'users:manage');
    expect(await manager.code(CREATE)).toBe('FORBIDDEN');
    expect(await manager.code(`mutation { setScimGroupRole(input: { id: "x" }) { group { id } } }`)).toBe('FORBIDDEN');
    expect(await manager.code(`{ scimTokens { id } scimGroups { id } }`)).toBeUndefined();
    const { id } = await createScimToken(server.admin);
    expect(await manager.code(`mutation ($id: ID!) { revokeScimToken(input: { id: $id }) { scimToken { id } } }`, { id })).toBeUndefined();
    const other = await server.withPermissions('users:manage', 'roles:manage');
    expect(await other.code(`{ scimTokens { id } }`)).toBe('FORBIDDEN');
    expect(await server.admin.fields(`mutation { createScimToken(input: { name: " " }) { token } }`)).toEqual({ name: 'is required' });
    expect(
      await server.admin.fields(`mutation { createScimToken(input: { name: "x", expiresAt: "2020-01-01T00:00:00Z" }) { token } }`),
    ).toEqual({ expiresAt: 'must be in the future' });
  });

  test('the token of one deployment is nothing in another, and guesses are limited', async () => {
    const other = await startTestServer();
    try {
      const stranger = new ScimClient(other.url, scim.token);
      const mine = await scimClient(other);
      for (let i = 0; i < 100; i++) expect((await stranger.get('/Users')).status).toBe(401);
      const { status, headers, body } = await stranger.get('/Users');
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(headers.get('ratelimit-limit')).toBe('100');
      expect(body).toMatchObject({ schemas: [ERROR], status: '429' });
      expect((await mine.get('/Users')).status).toBe(200);
    } finally {
      await other.stop();
    }
  });
});

describe('what the service says of itself', () => {
  test.each(['/ServiceProviderConfig', '/ResourceTypes', '/ResourceTypes/User', '/Schemas', `/Schemas/${USER_SCHEMA}`])(
    '%s',
    async (path) => {
      const { status, body } = await scim.get<{ schemas: string[] }>(path);
      expect(status).toBe(200);
      expect(body.schemas).toHaveLength(1);
    },
  );

  test('what it doesn’t have is not found, in the words of SCIM', async () => {
    for (const path of ['/Schemas/none', '/ResourceTypes/none', '/Nothing', '', '/Users/none', '/Groups/none']) {
      expect(await scim.get(path)).toMatchObject({ status: 404, body: { schemas: [ERROR], status: '404', detail: expect.any(String) } });
    }
    expect(await scim.request('DELETE', '/Users')).toMatchObject({ status: 405, body: { schemas: [ERROR], status: '405' } });
    expect((await scim.get('/Schemas?filter=id%20pr')).status).toBe(403);
  });
});

describe('Entra ID', () => {
  test('creates, finds, renames, deactivates, restores and deletes', async () => {
    const userName = address();
    expect((await scim.find('/Users', `userName eq "${userName}"`)).body).toMatchObject({ totalResults: 0, Resources: [] });
    const { status, headers, body } = await scim.request<ScimUser>('POST', '/Users', entraUser(userName));
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(body.meta.location);
    expect(body).toMatchObject({
      schemas: [USER_SCHEMA],
      userName,
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      displayName: 'Ada Lovelace',
      name: { formatted: 'Ada Lovelace', givenName: 'Ada', familyName: 'Lovelace' },
      active: true,
      emails: [{ value: userName, type: 'work', primary: true }],
      meta: { resourceType: 'User', created: expect.any(String), lastModified: expect.any(String) },
    });
    const { id } = body;
    expect(await seen(id)).toEqual({
      id,
      name: 'Ada Lovelace',
      email: userName,
      isDisabled: false,
      isProvisioned: true,
      role: { name: 'Viewer' },
    });
    expect((await scim.find('/Users', `USERNAME EQ "${userName.toUpperCase()}"`)).body.Resources).toHaveLength(1);
    const renamed = await scim.patch<ScimUser>(
      `/Users/${id}`,
      { op: 'Replace', path: 'displayName', value: 'Ada King' },
      { op: 'Add', path: 'name.familyName', value: 'King' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ada.work@example.org' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Engines' },
    );
    expect(renamed.body).toMatchObject({
      displayName: 'Ada King',
      name: { familyName: 'King' },
      userName,
      emails: [{ value: 'ada.work@example.org' }],
    });
    expect(await seen(id)).toMatchObject({ name: 'Ada King', email: userName });
    expect((await scim.find('/Users', 'emails[type eq "work"].value eq "ADA.WORK@example.org"')).body.Resources).toMatchObject([{ id }]);
    expect((await scim.patch<ScimUser>(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })).body.active).toBe(false);
    expect(await seen(id)).toMatchObject({ isDisabled: true });
    expect((await scim.patch<ScimUser>(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' })).body.active).toBe(true);
    expect((await scim.request('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await scim.get(`/Users/${id}`)).status).toBe(404);
    expect(await seen(id)).toBeNull();
    const entries = await actionsOn(id);
    expect(entries.map(({ action }) => action)).toEqual(['CREATE_USER', 'UPDATE_USER', 'DISABLE_USER', 'ENABLE_USER', 'DELETE_USER']);
    expect(new Set(entries.map(({ userName: who, userId }) => `${who} ${userId}`))).toEqual(new Set(['SCIM (Directory) null']));
  });

  test('a change of what only the provider knows is a modification; the same again is none', async () => {
    const { id, meta } = await scim.user(entraUser(address()));
    const patch = () => scim.patch<ScimUser>(`/Users/${id}`, { op: 'Add', path: 'name.givenName', value: 'Augusta' });
    const { lastModified } = (await patch()).body.meta;
    expect(Date.parse(lastModified)).toBeGreaterThan(Date.parse(meta.lastModified));
    expect((await patch()).body.meta.lastModified).toBe(lastModified);
  });

  test('with the flag of the tenant URL, sends operations without a path', async () => {
    const { id } = await scim.user(entraUser(address()));
    const { body } = await scim.patch<ScimUser>(`/Users/${id}?aadOptscim062020`, {
      op: 'replace',
      value: { displayName: 'Someone', 'name.givenName': 'Some', 'emails[type eq "work"].value': 's@example.org', active: false },
    });
    expect(body).toMatchObject({
      displayName: 'Someone',
      name: { givenName: 'Some' },
      emails: [{ value: 's@example.org' }],
      active: false,
    });
  });
});

describe('Okta', () => {
  test('looks up, creates, updates by PUT and deactivates without a path', async () => {
    const userName = address();
    expect((await scim.find('/Users', `userName eq "${userName}"`, '&startIndex=1&count=100')).body).toMatchObject({ totalResults: 0 });
    const user = await scim.user(oktaUser(userName));
    expect(user.displayName).toBe('Grace Hopper');
    const put = await scim.request<ScimUser>('PUT', `/Users/${user.id}`, {
      ...oktaUser(userName, { id: user.id, displayName: 'Admiral Hopper', meta: user.meta, schemas: [USER_SCHEMA] }),
      name: { givenName: 'Grace', familyName: 'Brewster' },
    });
    expect(put).toMatchObject({ status: 200, body: { displayName: 'Admiral Hopper', name: { familyName: 'Brewster' }, active: true } });
    const { status, body } = await scim.patch<ScimUser>(`/Users/${user.id}`, { op: 'replace', value: { active: false } });
    expect({ status, ...body }).toMatchObject({ status: 200, id: user.id, active: false, displayName: 'Admiral Hopper' });
    expect(await seen(user.id)).toMatchObject({ isDisabled: true, name: 'Admiral Hopper' });
    const key = await scim.get<ScimUser>(`/Users/${user.id}`);
    expect(JSON.stringify(key.body)).not.toContain('1mz050nq');
  });

  test('a user name that is taken, in any case of letters, is a conflict', async () => {
    const userName = address();
    await scim.user(oktaUser(userName));
    expect(await scim.request('POST', '/Users', oktaUser(userName.toUpperCase()))).toMatchObject({
      status: 409,
      body: { schemas: [ERROR], status: '409', scimType: 'uniqueness', detail: 'A user with this userName already exists' },
    });
    const other = await scim.user(oktaUser(address()));
    expect(await scim.patch(`/Users/${other.id}`, { op: 'replace', path: 'userName', value: userName })).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness' },
    });
    expect(await scim.request('POST', '/Users', oktaUser(ADMIN.email))).toMatchObject({ status: 409 });
  });
});

describe('lists', () => {
  test('show everybody, also those made by hand, page by page', async () => {
    await byHand(address());
    const { body } = await scim.get<Listed<ScimUser>>('/Users');
    expect(body.Resources.map(({ userName }) => userName)).toContain(ADMIN.email);
    expect(body).toMatchObject({ startIndex: 1, itemsPerPage: body.Resources.length, totalResults: body.Resources.length });
    const total = body.totalResults;
    const paged = [];
    for (let startIndex = 1; startIndex <= total; startIndex += 3) {
      const page = await scim.get<Listed<ScimUser>>(`/Users?startIndex=${startIndex}&count=3`);
      expect(page.body).toMatchObject({ totalResults: total, startIndex, itemsPerPage: page.body.Resources.length });
      paged.push(...page.body.Resources);
    }
    expect(paged).toEqual(body.Resources);
    expect((await scim.get('/Users?count=0')).body).toMatchObject({ totalResults: total, itemsPerPage: 0, Resources: [] });
    expect((await scim.get('/Users?startIndex=-5&count=-1')).body).toMatchObject({ startIndex: 1, itemsPerPage: 0 });
    for (const startIndex of [100_000, '9'.repeat(30), '9'.repeat(400)])
      expect((await scim.get(`/Users?startIndex=${startIndex}`)).body).toMatchObject({ totalResults: total, Resources: [] });
    expect((await scim.get<Listed<ScimUser>>(`/Users?count=${'9'.repeat(30)}`)).body.Resources).toHaveLength(Math.min(total, 200));
    expect((await scim.get(`/Users?startIndex=-${'9'.repeat(30)}`)).body).toMatchObject({ startIndex: 1 });
  });

  test('are filtered', async () => {
    const externalId = `id-${++made}`;
    const user = await scim.user(oktaUser(address(), { externalId, displayName: `Zoë "Z" ${made}` }));
    const foundBy = async (filter: string) => (await scim.find('/Users', filter)).body.Resources.map(({ id }) => id);
    for (const filter of [
      `externalId eq "${externalId}"`,
      `id eq "${user.id}"`,
      `displayName eq ${JSON.stringify(user.displayName.toUpperCase())}`,
      `emails.value eq "${user.userName}"`,
      `emails eq "${user.userName}"`,
      `emails[type eq "work" and value eq "${user.userName}"]`,
      `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "${user.userName}"`,
      `externalId eq "${externalId}" and active eq true`,
      `externalId eq "${externalId}" and active eq "True"`,
      `externalId eq "${externalId}" and active pr and active ne null`,
      `id sw "${user.id.slice(0, 30).toUpperCase()}" and id ew "${user.id.slice(-12)}" and id co "-"`,
      `(externalId eq "${externalId}" or externalId eq "none") and not (active eq false)`,
      `externalId sw "${externalId}" and externalId ew "${externalId}" and externalId co "${externalId}"`,
      `externalId eq "${externalId}" and externalId pr and meta.created gt "2020-01-01T00:00:00Z"`,
      `externalId eq "${externalId}" and name.givenName eq "grace" and name.familyName ne "x"`,
    ])
      expect([filter, await foundBy(filter)]).toEqual([filter, [user.id]]);
    for (const filter of [
      `externalId eq "${externalId.toUpperCase()}"`,
      `id eq "none"`,
      `externalId eq "${externalId}" and active eq false`,
      `externalId eq "${externalId}" and (active eq null or not (active pr))`,
      `externalId eq "${externalId}" and id co "%"`,
    ])
      expect([filter, await foundBy(filter)]).toEqual([filter, []]);
  });

  test.each([
    'userName',
    'userName eq',
    'userName eq x',
    'userName xx "x"',
    'nothing eq "x"',
    '(userName eq "x"',
    'userName eq "x" and',
    'emails[type eq "work"',
    'emails[nothing eq "work"]',
    'active gt true',
    'userName eq 5',
    'meta.created gt "yesterday"',
    'meta.created gt "0000-01-01T00:00:00Z"',
    '"',
    `${'('.repeat(50)}userName pr${')'.repeat(50)}`,
    'userName eq "\\u0000"',
    'id co "\\u0000"',
    `userName eq "\\ud800"`,
    `userName pr${' and userName pr'.repeat(200)}`,
  ])('%.60s is no filter', async (filter) => {
    expect(await scim.find('/Users', filter)).toMatchObject({ status: 400, body: { schemas: [ERROR], scimType: 'invalidFilter' } });
  });

  test('show only the attributes that are wanted', async () => {
    const { id } = await scim.user(oktaUser(address()));
    const keys = async (query: string) => Object.keys((await scim.get(`/Users/${id}?${query}`)).body);
    expect(await keys('attributes=userName,NAME.givenName')).toEqual(['schemas', 'id', 'userName', 'name']);
    expect((await scim.get(`/Users/${id}?attributes=name.givenName`)).body).toMatchObject({ name: { givenName: 'Grace' } });
    expect(await keys('excludedAttributes=emails,groups,meta,name')).toEqual([
      'schemas',
      'id',
      'externalId',
      'userName',
      'displayName',
      'active',
    ]);
  });
});

describe('access', () => {
  test('deactivation ends sessions and keys at once', async () => {
    const email = address();
    const id = await byHand(email, 'Admin', 'Key Maker');
    const person = server.stranger();
    await person.login({ email, password: PASSWORD });
    await server.withKey(['vendors:view']);
    const { createApiKey } = await person.data<{ createApiKey: { token: string } }>(
      `mutation { createApiKey(input: { name: "follows", permissions: ["vendors:view"] }) { token } }`,
    );
    const key = new GraphQLClient(server.url, { authorization: `Bearer ${createApiKey.token}` });
    expect(await key.code(`{ vendors { totalCount } }`)).toBeUndefined();
    expect((await scim.patch(`/Users/${id}`, { op: 'replace', value: { active: false } })).status).toBe(200);
    expect(await person.data(`{ me { id } }`)).toEqual({ me: null });
    expect(await key.code(`{ vendors { totalCount } }`)).toBe('UNAUTHENTICATED');
    expect(
      await server
        .stranger()
        .code(`mutation ($input: LoginInput!) { login(input: $input) { user { id } } }`, { input: { email, password: PASSWORD } }),
    ).toBe('UNAUTHENTICATED');
    expect((await scim.patch(`/Users/${id}`, { op: 'replace', value: { active: true } })).status).toBe(200);
    expect(await key.code(`{ vendors { totalCount } }`)).toBeUndefined();
    expect(await person.data(`{ me { id } }`)).toEqual({ me: null });
  });

  test('someone whom SCIM keeps isn’t edited by hand; disabling always works', async () => {
    const UPDATE = `mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }`;
    const CHANGE_ROLE = `mutation ($input: ChangeUserRoleInput!) { changeUserRole(input: $input) { user { id } } }`;
    const { id, userName } = await scim.user(oktaUser(address()));
    expect((await server.admin.ask(UPDATE, { input: { id, name: 'Other' } })).errors).toMatchObject([
      { message: expect.stringContaining('Grace Hopper is managed by the identity provider (SCIM)'), extensions: { code: 'CONFLICT' } },
    ]);
    expect(await server.admin.code(UPDATE, { input: { id, email: 'other@example.org' } })).toBe('CONFLICT');
    expect(await server.admin.code(UPDATE, { input: { id, name: 'Grace Hopper', email: userName } })).toBeUndefined();
    expect(await server.admin.code(CHANGE_ROLE, { input: { id, roleId: roles.Admin } })).toBe('CONFLICT');
    expect(await server.admin.code(CHANGE_ROLE, { input: { id, roleId: roles.Viewer } })).toBeUndefined();
    expect(await setDisabled(id, true)).toBeUndefined();
    // The provider says with every change that the person is active.
    expect((await scim.request<ScimUser>('PUT', `/Users/${id}`, oktaUser(userName))).body.active).toBe(false);
    expect(await setDisabled(id, false)).toBeUndefined();
    await scim.patch(`/Users/${id}`, { op: 'replace', value: { active: false } });
    expect(await setDisabled(id, false)).toBe('CONFLICT');
    expect(await seen(id)).toMatchObject({ isDisabled: true });
    await scim.patch(`/Users/${id}`, { op: 'replace', value: { active: true } });
    expect(await seen(id)).toMatchObject({ isDisabled: false });
  });

  test('what was disabled by hand stays so, whatever the provider takes away and gives back', async () => {
    const tell = async (id: string, active: boolean) => {
      await scim.patch(`/Users/${id}`, { op: 'replace', value: { active } });
      return (await seen(id))!.isDisabled;
    };
    const before = await scim.user(oktaUser(address()));
    expect(await setDisabled(before.id, true)).toBeUndefined();
    expect([await tell(before.id, false), await tell(before.id, true)]).toEqual([true, true]);
    expect(await setDisabled(before.id, false)).toBeUndefined();
    expect(await seen(before.id)).toMatchObject({ isDisabled: false });
    const meanwhile = await scim.user(oktaUser(address()));
    expect(await tell(meanwhile.id, false)).toBe(true);
    expect(await setDisabled(meanwhile.id, true)).toBeUndefined();
    expect(await tell(meanwhile.id, true)).toBe(true);
    expect((await actionsOn(meanwhile.id)).map(({ action, userName }) => [action, userName])).toEqual([
      ['CREATE_USER', 'SCIM (Directory)'],
      ['DISABLE_USER', 'SCIM (Directory)'],
      ['DISABLE_USER', 'Administrator'],
      ['UPDATE_USER', 'SCIM (Directory)'],
    ]);
    expect(await setDisabled(meanwhile.id, false)).toBeUndefined();
    expect([await tell(meanwhile.id, false), await tell(meanwhile.id, true)]).toEqual([true, false]);
  });

  test('someone made by hand is kept by SCIM once SCIM says something of them', async () => {
    const email = address();
    const id = await byHand(email, 'Reviewer', 'Made By Hand');
    expect(await seen(id)).toMatchObject({ isProvisioned: false });
    const { body } = await scim.patch<ScimUser>(`/Users/${id}`, { op: 'Add', path: 'externalId', value: 'e-1' });
    expect(body).toMatchObject({ externalId: 'e-1', displayName: 'Made By Hand', userName: email });
    expect(await seen(id)).toMatchObject({ isProvisioned: true, name: 'Made By Hand', role: { name: 'Reviewer' } });
    expect((await scim.patch<ScimUser>(`/Users/${id}`, { op: 'replace', path: 'name.givenName', value: 'G' })).body.displayName).toBe(
      'Made By Hand',
    );
  });

  test('the last administrator is neither deactivated nor deleted', async () => {
    const { users } = await server.admin.data<{ users: { id: string; email: string; role: { name: string } }[] }>(
      `{ users { id email role { name } } }`,
    );
    const { id } = users.find(({ email }) => email === ADMIN.email)!;
    for (const one of users.filter((user) => user.role.name === 'Admin' && user.id !== id)) {
      expect((await scim.request('DELETE', `/Users/${one.id}`)).status).toBe(204);
    }
    const before = await seen(id);
    const refused = { status: 409, body: { schemas: [ERROR], detail: expect.stringContaining('last enabled administrator') } };
    expect(await scim.patch(`/Users/${id}`, { op: 'replace', value: { active: false } })).toMatchObject(refused);
    expect(await scim.request('PUT', `/Users/${id}`, oktaUser(ADMIN.email, { active: false }))).toMatchObject(refused);
    expect(await scim.request('DELETE', `/Users/${id}`)).toMatchObject(refused);
    expect(await seen(id)).toEqual(before);
    expect(await server.admin.code(`{ users { id } }`)).toBeUndefined();
  });
});

describe('bad input', () => {
  const bad: [string, string, string, unknown, string][] = [
    ['no body', 'POST', '/Users', undefined, 'invalidSyntax'],
    ['a list', 'POST', '/Users', [], 'invalidSyntax'],
    ['no user name', 'POST', '/Users', {}, 'invalidValue'],
    ['a user name that is no address', 'POST', '/Users', { userName: 'someone' }, 'invalidValue'],
    ['a user name that is a number', 'POST', '/Users', { userName: 5 }, 'invalidValue'],
    ['a user name with NUL', 'POST', '/Users', { userName: 'a\u0000@example.org' }, 'invalidValue'],
    ['half a character', 'POST', '/Users', '{"userName":"a@example.org","displayName":"\\ud800"}', 'invalidValue'],
    ['a long name', 'POST', '/Users', { userName: 'a@example.org', displayName: 'x'.repeat(201) }, 'invalidValue'],
    ['a name that is text', 'POST', '/Users', { userName: 'a@example.org', name: 'x' }, 'invalidValue'],
    ['active that is neither', 'POST', '/Users', { userName: 'a@example.org', active: 'maybe' }, 'invalidValue'],
    ['no operations', 'PATCH', '/Users/ID', {}, 'invalidSyntax'],
    ['empty operations', 'PATCH', '/Users/ID', { Operations: [] }, 'invalidSyntax'],
    ['an unknown operation', 'PATCH', '/Users/ID', { Operations: [{ op: 'move', path: 'active' }] }, 'invalidSyntax'],
    ['nothing to remove', 'PATCH', '/Users/ID', { Operations: [{ op: 'remove' }] }, 'noTarget'],
    ['a broken path', 'PATCH', '/Users/ID', { Operations: [{ op: 'add', path: 'emails[', value: 'x' }] }, 'invalidPath'],
    ['a path that is a number', 'PATCH', '/Users/ID', { Operations: [{ op: 'add', path: 5, value: 'x' }] }, 'invalidPath'],
    ['the id', 'PATCH', '/Users/ID', { Operations: [{ op: 'replace', path: 'id', value: 'x' }] }, 'mutability'],
    ['the user name removed', 'PATCH', '/Users/ID', { Operations: [{ op: 'remove', path: 'userName' }] }, 'invalidValue'],
    ['an operation that is text', 'PATCH', '/Users/ID', { Operations: ['x'] }, 'invalidSyntax'],
    ['a value that is text', 'PATCH', '/Users/ID', { Operations: [{ op: 'replace', value: 'x' }] }, 'invalidSyntax'],
    ['a group without a name', 'POST', '/Groups', {}, 'invalidValue'],
    ['an unknown member', 'POST', '/Groups', { displayName: 'G', members: [{ value: 'x' }] }, 'invalidValue'],
    ['not JSON', 'POST', '/Users', '{', 'invalidSyntax'],
    ['too deep', 'PATCH', '/Users/ID', '['.repeat(500), 'invalidSyntax'],
  ];
  test.each(bad)('%s: %s %s', async (_, method, path, body, scimType) => {
    const { id } = await scim.user(oktaUser(address()));
    const before = await scim.get(`/Users/${id}`);
    const { status, body: answer } = await scim.request<{ scimType?: string }>(method, path.replace('ID', id), body);
    expect({ status, scimType: answer.scimType }).toEqual({ status: 400, scimType });
    expect(answer).toMatchObject({ schemas: [ERROR], status: '400', detail: expect.any(String) });
    expect(await scim.get(`/Users/${id}`).then(({ body: after }) => after)).toEqual(before.body);
  });

  test('other content types and bodies that are too large are refused', async () => {
    expect(await scim.request('POST', '/Users', 'userName=x', { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject({
      status: 415,
      body: { schemas: [ERROR] },
    });
    const large = { userName: address(), title: 'x'.repeat(1_100_000) };
    expect(await scim.request('POST', '/Users', large)).toMatchObject({ status: 413, body: { schemas: [ERROR], status: '413' } });
    const json = await scim.request('POST', '/Users', oktaUser(address()), { 'content-type': 'application/json' });
    expect(json.status).toBe(201);
    expect(await scim.get('/Users/%E0%A4%A')).toMatchObject({ status: 400, body: { schemas: [ERROR] } });
    expect(await scim.get('/Users?count=x')).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
  });
});
