import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { sql } from '../../src/database/sql';
import { untilLocksAreAwaited } from '../kit/database';
import { ADMIN, startTestServer, type TestServer } from '../kit/server';
import type { GraphQLClient } from '../kit/client';
import { TestIdentityProvider, Traveller } from '../kit/identity-provider';

let server: TestServer;
let provider: TestIdentityProvider;
let providerId: string;
let roles: Record<string, string>;

const CREATE = `mutation ($input: CreateIdentityProviderInput!) {
  createIdentityProvider(input: $input) { provider { id name issuer clientId isEnabled isJitEnabled isEmailTrusted scopes roleClaim
    roleMappings { value role { name } } defaultRole { name } callbackUrl backchannelLogoutUrl lastUsedAt revision } }
}`;
const UPDATE = `mutation ($input: UpdateIdentityProviderInput!) { updateIdentityProvider(input: $input) { provider { id revision } } }`;
const DELETE = `mutation ($id: ID!) { deleteIdentityProvider(input: { id: $id }) { deletedId } }`;
const TEST = `mutation ($id: ID!) { testIdentityProvider(input: { id: $id }) { isOk checks { name isOk message } } }`;
const SETTINGS = `mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { passwordSignIn } } }`;
const ME = `{ me { id name email role { name } sessions { method isCurrent provider { id name } endSessionUrl } } }`;

const CLIENT = { clientId: 'vetgraph', clientSecret: 'a secret between us' };

interface Me {
  me: {
    id: string;
    name: string;
    email: string;
    role: { name: string };
    sessions: { method: string; isCurrent: boolean; provider: { id: string; name: string } | null; endSessionUrl: string | null }[];
  } | null;
}

beforeAll(async () => {
  provider = await TestIdentityProvider.start();
  server = await startTestServer({ trustProxy: ['127.0.0.1', '::1'] });
  const { roles: all } = await server.admin.data<{ roles: { id: string; name: string }[] }>(`{ roles { id name } }`);
  roles = Object.fromEntries(all.map(({ id, name }) => [name, id]));
  const { createIdentityProvider } = await server.admin.data<{ createIdentityProvider: { provider: { id: string } } }>(CREATE, {
    input: { name: 'Acme', issuer: provider.issuer, ...CLIENT },
  });
  providerId = createIdentityProvider.provider.id;
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

beforeEach(async () => {
  await provider.set({
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [`${server.url}/auth/oidc/${providerId}/callback`],
        backchannel_logout_session_required: true,
        backchannel_logout_uri: `${server.url}/auth/oidc/${providerId}/backchannel-logout`,
      },
      { client_id: 'another', client_secret: 'of somebody else', redirect_uris: ['http://127.0.0.1:9/callback'] },
    ],
    accounts: {},
    manner: 'well',
    who: null,
  });
  await change({
    isEnabled: true,
    isJitEnabled: false,
    isEmailTrusted: false,
    scopes: [],
    roleClaim: null,
    roleMappings: [],
    defaultRoleId: null,
  });
});

const change = (input: object) => server.admin.data(UPDATE, { input: { id: providerId, ...input } });
const startUrl = (more = '') => `${server.url}/auth/oidc/${providerId}/start${more}`;
const callback = () => `${server.url}/auth/oidc/${providerId}/callback`;

/** Adds somebody at the provider, who signs in there at once. */
async function at(subject: string, claims: Record<string, unknown>): Promise<void> {
  await provider.set({ accounts: { [subject]: claims }, who: subject });
}

interface Arrived {
  status: number;
  text: string;
  url: string;
  traveller: Traveller;
  client: GraphQLClient;
}

/** From the sign-in page to wherever it ends. */
async function signIn(more = '', traveller = new Traveller()): Promise<Arrived> {
  const { response, url } = await traveller.follow(startUrl(more));
  const client = server.stranger();
  const cookie = traveller.cookieOf(server.url, 'vetgraph_session');
  if (cookie) client.cookie = `vetgraph_session=${cookie}`;
  return { status: response.status, text: await response.text(), url, traveller, client };
}

async function whoIs({ client }: Arrived): Promise<Me['me']> {
  return (await client.data<Me>(ME)).me;
}

async function invite(email: string, role = 'Viewer'): Promise<string> {
  const { inviteUser } = await server.admin.data<{ inviteUser: { user: { id: string } } }>(
    `mutation ($input: InviteUserInput!) { inviteUser(input: $input) { user { id } } }`,
    { input: { name: email.split('@')[0], email, roleId: roles[role] } },
  );
  return inviteUser.user.id;
}

async function entries(action: string): Promise<{ actor: string; entityName: string | null; meta: Record<string, unknown> }[]> {
  const { auditLog } = await server.admin.data<{
    auditLog: { nodes: { userName: string; entityName: string | null; meta: Record<string, unknown> }[] };
  }>(`query ($action: String!) { auditLog(first: 20, filter: { action: $action }) { nodes { userName entityName meta } } }`, {
    action,
  });
  return auditLog.nodes.map(({ userName: actor, ...rest }) => ({ actor, ...rest }));
}

