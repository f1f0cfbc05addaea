import { TOTP } from 'otpauth';
import { sql } from '../../src/database/sql';
import { Authenticator } from '../kit/authenticator';
import type { GraphQLAnswer, GraphQLClient } from '../kit/client';
import { ADMIN, startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
beforeAll(async () => (server = await startTestServer({ publicUrl: 'https://risk.example' })));
afterAll(() => server.stop());

const SITE = { origin: 'https://risk.example', rpId: 'risk.example' };
const PASSWORD = 'a long enough password';
const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { user { email } isFactorSetupRequired } }`;
const COMPLETE = `mutation ($input: CompleteLoginInput!) { completeLogin(input: $input) { user { email } } }`;
const REAUTHENTICATE = `mutation ($input: ReauthenticateInput!) { reauthenticate(input: $input) { until } }`;
const CONFIRM_TOTP = `mutation ($input: ConfirmTotpInput!) { confirmTotp(input: $input) { factor { id kind name } recoveryCodes } }`;
const CONFIRM_PASSKEY = `mutation ($input: ConfirmPasskeyInput!) { confirmPasskey(input: $input) { factor { id kind name } recoveryCodes } }`;
const REMOVE = `mutation ($input: DeleteInput!) { removeFactor(input: $input) { deletedId } }`;
const FACTORS = `{ me { factors { id kind name lastUsedAt } } }`;
const SETTINGS = `mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { revision } } }`;

interface Added {
  factor: { id: string; kind: string; name: string };
  recoveryCodes: string[] | null;
}

interface Person {
  client: GraphQLClient;
  account: { email: string; password: string };
  id: string;
}

async function person(role: 'Viewer' | 'Admin' = 'Viewer'): Promise<Person> {
  const client = await server.withRole(role);
  const { me } = await client.data<{ me: { id: string; email: string } }>('{ me { id email } }');
  return { client, id: me.id, account: { email: me.email, password: PASSWORD } };
}

/** Codes count up: one works once, so each call gives that of a later step. */
function codes(secret: string): () => string {
  const totp = new TOTP({ secret });
  let late = -30_000;
  return () => totp.generate({ timestamp: Date.now() + (late += 30_000) - 30_000 });
}

async function addTotp({ client }: Person): Promise<Added & { code: () => string }> {
  const { beginTotp } = await client.data<{ beginTotp: { secret: string; uri: string; qrCode: string } }>(
    'mutation { beginTotp { secret uri qrCode } }',
  );
  expect(beginTotp.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(beginTotp.uri).toMatch(/^otpauth:\/\/totp\/.*secret=/);
  expect(beginTotp.qrCode).toMatch(/^data:image\//);
  const code = codes(beginTotp.secret);
  const { confirmTotp } = await client.data<{ confirmTotp: Added }>(CONFIRM_TOTP, { input: { code: code() } });
  return { ...confirmTotp, code };
}

async function addPasskey({ client, id }: Person, name?: string): Promise<Added & { passkey: Authenticator }> {
  const { beginPasskey } = await client.data<{ beginPasskey: { options: { challenge: string; rp: { id: string } } } }>(
    'mutation { beginPasskey { options } }',
  );
  expect(beginPasskey.options.rp.id).toBe('risk.example');
  const passkey = new Authenticator(SITE, Buffer.from(id).toString('base64url'));
  const credential = passkey.create({ challenge: beginPasskey.options.challenge });
  const { confirmPasskey } = await client.data<{ confirmPasskey: Added }>(CONFIRM_PASSKEY, { input: { credential, name } });
  return { ...confirmPasskey, passkey };
}

interface Asked {
  code: string;
  challenge: string;
  methods: string[];
  passkeyOptions?: { challenge: string; allowCredentials: { id: string }[] };
}

const askedBy = ({ errors }: GraphQLAnswer) => errors![0]!.extensions as unknown as Asked;

async function challenged(account: Person['account'], client = server.stranger()): Promise<Asked & { client: GraphQLClient }> {
  const asked = askedBy(await client.ask(LOGIN, { input: account }));
  expect(asked.code).toBe('SECOND_FACTOR_REQUIRED');
  return { ...asked, client };
}

async function newestEntry(action: string, admin = server.admin): Promise<{ userName: string; meta: Record<string, unknown> }> {
  const { auditLog } = await admin.data<{ auditLog: { nodes: { userName: string; meta: Record<string, unknown> }[] } }>(
    `query ($action: String!) { auditLog(first: 1, filter: { action: $action }) { nodes { userName meta } } }`,
    { action },
  );
  return auditLog.nodes[0]!;
}

describe('an authenticator app', () => {
  test('comes with ten recovery codes, and is asked for after the password', async () => {
    const someone = await person();
    const { factor, recoveryCodes, code } = await addTotp(someone);
    expect(factor).toMatchObject({ kind: 'TOTP', name: 'Authenticator app' });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await newestEntry('ADD_FACTOR')).toMatchObject({ meta: { kind: 'TOTP' } });
    const { client, challenge, methods, passkeyOptions } = await challenged(someone.account);
    expect(methods).toEqual(['TOTP', 'RECOVERY_CODE']);
    expect(passkeyOptions).toBeUndefined();
    expect(client.cookie).toBe('');
    expect(await client.data(COMPLETE, { input: { challenge, code: code() } })).toEqual({
      completeLogin: { user: { email: someone.account.email } },
    });
    expect(await client.data(FACTORS)).toMatchObject({ me: { factors: [{ kind: 'TOTP', lastUsedAt: expect.any(String) as string }] } });
    expect(await newestEntry('LOGIN')).toMatchObject({
      meta: { method: 'PASSWORD', factor: 'TOTP', address: expect.any(String) as string },
    });
  });

  test('is not added without a right code', async () => {
    const someone = await person();
    expect(await someone.client.code(CONFIRM_TOTP, { input: { code: '000000' } })).toBe('CONFLICT');
    await someone.client.data('mutation { beginTotp { secret } }');
    expect(await someone.client.fields(CONFIRM_TOTP, { input: { code: 'abc' } })).toHaveProperty('code');
    expect(await someone.client.data(FACTORS)).toEqual({ me: { factors: [] } });
    await server.stranger().login(someone.account);
  });

  test('gives codes that work once, and not the one that confirmed it', async () => {
    const someone = await person();
    const { beginTotp } = await someone.client.data<{ beginTotp: { secret: string } }>('mutation { beginTotp { secret } }');
    const code = new TOTP({ secret: beginTotp.secret }).generate();
    await someone.client.data(CONFIRM_TOTP, { input: { code } });
    const first = await challenged(someone.account);
    expect(await first.client.code(COMPLETE, { input: { challenge: first.challenge, code } })).toBe('UNAUTHENTICATED');
    const next = new TOTP({ secret: beginTotp.secret }).generate({ timestamp: Date.now() + 30_000 });
    const tries = await Promise.all(
      [0, 1, 2].map(async () => {
        const { client, challenge } = await challenged(someone.account);
        return client.code(COMPLETE, { input: { challenge, code: next } });
      }),
    );
    expect(tries.filter((refusal) => refusal === undefined)).toHaveLength(1);
  });

  test('is stored sealed', async () => {
    const someone = await person();
    await addTotp(someone);
    const rows = await server.services.database.query<Record<string, unknown>>(sql`select * from factor`);
    const { beginTotp } = await someone.client.data<{ beginTotp: { secret: string } }>('mutation { beginTotp { secret } }');
    const sessions = await server.services.database.query<Record<string, unknown>>(sql`select * from session`);
    expect(JSON.stringify([rows, sessions])).not.toContain(beginTotp.secret);
  });
});

describe('a challenge', () => {
  test('ends with the first success', async () => {
    const someone = await person();
    const { recoveryCodes } = await addTotp(someone);
    const { client, challenge } = await challenged(someone.account);
    await client.data(COMPLETE, { input: { challenge, recoveryCode: recoveryCodes![0] } });
    expect(await server.stranger().code(COMPLETE, { input: { challenge, recoveryCode: recoveryCodes![1] } })).toBe('UNAUTHENTICATED');
    const again = await challenged(someone.account);
    await again.client.data(COMPLETE, { input: { challenge: again.challenge, recoveryCode: recoveryCodes![1] } });
  });

  test('lets one of several right answers at once in', async () => {
    const someone = await person();
    const { recoveryCodes } = await addTotp(someone);
    const { challenge } = await challenged(someone.account);
    const answers = await Promise.all(
      recoveryCodes!.slice(0, 4).map((recoveryCode) => server.stranger().code(COMPLETE, { input: { challenge, recoveryCode } })),
    );
    expect(answers.filter((refusal) => refusal === undefined)).toHaveLength(1);
  });

  test('ends after five misses', async () => {
    const someone = await person();
    const { recoveryCodes } = await addTotp(someone);
    const { client, challenge } = await challenged(someone.account);
    for (let miss = 0; miss < 5; miss++) {
      expect(await client.code(COMPLETE, { input: { challenge, recoveryCode: 'aaaaa-aaaaa-aaaaa' } })).toBe('UNAUTHENTICATED');
    }
    expect(await client.code(COMPLETE, { input: { challenge, recoveryCode: recoveryCodes![0] } })).toBe('UNAUTHENTICATED');
    expect(await newestEntry('LOGIN_FAILED')).toMatchObject({
      meta: { method: 'PASSWORD', factor: 'RECOVERY_CODE', reason: 'wrong second factor', email: someone.account.email },
    });
  });

  test('ends when the password changes, and is nothing to others', async () => {
    const [someone, other] = [await person(), await person()];
    const { recoveryCodes } = await addTotp(someone);
    const { recoveryCodes: othersCodes } = await addTotp(other);
    const { challenge } = await challenged(someone.account);
    expect(await server.stranger().code(COMPLETE, { input: { challenge, recoveryCode: othersCodes![0] } })).toBe('UNAUTHENTICATED');
    await server.admin.data(`mutation ($input: ResetUserPasswordInput!) { resetUserPassword(input: $input) { user { id } } }`, {
      input: { id: someone.id, password: 'quite another password' },
    });
    expect(await server.stranger().code(COMPLETE, { input: { challenge, recoveryCode: recoveryCodes![0] } })).toBe('UNAUTHENTICATED');
    for (const forged of ['', 'x', `${challenge}x`, server.admin.cookie.split('=')[1]])
      expect(await server.stranger().code(COMPLETE, { input: { challenge: forged, recoveryCode: recoveryCodes![0] } })).toBe(
        'UNAUTHENTICATED',
      );
  });

  test('takes exactly one answer', async () => {
    const someone = await person();
    await addTotp(someone);
    const { client, challenge } = await challenged(someone.account);
    expect(await client.fields(COMPLETE, { input: { challenge } })).toHaveProperty('code');
    expect(await client.fields(COMPLETE, { input: { challenge, code: '000000', recoveryCode: 'x' } })).toHaveProperty('recoveryCode');
  });
});

describe('tries', () => {
  test('are limited for the account, however many challenges there are', async () => {
    const someone = await person();
    const { recoveryCodes } = await addTotp(someone);
    const refusals: (string | undefined)[] = [];
    for (let i = 0; i < 3; i++) {
      const { client, challenge } = await challenged(someone.account);
      for (let miss = 0; miss < 5; miss++) refusals.push(await client.code(COMPLETE, { input: { challenge, code: '000000' } }));
    }
    expect(refusals.slice(0, 10)).toEqual(Array(10).fill('UNAUTHENTICATED'));
    expect(refusals.slice(10)).toEqual(Array(5).fill('RATE_LIMITED'));
    expect(await newestEntry('LOGIN_FAILED')).toMatchObject({
      meta: { factor: 'TOTP', reason: 'too many attempts', email: someone.account.email },
    });
    const { client, challenge } = await challenged(someone.account);
    expect(await client.code(COMPLETE, { input: { challenge, recoveryCode: recoveryCodes![0] } })).toBe('RATE_LIMITED');
  });
});

test('says what was wrong, and after too many tries that one has to start over', async () => {
  const someone = await person();
  await addTotp(someone);
  const { client, challenge } = await challenged(someone.account);
  const say = async (answer: object) => (await client.ask(COMPLETE, { input: { challenge, ...answer } })).errors?.[0]?.message;
  expect(await say({ code: '000000' })).toBe('Wrong code, or it was already used: wait for the next one');
  expect(await say({ recoveryCode: 'none' })).toBe('Wrong recovery code');
  expect(await say({ assertion: {} })).toBe('That passkey didn’t fit');
  for (let miss = 3; miss < 5; miss++) expect(await say({ code: '000000' })).toMatch(/^Wrong code/);
  expect(await say({ code: '000000' })).toBe('Too many wrong tries. Start over');
});

describe('recovery codes', () => {
  test('work once each, however they are written, and are replaced as a whole', async () => {
    const someone = await person();
    const { recoveryCodes } = await addTotp(someone);
    const [first, second, third] = recoveryCodes!;
    const enter = async (recoveryCode: string) => {
      const { client, challenge } = await challenged(someone.account);
      return client.code(COMPLETE, { input: { challenge, recoveryCode } });
    };
    expect(await enter(first!.toUpperCase().replaceAll('-', ' '))).toBeUndefined();
    expect(await newestEntry('LOGIN')).toMatchObject({ meta: { factor: 'RECOVERY_CODE' } });
    expect(await enter(first!)).toBe('UNAUTHENTICATED');
    const { regenerateRecoveryCodes } = await someone.client.data<{ regenerateRecoveryCodes: { recoveryCodes: string[] } }>(
      'mutation { regenerateRecoveryCodes { recoveryCodes } }',
    );
    expect(regenerateRecoveryCodes.recoveryCodes).toHaveLength(10);
    expect(await enter(second!)).toBe('UNAUTHENTICATED');
    expect(await enter(regenerateRecoveryCodes.recoveryCodes[0]!)).toBeUndefined();
    const rows = await server.services.database.query<{ codeHash: string }>(sql`select code_hash as "codeHash" from recovery_code`);
    expect(JSON.stringify(rows)).not.toContain(third);
  });

  test('go with the last factor', async () => {
    const someone = await person();
    const { factor } = await addTotp(someone);
    await someone.client.data(REMOVE, { input: { id: factor.id } });
    expect(await someone.client.code('mutation { regenerateRecoveryCodes { recoveryCodes } }')).toBe('CONFLICT');
    expect(await newestEntry('REMOVE_FACTOR')).toMatchObject({ meta: { kind: 'TOTP' } });
    await server.stranger().login(someone.account);
    const again = await addTotp(someone);
    expect(again.recoveryCodes).toHaveLength(10);
  });
});

describe('a passkey', () => {
  test('is shown after the password', async () => {
    const someone = await person();
    const { factor, passkey, recoveryCodes } = await addPasskey(someone, 'Laptop');
    expect(factor).toMatchObject({ kind: 'PASSKEY', name: 'Laptop' });
    expect(recoveryCodes).toHaveLength(10);
    const { client, challenge, methods, passkeyOptions } = await challenged(someone.account);
    expect(methods).toEqual(['PASSKEY', 'RECOVERY_CODE']);
    expect(passkeyOptions!.allowCredentials).toHaveLength(1);
    const assertion = passkey.show({ challenge: passkeyOptions!.challenge, isVerified: false });
    await client.data(COMPLETE, { input: { challenge, assertion } });
    expect(await newestEntry('LOGIN')).toMatchObject({ meta: { method: 'PASSWORD', factor: 'PASSKEY' } });
  });

  const BEGIN = 'mutation { beginPasskeyLogin { challenge options } }';
  interface Begun {
    beginPasskeyLogin: { challenge: string; options: { challenge: string; userVerification: string; allowCredentials?: object[] } };
  }

  test('works alone if it verified the person', async () => {
    const someone = await person();
    const { passkey } = await addPasskey(someone);
    const client = server.stranger();
    const { challenge, options } = (await client.data<Begun>(BEGIN)).beginPasskeyLogin;
    expect(options).toMatchObject({ userVerification: 'required' });
    const unverified = passkey.show({ challenge: options.challenge, isVerified: false });
    expect(await client.code(COMPLETE, { input: { challenge, assertion: unverified } })).toBe('UNAUTHENTICATED');
    await client.data(COMPLETE, { input: { challenge, assertion: passkey.show({ challenge: options.challenge }) } });
    expect(await client.data('{ me { email sessions { method isCurrent } } }')).toMatchObject({
      me: { email: someone.account.email, sessions: expect.arrayContaining([{ method: 'PASSKEY', isCurrent: true }]) as object[] },
    });
    expect((await newestEntry('LOGIN')).meta).toEqual({ method: 'PASSKEY', address: '127.0.0.1' });
  });

  test('is refused for another site, another challenge, a second time, and with an old counter', async () => {
    const someone = await person();
    const { passkey } = await addPasskey(someone);
    const refusalOf = async (show: (challenge: string) => object) => {
      const client = server.stranger();
      const { challenge, options } = (await client.data<Begun>(BEGIN)).beginPasskeyLogin;
      return client.code(COMPLETE, { input: { challenge, assertion: show(options.challenge) } });
    };
    expect(await refusalOf((challenge) => passkey.show({ challenge, site: { origin: 'https://evil.example' } }))).toBe('UNAUTHENTICATED');
    expect(await refusalOf((challenge) => passkey.show({ challenge, site: { rpId: 'evil.example' } }))).toBe('UNAUTHENTICATED');
    expect(await refusalOf(() => passkey.show({ challenge: 'c29tZXRoaW5nIGVsc2U' }))).toBe('UNAUTHENTICATED');
    expect(await refusalOf(() => ({}))).toBe('UNAUTHENTICATED');
    expect(await refusalOf((challenge) => new Authenticator(SITE).show({ challenge }))).toBe('UNAUTHENTICATED');
    expect(await refusalOf((challenge) => passkey.show({ challenge, counter: 40 }))).toBeUndefined();
    expect(await refusalOf((challenge) => passkey.show({ challenge, counter: 40 }))).toBe('UNAUTHENTICATED');
    const { challenge, options } = (await server.stranger().data<Begun>(BEGIN)).beginPasskeyLogin;
    const assertion = passkey.show({ challenge: options.challenge, counter: 41 });
    await server.stranger().data(COMPLETE, { input: { challenge, assertion } });
    expect(await server.stranger().code(COMPLETE, { input: { challenge, assertion } })).toBe('UNAUTHENTICATED');
  });

  test('can’t be added with somebody else’s response, nor twice', async () => {
    const [someone, other] = [await person(), await person()];
    const begin = async ({ client }: Person) =>
      (await client.data<{ beginPasskey: { options: { challenge: string } } }>('mutation { beginPasskey { options } }')).beginPasskey
        .options;
    const passkey = new Authenticator(SITE);
    const [mine, others] = [await begin(someone), await begin(other)];
    const credential = passkey.create({ challenge: others.challenge });
    expect(await someone.client.fields(CONFIRM_PASSKEY, { input: { credential } })).toHaveProperty('credential');
    expect(await someone.client.fields(CONFIRM_PASSKEY, { input: { credential: { id: 'x' } } })).toHaveProperty('credential');
    await someone.client.data(CONFIRM_PASSKEY, { input: { credential: passkey.create({ challenge: mine.challenge }) } });
    expect(await other.client.code(CONFIRM_PASSKEY, { input: { credential } })).toBe('CONFLICT');
  });
});

describe('factors', () => {
  test('end the other sessions when they change, and are one’s own', async () => {
    const someone = await person();
    const other = server.stranger();
    await other.login(someone.account);
    const { factor } = await addTotp(someone);
    expect(await other.data('{ me { id } }')).toEqual({ me: null });
    expect(await server.admin.code(REMOVE, { input: { id: factor.id } })).toBe('NOT_FOUND');
    const stranger = await person();
    expect(
      await stranger.client.data(`query ($id: ID!) { node(id: $id) { ... on User { factors { id } sessions { id } } } }`, {
        id: someone.id,
      }),
    ).toEqual({ node: { factors: null, sessions: null } });
    expect(await server.admin.data(`query ($id: ID!) { node(id: $id) { ... on User { factors { id } } } }`, { id: someone.id })).toEqual({
      node: { factors: [{ id: factor.id }] },
    });
  });

  test('of someone are removed by who could reset the password, not by others', async () => {
    const someone = await person('Admin');
    await addTotp(someone);
    const RESET = `mutation ($input: IdInput!) { resetUserFactors(input: $input) { user { id } } }`;
    const helper = await server.withPermissions('users:manage');
    expect(await helper.code(RESET, { input: { id: someone.id } })).toBe('FORBIDDEN');
    await server.admin.data(RESET, { input: { id: someone.id } });
    expect(await someone.client.data('{ me { id } }')).toEqual({ me: null });
    await server.stranger().login(someone.account);
  });
});

test('the passkey that is the last way in of an administrator stays', async () => {
  const someone = await person('Admin');
  const { factor } = await addPasskey(someone);
  const { database } = server.services;
  const kept = await database.query(sql<{ id: string; hash: string }>`
    select id, password_hash as hash from app_user where password_hash is not null`);
  await database.query(sql`update app_user set password_hash = null`);
  const RESET = `mutation ($input: IdInput!) { resetUserFactors(input: $input) { user { id } } }`;
  const remove = () => someone.client.code(REMOVE, { input: { id: factor.id } });
  expect(await remove()).toBe('CONFLICT');
  expect(await server.admin.code(RESET, { input: { id: someone.id } })).toBe('CONFLICT');
  for (const { id, hash } of kept) await database.query(sql`update app_user set password_hash = ${hash} where id = ${id}`);
  expect(await remove()).toBeUndefined();
});

describe('a required second factor', () => {
  afterEach(() => server.admin.data(SETTINGS, { input: { requireSecondFactor: 'NOBODY' } }));

  test('lets whoever has none do nothing but set one up', async () => {
    const someone = await person();
    const key = await server.withKey(['vendors:view']);
    const holder = await addTotp(await person());
    expect(holder.recoveryCodes).toHaveLength(10);
    await server.admin.data(SETTINGS, { input: { requireSecondFactor: 'ADMINISTRATORS' } });
    expect(await someone.client.code('{ vendors { totalCount } }')).toBeUndefined();
    // From the next sign-in on.
    expect(await server.admin.code('{ vendors { totalCount } }')).toBeUndefined();
    const adminAgain = server.stranger();
    expect(await adminAgain.data(LOGIN, { input: ADMIN })).toMatchObject({ login: { isFactorSetupRequired: true } });
    expect(await adminAgain.code('{ vendors { totalCount } }')).toBe('SECOND_FACTOR_SETUP_REQUIRED');
    const admin = await addTotp({ client: server.admin, account: ADMIN, id: '' });
    expect(await server.admin.code('{ vendors { totalCount } }')).toBeUndefined();
    await server.admin.data(SETTINGS, { input: { requireSecondFactor: 'EVERYONE' } });
    expect(await someone.client.code('{ vendors { totalCount } }')).toBeUndefined();
    await someone.client.login(someone.account);
    for (const query of [
      '{ vendors { totalCount } }',
      '{ settings { organizationName } }',
      '{ setup { administratorExists } }',
      '{ permissions { name } }',
    ])
      expect(await someone.client.code(query)).toBe('SECOND_FACTOR_SETUP_REQUIRED');
    expect(await someone.client.code('mutation { revokeOtherSessions { revokedCount } }')).toBe('SECOND_FACTOR_SETUP_REQUIRED');
    const rest = await someone.client.fetch('/api/v1/vendors');
    expect([rest.status, await rest.json()]).toEqual([403, { error: 'Forbidden' }]);
    expect((await someone.client.fetch('/files/00000000-0000-4000-8000-000000000000')).status).toBe(403);
    expect(await key.code('{ vendors { totalCount } }')).toBeUndefined();
    expect(await someone.client.data('{ me { email isFactorSetupRequired } }')).toEqual({
      me: { email: someone.account.email, isFactorSetupRequired: true },
    });
    const { factor } = await addTotp(someone);
    expect(await someone.client.code('{ vendors { totalCount } }')).toBeUndefined();
    expect(await someone.client.code(REMOVE, { input: { id: factor.id } })).toBe('CONFLICT');
    await server.admin.data(SETTINGS, { input: { requireSecondFactor: 'NOBODY' } });
    await server.admin.data(REMOVE, { input: { id: admin.factor.id } });
  });
});

describe('asking again who it is', () => {
  let strict: TestServer;
  beforeAll(async () => (strict = await startTestServer({ reauthenticateSeconds: 1 })));
  afterAll(() => strict.stop());
  const wait = () => new Promise((resolve) => setTimeout(resolve, 1_100));

  const CREATE_KEY = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { name } } }`;

  test('comes before sensitive changes, once the last time is too long ago', async () => {
    const client = strict.stranger();
    await client.login(ADMIN);
    await client.data(CREATE_KEY, { input: { name: 'at once', permissions: [] } });
    const { roles } = await client.data<{ roles: { id: string }[] }>(`{ roles { id } }`);
    const { createUser } = await client.data<{ createUser: { user: { id: string } } }>(
      `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`,
      { input: { name: 'Out', email: 'out@example.org', password: 'a long enough password', roleId: roles[0]!.id } },
    );
    await wait();
    const disable = `mutation ($input: SetUserDisabledInput!) { setUserDisabled(input: $input) { user { id } } }`;
    expect(await client.code(disable, { input: { ...createUser.user, disabled: true } })).toBeUndefined();
    expect(await client.code(disable, { input: { ...createUser.user, disabled: false } })).toBe('REAUTHENTICATION_REQUIRED');
    const asked = askedBy(await client.ask(CREATE_KEY, { input: { name: 'later', permissions: [] } }));
    expect(asked).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED', methods: ['PASSWORD'], challenge: expect.any(String) as string });
    expect(await client.code('{ vendors { totalCount } }')).toBeUndefined();
    expect(await client.code(REAUTHENTICATE, { input: { password: 'wrong' } })).toBe('UNAUTHENTICATED');
    expect(await newestEntry('LOGIN_FAILED', client)).toMatchObject({
      meta: { method: 'PASSWORD', reason: 'wrong password when asked again', email: ADMIN.email, address: expect.any(String) as string },
    });
    expect(await client.code(REAUTHENTICATE, { input: {} })).toBe('BAD_USER_INPUT');
    const { reauthenticate } = await client.data<{ reauthenticate: { until: string } }>(REAUTHENTICATE, {
      input: { password: ADMIN.password },
    });
    expect(Date.parse(reauthenticate.until)).toBeGreaterThan(Date.now() - 60_000);
    await client.data(CREATE_KEY, { input: { name: 'later', permissions: [] } });
  });

  test('takes a factor too, which is used up', async () => {
    const client = strict.stranger();
    await client.login(ADMIN);
    const { beginTotp } = await client.data<{ beginTotp: { secret: string } }>('mutation { beginTotp { secret } }');
    const code = codes(beginTotp.secret);
    const { confirmTotp } = await client.data<{ confirmTotp: Added }>(CONFIRM_TOTP, { input: { code: code() } });
    await wait();
    const asked = askedBy(await client.ask(REMOVE, { input: { id: confirmTotp.factor.id } }));
    expect(asked.methods).toEqual(['PASSWORD', 'TOTP', 'RECOVERY_CODE']);
    const again = code();
    await client.data(REAUTHENTICATE, { input: { code: again } });
    expect(await client.code(REAUTHENTICATE, { input: { code: again } })).toBe('UNAUTHENTICATED');
    await client.data(REAUTHENTICATE, { input: { recoveryCode: confirmTotp.recoveryCodes![0] } });
    expect(await client.code(REAUTHENTICATE, { input: { recoveryCode: confirmTotp.recoveryCodes![0] } })).toBe('UNAUTHENTICATED');
    await client.data(REAUTHENTICATE, { input: { password: ADMIN.password } });
    await client.data(REMOVE, { input: { id: confirmTotp.factor.id } });
  });

  test('never comes to API keys, and is limited', async () => {
    const client = strict.stranger();
    await client.login(ADMIN);
    await client.data(`mutation { updateSettings(input: { apiKeysEnabled: true }) { settings { revision } } }`);
    const { createApiKey } = await client.data<{ createApiKey: { token: string } }>(
      `mutation { createApiKey(input: { name: "maker" }) { token } }`,
    );
    await wait();
    const key = strict.stranger();
    key.headers.authorization = `Bearer ${createApiKey.token}`;
    await key.data(CREATE_KEY, { input: { name: 'by key', permissions: [] } });
    const refusals: (string | undefined)[] = [];
    for (let i = 0; i < 11; i++) refusals.push(await client.code(REAUTHENTICATE, { input: { password: 'wrong' } }));
    expect(refusals.at(-1)).toBe('RATE_LIMITED');
    expect((await newestEntry('LOGIN_FAILED', client)).meta.reason).toBe('too many attempts');
  });
});

