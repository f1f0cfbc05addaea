import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rawSql, sql } from '../../src/database/sql';
import { verifyLog } from '../../src/domains/audit/audit.verify';
import { cli } from '../kit/cli';
import { createDatabase } from '../kit/database';
import { archive } from '../kit/offboarded';
import { createVendor } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { beyond, statementsDuring } from '../kit/statements';

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.stop());

const IMPORT = `mutation ($input: ImportVendorsInput!) { importVendors(input: $input) {
  applied created updated unchanged skipped invalid ignoredColumns
  rows { line externalId name outcome vendorId changedFields sameNameVendorIds sameNameLine errors { column message } } } }`;

interface ImportRow {
  line: number;
  externalId: string | null;
  name: string | null;
  outcome: string;
  vendorId: string | null;
  changedFields: string[];
  sameNameVendorIds: string[];
  sameNameLine: number | null;
  errors: { column: string | null; message: string }[];
}
interface Imported {
  applied: boolean;
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
  invalid: number;
  ignoredColumns: string[];
  rows: ImportRow[];
}

async function importVendors(csv: string, more: object = {}, client = server.admin): Promise<Imported> {
  return (await client.data<{ importVendors: Imported }>(IMPORT, { input: { csv, ...more } })).importVendors;
}

const VENDOR = `name externalId contactName contactEmail tier website notes serviceDescription dataSensitivity
  contractRenewalDate contractValue geographicRisk tags revision owner { email }`;
const vendorBy = async (externalId: string) =>
  (
    await server.admin.data<{ vendorByExternalId: Record<string, unknown> | null }>(
      `query ($externalId: String!) { vendorByExternalId(externalId: $externalId) { ${VENDOR} } }`,
      { externalId },
    )
  ).vendorByExternalId;
const countVendors = async () =>
  (await server.services.database.query<{ count: number }>(sql`select count(*) as count from vendor`))[0]!.count;
const lastEntries = async (first: number) =>
  (
    await server.admin.data<{ auditLog: { nodes: { action: string; entityName: string; meta: object | null; userName: string }[] } }>(
      `query ($first: Int) { auditLog(first: $first) { nodes { action entityName meta userName } } }`,
      { first },
    )
  ).auditLog.nodes;

test('a row creates a vendor from all columns, whatever the header looks like', async () => {
  const csv = [
    '\uFEFFVendor Name,EXTERNAL_ID,contact name,Contact E-Mail,Tier,Website,Notes,Service Description,data sensitivity,Contract Renewal Date,Contract value,geographic_risk,Tags,Owner e-mail,Colour',
    '"Acme, Inc.",A-1,Ann,ann@acme.example,high,acme.example,"Two\nlines",Hosting,Confidential,2027-01-31,$50K–$250K,high-risk jurisdiction,saas; eu ;saas,ADMIN@example.org,red',
  ].join('\r\n');
  const { rows, ...rest } = await importVendors(csv);
  expect(rest).toEqual({ applied: true, created: 1, updated: 0, unchanged: 0, skipped: 0, invalid: 0, ignoredColumns: ['Colour'] });
  expect(rows).toEqual([
    {
      line: 2,
      externalId: 'A-1',
      name: 'Acme, Inc.',
      outcome: 'CREATED',
      vendorId: expect.any(String),
      changedFields: [],
      sameNameVendorIds: [],
      sameNameLine: null,
      errors: [],
    },
  ]);
  expect(await vendorBy('A-1')).toEqual({
    name: 'Acme, Inc.',
    externalId: 'A-1',
    contactName: 'Ann',
    contactEmail: 'ann@acme.example',
    tier: 'HIGH',
    website: 'acme.example',
    notes: 'Two\nlines',
    serviceDescription: 'Hosting',
    dataSensitivity: 'CONFIDENTIAL',
    contractRenewalDate: '2027-01-31',
    contractValue: 'FROM_50K_TO_250K',
    geographicRisk: 'HIGH_RISK_JURISDICTION',
    tags: ['saas', 'eu'],
    revision: 1,
    owner: { email: 'admin@example.org' },
  });
});

