import { rawSql, type Sql, sql } from '../../src/database/sql';
import { Assessor } from '../kit/assessed';
import { type GraphQLClient } from '../kit/client';
import { createAssessment, createVendor, importFramework, publishTemplate, question } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';

interface Result {
  type: string;
  id: string;
  title: string;
  subtitle: string | null;
  path: string;
}

const SEARCH = `query ($text: String!, $types: [SearchType!], $first: Int) {
  search(text: $text, types: $types, first: $first) { type id title subtitle path }
}`;

let server: TestServer;
let acme: string;
let zurich: string;
let template: string;
let review: string;
let mfa: string;
let framework: string;
beforeAll(async () => {
  server = await startTestServer();
  framework = await importFramework(server, {
    name: 'House rules',
    controls: [
      {
        domain: 'Access',
        code: 'HR-9.1',
        title: 'Strong sign-in',
        guidance: 'Ask for a screenshot. Related terms: passkeys, smart cards.',
      },
    ],
  });
  template = await publishTemplate(server, 'Yearly questionnaire', [{ title: 'All', questions: [question('Backups tested?')] }]);
  acme = await createVendor(server, {
    name: 'Acme Payments',
    externalId: 'ERP-4711',
    contactName: 'Zoë Quist',
    contactEmail: 'desk@mailhost.example',
    website: 'https://shop.acmepay.example/start',
    tags: ['cardholder'],
    serviceDescription: 'Settles invoices',
  });
  zurich = await createVendor(server, { name: 'Zürich Straße AG', contactEmail: 'z@z.example' });
  review = await createAssessment(server, acme, template, { title: 'Spring review' });
  mfa = await finding(review, 'Multi-factor sign-in isn’t enforced', {
    description: 'Administrators use passwords only',
    controlCodes: ['HR-9.1'],
  });
});
afterAll(() => server.stop());

async function finding(assessmentId: string, title: string, more: object = {}): Promise<string> {
  const made = await server.admin.data<{ createFinding: { finding: { id: string } } }>(
    `mutation ($input: CreateFindingInput!) { createFinding(input: $input) { finding { id } } }`,
    { input: { assessmentId, title, severity: 'HIGH', ...more } },
  );
  return made.createFinding.finding.id;
}

async function search(text: string, more: object = {}, client: GraphQLClient = server.admin): Promise<Result[]> {
  return (await client.data<{ search: Result[] }>(SEARCH, { text, ...more })).search;
}

const ids = async (text: string, more: object = {}, client?: GraphQLClient) => (await search(text, more, client)).map(({ id }) => id);

test.each([
  ['name', 'acme'],
  ['beginnings of words in any order', 'PAY acm'],
  ['external id', 'erp-4711'],
  ['contact', 'quist zoe'],
  ['address of the contact', 'desk@mailhost.example'],
  ['website', 'acmepay'],
  ['tag', 'cardholder'],
  ['service', 'settles invo'],
])('a vendor is found by its %s', async (_, text) => {
  expect(await ids(text, { types: ['VENDOR'] })).toEqual([acme]);
});

test('of a long text, every word counts', async () => {
  const words = ['zinc', 'yarn', 'xenon', 'wheat', 'velvet', 'umber', 'tin', 'silk', 'rubber', 'quartz', 'pewter', 'oak'];
  const id = await createVendor(server, { name: 'Materials', serviceDescription: words.join(' ') });
  expect((await search(words.join(' '))).map((one) => one.id)).toEqual([id]);
  for (const word of words) expect(await search(words.map((one) => (one === word ? 'lead' : one)).join(' '))).toEqual([]);
});

test('case and accents don’t count, on either side', async () => {
  for (const text of ['zurich', 'ZÜRICH', 'zu\u0308rich strasse', 'Straße zür', 'STRAẞE'])
    expect(await ids(text, { types: ['VENDOR'] })).toEqual([zurich]);
  expect(await ids('zóe', { types: ['VENDOR'] })).toEqual([acme]);
});

test('every word counts, and only beginnings of words', async () => {
  expect(await ids('acme unheard')).toEqual([]);
  expect(await ids('cme')).toEqual([]);
  expect(await ids('ayments')).toEqual([]);
});

test('an assessment is found by title, vendor and template', async () => {
  for (const text of ['spring', 'yearly', 'acme', 'spring acme yearly'])
    expect(await ids(text, { types: ['ASSESSMENT'] })).toEqual([review]);
});