describe('attacks', () => {
  const SESSIONS = `{ me { sessions { isCurrent } } }`;

  test('a password-only sign-in that runs while the first factor is added does not survive', async () => {
    for (let run = 0; run < 4; run++) {
      const someone = await person();
      const { beginTotp } = await someone.client.data<{ beginTotp: { secret: string } }>('mutation { beginTotp { secret } }');
      const thieves = Array.from({ length: 5 }, () => server.stranger());
      const adding = someone.client.data(CONFIRM_TOTP, { input: { code: codes(beginTotp.secret)() } });
      await Promise.all([adding, ...thieves.map((thief) => thief.ask(LOGIN, { input: someone.account }))]);
      expect(await someone.client.data(SESSIONS)).toEqual({ me: { sessions: [{ isCurrent: true }] } });
    }
  });

  test('a passkey with certificates is refused before they are looked at', async () => {
    const { client, id } = await person();
    for (const attestation of [
      ['packed', new Map([['x5c', [new Uint8Array(4)]]])],
      ['android-key', new Map([['x5c', [new Uint8Array(4)]]])],
      ['tpm', new Map()],
      ['apple', new Map()],
    ] as [string, Map<string, unknown>][]) {
      const { beginPasskey } = await client.data<{ beginPasskey: { options: { challenge: string } } }>(
        'mutation { beginPasskey { options } }',
      );
      const passkey = new Authenticator(SITE, Buffer.from(id).toString('base64url'));
      const credential = passkey.create({ challenge: beginPasskey.options.challenge, attestation });
      expect(await client.fields(CONFIRM_PASSKEY, { input: { credential } })).toHaveProperty('credential');
    }
  });

  test.each(['internal', 5, { a: 1 }, [['a'], ['b']], Array(20_000).fill('usb')])('odd transports %# do no harm', async (transports) => {
    const someone = await person();
    const { beginPasskey } = await someone.client.data<{ beginPasskey: { options: { challenge: string } } }>(
      'mutation { beginPasskey { options } }',
    );
    const passkey = new Authenticator(SITE, Buffer.from(someone.id).toString('base64url'));
    const credential = passkey.create({ challenge: beginPasskey.options.challenge, transports });
    await someone.client.data(CONFIRM_PASSKEY, { input: { credential } });
    expect((await challenged(someone.account)).methods).toEqual(['PASSKEY', 'RECOVERY_CODE']);
  });

  test('nobody locks an owner out of the second step', async () => {
    const someone = await person();
    const { passkey } = await addPasskey(someone);
    const { code } = await addTotp(someone);
    const asked = await challenged(someone.account, someone.client);
    const { id } = asked.passkeyOptions!.allowCredentials[0]!;
    // By its id, which is no secret; by the password; by other names from the same address.
    for (let i = 0; i < 12; i++) {
      const stranger = server.stranger();
      const { beginPasskeyLogin } = await stranger.data<{ beginPasskeyLogin: { challenge: string } }>(
        'mutation { beginPasskeyLogin { challenge } }',
      );
      await stranger.code(COMPLETE, { input: { challenge: beginPasskeyLogin.challenge, assertion: { id } } });
      const guess = await challenged(someone.account);
      await guess.client.code(COMPLETE, { input: { challenge: guess.challenge, code: '000000' } });
    }
    for (let i = 0; i < 51; i++) await server.stranger().code(LOGIN, { input: { email: `nobody${i}@example.org`, password: 'wrong' } });
    // A browser that was used before.
    await someone.client.data(COMPLETE, { input: { challenge: asked.challenge, code: code() } });
    const again = await challenged(someone.account, someone.client);
    const assertion = passkey.show({ challenge: again.passkeyOptions!.challenge });
    await someone.client.data(COMPLETE, { input: { challenge: again.challenge, assertion } });
    await server.services.database.query(sql`delete from rate_limit`);
  });
});
