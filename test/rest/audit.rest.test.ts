import { rawSql, sql } from '../../src/database/sql';
import { recount } from '../../src/domains/dashboard/recount';
import { parseCsv } from '../kit/csv';
import { NOWHERE, RestClient } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';
import { statementsDuring } from '../kit/statements';

interface AuditPage {
  entries: { id: string; action: string; userName: string; entityId: string | null; createdAt: string }[];
  page: number;
  pageSize: number;
  totalCount: number;
}

let server: TestServer;
let api: RestClient;
/** With another key, which has its own rate limit. */
let limited: RestClient;

beforeAll(async () => {
  server = await startTestServer();
  api = new RestClient(server.admin);
  limited = new RestClient(await server.withKey(['audit:view']));
  for (const name of ['=cmd()', '+1', '@x', '-5', 'plain, "quoted" name']) {
    await api.send('POST', '/v1/vendors/import', { name, contactEmail: 'a@b.example' });
  }
});
afterAll(() => server.stop());

const page = async (query = '') => {
  const { status, body } = await api.get<AuditPage>(`/v1/audit?${query}`);
  expect(status).toBe(200);
  return body;
};

/** Entries in the distant past, written outside the chain. */
const insertEntries = async (count: number, day: string) => {
  await server.services.database.query(sql`
    insert into audit_entry (id, lane, seq, action, user_name, created_at, prev_hash, hash)
    select gen_random_uuid(), 0, -n - (extract(epoch from ${day}::timestamptz) * 1000)::bigint,
      'OLD_ACTION', '=HYPERLINK("x")', ${day}::timestamptz + n * interval '1 millisecond', '', ''
    from generate_series(0, ${count - 1}::int) as n`);
  await recount(server.services.database);
};

