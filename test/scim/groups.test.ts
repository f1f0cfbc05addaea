import { randomUUID } from 'node:crypto';
import type { GraphQLClient } from '../kit/client';
import { type Listed, scimClient, type ScimClient, type ScimGroup, type ScimUser } from '../kit/scim';
import { eachTime, statementsDuring } from '../kit/statements';
import { ADMIN, startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let scim: ScimClient;
let roles: Record<string, string>;
beforeAll(async () => {
  server = await startTestServer();
  scim = await scimClient(server, 'Entra');
  const { roles: all } = await server.admin.data<{ roles: { id: string; name: string }[] }>(`{ roles { id name } }`);
  roles = Object.fromEntries(all.map(({ id, name }) => [name, id]));
});
afterAll(() => server.stop());

let made = 0;
const person = async () => (await scim.user({ userName: `person${++made}@example.org`, displayName: `Person ${made}` })).id;
const people = async (count: number) => {
  const ids: string[] = [];
  while (ids.length < count) ids.push(await person());
  return ids;
};
const groupName = () => `Group ${++made}`;
const membersOf = async (id: string) => ((await scim.get<ScimGroup>(`/Groups/${id}`)).body.members ?? []).map(({ value }) => value).sort();
const values = (...ids: string[]) => ids.map((value) => ({ value }));
const SET_ROLE = `mutation ($input: SetScimGroupRoleInput!) { setScimGroupRole(input: $input) { group { id role { name } portfolios { name } memberCount } } }`;
const setRole = (id: string, role: string | null) => server.admin.data(SET_ROLE, { input: { id, roleId: role && roles[role] } });
const roleOf = async (id: string) =>
  (
    await server.admin.data<{ node: { role: { name: string } } }>(`query ($id: ID!) { node(id: $id) { ... on User { role { name } } } }`, {
      id,
    })
  ).node.role.name;
const ASSIGN = `mutation ($input: AssignRoleInput!) { assignRole(input: $input) { user { id } } }`;
const placeOf = async (id: string) => {
  const { node } = await server.admin.data<{ node: { role: { name: string }; portfolios: { name: string }[] | null } }>(
    `query ($id: ID!) { node(id: $id) { ... on User { role { name } portfolios { name } } } }`,
    { id },
  );
  return [node.role.name, node.portfolios && node.portfolios.map(({ name }) => name)];
};
const portfolio = async (name: string) => {
  const { createPortfolio } = await server.admin.data<{ createPortfolio: { portfolio: { id: string } } }>(
    `mutation ($input: CreatePortfolioInput!) { createPortfolio(input: $input) { portfolio { id } } }`,
    { input: { name } },
  );
  return createPortfolio.portfolio.id;
};
const createRole = async (name: string, permissions: string[]) => {
  const { createRole: made } = await server.admin.data<{ createRole: { role: { id: string } } }>(
    `mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }`,
    { input: { name, permissions } },
  );
  return (roles[name] = made.role.id);
};
interface Entry {
  action: string;
  userName: string;
  meta: Record<string, unknown> | null;
}
const actionsOn = async (entityId: string) => {
  const { auditLog } = await server.admin.data<{ auditLog: { nodes: Entry[] } }>(
    `query ($filter: AuditFilter) { auditLog(filter: $filter) { nodes { action userName meta } } }`,
    { filter: { entityId } },
  );
  return auditLog.nodes.reverse();
};

test('a group is created, found, renamed and deleted', async () => {
  const [one, two] = await people(2);
  const displayName = groupName();
  const group = await scim.group(displayName, [one!, two!], { externalId: `ext-${made}` });
  expect(group).toMatchObject({ displayName, externalId: `ext-${made}`, meta: { location: `${server.url}/scim/v2/Groups/${group.id}` } });
  expect(group.members).toHaveLength(2);
  expect(group.members).toContainEqual({
    value: one,
    display: expect.stringMatching(/^Person/),
    $ref: `${server.url}/scim/v2/Users/${one}`,
    type: 'User',
  });
  for (const filter of [
    `displayName eq "${displayName.toUpperCase()}"`,
    `externalId eq "${group.externalId}"`,
    `members.value eq "${two}"`,
    `members[value eq "${two}"] and displayName sw "group"`,
    `id eq "${group.id}"`,
    `id eq "${group.id}" and members[display sw "PERSON" and value eq "${one}"]`,
  ]) {
    const { body } = await scim.find<ScimGroup>('/Groups', filter);
    expect([filter, body.totalResults, body.Resources.map(({ id }) => id)]).toEqual([filter, 1, [group.id]]);
    expect(body.Resources[0]).toEqual(group);
  }
  expect((await scim.get<ScimUser>(`/Users/${one}`)).body.groups).toEqual([
    { value: group.id, display: displayName, $ref: group.meta.location, type: 'direct' },
  ]);
  const excluded = await scim.find<ScimGroup>('/Groups', `displayName eq "${displayName}"`, '&excludedAttributes=members');
  expect(excluded.body.Resources).toEqual([{ ...group, members: undefined }].map(({ members: _, ...rest }) => rest));
  expect(Object.keys((await scim.get(`/Groups/${group.id}?excludedAttributes=members`)).body)).not.toContain('members');
  // Okta repeats the id.
  const renamed = await scim.patch(`/Groups/${group.id}`, { op: 'replace', value: { id: group.id, displayName: `${displayName} B` } });
  expect(renamed.status).toBe(204);
  expect((await scim.get(`/Groups/${group.id}`)).body).toMatchObject({ displayName: `${displayName} B`, members: group.members });
  expect((await scim.request('DELETE', `/Groups/${group.id}`)).status).toBe(204);
  expect((await scim.get(`/Groups/${group.id}`)).status).toBe(404);
  expect(await actionsOn(group.id)).toMatchObject([
    { action: 'CREATE_SCIM_GROUP', userName: 'SCIM (Entra)', meta: { joined: { count: 2 } } },
    { action: 'UPDATE_SCIM_GROUP', userName: 'SCIM (Entra)', meta: { changed: { displayName: `${displayName} B` } } },
    { action: 'DELETE_SCIM_GROUP', userName: 'SCIM (Entra)', meta: { left: { count: 2 } } },
  ]);
});

test('no two groups share a name, in any case of letters', async () => {
  const group = await scim.group('Straße');
  expect(await scim.request('POST', '/Groups', { displayName: 'STRASSE' })).toMatchObject({
    status: 409,
    body: { scimType: 'uniqueness' },
  });
  const other = await scim.group(groupName());
  expect(await scim.patch(`/Groups/${other.id}`, { op: 'Replace', path: 'displayName', value: 'strasse' })).toMatchObject({ status: 409 });
  expect((await scim.patch(`/Groups/${group.id}`, { op: 'Replace', path: 'displayName', value: 'STRASSE' })).status).toBe(204);
});

describe('members come and go', () => {
  let [a, b, c, d]: string[] = [];
  let id: string;
  beforeEach(async () => {
    [a, b, c, d] = (await people(4)).sort();
    id = (await scim.group(groupName(), [a!, b!, c!])).id;
  });
  const changes: [string, () => object[], () => string[]][] = [
    ['added by a list (Entra ID)', () => [{ op: 'Add', path: 'members', value: [{ $ref: null, value: d }] }], () => [a!, b!, c!, d!]],
    ['added by an object', () => [{ op: 'add', path: 'members', value: { value: d } }], () => [a!, b!, c!, d!]],
    ['added without a path', () => [{ op: 'add', value: { members: values(d!, a!) } }], () => [a!, b!, c!, d!]],
    ['removed by a list of values (Entra ID)', () => [{ op: 'Remove', path: 'members', value: values(a!) }], () => [b!, c!]],
    ['removed by an empty list: nobody', () => [{ op: 'Remove', path: 'members', value: [] }], () => [a!, b!, c!]],
    ['removed by a list with a stranger', () => [{ op: 'Remove', path: 'members', value: values(a!, d!) }], () => [b!, c!]],
    ['removed by a list with what is no id', () => [{ op: 'Remove', path: 'members', value: values(a!, 'gone') }], () => [b!, c!]],
    ['removed by a path (Okta)', () => [{ op: 'remove', path: `members[value eq "${a}"]` }], () => [b!, c!]],
    ['removed by a path with several', () => [{ op: 'remove', path: `members[value eq "${a}" or value eq "${b}"]` }], () => [c!]],
    ['removed by a path that fits nobody', () => [{ op: 'remove', path: 'members[value eq "none"]' }], () => [a!, b!, c!]],
    [
      'removed by conditions in a row',
      () => [
        { op: 'remove', path: `members[display sw "PERSON" and value eq "${a}"]` },
        { op: 'remove', path: `members[type eq "User" and not (value ne "${b}")]` },
      ],
      () => [c!],
    ],
    ['removed all', () => [{ op: 'remove', path: 'members' }], () => []],
    ['replaced', () => [{ op: 'replace', path: 'members', value: values(c!, d!) }], () => [c!, d!]],
    ['replaced by nobody', () => [{ op: 'replace', path: 'members', value: [] }], () => []],
    [
      'in several steps',
      () => [
        { op: 'remove', path: 'members', value: values(a!, b!) },
        { op: 'add', path: 'members', value: values(a!, d!) },
        { op: 'remove', path: `members[value eq "${d}"]` },
      ],
      () => [a!, c!],
    ],
    [
      'in steps with conditions between',
      () => [
        { op: 'add', path: 'members', value: values(d!) },
        { op: 'remove', path: `members[value eq "${d!.toUpperCase()}"]` },
        { op: 'remove', path: `members[type eq "User" and not (value eq "${a}")]` },
        { op: 'Add', path: 'members', value: values(c!) },
        { op: 'remove', path: `members[type eq "Group"]` },
        { op: 'add', path: 'members', value: values(d!) },
      ],
      () => [a!, c!, d!],
    ],
    [
      'cleared between',
      () => [
        { op: 'remove', path: 'members', value: values(a!) },
        { op: 'add', path: 'members', value: values(d!) },
        { op: 'remove', path: 'members' },
        { op: 'add', path: 'members', value: values(b!, d!) },
        { op: 'remove', path: 'members', value: values(d!) },
      ],
      () => [b!],
    ],
  ];
  test.each(changes)('%s', async (_, operations, expected) => {
    expect((await scim.patch(`/Groups/${id}`, ...operations())).status).toBe(204);
    expect(await membersOf(id)).toEqual(expected().sort());
  });

  test('however many operations a PATCH has, it takes as many statements', async () => {
    const patch = (...ids: string[]) =>
      scim.patch(`/Groups/${id}`, ...ids.map((one) => ({ op: 'Add', path: 'members', value: values(one) })));
    const one = await statementsDuring(() => patch(d!));
    await scim.patch(`/Groups/${id}`, { op: 'remove', path: `members[value eq "${d}"]` });
    const many = await statementsDuring(() => patch(...Array<string>(100).fill(a!), b!, d!));
    expect(eachTime(many)).toHaveLength(eachTime(one).length);
  });

  test('however few operations a PATCH has, what it asks of the members is counted', async () => {
    const condition = (terms: number) => ({ op: 'remove', path: `members[${Array(terms).fill('display eq "x"').join(' or ')}]` });
    const several = (count: number, terms: number) => Array<object>(count).fill(condition(terms));
    expect((await scim.patch(`/Groups/${id}`, ...several(5, 10))).status).toBe(204);
    for (const operations of [several(1, 51), several(51, 1), several(2, 26)])
      expect(await scim.patch(`/Groups/${id}`, ...operations)).toMatchObject({ status: 400, body: { scimType: 'invalidPath' } });
    const strangers = Array.from({ length: 20_001 }, () => randomUUID());
    expect(await scim.patch(`/Groups/${id}`, { op: 'remove', path: 'members', value: strangers })).toMatchObject({
      status: 400,
      body: { detail: 'More than 20,000 members are named' },
    });
    const one = await statementsDuring(() => scim.patch(`/Groups/${id}`, condition(1)));
    const many = await statementsDuring(() => scim.patch(`/Groups/${id}`, ...several(10, 5)));
    expect(eachTime(many)).toHaveLength(eachTime(one).length);
    expect(await membersOf(id)).toEqual([a, b, c]);
  });

  test('PUT replaces them; without members they stay', async () => {
    const displayName = groupName();
    const { status, body } = await scim.request<ScimGroup>('PUT', `/Groups/${id}`, { displayName, members: values(a!, d!) });
    expect(status).toBe(200);
    expect(body.members!.map(({ value }) => value)).toEqual([a, d].sort());
    expect((await scim.request<ScimGroup>('PUT', `/Groups/${id}`, { displayName: `${displayName} B` })).body.members).toHaveLength(2);
    expect((await scim.request<ScimGroup>('PUT', `/Groups/${id}`, { displayName, members: [] })).body.members).toEqual([]);
  });

  test('somebody unknown is refused, and nothing changes', async () => {
    const nobody = 'f0000000-0000-4000-8000-000000000000';
    expect(await scim.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: values(d!, nobody) })).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue', detail: expect.stringContaining(nobody) },
    });
    const added = { op: 'add', path: 'members', value: values(nobody) };
    const again = { op: 'remove', path: 'members', value: values(nobody) };
    expect(await scim.patch(`/Groups/${id}`, added, again)).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    expect(await membersOf(id)).toEqual([a, b, c]);
    expect(await scim.patch(`/Groups/${id}`, { op: 'replace', path: 'members[value eq "x"].value', value: d })).toMatchObject({
      status: 400,
      body: { scimType: 'invalidPath' },
    });
  });

  test('a deleted user is in no group', async () => {
    await scim.request('DELETE', `/Users/${a}`);
    expect(await membersOf(id)).toEqual([b, c]);
  });

  test('a PATCH answers with the group where attributes are asked for', async () => {
    const { status, body } = await scim.request<ScimGroup>('PATCH', `/Groups/${id}?attributes=displayName,members.value`, {
      Operations: [{ op: 'remove', path: 'members', value: values(a!) }],
    });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['schemas', 'id', 'displayName', 'members']);
    expect(body.members).toEqual(values(b!, c!));
  });
});

