import { makeFirstAdministrator } from '../../src/bootstrap';
import { ConfigError } from '../../src/kernel/config';
import { sql } from '../../src/database/sql';
import { GraphQLClient } from '../kit/client';
import { statementsDuring } from '../kit/statements';
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
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-vetgraph_session=[\w.-]+; Max-Age=\d+; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/);
    expect(cookie).not.toContain('Domain');
    expect(await client.data(ME)).toMatchObject({ me: { email: ADMIN.email } });
    const planted = secure.stranger();
    planted.cookie = client.cookie.replace('__Host-', '');
    expect(await planted.data(ME)).toEqual({ me: null });
    const out = await client.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'mutation { logout }' }),
    });
    expect(out.headers.getSetCookie()[0]).toMatch(/^__Host-vetgraph_session=; Path=\/; Expires=Thu, 01 Jan 1970 .*; HttpOnly; Secure/);
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
      currentPassword: "isn't your current password",
    });
    const { auditLog } = await server.admin.data<{ auditLog: { nodes: { meta: object }[] } }>(
      '{ auditLog(first: 1, filter: { action: "LOGIN_FAILED" }) { nodes { meta } } }',
    );
    expect(auditLog.nodes[0]!.meta).toMatchObject({ reason: 'wrong current password', email: me.email });
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

