import { sql } from '../../src/database/sql';
import { ADMIN, startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.stop());

const ME = `{ me { email role { name } } }`;
const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { user { name } } }`;
const UPDATE_SETTINGS = `mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { revision } } }`;

describe('sign-in', () => {
  test('sets a cookie that scripts, other sites and, under https, plain http cannot get', async () => {
    const response = await server.stranger().fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: LOGIN, variables: { input: ADMIN } }),
    });
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^vetgraph_session=[\w-]+\.[\w-]+\.[\w-]+; .*HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain('Secure');
  });

  test('sets Secure when users connect by https', async () => {
    const secure = await startTestServer({ publicUrl: 'https://risk.example' });
    const client = secure.stranger();
    const response = await client.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: LOGIN, variables: { input: ADMIN } }),
    });
    expect(response.headers.getSetCookie()[0]).toContain('Secure');
    await secure.stop();
  });

  test('ignores the case of the address', async () => {
    const client = server.stranger();
    await client.login({ ...ADMIN, email: ' Admin@Example.ORG ' });
    expect(await client.data(ME)).toEqual({ me: { email: ADMIN.email, role: { name: 'Admin' } } });
  });

  test('accepts every password that can be set, counted in characters', async () => {
    const { roles } = await server.admin.data<{ roles: { id: string }[] }>(`{ roles { id } }`);
    const account = { email: 'emoji@example.org', password: '😀'.repeat(150) };
    await server.admin.data(`mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`, {
      input: { name: 'Emoji', roleId: roles[0]!.id, ...account },
    });
    const client = server.stranger();
    await client.login(account);
    expect(await client.data(ME)).toMatchObject({ me: { email: account.email } });
    const password = '😀'.repeat(151);
    const CHANGE = `mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { user { id } } }`;
    expect(await client.code(CHANGE, { input: { currentPassword: account.password, newPassword: password } })).toBeUndefined();
    expect(await server.stranger().code(LOGIN, { input: { ...account, password: `${password.repeat(2)}` } })).toBe('UNAUTHENTICATED');
    await server.stranger().login({ ...account, password });
  });

  test('records a try with an address that is longer than any, without half a character at its end', async () => {
    const email = `a${'😀'.repeat(300)}`;
    expect(await server.stranger().code(LOGIN, { input: { email, password: 'wrong' } })).toBe('UNAUTHENTICATED');
    const { auditLog } = await server.admin.data<{ auditLog: { nodes: { meta: { email: string } }[] } }>(
      '{ auditLog(first: 1, filter: { action: "LOGIN_FAILED" }) { nodes { meta } } }',
    );
    expect(auditLog.nodes[0]!.meta.email).toBe(`a${'😀'.repeat(253)}`);
  });

  test('says the same for a wrong password and an unknown address', async () => {
    const answers = await Promise.all([
      server.stranger().ask(LOGIN, { input: { ...ADMIN, password: 'wrong' } }),
      server.stranger().ask(LOGIN, { input: { email: 'nobody@example.org', password: 'wrong' } }),
    ]);
    for (const { errors } of answers) {
      expect(errors?.[0]).toMatchObject({
        message: 'Wrong e-mail address or password',
        extensions: { code: 'UNAUTHENTICATED' },
      });
    }
  });

  test('me is null for anonymous callers', async () => {
    expect(await server.stranger().data(ME)).toEqual({ me: null });
  });
});

describe('a session ends', () => {
  test('on sign-out, for copies of its cookie too', async () => {
    const client = server.stranger();
    await client.login(ADMIN);
    const copy = server.stranger();
    copy.cookie = client.cookie;
    expect(await client.data(`mutation { logout }`)).toEqual({ logout: true });
    expect(client.cookie).toBe('');
    expect(await copy.data(ME)).toEqual({ me: null });
  });

  test('when its time is up by the clock of the database', async () => {
    const client = server.stranger();
    await client.login(ADMIN);
    await server.services.database.query(sql`update session set expires_at = now() - interval '1 second'`);
    expect(await client.data(ME)).toEqual({ me: null });
    await server.admin.login(ADMIN);
  });

  test('is extended while it is used', async () => {
    const client = server.stranger();
    await client.login(ADMIN);
    const { database } = server.services;
    await database.query(sql`update session set last_seen_at = now() - interval '6 minutes', expires_at = now() + interval '1 minute'`);
    await client.data(ME);
    const [row] = await database.query<{ hours: number }>(
      sql`select max(extract(epoch from expires_at - now()) / 3600) as hours from session`,
    );
    expect(row!.hours).toBeGreaterThan(11);
  });

  test('for all other devices when the password changes', async () => {
    const client = await server.withRole('Viewer');
    const { me } = await client.data<{ me: { email: string } }>(ME);
    const change = `mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { user { email } } }`;
    const other = server.stranger();
    await other.login({ email: me.email, password: 'a long enough password' });
    expect(await client.fields(change, { input: { currentPassword: 'wrong', newPassword: 'another password' } })).toEqual({
      currentPassword: 'is wrong',
    });
    await client.data(change, { input: { currentPassword: 'a long enough password', newPassword: 'another password' } });
    expect(await other.data(ME)).toEqual({ me: null });
    expect((await client.data<{ me: object }>(ME)).me).not.toBeNull();
    await server.stranger().login({ email: me.email, password: 'another password' });
  });

  test('a forged or altered cookie is anonymous', async () => {
    const client = server.stranger();
    await client.login(ADMIN);
    for (const cookie of [client.cookie.slice(0, -3), `${client.cookie}x`, 'vetgraph_session=eyJhbGciOiJub25lIn0.eyJrZXkiOiJ4In0.']) {
      const forger = server.stranger();
      forger.cookie = cookie;
      expect(await forger.data(ME)).toEqual({ me: null });
    }
  });
});

test('a disabled user loses access with the next request, and can get it back', async () => {
  const client = await server.withRole('Viewer');
  const { me } = await client.data<{ me: { id: string; email: string } }>(`{ me { id email } }`);
  const disable = `mutation ($input: SetUserDisabledInput!) { setUserDisabled(input: $input) { user { isDisabled } } }`;
  await server.admin.data(disable, { input: { id: me.id, disabled: true } });
  expect(await client.code(`{ vendors { totalCount } }`)).toBe('UNAUTHENTICATED');
  expect(await server.stranger().code(LOGIN, { input: { email: me.email, password: 'a long enough password' } })).toBe('UNAUTHENTICATED');
  await server.admin.data(disable, { input: { id: me.id, disabled: false } });
  await client.login({ email: me.email, password: 'a long enough password' });
  expect(await client.code(`{ vendors { totalCount } }`)).toBeUndefined();
});

test('a demoted user loses the permissions with the next request', async () => {
  const client = await server.withRole('Admin');
  const { me } = await client.data<{ me: { id: string } }>(`{ me { id } }`);
  expect(await client.code(`{ auditLog { totalCount } }`)).toBeUndefined();
  const { roles } = await server.admin.data<{ roles: { id: string; name: string }[] }>(`{ roles { id name } }`);
  await server.admin.data(`mutation ($input: ChangeUserRoleInput!) { changeUserRole(input: $input) { user { id } } }`, {
    input: { id: me.id, roleId: roles.find(({ name }) => name === 'Viewer')!.id },
  });
  expect(await client.code(`{ auditLog { totalCount } }`)).toBe('FORBIDDEN');
});

describe('guessing is limited', () => {
  test('per account, across processes on one database', async () => {
    const second = await startTestServer({ databaseUrl: server.databaseUrl, adminEmail: ADMIN.email });
    const clients = [server.stranger(), second.stranger()];
    const input = { email: 'victim@example.org', password: 'guess' };
    const codes: (string | undefined)[] = [];
    for (let i = 0; i < 12; i++) codes.push(await clients[i % 2]!.code(LOGIN, { input }));
    expect(codes.slice(0, 10)).toEqual(Array(10).fill('UNAUTHENTICATED'));
    expect(codes.slice(10)).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
    const { auditLog } = await server.admin.data<{ auditLog: { nodes: { meta: { email: string; reason: string } }[] } }>(
      `{ auditLog(filter: { action: "LOGIN_FAILED" }, first: 100) { nodes { meta } } }`,
    );
    const reasons = auditLog.nodes
      .map(({ meta }) => meta)
      .filter(({ email }) => email === input.email)
      .map(({ reason }) => reason);
    expect(reasons.filter((reason) => reason === 'too many attempts')).toHaveLength(1);
    await second.stop();
  });

  test('the limit ends with its window', async () => {
    await server.services.database.query(sql`update rate_limit set resets_at = now() where key like 'login:%'`);
    expect(await server.stranger().code(LOGIN, { input: { email: 'victim@example.org', password: 'guess' } })).toBe('UNAUTHENTICATED');
  });

  test('per address', async () => {
    await server.services.database.query(sql`
      insert into rate_limit (key, count, resets_at) values ('login:address:127.0.0.1', 50, now() + interval '1 minute')
      on conflict (key) do update set count = 50, resets_at = excluded.resets_at`);
    const answer = await server.stranger().ask(LOGIN, { input: ADMIN });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) });
    await server.services.database.query(sql`delete from rate_limit`);
  });
});

describe('a change by cookie must come from our own pages', () => {
  const post = (headers: Record<string, string>) =>
    server.admin.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: UPDATE_SETTINGS, variables: { input: {} } }),
    });

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])('%o is refused', async (headers) => {
    const response = await post(headers);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
  });

  test('our own origin and programs are accepted', async () => {
    expect((await post({ origin: server.url })).status).toBe(200);
    expect((await post({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await post({})).status).toBe(200);
  });

  test('a form cannot send GraphQL', async () => {
    const response = await server.admin.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ query: 'mutation { logout }' }),
    });
    expect(response.status).toBe(415);
    expect((await server.admin.data<{ me: object }>(ME)).me).not.toBeNull();
  });
});

describe('the first administrator', () => {
  const CREATE = `mutation ($input: CreateFirstAdministratorInput!) {
    createFirstAdministrator(input: $input) { user { name role { name } } } }`;
  const person = (name: string) => ({ input: { name, email: `${name}@example.org`, password: 'long enough for me' } });
  const exists = async (of: TestServer) => (await of.stranger().data<{ setup: object }>('{ setup { administratorExists } }')).setup;

  test('is created by the first visitor if none is configured: of many at once, one wins and is signed in', async () => {
    const fresh = await startTestServer({ adminEmail: undefined, adminPassword: undefined });
    expect(await exists(fresh)).toEqual({ administratorExists: false });
    const short = { input: { ...person('ada').input, password: 'short' } };
    expect(await fresh.stranger().fields(CREATE, short)).toEqual({ password: 'must have at least 8 characters' });

    const clients = ['ada', 'ben', 'cleo', 'dan'].map((name) => ({ name, client: fresh.stranger() }));
    const codes = await Promise.all(clients.map(({ name, client }) => client.code(CREATE, person(name))));
    expect(codes.toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', undefined]);
    const { name, client } = clients[codes.indexOf(undefined)]!;
    expect(await client.data(ME)).toEqual({ me: { email: `${name}@example.org`, role: { name: 'Admin' } } });
    expect(await client.data(`{ users { name } auditLog(first: 10) { nodes { action userName entityName } } }`)).toEqual({
      users: [{ name }],
      auditLog: {
        nodes: [
          { action: 'LOGIN', userName: name, entityName: name },
          { action: 'CREATE_USER', userName: name, entityName: name },
          { action: 'BEGIN_RECORD', userName: 'System', entityName: null },
        ],
      },
    });
    expect(await exists(fresh)).toEqual({ administratorExists: true });
    await fresh.stop();
  });

  test('is not created if there is one already, whoever asks', async () => {
    expect(await exists(server)).toEqual({ administratorExists: true });
    for (const client of [server.stranger(), server.admin]) expect(await client.code(CREATE, person('eve'))).toBe('CONFLICT');
    expect(await server.stranger().code(LOGIN, { input: { email: 'eve@example.org', password: 'long enough for me' } })).toBe(
      'UNAUTHENTICATED',
    );
  });
});
