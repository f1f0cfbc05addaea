import { setTimeout as sleep } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import { getNamedType, isObjectType } from 'graphql';
import { nameIn, sql } from '../../src/database/sql';
import { VENDOR_COLUMNS } from '../../src/domains/vendor/vendor-fields.rules';
import { joinedCell, splitCell } from '../../src/platform/csv';
import { CSV_LISTS } from '../../src/reports/lists';
import { sharedGraphQLSchema } from '../../src/schema';
import { Assessor } from '../kit/assessed';
import type { GraphQLClient } from '../kit/client';
import { parseCsv } from '../kit/csv';
import { createVendor } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { eachTime, statementsDuring } from '../kit/statements';

let server: TestServer;
let assessor: Assessor;
beforeAll(async () => {
  server = await startTestServer({ databasePool: 20 });
  assessor = await Assessor.prepare(server);
});
afterAll(() => server.stop());

/** What is at the URL that a query gives, for a client. */
async function fetchAt(url: string, client: GraphQLClient = server.admin, init: RequestInit = {}): Promise<Response> {
  expect(url.startsWith(server.url)).toBe(true);
  return client.fetch(url.slice(server.url.length), init);
}

async function rowsAt(url: string, client?: GraphQLClient): Promise<{ header: string[]; rows: Record<string, string>[] }> {
  const response = await fetchAt(url, client);
  expect(response.status).toBe(200);
  const [header, ...rows] = parseCsv(await response.text());
  return { header: header!, rows: rows.map((cells) => Object.fromEntries(header!.map((name, i) => [name, cells[i] ?? '']))) };
}

async function urlOf(field: string, args = '', client = server.admin, variables: object = {}, declared = ''): Promise<string> {
  const data = await client.data<Record<string, { csvUrl: string }>>(`query Q${declared} { ${field}${args} { csvUrl } }`, variables);
  return data[field]!.csvUrl;
}

/** Values that spreadsheets, separators and line breaks make difficult. */
const NASTY = {
  name: '=cmd|" /C calc"!A0, "quoted"; x',
  contactEmail: 'nasty@vendor.example',
  contactName: "'+1 555",
  website: '  spaced  ',
  notes: ' first\nsecond, "third"\n\n@last ',
  serviceDescription: '-1; -2',
  tags: ['a;b', '"c"', '=d', 'e, f'],
  tier: 'HIGH',
  dataSensitivity: 'RESTRICTED',
  contractRenewalDate: '2027-02-28',
  contractValue: 'FROM_1M_TO_5M',
  geographicRisk: 'HIGH_RISK_JURISDICTION',
};

const IMPORT = `mutation ($input: ImportVendorsInput!) { importVendors(input: $input) {
  created updated unchanged invalid ignoredColumns rows { name outcome changedFields vendorId errors { column message } } } }`;
interface Imported {
  importVendors: {
    created: number;
    updated: number;
    unchanged: number;
    invalid: number;
    rows: { outcome: string; changedFields: string[]; vendorId: string }[];
  };
}

