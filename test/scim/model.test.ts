import fc from 'fast-check';
import { scaled } from '../kit/scale';
import { type Listed, scimClient, type ScimClient, type ScimGroup, type ScimUser } from '../kit/scim';
import { startTestServer, type TestServer } from '../kit/server';

/** Random operations, against a model of what should come of them. */

let server: TestServer;
let scim: ScimClient;
let roles: { id: string; name: string; permissions: string[] }[];
beforeAll(async () => {
  server = await startTestServer();
  scim = await scimClient(server);
  ({ roles } = await server.admin.data<{ roles: typeof roles }>(`{ roles { id name permissions } }`));
});
afterAll(() => server.stop());

const USERS = 5;
const GROUPS = 3;
const user = fc.nat(USERS - 1);
const group = fc.nat(GROUPS - 1);
const some = fc.uniqueArray(user, { maxLength: USERS });

type Step =
  | { do: 'rename'; user: number; name: string; how: 'patch' | 'bare' | 'put' }
  | { do: 'activate'; user: number; active: boolean; how: 'bool' | 'text' | 'bare' }
  | { do: 'members'; group: number; op: 'add' | 'Remove' | 'replace'; users: number[]; isPath: boolean }
  | { do: 'role'; group: number; role: number | null }
  | { do: 'disable'; user: number; disabled: boolean }
  | { do: 'recreate'; group: number; users: number[] };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('rename' as const),
    user,
    name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((name) => `N ${name} E`),
    how: fc.constantFrom('patch', 'bare', 'put'),
  }),
  fc.record({ do: fc.constant('activate' as const), user, active: fc.boolean(), how: fc.constantFrom('bool', 'text', 'bare') }),
  fc.record({
    do: fc.constant('members' as const),
    group,
    op: fc.constantFrom('add', 'Remove', 'replace'),
    users: some,
    isPath: fc.boolean(),
  }),
  fc.record({ do: fc.constant('role' as const), group, role: fc.option(fc.nat(2)) }),
  fc.record({ do: fc.constant('disable' as const), user, disabled: fc.boolean() }),
  fc.record({ do: fc.constant('recreate' as const), group, users: some }),
);

interface Model {
  users: { id: string; userName: string; name: string; isScimActive: boolean; isByHand: boolean }[];
  groups: { id: string; name: string; members: Set<number>; role: number | null }[];
}

let round = 0;
async function begin(): Promise<Model> {
  round++;
  const users: Model['users'] = [];
  for (let i = 0; i < USERS; i++) {
    const userName = `r${round}u${i}@example.org`;
    const { id } = await scim.user({ userName, displayName: `User ${i}` });
    users.push({ id, userName, name: `User ${i}`, isScimActive: true, isByHand: false });
  }
  const groups: Model['groups'] = [];
  for (let i = 0; i < GROUPS; i++) {
    const name = `Round ${round} group ${i}`;
    groups.push({ id: (await scim.group(name)).id, name, members: new Set(), role: null });
  }
  return { users, groups };
}

const shown = (name: string) => name.trim();

async function take(model: Model, one: Step): Promise<void> {
  if (one.do === 'rename') {
    const target = model.users[one.user]!;
    const path = `/Users/${target.id}`;
    if (one.how === 'put')
      await ok(scim.request('PUT', path, { userName: target.userName, displayName: one.name, active: target.isScimActive }));
    else if (one.how === 'patch') await ok(scim.patch(path, { op: 'Replace', path: 'displayName', value: one.name }));
    else await ok(scim.patch(path, { op: 'replace', value: { displayName: one.name } }));
    target.name = shown(one.name);
  } else if (one.do === 'activate') {
    const target = model.users[one.user]!;
    const value = one.how === 'text' ? (one.active ? 'True' : 'False') : one.active;
    const operation = one.how === 'bare' ? { op: 'replace', value: { active: value } } : { op: 'Replace', path: 'active', value };
    await ok(scim.patch(`/Users/${target.id}`, operation));
    target.isScimActive = one.active;
  } else if (one.do === 'disable') {
    const target = model.users[one.user]!;
    const code = await server.admin.code(`mutation ($input: SetUserDisabledInput!) { setUserDisabled(input: $input) { user { id } } }`, {
      input: { id: target.id, disabled: one.disabled },
    });
    const isRefused = !one.disabled && !target.isScimActive;
    expect(code).toBe(isRefused ? 'CONFLICT' : undefined);
    if (!isRefused) target.isByHand = one.disabled;
  } else if (one.do === 'members') {
    const target = model.groups[one.group]!;
    const ids = one.users.map((i) => model.users[i]!.id);
    const value = ids.map((id) => ({ value: id }));
    if (one.op === 'Remove' && one.isPath && ids.length > 0)
      await ok(scim.patch(`/Groups/${target.id}`, { op: 'remove', path: `members[${ids.map((id) => `value eq "${id}"`).join(' or ')}]` }));
    else await ok(scim.patch(`/Groups/${target.id}`, { op: one.op, path: 'members', value }));
    if (one.op === 'replace') target.members = new Set(one.users);
    for (const i of one.users) {
      if (one.op === 'Remove') target.members.delete(i);
      else target.members.add(i);
    }
  } else if (one.do === 'role') {
    const target = model.groups[one.group]!;
    await server.admin.data(`mutation ($input: SetScimGroupRoleInput!) { setScimGroupRole(input: $input) { group { id } } }`, {
      input: { id: target.id, roleId: one.role === null ? null : roles[one.role]!.id },
    });
    target.role = one.role;
  } else {
    const target = model.groups[one.group]!;
    await ok(scim.request('DELETE', `/Groups/${target.id}`));
    target.id = (
      await scim.group(
        target.name,
        one.users.map((i) => model.users[i]!.id),
      )
    ).id;
    Object.assign(target, { members: new Set(one.users), role: null });
  }
}