test('a row with a known external id updates what differs; missing columns stay, empty cells clear', async () => {
  await createVendor(server, { externalId: 'B-1', name: 'Beta', tier: 'LOW', notes: 'Keep', tags: ['x'], website: 'beta.example' });
  await createVendor(server, { externalId: 'B-2', name: 'Same', tier: 'HIGH' });
  const csv = 'externalId;tier;website;tags\nB-1;critical;;"a;b"\nB-2;High;;\n';
  const { rows, ...counts } = await importVendors(csv);
  expect(counts).toMatchObject({ applied: true, created: 0, updated: 1, unchanged: 1, invalid: 0 });
  expect(rows.map(({ name, outcome, changedFields }) => [name, outcome, changedFields])).toEqual([
    ['Beta', 'UPDATED', ['tier', 'website', 'tags']],
    ['Same', 'UNCHANGED', []],
  ]);
  expect(await vendorBy('B-1')).toMatchObject({
    name: 'Beta',
    tier: 'CRITICAL',
    notes: 'Keep',
    website: null,
    tags: ['a', 'b'],
    revision: 2,
  });
  expect(await vendorBy('B-2')).toMatchObject({ revision: 1 });
  expect(await lastEntries(2)).toEqual([
    { action: 'CHANGE_TIER', entityName: 'Beta', meta: { from: 'LOW', to: 'CRITICAL' }, userName: 'Administrator' },
    { action: 'UPDATE_VENDOR', entityName: 'Beta', meta: { fields: ['tier', 'website', 'tags'] }, userName: 'Administrator' },
  ]);
  expect((await importVendors(csv)).unchanged).toBe(2);
});

const MIXED = [
  'name,externalId,contactEmail,tier,contractRenewalDate,contractValue,ownerEmail,website,tags',
  'Good,M-1,good@example.org,low,,,,,',
  ',M-2,bad,odd,2026-02-30,much,nobody@example.org,javascript:x,' + 'x'.repeat(65),
  'Twice,M-1,twice@example.org,,,,,,',
  'No e-mail,M-3,,,,,,,',
  '"Long',
  'row",M-4,l@example.org,,,,,,,,too,many',
  'Nameless id,,plain@example.org,,,,,,',
].join('\n');
const MIXED_OUTCOMES = [
  [2, 'CREATED', {}],
  [
    3,
    'INVALID',
    {
      tier: 'must be one of LOW, MEDIUM, HIGH, CRITICAL',
      contractRenewalDate: 'must be a date (YYYY-MM-DD)',
      contractValue: 'must be one of UP_TO_50K, FROM_50K_TO_250K, FROM_250K_TO_1M, FROM_1M_TO_5M, OVER_5M',
      name: 'is required',
      contactEmail: 'must be an e-mail address',
      tags: 'is longer than 64 characters',
      ownerEmail: 'does not match a user',
    },
  ],
  [4, 'INVALID', { externalId: 'is also on line 2' }],
  [5, 'INVALID', { contactEmail: 'is required' }],
  [6, 'INVALID', { '': 'has 12 cells, but the header has 9' }],
  [8, 'CREATED', {}],
];
const outcomes = ({ rows }: Imported) =>
  rows.map(({ line, outcome, errors }) => [
    line,
    outcome,
    Object.fromEntries(errors.map(({ column, message }) => [column ?? '', message])),
  ]);

test('a dry run changes nothing and reports exactly what would happen', async () => {
  const [before, [entry]] = [await countVendors(), await lastEntries(1)];
  const dry = await importVendors(MIXED, { dryRun: true });
  expect(outcomes(dry)).toEqual(MIXED_OUTCOMES);
  expect(dry).toMatchObject({ applied: false, created: 2, invalid: 4 });
  expect(dry.rows[0]!.vendorId).toBeNull();
  const all = await importVendors(MIXED, { allOrNothing: true });
  expect([outcomes(all), all.applied]).toEqual([MIXED_OUTCOMES, false]);
  expect(await countVendors()).toBe(before);
  expect((await lastEntries(1))[0]).toEqual(entry);
});

test('invalid rows do not affect the others', async () => {
  const before = await countVendors();
  const done = await importVendors(MIXED);
  expect([outcomes(done), done.applied]).toEqual([MIXED_OUTCOMES, true]);
  expect(await countVendors()).toBe(before + 2);
  expect((await lastEntries(2)).map(({ action, entityName }) => `${action} ${entityName}`).sort()).toEqual([
    'CREATE_VENDOR Good',
    'CREATE_VENDOR Nameless id',
  ]);
});