describe('providers', () => {
  test('are described, listed by name, and shown to strangers by name alone', async () => {
    const { createIdentityProvider } = await server.admin.data<{ createIdentityProvider: { provider: Record<string, unknown> } }>(CREATE, {
      input: {
        name: 'A second one',
        issuer: 'https://login.example.org/tenant',
        clientId: 'us',
        clientSecret: 'never shown',
        isEnabled: false,
        isJitEnabled: true,
        isEmailTrusted: true,
        scopes: ['groups'],
        roleClaim: 'realm_access.roles',
        roleMappings: [
          { value: 'boss', roleId: roles.Admin },
          { value: 'staff', roleId: roles.Viewer },
        ],
        defaultRoleId: roles.Viewer,
      },
    });
    const made = createIdentityProvider.provider;
    expect(made).toMatchObject({
      name: 'A second one',
      isEnabled: false,
      isJitEnabled: true,
      roleMappings: [
        { value: 'boss', role: { name: 'Admin' } },
        { value: 'staff', role: { name: 'Viewer' } },
      ],
      defaultRole: { name: 'Viewer' },
      callbackUrl: `${server.url}/auth/oidc/${made.id as string}/callback`,
      backchannelLogoutUrl: `${server.url}/auth/oidc/${made.id as string}/backchannel-logout`,
      lastUsedAt: null,
      revision: 1,
    });
    const { identityProviders } = await server.admin.data<{ identityProviders: { name: string }[] }>(`{ identityProviders { name } }`);
    expect(identityProviders).toEqual([{ name: 'A second one' }, { name: 'Acme' }]);
    expect(await server.stranger().data(`{ signInOptions { passwordSignIn providers { id name } } }`)).toEqual({
      signInOptions: { passwordSignIn: 'EVERYONE', providers: [{ id: providerId, name: 'Acme' }] },
    });
    expect((await fetch(`${server.url}/auth/oidc/${made.id as string}/start`)).status).toBe(404);
    await server.admin.data(DELETE, { id: made.id });
    const [created] = await entries('CREATE_IDENTITY_PROVIDER');
    expect(created).toMatchObject({ entityName: 'A second one' });
    expect(JSON.stringify([created, await entries('DELETE_IDENTITY_PROVIDER')])).not.toContain('never shown');
  });

  test.each([
    [{ issuer: 'http://login.example.org' }, 'issuer'],
    [{ issuer: 'https://login.example.org/?tenant=1' }, 'issuer'],
    [{ issuer: 'login.example.org' }, 'issuer'],
    [{ name: ' ' }, 'name'],
    [{ clientSecret: ' ' }, 'clientSecret'],
    [{ scopes: ['two words'] }, 'scopes.0'],
    [{ defaultRoleId: 'none' }, 'defaultRoleId'],
    [{ roleMappings: [{ value: 'x', roleId: '3345caef-9606-4236-ac0d-39ac6e6db6ed' }] }, 'roleMappings.0.roleId'],
  ])('%j is refused', async (bad, field) => {
    const input = { name: 'Bad', issuer: 'https://login.example.org', clientId: 'x', clientSecret: 'y', ...bad };
    const { errors } = await server.admin.ask(CREATE, { input });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: { [field]: expect.any(String) as string } });
  });

  test('no two share issuer and client; a new issuer needs the secret again', async () => {
    for (const issuer of [provider.issuer, `${provider.issuer}/`, `${provider.issuer}/.well-known/openid-configuration`])
      expect(await server.admin.code(CREATE, { input: { name: 'Twice', issuer, ...CLIENT } })).toBe('CONFLICT');
    const { errors } = await server.admin.ask(UPDATE, { input: { id: providerId, issuer: 'https://login.example.org' } });
    expect(errors?.[0]?.extensions.fields).toEqual({ clientSecret: 'must be entered again for a new issuer' });
  });

  test('need settings:manage to see, and every permission to make or change', async () => {
    const manager = await server.withPermissions('settings:manage', 'users:manage');
    expect(await manager.code(`{ identityProviders { id } }`)).toBeUndefined();
    expect(await manager.code(UPDATE, { input: { id: providerId, name: 'Taken over' } })).toBe('FORBIDDEN');
    expect(await manager.code(CREATE, { input: { name: 'Mine', issuer: 'https://me.example.org', ...CLIENT } })).toBe('FORBIDDEN');
    const viewer = await server.withRole('Viewer');
    expect(await viewer.code(`{ identityProviders { id } }`)).toBe('FORBIDDEN');
    expect(await viewer.code(TEST, { id: providerId })).toBe('FORBIDDEN');
  });

  test('a role that one gives cannot be deleted', async () => {
    const { createRole } = await server.admin.data<{ createRole: { role: { id: string } } }>(
      `mutation { createRole(input: { name: "Given", permissions: ["vendors:view"] }) { role { id } } }`,
    );
    const { id } = createRole.role;
    const remove = `mutation ($id: ID!) { deleteRole(input: { id: $id }) { deletedId } }`;
    await change({ roleMappings: [{ value: 'x', roleId: id }] });
    expect(await server.admin.code(remove, { id })).toBe('CONFLICT');
    await change({ roleMappings: [], defaultRoleId: id });
    expect(await server.admin.code(remove, { id })).toBe('CONFLICT');
    await change({ defaultRoleId: null });
    expect(await server.admin.code(remove, { id })).toBeUndefined();
  });

  test('tests say what was found', async () => {
    const test = async () =>
      (
        await server.admin.data<{ testIdentityProvider: { isOk: boolean; checks: { name: string; isOk: boolean; message: string }[] } }>(
          TEST,
          { id: providerId },
        )
      ).testIdentityProvider;
    const good = await test();
    expect([good.isOk, good.checks.map(({ name }) => name)]).toEqual([true, ['Discovery', 'Sign-in', 'Keys', 'Client', 'Redirect URI']]);
    await change({ scopes: ['unheard-of'] });
    expect((await test()).checks.filter(({ isOk }) => !isOk)).toEqual([
      { name: 'Scopes', isOk: false, message: expect.stringContaining('unheard-of') as string },
    ]);
    for (const [manner, words] of [
      ['down', 'can’t be reached'],
      ['nonsense', 'isn’t a discovery document'],
      ['too much', 'can’t be reached'],
      ['elsewhere', 'names another issuer: https://login.example.org'],
    ] as const) {
      await provider.set({ manner });
      const bad = await test();
      expect([manner, bad.isOk]).toEqual([manner, false]);
      expect(bad.checks.at(-1)!.message).toContain(words);
    }
    await provider.set({ manner: 'well' });
    expect((await test()).checks[0]).toMatchObject({ name: 'Discovery', isOk: true });
    await change({ scopes: [], roleMappings: [{ value: 'admins', roleId: roles.Admin }] });
    expect((await test()).checks.filter(({ isOk }) => !isOk)).toEqual([
      { name: 'Roles', isOk: false, message: expect.stringContaining('no role claim to compare: nobody can sign in') as string },
    ]);
    await change({ issuer: provider.issuer.replace('http:', 'https:'), clientSecret: CLIENT.clientSecret });
    expect((await test()).checks[0]!.message).toMatch(/doesn’t answer by https \(ERR_SSL_WRONG_VERSION_NUMBER\)/);
    const cause = { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' };
    const original = fetch;
    const spy = jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      const isTheirs = typeof input === 'string' && input.includes('/.well-known/');
      return isTheirs ? Promise.reject(new TypeError('fetch failed', { cause })) : original(input, init);
    });
    expect((await test()).checks[0]!.message).toMatch(/certificate that this server doesn’t trust .* NODE_EXTRA_CA_CERTS/);
    spy.mockRestore();
    await change({ issuer: provider.issuer, clientSecret: CLIENT.clientSecret });
  });

  test('tests and sign-ins say that the client secret or the redirect URI is wrong', async () => {
    const faults = async () => {
      const { testIdentityProvider } = await server.admin.data<{
        testIdentityProvider: { checks: { name: string; isOk: boolean; message: string }[] };
      }>(TEST, { id: providerId });
      return testIdentityProvider.checks.filter(({ isOk }) => !isOk);
    };
    await change({ clientSecret: 'of last year' });
    expect(await faults()).toEqual([{ name: 'Client', isOk: false, message: expect.stringContaining('doesn’t accept') as string }]);
    await at('sub-hal', { email: 'hal@example.org', email_verified: true });
    const refused = await signIn();
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('client secret is wrong or has expired') as string]);
    expect((await entries('LOGIN_FAILED'))[0]!.meta.reason).toMatch(/^the provider refused the client ID or the client secret/);
    await change({ clientSecret: ` ${CLIENT.clientSecret} \n` });
    expect((await signIn()).text).toContain('You have no account here');
    await provider.set({
      clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [`${server.url}/elsewhere`] }],
    });
    expect(await faults()).toEqual([{ name: 'Redirect URI', isOk: false, message: expect.stringContaining(callback()) as string }]);
    await provider.set({ clients: [] });
    expect((await faults()).map(({ name }) => name)).toEqual(['Client', 'Redirect URI']);
  });
});

test('an issuer for all tenants of Entra ID is refused: whoever runs one says which addresses are theirs', async () => {
  const issuer = 'https://login.microsoftonline.com/common/v2.0';
  const place = 'https://login.microsoftonline.com';
  const original = fetch;
  const spy = jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (!(typeof input === 'string' && input.startsWith(place))) return original(input, init);
    const metadata = {
      issuer: `${place}/{tenantid}/v2.0`,
      authorization_endpoint: `${place}/common/auth`,
      token_endpoint: `${place}/common/token`,
      jwks_uri: 'http://127.0.0.1:9/keys',
    };
    return Response.json(input.includes('/common/') ? metadata : { ...metadata, issuer: `${place}/one/v2.0` });
  });
  const made = async (given: string) =>
    (
      await server.admin.data<{ createIdentityProvider: { provider: { id: string } } }>(CREATE, {
        input: { name: 'Entra ID', issuer: given, ...CLIENT },
      })
    ).createIdentityProvider.provider.id;
  const faults = async (id: string) =>
    (
      await server.admin.data<{ testIdentityProvider: { checks: { isOk: boolean; message: string }[] } }>(TEST, { id })
    ).testIdentityProvider.checks.filter(({ isOk }) => !isOk);
  const id = await made(issuer);
  expect(await faults(id)).toEqual([{ name: 'Discovery', isOk: false, message: expect.stringContaining('id of your tenant') as string }]);
  expect((await fetch(`${server.url}/auth/oidc/${id}/start`, { redirect: 'manual' })).status).toBe(400);
  await server.admin.data(DELETE, { id });
  // Keys are read by https only, whatever the document says.
  const other = await made(`${place}/one/v2.0`);
  expect((await faults(other)).map(({ message }) => message)).toEqual([
    expect.stringContaining('can’t be used: "jwks_uri" must begin with https://'),
  ]);
  expect(spy.mock.calls.some(([input]) => String(input as string).includes(':9/keys'))).toBe(false);
  await server.admin.data(DELETE, { id: other });
  spy.mockRestore();
});