async function ok(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
}

/** The role with the most permissions among those of the groups; else the default. */
function roleOf(model: Model, i: number): string {
  const given = model.groups.filter(({ members, role }) => members.has(i) && role !== null).map(({ role }) => roles[role!]!);
  given.sort((x, y) => y.permissions.length - x.permissions.length);
  return given[0]?.name ?? 'Viewer';
}

test('whatever a provider does, users, groups and roles are what was said', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const model = await begin();
      for (const one of steps) await take(model, one);
      const { users: found } = await server.admin.data<{
        users: { id: string; name: string; isDisabled: boolean; role: { name: string } }[];
      }>(`{ users { id name isDisabled role { name } } }`);
      for (const [i, { id, name, isByHand, isScimActive }] of model.users.entries()) {
        const isDisabled = isByHand || !isScimActive;
        const expected = { id, name, isDisabled, role: { name: roleOf(model, i) } };
        expect(found.find((one) => one.id === id)).toEqual(expected);
        const { body } = await scim.get<ScimUser>(`/Users/${id}`);
        expect(body).toMatchObject({ displayName: name, active: !isDisabled });
        const groupIds = model.groups.filter(({ members }) => members.has(i)).map((one) => one.id);
        expect(body.groups.map(({ value }) => value).sort()).toEqual(groupIds.sort());
      }
      for (const { id, name, members } of model.groups) {
        const { body } = await scim.find<ScimGroup>('/Groups', `displayName eq "${name}"`);
        const expected = [...members].map((i) => model.users[i]!.id).sort();
        expect((body as Listed<ScimGroup>).Resources.map((one) => [one.id, one.members!.map(({ value }) => value).sort()])).toEqual([
          [id, expected],
        ]);
      }
    }),
    { numRuns: scaled(20, 200) },
  );
});

test('nothing that is sent makes the server fail', async () => {
  const { id } = await scim.user({ userName: 'target@example.org' });
  const team = await scim.group('Target', [id]);
  const names = fc.constantFrom('userName', 'active', 'members', 'name', 'emails', 'displayName', 'externalId', 'op', 'path', 'value', 'x');
  const paths = fc.constantFrom(
    'members[value eq "x"]',
    'emails[type eq "work"].value',
    'name.givenName',
    'members',
    'active',
    'a[',
    '[',
    '"',
  );
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.jsonValue({ maxDepth: 2 }),
      fc.string({ unit: 'binary' }),
      paths,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(names, tie('value'), { maxKeys: 4 }),
    ),
  })).value;
  const operation = fc.record(
    { op: fc.oneof(fc.constantFrom('add', 'Replace', 'remove'), json), path: fc.oneof(paths, json), value: json },
    { requiredKeys: [] },
  );
  const body = fc.oneof(json, fc.record({ Operations: fc.oneof(fc.array(operation, { maxLength: 3 }), json) }));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('POST', 'PUT', 'PATCH'),
      fc.constantFrom('/Users', `/Users/${id}`, '/Groups', `/Groups/${team.id}`),
      body,
      fc.string({ unit: 'binary', maxLength: 40 }),
      async (method, path, sent, filter) => {
        const { status } = await scim.request(method, path, JSON.stringify(sent));
        expect(status).toBeLessThan(500);
        expect((await scim.find('/Users', filter)).status).toBeLessThan(500);
        expect(
          (await scim.get(`/Groups?startIndex=${encodeURIComponent(filter)}&attributes=${encodeURIComponent(filter)}`)).status,
        ).toBeLessThan(500);
      },
    ),
    { numRuns: scaled(150, 2_000) },
  );
});