test('5,000 rows take as many statements as 5, and the audit log stays intact', async () => {
  const table = (from: number, rows: number, tier: string) =>
    [
      'name,externalId,contactEmail,tier',
      ...Array.from({ length: rows }, (_, i) => `Bulk ${from + i},BULK-${from + i},bulk${i}@example.org,${tier}`),
    ].join('\n');
  const few = await statementsDuring(() => importVendors(table(10_000, 5, 'LOW')));
  let made: Imported | undefined;
  const many = await statementsDuring(async () => (made = await importVendors(table(0, 5_000, 'LOW'))));
  expect(made).toMatchObject({ created: 5_000, invalid: 0 });
  // Audit entries are written in chunks of a thousand.
  expect(beyond(many, few)).toEqual(Array.from({ length: 4 }, () => expect.stringContaining('audit-chain.appendMany')));
  expect(beyond(few, many)).toEqual([]);
  expect(await importVendors(table(0, 5_000, 'HIGH'))).toMatchObject({ updated: 5_000, created: 0 });
  expect(await importVendors(table(0, 5_000, 'HIGH'))).toMatchObject({ unchanged: 5_000 });
  const [{ count }] = (await server.services.database.query<{ count: number }>(sql`
    select count(*) as count from audit_entry where action in ('CREATE_VENDOR', 'UPDATE_VENDOR') and entity_name like 'Bulk %'`)) as [
    { count: number },
  ];
  expect(count).toBe(10_005);
  expect((await verifyLog(server.services.database)).broken).toBeNull();
});

test('vendors are looked up by joins: a cached plan does not compare each vendor with each row', async () => {
  const sent = await statementsDuring(() => importVendors('name,contactEmail,externalId\nPlan,p@b.example,PLAN', { dryRun: true }));
  const [lookup] = sent.filter((text) => /from "?vendor"?.* for update/s.test(text));
  const plan = await server.services.database.query(rawSql(`explain (generic_plan) ${lookup}`));
  expect(JSON.stringify(plan)).toContain('Join');
  expect(JSON.stringify(plan)).not.toMatch(/= ANY|SubPlan/);
});

test('two concurrent imports of the same file create each vendor once', async () => {
  const csv = ['name,externalId,contactEmail', ...Array.from({ length: 50 }, (_, i) => `Race ${i},RACE-${i},r@example.org`)].join('\n');
  const done = await Promise.all([1, 2, 3].map(() => importVendors(csv)));
  expect(done.reduce((sum, { created }) => sum + created, 0)).toBe(50);
  expect(done.reduce((sum, { unchanged }) => sum + unchanged, 0)).toBe(100);
});

test.each<[string, string, Record<string, string>]>([
  ['no text', ' \n', { 'csv.1': 'has no header line' }],
  ['neither name nor external id', 'tier,tags\nLOW,x\n', { 'csv.1.name': 'is missing from the header, and so is externalId' }],
  ['a column twice', 'name,Name\na,b\n', { 'csv.1.name': 'appears twice' }],
  ['an unclosed quote', 'name,tier\n"a,b\n', { 'csv.2': 'ends inside a quoted cell' }],
])('a file with %s is refused', async (_, csv, fields) => {
  expect(await server.admin.fields(IMPORT, { input: { csv } })).toEqual(fields);
});

test('an external id is compared exactly: spaces within quotes and case count', async () => {
  for (const externalId of ['X 1', ' X 1', 'x 1']) await createVendor(server, { externalId, name: `[${externalId}]` });
  const csv =
    'externalId,name,contactEmail\n" X 1",Changed,a@b.example\nX 1,[X 1],a@b.example\n"X 1 ",New,a@b.example\n"  ",Blank,a@b.example\n"  ",Blank too,a@b.example\n';
  const { rows } = await importVendors(csv);
  expect(rows.map(({ externalId, outcome }) => [externalId, outcome])).toEqual([
    [' X 1', 'UPDATED'],
    ['X 1', 'UPDATED'],
    ['X 1 ', 'CREATED'],
    [null, 'CREATED'],
    [null, 'CREATED'],
  ]);
  expect(await vendorBy(' X 1')).toMatchObject({ name: 'Changed' });
  expect(await vendorBy('X 1')).toMatchObject({ name: '[X 1]' });
});

