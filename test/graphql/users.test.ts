import { Client } from 'pg';
import { untilLocksAreAwaited } from '../kit/database';
import { ADMIN, startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let roles: Record<string, string>;
beforeAll(async () => {
  server = await startTestServer();
  const data = await server.admin.data<{ roles: { id: string; name: string }[] }>(`{ roles { id name } }`);
  roles = Object.fromEntries(data.roles.map(({ name, id }) => [name, id]));
});
afterAll(() => server.stop());

const CREATE_USER = `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id name email role { name } isDisabled } } }`;
const DISABLE = `mutation ($input: SetUserDisabledInput!) { setUserDisabled(input: $input) { user { isDisabled } } }`;
const CHANGE_ROLE = `mutation ($input: ChangeUserRoleInput!) { changeUserRole(input: $input) { user { role { name } } } }`;
const CREATE_ROLE = `mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id permissions isSystem } } }`;
const UPDATE_ROLE = `mutation ($input: UpdateRoleInput!) { updateRole(input: $input) { role { name description permissions revision } } }`;

const person = (n: number, more = {}) => ({
  name: `Person ${n}`,
  email: `person${n}@example.org`,
  password: 'long enough by far',
  roleId: roles.Viewer,
  ...more,
});

describe('users', () => {
  test('are created with a role and never show a password', async () => {
    const { createUser } = await server.admin.data<{ createUser: { user: object } }>(CREATE_USER, { input: person(1) });
    expect(createUser.user).toMatchObject({ name: 'Person 1', email: 'person1@example.org', role: { name: 'Viewer' }, isDisabled: false });
  });

  test.each([
    ['name', { name: ' ' }],
    ['email', { email: 'x' }],
    ['password', { password: 'short' }],
    ['password', { password: 'x'.repeat(201) }],
    ['roleId', { roleId: 'x' }],
  ])('an invalid %s is refused and named', async (field, bad) => {
    const answer = await server.admin.ask(CREATE_USER, { input: person(2, bad) });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: { [field]: expect.any(String) } });
    expect(JSON.stringify(answer)).not.toContain('short"');
  });

  test('e-mail addresses are unique regardless of case', async () => {
    const answer = await server.admin.ask(CREATE_USER, { input: person(1, { email: 'PERSON1@example.org' }) });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', fields: { email: 'is already used' } });
  });

  test('the last enabled administrator cannot be removed', async () => {
    const { me } = await server.admin.data<{ me: { id: string } }>(`{ me { id } }`);
    expect(await server.admin.code(DISABLE, { input: { id: me.id, disabled: true } })).toBe('CONFLICT');
    expect(await server.admin.code(CHANGE_ROLE, { input: { id: me.id, roleId: roles.Viewer } })).toBe('CONFLICT');
    expect(await server.admin.code(`mutation ($input: DeleteInput!) { deleteUser(input: $input) { deletedId } }`, { input: me })).toBe(
      'CONFLICT',
    );
  });

  test('the last administrator who can sign in stays, though another is invited', async () => {
    const { me } = await server.admin.data<{ me: { id: string } }>(`{ me { id } }`);
    const { inviteUser } = await server.admin.data<{ inviteUser: { user: { id: string } } }>(
      `mutation ($input: InviteUserInput!) { inviteUser(input: $input) { user { id } } }`,
      { input: { name: 'In Vited', email: 'invited@example.org', roleId: roles.Admin } },
    );
    const { errors } = await server.admin.ask(DISABLE, { input: { id: me.id, disabled: true } });
    expect(errors?.[0]).toMatchObject({
      message: "The last administrator who can sign in can't be disabled",
      extensions: { code: 'CONFLICT' },
    });
    const DELETE = `mutation ($input: DeleteInput!) { deleteUser(input: $input) { deletedId } }`;
    expect(await server.admin.code(DELETE, { input: me })).toBe('CONFLICT');
    expect(await server.admin.code(CHANGE_ROLE, { input: { id: me.id, roleId: roles.Reviewer } })).toBe('CONFLICT');

    // Of two ways in that are taken away at once, one remains.
    const { permissions } = await server.admin.data<{ permissions: { name: string }[] }>(`{ permissions { name } }`);
    const { createRole } = await server.admin.data<{ createRole: { role: { id: string } } }>(CREATE_ROLE, {
      input: { name: 'Deputies', permissions: permissions.map(({ name }) => name) },
    });
    const deputy = person(40, { roleId: createRole.role.id });
    await server.admin.data(CREATE_USER, { input: deputy });
    const client = server.stranger();
    await client.login({ email: deputy.email, password: deputy.password });
    const lessened = { input: { id: createRole.role.id, permissions: ['vendors:view'] } };
    const other = new Client({ connectionString: server.databaseUrl });
    await other.connect();
    await other.query('begin');
    await other.query('select from settings for update');
    const answers = Promise.all([server.admin.code(UPDATE_ROLE, lessened), client.code(DISABLE, { input: { id: me.id, disabled: true } })]);
    await untilLocksAreAwaited(other, 2);
    await other.query('rollback');
    await other.end();
    const codes = await answers;
    expect(new Set(codes)).toEqual(new Set([undefined, 'CONFLICT']));
    if (codes[1] === undefined) {
      await client.data(DISABLE, { input: { id: me.id, disabled: false } });
      await server.admin.login(ADMIN);
      await server.admin.data(UPDATE_ROLE, lessened);
    }
    await server.admin.data(DELETE, { input: inviteUser.user });
  });

  test('of two administrators who remove each other at once, one remains', async () => {
    for (let round = 0; round < 5; round++) {
      const other = await server.withRole('Admin');
      const [a, b] = await Promise.all(
        [server.admin, other].map(async (client) => (await client.data<{ me: { id: string } }>(`{ me { id } }`)).me.id),
      );
      const codes = await Promise.all([
        server.admin.code(CHANGE_ROLE, { input: { id: b, roleId: roles.Reviewer } }),
        other.code(CHANGE_ROLE, { input: { id: a, roleId: roles.Reviewer } }),
      ]);
      expect(codes.filter((code) => code === undefined)).toHaveLength(1);
      if (codes[0] !== undefined) server.admin.cookie = other.cookie; // the other one won
    }
  });

  test('a deleted user is gone, but their audit entries stay', async () => {
    const client = await server.withRole('Reviewer');
    const { me } = await client.data<{ me: { id: string } }>(`{ me { id } }`);
    await client.data(
      `mutation { createVendor(input: { name: "Kept", contactEmail: "a@b.example", ownerId: "${me.id}" }) { vendor { id } } }`,
    );
    await server.admin.data(`mutation ($input: DeleteInput!) { deleteUser(input: $input) { deletedId } }`, { input: me });
    expect(await client.code(`{ vendors { totalCount } }`)).toBe('UNAUTHENTICATED');
    const { vendors, auditLog } = await server.admin.data<{ vendors: { nodes: object[] }; auditLog: { nodes: object[] } }>(
      `query ($id: ID!) { vendors(filter: { query: "Kept" }) { nodes { owner { id } } } auditLog(filter: { userId: $id }) { nodes { action } } }`,
      me,
    );
    expect(vendors.nodes).toEqual([{ owner: null }]);
    expect(auditLog.nodes).toContainEqual({ action: 'CREATE_VENDOR' });
  });

  test('an unknown user is not found', async () => {
    for (const id of ['x', '00000000-0000-4000-8000-000000000000']) {
      expect(await server.admin.code(DISABLE, { input: { id, disabled: true } })).toBe('NOT_FOUND');
    }
  });
});