test('a finding is found by title, description, code and vendor, also together', async () => {
  for (const text of ['enforced', 'administrators', 'HR-9.1', 'acme', 'acme passwords', 'enforced hr payments passwords']) {
    expect(await ids(text, { types: ['FINDING'] })).toEqual([mfa]);
  }
  await server.admin.data(`mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { id } } }`, {
    input: { id: acme, name: 'Umbra Payments' },
  });
  expect(await ids('umbra passwords', { types: ['FINDING'] })).toEqual([mfa]);
  expect(await ids('acme passwords', { types: ['FINDING'] })).toEqual([]);
  await server.admin.data(`mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { id } } }`, {
    input: { id: acme, name: 'Acme Payments' },
  });
});

test('what is found says how it stands: an open gap looks different from a closed one', async () => {
  const [raised] = await search('enforced', { types: ['FINDING'] });
  expect(raised?.subtitle).toBe('Acme Payments · High · Open');
  const closed = await finding(review, 'Tokens never expire');
  await server.admin.data(`mutation ($input: UpdateFindingStatusInput!) { updateFindingStatus(input: $input) { finding { id } } }`, {
    input: { id: closed, status: 'REMEDIATED', resolutionNote: 'Checked' },
  });
  expect(await search('tokens', { types: ['FINDING'] })).toMatchObject([{ id: closed, subtitle: 'Acme Payments · High · Remediated' }]);
  const month = new Date().toLocaleDateString('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
  expect(await search('spring', { types: ['ASSESSMENT'] })).toMatchObject([{ subtitle: `Acme Payments · Draft · ${month}` }]);
});

test('controls, templates and people', async () => {
  for (const text of ['HR-9.1', 'strong', 'house rules', 'house strong', 'passkey', 'smart card house']) {
    expect(await search(text, { types: ['CONTROL'] })).toMatchObject([
      { title: 'Strong sign-in', path: `/frameworks/${framework}?query=HR-9.1` },
    ]);
  }
  expect(await search('screenshot', { types: ['CONTROL'] })).toEqual([]);
  expect(await search('yearly', { types: ['TEMPLATE'] })).toMatchObject([{ id: template, path: `/templates/${template}` }]);
  const viewer = await server.withRole('Viewer');
  const { me } = await viewer.data<{ me: { id: string; name: string; email: string } }>(`{ me { id name email } }`);
  expect(await search(me.email, { types: ['PERSON'] })).toMatchObject([{ id: me.id, title: me.name, subtitle: me.email }]);
  expect(await search(me.name, { types: ['PERSON'] }, viewer)).toMatchObject([{ path: `/vendors?owner=${me.id}` }]);
});

test('what ships as synonyms, and the organisation’s own', async () => {
  for (const text of ['MFA', '2fa', 'two-factor authentication', 'acme mfa', 'multi-factor authentication']) {
    expect(await ids(text, { types: ['FINDING'] })).toContain(mfa);
  }
  expect(await ids('strongbox', { types: ['FINDING'] })).toEqual([]);
  const update = `mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { searchSynonyms } } }`;
  const searchSynonyms = [
    ['Strongbox 9', 'Passwörds only'],
    ['tooth', 'fang'],
  ];
  expect(await server.admin.data(update, { input: { searchSynonyms } })).toEqual({ updateSettings: { settings: { searchSynonyms } } });
  expect(await ids('strongbox 9', { types: ['FINDING'] })).toEqual([mfa]);
  for (const bad of [
    [['alone']],
    [['a', '']],
    [['a', '--']],
    [Array(21).fill('a')],
    Array(201).fill(['a', 'b']),
    [['a', 'b'.repeat(101)]],
  ]) {
    expect(await server.admin.code(update, { input: { searchSynonyms: bad } })).toBe('BAD_USER_INPUT');
  }
  await server.admin.data(update, { input: { searchSynonyms: [] } });
  expect(await ids('strongbox', { types: ['FINDING'] })).toEqual([]);
});

test('a question finds what its topic finds, unless something has all of its words', async () => {
  for (const text of ['who fails MFA', 'Which vendors don’t have 2FA?', 'vendors without multi-factor authentication']) {
    expect(await ids(text, { types: ['FINDING'] })).toContain(mfa);
  }
  const own = await createVendor(server, { name: 'Without Vendors', contactEmail: 'w@w.example' });
  expect(await ids('vendors without')).toEqual([own]);
  expect(await ids('who is the')).toEqual([]);
});

test('titles that equal the text come first, then those that begin with it', async () => {
  const names = ['Deep Kestrel', 'Kestrel Holdings', 'Késtrel', 'Another (kestrel)'];
  for (const name of names) await createVendor(server, { name, contactEmail: 'k@k.example' });
  await finding(review, 'Kestrel');
  const found = await search('kestrel');
  expect(
    found
      .slice(0, 2)
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['Kestrel', 'Késtrel']);
  expect(found[2]!.title).toBe('Kestrel Holdings');
  expect(
    found
      .slice(3)
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['Another (kestrel)', 'Deep Kestrel']);
  expect((await search('kestrel', { first: 2 })).map(({ title }) => title).sort()).toEqual(['Kestrel', 'Késtrel']);
});

test('bounds', async () => {
  expect(await search('x'.repeat(200))).toEqual([]);
  expect(await search('é'.repeat(200))).toEqual([]);
  expect(await server.admin.code(SEARCH, { text: 'x'.repeat(201) })).toBe('BAD_USER_INPUT');
  for (const first of [0, 51, -1]) expect(await server.admin.code(SEARCH, { text: 'x', first })).toBe('BAD_USER_INPUT');
  for (const text of ['', '  ', '--- !', '\u0301', "'", ':*', '& |']) expect(await search(text)).toEqual([]);
  for (const text of ["o'brien", 'a:*', 'a & !b', '\\', 'a b c d e f g h i j k l m n', '% _', '中文', 'हिन्दी']) await search(text);
  expect(await search('acme', { types: [] })).toEqual([]);
  expect(await server.stranger().code(SEARCH, { text: 'acme' })).toBe('UNAUTHENTICATED');
});

test('texts that no index would hold can be stored, and found by what comes before', async () => {
  const long = await createVendor(server, {
    name: 'Longwinded',
    contactEmail: 'l@l.example',
    serviceDescription: `é${'x'.repeat(9_000)} gizmo`,
  });
  expect(await ids('gizmo', { types: ['VENDOR'] })).toEqual([long]);
  expect(await ids('exxxxx', { types: ['VENDOR'] })).toEqual([long]);
});

test('more than are looked at first: rare words are found by the index, frequent ones anyway', async () => {
  await server.services.database.query(
    sql`insert into finding (id, vendor_id, assessment_id, title, severity, created_at)
      select gen_random_uuid(), ${acme}, ${review}, 'Common ' || n || case when n = 777 then ' needle' else ' hay' end, 'LOW',
        now() - interval '1 year' from generate_series(1, 1000) as n`,
  );
  expect(await search('common', { types: ['FINDING'], first: 50 })).toHaveLength(50);
  expect(await search('acme c', { types: ['FINDING'], first: 50 })).toHaveLength(50);
  for (const text of ['needle', 'needle c', 'acme needle', 'c 777', 'payments needl common']) {
    expect(await search(text, { types: ['FINDING'] })).toMatchObject([{ title: 'Common 777 needle' }]);
  }
  await server.services.database.query(sql`delete from finding where title like 'Common %'`);
});

describe('of a great many', () => {
  const run = <T>(statement: Sql<T>) => server.services.database.query(statement);
  const findings = (vendorId: string, count: number, title: string) =>
    run(sql`insert into finding (id, vendor_id, assessment_id, title, severity, created_at)
      select gen_random_uuid(), ${vendorId}, ${review}, ${rawSql(title)}, 'LOW', now() - interval '1 year' from generate_series(1, ${count}::int) as n`);
  const vendors = (count: number, name: string, status = 'ACTIVE') =>
    run(sql`insert into vendor (id, name, contact_email, status, service_description)
      select gen_random_uuid(), ${rawSql(name)}, 'q@q.example', ${status}, 'Ferries' from generate_series(1, ${count}::int) as n`);

  afterEach(async () => {
    await run(sql`delete from finding where title like 'Common %'`);
    await run(sql`delete from vendor where contact_email = 'q@q.example'`);
  });

  test('words that are frequent by themselves, and once together', async () => {
    await findings(
      acme,
      2400,
      `'Common ' || case when n % 2 = 0 then 'alpha' else 'beta' end || case when n = 2400 then ' beta' else '' end`,
    );
    for (const text of ['alpha beta', 'beta common alpha', 'acme beta alpha']) {
      expect(await search(text, { types: ['FINDING'] })).toMatchObject([{ title: 'Common alpha beta' }]);
    }
  });

  test('what isn’t listed takes no places from what is', async () => {
    await vendors(900, `'Bygone ' || n`, 'ARCHIVED');
    await vendors(1, `'Kept'`);
    expect(await search('ferries', { types: ['VENDOR'] })).toMatchObject([{ title: 'Kept' }]);
  });

  test('nor do vendors without anything', async () => {
    await vendors(700, `'Quayside ' || n`);
    const [last] = await run(sql<{ id: string }>`select id from vendor where name = 'Quayside 700'`);
    await findings(last!.id, 1, `'Common crane'`);
    for (const text of ['quayside', 'quayside crane', 'crane quayside 700']) {
      expect(await search(text, { types: ['FINDING'] })).toMatchObject([{ title: 'Common crane' }]);
    }
    expect(await search('quayside', { types: ['VENDOR'], first: 50 })).toHaveLength(50);
  });

  test('what so many are called is looked for among what has the other words', async () => {
    await vendors(1_100, `'Quayside Limited ' || n`);
    const [last] = await run(sql<{ id: string }>`select id from vendor where name = 'Quayside Limited 1100'`);
    await findings(last!.id, 1, `'Common crane'`);
    await findings(acme, 300, `'Common rope'`);
    for (const text of ['limited crane', 'crane quayside limited', 'limited 1100 crane', 'quayside limited 1100']) {
      expect(await search(text, { types: ['FINDING'] })).toMatchObject([{ title: 'Common crane' }]);
    }
    expect(await search('limited rope', { types: ['FINDING'] })).toEqual([]);
  });
});

test('only what the caller may see', async () => {
  const types = async (client: GraphQLClient) => [...new Set((await search('acme', { first: 50 }, client)).map(({ type }) => type))].sort();
  expect(await types(await server.withPermissions('vendors:view'))).toEqual(['VENDOR']);
  expect(await types(await server.withPermissions('assessments:view'))).toEqual(['ASSESSMENT', 'FINDING']);
  expect(await types(await server.withPermissions('templates:view'))).toEqual([]);
  expect(await search('user', { types: ['PERSON'] }, await server.withPermissions('templates:view'))).toEqual([]);
  expect(await types(await server.withKey(['vendors:view']))).toEqual(['VENDOR']);
});

test('a caller of one portfolio finds only what is in it', async () => {
  const portfolio = async (name: string) =>
    (
      await server.admin.data<{ createPortfolio: { portfolio: { id: string } } }>(
        `mutation ($input: CreatePortfolioInput!) { createPortfolio(input: $input) { portfolio { id } } }`,
        { input: { name } },
      )
    ).createPortfolio.portfolio.id;
  const [north, south] = [await portfolio('North'), await portfolio('South')];
  const assessor = await Assessor.prepare(server);
  const made: Record<string, string[]> = {};
  for (const [place, portfolioId] of Object.entries({ north, south })) {
    const vendorId = await createVendor(server, { name: `Osprey ${place}`, contactEmail: 'o@o.example', portfolioId });
    const assessmentId = await createAssessment(server, vendorId, assessor.templateId, { title: 'Osprey check' });
    made[place] = [vendorId, assessmentId, await finding(assessmentId, 'Osprey gap'), await finding(assessmentId, 'Nest unguarded')];
  }
  const client = await server.withPermissions('vendors:view', 'assessments:view');
  const { me } = await client.data<{ me: { id: string; role: { id: string } } }>(`{ me { id role { id } } }`);
  await server.admin.data(`mutation ($input: AssignRoleInput!) { assignRole(input: $input) { user { id } } }`, {
    input: { userId: me.id, roleId: me.role.id, portfolioIds: [north] },
  });
  for (const text of ['osprey', 'o', 'ospr']) {
    const found = (await search(text, { first: 50, types: ['VENDOR', 'ASSESSMENT', 'FINDING'] }, client)).map(({ id }) => id);
    expect(found.sort()).toEqual([...made['north']!].sort());
  }
  expect(await ids('osprey south', {}, client)).toEqual([]);
  expect(await ids('south', { types: ['VENDOR', 'ASSESSMENT', 'FINDING'] }, client)).toEqual([]);
  expect((await ids('osprey south')).length).toBeGreaterThan(0);
  expect(await ids('nest north', {}, client)).toEqual([made['north']![3]]);
});