describe('GET /api/v1/audit', () => {
  test('200 with newest first, 10 per page, exactly the fields of an entry', async () => {
    const { entries, ...numbers } = await page();
    expect(numbers).toEqual({ page: 1, pageSize: 10, totalCount: expect.any(Number) });
    const times = entries.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().reverse());
    expect(entries[0]).toEqual({
      id: expect.any(String),
      action: 'CREATE_VENDOR',
      actionLabel: 'Created vendor',
      userName: 'Administrator',
      entityType: 'Vendor',
      entityId: expect.stringMatching(/^[0-9a-f]{8}$/),
      entityName: 'plain, "quoted" name',
      meta: null,
      createdAt: expect.any(String),
    });
  });

  test('200 page by page, and empty beyond the end', async () => {
    const { totalCount } = await page();
    const seen: string[] = [];
    for (let n = 1; seen.length < totalCount; n++) {
      const { entries, ...numbers } = await page(`page=${n}&pageSize=3`);
      expect(numbers).toEqual({ page: n, pageSize: 3, totalCount });
      seen.push(...entries.map(({ id }) => id));
    }
    expect(new Set(seen).size).toBe(totalCount);
    const beyond = { entries: [], page: 2_147_483_647, pageSize: 100, totalCount };
    expect(await page('page=2147483647&pageSize=100')).toEqual(beyond);
  });

  test('200 filtered by action and user; unknown ones match nothing', async () => {
    const { me } = await server.admin.data<{ me: { id: string } }>('{ me { id } }');
    expect((await page('action=CREATE_VENDOR')).totalCount).toBe(5);
    expect((await page(`action=CREATE_VENDOR&userId=${me.id}`)).totalCount).toBe(5);
    for (const query of ['action=NOTHING', `userId=${NOWHERE}`, 'userId=nobody']) {
      expect(await page(query)).toMatchObject({ entries: [], totalCount: 0 });
    }
  });

  test('200 filtered by record; unknown ones match nothing', async () => {
    const { vendors } = await server.admin.data<{ vendors: { nodes: { id: string }[] } }>('{ vendors(first: 1) { nodes { id } } }');
    const { id } = vendors.nodes[0]!;
    const { entries } = await page(`entityType=Vendor&entityId=${id}`);
    expect(entries).toEqual([expect.objectContaining({ action: 'CREATE_VENDOR', entityId: id.slice(0, 8) })]);
    for (const query of [`entityType=User&entityId=${id}`, `entityId=${NOWHERE}`, 'entityId=nothing', 'entityType=Nothing']) {
      expect(await page(query)).toMatchObject({ entries: [], totalCount: 0 });
    }
  });

  test('200 filtered by the eight characters that an entry shows, in upper or lower case, as JSON and CSV', async () => {
    const {
      entries: [entry],
    } = await page('action=CREATE_VENDOR');
    const short = entry!.entityId!;
    for (const entityId of [short, short.toUpperCase()]) {
      expect((await page(`entityId=${entityId}`)).entries).toEqual([entry]);
      expect((await api.get(`/v1/audit?format=csv&entityId=${entityId}`)).text.split('\n')).toHaveLength(3);
    }
    for (const other of [short.slice(0, 7), `${short}-`, '0123456g', '00000000'])
      expect((await page(`entityId=${other}`)).totalCount).toBe(0);
  });

  test('those characters are looked up in the index, and GraphQL accepts them too', async () => {
    const {
      entries: [entry],
    } = await page('action=CREATE_VENDOR');
    const sent = await statementsDuring(() => page(`entityId=${entry!.entityId}`));
    const statement = sent.find((text) => /between/.test(text))!;
    const { database } = server.services;
    const plan = await database.transaction(async (tx) => {
      await tx.query(rawSql('set local enable_seqscan = off')); // for a handful of rows a scan is cheapest
      return (await tx.connection.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${statement}`)).rows;
    });
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(
      /audit_entry_by_entity[^]*Index Cond: [^\n]*entity_id >=[^\n]*entity_id <=/,
    );
    const { auditLog } = await server.admin.data<{ auditLog: { nodes: { id: string }[] } }>(
      `query ($id: ID!) { auditLog(filter: { entityId: $id }) { nodes { id } } }`,
      { id: entry!.entityId },
    );
    expect(auditLog.nodes).toEqual([{ id: entry!.id }]);
  });

  test('200 treats empty parameters as omitted', async () => {
    const all = (await page('pageSize=100')).entries;
    const none = 'action=&userId=&entityType=&entityId=&fromDate=&toDate=&page=&format=';
    expect((await page(`${none}&pageSize=100`)).entries).toEqual(all);
    expect(await page(`${none}&pageSize=`)).toMatchObject({ page: 1, pageSize: 10 });
  });

  test('200 between dates: toDate includes the whole day, a timestamp is exact', async () => {
    await insertEntries(1, '2020-02-28T23:59:59.999Z');
    await insertEntries(1, '2020-02-29T00:00:00.000Z');
    await insertEntries(1, '2020-02-29T23:59:59.999Z');
    await insertEntries(1, '2020-03-01T00:00:00.000Z');
    const count = async (from: string, to: string) => (await page(`fromDate=${from}&toDate=${to}`)).totalCount;
    expect(await count('2020-02-29', '2020-02-29')).toBe(2);
    expect(await count('2020-02-28', '2020-03-01')).toBe(4);
    expect(await count('2020-02-29', '2020-02-29T00:00:00Z')).toBe(1);
    expect(await count('2020-02-29T01:00:00%2B01:00', '2020-02-29T23:59:59.998Z')).toBe(1);
    expect(await count('2020-03-02', '2020-03-01')).toBe(0);
  });

  test.each([
    ['page=0', 'page must be a whole number of at least 1'],
    ['page=-1', 'page must be a whole number of at least 1'],
    ['page=1.5', 'page must be a whole number of at least 1'],
    ['page=one', 'page must be a whole number of at least 1'],
    ['page=1&page=2', 'page must be a whole number of at least 1'],
    ['page=1e1', 'page'],
    ['page=1e400', 'page'],
    [`action=${'x'.repeat(201)}`, 'action is longer than 200 characters'],
    [`entityType=${'x'.repeat(201)}`, 'entityType is longer than 200 characters'],
    ['pageSize=0', 'pageSize must be a whole number from 1 to 100'],
    ['pageSize=101', 'pageSize must be a whole number from 1 to 100'],
    ['format=xml', 'format must be one of json, csv'],
    ['fromDate=yesterday', 'fromDate must be a date (2026-11-15) or a date-time with an offset (2026-11-15T09:30:00Z)'],
    ['fromDate=2026-02-30', 'fromDate must be a date (2026-11-15) or a date-time with an offset (2026-11-15T09:30:00Z)'],
    ['fromDate=2027-02-28T00:00:00', 'fromDate must be a date (2026-11-15) or a date-time with an offset (2026-11-15T09:30:00Z)'],
    ['fromDate=0000-01-01', 'fromDate must be a date (2026-11-15) or a date-time with an offset (2026-11-15T09:30:00Z)'],
    ['toDate=9999-12-31T23:59:59-14:00', 'toDate must be a date (2026-11-15) or a date-time with an offset (2026-11-15T09:30:00Z)'],
    ['action=%00', 'action contains a NUL character'],
  ])('400 names the parameter: %s', async (query, error) => {
    const { status, body } = await api.get(`/v1/audit?${query}`);
    expect([status, body]).toEqual([400, { error: expect.stringContaining(error) }]);
  });

  test('the extremes of both parameters work', async () => {
    expect((await page('pageSize=1')).entries).toHaveLength(1);
    expect((await page('pageSize=100&fromDate=0001-01-01&toDate=9999-12-31')).pageSize).toBe(100);
  });
});

describe('GET /api/v1/audit?format=csv', () => {
  const csv = async (query = '') => {
    const { status, headers, text } = await api.get(`/v1/audit?format=csv&${query}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="audit-export.csv"; filename*=UTF-8''audit-export.csv`);
    return text;
  };

  test('200 with all matches, not just one page, in the same order and format', async () => {
    const text = await csv('pageSize=1&page=3&action=CREATE_VENDOR');
    const [header, ...rows] = parseCsv(text);
    expect(text.split('\n')[0]).toBe('ID,Action,User,Entity Type,Entity ID,Timestamp');
    expect(header).toHaveLength(6);
    const { entries } = await page('action=CREATE_VENDOR');
    expect(rows).toEqual(entries.map((entry) => [entry.id, 'CREATE_VENDOR', 'Administrator', 'Vendor', entry.entityId, entry.createdAt]));
  });

  test('200 escapes formulas and leaves unknown values empty', async () => {
    await insertEntries(1, '2019-01-01');
    const [, row] = parseCsv(await csv('toDate=2019-12-31'));
    expect(row!.slice(1, 5)).toEqual(['OLD_ACTION', '\'=HYPERLINK("x")', '', '']);
  });

  test('200 with only the header when nothing matches', async () => {
    expect(await csv('action=NOTHING')).toBe('ID,Action,User,Entity Type,Entity ID,Timestamp\n');
  });

  test('200 across many pages, each entry once', async () => {
    await insertEntries(3_500, '2018-01-01');
    const rows = parseCsv(await csv('toDate=2018-12-31')).slice(1);
    expect(new Set(rows.map(([id]) => id)).size).toBe(3_500);
    const times = rows.map((row) => row[5]);
    expect(times).toEqual(times.toSorted().reverse());
  });

  test('400 as with JSON', async () => {
    expect((await api.get('/v1/audit?format=csv&fromDate=x')).status).toBe(400);
  });
});

describe('the rate limit', () => {
  test('60 a minute for a key, each response saying how many are left; then 429', async () => {
    const { headers } = await limited.get('/v1/audit?pageSize=1');
    expect([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual(['60', '59']);
    const statuses = await Promise.all(Array.from({ length: 59 }, () => limited.get('/v1/audit?pageSize=1')));
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]));
    const refused = await limited.get('/v1/audit?format=csv');
    expect([refused.status, refused.body]).toEqual([429, { error: 'Too many requests' }]);
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
    for (const name of ['retry-after', 'ratelimit-reset']) {
      expect(Number(refused.headers.get(name))).toBeGreaterThan(0);
      expect(Number(refused.headers.get(name))).toBeLessThanOrEqual(60);
    }
  });

  test('each key is counted separately; a session has the limit of the other routes', async () => {
    const other = new RestClient(await server.withKey(['audit:view']));
    expect((await other.get('/v1/audit')).status).toBe(200);
    const { status, headers } = await api.get('/v1/audit');
    expect([status, headers.get('ratelimit-limit')]).toEqual([200, '1200']);
  });

  test('a new window starts when the last one has ended', async () => {
    await server.services.database.query(sql`update rate_limit set resets_at = now() - interval '1 second'`);
    expect((await limited.get('/v1/audit')).headers.get('ratelimit-remaining')).toBe('59');
  });
});