describe('roles', () => {
  test('members get the role of the group with the most permissions, and the default without any', async () => {
    const id = await person();
    const [viewers, reviewers, plain] = [await scim.group(groupName()), await scim.group(groupName()), await scim.group(groupName(), [id])];
    await createRole('Two', ['vendors:view', 'assessments:view']);
    expect(await setRole(viewers.id, 'Two')).toEqual({
      setScimGroupRole: { group: { id: viewers.id, role: { name: 'Two' }, portfolios: null, memberCount: 0 } },
    });
    await setRole(reviewers.id, 'Reviewer');
    expect(await roleOf(id)).toBe('Viewer');
    await scim.patch(`/Groups/${viewers.id}`, { op: 'add', path: 'members', value: values(id) });
    expect(await roleOf(id)).toBe('Two');
    await scim.patch(`/Groups/${reviewers.id}`, { op: 'add', path: 'members', value: values(id) });
    expect(await roleOf(id)).toBe('Reviewer');
    await scim.patch(`/Groups/${viewers.id}`, { op: 'remove', path: 'members', value: values(id) });
    expect(await roleOf(id)).toBe('Reviewer');
    await setRole(reviewers.id, null);
    expect(await roleOf(id)).toBe('Viewer');
    await setRole(plain.id, 'Reviewer');
    expect(await roleOf(id)).toBe('Reviewer');
    await scim.request('DELETE', `/Groups/${plain.id}`);
    expect(await roleOf(id)).toBe('Viewer');
    const entries = await actionsOn(id);
    expect(entries.filter(({ action }) => action === 'CHANGE_ROLE')).toMatchObject([
      { userName: 'SCIM (Entra)', meta: { from: 'Viewer', to: 'Two' } },
      { userName: 'SCIM (Entra)', meta: { from: 'Two', to: 'Reviewer' } },
      { userName: expect.not.stringContaining('SCIM'), meta: { from: 'Reviewer', to: 'Viewer' } },
      { meta: { from: 'Viewer', to: 'Reviewer' } },
      { userName: 'SCIM (Entra)', meta: { from: 'Reviewer', to: 'Viewer' } },
    ]);
    expect((await actionsOn(reviewers.id)).map(({ action, meta }) => [action, meta])).toContainEqual([
      'SET_SCIM_GROUP_ROLE',
      { from: null, to: 'Reviewer' },
    ]);
  });

  test('a role that gets more permissions than another wins over it at once', async () => {
    const id = await person();
    const [one, two] = [await scim.group(groupName(), [id]), await scim.group(groupName(), [id])];
    const small = await createRole('Small', ['vendors:view']);
    await createRole('Larger', ['vendors:view', 'assessments:view']);
    await setRole(one.id, 'Small');
    await setRole(two.id, 'Larger');
    expect(await roleOf(id)).toBe('Larger');
    await server.admin.data(`mutation ($input: UpdateRoleInput!) { updateRole(input: $input) { role { id } } }`, {
      input: { id: small, permissions: ['vendors:view', 'assessments:view', 'audit:view'] },
    });
    expect(await roleOf(id)).toBe('Small');
  });

  test('a role can hold in some portfolios only; of several groups that give it, they add up', async () => {
    const [north, south] = [await portfolio('North'), await portfolio('South')];
    const id = await person();
    const [one, two] = [await scim.group(groupName(), [id]), await scim.group(groupName(), [id])];
    const set = (group: ScimGroup, portfolioIds?: string[] | null, role: string | null = 'Reviewer', as = server.admin) =>
      as.ask(SET_ROLE, { input: { id: group.id, roleId: role && roles[role], portfolioIds } });
    expect((await set(one, [north])).data).toMatchObject({ setScimGroupRole: { group: { portfolios: [{ name: 'North' }] } } });
    expect(await placeOf(id)).toEqual(['Reviewer', ['North']]);
    await set(two, [south]);
    expect(await placeOf(id)).toEqual(['Reviewer', ['North', 'South']]);
    await set(two, [south], 'Viewer');
    expect(await placeOf(id)).toEqual(['Reviewer', ['North']]);
    await set(two, null);
    expect(await placeOf(id)).toEqual(['Reviewer', null]);
    await set(two, []);
    expect(await placeOf(id)).toEqual(['Reviewer', ['North']]);
    await scim.patch(`/Groups/${one.id}`, { op: 'remove', path: 'members', value: values(id) });
    expect(await placeOf(id)).toEqual(['Reviewer', []]);
    await set(two, null, null);
    expect(await placeOf(id)).toEqual(['Viewer', []]);
    await set(two, [north, south]);
    expect(await placeOf(id)).toEqual(['Reviewer', ['North', 'South']]);
    const asked = { userId: id, roleId: roles.Reviewer, portfolioIds: [north] };
    expect((await server.admin.ask(ASSIGN, { input: asked })).errors![0]).toMatchObject({ extensions: { code: 'CONFLICT' } });
    expect((await server.admin.ask(ASSIGN, { input: { ...asked, portfolioIds: [south, north] } })).errors).toBeUndefined();
    await server.admin.data(`mutation ($input: DeleteInput!) { deletePortfolio(input: $input) { deletedId } }`, { input: { id: south } });
    expect(await placeOf(id)).toEqual(['Reviewer', ['North']]);
    await set(two, [north]);
    expect((await actionsOn(id)).filter(({ action }) => action === 'CHANGE_ROLE').map(({ meta }) => meta)).toEqual([
      { from: 'Viewer', to: 'Reviewer', portfolios: { from: null, to: ['North'] } },
      { from: 'Reviewer', to: 'Reviewer', portfolios: { from: ['North'], to: ['North', 'South'] } },
      { from: 'Reviewer', to: 'Reviewer', portfolios: { from: ['North', 'South'], to: ['North'] } },
      { from: 'Reviewer', to: 'Reviewer', portfolios: { from: ['North'], to: null } },
      { from: 'Reviewer', to: 'Reviewer', portfolios: { from: null, to: ['North'] } },
      { from: 'Reviewer', to: 'Reviewer', portfolios: { from: ['North'], to: [] } },
      { from: 'Reviewer', to: 'Viewer', portfolios: { from: [], to: [] } },
      { from: 'Viewer', to: 'Reviewer', portfolios: { from: [], to: ['North', 'South'] } },
    ]);
    await scim.patch(`/Groups/${two.id}`, { op: 'remove', path: 'members', value: values(id) });
    expect(await placeOf(id)).toEqual(['Viewer', []]);
    await scim.patch(`/Groups/${two.id}`, { op: 'add', path: 'members', value: values(id) });
    expect(await placeOf(id)).toEqual(['Reviewer', ['North']]);
    await scim.request('DELETE', `/Groups/${two.id}`);
    expect(await placeOf(id)).toEqual(['Viewer', []]);
    expect((await actionsOn(two.id)).filter(({ action }) => action === 'SET_SCIM_GROUP_ROLE')[0]!.meta).toEqual({
      from: null,
      to: 'Reviewer',
      portfolios: { from: null, to: ['South'] },
    });
  });

  test('a role that administers is given everywhere, or not at all', async () => {
    const north = await portfolio('Northern');
    const group = await scim.group(groupName());
    await createRole('Regional', ['vendors:view']);
    const refused = async (document: string, input: object) => (await server.admin.ask(document, { input })).errors![0]!.extensions!;
    for (const [roleId, portfolioIds] of [
      [roles.Admin, [north]],
      [roles.Viewer, [group.id]],
      [null, [north]],
    ]) {
      expect(await refused(SET_ROLE, { id: group.id, roleId, portfolioIds })).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { portfolioIds: expect.any(String) },
      });
    }
    await server.admin.data(SET_ROLE, { input: { id: group.id, roleId: roles.Regional, portfolioIds: [north] } });
    const widened = { id: roles.Regional, permissions: ['vendors:view', 'users:manage'] };
    expect(await refused(`mutation ($input: UpdateRoleInput!) { updateRole(input: $input) { role { id } } }`, widened)).toMatchObject({
      code: 'CONFLICT',
    });
  });

  test('someone made by hand gets the role too, and SCIM keeps them from then on', async () => {
    const { createUser } = await server.admin.data<{ createUser: { user: { id: string } } }>(
      `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`,
      { input: { name: 'By Hand', email: 'hand@example.org', password: 'a long enough password', roleId: roles.Admin } },
    );
    const { id } = createUser.user;
    const group = await scim.group(groupName(), [id]);
    // A group without a role takes nothing away.
    expect(await roleOf(id)).toBe('Admin');
    expect(await server.admin.data(`query ($id: ID!) { node(id: $id) { ... on User { isProvisioned } } }`, { id })).toEqual({
      node: { isProvisioned: true },
    });
    await setRole(group.id, 'Reviewer');
    expect(await roleOf(id)).toBe('Reviewer');
  });

  test('whoever created the account of somebody gets nothing of what the groups give', async () => {
    const accounts = ['known', 'later', 'stays'].map((name) => ({ email: `${name}@example.org`, password: 'known to somebody else' }));
    const clients: GraphQLClient[] = [];
    const ids: string[] = [];
    for (const account of accounts) {
      const { createUser } = await server.admin.data<{ createUser: { user: { id: string } } }>(
        `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`,
        { input: { name: account.email, roleId: roles.Viewer, ...account } },
      );
      ids.push(createUser.user.id);
      const client = server.stranger();
      await client.login(account);
      clients.push(client);
    }
    const [known, later, stays] = ids as [string, string, string];
    const who = () => Promise.all(clients.map(async (client) => (await client.data<{ me: object | null }>(`{ me { id } }`)).me !== null));
    // Providers describe people first, and put them into groups later.
    await scim.patch(`/Users/${later}`, { op: 'Replace', path: 'displayName', value: 'Later' });
    const plain = await scim.group(groupName(), [stays]);
    await setRole(plain.id, 'Viewer');
    expect(await who()).toEqual([true, true, true]);
    const group = await scim.group(groupName(), [known, later]);
    expect(await who()).toEqual([true, true, true]);
    await setRole(group.id, 'Reviewer');
    expect(await who()).toEqual([false, false, true]);
    const login = `mutation ($input: LoginInput!) { login(input: $input) { user { id } } }`;
    const codes = await Promise.all(accounts.map((input) => server.stranger().code(login, { input })));
    expect(codes).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED', undefined]);
    expect((await actionsOn(later)).map(({ action }) => action)).toEqual(expect.arrayContaining(['RESET_PASSWORD', 'CHANGE_ROLE']));
    const { createUser: added } = await server.admin.data<{ createUser: { user: { id: string } } }>(
      `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`,
      { input: { name: 'Added', email: 'added@example.org', password: 'known to somebody else', roleId: roles.Viewer } },
    );
    await scim.patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value: values(added.user.id) });
    for (const entityId of [later, added.user.id]) {
      const { auditLog } = await server.admin.data<{ auditLog: { nodes: { action: string; changes: { field: string }[] }[] } }>(
        `query ($filter: AuditFilter) { auditLog(filter: $filter) { nodes { action changes { field } } } }`,
        { filter: { entityId } },
      );
      const tellers = auditLog.nodes.filter(({ changes }) => changes.some(({ field }) => field === 'role'));
      expect(tellers.map(({ action }) => action)).toEqual(['CHANGE_ROLE', 'CREATE_USER']);
    }
    // From then on what they know is theirs.
    const again = { id: known, password: 'a new one of their own' };
    await server.admin.data(`mutation ($input: ResetUserPasswordInput!) { resetUserPassword(input: $input) { user { id } } }`, {
      input: again,
    });
    const own = server.stranger();
    await own.login({ email: accounts[0]!.email, password: again.password });
    await setRole(group.id, 'Admin');
    expect((await own.data<{ me: object | null }>(`{ me { id } }`)).me).not.toBeNull();
    await scim.request('DELETE', `/Groups/${group.id}`);
  });

  test('the last administrator is never demoted, also of several at once', async () => {
    const { users } = await server.admin.data<{ users: { id: string; email: string }[] }>(`{ users { id email } }`);
    const admin = users.find(({ email }) => email === ADMIN.email)!.id;
    const others = await people(3);
    const group = await scim.group(groupName(), [admin, ...others]);
    await setRole(group.id, 'Admin');
    expect(await Promise.all(others.map(roleOf))).toEqual(['Admin', 'Admin', 'Admin']);
    await setRole(group.id, 'Viewer');
    expect(await Promise.all([admin, ...others].map(roleOf))).toEqual(['Admin', 'Viewer', 'Viewer', 'Viewer']);
    // Another one who can't sign in doesn't count.
    const outside = await scim.group(groupName(), [others[2]!]);
    await setRole(outside.id, 'Admin');
    await setRole(group.id, 'Reviewer');
    expect(await Promise.all([admin, ...others].map(roleOf))).toEqual(['Admin', 'Reviewer', 'Reviewer', 'Admin']);
    await scim.request('DELETE', `/Groups/${outside.id}`);
    await setRole(group.id, 'Admin');
    await scim.patch(`/Groups/${group.id}`, { op: 'remove', path: 'members', value: values(others[0]!, others[1]!) });
    await scim.request('DELETE', `/Groups/${group.id}`);
    expect(await Promise.all([admin, ...others].map(roleOf))).toEqual(['Admin', 'Viewer', 'Viewer', 'Viewer']);
  });

  test('the default role is chosen in the settings, and given to those who had the one before', async () => {
    const id = await person();
    const UPDATE = `mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { scimDefaultRole { name } } } }`;
    expect(await server.admin.data(`{ settings { scimDefaultRole { name } } }`)).toEqual({
      settings: { scimDefaultRole: { name: 'Viewer' } },
    });
    const roleId = await createRole('Newcomer', ['vendors:view']);
    expect(await server.admin.data(UPDATE, { input: { scimDefaultRoleId: roleId } })).toEqual({
      updateSettings: { settings: { scimDefaultRole: { name: 'Newcomer' } } },
    });
    expect(await roleOf(id)).toBe('Newcomer');
    expect(await roleOf(await person())).toBe('Newcomer');
    expect(await server.admin.fields(UPDATE, { input: { scimDefaultRoleId: 'none' } })).toEqual({
      scimDefaultRoleId: 'does not match a role',
    });
    const manager = await server.withPermissions('settings:manage');
    expect(await manager.code(UPDATE, { input: { scimDefaultRoleId: roles.Admin } })).toBe('FORBIDDEN');
    const DELETE = `mutation ($id: ID!) { deleteRole(input: { id: $id }) { deletedId } }`;
    await server.admin.data(UPDATE, { input: { scimDefaultRoleId: roles.Viewer } });
    expect(await roleOf(id)).toBe('Viewer');
    expect(await server.admin.code(DELETE, { id: roleId })).toBeUndefined();
  });

  test('a role that a group or the settings give isn’t deleted', async () => {
    const DELETE = `mutation ($id: ID!) { deleteRole(input: { id: $id }) { deletedId } }`;
    const roleId = await createRole('Given', ['vendors:view']);
    const group = await scim.group(groupName());
    await setRole(group.id, 'Given');
    expect((await server.admin.ask(DELETE, { id: roleId })).errors).toMatchObject([
      { message: expect.stringContaining(`The SCIM group ${group.displayName} still gives this role`), extensions: { code: 'CONFLICT' } },
    ]);
    await scim.request('DELETE', `/Groups/${group.id}`);
    expect(await server.admin.code(DELETE, { id: roleId })).toBeUndefined();
    expect(await server.admin.fields(SET_ROLE, { input: { id: (await scim.group(groupName())).id, roleId } })).toEqual({
      roleId: 'does not match a role',
    });
    expect(await server.admin.code(SET_ROLE, { input: { id: 'none', roleId: roles.Viewer } })).toBe('NOT_FOUND');
  });

  test('groups that change at once leave everybody with the right role', async () => {
    const ids = await people(5);
    await createRole('Three', ['vendors:view', 'vendors:edit', 'assessments:view', 'templates:view', 'frameworks:view']);
    const all = await Promise.all(
      ['Three', 'Reviewer', 'Viewer', null].map(async (role) => {
        const group = await scim.group(groupName());
        if (role) await setRole(group.id, role);
        return group.id;
      }),
    );
    await Promise.all(all.map((id) => scim.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: values(...ids) })));
    expect(new Set(await Promise.all(ids.map(roleOf)))).toEqual(new Set(['Reviewer']));
    await Promise.all([
      scim.request('DELETE', `/Groups/${all[1]}`),
      scim.patch(`/Groups/${all[2]}`, { op: 'remove', path: 'members' }),
      scim.patch(`/Groups/${all[3]}`, { op: 'remove', path: 'members', value: values(ids[0]!) }),
    ]);
    expect(new Set(await Promise.all(ids.map(roleOf)))).toEqual(new Set(['Three']));
  });
});