test.each([
  [{ authorization_endpoint: 5 }, '"authorization_endpoint" must be an address'],
  [{ authorization_endpoint: 'sign in' }, '"authorization_endpoint" must be an address'],
  [{ token_endpoint: ['https://odd.example.org/token'] }, '"token_endpoint" must be an address'],
  [{ token_endpoint: 'http://odd.example.org/token' }, '"token_endpoint" must begin with https://'],
  [{ token_endpoint: 'http://127.0.0.1:9/token' }, '"token_endpoint" must begin with https://'],
  [{ end_session_endpoint: 'javascript:alert(1)' }, '"end_session_endpoint" must begin with https://'],
  [{ jwks_uri: {} }, '"jwks_uri" must be an address'],
  [{ response_types_supported: 5 }, '"response_types_supported" must be a list of texts'],
  [{ scopes_supported: [{}] }, '"scopes_supported" must be a list of texts'],
])('a discovery document with %j is said to be at fault', async (odd, words) => {
  const issuer = 'https://odd.example.org';
  const original = fetch;
  const asked: string[] = [];
  const spy = jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (input === `${issuer}/.well-known/openid-configuration`) {
      const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys` };
      return Response.json({ issuer, ...endpoints, ...odd });
    }
    if (typeof input === 'string' && !input.startsWith(server.url)) {
      asked.push(input);
      return Response.json({ keys: [{ kty: 'RSA' }] });
    }
    return original(input, init);
  });
  const { createIdentityProvider } = await server.admin.data<{ createIdentityProvider: { provider: { id: string } } }>(CREATE, {
    input: { name: 'Odd', issuer, ...CLIENT },
  });
  const { id } = createIdentityProvider.provider;
  const { testIdentityProvider } = await server.admin.data<{
    testIdentityProvider: { checks: { isOk: boolean; message: string }[] };
  }>(TEST, { id });
  const started = await fetch(`${server.url}/auth/oidc/${id}/start`, { redirect: 'manual' });
  spy.mockRestore();
  await server.admin.data(DELETE, { id });
  expect(testIdentityProvider.checks.filter(({ isOk }) => !isOk).map(({ message }) => message)).toEqual([
    expect.stringContaining(words) as string,
  ]);
  expect(asked.filter((address) => !address.endsWith('/keys'))).toEqual([]);
  expect(started.status).toBe(400);
});

describe('who it is', () => {
  test('a user with the verified address is linked, and from then on known by the subject', async () => {
    const id = await invite('ann@example.org');
    await at('sub-ann', { email: 'Ann@example.org', email_verified: true, name: 'Ann' });
    const first = await signIn('?returnTo=/vendors');
    expect([first.status, new URL(first.url).pathname]).toEqual([200, '/vendors']);
    const me = (await whoIs(first))!;
    expect(me).toMatchObject({ id, role: { name: 'Viewer' } });
    expect(me.sessions).toEqual([
      {
        method: 'PROVIDER',
        isCurrent: true,
        provider: { id: providerId, name: 'Acme' },
        endSessionUrl: expect.stringMatching(new RegExp(`^${provider.issuer}/session/end\\?.*id_token_hint=`)) as string,
      },
    ]);
    expect((await entries('LINK_IDENTITY'))[0]).toEqual({ actor: 'ann', entityName: 'ann', meta: { provider: 'Acme' } });
    expect((await entries('LOGIN'))[0]!.meta).toEqual({ method: 'PROVIDER', provider: 'Acme', address: '127.0.0.1' });
    // The address is no longer looked at.
    await at('sub-ann', { email: 'other@example.org', email_verified: false });
    expect((await whoIs(await signIn()))!.id).toBe(id);
    expect(await entries('LINK_IDENTITY')).toHaveLength(1);
    const { identityProvider } = await server.admin.data<{ identityProvider: { lastUsedAt: string | null } }>(
      `query ($id: ID!) { identityProvider(id: $id) { lastUsedAt } }`,
      { id: providerId },
    );
    expect(identityProvider.lastUsedAt).not.toBeNull();
  });

  test('nobody takes over the address of someone who is linked already', async () => {
    await at('sub-imposter', { email: 'ann@example.org', email_verified: true });
    const refused = await signIn();
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('belongs to another identity');
    expect(refused.traveller.cookieOf(server.url, 'vetgraph_session')).toBeUndefined();
  });

  test('whoever has a new account at the provider is let in once the old one is unlinked', async () => {
    const id = await invite('nina@example.org');
    await at('sub-nina', { email: 'nina@example.org', email_verified: true });
    const before = await signIn();
    await at('sub-nina-2', { email: 'nina@example.org', email_verified: true });
    const refused = await signIn();
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('ask an administrator to unlink it')]);
    const identities = async (client = server.admin) => {
      const asked = `query ($id: ID!) { node(id: $id) { ... on User { identities { id issuer subject } } } }`;
      return (await client.data<{ node: { identities: { id: string }[] | null } }>(asked, { id })).node.identities;
    };
    const [old, ...more] = (await identities())!;
    expect([old, more]).toEqual([{ id: old!.id, issuer: provider.issuer, subject: 'sub-nina' }, []]);
    expect(await identities(await server.withRole('Viewer'))).toBeNull();
    const UNLINK = `mutation ($id: ID!) { unlinkIdentity(input: { id: $id }) { deletedId } }`;
    expect(await server.admin.code(UNLINK, { id: randomUUID() })).toBe('NOT_FOUND');
    expect(await server.admin.data(UNLINK, { id: old!.id })).toEqual({ unlinkIdentity: { deletedId: old!.id } });
    expect(await server.admin.code(UNLINK, { id: old!.id })).toBe('NOT_FOUND');
    expect(await whoIs(before)).toBeNull();
    expect((await entries('UNLINK_IDENTITY'))[0]).toMatchObject({ entityName: 'nina', meta: { issuer: provider.issuer } });
    expect((await whoIs(await signIn()))!.id).toBe(id);
    expect(await identities()).toMatchObject([{ subject: 'sub-nina-2' }]);
  });

  test('whoever signed in before the address was changed gets nothing of the account afterwards', async () => {
    const { createRole } = await server.admin.data<{ createRole: { role: { id: string } } }>(
      `mutation { createRole(input: { name: "Handed on", permissions: ["vendors:view"] }) { role { id } } }`,
    );
    roles['Handed on'] = createRole.role.id;
    const id = await invite('former@example.org', 'Handed on');
    await at('sub-former', { email: 'former@example.org', email_verified: true });
    const former = await signIn();
    expect((await whoIs(former))!.id).toBe(id);
    const manager = await server.withPermissions('users:manage', 'vendors:view');
    const RENAME = `mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }`;
    await manager.data(RENAME, { input: { id, name: 'Heir' } });
    expect(await whoIs(former)).not.toBeNull();
    await manager.data(RENAME, { input: { id, email: 'heir@example.org' } });
    expect(await whoIs(former)).toBeNull();
    expect((await entries('UNLINK_IDENTITY'))[0]).toMatchObject({ entityName: 'Heir', meta: { issuer: provider.issuer } });
    await change({ scopes: ['groups'], roleClaim: 'groups', roleMappings: [{ value: 'risk', roleId: roles.Reviewer }] });
    await at('sub-former', { email: 'former@example.org', email_verified: true, groups: ['risk'] });
    expect((await signIn()).status).toBe(403);
    await at('sub-heir', { email: 'heir@example.org', email_verified: true, groups: ['risk'] });
    expect(await whoIs(await signIn())).toMatchObject({ id, role: { name: 'Reviewer' } });
    expect(await manager.code(RENAME, { input: { id, email: 'former@example.org' } })).toBe('FORBIDDEN');
  });

  test('whoever first signs in just as the address is changed is not linked', async () => {
    const id = await invite('early@example.org');
    await at('sub-early', { email: 'early@example.org', email_verified: true });
    const other = new Client({ connectionString: server.databaseUrl });
    await other.connect();
    await other.query('begin');
    await other.query('select from app_user where id = $1 for update', [id]);
    const input = { id, email: 'late@example.org' };
    const renaming = server.admin.data(`mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }`, { input });
    await untilLocksAreAwaited(other, 1);
    const signingIn = signIn();
    await untilLocksAreAwaited(other, 2);
    await other.query('rollback');
    await other.end();
    await renaming;
    expect((await signingIn).status).toBe(403);
  });

  test('whoever signs in just as the identity is unlinked is linked anew', async () => {
    const id = await invite('olga@example.org');
    await at('sub-olga', { email: 'olga@example.org', email_verified: true });
    await signIn();
    const identities = async () => {
      const asked = `query ($id: ID!) { node(id: $id) { ... on User { identities { id } } } }`;
      return (await server.admin.data<{ node: { identities: { id: string }[] } }>(asked, { id })).node.identities;
    };
    const [old] = await identities();
    const other = new Client({ connectionString: server.databaseUrl });
    await other.connect();
    const waiting = (count: number) => untilLocksAreAwaited(other, count);
    // The unlinking waits for the session that it is about to end, and the next sign-in for the unlinking.
    await other.query('begin');
    await other.query('select id from session where user_id = $1 for update', [id]);
    const unlinking = server.admin.data(`mutation ($id: ID!) { unlinkIdentity(input: { id: $id }) { deletedId } }`, { id: old!.id });
    await waiting(1);
    const signingIn = signIn();
    await waiting(2);
    await other.query('rollback');
    await other.end();
    await unlinking;
    expect((await whoIs(await signingIn))!.id).toBe(id);
    expect(await identities()).toEqual([{ id: expect.not.stringMatching(old!.id) as string }]);
  });

  test('an unverified address links nobody, unless the addresses are trusted', async () => {
    const id = await invite('ben@example.org');
    await at('sub-ben', { email: 'ben@example.org', email_verified: false });
    const refused = await signIn();
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Your e-mail address isn’t verified') as string]);
    expect((await entries('LOGIN_FAILED'))[0]!.meta).toMatchObject({
      method: 'PROVIDER',
      provider: 'Acme',
      email: 'ben@example.org',
      reason: 'the e-mail address is not verified',
    });
    await change({ isEmailTrusted: true });
    expect((await whoIs(await signIn()))!.id).toBe(id);
  });

  test('someone with several accounts can come back as another', async () => {
    const accounts = {
      'sub-home': { email: 'home@example.org', email_verified: true },
      'sub-work': { email: 'work@example.org', email_verified: true },
    };
    await provider.set({ accounts, who: 'sub-home' });
    const traveller = new Traveller();
    const refused = await signIn('', traveller);
    const [, href] = /<a href="([^"]+)">Sign in as somebody else/.exec(refused.text)!;
    await provider.set({ who: null });
    const { response } = await traveller.follow(new URL(href!, server.url).href);
    expect(await response.text()).toContain('Sign in as sub-work');
  });

  test('someone whose address the provider doesn’t send is told so', async () => {
    await at('sub-bob', { name: 'Bob' });
    const refused = await signIn();
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Acme didn’t send your e-mail address') as string]);
  });

  test('someone whose verified address is none that can be used is told so', async () => {
    const email = 'jürgen@example.org';
    await at('sub-jo', { email, email_verified: true });
    const refused = await signIn();
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining(`Acme sent “${email}”`) as string]);
    expect((await entries('LOGIN_FAILED'))[0]!.meta).toMatchObject({ email, reason: 'the e-mail address can’t be used here' });
  });

  test('that UserInfo verified one address says nothing of another in the ID token', async () => {
    await invite('another@example.org');
    await change({ scopes: ['groups'], roleClaim: 'groups' });
    await provider.set({ manner: 'another address' });
    await at('sub-two', { email: 'mine@example.org', email_verified: true });
    const refused = await signIn();
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Your e-mail address isn’t verified') as string]);
  });

  test('someone new becomes a user where that is allowed and a role is given', async () => {
    await at('sub-cat', { email: 'cat@example.org', email_verified: true, name: 'Cat Case' });
    expect((await signIn()).text).toContain('You have no account here');
    await change({ isJitEnabled: true });
    expect((await signIn()).text).toContain('You have no role here yet');
    await change({ defaultRoleId: roles.Reviewer });
    expect(await whoIs(await signIn())).toMatchObject({ name: 'Cat Case', email: 'cat@example.org', role: { name: 'Reviewer' } });
    expect((await entries('CREATE_USER'))[0]).toEqual({
      actor: 'Cat Case',
      entityName: 'Cat Case',
      meta: { role: 'Reviewer', provider: 'Acme' },
    });
    await at('sub-dan', { email: 'dan@example.org', email_verified: false });
    expect((await signIn()).text).toContain('isn’t verified');
  });

  test('two tabs at once bring one user', async () => {
    await change({ isJitEnabled: true, defaultRoleId: roles.Viewer });
    await at('sub-twins', { email: 'twins@example.org', email_verified: true });
    const arrived = await Promise.all(Array.from({ length: 5 }, () => signIn()));
    expect(arrived.map(({ status, text }) => (status === 200 ? 'in' : text))).toEqual(Array(5).fill('in'));
    const ids = await Promise.all(arrived.map(async (one) => (await whoIs(one))!.id));
    expect(new Set(ids).size).toBe(1);
  });

  test('roles follow the claim at every sign-in; the first mapping that fits wins', async () => {
    await change({
      isJitEnabled: true,
      scopes: ['groups'],
      roleClaim: 'groups',
      roleMappings: [
        { value: 'risk', roleId: roles.Reviewer },
        { value: 'all', roleId: roles.Viewer },
      ],
    });
    const claims = { email: 'eve@example.org', email_verified: true };
    const roleWith = async (groups: unknown) => {
      await at('sub-eve', { ...claims, groups });
      const arrived = await signIn();
      return arrived.status === 200 ? (await whoIs(arrived))!.role.name : arrived.text;
    };
    expect(await roleWith(['all', 'risk'])).toBe('Reviewer');
    expect(await roleWith('all')).toBe('Viewer');
    expect((await entries('CHANGE_ROLE'))[0]).toEqual({
      actor: 'eve@example.org',
      entityName: 'eve@example.org',
      meta: { from: 'Reviewer', to: 'Viewer', provider: 'Acme' },
    });
    expect(await roleWith(['ALL'])).toContain('You have no role here yet');
    await change({ defaultRoleId: roles.Reviewer });
    expect(await roleWith(undefined)).toBe('Reviewer');
    await change({ roleClaim: 'realm_access.roles' });
    await at('sub-eve', { ...claims, realm_access: { roles: ['all'] } });
    expect((await whoIs(await signIn()))!.role.name).toBe('Viewer');
  });

  test('a value can give a role in some portfolios only', async () => {
    const created = await server.admin.data<{ createPortfolio: { portfolio: { id: string } } }>(
      `mutation { createPortfolio(input: { name: "North" }) { portfolio { id } } }`,
    );
    const north = created.createPortfolio.portfolio.id;
    const mappings = [
      { value: 'north', roleId: roles.Reviewer, portfolioIds: [north] },
      { value: 'nowhere', roleId: roles.Reviewer, portfolioIds: [] },
      { value: 'all', roleId: roles.Reviewer },
    ];
    await change({ isJitEnabled: true, roleClaim: 'groups', scopes: ['groups'], roleMappings: mappings });
    const placeWith = async (groups: string) => {
      await at('sub-nora', { email: 'nora@example.org', email_verified: true, groups });
      const { client } = await signIn();
      return (await client.data<{ me: { portfolios: { name: string }[] | null } }>(`{ me { portfolios { name } } }`)).me.portfolios;
    };
    expect(await placeWith('north')).toEqual([{ name: 'North' }]);
    expect((await entries('CREATE_USER'))[0]!.meta).toEqual({ role: 'Reviewer', portfolios: ['North'], provider: 'Acme' });
    expect(await placeWith('all')).toBeNull();
    expect(await placeWith('nowhere')).toEqual([]);
    expect((await entries('CHANGE_ROLE'))[0]!.meta).toEqual({
      from: 'Reviewer',
      to: 'Reviewer',
      portfolios: { from: null, to: [] },
      provider: 'Acme',
    });
    const shown = `query ($id: ID!) { identityProvider(id: $id) { roleMappings { value portfolios { name } } } }`;
    const stored = (portfolios: unknown) => ({
      identityProvider: {
        roleMappings: [
          { value: 'north', portfolios },
          { value: 'nowhere', portfolios: [] },
          { value: 'all', portfolios: null },
        ],
      },
    });
    expect(await server.admin.data(shown, { id: providerId })).toEqual(stored([{ name: 'North' }]));
    const refused = async (mapping: object) =>
      (await server.admin.ask(UPDATE, { input: { id: providerId, roleMappings: [mapping] } })).errors![0]!.extensions;
    const fields = { 'roleMappings.0.portfolioIds': expect.any(String) as string };
    expect(await refused({ value: 'x', roleId: roles.Viewer, portfolioIds: [providerId] })).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields,
    });
    expect(await refused({ value: 'x', roleId: roles.Admin, portfolioIds: [north] })).toMatchObject({ code: 'BAD_USER_INPUT', fields });
    await server.admin.data(`mutation ($input: DeleteInput!) { deletePortfolio(input: $input) { deletedId } }`, { input: { id: north } });
    expect(await server.admin.data(shown, { id: providerId })).toEqual(stored([]));
    expect(await placeWith('north')).toEqual([]);
  });

  test('whoever created the account for somebody gets nothing of what the provider gives', async () => {
    const manager = await server.withPermissions('users:manage', 'vendors:view');
    const { createRole } = await server.admin.data<{ createRole: { role: { id: string } } }>(
      `mutation { createRole(input: { name: "Little", permissions: ["vendors:view"] }) { role { id } } }`,
    );
    const account = { email: 'boss@example.org', password: 'known to somebody else' };
    await manager.data(`mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`, {
      input: { name: 'Boss', roleId: createRole.role.id, ...account },
    });
    const before = server.stranger();
    await before.login(account);
    await change({ scopes: ['groups'], roleClaim: 'groups', roleMappings: [{ value: 'bosses', roleId: roles.Admin }] });
    await at('sub-boss', { email: account.email, email_verified: true, groups: ['bosses'] });
    expect((await whoIs(await signIn()))!.role.name).toBe('Admin');
    expect(await before.data(`{ me { id } }`)).toEqual({ me: null });
    expect(
      await server.stranger().code(`mutation ($input: LoginInput!) { login(input: $input) { user { id } } }`, { input: account }),
    ).toBe('UNAUTHENTICATED');
    expect((await entries('RESET_PASSWORD'))[0]).toEqual({ actor: 'Boss', entityName: 'Boss', meta: { provider: 'Acme' } });
    const { users } = await server.admin.data<{ users: { id: string; email: string }[] }>(`{ users { id email } }`);
    const { id } = users.find(({ email }) => email === account.email)!;
    await server.admin.data(`mutation ($id: ID!) { deleteUser(input: { id: $id }) { deletedId } }`, { id });
  });

  test('nor what the provider gives only later', async () => {
    const manager = await server.withPermissions('users:manage', 'vendors:view');
    const { createRole } = await server.admin.data<{ createRole: { role: { id: string } } }>(
      `mutation { createRole(input: { name: "Least", permissions: ["vendors:view"] }) { role { id } } }`,
    );
    const account = { email: 'rising@example.org', password: 'known to somebody else' };
    const { createUser } = await manager.data<{ createUser: { user: { id: string } } }>(
      `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`,
      { input: { name: 'Rising', roleId: createRole.role.id, ...account } },
    );
    const { id } = createUser.user;
    const roleMappings = [
      { value: 'bosses', roleId: roles.Admin },
      { value: 'risk', roleId: roles.Reviewer },
      { value: 'all', roleId: createRole.role.id },
    ];
    await change({ scopes: ['groups'], roleClaim: 'groups', roleMappings });
    const arriveWith = async (groups: string) => {
      await at('sub-rising', { email: account.email, email_verified: true, groups: [groups] });
      return (await whoIs(await signIn()))!.role.name;
    };
    const before = server.stranger();
    await before.login(account);
    expect(await arriveWith('all')).toBe('Least');
    expect(await before.data(`{ me { id } }`)).toEqual({ me: { id } });
    expect(await arriveWith('risk')).toBe('Reviewer');
    expect(await before.data(`{ me { id } }`)).toEqual({ me: null });
    const login = `mutation ($input: LoginInput!) { login(input: $input) { user { id } } }`;
    expect(await server.stranger().code(login, { input: account })).toBe('UNAUTHENTICATED');
    // From then on what they know is theirs, until somebody with fewer permissions than there are sets a password.
    const reset = (client: GraphQLClient, password: string) =>
      client.data(`mutation ($input: ResetUserPasswordInput!) { resetUserPassword(input: $input) { user { id } } }`, {
        input: { id, password },
      });
    await reset(server.admin, account.password);
    expect(await arriveWith('bosses')).toBe('Admin');
    await before.login(account);
    expect(await arriveWith('all')).toBe('Least');
    await reset(manager, account.password);
    await before.login(account);
    expect(await arriveWith('bosses')).toBe('Admin');
    expect(await before.data(`{ me { id } }`)).toEqual({ me: null });
    await server.admin.data(`mutation ($id: ID!) { deleteUser(input: { id: $id }) { deletedId } }`, { id });
  });

  test('the last administrator is never demoted', async () => {
    await at('sub-admin', { email: ADMIN.email, email_verified: true, groups: ['all'] });
    await change({ scopes: ['groups'], roleClaim: 'groups', roleMappings: [{ value: 'all', roleId: roles.Viewer }] });
    expect((await whoIs(await signIn()))!.role.name).toBe('Admin');
    const other = await server.withRole('Admin');
    const demoted = (await whoIs(await signIn()))!;
    expect(demoted.role.name).toBe('Viewer');
    await other.data(`mutation ($input: ChangeUserRoleInput!) { changeUserRole(input: $input) { user { id } } }`, {
      input: { id: demoted.id, roleId: roles.Admin },
    });
    const { id } = (await other.data<Me>(ME)).me!;
    await server.admin.data(`mutation ($id: ID!) { setUserDisabled(input: { id: $id, disabled: true }) { user { id } } }`, { id });
  });

  test('a disabled user is refused', async () => {
    const id = await invite('fay@example.org');
    await at('sub-fay', { email: 'fay@example.org', email_verified: true });
    expect((await signIn()).status).toBe(200);
    await server.admin.data(`mutation ($id: ID!) { setUserDisabled(input: { id: $id, disabled: true }) { user { id } } }`, { id });
    const refused = await signIn();
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Your account is disabled') as string]);
    expect((await entries('LOGIN_FAILED'))[0]).toMatchObject({ entityName: 'fay', meta: { reason: 'account is disabled' } });
    // Whatever else is missing.
    await change({ roleClaim: 'groups', roleMappings: [{ value: 'admins', roleId: roles.Admin }] });
    expect((await signIn()).text).toContain('Your account is disabled');
  });
});

describe('what can go wrong', () => {
  beforeEach(async () => {
    await change({ isJitEnabled: true, defaultRoleId: roles.Viewer });
    await at('sub-gus', { email: 'gus@example.org', email_verified: true });
  });

  test.each(['wrong nonce', 'wrong audience', 'wrong issuer', 'expired', 'alg none', 'another key'] as const)(
    'an ID token with %s is refused',
    async (manner) => {
      await provider.set({ manner });
      const { status, text, traveller } = await signIn();
      expect([status, text]).toEqual([400, expect.stringContaining('can&#39;t be trusted') as string]);
      expect(traveller.cookieOf(server.url, 'vetgraph_session')).toBeUndefined();
      expect((await entries('LOGIN_FAILED'))[0]!.meta.reason).toMatch(/^the provider's answer can't be trusted: /);
    },
  );

  test('what people may write at the provider is kept as a line of text, and not much of it', async () => {
    const named = async (subject: string, name: string) => {
      await at(subject, { email: `${subject}@example.org`, email_verified: true, name });
      return (await whoIs(await signIn()))!.name;
    };
    expect(await named('line', ' a\u0000b\n\ud800 ')).toBe('a b \ufffd');
    expect(await named('unseen', '\u200b')).toBe('unseen@example.org');
    for (const email of ['nul\u0000@example.org', '\ud800@example.org', 'x'.repeat(100_000)]) {
      await at('sub-odd', { email, email_verified: false });
      expect((await signIn()).status).toBe(403);
      expect(((await entries('LOGIN_FAILED'))[0]!.meta.email as string).length).toBeLessThanOrEqual(254);
    }
    for (const subject of ['nul\u0000', 'x'.repeat(3_000)]) {
      await at(subject, { email: 'odd@example.org', email_verified: true });
      expect((await signIn()).status).toBe(400);
    }
  });

  test('whatever comes back in the address is a page', async () => {
    for (const text of ['%00', 'a%00b', '%ED%A0%80', 'x'.repeat(5_000)]) {
      const traveller = new Traveller();
      const left = await traveller.get(startUrl());
      const state = new URL(left.headers.get('location')!).searchParams.get('state')!;
      const back = await traveller.get(`${callback()}?state=${state}&error=${text}&iss=${encodeURIComponent(provider.issuer)}`);
      expect([back.status, await back.text()]).toEqual([400, expect.stringContaining('refused the sign-in') as string]);
      expect((await entries('LOGIN_FAILED'))[0]!.meta.reason).toMatch(/^the provider refused: .{1,500}$/);
    }
  });

  test('a clock that is half a minute off is no reason', async () => {
    await provider.set({ manner: 'slightly old' });
    expect((await signIn()).status).toBe(200);
  });

  test('new keys of the provider count at once', async () => {
    expect((await signIn()).status).toBe(200);
    await provider.rotateKeys();
    expect((await signIn()).status).toBe(200);
  });

  test('a callback works once, and only in the browser that began', async () => {
    const traveller = new Traveller();
    const { url } = await traveller.follow(startUrl(), callback());
    const kept = traveller.cookieOf(server.url, 'vetgraph_sign_on')!;
    const stranger = new Traveller();
    expect((await stranger.get(url)).status).toBe(400);
    expect((await traveller.get(url)).status).toBe(303);
    expect(traveller.cookieOf(server.url, 'vetgraph_sign_on')).toBeUndefined();
    const replayed = new Traveller();
    replayed.setCookie(server.url, 'vetgraph_sign_on', kept);
    const again = await replayed.get(url);
    expect([again.status, await again.text()]).toEqual([400, expect.stringContaining('This sign-in has expired') as string]);
    expect(again.headers.getSetCookie().some((cookie) => cookie.startsWith('vetgraph_session='))).toBe(false);
  });

  test('tabs of one browser don’t get in each other’s way', async () => {
    const traveller = new Traveller();
    const begin = (returnTo: string) => traveller.follow(startUrl(`?returnTo=${returnTo}`), callback());
    const tabs = [await begin('/vendors'), await begin('/findings'), await begin('/frameworks')];
    const back = async ({ url }: { url: string }) => {
      const { status, headers } = await traveller.get(url);
      return [status, headers.get('location')];
    };
    expect(await back(tabs[1]!)).toEqual([303, '/findings']);
    expect(await back(tabs[0]!)).toEqual([303, '/vendors']);
    expect(await back(tabs[2]!)).toEqual([303, '/frameworks']);
    expect(traveller.cookieOf(server.url, 'vetgraph_sign_on')).toBeUndefined();
    // However many are begun, the cookie stays one that browsers keep, and the newest counts.
    const long = `/vendors?query=${'x'.repeat(1_500)}`;
    for (let i = 0; i < 7; i++) tabs.push(await begin(encodeURIComponent(long)));
    expect(traveller.cookieOf(server.url, 'vetgraph_sign_on')!.length).toBeLessThan(4_000);
    expect(await back(tabs.at(-1)!)).toEqual([303, long]);
  });

  test('the code of another client is refused', async () => {
    const traveller = new Traveller();
    const { url } = await traveller.follow(startUrl(), callback());
    const other = new Traveller();
    const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
    const asked = `${provider.issuer}/auth?client_id=another&redirect_uri=http://127.0.0.1:9/callback&response_type=code&scope=openid&code_challenge=${challenge}&code_challenge_method=S256`;
    const stolen = new URL((await other.follow(asked, 'http://127.0.0.1:9/')).url).searchParams.get('code')!;
    const swapped = new URL(url);
    swapped.searchParams.set('code', stolen);
    const refused = await traveller.get(swapped.href);
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('refused the sign-in') as string]);
  });

  test.each(['state', 'iss'])('a callback with another %s is refused', async (name) => {
    const traveller = new Traveller();
    const { url } = await traveller.follow(startUrl(), callback());
    const changed = new URL(url);
    changed.searchParams.set(name, 'https://login.example.org');
    expect((await traveller.get(changed.href)).status).toBe(400);
  });

  test('someone who cancels is told so', async () => {
    await provider.set({ who: 'cancel' });
    const { status, text } = await signIn();
    expect([status, text]).toEqual([403, expect.stringContaining('Acme didn&#39;t let you in') as string]);
    expect((await entries('LOGIN_FAILED'))[0]!.meta.reason).toBe('the provider refused: access_denied: The person cancelled');
  });

  test('a provider that is down or talks nonsense is a page; the administrator gets in by password', async () => {
    for (const [manner, status] of [
      ['down', 502],
      ['nonsense', 502],
      ['too much', 502],
    ] as const) {
      await provider.set({ manner });
      const refused = await signIn();
      expect([manner, refused.status]).toEqual([manner, status]);
      expect(refused.text).toContain('<h1>Acme can&#39;t be reached</h1>');
    }
    await server.stranger().login(ADMIN);
    await provider.set({ manner: 'well' });
  });

  test('a provider that does not answer in 10 seconds is a page', async () => {
    await provider.set({ manner: 'slow' });
    const started = Date.now();
    const { status, text } = await signIn();
    expect([status, text]).toEqual([504, expect.stringContaining('Acme doesn&#39;t answer') as string]);
    expect(Date.now() - started).toBeLessThan(20_000);
    await provider.set({ manner: 'well' });
  });

  test.each([
    '//evil.example.org',
    'https://evil.example.org',
    '/\\evil.example.org',
    'javascript:alert(1)',
    '/a\tb',
    `/${'x'.repeat(3_000)}`,
  ])('returnTo %s leads to the start page', async (returnTo) => {
    const traveller = new Traveller();
    const { url } = await traveller.follow(startUrl(`?returnTo=${encodeURIComponent(returnTo)}`), callback());
    const answer = await traveller.get(url);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
  });

  test.each(['nothing', '3345caef-9606-4236-ac0d-39ac6e6db6ed', '%00', "1' or true --"])('the provider %s is not there', async (id) => {
    for (const path of ['start', 'callback?code=x&state=y']) {
      const answer = await fetch(`${server.url}/auth/oidc/${encodeURIComponent(id)}/${path}`, { headers: { accept: 'text/html' } });
      expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('There is no such way to sign in') as string]);
    }
  });

  test('names are written as text on the page', async () => {
    await change({ name: '<img src=x onerror=alert(1)>' });
    await provider.set({ who: 'cancel' });
    const { text } = await signIn();
    expect(text).toContain('&lt;img src=x');
    expect(text).not.toContain('<img');
    await change({ name: 'Acme' });
  });
});

