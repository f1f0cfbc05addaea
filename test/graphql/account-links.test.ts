import { sql } from '../../src/database/sql';
import type { GraphQLClient } from '../kit/client';
import { ADMIN, startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
beforeAll(async () => (server = await startTestServer({ trustProxy: ['loopback'] })));
afterAll(() => server.stop());

const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { user { id } } }`;
const REQUEST = `mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { isAccepted } }`;
const RESET = `mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { email } }`;
const INVITE = `mutation ($input: InviteUserInput!) { inviteUser(input: $input) { user { id name hasPassword } } }`;
const ACCEPT = `mutation ($input: ResetPasswordInput!) { acceptInvitation(input: $input) { user { email } isFactorSetupRequired } }`;
const RESEND = `mutation ($input: IdInput!) { resendInvitation(input: $input) { user { id } } }`;
const VIEWING = ['vendors:view', 'assessments:view', 'templates:view', 'frameworks:view'];
const NEW = 'a really new password';

interface Mail {
  text: string;
  kind: string;
  recipient: string;
}

async function mailsTo(recipient: string, kind: string, client: GraphQLClient = server.admin): Promise<Mail[]> {
  const { mails } = await client.data<{ mails: { nodes: Mail[] } }>(
    `query ($filter: MailFilter) { mails(filter: $filter) { nodes { kind recipient text } } }`,
    { filter: { recipient, kind } },
  );
  return mails.nodes;
}

const tokenIn = ({ text }: Mail) => /\/(?:reset-password|invitation)\/([\w-]{43})/.exec(text)![1]!;

async function roleId(name = 'Viewer'): Promise<string> {
  const { roles } = await server.admin.data<{ roles: { id: string; name: string }[] }>(`{ roles { id name } }`);
  return roles.find((role) => role.name === name)!.id;
}

async function viewer(): Promise<{ id: string; email: string; client: GraphQLClient }> {
  const client = await server.withRole('Viewer');
  const { me } = await client.data<{ me: { id: string; email: string } }>('{ me { id email } }');
  return { ...me, client };
}

describe('a forgotten password', () => {
  test('is replaced by a link, once; all sessions end and nobody is signed in', async () => {
    const { email, client } = await viewer();
    expect(await server.stranger().data(REQUEST, { input: { email: email.toUpperCase() } })).toEqual({
      requestPasswordReset: { isAccepted: true },
    });
    const [mail] = await mailsTo(email, 'PASSWORD_RESET');
    const token = tokenIn(mail!);
    const stranger = server.stranger();
    expect(await stranger.data(RESET, { input: { token, password: NEW } })).toEqual({ resetPassword: { email } });
    expect(stranger.cookie).toBe('');
    expect(await client.data('{ me { id } }')).toEqual({ me: null });
    await server.stranger().login({ email, password: NEW });
    expect(await server.stranger().fields(RESET, { input: { token, password: NEW } })).toHaveProperty('token');
    expect(await mailsTo(email, 'PASSWORD_RESET')).toEqual([]);
  });

  test('gives one of several uses at once the password', async () => {
    const { email } = await viewer();
    await server.stranger().data(REQUEST, { input: { email } });
    const token = tokenIn((await mailsTo(email, 'PASSWORD_RESET'))[0]!);
    const passwords = [1, 2, 3, 4].map((n) => `a new password ${n}`);
    const refusals = await Promise.all(passwords.map((password) => server.stranger().code(RESET, { input: { token, password } })));
    const won = passwords.filter((_, i) => refusals[i] === undefined);
    expect(won).toHaveLength(1);
    await server.stranger().login({ email, password: won[0]! });
  });

  test('is answered the same, and as slowly, for somebody who doesn’t exist', async () => {
    const { email } = await viewer();
    const ask = async (address: string) => {
      const began = performance.now();
      const answer = await server.stranger().ask(REQUEST, { input: { email: address } });
      return { answer, ms: performance.now() - began };
    };
    const [known, unknown] = [await ask(email), await ask('nobody@example.org')];
    expect(known.answer).toEqual(unknown.answer);
    expect(Math.min(known.ms, unknown.ms)).toBeGreaterThan(240);
    expect(await mailsTo('nobody@example.org', 'PASSWORD_RESET')).toEqual([]);
  });

  test('has a newest link only, which ends after 30 minutes, with a new address, and when the account is disabled', async () => {
    const { id, email } = await viewer();
    const ask = async (to: string) => {
      await server.stranger().data(REQUEST, { input: { email: to } });
      const [mail, ...others] = await mailsTo(to, 'PASSWORD_RESET');
      expect(others).toEqual([]);
      return tokenIn(mail!);
    };
    const refusalOf = (token: string) => server.stranger().fields(RESET, { input: { token, password: NEW } });
    const [first, second] = [await ask(email), await ask(email)];
    expect(await refusalOf(first)).toHaveProperty('token');
    await server.services.database.query(sql`update account_link set expires_at = expires_at - interval '31 minutes'`);
    expect(await refusalOf(second)).toHaveProperty('token');
    const third = await ask(email);
    const DISABLE = `mutation ($input: SetUserDisabledInput!) { setUserDisabled(input: $input) { user { id } } }`;
    await server.admin.data(DISABLE, { input: { id, disabled: true } });
    expect(await refusalOf(third)).toHaveProperty('token');
    await server.admin.data(DISABLE, { input: { id, disabled: false } });
    const moved = `moved-${email}`;
    await server.admin.data(`mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }`, {
      input: { id, email: moved },
    });
    expect(await refusalOf(third)).toHaveProperty('token');
    expect(await refusalOf('')).toHaveProperty('token');
  });

  test('is not mailed to one account without end', async () => {
    const { id, email } = await viewer();
    for (let i = 0; i < 7; i++) await server.stranger().data(REQUEST, { input: { email } });
    const { auditLog } = await server.admin.data<{ auditLog: { totalCount: number } }>(
      `query ($id: ID!) { auditLog(filter: { action: "REQUEST_PASSWORD_RESET", entityId: $id }) { totalCount } }`,
      { id },
    );
    expect(auditLog.totalCount).toBe(5);
  });

  test('has a link that only those see who could reset the password by hand', async () => {
    const admin = await server.withRole('Admin');
    const { me } = await admin.data<{ me: { email: string } }>('{ me { email } }');
    await server.stranger().data(REQUEST, { input: { email: me.email } });
    const outsider = await server.withPermissions('settings:manage', 'assessments:create');
    expect((await mailsTo(me.email, 'PASSWORD_RESET', outsider))[0]!.text).toContain('[Link hidden');
    const helper = await server.withPermissions('settings:manage', 'users:manage', 'assessments:create');
    expect((await mailsTo(me.email, 'PASSWORD_RESET', helper))[0]!.text).toContain('[Link hidden');
    const text = (await mailsTo(me.email, 'PASSWORD_RESET'))[0]!.text;
    expect(text).toContain(`${server.services.publicUrl}/reset-password/`);
    const { database } = server.services;
    const { id, email } = await viewer();
    await server.stranger().data(REQUEST, { input: { email } });
    const helpers = await server.withPermissions('users:manage', 'settings:manage', ...VIEWING);
    const seen = async () => (await mailsTo(email, 'PASSWORD_RESET', helpers))[0]!.text;
    const hidden = '[Link hidden: shown to people with every permission';
    expect(await seen()).toMatch(/\/reset-password\/[\w-]{43}/);
    await database.query(sql`update app_user set is_provisioned = true where id = ${id}`);
    expect(await seen()).toContain(hidden);
    await database.query(sql`update app_user set is_provisioned = false where id = ${id}`);
    await database.query(sql`insert into user_identity (id, user_id, issuer, subject) values (gen_random_uuid(), ${id}, 'https://a', 'b')`);
    expect(await seen()).toContain(hidden);
    expect((await mailsTo(email, 'PASSWORD_RESET'))[0]!.text).not.toContain('hidden');
    await database.query(sql`update mail set status = 'SENT' where kind = 'PASSWORD_RESET'`);
    expect((await mailsTo(me.email, 'PASSWORD_RESET'))[0]!.text).not.toMatch(/[\w-]{43}/);
  });
});

describe('an invitation', () => {
  test('makes a user without a password, who chooses one and is signed in', async () => {
    const email = 'invited@example.org';
    const input = { name: 'In Vited', email, roleId: await roleId() };
    const { inviteUser } = await server.admin.data<{ inviteUser: { user: { id: string } } }>(INVITE, { input });
    expect(inviteUser.user).toMatchObject({ name: 'In Vited', hasPassword: false });
    expect(await server.stranger().code(LOGIN, { input: { email, password: '' } })).toBe('UNAUTHENTICATED');
    const [mail] = await mailsTo(email, 'USER_INVITATION');
    const client = server.stranger();
    expect(await client.fields(ACCEPT, { input: { token: tokenIn(mail!), password: 'short' } })).toEqual({
      password: 'must have at least 12 characters',
    });
    expect(await client.data(ACCEPT, { input: { token: tokenIn(mail!), password: NEW } })).toEqual({
      acceptInvitation: { user: { email }, isFactorSetupRequired: false },
    });
    expect(await client.data('{ me { email } }')).toEqual({ me: { email } });
    expect(await server.admin.code(RESEND, { input: { id: inviteUser.user.id } })).toBe('CONFLICT');
    const { auditLog } = await server.admin.data<{ auditLog: { nodes: { action: string }[] } }>(
      `query ($id: ID!) { auditLog(filter: { entityId: $id }) { nodes { action } } }`,
      { id: inviteUser.user.id },
    );
    expect(auditLog.nodes.map(({ action }) => action)).toEqual(expect.arrayContaining(['INVITE_USER', 'CHANGE_PASSWORD', 'LOGIN']));
  });

  test('can be sent again; the link before stops working', async () => {
    const email = 'twice@example.org';
    const input = { name: 'Twice', email, roleId: await roleId() };
    const { inviteUser } = await server.admin.data<{ inviteUser: { user: { id: string } } }>(INVITE, { input });
    const first = tokenIn((await mailsTo(email, 'USER_INVITATION'))[0]!);
    await server.admin.data(RESEND, { input: { id: inviteUser.user.id } });
    const [second, ...others] = await mailsTo(email, 'USER_INVITATION');
    expect(others).toEqual([]);
    expect(await server.stranger().fields(ACCEPT, { input: { token: first, password: NEW } })).toHaveProperty('token');
    expect(await server.stranger().fields(RESET, { input: { token: tokenIn(second!), password: NEW } })).toHaveProperty('token');
    await server.stranger().data(ACCEPT, { input: { token: tokenIn(second!), password: NEW } });
    expect(await server.admin.fields(INVITE, { input })).toEqual({ email: 'is already used' });
  });

  test('gives nobody a role that the inviter doesn’t have', async () => {
    const helper = await server.withPermissions('users:manage');
    const input = { name: 'Too Much', email: 'toomuch@example.org', roleId: await roleId('Admin') };
    expect(await helper.code(INVITE, { input })).toBe('FORBIDDEN');
  });
});

describe('a new password', () => {
  const CREATE = `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`;
  const refusalOf = async (password: string, email = 'chosen@example.org') =>
    (await server.admin.fields(CREATE, { input: { name: 'Cho Sen', email, roleId: await roleId(), password } }))?.password;

  test.each([
    ['elevenchars', 'must have at least 12 characters'],
    ['            ', 'must not be blank'],
    ['x'.repeat(201), 'is longer than 200 characters'],
    ['QwErTy123456', 'is one of the most used passwords; choose another'],
    ['1Q2w3E4r5T6y', 'is one of the most used passwords; choose another'],
    ['CHOSEN@example.org', 'must not be the e-mail address'],
    ['MY OrganISATION', 'must not be the name of the organisation'],
  ])('may not be %p', async (password, why) => {
    expect(await refusalOf(password)).toBe(why);
  });

  test.each([
    ['Straßenbau München', 'STRASSENBAU MÜNCHEN'],
    ['Straßenbau München', ' straßenbau  mu\u0308nchen'],
    ['Straßenbau München', 'STRAẞENBAU MÜNCHEN'],
    ['İstanbul Lojistik', 'istanbul lojistik'],
    ['İstanbul Lojistik', 'i\u0307stanbul lojistik'],
  ])('may not be the name of the organisation %p in another spelling', async (organizationName, password) => {
    const RENAME = `mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { organizationName } } }`;
    await server.admin.data(RENAME, { input: { organizationName } });
    expect(await refusalOf(password)).toBe('must not be the name of the organisation');
    await server.admin.data(RENAME, { input: { organizationName: 'My organisation' } });
  });

  test('may be as short as the settings say', async () => {
    const SETTINGS = `mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { minPasswordLength } } }`;
    expect(await server.admin.fields(SETTINGS, { input: { minPasswordLength: 7 } })).toHaveProperty('minPasswordLength');
    expect(await server.admin.fields(SETTINGS, { input: { minPasswordLength: 65 } })).toHaveProperty('minPasswordLength');
    await server.admin.data(SETTINGS, { input: { minPasswordLength: 8 } });
    expect(await server.stranger().data('{ setup { minPasswordLength } }')).toEqual({ setup: { minPasswordLength: 8 } });
    expect(await refusalOf('12345678')).toBe('is one of the most used passwords; choose another');
    expect(await refusalOf('gk29dmw8')).toBeUndefined();
    await server.admin.data(SETTINGS, { input: { minPasswordLength: 12 } });
  });
});

describe('guessing at passwords', () => {
  const from = (address: string) => {
    const client = server.stranger();
    client.headers['x-forwarded-for'] = address;
    return client;
  };

  test('delays the guesser’s address for the account, not the owner', async () => {
    const { email } = await viewer();
    const guess = (client: GraphQLClient) => client.code(LOGIN, { input: { email, password: 'a wrong password' } });
    for (let i = 0; i < 10; i++) expect(await guess(from('198.51.100.1'))).toBe('UNAUTHENTICATED');
    expect(await guess(from('198.51.100.1'))).toBe('RATE_LIMITED');
    const owner = from('203.0.113.5');
    await owner.login({ email, password: 'a long enough password' });
    // The owner's browser is known now, also in a network where somebody guesses.
    owner.headers['x-forwarded-for'] = '198.51.100.1';
    await owner.login({ email, password: 'a long enough password' });
    expect(await from('198.51.100.1').code(LOGIN, { input: { email, password: 'a long enough password' } })).toBe('RATE_LIMITED');
  });

  test('is limited for a known browser too', async () => {
    const { email, client } = await viewer();
    for (let i = 0; i < 10; i++) await client.code(LOGIN, { input: { email, password: 'a wrong password' } });
    expect(await client.code(LOGIN, { input: { email, password: 'a long enough password' } })).toBe('RATE_LIMITED');
  });
});

describe('a new device', () => {
  test('is told by e-mail, the first and a known one are not', async () => {
    const { email, client } = await viewer();
    expect(await mailsTo(email, 'NEW_DEVICE')).toEqual([]);
    await client.login({ email, password: 'a long enough password' });
    expect(await mailsTo(email, 'NEW_DEVICE')).toEqual([]);
    const other = server.stranger();
    other.headers['user-agent'] = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    await other.login({ email, password: 'a long enough password' });
    const [mail, ...more] = await mailsTo(email, 'NEW_DEVICE');
    expect(mail!.text).toContain('Firefox on Windows');
    expect(more).toEqual([]);
    await other.login({ email, password: 'a long enough password' });
    expect(await mailsTo(email, 'NEW_DEVICE')).toHaveLength(1);
  });

  test('sets a cookie that scripts can’t read, after that of the session', async () => {
    const response = await server.stranger().fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: LOGIN, variables: { input: ADMIN } }),
    });
    const [session, device] = response.headers.getSetCookie();
    expect(session).toMatch(/^vetgraph_session=/);
    expect(device).toMatch(/^vetgraph_device=[\w-]{43}; Max-Age=34560000; .*HttpOnly; SameSite=Lax$/);
  });

  test('can’t be chosen by the browser, and is forgotten with the password', async () => {
    const { email, client } = await viewer();
    const password = 'a long enough password';
    const chosen = server.stranger();
    chosen.device = `vetgraph_device=${'M'.repeat(43)}`;
    await chosen.login({ email, password });
    expect(chosen.device).not.toBe(`vetgraph_device=${'M'.repeat(43)}`);
    // Two people share a browser: each is known there, by a key of their own.
    const other = await viewer();
    other.client.device = client.device;
    await other.client.login({ email: other.email, password });
    expect(other.client.device.split('.')).toHaveLength(2);
    client.device = other.client.device;
    const before = (await mailsTo(email, 'NEW_DEVICE')).length;
    await client.login({ email, password });
    expect(await mailsTo(email, 'NEW_DEVICE')).toHaveLength(before);
    const change = `mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { user { id } } }`;
    await client.data(change, { input: { currentPassword: password, newPassword: NEW } });
    await client.login({ email, password: NEW });
    expect(await mailsTo(email, 'NEW_DEVICE')).toHaveLength(before);
    await chosen.login({ email, password: NEW });
    expect(await mailsTo(email, 'NEW_DEVICE')).toHaveLength(before + 1);
  });
});

describe('links are not a way around', () => {
  test('asking again: a session of long ago doesn’t see them', async () => {
    const email = 'around@example.org';
    const { inviteUser } = await server.admin.data<{ inviteUser: { user: { id: string } } }>(INVITE, {
      input: { name: 'Around', email, roleId: await roleId('Admin') },
    });
    const stale = server.stranger();
    await stale.login(ADMIN);
    const session = sql`update session set shown_at = now() - interval '3 hours' where id = (select id from session order by created_at desc limit 1)`;
    await server.services.database.query(session);
    const [mail] = await mailsTo(email, 'USER_INVITATION', stale);
    expect(mail!.text).toContain('[Link hidden: sign in again');
    expect(await stale.code(RESEND, { input: { id: inviteUser.user.id } })).toBe('REAUTHENTICATION_REQUIRED');
    expect((await mailsTo(email, 'USER_INVITATION'))[0]!.text).toMatch(/\/invitation\/[\w-]{43}/);
  });

  test('more permissions than when they were sent', async () => {
    const email = 'promoted@example.org';
    const { inviteUser } = await server.admin.data<{ inviteUser: { user: { id: string } } }>(INVITE, {
      input: { name: 'Promoted', email, roleId: await roleId() },
    });
    const token = tokenIn((await mailsTo(email, 'USER_INVITATION'))[0]!);
    await server.admin.data(`mutation ($input: ChangeUserRoleInput!) { changeUserRole(input: $input) { user { id } } }`, {
      input: { id: inviteUser.user.id, roleId: await roleId('Admin') },
    });
    expect(await server.stranger().fields(ACCEPT, { input: { token, password: NEW } })).toHaveProperty('token');
  });

  test('a stranger who asks often doesn’t keep the owner from asking', async () => {
    const { email, client } = await viewer();
    for (let i = 0; i < 7; i++) await server.stranger().data(REQUEST, { input: { email } });
    await server.services.database.query(sql`delete from account_link`);
    await client.data(REQUEST, { input: { email } });
    const token = tokenIn((await mailsTo(email, 'PASSWORD_RESET'))[0]!);
    expect(await server.stranger().data(RESET, { input: { token, password: NEW } })).toEqual({ resetPassword: { email } });
  });
});