test('someone who is deleted while joining groups is a member, or unknown, and never a failure', async () => {
  const [plain, giving] = [await scim.group(groupName()), await scim.group(groupName())];
  await setRole(giving.id, 'Reviewer');
  const statuses: number[] = [];
  for (let i = 0; i < 10; i++) {
    const id = await person();
    const answers = await Promise.all([
      ...[plain, giving].map((one) => scim.patch(`/Groups/${one.id}`, { op: 'add', path: 'members', value: values(id) })),
      scim.request('DELETE', `/Users/${id}`),
      scim.patch(`/Users/${id}`, { op: 'replace', value: { active: false } }),
    ]);
    statuses.push(...answers.map(({ status }) => status));
  }
  expect(statuses.filter((status) => ![200, 204, 400, 404].includes(status))).toEqual([]);
  expect([await membersOf(plain.id), await membersOf(giving.id)]).toEqual([[], []]);
});

test('lists of groups are paged, with the members of each', async () => {
  const { body } = await scim.get<Listed<ScimGroup>>('/Groups?count=200');
  expect(body.totalResults).toBe(body.Resources.length);
  const one: ScimGroup[] = [];
  for (let startIndex = 1; startIndex <= body.totalResults; startIndex++) {
    one.push(...(await scim.get<Listed<ScimGroup>>(`/Groups?startIndex=${startIndex}&count=1`)).body.Resources);
  }
  expect(one).toEqual(body.Resources);
  for (const group of body.Resources) expect((await scim.get(`/Groups/${group.id}`)).body).toEqual(group);
  expect((await scim.get('/Groups?count=0')).body).toMatchObject({ totalResults: body.totalResults, Resources: [] });
});

test('administrators see the groups, by name', async () => {
  const [id] = await people(1);
  const group = await scim.group(`aaa ${groupName()}`, [id!]);
  const { scimGroups } = await server.admin.data<{ scimGroups: object[] }>(
    `{ scimGroups { id displayName externalId role { name } memberCount } }`,
  );
  expect(scimGroups[0]).toEqual({ id: group.id, displayName: group.displayName, externalId: null, role: null, memberCount: 1 });
  expect(await server.admin.data(`query ($id: ID!) { node(id: $id) { ... on ScimGroup { displayName } } }`, { id: group.id })).toEqual({
    node: { displayName: group.displayName },
  });
});