describe('strangers', () => {
  /** A provider that counts what it is asked. */
  async function counting() {
    const asked: Record<string, number> = {};
    const self = createServer((req, res) => {
      asked[req.url!] = (asked[req.url!] ?? 0) + 1;
      const issuer = `http://${req.headers.host}`;
      const metadata = { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys` };
      res.setHeader('content-type', 'application/json');
      res.end(JSON.stringify(req.url === '/keys' ? { keys: [] } : metadata));
    });
    await new Promise<void>((resolve) => self.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(self.address() as AddressInfo).port}`;
    const { createIdentityProvider } = await server.admin.data<{ createIdentityProvider: { provider: { id: string } } }>(CREATE, {
      input: { name: 'Counting', issuer, ...CLIENT },
    });
    const { id } = createIdentityProvider.provider;
    const stop = async () => {
      await server.admin.data(DELETE, { id });
      self.closeAllConnections();
      self.close();
    };
    return { id, issuer, asked, stop };
  }

  const send = (path: string, address: string, init: RequestInit = {}) =>
    fetch(`${server.url}/auth/oidc/${path}`, {
      redirect: 'manual',
      ...init,
      headers: { 'x-forwarded-for': address, ...(init.headers as Record<string, string>) },
    });

  test('make us ask a provider once, however many come at once', async () => {
    const { id, issuer, asked, stop } = await counting();
    const start = () => send(`${id}/start`, '198.51.100.1');
    const starts = await Promise.all(Array.from({ length: 20 }, start));
    expect(asked['/.well-known/openid-configuration']).toBeLessThan(20);
    expect(new Set(starts.map(({ status }) => status))).toEqual(new Set([302]));
    const parts = [{ alg: 'RS256', kid: 'any' }, { iss: issuer }, {}];
    const token = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (let i = 0; i < 20; i++) {
      const answer = await send(`${id}/backchannel-logout`, '198.51.100.1', { method: 'POST', headers, body: `logout_token=${token}` });
      expect(answer.status).toBe(400);
    }
    expect(asked['/keys']).toBeLessThanOrEqual(20);
    await stop();
  });

  test('are counted by network', async () => {
    const failures = async () => {
      const { auditLog } = await server.admin.data<{ auditLog: { totalCount: number } }>(
        `{ auditLog(filter: { action: "LOGIN_FAILED" }) { totalCount } }`,
      );
      return auditLog.totalCount;
    };
    const before = await failures();
    for (let i = 1; i <= 60; i++) await send(`${providerId}/callback?code=x&state=y`, `2001:db8::${i}`);
    expect((await failures()) - before).toBe(50);
  });

  test('wait when they come too often', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 61; i++) {
      const some = await Promise.all(Array.from({ length: 10 }, (_, j) => send('none/start', `2001:db8:1::${i * 10 + j + 1}`)));
      statuses.push(...some.map(({ status }) => status));
    }
    expect([statuses.filter((status) => status === 404).length, statuses.filter((status) => status === 429).length]).toEqual([600, 10]);
    expect((await send('none/start', '2001:db8:2::1')).status).toBe(404);
  });
});

describe('signing out at the provider', () => {
  const subject = 'sub-hal';
  beforeEach(async () => {
    await change({ isJitEnabled: true, defaultRoleId: roles.Viewer });
    await at(subject, { email: 'hal@example.org', email_verified: true });
  });

  const tell = async (token: string | undefined, type = 'application/x-www-form-urlencoded', id = providerId) =>
    (
      await fetch(`${server.url}/auth/oidc/${id}/backchannel-logout`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: token === undefined ? '' : new URLSearchParams({ logout_token: token }).toString(),
      })
    ).status;

  test('ends the sessions of the person', async () => {
    const [one, two] = [await signIn(), await signIn()];
    expect(await tell(await provider.logoutToken({ client: CLIENT.clientId, claims: { sub: subject } }))).toBe(200);
    expect([await whoIs(one), await whoIs(two)]).toEqual([null, null]);
    expect((await entries('LOGOUT'))[0]).toMatchObject({ actor: 'hal@example.org', meta: { by: 'provider', provider: 'Acme' } });
  });

  test('on its own pages', async () => {
    const arrived = await signIn();
    const { endSessionUrl } = (await whoIs(arrived))!.sessions.find(({ isCurrent }) => isCurrent)!;
    const { response } = await arrived.traveller.follow(endSessionUrl!);
    const page = await response.text();
    const [, action] = /action="([^"]+)"/.exec(page)!;
    const [, xsrf] = /name="xsrf" value="([^"]+)"/.exec(page)!;
    const cookies = ['_session', '_session.sig'].map((name) => `${name}=${arrived.traveller.cookieOf(provider.issuer, name)}`);
    await fetch(action!, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: cookies.join('; ') },
      body: `xsrf=${xsrf}&logout=yes`,
    });
    for (let i = 0; i < 100 && (await whoIs(arrived)); i++) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await whoIs(arrived)).toBeNull();
  });

  test.each([
    ['somebody else’s audience', { claims: { aud: 'another' } }],
    ['another issuer', { claims: { iss: 'https://login.example.org' } }],
    ['a nonce', { claims: { nonce: 'x' } }],
    ['no event', { claims: { events: {} } }],
    ['nobody', { claims: { sub: null } }],
    ['no id', { claims: { jti: null } }],
    ['an id that can’t be kept', { claims: { jti: 'a\u0000' } }],
    ['a name that can’t be kept', { claims: { sub: 'a\u0000' } }],
    ['an old date', { claims: { iat: 1_000_000_000, exp: 1_000_000_100 } }],
    ['another key', { claims: {}, isForged: true }],
    ['another type', { claims: {}, header: { typ: 'at+jwt' } }],
  ])('a token with %s ends nothing', async (_what, { claims, ...rest }) => {
    const arrived = await signIn();
    const token = await provider.logoutToken({ client: CLIENT.clientId, ...rest, claims: { sub: subject, ...claims } });
    expect(await tell(token)).toBe(400);
    expect(await whoIs(arrived)).not.toBeNull();
  });

  test('an ID token is no logout token; nor is nothing, or one that was used', async () => {
    const arrived = await signIn();
    const { endSessionUrl } = (await whoIs(arrived))!.sessions.find(({ isCurrent }) => isCurrent)!;
    expect(await tell(new URL(endSessionUrl!).searchParams.get('id_token_hint')!)).toBe(400);
    expect(await tell(undefined)).toBe(400);
    expect(await tell('x'.repeat(30_000))).toBe(400);
    expect(await tell('x', 'application/json')).toBe(400);
    expect(await tell('x'.repeat(1_100_000))).toBe(400);
    const token = await provider.logoutToken({ client: CLIENT.clientId, claims: { sub: 'nobody' } });
    expect([await tell(token), await tell(token)]).toEqual([200, 400]);
    expect(await tell(token, undefined, providerId.toUpperCase())).toBe(400);
    expect(await whoIs(arrived)).not.toBeNull();
    await change({ isEnabled: false });
    expect(await tell(await provider.logoutToken({ client: CLIENT.clientId, claims: { sub: 'nobody' } }))).toBe(404);
    expect(await tell('x', undefined, 'f0000000-0000-4000-8000-000000000000')).toBe(404);
  });

  test('one session of the person, by its id', async () => {
    const [one, two] = [await signIn(), await signIn()];
    const sid = async (arrived: Arrived) => {
      const { endSessionUrl } = (await whoIs(arrived))!.sessions.find(({ isCurrent }) => isCurrent)!;
      const [, payload] = new URL(endSessionUrl!).searchParams.get('id_token_hint')!.split('.');
      return (JSON.parse(Buffer.from(payload!, 'base64url').toString()) as { sid?: string }).sid;
    };
    expect(await sid(one)).toEqual(expect.any(String));
    const token = await provider.logoutToken({ client: CLIENT.clientId, claims: { sub: subject, sid: await sid(one) } });
    expect(await tell(token)).toBe(200);
    expect([await whoIs(one), (await whoIs(two))?.email]).toEqual([null, 'hal@example.org']);
  });
});