describe('roles', () => {
  test('have permissions that are also enum values, each with a description', async () => {
    const { permissions, roles } = await server.admin.data<{
      permissions: { permission: string; name: string; description: string }[];
      roles: { permissions: string[]; grants: string[] }[];
    }>(`{ permissions { permission name description } roles { permissions grants } }`);
    expect(permissions).toContainEqual({ permission: 'VENDORS_VIEW', name: 'vendors:view', description: 'See vendors' });
    const wordOf = new Map(permissions.map(({ name, permission }) => [name, permission]));
    for (const role of roles) expect(role.grants).toEqual(role.permissions.map((name) => wordOf.get(name)));
    await server.withKey(null);
    await server.withKey(['audit:view']);
    const { apiKeys } = await server.admin.data<{ apiKeys: { grants: string[] }[] }>(`{ apiKeys { grants } }`);
    expect(apiKeys.map(({ grants }) => grants)).toEqual([['AUDIT_VIEW'], permissions.map(({ permission }) => permission)]);
  });

  test('have known permissions, each once', async () => {
    const { createRole } = await server.admin.data<{ createRole: { role: object } }>(CREATE_ROLE, {
      input: { name: 'Analyst', permissions: ['audit:view', 'vendors:view', 'audit:view'] },
    });
    expect(createRole.role).toMatchObject({ permissions: ['vendors:view', 'audit:view'], isSystem: false });
    const answer = await server.admin.ask(CREATE_ROLE, { input: { name: 'Other', permissions: ['vendors:eat'] } });
    expect(answer.errors?.[0]?.extensions.fields).toMatchObject({ 'permissions.0': expect.stringContaining('not a permission') });
    expect(await server.admin.code(CREATE_ROLE, { input: { name: 'ANALYST', permissions: [] } })).toBe('CONFLICT');
  });

  test('of the system can be neither changed nor deleted', async () => {
    expect(await server.admin.code(UPDATE_ROLE, { input: { id: roles.Viewer, name: 'x' } })).toBe('BAD_USER_INPUT');
    expect(
      await server.admin.code(`mutation ($input: DeleteInput!) { deleteRole(input: $input) { deletedId } }`, {
        input: { id: roles.Viewer },
      }),
    ).toBe('BAD_USER_INPUT');
  });

  test('an update based on an old revision is refused', async () => {
    const { createRole } = await server.admin.data<{ createRole: { role: { id: string } } }>(CREATE_ROLE, {
      input: { name: 'Raced', description: 'd', permissions: ['vendors:view'] },
    });
    const { id } = createRole.role;
    const updates = Array.from({ length: 8 }, (_, i) =>
      server.admin.code(UPDATE_ROLE, { input: { id, name: `Raced ${i}`, expectedRevision: 1 } }),
    );
    const codes = await Promise.all(updates);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(7);
  });

  test('omitted fields stay, null clears', async () => {
    const { createRole } = await server.admin.data<{ createRole: { role: { id: string } } }>(CREATE_ROLE, {
      input: { name: 'Partly', description: 'words', permissions: ['vendors:view'] },
    });
    const { id } = createRole.role;
    const update = async (input: object) =>
      (await server.admin.data<{ updateRole: { role: object } }>(UPDATE_ROLE, { input: { id, ...input } })).updateRole.role;
    expect(await update({ name: 'Partly 2' })).toMatchObject({ name: 'Partly 2', description: 'words' });
    expect(await update({ description: null })).toMatchObject({ description: null, permissions: ['vendors:view'] });
  });

  test('still in use cannot be deleted', async () => {
    await server.withPermissions('vendors:view');
    const data = await server.admin.data<{ roles: { id: string; name: string }[] }>(`{ roles { id name } }`);
    const held = data.roles.find(({ name }) => /^Role \d+$/.test(name))!;
    expect(
      await server.admin.code(`mutation ($input: DeleteInput!) { deleteRole(input: $input) { deletedId } }`, { input: { id: held.id } }),
    ).toBe('CONFLICT');
  });
});

