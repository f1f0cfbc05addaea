import { type Sql, sql } from '../../src/database/sql';
import { systemContext } from '../../src/kernel/context';
import { type Change, change } from '../../src/domains/audit/audit.service';
import { readHeads, verifyLog } from '../../src/domains/audit/audit.verify';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.stop());

const CREATE = `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`;
const create = (name: string) =>
  server.admin.data<{ createVendor: { vendor: { id: string } } }>(CREATE, { input: { name, contactEmail: 'a@b.example' } });

interface Entry {
  id: string;
  action: string;
  actionLabel: string;
  userName: string;
  entityType: string;
  entityId: string;
  entityName: string;
}
const log = async (filter: object, client = server.admin) =>
  (
    await client.data<{ auditLog: { nodes: Entry[]; totalCount: number } }>(
      `query ($filter: AuditFilter) { auditLog(filter: $filter, first: 100) {
        totalCount nodes { id action actionLabel userName entityType entityId entityName meta createdAt } } }`,
      { filter },
    )
  ).auditLog;

test('an entry says who changed which record, and how', async () => {
  const { createVendor } = await create('Audited');
  const { nodes } = await log({ entityId: createVendor.vendor.id });
  expect(nodes).toEqual([
    expect.objectContaining({
      action: 'CREATE_VENDOR',
      actionLabel: 'Created vendor',
      userName: 'Administrator',
      entityType: 'Vendor',
      entityId: createVendor.vendor.id,
      entityName: 'Audited',
    }),
  ]);
});

test('an API key is recorded by its name, and a refused change leaves no entry', async () => {
  const key = await server.withKey(['vendors:create']);
  await key.data(CREATE, { input: { name: 'By key', contactEmail: 'a@b.example' } });
  expect((await log({ action: 'CREATE_VENDOR' })).nodes[0]?.userName).toMatch(/^API key key \d+$/);
  const before = (await log({})).totalCount;
  await key.ask(CREATE, { input: { name: '', contactEmail: 'a@b.example' } });
  await key.ask(`mutation { deleteVendor(input: { id: "x" }) { deletedId } }`);
  expect((await log({})).totalCount).toBe(before);
});

test('an entry says which key was used, even after the key is deleted', async () => {
  const key = await server.withKey(['vendors:create']);
  await key.data(CREATE, { input: { name: 'By a key that goes', contactEmail: 'a@b.example' } });
  const [found] = await server.services.database.query<{ id: string; name: string; prefix: string }>(sql`
    select id, name, prefix from api_key order by created_at desc limit 1`);
  const read = async (filter: object) =>
    (
      await server.admin.data<{ auditLog: { totalCount: number; nodes: { entityName: string; apiKey: object | null }[] } }>(
        `query ($filter: AuditFilter) { auditLog(filter: $filter, first: 10) { totalCount nodes { entityName apiKey { id name prefix } } } }`,
        { filter },
      )
    ).auditLog;
  await server.admin.data(`mutation { deleteApiKey(input: { id: "${found!.id}" }) { deletedId } }`);
  const expected = { totalCount: 1, nodes: [{ entityName: 'By a key that goes', apiKey: found }] };
  expect(await read({ apiKeyId: found!.id })).toEqual(expected);
  expect(await read({ apiKeyId: found!.id.toUpperCase(), action: 'CREATE_VENDOR' })).toEqual(expected);
  expect((await read({ apiKeyId: 'no key' })).totalCount).toBe(0);
  expect((await read({ action: 'DELETE_API_KEY' })).nodes[0]!.apiKey).toBeNull();
});

test('an update that changes nothing is no change', async () => {
  const { createVendor } = await create('Same');
  const update = `mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { revision } } }`;
  await server.admin.data(update, { input: { id: createVendor.vendor.id, name: 'Same', notes: null } });
  expect((await log({ entityId: createVendor.vendor.id })).totalCount).toBe(1);
});

test('entries outlive the records they are about', async () => {
  const { createVendor } = await create('Gone');
  await server.admin.data(`mutation ($input: DeleteInput!) { deleteVendor(input: $input) { deletedId } }`, {
    input: { id: createVendor.vendor.id },
  });
  const { nodes } = await log({ entityId: createVendor.vendor.id });
  expect(nodes.map(({ action }) => action)).toEqual(['DELETE_VENDOR', 'CREATE_VENDOR']);
});