describe('who signs in by password', () => {
  afterEach(() => server.admin.data(SETTINGS, { input: { passwordSignIn: 'EVERYONE' } }));

  test('only administrators, or nobody once one of them has signed in by a provider', async () => {
    const viewer = await server.withRole('Viewer');
    const { email } = (await viewer.data<Me>(ME)).me!;
    const account = { email, password: 'a long enough password' };
    const login = `mutation ($input: LoginInput!) { login(input: $input) { user { id } } }`;
    await server.admin.data(SETTINGS, { input: { passwordSignIn: 'ADMINISTRATORS' } });
    const { errors } = await server.stranger().ask(login, { input: account });
    expect(errors?.[0]).toMatchObject({
      message: 'Your organisation has turned off passwords for your account. Sign in another way',
      extensions: { code: 'FORBIDDEN' },
    });
    expect((await entries('LOGIN_FAILED'))[0]!.meta).toMatchObject({ email, reason: 'sign-in by password is off' });
    // Who doesn't know the password learns nothing.
    expect(await server.stranger().code(login, { input: { ...account, password: 'wrong' } })).toBe('UNAUTHENTICATED');
    expect(await server.stranger().code(login, { input: ADMIN })).toBeUndefined();

    await change({ isEnabled: false });
    expect(await server.admin.code(SETTINGS, { input: { passwordSignIn: 'NOBODY' } })).toBe('CONFLICT');
    await change({ isEnabled: true });
    await at('sub-admin', { email: ADMIN.email, email_verified: true });
    expect((await signIn()).status).toBe(200);
    const other = await server.withRole('Admin');
    await server.admin.data(SETTINGS, { input: { passwordSignIn: 'NOBODY' } });
    expect(await server.stranger().code(login, { input: ADMIN })).toBe('FORBIDDEN');
    expect(await server.stranger().data(`{ signInOptions { passwordSignIn } }`)).toEqual({ signInOptions: { passwordSignIn: 'NOBODY' } });
    // Then the administrator stays, though there is another, who has never signed in by a provider; and so does the provider.
    await at('sub-admin', { email: ADMIN.email, email_verified: true, groups: ['all'] });
    const { id } = (await server.admin.data<Me>(ME)).me!;
    const disable = `mutation ($id: ID!) { setUserDisabled(input: { id: $id, disabled: true }) { user { id } } }`;
    const { errors: kept } = await other.ask(disable, { id });
    expect(kept?.[0]).toMatchObject({
      message: "The last administrator who can sign in can't be disabled",
      extensions: { code: 'CONFLICT' },
    });
    expect(await other.code(`mutation ($id: ID!) { deleteUser(input: { id: $id }) { deletedId } }`, { id })).toBe('CONFLICT');
    await change({ scopes: ['groups'], roleClaim: 'groups', roleMappings: [{ value: 'all', roleId: roles.Viewer }] });
    expect((await whoIs(await signIn()))!.role.name).toBe('Admin');
    await change({ roleMappings: [] });
    const { id: otherId } = (await other.data<Me>(ME)).me!;
    expect(await server.admin.code(disable, { id: otherId })).toBeUndefined();
    expect(await server.admin.code(UPDATE, { input: { id: providerId, isEnabled: false } })).toBe('CONFLICT');
    expect(await server.admin.code(DELETE, { id: providerId })).toBe('CONFLICT');
    const RENAME = `mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }`;
    expect(await server.admin.code(RENAME, { input: { id, email: 'renamed@example.org' } })).toBe('CONFLICT');
    expect((await signIn()).status).toBe(200);
  });

  test('links for a new password are of no use where passwords are off', async () => {
    await invite('ida@example.org');
    const mails = async () =>
      (
        await server.admin.data<{ mails: { nodes: { text: string }[] } }>(
          `{ mails(first: 5, filter: { recipient: "ida@example.org" }) { nodes { text } } }`,
        )
      ).mails.nodes;
    const [, token] = /invitation\/([\w-]{43})/.exec((await mails())[0]!.text)!;
    await server.admin.data(SETTINGS, { input: { passwordSignIn: 'ADMINISTRATORS' } });
    await server.stranger().data(`mutation { requestPasswordReset(input: { email: "ida@example.org" }) { isAccepted } }`);
    expect(await mails()).toHaveLength(1);
    const accept = `mutation ($input: ResetPasswordInput!) { acceptInvitation(input: $input) { user { id } } }`;
    const input = { token, password: 'a long enough password' };
    expect(await server.stranger().code(accept, { input })).toBe('FORBIDDEN');
    await server.admin.data(SETTINGS, { input: { passwordSignIn: 'EVERYONE' } });
    expect(await server.stranger().code(accept, { input })).toBeUndefined();
  });
});