describe('vendors', () => {
  const ids: string[] = [];

  beforeAll(async () => {
    const { me } = await server.admin.data<{ me: { id: string } }>(`{ me { id } }`);
    ids.push(await createVendor(server, { ...NASTY, ownerId: me.id, externalId: ' N-1 ' }));
    ids.push(await createVendor(server, { ...NASTY, name: 'Without a reference', notes: 'one\r\ntwo' }));
    ids.push(await createVendor(server, { name: 'Plain', contactEmail: 'plain@vendor.example' }));
  });

  test('have the columns of importVendors behind the id, and import again unchanged', async () => {
    const response = await fetchAt(await urlOf('vendors'));
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toContain('filename="vendors.csv"');
    const csv = await response.text();
    const [header] = parseCsv(csv);
    expect(header).toEqual(['id', ...Object.keys(VENDOR_COLUMNS)]);
    const before = await server.admin.data(`{ vendors { nodes { id name notes tags website revision } } }`);
    const { importVendors } = await server.admin.data<Imported>(IMPORT, { input: { csv } });
    expect(importVendors).toMatchObject({ created: 0, updated: 0, invalid: 0, unchanged: 3, ignoredColumns: [] });
    expect(await server.admin.data(`{ vendors { nodes { id name notes tags website revision } } }`)).toEqual(before);
  });

  test('edited, change what was edited and nothing else', async () => {
    const csv = await (await fetchAt(await urlOf('vendors'))).text();
    const edited = csv.replace('Without a reference', 'Renamed');
    const { importVendors } = await server.admin.data<Imported>(IMPORT, { input: { csv: edited } });
    expect(importVendors).toMatchObject({ created: 0, updated: 1, unchanged: 2 });
    expect(importVendors.rows.find(({ outcome }) => outcome === 'UPDATED')).toMatchObject({ vendorId: ids[1], changedFields: ['name'] });
    const { vendor } = await server.admin.data<{ vendor: object }>(`query ($id: ID!) { vendor(id: $id) { name notes tags } }`, {
      id: ids[1],
    });
    // Its line breaks too: a file can't tell them.
    expect(vendor).toEqual({ name: 'Renamed', notes: 'one\r\ntwo', tags: NASTY.tags });
    const taken = `id,externalId\n${ids[2]}," N-1 "\n`;
    expect((await server.admin.data<Imported>(IMPORT, { input: { csv: taken } })).importVendors).toMatchObject({
      invalid: 1,
      rows: [{ errors: [{ column: 'externalId', message: 'already belongs to another vendor' }] }],
    });
  });

  test('nothing in the file starts a formula', async () => {
    const csv = await (await fetchAt(await urlOf('vendors'))).text();
    expect(
      parseCsv(csv)
        .flat()
        .filter((cell) => /^[=+\-@\t\r]/.test(cell)),
    ).toEqual([]);
  });

  test('all that filter and order show, not one page; null means nobody here too', async () => {
    const csv = `name,contactEmail,tags\n${Array.from({ length: 1_100 }, (_, i) => `Many ${String(i).padStart(4, '0')},a@b.example,many`).join('\n')}`;
    await server.admin.data(IMPORT, { input: { csv } });
    const args = '(first: 1, filter: { tag: "many" }, orderBy: { field: NAME, descending: true })';
    const { rows } = await rowsAt(await urlOf('vendors', args));
    expect(rows).toHaveLength(1_100);
    expect(rows[0]!['name']).toBe('Many 1099');
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1_100);
    const unowned = await urlOf('vendors', '(filter: { ownerId: $o })', server.admin, { o: null }, '($o: ID)');
    expect((await rowsAt(unowned)).rows).toHaveLength(1_102);
    const all = await urlOf('vendors', '(filter: { ownerId: $o })', server.admin, {}, '($o: ID)');
    expect((await rowsAt(all)).rows).toHaveLength(1_103);
  });

  test('take as many statements for each 500 lines, whatever is in them', async () => {
    const url = await urlOf('vendors', '(filter: { tag: "many" })');
    const names = eachTime(await statementsDuring(() => rowsAt(url))).flatMap((text) => nameIn(text) ?? []);
    expect(names.filter((name) => name === 'vendor.page')).toHaveLength(3);
    expect(names.filter((name) => name === 'app_user.byId').length).toBeLessThanOrEqual(3);
    expect(names.length).toBeLessThan(20);
  });

  test('a filter that is too long for a URL is refused, a hundred ids are not', async () => {
    const uuids = Array.from({ length: 100 }, () => crypto.randomUUID());
    const ask = `query ($ids: [ID!]) { vendors(filter: { ids: $ids }) { csvUrl } }`;
    const { vendors } = await server.admin.data<{ vendors: { csvUrl: string } }>(ask, { ids: [...uuids.slice(1), ids[0]] });
    expect(vendors.csvUrl.length).toBeLessThan(8_000);
    expect((await rowsAt(vendors.csvUrl)).rows).toHaveLength(1);
    const noise = Array.from({ length: 100 }, () => Array.from({ length: 5 }, () => crypto.randomUUID()).join(''));
    expect(await server.admin.fields(ask, { ids: noise })).toEqual({ filter: 'is too long for csvUrl' });
  });
});