test('sign-ins are recorded, failed ones too, with the user if known', async () => {
  const stranger = server.stranger();
  await stranger.ask(`mutation { login(input: { email: "nobody@example.org", password: "x" }) { user { id } } }`);
  await stranger.ask(`mutation { login(input: { email: "ADMIN@example.org", password: "x" }) { user { id } } }`);
  const { nodes } = await log({ action: 'LOGIN_FAILED' });
  expect(nodes.map(({ userName }) => userName)).toEqual(['Administrator', 'System']);
  expect((await log({ action: 'LOGIN' })).totalCount).toBeGreaterThan(0);
});

test('known actions are enum values, and the log can be filtered by several actions', async () => {
  await server.admin.ask(CREATE, { input: { name: 'By action', contactEmail: 'a@b.example' } });
  const query = `query ($filter: AuditFilter) { auditLog(filter: $filter, first: 100) { totalCount nodes { action knownAction } } }`;
  const { auditLog } = await server.admin.data<{ auditLog: { totalCount: number; nodes: { action: string; knownAction: string }[] } }>(
    query,
    {
      filter: { actions: ['CREATE_VENDOR', 'LOGIN'] },
    },
  );
  expect(new Set(auditLog.nodes.map(({ action }) => action))).toEqual(new Set(['CREATE_VENDOR', 'LOGIN']));
  expect(auditLog.nodes.every(({ action, knownAction }) => action === knownAction)).toBe(true);
  const both = (await log({ action: 'CREATE_VENDOR' })).totalCount + (await log({ action: 'LOGIN' })).totalCount;
  expect(auditLog.totalCount).toBe(both);
  expect((await log({ actions: [] })).totalCount).toBe(0);
  expect((await log({ actions: ['NONSENSE'] })).totalCount).toBe(0);
  expect((await log({ actions: ['NONSENSE', 'LOGIN', 'CREATE_VENDOR'] })).totalCount).toBe(both);
});

test('an unknown action or user matches nothing', async () => {
  expect((await log({ action: 'NOPE' })).totalCount).toBe(0);
  expect((await log({ userId: 'not-an-id' })).totalCount).toBe(0);
});

test('several entries of one change, and nested changes, are in one chain', async () => {
  const { database } = server.services;
  const ctx = systemContext(server.services);
  const record = (tx: Change, name: string) => tx.record({ action: 'LOAD_DEMO', entity: { type: 'AuditLog', id: null, name } });
  await change(ctx, async (tx) => {
    record(tx, 'one');
    record(tx, 'two');
    const inner = systemContext({ ...server.services, database: database.within(tx) });
    await change(inner, async (within) => record(within, 'three'));
  });
  const entries = await database.query<{ lane: number; name: string }>(sql`
    select lane, entity_name as name from audit_entry where action = 'LOAD_DEMO' order by seq`);
  expect(entries.map(({ name }) => name).sort()).toEqual(['one', 'three', 'two']);
  expect(new Set(entries.map(({ lane }) => lane)).size).toBe(1);
  expect((await verifyLog(database)).broken).toBeNull();
});

test('a statement sent with the commit is committed unless it fails: with values or without, for the first time or prepared', async () => {
  const { database } = server.services;
  await database.query(sql`create table counted (n int primary key, of int references counted (n) deferrable initially deferred)`);
  const last = (statement: Sql) =>
    database.transaction(async (tx) => tx.beforeCommit(async () => statement)).catch(({ code }: { code?: string }) => code);
  for (let time = 0; time < 3; time++) {
    expect(await last(sql`insert into counted select count(*) from counted`)).toBeUndefined();
    expect(await last(sql`insert into counted select count(*) + ${0} from counted`)).toBeUndefined();
    expect(await last(sql`insert into counted values (-1, -2)`)).toBe('23503');
    expect(await last(sql`insert into counted values (-1, ${-2})`)).toBe('23503');
  }
  expect(await database.query(sql`select n from counted order by n`)).toEqual([0, 1, 2, 3, 4, 5].map((n) => ({ n })));
});

