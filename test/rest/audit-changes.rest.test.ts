import { sql } from '../../src/database/sql';
import { recount } from '../../src/domains/dashboard/recount';
import { Assessor } from '../kit/assessed';
import { parseCsv } from '../kit/csv';
import { moment } from '../kit/past';
import { createVendor } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { eachTime, statementsDuring } from '../kit/statements';

const PATH = '/exports/audit-changes.csv';
const HEADER = ['Entry ID', 'Timestamp', 'User', 'Action', 'Entity Type', 'Entity ID', 'Field', 'Before', 'After'];

let server: TestServer;
let vendorId: string;
beforeAll(async () => {
  server = await startTestServer();
  const assessor = await Assessor.prepare(server);
  ({ vendorId } = await assessor.completed({ name: 'Acme', tier: 'LOW', tags: ['cloud', 'eu'] }));
});
afterAll(() => server.stop());

const updateVendor = (input: object) =>
  server.admin.data('mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { id } } }', { input });

async function csv(query = '', client = server.admin): Promise<string[][]> {
  const response = await client.fetch(`${PATH}?${query}`);
  const text = await response.text();
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  const [header, ...rows] = parseCsv(text);
  expect(header).toEqual(HEADER);
  return rows;
}

interface Entry {
  id: string;
  createdAt: string;
  userName: string;
  action: string;
  entityType: string | null;
  entityId: string | null;
  changes: { field: string; before: unknown; after: unknown }[];
}
const entries = async () =>
  (
    await server.admin.data<{ auditLog: { nodes: Entry[] } }>(
      '{ auditLog(first: 100) { nodes { id createdAt userName action entityType entityId changes { field before after } } } }',
    )
  ).auditLog.nodes;

test('200 with a line for each change of each entry, newest first, as an attachment', async () => {
  const text = (value: unknown) => (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value));
  const expected = (await entries()).flatMap(({ id, createdAt, userName, action, entityType, entityId, changes }) =>
    changes.map(({ field, before, after }) => [
      ...[id, createdAt, userName, action, entityType ?? '', entityId ?? '', field],
      ...[before, after].map((value) => text(value).replace(/^(?==)/, "'")),
    ]),
  );
  expect(expected.length).toBeGreaterThan(50);
  expect(await csv()).toEqual(expected);
  const { headers } = await server.admin.fetch(PATH, { method: 'HEAD' });
  expect(headers.get('content-disposition')).toBe(`attachment; filename="audit-changes.csv"; filename*=UTF-8''audit-changes.csv`);
});

test('texts are as they are, other values are JSON, formulas are defused', async () => {
  const id = await createVendor(server, { name: 'Values', tier: 'LOW', tags: ['a', 'b'] });
  await updateVendor({ id, tier: 'HIGH', tags: ['c'], notes: '=cmd()\n"quoted", and more', contractRenewalDate: '2027-01-31' });
  const rows = await csv(`entityId=${id}&action=UPDATE_VENDOR`);
  expect(rows.map((row) => row.slice(2))).toEqual(
    expect.arrayContaining([
      ['Administrator', 'UPDATE_VENDOR', 'Vendor', id, 'tier', 'LOW', 'HIGH'],
      ['Administrator', 'UPDATE_VENDOR', 'Vendor', id, 'notes', '', '\'=cmd()\n"quoted", and more'],
      ['Administrator', 'UPDATE_VENDOR', 'Vendor', id, 'contractRenewalDate', '', '2027-01-31'],
      ['Administrator', 'UPDATE_VENDOR', 'Vendor', id, 'tags', '["a","b"]', '["c"]'],
    ]),
  );
  expect(rows).toHaveLength(4);
});