describe('every list', () => {
  let vendorId: string;
  let other: string;

  beforeAll(async () => {
    vendorId = await createVendor(server, { name: 'Listed', tags: ['listed'] });
    other = (await assessor.completed(vendorId, { title: 'Done' }, { 'MFA?': 'NO', 'Regions?': ['EU', 'UK'], '=Key length': 1 })).id;
    await assessor.sent(vendorId, { title: 'Sent' });
    await assessor.certify(vendorId, { name: 'ISO 27001', expiresDate: new Date(Date.now() + 864e5).toISOString().slice(0, 10) });
    const { findings } = await server.admin.data<{ findings: { nodes: { id: string }[] } }>(
      `query ($v: ID) { findings(filter: { vendorId: $v }) { nodes { id } } }`,
      { v: vendorId },
    );
    await server.admin.data(
      `mutation ($input: RequestRiskAcceptanceInput!) { requestRiskAcceptance(input: $input) { acceptance { id } } }`,
      {
        input: { findingId: findings.nodes[0]!.id, reason: '=For now', until: '2100-01-01T00:00:00Z' },
      },
    );
    await server.admin.data(`mutation ($input: CreateVendorRequestInput!) { createVendorRequest(input: $input) { request { id } } }`, {
      input: { name: '+Wanted', contactEmail: 'sales@wanted.example' },
    });
  });

  test('that has a csvUrl can be fetched, with the id as its first column', async () => {
    const schema = sharedGraphQLSchema();
    const lists = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field, of: getNamedType(field.type) })))
      .filter(({ of }) => isObjectType(of) && 'csvUrl' in of.getFields() && 'nodes' in of.getFields());
    const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
    const names = lists.map(({ type: { name }, field }) => (name === 'Query' ? field.name : name.toLowerCase() + upper(field.name)));
    expect(names.toSorted()).toEqual(Object.keys(CSV_LISTS).toSorted());
    for (const field of lists.filter(({ type }) => type.name === 'Query').map((list) => list.field.name)) {
      const data = await server.admin.data<Record<string, { totalCount: number; csvUrl: string; nodes: { id: string }[] }>>(
        `{ ${field}(first: 100) { totalCount csvUrl nodes { id } } }`,
      );
      const { totalCount, csvUrl, nodes } = data[field]!;
      const { header, rows } = await rowsAt(csvUrl);
      expect([field, header[0]]).toEqual([field, 'id']);
      expect([field, rows.length > 0]).toEqual([field, true]);
      // Fetching is itself recorded in the audit log.
      if (field === 'auditLog') expect(rows.length).toBeGreaterThanOrEqual(totalCount);
      else expect([field, rows.slice(0, 100).map(({ id }) => id)]).toEqual([field, nodes.map(({ id }) => id)]);
    }
  });

  test('below a vendor has what is below that vendor', async () => {
    const { vendor } = await server.admin.data<{ vendor: Record<string, { csvUrl: string }> }>(
      `query ($id: ID!, $elsewhere: ID) { vendor(id: $id) {
        assessments(filter: { status: [SENT] }) { csvUrl }
        findings(filter: { severities: [CRITICAL] }) { csvUrl }
        none: findings(filter: { vendorId: $elsewhere }) { csvUrl } } }`,
      { id: vendorId, elsewhere: other },
    );
    expect((await rowsAt(vendor['assessments']!.csvUrl)).rows.map(({ title, vendor: name }) => [title, name])).toEqual([
      ['Sent', 'Listed'],
    ]);
    expect((await rowsAt(vendor['findings']!.csvUrl)).rows.map(({ title, vendorId: id }) => [title, id])).toEqual([['MFA?', vendorId]]);
    expect((await rowsAt(vendor['none']!.csvUrl)).rows).toEqual([]);
  });

  test('tells answers and verdicts as people read them', async () => {
    const url = await urlOf('answers', '(filter: { vendorId: $v })', server.admin, { v: vendorId }, '($v: ID)');
    const { rows } = await rowsAt(url);
    const told = Object.fromEntries(rows.map(({ question, answer, isCompliant }) => [question, [answer, isCompliant]]));
    expect(told).toMatchObject({ 'MFA?': ['NO', 'no'], 'Regions?': ['EU; UK', 'yes'], "'=Key length": ['1', 'no'] });
  });

  test('is for those who may see the list, by session and by key, and is recorded', async () => {
    const url = await urlOf('findings', '(filter: { vendorId: $v })', server.admin, { v: vendorId }, '($v: ID)');
    expect((await fetchAt(url, server.stranger())).status).toBe(401);
    expect((await fetchAt(url, await server.withPermissions('vendors:view'))).status).toBe(403);
    expect((await fetchAt(url, await server.withKey(['vendors:view']))).status).toBe(403);
    const key = await server.withKey(['assessments:view']);
    expect((await rowsAt(url, key)).rows.length).toBeGreaterThan(0);
    const reader = await server.withPermissions('assessments:view');
    expect((await rowsAt(url, reader)).rows.length).toBeGreaterThan(0);
    const { auditLog } = await server.admin.data<{ auditLog: { nodes: { meta: object }[] } }>(
      `{ auditLog(first: 1, filter: { action: "READ_EXPORT" }) { nodes { meta } } }`,
    );
    expect(auditLog.nodes[0]!.meta).toEqual({ file: 'findings.csv', filter: { vendorId } });
    const entries = async () =>
      (await server.admin.data<{ auditLog: { totalCount: number } }>(`{ auditLog(filter: { action: "READ_EXPORT" }) { totalCount } }`))
        .auditLog.totalCount;
    const before = await entries();
    const head = await fetchAt(url, reader, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(await entries()).toBe(before);
    await server.admin.data(`mutation { updateSettings(input: { auditReads: false }) { settings { auditReads } } }`);
    await rowsAt(url);
    expect(await entries()).toBe(before);
    await server.admin.data(`mutation { updateSettings(input: { auditReads: true }) { settings { auditReads } } }`);
  });

  test('is recorded with what it takes, and nothing that somebody adds to its URL', async () => {
    const reader = await server.withPermissions('vendors:view', 'assessments:view');
    const recorded = async (list: string, args: object) => {
      const encoded = deflateRawSync(JSON.stringify(args)).toString('base64url');
      const response = await reader.fetch(`/exports/lists/${list}.csv?args=${encoded}`);
      await response.arrayBuffer();
      const { auditLog } = await server.admin.data<{ auditLog: { nodes: { meta: object }[] } }>(
        `{ auditLog(first: 1, filter: { action: "READ_EXPORT" }) { nodes { meta } } }`,
      );
      return [response.status, auditLog.nodes[0]!.meta];
    };
    const added = { file: 'lunch.csv', asOf: '2020-01-01T00:00:00.000Z', '\u0000': 'a\u0000', first: 1, after: 'x' };
    const filter = { vendorId };
    expect(await recorded('findings', { filter, ...added })).toEqual([200, { file: 'findings.csv', filter }]);
    expect(await recorded('vendorFindings', { id: vendorId, ...added })).toEqual([200, { file: 'findings.csv', filter }]);
    expect(await recorded('vendorAssessments', { id: vendorId, ...added })).toEqual([200, { file: 'assessments.csv', id: vendorId }]);
    const [status] = await recorded('findings', { filter: { vendorId: 'x'.repeat(50_000) } });
    expect(status).toBe(400);
  });

  test('below a vendor is for those who may see it there', async () => {
    const onlyVendors = await server.withPermissions('vendors:view');
    const ask = `query ($id: ID!) { vendor(id: $id) { assessments { csvUrl } } }`;
    const { vendor } = await onlyVendors.data<{ vendor: { assessments: { csvUrl: string } } }>(ask, { id: vendorId });
    expect((await rowsAt(vendor.assessments.csvUrl, onlyVendors)).rows).toHaveLength(2);
    const onlyAssessments = await server.withPermissions('assessments:view');
    const { findings } = await onlyAssessments.data<{ findings: { nodes: { vendor: { findings: { csvUrl: string } } }[] } }>(
      `{ findings(first: 1) { nodes { vendor { findings { csvUrl } } } } }`,
    );
    expect((await rowsAt(findings.nodes[0]!.vendor.findings.csvUrl, onlyAssessments)).rows.length).toBeGreaterThan(0);
  });

  test('shows to people of a portfolio what is in it', async () => {
    const { createPortfolio } = await server.admin.data<{ createPortfolio: { portfolio: { id: string } } }>(
      `mutation { createPortfolio(input: { name: "Retail" }) { portfolio { id } } }`,
    );
    const portfolioId = createPortfolio.portfolio.id;
    await createVendor(server, { name: 'Of retail', portfolioId });
    const member = await server.withRole('Reviewer');
    const { me } = await member.data<{ me: { id: string; role: { id: string } } }>(`{ me { id role { id } } }`);
    await server.admin.data(`mutation ($input: AssignRoleInput!) { assignRole(input: $input) { user { id } } }`, {
      input: { userId: me.id, roleId: me.role.id, portfolioIds: [portfolioId] },
    });
    // Even by the URL that somebody else was given.
    for (const url of [await urlOf('vendors'), await urlOf('vendors', '', member)]) {
      expect((await rowsAt(url, member)).rows.map(({ name }) => name)).toEqual(['Of retail']);
    }
    const { vendor } = await server.admin.data<{ vendor: { assessments: { csvUrl: string }; findings: { csvUrl: string } } }>(
      `query ($id: ID!) { vendor(id: $id) { assessments { csvUrl } findings { csvUrl } } }`,
      { id: vendorId },
    );
    expect((await fetchAt(vendor.assessments.csvUrl, member)).status).toBe(404);
    expect((await rowsAt(vendor.findings.csvUrl, member)).rows).toEqual([]);
  });

  test('asked of a moment, leads to what was there then', async () => {
    const id = await createVendor(server, { name: 'Before', tags: ['past'] });
    const at = new Date().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await server.admin.data(`mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { id } } }`, {
      input: { id, name: 'After' },
    });
    const { vendors } = await server.admin.data<{ vendors: { csvUrl: string } }>(
      `query ($at: DateTime!) @asOf(at: $at) { vendors(filter: { tag: "past" }) { csvUrl } }`,
      { at },
    );
    const response = await fetchAt(vendors.csvUrl);
    expect(response.headers.get('content-disposition')).toContain('as-of');
    expect(parseCsv(await response.text())[1]!.slice(0, 2)).toEqual([id, 'Before']);
    expect((await fetchAt(vendors.csvUrl, await server.withPermissions('vendors:view'))).status).toBe(403);
  });
});