describe('asking again', () => {
  const SENSITIVE = `mutation { createRole(input: { name: "Asked", permissions: [] }) { role { id } } }`;

  test('is done by the provider, which must really ask', async () => {
    await at('sub-admin', { email: ADMIN.email, email_verified: true });
    await provider.set({ manner: 'old sign-in' });
    const arrived = await signIn();
    const { errors } = await arrived.client.ask(SENSITIVE);
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'REAUTHENTICATION_REQUIRED',
      methods: ['PASSWORD', 'PROVIDER'],
      provider: { id: providerId, name: 'Acme' },
    });
    const refused = await signIn('?again=true', arrived.traveller);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('didn’t ask who you are') as string]);
    await provider.set({ manner: 'well' });
    const before = (await whoIs(arrived))!.sessions.length;
    const shown = await signIn('?again=true&returnTo=/settings/roles', arrived.traveller);
    expect([shown.status, new URL(shown.url).pathname]).toEqual([200, '/settings/roles']);
    expect(await shown.client.code(SENSITIVE)).toBeUndefined();
    // The new session takes the place of the old one.
    expect((await whoIs(shown))!.sessions).toHaveLength(before);
    expect(await whoIs(arrived)).toBeNull();
  });

  const another = (name: string) => `mutation { createRole(input: { name: "${name}", permissions: [] }) { role { id } } }`;

  test('is not spared by signing in once more where the provider remembers the person', async () => {
    await at('sub-admin', { email: ADMIN.email, email_verified: true });
    const arrived = await signIn();
    expect(await arrived.client.code(another('Fresh'))).toBeUndefined();
    await provider.set({ who: null }); // a page would ask
    for (const manner of ['old sign-in', 'untold sign-in'] as const) {
      await provider.set({ manner });
      const remembered = await signIn('', arrived.traveller);
      expect([manner, remembered.status]).toEqual([manner, 200]);
      expect(await remembered.client.code(another('Remembered'))).toBe('REAUTHENTICATION_REQUIRED');
    }
    // Told to ask, a provider that doesn't say when is believed.
    await provider.set({ who: 'sub-admin' });
    const asked = await signIn('?again=true', arrived.traveller);
    expect(await asked.client.code(another('Asked at last'))).toBeUndefined();
  });
});