test('many changes at once leave one entry each and unbroken chains', async () => {
  const before = await log({ action: 'CREATE_VENDOR' });
  await Promise.all(Array.from({ length: 200 }, (_, i) => create(`Concurrent ${i}`)));
  expect((await log({ action: 'CREATE_VENDOR' })).totalCount).toBe(before.totalCount + 200);
  const { database } = server.services;
  const heads = await readHeads(database);
  expect(heads.filter(({ seq }) => seq > 0).length).toBeGreaterThan(8);
  const verification = await verifyLog(database);
  expect(verification.broken).toBeNull();
  expect(verification.count).toBe(heads.reduce((sum, { seq }) => sum + seq, 0));
});

describe('tampering is found', () => {
  /** Tampers inside a transaction that is rolled back after verification. */
  const after = async (...statements: string[]) => {
    const { database } = server.services;
    let found;
    const rolledBack = new Error('rolled back');
    await database
      .transaction(async (tx) => {
        for (const statement of statements) await tx.em.execute(statement);
        found = await verifyLog(tx);
        throw rolledBack;
      })
      .catch((error) => {
        if (error !== rolledBack) throw error;
      });
    return (found as unknown as Awaited<ReturnType<typeof verifyLog>>).broken;
  };
  const someone = `(select id from audit_entry e where seq = 2 and exists (
    select 1 from audit_entry n where n.lane = e.lane and n.seq = 3) order by lane limit 1)`;

  test.each(['user_name', 'action', 'entity_name', 'hash', 'prev_hash'])('a rewritten %s', async (column) => {
    expect(await after(`update audit_entry set ${column} = 'x' where id = ${someone}`)).not.toBeNull();
  });

  test.each([
    ['meta', `'{"a": 1}'`],
    ['created_at', `created_at + interval '1 second'`],
    ['user_id', 'gen_random_uuid()'],
    ['entity_id', 'null'],
    ['api_key', `'{"id": "x", "name": "x", "prefix": "x"}'`],
  ])('a rewritten %s, named by its id', async (column, value) => {
    const [entry] = await server.services.database.query<{ id: string }>(sql`select id from audit_entry where entity_id is not null
      and seq = 2 order by lane limit 1`);
    const broken = await after(`update audit_entry set ${column} = ${value} where id = '${entry!.id}'`);
    expect(broken).toMatchObject({ id: entry!.id, reason: expect.stringContaining('altered') });
  });

  test('a key removed from an entry', async () => {
    const [entry] = await server.services.database.query<{ id: string }>(sql`select id from audit_entry where api_key is not null limit 1`);
    expect(await after(`update audit_entry set api_key = null where id = '${entry!.id}'`)).toMatchObject({ id: entry!.id });
  });

  test('an entry in an unknown chain', async () => {
    const broken = await after(
      `insert into audit_entry (id, lane, seq, action, user_name, prev_hash, hash) values (gen_random_uuid(), 99, 1, 'LOGIN', 'x', '', 'x')`,
    );
    expect(broken).toMatchObject({ lane: 99 });
  });

  test('a removed entry in the middle', async () => {
    expect(await after(`delete from audit_entry where id = ${someone}`)).toMatchObject({ seq: 3 });
  });

  test('a removed newest entry, by the head of its chain', async () => {
    const broken = await after(`delete from audit_entry e where seq = (select max(seq) from audit_entry where lane = e.lane) and lane = 3`);
    expect(broken).toMatchObject({ lane: 3, reason: expect.stringContaining('missing') });
  });

  test('a chain rewritten from some entry on, by the checkpoint', async () => {
    const { database } = server.services;
    const checkpoint = { takenAt: '2026-11-15T00:00:00.000Z', count: 0, lanes: await readHeads(database) };
    await database.query(sql`update audit_lane set seq = seq - 1, hash = (
      select prev_hash from audit_entry e where e.lane = audit_lane.lane and e.seq = audit_lane.seq) where lane = 5`);
    await database.query(sql`delete from audit_entry where lane = 5 and seq > (select seq from audit_lane where lane = 5)`);
    expect((await verifyLog(database)).broken).toBeNull();
    expect((await verifyLog(database, checkpoint)).broken).toMatchObject({ lane: 5, reason: expect.stringContaining('checkpoint') });
  });
});
