import fc from 'fast-check';
import { nameIn } from '../../src/database/sql';
import { TEXTS } from '../../src/domains/vendor/vendor-fields.rules';
import { createAssessment, publishTemplate, question } from '../kit/portfolio';
import { statementsDuring } from '../kit/statements';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.stop());

const FIELDS = `id name externalId contactName contactEmail tier website notes serviceDescription dataSensitivity
  contractRenewalDate contractValue geographicRisk tags overallScore latestScore lastAssessedAt assessmentCount ragBand
  inherentRisk revision owner { id }`;
const CREATE = `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { ${FIELDS} } } }`;
const UPDATE = `mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { ${FIELDS} } } }`;
const LIST = `query ($filter: VendorFilter, $first: Int, $after: String, $last: Int, $before: String, $offset: Int, $orderBy: VendorOrder) {
  vendors(filter: $filter, first: $first, after: $after, last: $last, before: $before, offset: $offset, orderBy: $orderBy) {
    totalCount nodes { name } edges { cursor node { name } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;

interface Vendor {
  id: string;
  name: string;
  tags: string[];
  revision: number;
}
interface List {
  vendors: {
    totalCount: number;
    nodes: { name: string }[];
    edges: { cursor: string }[];
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
  };
}
const create = async (input: object) =>
  (await server.admin.data<{ createVendor: { vendor: Vendor } }>(CREATE, { input: { contactEmail: 'a@b.example', ...input } })).createVendor
    .vendor;
const list = async (variables: object) => (await server.admin.data<List>(LIST, variables)).vendors;
const names = async (filter: object) => (await list({ filter, first: 100 })).nodes.map(({ name }) => name);

const FULL = {
  name: 'Full',
  contactEmail: 'full@acme.example',
  externalId: 'F-1',
  contactName: 'Ann',
  tier: 'CRITICAL',
  website: 'https://acme.example',
  notes: 'n',
  serviceDescription: 's',
  dataSensitivity: 'RESTRICTED',
  contractRenewalDate: '2027-03-31',
  contractValue: 'OVER_5M',
  geographicRisk: 'GLOBAL',
  tags: ['b', 'a'],
};

test('a vendor keeps every given field', async () => {
  const { me } = await server.admin.data<{ me: { id: string } }>(`{ me { id } }`);
  expect(await create({ ...FULL, ownerId: me.id })).toMatchObject({
    ...FULL,
    owner: me,
    overallScore: null,
    latestScore: null,
    lastAssessedAt: null,
    assessmentCount: 0,
    ragBand: 'UNSCORED',
    inherentRisk: 1,
    revision: 1,
  });
});

test.each(TEXTS)('the text %s can be set, cleared and imported, within its limit', async (field, { most, aliases = [] }) => {
  const ask = (document: string, input: object) =>
    server.admin.data<Record<string, { vendor: Record<string, unknown> }>>(document.replace('revision', `${field} revision`), { input });
  const externalId = `T-${field}`;
  const text = 'x'.repeat(most);
  const { createVendor } = await ask(CREATE, { name: 'Texts', contactEmail: 'a@b.example', externalId, [field]: text });
  expect(createVendor!.vendor[field]).toBe(text);
  const { id } = createVendor!.vendor;
  expect((await ask(UPDATE, { id, [field]: ' ' })).updateVendor!.vendor[field]).toBeNull();
  expect(await server.admin.fields(UPDATE, { input: { id, [field]: `${text}x` } })).toEqual({
    [field]: `is longer than ${most.toLocaleString('en')} characters`,
  });
  for (const column of [field, field.toUpperCase(), ...aliases]) {
    const csv = `externalId,${column}\n${externalId},by ${column}\n`;
    await server.admin.data(`mutation ($input: ImportVendorsInput!) { importVendors(input: $input) { updated } }`, { input: { csv } });
    expect(await server.admin.data(`query ($id: ID!) { vendor(id: $id) { ${field} } }`, { id })).toEqual({
      vendor: { [field]: `by ${column}` },
    });
  }
});

test('an update changes the given fields, null clears, the rest stays', async () => {
  const { id } = await create({ ...FULL, externalId: 'F-2' });
  const { updateVendor } = await server.admin.data<{ updateVendor: { vendor: Vendor } }>(UPDATE, {
    input: { id, name: 'Renamed', tier: null, externalId: null, tags: null, contractRenewalDate: null },
  });
  expect(updateVendor.vendor).toMatchObject({
    ...FULL,
    name: 'Renamed',
    tier: null,
    externalId: null,
    tags: [],
    contractRenewalDate: null,
    revision: 2,
  });
});

test('a required field cannot be cleared', async () => {
  const { id } = await create({ name: 'Required' });
  expect(await server.admin.fields(UPDATE, { input: { id, name: null } })).toHaveProperty('name');
  expect(await server.admin.fields(UPDATE, { input: { id, contactEmail: null } })).toHaveProperty('contactEmail');
});

test('of eight changes based on the same revision, one wins', async () => {
  const { id, revision } = await create({ name: 'Raced' });
  const codes = await Promise.all(
    Array.from({ length: 8 }, (_, i) => server.admin.code(UPDATE, { input: { id, notes: `n${i}`, expectedRevision: revision } })),
  );
  expect(codes.sort()).toEqual([...Array(7).fill('CONFLICT'), undefined]);
});

test('of eight vendors with the same external id, one is created', async () => {
  const codes = await Promise.all(
    Array.from({ length: 8 }, () =>
      server.admin.code(CREATE, { input: { name: 'Twin', contactEmail: 'a@b.example', externalId: 'TWIN' } }),
    ),
  );
  expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(7);
});

test('an unknown vendor is null when read and NOT_FOUND when changed', async () => {
  for (const id of ['x', "'; drop table vendor; --", '00000000-0000-4000-8000-000000000000']) {
    expect(await server.admin.data(`query ($id: ID!) { vendor(id: $id) { id } }`, { id })).toEqual({ vendor: null });
    expect(await server.admin.code(UPDATE, { input: { id, name: 'x' } })).toBe('NOT_FOUND');
    expect(
      await server.admin.code(`mutation ($input: DeleteInput!) { deleteVendor(input: $input) { deletedId } }`, { input: { id } }),
    ).toBe('NOT_FOUND');
  }
});

test('ids are not case-sensitive', async () => {
  const { id } = await create({ name: 'Cased' });
  expect(await server.admin.data(`query ($id: ID!) { vendor(id: $id) { name } }`, { id: id.toUpperCase() })).toEqual({
    vendor: { name: 'Cased' },
  });
});

describe('filters', () => {
  beforeAll(async () => {
    await create({ name: 'Zeta 100% Cloud_A', contactEmail: 'ops@zeta.example', tier: 'LOW', tags: ['z1', 'z2'], externalId: 'Z-1' });
    await create({ name: 'zeta backup', contactEmail: 'help@other.example', tier: 'HIGH', tags: ['z2'] });
  });

  test.each([
    [{ query: 'ZETA' }, ['Zeta 100% Cloud_A', 'zeta backup']],
    [{ query: 'ops@ZETA' }, ['Zeta 100% Cloud_A']],
    [{ query: '100% c' }, ['Zeta 100% Cloud_A']],
    [{ query: 'd_a' }, ['Zeta 100% Cloud_A']],
    [{ query: 'zeta_backup' }, []],
    [{ query: 'zeta', tier: 'HIGH' }, ['zeta backup']],
    [{ tag: 'z2' }, ['Zeta 100% Cloud_A', 'zeta backup']],
    [{ tag: 'z1' }, ['Zeta 100% Cloud_A']],
    [{ tag: 'Z1' }, []],
    [{ externalId: 'Z-1' }, ['Zeta 100% Cloud_A']],
    [{ externalId: 'z-1' }, []],
    [{ query: 'zeta', ragBand: 'UNSCORED' }, ['Zeta 100% Cloud_A', 'zeta backup']],
    [{ ragBand: 'GREEN' }, []],
  ])('%j', async (filter, expected) => {
    expect(await names(filter)).toEqual(expected);
  });
});

test('vendors are found by id and by owner', async () => {
  const { me } = await server.admin.data<{ me: { id: string } }>(`{ me { id } }`);
  const mine = await create({ name: 'Minded', ownerId: me.id, tags: ['minded'] });
  const other = await create({ name: 'Unminded', tags: ['minded'] });
  expect(await names({ ids: [other.id, mine.id, 'nonsense'] })).toEqual(['Minded', 'Unminded']);
  expect(await names({ ids: [] })).toEqual([]);
  expect(await names({ ownerId: me.id, tag: 'minded' })).toEqual(['Minded']);
  expect(await names({ ownerId: 'nonsense' })).toEqual([]);
  const ids = Array.from({ length: 101 }, () => mine.id);
  expect(await server.admin.fields(LIST, { filter: { ids } })).toHaveProperty(['filter.ids']);
});

test('tiers are sorted by severity, vendors without one first', async () => {
  for (const tier of ['HIGH', null, 'CRITICAL', 'LOW', 'MEDIUM']) await create({ name: `Tier ${tier}`, tier, tags: ['tiers'] });
  const sorted = async (descending: boolean) =>
    (await list({ filter: { tag: 'tiers' }, orderBy: { field: 'TIER', descending } })).nodes.map(({ name }) => name);
  const ascending = ['Tier null', 'Tier LOW', 'Tier MEDIUM', 'Tier HIGH', 'Tier CRITICAL'];
  expect(await sorted(false)).toEqual(ascending);
  expect(await sorted(true)).toEqual(ascending.toReversed());
});

test('tags stay as written, also those that mean something in a list of PostgreSQL', async () => {
  const tags = ['null', 'NULL', 'a\tb, c', '\\', '"', '{}'];
  const { id, tags: made } = await create({ name: 'Odd tags', tags });
  expect(made).toEqual(tags);
  await server.admin.data(UPDATE, { input: { id, tags: tags.toReversed() } });
  const { vendor } = await server.admin.data<{ vendor: object }>(`{ vendor(id: "${id}") { tags } }`);
  expect(vendor).toEqual({ tags: tags.toReversed() });
});

test('tags are listed by use', async () => {
  for (const tags of [['t-rare', 't-often'], ['t-often'], ['t-also']]) await create({ name: 'Tagged', tags });
  const { vendorTags } = await server.admin.data<{ vendorTags: string[] }>('{ vendorTags }');
  expect(vendorTags.filter((tag) => tag.startsWith('t-'))).toEqual(['t-often', 't-also', 't-rare']);
});

test('assignees are the enabled users, by name', async () => {
  const gone = await server.withPermissions('vendors:view');
  const { me } = await gone.data<{ me: { id: string } }>('{ me { id } }');
  const ids = async () => (await server.admin.data<{ assignees: { id: string }[] }>('{ assignees { id } }')).assignees.map(({ id }) => id);
  expect(await ids()).toContain(me.id);
  await server.admin.data(`mutation ($input: SetUserDisabledInput!) { setUserDisabled(input: $input) { user { id } } }`, {
    input: { id: me.id, disabled: true },
  });
  expect(await ids()).not.toContain(me.id);
});

describe('pages', () => {
  const all = Array.from({ length: 25 }, (_, i) => `page ${String(Math.floor(i / 3)).padStart(2, '0')}`);
  beforeAll(async () => {
    for (const name of all) await create({ name, tags: ['paged'] });
  });

  test('follow each other by cursor without gaps or repetition, for any size and order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom('NAME', 'TIER', 'OVERALL_SCORE', 'LAST_ASSESSED_AT', 'CREATED_AT'),
        fc.boolean(),
        async (first, field, descending) => {
          const seen: string[] = [];
          let after: string | null = null;
          do {
            const page: List['vendors'] = await list({ filter: { tag: 'paged' }, first, after, orderBy: { field, descending } });
            expect(page.totalCount).toBe(25);
            expect(page.pageInfo.hasPreviousPage).toBe(after !== null);
            expect(page.pageInfo.endCursor).toBe(page.edges.at(-1)?.cursor ?? null);
            seen.push(...page.nodes.map(({ name }) => name));
            after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
          } while (after);
          expect(seen.sort()).toEqual(all);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('go backwards by cursor, in the order of the list, for any size and order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom('NAME', 'TIER', 'OVERALL_SCORE', 'LAST_ASSESSED_AT', 'CREATED_AT'),
        fc.boolean(),
        async (last, field, descending) => {
          const which = { filter: { tag: 'paged' }, orderBy: { field, descending } };
          const whole = (await list({ ...which, first: 100 })).edges.map(({ cursor }) => cursor);
          const seen: string[] = [];
          let before: string | null = null;
          do {
            const page: List['vendors'] = await list({ ...which, last, before });
            expect(page.totalCount).toBe(25);
            expect(page.pageInfo.hasNextPage).toBe(before !== null);
            expect([page.pageInfo.startCursor, page.pageInfo.endCursor]).toEqual([page.edges[0]?.cursor, page.edges.at(-1)?.cursor]);
            seen.unshift(...page.edges.map(({ cursor }) => cursor));
            before = page.pageInfo.hasPreviousPage ? page.pageInfo.startCursor : null;
          } while (before);
          expect(seen).toEqual(whole);
        },
      ),
      { numRuns: 15 },
    );
  });

  test('can be between two cursors, from the start or from the end', async () => {
    const which = { filter: { tag: 'paged' } };
    const cursors = (await list({ ...which, first: 100 })).edges.map(({ cursor }) => cursor);
    const between = async (page: object) => {
      const { edges, pageInfo } = await list({ ...which, after: cursors[2], before: cursors[20], ...page });
      return [edges.map(({ cursor }) => cursors.indexOf(cursor)), pageInfo.hasPreviousPage, pageInfo.hasNextPage];
    };
    expect(await between({ first: 2 })).toEqual([[3, 4], true, true]);
    expect(await between({ last: 2 })).toEqual([[18, 19], true, true]);
    // As in Relay's specification: with a size given, only the rows in between count.
    expect(await between({ first: 17 })).toEqual([cursors.map((_, i) => i).slice(3, 20), true, false]);
    expect(await between({ last: 17 })).toEqual([cursors.map((_, i) => i).slice(3, 20), false, true]);
    expect(await between({})).toEqual([cursors.map((_, i) => i).slice(3, 20), true, true]);
    const alone = await list({ ...which, before: cursors[20] });
    expect([alone.edges.length, alone.pageInfo.hasPreviousPage, alone.pageInfo.hasNextPage]).toEqual([20, false, true]);
    expect((await list({ ...which, before: cursors[0], last: 5 })).pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: null,
      endCursor: null,
    });
  });

  test('can be jumped to by offset', async () => {
    const page = await list({ filter: { tag: 'paged' }, first: 10, offset: 20 });
    expect(page).toMatchObject({ totalCount: 25, pageInfo: { hasNextPage: false, hasPreviousPage: true } });
    expect(page.nodes.map(({ name }) => name)).toEqual(all.slice(20));
    expect((await list({ filter: { tag: 'paged' }, offset: 1_000_000 })).nodes).toEqual([]);
  });

  test('a cursor of one sort order does not fit another', async () => {
    const { pageInfo } = await list({ filter: { tag: 'paged' }, first: 5 });
    const answer = await server.admin.ask(LIST, { after: pageInfo.endCursor, orderBy: { field: 'OVERALL_SCORE' } });
    expect(answer.errors?.[0]?.extensions.fields).toHaveProperty('after');
  });

  test.each([
    ['auditLog', ['1', 1]],
    ['auditLog', ['Sat Jan 1 2000 (noon)', 1]],
    ['auditLog', ['+275760-09-13T00:00:00.000Z', 1]],
    ['auditLog', ['2026-02-30T00:00:00.000Z', 1]],
    ['auditLog', ['2026-02-03T00:00:00.000+16:00', 1]],
    ['vendors', ['a\u0000b']],
    ['vendors', ['a\ud800b']],
  ])('%s: %j is not a valid cursor position', async (name, values) => {
    const cursor = Buffer.from(JSON.stringify([...values, '00000000-0000-4000-8000-000000000000'])).toString('base64url');
    for (const side of ['after', 'before']) {
      expect(await server.admin.fields(`{ ${name}(${side}: "${cursor}") { nodes { id } } }`)).toEqual({
        [side]: 'is not a cursor of this list',
      });
    }
  });

  test('the total is counted only when requested', async () => {
    const sent = await statementsDuring(() => server.admin.data(`{ vendors(first: 1) { nodes { id } } }`));
    expect(sent.filter((text) => text.includes('count(*)'))).toEqual([]);
  });
});

test('vendors with owner and role cost the same number of statements for 5 and 50', async () => {
  const users = await Promise.all(
    Array.from({ length: 10 }, async (_, i) => {
      const { roles } = await server.admin.data<{ roles: { id: string }[] }>(`{ roles { id } }`);
      const { createUser } = await server.admin.data<{ createUser: { user: { id: string } } }>(
        `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`,
        {
          input: {
            name: `Owner ${i}`,
            email: `owner${i}@example.org`,
            password: 'long enough by far',
            roleId: roles[i % roles.length]!.id,
          },
        },
      );
      return createUser.user.id;
    }),
  );
  for (let i = 0; i < 50; i++) await create({ name: `owned ${i}`, tags: ['owned'], ownerId: users[i % users.length] });
  const query = `query ($first: Int) { vendors(filter: { tag: "owned" }, first: $first) { totalCount nodes { name ragBand owner { name role { name permissions } } } } }`;
  const five = await statementsDuring(() => server.admin.data(query, { first: 5 }));
  const fifty = await statementsDuring(() => server.admin.data(query, { first: 50 }));
  expect(fifty).toHaveLength(five.length);
  // the caller, the page, the total, the bounds of the bands, the owners, their roles
  expect(fifty).toHaveLength(6);
  expect(fifty.map(nameIn)).toEqual(expect.arrayContaining(['vendor.page', 'vendor.total', 'app_user.byId', 'role.byId']));
});

test('a list below vendors, selected under two aliases, has each item once', async () => {
  const templateId = await publishTemplate(server, 'Twice', [{ title: 'S', questions: [question('Q?')] }]);
  for (const name of ['twice 1', 'twice 2']) await createAssessment(server, (await create({ name, tags: ['twice'] })).id, templateId);
  const { vendors } = await server.admin.data<{ vendors: { nodes: { a: { nodes: object[] }; b: { nodes: object[] } }[] } }>(
    `{ vendors(filter: { tag: "twice" }) { nodes { a: assessments { nodes { id } } b: assessments { nodes { id } } } } }`,
  );
  expect(vendors.nodes.map(({ a, b }) => [a.nodes.length, b.nodes.length])).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

test('the length of an external id is its number of characters', async () => {
  const externalId = '😀'.repeat(150);
  const { id } = await create({ name: 'Emoji', externalId });
  const query = `query ($externalId: String!) { vendorByExternalId(externalId: $externalId) { id } }`;
  expect(await server.admin.data(query, { externalId })).toEqual({ vendorByExternalId: { id } });
  expect(await server.admin.data(query, { externalId: '😀'.repeat(201) })).toEqual({ vendorByExternalId: null });
});
