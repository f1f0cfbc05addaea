import { readFileSync } from 'node:fs';
import { createTestDatabase } from '../kit/database';
import type { GraphQLClient } from '../kit/client';
import { type ServerProcess, Servers } from '../kit/process';
import { scaled } from '../kit/scale';
import { createScimToken, type Listed, ScimClient, type ScimGroup, type ScimUser } from '../kit/scim';

/** Many users and a group of them all, in a process of its own, whose memory is measured. */

const COUNT = scaled(600, 10_000);
const PART = scaled(150, 1_000);
/** What is asked of 10,000. */
const MOST_MEMORY = 200;
const NUMBER = COUNT.toLocaleString('en');
const AT_ONCE = 8;
const servers = new Servers();
let drop: () => Promise<void>;
let server: ServerProcess;
let admin: GraphQLClient;
let scim: ScimClient;
const ids: string[] = [];
const figures: Record<string, number> = {};

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  server = await servers.start({ DATABASE_URL: database.url }).ready();
  admin = await servers.signIn(server);
  scim = new ScimClient(server.url, (await createScimToken(admin)).token);
});
afterAll(async () => {
  console.info('SCIM', figures);
  await servers.stop();
  await drop();
});

const memory = (what: 'VmRSS' | 'VmHWM') =>
  Math.round(Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) / 1_024);

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  figures[`${name}, s`] = Math.round((performance.now() - start) / 100) / 10;
  figures[`${name}, MiB`] = memory('VmRSS');
  return result;
}

const add = (some: string[]) => ({ op: 'add', path: 'members', value: some.map((value) => ({ value })) });

test(`${NUMBER} users are created one by one, and read page by page`, async () => {
  for (let i = 0; i < 50; i++) await scim.user({ userName: `warm${i}@example.org` });
  const before = memory('VmRSS');
  figures['before, MiB'] = before;
  await timed('create', async () => {
    let next = 0;
    const work = async () => {
      while (next < COUNT) {
        const i = next++;
        const names = { displayName: `Person ${i}`, name: { givenName: 'Person', familyName: String(i) } };
        ids[i] = (await scim.user({ userName: `person${i}@example.org`, externalId: `x-${i}`, active: true, ...names })).id;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  });
  const found = await timed('read', async () => {
    const all = new Set<string>();
    for (let startIndex = 1; ; startIndex += 200) {
      const { body } = await scim.get<Listed<ScimUser>>(`/Users?startIndex=${startIndex}&count=1000`);
      expect(body.itemsPerPage).toBeLessThanOrEqual(200);
      for (const { id } of body.Resources) all.add(id);
      if (startIndex + 200 > body.totalResults) return all;
    }
  });
  expect(ids.every((id) => found.has(id))).toBe(true);
  await timed('find 100', async () => {
    for (let i = 0; i < 100; i++)
      expect((await scim.find('/Users', `userName eq "PERSON${(i * COUNT) / 100}@example.org"`)).body.totalResults).toBe(1);
  });
  expect(memory('VmRSS') - before).toBeLessThan(MOST_MEMORY);
});

test(`a group of ${NUMBER} members is filled, read, changed and given a role`, async () => {
  const before = memory('VmRSS');
  const group = await scim.group('Everybody');
  const at = `/Groups/${group.id}`;
  await timed(`join, ${PART} at a time`, async () => {
    for (let i = 0; i < COUNT / 2; i += PART) expect((await scim.patch(at, add(ids.slice(i, i + PART)))).status).toBe(204);
  });
  await timed(`join, ${NUMBER} at once`, async () => expect((await scim.patch(at, add(ids))).status).toBe(204));
  const members = await timed('read the members', async () => (await scim.get<ScimGroup>(at)).body.members!);
  expect(new Set(members.map(({ value }) => value))).toEqual(new Set(ids));
  await timed('list without members', async () =>
    expect(
      (await scim.find<ScimGroup>('/Groups', 'displayName eq "everybody"', '&excludedAttributes=members')).body.Resources,
    ).toHaveLength(1),
  );
  await timed('100 leave one by one', async () => {
    for (const id of ids.slice(0, 50)) await scim.patch(at, { op: 'Remove', path: 'members', value: [{ value: id }] });
    for (const id of ids.slice(50, 100)) await scim.patch(at, { op: 'remove', path: `members[value eq "${id}"]` });
  });
  const few = ids.slice(0, 9_000);
  const each = (op: string) => few.map((value) => ({ op, path: 'members', value: [{ value }] }));
  await timed(`${few.length} operations in one PATCH`, async () => expect((await scim.patch(at, ...each('Add'))).status).toBe(204));
  const byPath = ids.slice(0, 100).map((id) => ({ op: 'remove', path: `members[value eq "${id}"]` }));
  expect((await scim.patch(at, ...byPath)).status).toBe(204);
  const memberCount = async () =>
    (await admin.data<{ scimGroups: { memberCount: number }[] }>(`{ scimGroups { memberCount } }`)).scimGroups[0]!.memberCount;
  expect(await memberCount()).toBe(COUNT - 100);
  const { roles } = await admin.data<{ roles: { id: string; name: string }[] }>(`{ roles { id name } }`);
  const roleId = roles.find(({ name }) => name === 'Reviewer')!.id;
  await timed('give a role', () =>
    admin.data(`mutation ($input: SetScimGroupRoleInput!) { setScimGroupRole(input: $input) { group { id } } }`, {
      input: { id: group.id, roleId },
    }),
  );
  const holders = async () => (await admin.data<{ users: { role: { name: string } }[] }>(`{ users { role { name } } }`)).users;
  expect((await holders()).filter(({ role }) => role.name === 'Reviewer')).toHaveLength(COUNT - 100);
  await timed('replace by all', async () => {
    const value = ids.map((id) => ({ value: id }));
    expect((await scim.patch(at, { op: 'replace', path: 'members', value })).status).toBe(204);
  });
  expect(await memberCount()).toBe(COUNT);
  await timed('delete the group', async () => expect((await scim.request('DELETE', at)).status).toBe(204));
  expect((await holders()).filter(({ role }) => role.name === 'Reviewer')).toHaveLength(0);
  figures['peak, MiB'] = memory('VmHWM');
  expect(memory('VmRSS') - before).toBeLessThan(300);
});