test('what is no URL of a list is refused, and never with a fault of ours', async () => {
  const at = async (path: string, init: RequestInit = {}) => {
    const response = await server.admin.fetch(path, init);
    await response.arrayBuffer();
    return response.status;
  };
  const encoded = (value: unknown) => deflateRawSync(JSON.stringify(value)).toString('base64url');
  expect(await at('/exports/lists/vendors.csv')).toBe(200);
  expect(await at('/exports/lists/secrets.csv')).toBe(404);
  expect(await at('/exports/lists/constructor.csv')).toBe(404);
  expect(await at('/exports/lists/vendors')).toBe(404);
  expect(await at('/exports/lists/vendors.csv?args=%00')).toBe(400);
  expect(await at('/exports/lists/vendors.csv?args=zzzz')).toBe(400);
  expect(await at(`/exports/lists/vendors.csv?args=${encoded([1])}`)).toBe(400);
  expect(await at(`/exports/lists/vendors.csv?args=${encoded({ filter: { tier: 'HUGE' } })}`)).toBe(400);
  expect(await at(`/exports/lists/vendors.csv?args=${encoded({ filter: { query: 'x'.repeat(201) } })}`)).toBe(400);
  expect(await at(`/exports/lists/vendors.csv?args=${encoded({ filter: { query: 'a\u0000' } })}`)).toBe(400);
  expect(await at(`/exports/lists/vendors.csv?args=${encoded({ filter: { query: 'x'.repeat(1e7) } })}`)).toBe(400);
  expect(await at(`/exports/lists/vendors.csv?args=${encoded({ first: 1, after: 'x' })}`)).toBe(200);
  expect(await at(`/exports/lists/vendors.csv?args=${encoded({})}&args=`)).toBe(400);
  expect(await at(`/exports/lists/vendorAssessments.csv`)).toBe(400);
  expect(await at('/exports/lists/vendors.csv', { method: 'POST' })).toBe(405);
});