test("spaces around quoted cells and Excel's line with the separator don't matter", async () => {
  const { rows } = await importVendors('sep=;\r\nname ; externalId ; contactEmail\r\n "Acme; Inc." ; "Q-1" ; q@acme.example\r\n');
  expect(rows).toMatchObject([{ line: 3, name: 'Acme; Inc.', externalId: 'Q-1', outcome: 'CREATED' }]);
});

test('permissions: a row needs the same as the manual change', async () => {
  await createVendor(server, { externalId: 'P-1', name: 'Known' });
  const csv = 'name,externalId,contactEmail\nRenamed,P-1,p@example.org\nFresh,P-2,p@example.org\n';
  const told = async (...permissions: string[]) => {
    const client = await server.withPermissions(...permissions);
    return (await importVendors(csv, { dryRun: true }, client)).rows.map(({ outcome, errors }) => [outcome, errors[0]?.message]);
  };
  const maker = await server.withPermissions('vendors:create');
  expect((await importVendors(csv, { dryRun: true }, maker)).rows.map(({ vendorId }) => vendorId)).toEqual([null, null]);
  expect(await told('vendors:create')).toEqual([
    ['INVALID', "would update a vendor, which you don't have permission to do"],
    ['CREATED', undefined],
  ]);
  expect(await told('vendors:edit')).toEqual([
    ['UPDATED', undefined],
    ['INVALID', "would create a vendor, which you don't have permission to do"],
  ]);
  expect(await (await server.withPermissions('vendors:view')).code(IMPORT, { input: { csv } })).toBe('FORBIDDEN');
  expect(await server.stranger().code(IMPORT, { input: { csv } })).toBe('UNAUTHENTICATED');
});

test('a user who may change vendors but not see them learns nothing about them', async () => {
  await createVendor(server, { externalId: 'BLIND-1', name: 'Secret Name', tier: 'HIGH', notes: 'for us only' });
  const editor = await server.withPermissions('vendors:edit');
  const creator = await server.withPermissions('vendors:create');
  const both = await server.withPermissions('vendors:edit', 'vendors:create');
  const seen: Imported[] = [];
  for (const tier of ['LOW', 'HIGH']) {
    for (const more of [{ dryRun: true }, { allOrNothing: true }]) {
      // The second row is invalid, so that "all or nothing" imports nothing.
      seen.push(await importVendors(`externalId,tier\nBLIND-1,${tier}\n,LOW\n`, more, editor));
    }
  }
  expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(seen[0]).toMatchObject({
    updated: 1,
    unchanged: 0,
    rows: [{ name: null, outcome: 'UPDATED', changedFields: ['externalId', 'tier'] }, {}],
  });
  for (const client of [editor, creator, both]) {
    const csv = 'externalId,tier,contactEmail,notes\nBLIND-1,HIGHEST,x,for us only\nBLIND-1,LOW,a@b.example,\n';
    expect(JSON.stringify(await importVendors(csv, { dryRun: true }, client))).not.toMatch(/Secret Name|UNCHANGED/);
  }
  const seer = await server.withPermissions('vendors:edit', 'vendors:view');
  expect(await importVendors('externalId,tier\nBLIND-1,HIGH\n', { dryRun: true }, seer)).toMatchObject({
    unchanged: 1,
    rows: [{ name: 'Secret Name', outcome: 'UNCHANGED' }],
  });
});

test('for a file with an error in every cell, the first thousand are reported and all rows are counted', async () => {
  const { invalid, rows } = await importVendors(`name,contactEmail,tier,dataSensitivity\n${'a,b,c,d\n'.repeat(2_000)}`);
  expect([invalid, rows.length]).toEqual([2_000, 2_000]);
  expect(rows.flatMap(({ errors }) => errors)).toHaveLength(1_000);
  expect([rows[0]!.errors.length, rows.at(-1)]).toEqual([3, expect.objectContaining({ outcome: 'INVALID', errors: [] })]);
});