describe('a provider that is turned off', () => {
  const off = { isEnabled: false };
  const update = (client: GraphQLClient) => client.ask(UPDATE, { input: { id: providerId, ...off } });

  test('ends the sessions that it opened, and no others', async () => {
    await invite('kim@example.org');
    await at('sub-kim', { email: 'kim@example.org', email_verified: true });
    const arrived = await signIn();
    expect((await whoIs(arrived))!.email).toBe('kim@example.org');
    await change({ name: 'Acme' });
    expect(await whoIs(arrived)).not.toBeNull();
    await change(off);
    expect(await whoIs(arrived)).toBeNull();
    expect(await server.admin.data(`{ me { id } }`)).not.toEqual({ me: null });
    const { meta } = (await entries('UPDATE_IDENTITY_PROVIDER'))[0]!;
    expect(meta).toEqual({ changed: off, endedSessions: expect.any(Number) as number });
    expect(meta.endedSessions).toBeGreaterThan(0);
    expect((await signIn()).status).toBe(404);
  });

  test('leaves an administrator who can sign in', async () => {
    await change({ isJitEnabled: true, scopes: ['groups'], roleClaim: 'groups', roleMappings: [{ value: 'bosses', roleId: roles.Admin }] });
    await at('sub-lee', { email: 'lee@example.org', email_verified: true, groups: ['bosses'] });
    const { client } = await signIn();
    const { users } = await client.data<{ users: { id: string; email: string; isDisabled: boolean; role: { name: string } }[] }>(
      `{ users { id email isDisabled role { name } } }`,
    );
    const others = users.filter(({ email, isDisabled, role }) => email !== 'lee@example.org' && !isDisabled && role.name !== 'Viewer');
    const disable = async (disabled: boolean) => {
      const text = `mutation ($id: ID!, $disabled: Boolean!) { setUserDisabled(input: { id: $id, disabled: $disabled }) { user { id } } }`;
      for (const { id } of others) await client.data(text, { id, disabled });
    };
    await disable(true);
    const conflict = {
      message:
        'No administrator could sign in any more: first, one must have a password or a passkey, or have signed in with another identity provider that is enabled',
      extensions: { code: 'CONFLICT' },
    };
    expect((await update(client)).errors?.[0]).toMatchObject(conflict);
    expect((await client.ask(DELETE, { id: providerId })).errors?.[0]).toMatchObject(conflict);
    expect(await client.data(`{ me { email } }`)).toEqual({ me: { email: 'lee@example.org' } });
    await disable(false);
    expect((await update(client)).errors).toBeUndefined();
    expect(await client.data(`{ me { email } }`)).toEqual({ me: null });
    await server.admin.login(ADMIN);
  });
});