test('what a URL carries besides is neither checked nor recorded', async () => {
  const given = { file: 'harmless.csv', asOf: '2020-01-01', note: 'a\u0000', first: 'x', filter: { tag: 'listed' } };
  const args = deflateRawSync(JSON.stringify(given)).toString('base64url');
  const response = await server.admin.fetch(`/exports/lists/vendors.csv?args=${args}`);
  expect([response.status, parseCsv(await response.text()).length]).toEqual([200, 2]);
  const { auditLog } = await server.admin.data<{ auditLog: { nodes: { meta: object }[] } }>(
    `{ auditLog(first: 1, filter: { action: "READ_EXPORT" }) { nodes { meta } } }`,
  );
  expect(auditLog.nodes[0]!.meta).toEqual({ file: 'vendors.csv', filter: { tag: 'listed' } });
});

test('a caller fetches a few at once, and more when these are complete', async () => {
  const { database } = server.services;
  const get = async () => {
    const response = await server.admin.fetch('/exports/lists/vendors.csv');
    await response.arrayBuffer();
    return response.status;
  };
  const waiting = sql<{
    count: number;
  }>`select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  let first: Promise<number[]> | undefined;
  await database.transaction(async (tx) => {
    await tx.query(sql`lock table vendor in access exclusive mode`);
    first = Promise.all(Array.from({ length: 12 }, get));
    while ((await database.query(waiting))[0]!.count < 12) await sleep(20);
    expect(await get()).toBe(429);
  });
  expect(await first!).toEqual(Array(12).fill(200));
  expect(await get()).toBe(200);
});

test('several values in a cell come apart as they were', () => {
  for (const values of [[], ['a'], ['a', 'b'], ['a;b', 'c'], ['"'], ['"a"', 'b'], ['a"b;"c', ';'], ['x "y" z']]) {
    expect(splitCell(joinedCell(values))).toEqual(values);
  }
  expect(splitCell(' a ;; b;')).toEqual(['a', 'b']);
  expect(splitCell('"open; b')).toEqual(['"open', 'b']);
});