test('the command line works the same', async () => {
  const file = path.join(tmpdir(), `vetgraph-vendors-${process.pid}.csv`);
  const run = (...options: string[]) => cli({ DATABASE_URL: server.databaseUrl }, ['vendors', 'import', file, ...options]);
  await writeFile(file, 'name,externalId,contactEmail\nBy hand,CLI-1,cli@example.org\nBad,CLI-2,no\n');
  expect(await run('--dry-run')).toMatchObject({
    code: 1,
    stdout: [
      'line 2: created By hand (CLI-1)',
      'line 3: invalid Bad (CLI-2): contactEmail must be an e-mail address',
      'Nothing was changed. Would be: 1 created, 0 updated, 0 unchanged, 0 skipped, 1 invalid\n',
    ].join('\n'),
  });
  expect(await vendorBy('CLI-1')).toBeNull();
  expect((await run()).stdout).toContain('1 created, 0 updated, 0 unchanged, 0 skipped, 1 invalid');
  expect(await vendorBy('CLI-1')).toMatchObject({ name: 'By hand' });
  expect((await lastEntries(1))[0]).toMatchObject({ action: 'CREATE_VENDOR', userName: 'System' });
});

test('the command line reads UTF-8 and UTF-16, and refuses what would spoil names', async () => {
  const file = path.join(tmpdir(), `vetgraph-encoding-${process.pid}.csv`);
  const run = async (encoding: 'utf8' | 'utf16le' | 'latin1', mark = '') => {
    await writeFile(file, `${mark}name,externalId,contactEmail\nMüller,ENC-1,m@example.org\n`, encoding);
    return cli({ DATABASE_URL: server.databaseUrl }, ['vendors', 'import', file]);
  };
  expect(await run('latin1')).toMatchObject({ code: 2, stderr: expect.stringMatching(/^file is not text in UTF-8; save it as UTF-8/) });
  expect(await vendorBy('ENC-1')).toBeNull();
  expect((await run('utf16le', '\uFEFF')).stdout).toContain('line 2: created Müller (ENC-1)');
  expect((await run('utf8', '\uFEFF')).stdout).toContain('line 2: unchanged Müller (ENC-1)');
});