describe('a provider that is changed', () => {
  test('keeps its name and all else changeable, and counts passkeys as ways in', async () => {
    const { database } = server.services;
    const kept = await database.query(sql<{ id: string; hash: string }>`
      select id, password_hash as hash from app_user where password_hash is not null`);
    await database.query(sql`update app_user set password_hash = null`);
    await database.query(sql`delete from user_identity`);
    const off = { id: providerId, isEnabled: false };
    await change({ name: 'Renamed' });
    await change({ name: 'Acme' });
    expect(await server.admin.code(UPDATE, { input: off })).toBe('CONFLICT');
    await database.query(sql`
      insert into factor (user_id, kind, name, credential_id, public_key, counter)
      select id, 'PASSKEY', 'Laptop', 'laptop', 'of a test', 0 from app_user where email = ${ADMIN.email}`);
    expect(await server.admin.code(UPDATE, { input: off })).toBeUndefined();
    await database.query(sql`delete from factor where credential_id = 'laptop'`);
    for (const { id, hash } of kept) await database.query(sql`update app_user set password_hash = ${hash} where id = ${id}`);
  });

  test('to another issuer lets nobody in whom the former one sent', async () => {
    const id = await invite('ray@example.org');
    await at('sub-ray', { email: 'ray@example.org', email_verified: true });
    expect((await whoIs(await signIn()))!.id).toBe(id);
    const client = new Client(server.databaseUrl);
    await client.connect();
    await client.query('begin');
    await client.query(`select 1 from user_identity where user_id = $1 for update`, [id]);
    const arriving = signIn();
    const isWaiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await client.query(isWaiting)).rows.length === 0) await sleep(20);
    const { clientSecret } = CLIENT;
    await change({ issuer: 'https://login.example.org', clientSecret });
    await client.query('rollback');
    await client.end();
    const { status } = await arriving;
    await change({ issuer: provider.issuer, clientSecret });
    expect(status).toBe(404);
  });
});

test('a provider that is removed takes its sessions with it, and leaves the users', async () => {
  const id = await invite('jo@example.org');
  await at('sub-jo', { email: 'jo@example.org', email_verified: true });
  const arrived = await signIn();
  expect((await whoIs(arrived))!.id).toBe(id);
  await server.admin.data(DELETE, { id: providerId });
  expect(await whoIs(arrived)).toBeNull();
  expect((await entries('DELETE_IDENTITY_PROVIDER'))[0]!.meta).toMatchObject({ endedSessions: expect.any(Number) as number });
  const { users } = await server.admin.data<{ users: { id: string }[] }>(`{ users { id } }`);
  expect(users).toContainEqual({ id });
});