test('the filters are those of the audit route, with its messages', async () => {
  const ids = async (query: string) => new Set((await csv(query)).map(([id]) => id));
  const log = async (query: string) => {
    const response = await server.admin.fetch(`/api/v1/audit?pageSize=100&${query}`);
    return ((await response.json()) as { entries: { id: string }[] }).entries.map(({ id }) => id);
  };
  const all = await ids('');
  const today = moment().slice(0, 10);
  const { me } = await server.admin.data<{ me: { id: string } }>('{ me { id } }');
  for (const query of [
    'action=CREATE_VENDOR',
    `userId=${me.id}`,
    'entityType=Framework',
    `entityId=${vendorId}`,
    `entityId=${vendorId.slice(0, 8)}`,
    `fromDate=${today}`,
    `toDate=${today}`,
    'action=',
    'page=7&pageSize=1&format=json&unknown=1',
  ]) {
    const listed = new Set(await log(query.startsWith('page') ? '' : query));
    expect([query, await ids(query)]).toEqual([query, new Set([...all].filter((id) => listed.has(id!)))]);
  }
  for (const query of ['action=NOTHING', 'userId=nobody', 'toDate=2020-01-01']) expect([query, await csv(query)]).toEqual([query, []]);
  for (const query of ['fromDate=x', 'toDate=2026-02-30', 'action=a&action=b', `entityId=${'x'.repeat(201)}`]) {
    const [ours, theirs] = await Promise.all([PATH, '/api/v1/audit'].map((path) => server.admin.fetch(`${path}?${query}`)));
    expect([query, ours!.status, await ours!.json()]).toEqual([query, 400, await theirs!.json()]);
  }
});

test('secrets are named, and nothing more', async () => {
  const rows = await csv('action=SEND_ASSESSMENT');
  const text = JSON.stringify(await csv());
  expect(rows.length).toBeGreaterThan(0);
  for (const secret of ['$argon2', 'Hash"']) expect(text).not.toContain(secret);
});

test('as of a moment: the changes that had been made by then', async () => {
  const at = moment();
  const before = await csv();
  await updateVendor({ id: vendorId, notes: 'Later' });
  expect(await csv(`asOf=${at}`)).toEqual(before);
  expect((await csv()).length).toBeGreaterThan(before.length);
});

test('401 for strangers, 403 without audit:view, 405 for other methods, only at its own path', async () => {
  const status = async (client = server.admin, method = 'GET', path = PATH) => (await client.fetch(path, { method })).status;
  expect(await status(server.stranger())).toBe(401);
  expect(await status(await server.withKey(['vendors:view']))).toBe(403);
  expect(await status(await server.withKey(['audit:view']))).toBe(200);
  const refused = await server.admin.fetch(PATH, { method: 'POST' });
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect(await status(server.admin, 'GET', `/api${PATH}`)).toBe(404);
});

test('a key may read it sixty times a minute, together with the log', async () => {
  const key = await server.withKey(['audit:view']);
  const left = async (path: string) => (await key.fetch(path)).headers.get('ratelimit-remaining');
  expect([await left(PATH), await left('/api/v1/audit'), await left(PATH)]).toEqual(['59', '58', '57']);
});

test('the download is recorded with its filter', async () => {
  await csv('action=CREATE_VENDOR');
  const { auditLog } = await server.admin.data<{ auditLog: { nodes: object[] } }>(
    '{ auditLog(first: 1) { nodes { action entityType meta } } }',
  );
  expect(auditLog.nodes).toEqual([
    { action: 'READ_EXPORT', entityType: 'AuditLog', meta: { file: 'audit-changes.csv', filter: { action: 'CREATE_VENDOR' } } },
  ]);
});

test('a page of entries costs a few statements, however many they are', async () => {
  const cost = async () => eachTime(await statementsDuring(() => csv('entityType=Vendor'))).length;
  await cost();
  const few = await cost();
  for (let n = 0; n < 40; n++) await updateVendor({ id: vendorId, notes: `Note ${n}` });
  expect(await cost()).toBe(few);
  // Entries without changes, from before the record: their pages cost the same again, or less.
  const count = 1_000;
  await server.services.database.query(sql`
    insert into audit_entry (id, lane, seq, action, entity_type, user_name, created_at, prev_hash, hash)
    select gen_random_uuid(), 0, -n, 'OLD_ACTION', 'Vendor', 'Someone', '2019-01-01'::timestamptz + n * interval '1 second', '', ''
    from generate_series(1, ${count}::int) as n`);
  await recount(server.services.database);
  expect(await cost()).toBeLessThanOrEqual(few * (1 + count / 100));
});