describe('nobody can grant more than they have', () => {
  test('roles, users, passwords and keys', async () => {
    const manager = await server.withPermissions('users:manage', 'roles:manage', 'api:manage', 'vendors:view');
    const { me } = await server.admin.data<{ me: { id: string } }>(`{ me { id } }`);
    const { me: self } = await manager.data<{ me: { id: string } }>(`{ me { id } }`);
    const codes = [
      await manager.code(CREATE_ROLE, { input: { name: 'Above', permissions: ['settings:manage'] } }),
      await manager.code(CREATE_USER, { input: person(9, { roleId: roles.Admin }) }),
      await manager.code(CHANGE_ROLE, { input: { id: self.id, roleId: roles.Admin } }),
      await manager.code(DISABLE, { input: { id: me.id, disabled: true } }),
      await manager.code(`mutation ($input: ResetUserPasswordInput!) { resetUserPassword(input: $input) { user { id } } }`, {
        input: { id: me.id, password: 'taken over by me' },
      }),
      await manager.code(`mutation { createApiKey(input: { name: "all" }) { token } }`),
      await manager.code(`mutation { createApiKey(input: { name: "some", permissions: ["audit:view"] }) { token } }`),
    ];
    expect(codes).toEqual(Array(7).fill('FORBIDDEN'));
    expect(
      await manager.code(`mutation { createApiKey(input: { name: "own", permissions: ["vendors:view"] }) { token } }`),
    ).toBeUndefined();
  });
});

test('a reset password works, the old one and its sessions do not', async () => {
  await server.admin.data(CREATE_USER, { input: person(20) });
  const client = server.stranger();
  await client.login({ email: 'person20@example.org', password: 'long enough by far' });
  const { me } = await client.data<{ me: { id: string } }>(`{ me { id } }`);
  await server.admin.data(`mutation ($input: ResetUserPasswordInput!) { resetUserPassword(input: $input) { user { id } } }`, {
    input: { id: me.id, password: 'another one yet' },
  });
  expect(await client.data(`{ me { id } }`)).toEqual({ me: null });
  await server.stranger().login({ email: 'person20@example.org', password: 'another one yet' });
});