describe('an existing name', () => {
  const table = (...rows: string[]) => ['name,contactEmail,externalId,notes', ...rows].join('\n');
  const plan = ({ rows }: Imported) =>
    rows.map(({ outcome, sameNameVendorIds, sameNameLine }) => [outcome, sameNameVendorIds.length, sameNameLine]);
  const named = (name: string) =>
    server.services.database.query<{ name: string; notes: string | null; externalId: string | null }>(
      sql`select name, notes, external_id as "externalId" from vendor where lower(name) like ${`%${name}%`} order by created_at, name`,
    );

  test('is reported, however it is written and also within the file, and creates another vendor by default', async () => {
    await createVendor(server, { name: 'Caf\u00e9 Norte' });
    const csv = table('CAFE\u0301  norte,a@b.example,,', 'Sud,a@b.example,,', ' sud ,a@b.example,SUD-2,', 'Neu,a@b.example,,');
    const marks = [
      ['CREATED', 1, null],
      ['CREATED', 0, null],
      ['CREATED', 0, 3],
      ['CREATED', 0, null],
    ];
    expect(plan(await importVendors(csv, { dryRun: true }))).toEqual(marks);
    const skip = await importVendors(csv, { dryRun: true, sameName: 'SKIP' });
    expect(plan(skip).map(([outcome]) => outcome)).toEqual(['SKIPPED', 'CREATED', 'SKIPPED', 'CREATED']);
    expect(skip).toMatchObject({ created: 2, skipped: 2, invalid: 0 });
    expect(plan(await importVendors(csv))).toEqual(marks);
    expect(await named('norte')).toHaveLength(2);
  });

  test('of a vendor that lists leave out doesn’t count; its id and external id do', async () => {
    const vendorId = await createVendor(server, { name: 'Bygone', externalId: 'BYGONE-1' });
    await archive(server, vendorId);
    for (const sameName of ['UPDATE', 'SKIP']) {
      expect(plan(await importVendors(table('Bygone,a@b.example,,new'), { dryRun: true, sameName }))).toEqual([['CREATED', 0, null]]);
    }
    for (const csv of [table('Bygone,a@b.example,BYGONE-1,new'), `id,notes\n${vendorId},new`]) {
      expect((await importVendors(csv, { dryRun: true })).rows).toMatchObject([{ outcome: 'UPDATED', vendorId }]);
    }
  });

  test('is recognised regardless of case, whatever the locale of the database', async () => {
    const { url, drop } = await createDatabase(`template template0 encoding 'UTF8' locale_provider libc locale 'C'`);
    const plain = await startTestServer({ databaseUrl: url });
    for (const name of ['CAFÉ NOIR', 'ΟΔΟΣ', 'Ключ', 'İstanbul', 'Pine\u00a0Tree']) await createVendor(plain, { name });
    const csv = table(...['Café noir', 'οδος', 'οδοσ', 'КЛЮЧ', 'istanbul', 'pine tree'].map((name) => `${name},a@b.example,,`));
    const { rows } = await importVendors(csv, { dryRun: true, sameName: 'SKIP' }, plain.admin);
    expect(rows.map(({ name, outcome }) => [name, outcome])).toEqual(rows.map(({ name }) => [name, 'SKIPPED']));
    await plain.stop();
    await drop();
  });

  test('is recognised despite white space and invisible characters', async () => {
    const spaces = [...'\t\n\v\f\u0085\u00a0\u1680\u2000\u2005\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'];
    const others = [...'\u001c\u001f\u180e\u200b\u2060'];
    const csv = (write: (space: string, i: number) => string) =>
      table(...[...spaces, ...others].map((space, i) => `"${write(space, i)}",w@b.example,,`));
    const outcomes = async (text: string) =>
      (await importVendors(text, { sameName: 'SKIP', dryRun: true })).rows.map(({ outcome }) => outcome);
    const written = csv((space, i) => `White${space}${space}wood ${i}`);
    await importVendors(written);
    expect(new Set(await outcomes(written))).toEqual(new Set(['SKIPPED']));
    expect(await outcomes(csv((_, i) => `White wood ${i}`))).toEqual([...spaces.map(() => 'SKIPPED'), ...others.map(() => 'CREATED')]);
    // Also at the ends, where a vendor created manually may have some.
    for (const space of ['\u0085', '\ufeff']) await createVendor(server, { name: `${space}Edge ${space.charCodeAt(0)}${space}` });
    expect(await outcomes(table('Edge 133,w@b.example,,', 'Edge 65279,w@b.example,,'))).toEqual(['SKIPPED', 'SKIPPED']);
  });

  test('keeps the external id of the vendor it matches, and sets one if there is none', async () => {
    await createVendor(server, { name: 'Rowan', externalId: 'ROWAN' });
    await createVendor(server, { name: 'Alder', externalId: 'ALDER' });
    await createVendor(server, { name: 'Hazel' });
    const csv = table('Rowan,r@b.example,,R', 'Alder,a@b.example,OTHER,A', 'Hazel,h@b.example,HAZEL,H');
    const { rows } = await importVendors(csv, { sameName: 'UPDATE' });
    expect(rows.map(({ outcome, errors }) => [outcome, errors])).toEqual([
      ['UPDATED', []],
      ['INVALID', [{ column: 'externalId', message: 'differs from that of the vendor with this name' }]],
      ['UPDATED', []],
    ]);
    expect(await named('rowan')).toEqual([{ name: 'Rowan', notes: 'R', externalId: 'ROWAN' }]);
    expect(await named('alder')).toEqual([{ name: 'Alder', notes: null, externalId: 'ALDER' }]);
    expect(await named('hazel')).toEqual([{ name: 'Hazel', notes: 'H', externalId: 'HAZEL' }]);
  });

  test('is skipped, updated or created as requested, for all rows and for single ones', async () => {
    await createVendor(server, { name: 'Oak', externalId: 'OAK' });
    await createVendor(server, { name: 'Elm' });
    await createVendor(server, { name: 'Ash' });
    const done = await importVendors(table('oak,o@b.example,,O', 'ELM,e@b.example,ELM-1,E', 'ash,a@b.example,,A'), {
      sameName: 'SKIP',
      rowChoices: [
        { line: 3, sameName: 'UPDATE' },
        { line: 4, sameName: 'CREATE' },
      ],
    });
    expect(done).toMatchObject({ applied: true, created: 1, updated: 1, skipped: 1, invalid: 0 });
    expect(await named('oak')).toEqual([{ name: 'Oak', notes: null, externalId: 'OAK' }]);
    expect(await named('elm')).toEqual([{ name: 'ELM', notes: 'E', externalId: 'ELM-1' }]);
    expect((await named('ash')).map(({ notes }) => notes)).toEqual([null, 'A']);
  });

  test('is created by one of two concurrent imports', async () => {
    const { database } = server.services;
    const people = [server.admin, await server.withRole('Admin')];
    const csv = table('Crowd 1,c@b.example,,', 'Crowd 2,c@b.example,,');
    // Nobody can write while we lock the table, so both have looked before either has written.
    const waiting = sql<{
      count: number;
    }>`select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    let done: Promise<Imported[]> | undefined;
    await database.transaction(async (tx) => {
      await tx.query(sql`lock table vendor in share row exclusive mode`);
      done = Promise.all(people.map((person) => importVendors(csv, { sameName: 'SKIP' }, person)));
      while ((await database.query(waiting))[0]!.count < 2) await sleep(20);
    });
    expect((await done!).map(({ created }) => created).sort()).toEqual([0, 2]);
  });

  test('is not updated if it is ambiguous', async () => {
    await createVendor(server, { name: 'Fir' });
    await createVendor(server, { name: 'fir' });
    await createVendor(server, { name: 'Yew', externalId: 'YEW' });
    const csv = table('Fir,f@b.example,,', 'Yew,y@b.example,YEW,1', 'yew,y@b.example,,2', 'Box,b@b.example,,', 'box,b@b.example,,');
    const { rows } = await importVendors(csv, { sameName: 'UPDATE', dryRun: true });
    expect(rows.map(({ outcome, errors }) => [outcome, errors[0]?.message])).toEqual([
      ['INVALID', 'is the name of 2 vendors; give the externalId of the one you mean'],
      ['UPDATED', undefined],
      ['INVALID', 'belongs to the vendor that line 3 updates'],
      ['CREATED', undefined],
      ['INVALID', 'is also on line 5, which creates the vendor'],
    ]);
  });

  test('does not let anyone see or change more than they may', async () => {
    await createVendor(server, { name: 'Birch' });
    const maker = await server.withPermissions('vendors:create');
    const [birch, nothing] = ['birch', 'no such tree'].map((name) => table(`${name},b@b.example,,`)) as [string, string];
    for (const choices of [{ sameName: 'UPDATE' }, { sameName: 'SKIP' }, { rowChoices: [{ line: 2, sameName: 'SKIP' }] }]) {
      for (const csv of [birch, nothing]) {
        for (const dryRun of [true, false]) {
          const { errors } = await maker.ask(IMPORT, { input: { csv, dryRun, ...choices } });
          expect(errors?.[0]).toMatchObject({ message: expect.stringContaining('needs vendors:view'), extensions: { code: 'FORBIDDEN' } });
        }
      }
    }
    const { rows } = await importVendors(birch, { sameName: 'CREATE', dryRun: true }, maker);
    expect(rows).toMatchObject([{ outcome: 'CREATED', vendorId: null, sameNameVendorIds: [] }]);
    expect(
      await server.admin.fields(IMPORT, { input: { csv: table('birch,b@b.example,,'), rowChoices: [{ line: 9, sameName: 'SKIP' }] } }),
    ).toEqual({ 'rowChoices.0.line': 'is not the first line of a row' });
  });

  test('is skipped by the command line by default', async () => {
    await createVendor(server, { name: 'Larch' });
    const file = path.join(tmpdir(), `same-name-${process.pid}.csv`);
    await writeFile(file, table('LARCH,l@b.example,,'));
    const run = (...options: string[]) => cli({ DATABASE_URL: server.databaseUrl }, ['vendors', 'import', file, ...options]);
    expect((await run()).stdout).toContain('line 2: skipped LARCH: a vendor with this name exists\n');
    expect((await run('--same-name', 'create')).stdout).toContain('1 created');
    expect(await named('larch')).toHaveLength(2);
  });
});