describe('sessions', () => {
  const SESSIONS = `{ me { id sessions { id createdAt lastSeenAt address userAgent isCurrent method } } }`;
  const REVOKE = `mutation ($input: IdInput!) { revokeSession(input: $input) { deletedId } }`;
  const REVOKE_OTHERS = `mutation ($input: RevokeOtherSessionsInput) { revokeOtherSessions(input: $input) { revokedCount } }`;
  const PASSWORD = 'a long enough password';
  interface Mine {
    me: { id: string; email: string; sessions: { id: string; isCurrent: boolean; userAgent: string | null }[] };
  }
  const sessionsOf = async (client: GraphQLClient) => (await client.data<Mine>(SESSIONS)).me.sessions;

  /** Someone with a role, signed in as often as there are names of browsers; the last one is the newest. */
  async function person(signedIn: Promise<GraphQLClient>, ...browsers: string[]) {
    const first = await signedIn;
    const { me } = await first.data<Mine>(`{ me { id email } }`);
    const others: GraphQLClient[] = [];
    for (const browser of browsers) {
      const client = new GraphQLClient(server.url, { 'user-agent': browser });
      await client.login({ email: me.email, password: PASSWORD });
      others.push(client);
    }
    return { first, others, ...me };
  }

  test('are listed to their user, newest first, with where they began', async () => {
    const { first, others } = await person(server.withRole('Viewer'), 'Browser A', `B${'b'.repeat(300)}`);
    await server.services.database.query(sql`
      update session set expires_at = now() - interval '1 second' where user_agent = 'Browser A'`);
    const listed = await sessionsOf(first);
    expect(listed).toMatchObject([
      { userAgent: `B${'b'.repeat(199)}`, isCurrent: false, address: '127.0.0.1', method: 'PASSWORD' },
      { isCurrent: true, address: '127.0.0.1', method: 'PASSWORD' },
    ]);
    expect((await sessionsOf(others[1]!)).map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
    expect(Object.keys(listed[0]!)).not.toContain('tokenHash');
  });

  test('are null for others, except for those who manage users', async () => {
    const { id } = await person(server.withRole('Viewer'));
    const query = `query ($id: ID!) { node(id: $id) { ... on User { sessions { id isCurrent } } } }`;
    const viewer = await server.withRole('Viewer');
    expect(await viewer.data(query, { id })).toEqual({ node: { sessions: null } });
    expect(await viewer.data(`{ assignees { sessions { id } } }`)).toMatchObject({
      assignees: expect.arrayContaining([{ sessions: null }]),
    });
    expect(await server.admin.data(query, { id })).toEqual({ node: { sessions: [{ id: expect.any(String), isCurrent: false }] } });
    expect(await (await server.withKey(['users:manage'])).data(query, { id })).toMatchObject({
      node: { sessions: [{ isCurrent: false }] },
    });
    expect(await (await server.withKey(['vendors:view'])).data(query, { id })).toEqual({ node: { sessions: null } });
  });

  test('of all users take one statement', async () => {
    const list = '{ users { id sessions { id } } }';
    await server.admin.data(list);
    const statements = await statementsDuring(() => server.admin.data(list));
    expect(statements.filter((text) => text.includes('user-session.newestOf'))).toHaveLength(1);
  });

  test('end one by one, once each, and are recorded', async () => {
    const { first, others, id } = await person(server.withRole('Viewer'), 'Browser C', 'Browser D');
    const [d, c] = await sessionsOf(first);
    expect(await first.data(REVOKE, { input: { id: c!.id } })).toEqual({ revokeSession: { deletedId: c!.id } });
    expect(await others[0]!.data(ME)).toEqual({ me: null });
    expect(await first.code(REVOKE, { input: { id: c!.id } })).toBe('NOT_FOUND');
    const codes = await Promise.all([first, others[1]!, server.admin].map((client) => client.code(REVOKE, { input: { id: d!.id } })));
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    const { auditLog } = await server.admin.data<{ auditLog: { nodes: object[] } }>(
      `query ($id: ID!) { auditLog(filter: { action: "REVOKE_SESSION", entityId: $id }, first: 10) { nodes { entityType meta } } }`,
      { id },
    );
    const ended = (userAgent: string) => ({
      entityType: 'User',
      meta: { method: 'PASSWORD', address: '127.0.0.1', userAgent, createdAt: expect.any(String) },
    });
    expect(auditLog.nodes).toEqual([ended('Browser D'), ended('Browser C')]);
  });

  test('ending the current one signs out', async () => {
    const { first } = await person(server.withRole('Viewer'));
    const [own] = await sessionsOf(first);
    await first.data(REVOKE, { input: { id: own!.id } });
    expect(first.cookie).toBe('');
  });

  test('all others end at once, this one stays', async () => {
    const { first, others } = await person(server.withRole('Viewer'), 'Browser E', 'Browser F');
    expect(await first.data(REVOKE_OTHERS)).toEqual({ revokeOtherSessions: { revokedCount: 2 } });
    for (const client of others) expect(await client.data(ME)).toEqual({ me: null });
    expect(await sessionsOf(first)).toMatchObject([{ isCurrent: true }]);
    expect(await first.data(REVOKE_OTHERS, { input: {} })).toEqual({ revokeOtherSessions: { revokedCount: 0 } });
  });

  test('of someone else need users:manage and every permission of that person', async () => {
    const { first, id } = await person(server.withRole('Reviewer'), 'Browser G');
    const [session] = await sessionsOf(first);
    const input = { id: session!.id };
    const viewer = await server.withRole('Viewer');
    expect([await viewer.code(REVOKE, { input }), await viewer.code(REVOKE_OTHERS, { input: { userId: id } })]).toEqual([
      'NOT_FOUND',
      'FORBIDDEN',
    ]);
    const manager = await server.withPermissions('users:manage');
    expect([await manager.code(REVOKE, { input }), await manager.code(REVOKE_OTHERS, { input: { userId: id } })]).toEqual([
      'FORBIDDEN',
      'FORBIDDEN',
    ]);
    const [refusal] = (await manager.ask(REVOKE, { input })).errors!;
    expect(refusal!.message).toMatch(/^You can't change someone who may do more than you: vendors:view/);
    const key = await server.withKey();
    expect(await key.fields(REVOKE_OTHERS)).toEqual({ userId: 'is required: an API key has no sessions' });
    expect(await key.data(REVOKE, { input })).toEqual({ revokeSession: { deletedId: session!.id } });
    expect(await server.admin.data(REVOKE_OTHERS, { input: { userId: id } })).toEqual({ revokeOtherSessions: { revokedCount: 1 } });
    expect(await first.data(ME)).toEqual({ me: null });
    expect(await server.admin.code(REVOKE_OTHERS, { input: { userId: 'nobody' } })).toBe('NOT_FOUND');
  });

  test('all end when an administrator sets a password, those included that are just beginning with the old one', async () => {
    const { first, id, email } = await person(server.withRole('Viewer'), 'Browser H');
    const RESET = `mutation ($input: ResetUserPasswordInput!) { resetUserPassword(input: $input) { user { id } } }`;
    const late = Array.from({ length: 6 }, () => server.stranger());
    await Promise.all([
      server.admin.data(RESET, { input: { id, password: 'a new enough password' } }),
      ...late.map((client) => client.ask(LOGIN, { input: { email, password: PASSWORD } })),
    ]);
    for (const client of [first, ...late]) expect(await client.data(ME)).toEqual({ me: null });
  });

  test('sign-ins are recorded with their method and address, failed ones with a reason', async () => {
    const { id, email } = await person(server.withRole('Viewer'));
    await server.stranger().ask(LOGIN, { input: { email, password: 'not the secret word' } });
    const { auditLog } = await server.admin.data<{ auditLog: { nodes: { action: string; meta: object }[] } }>(
      `query ($id: ID!) { auditLog(filter: { entityId: $id, actions: ["LOGIN", "LOGIN_FAILED"] }, first: 10) { nodes { action meta } } }`,
      { id },
    );
    expect(auditLog.nodes).toEqual([
      {
        action: 'LOGIN_FAILED',
        meta: { email, method: 'PASSWORD', address: '127.0.0.1', reason: 'wrong e-mail address or password' },
      },
      { action: 'LOGIN', meta: { method: 'PASSWORD', address: '127.0.0.1' } },
    ]);
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
    expect(await fresh.stranger().fields(CREATE, short)).toEqual({ password: 'must have at least 12 characters' });
    // The same rules hold for what is configured.
    const refusals: [password: string, why: string][] = [
      ['elevenchars', 'must have at least 12 characters'],
      ['PassWord1234', 'is one of the most used passwords; choose another'],
      [ADMIN.email.toUpperCase(), 'must not be the e-mail address'],
    ];
    for (const [adminPassword, why] of refusals) {
      const config = { ...fresh.services.config, adminEmail: ADMIN.email, adminPassword };
      const message = `ADMIN_PASSWORD ${why}. It is the password of the first administrator`;
      await expect(makeFirstAdministrator({ ...fresh.services, config })).rejects.toThrow(new ConfigError(message));
    }
    expect(await exists(fresh)).toEqual({ administratorExists: false });

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
