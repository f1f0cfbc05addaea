/**
 * A transaction pooler between server and database, and a database that refuses what the design rules out: advisory
 * locks, LISTEN, sequences, extensions, triggers, session state. Migrations and a journey run through it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { readConfig } from '../../src/kernel/config';
import { Assessor } from '../kit/assessed';
import { createTestDatabase } from '../kit/database';
import { cli } from '../kit/cli';
import { type Pooler, startPooler } from '../kit/pooler';
import { createVendor } from '../kit/portfolio';
import { TestReceiver } from '../kit/receiver';
import { startTestServer, type TestServer } from '../kit/server';
import { Servers } from '../kit/process';
import { openByHand, openBySocket, openExport, SSE } from '../kit/streams';
import { DELETE, Webhooks } from '../kit/webhooks';

/** The migrator sets the encoding that every connection of the driver has anyway. */
const RULED_OUT = new RegExp(
  [
    'pg_(try_)?advisory\\w*',
    '^\\s*(un)?listen\\b',
    '^\\s*notify\\b',
    'pg_notify',
    'create\\s+(temp\\w*\\s+)?sequence',
    '\\b(small|big)?serial\\b',
    'nextval',
    'generated\\s+\\w+\\s+as\\s+identity',
    'create\\s+extension',
    'create\\s+(constraint\\s+)?trigger',
    'create\\s+type\\s+\\S+\\s+as\\s+enum',
    'create\\s+temp',
    "^\\s*set\\s+(?!local|constraints|transaction|names 'utf8')",
    'set_config\\([^)]*false\\)',
    '^\\s*(declare|fetch|prepare|deallocate|discard)\\b',
  ].join('|'),
  'i',
);

const servers = new Servers();
let database: { url: string; drop(): Promise<void> };
let pooler: Pooler;
afterAll(() => servers.stop());

test('it refuses what it should', async () => {
  const made = await createTestDatabase();
  const strict = await startPooler(made.url, { refuse: RULED_OUT });
  const client = new Client({ connectionString: strict.url });
  await client.connect();
  for (const statement of [
    'select pg_advisory_lock(1)',
    'LISTEN x',
    'notify x',
    'create sequence s',
    'create table t (id serial)',
    'create extension pgcrypto',
    'create trigger t before insert on vendor execute function f()',
    `create type mood as enum ('a')`,
    'create temp table t ()',
    `set timezone to 'UTC'`,
    'create table t (id int generated always as identity)',
  ]) {
    await expect(client.query(statement)).rejects.toThrow('refuses');
    await expect(client.query({ text: statement, values: [] })).rejects.toThrow('refuses');
  }
  expect((await client.query(`select 'set local is fine' as text`)).rows).toEqual([{ text: 'set local is fine' }]);
  // And it gives each transaction another backend.
  const pids = new Set<number>();
  for (let n = 0; n < 6; n++) pids.add((await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid);
  expect(pids.size).toBe(3);
  await client.query('begin');
  const inside = await Promise.all([1, 2, 3].map(() => client.query<{ pid: number }>('select pg_backend_pid() as pid')));
  expect(new Set(inside.map(({ rows }) => rows[0]!.pid)).size).toBe(1);
  await client.query('rollback');
  await client.end();
  await strict.stop();
  await made.drop();
});

describe('through it', () => {
  let server: TestServer;
  beforeAll(async () => {
    database = await createTestDatabase('template0');
    pooler = await startPooler(database.url, { backends: 4, refuse: RULED_OUT });
  });
  afterAll(async () => {
    await server?.stop();
    await pooler.stop();
    await database.drop();
  });

  test('an empty database is migrated, by two servers at once', async () => {
    const environment = { DATABASE_URL: pooler.url, DATABASE_PREPARE: 'false' };
    const both = await Promise.all([1, 2].map(() => servers.start(environment).ready()));
    for (const { url } of both) expect((await fetch(`${url}/readyz`)).status).toBe(200);
    await servers.stop();
    expect(pooler.statements.filter((text) => /create table/i.test(text)).length).toBeGreaterThan(20);
  });

  test('a full journey works, from questionnaire to score, with files, REST, CSV and jobs', async () => {
    server = await startTestServer({
      databaseUrl: pooler.url,
      databasePrepare: false,
      jobs: true,
      webhooks: { ...readConfig({}).webhooks, allow: ['127.0.0.0/8'] },
    });
    const assessor = await Assessor.prepare(server);
    const done = await Promise.all([1, 2, 3, 4].map((n) => assessor.completed({ name: `Vendor ${n}`, externalId: `P-${n}` })));
    await assessor.attach(await assessor.sent({ name: 'Open' }), 'Policy', 'policy.pdf');
    await assessor.certify(done[0]!.vendorId, { name: 'ISO 27001' });
    for (const path of [
      '/v1/vendors',
      '/v1/assessments?format=csv',
      '/v1/dashboard',
      '/v1/audit?format=csv',
      `/v1/vendors/${done[0]!.vendorId}/export`,
    ]) {
      const response = await server.admin.fetch(`/api${path}`);
      await response.text();
      expect([path, response.status]).toEqual([path, 200]);
    }
    const { headers } = await server.withKey();
    const body = JSON.stringify({ name: 'Once', contactEmail: 'a@b.example' });
    const repeated = { method: 'POST', headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'k-1' }, body };
    const [first, second] = [
      await fetch(`${server.url}/api/v1/vendors/import`, repeated),
      await fetch(`${server.url}/api/v1/vendors/import`, repeated),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await first.text()).toBe(await second.text());
    expect(await server.admin.data('{ vendors { totalCount } }')).toEqual({ vendors: { totalCount: 6 } });
  });

  test('so do streams and webhooks', async () => {
    const receiver = await new TestReceiver().start();
    const { webhook } = await new Webhooks(server.admin).create({ url: receiver.url, types: ['vendor.created'] });
    const ways = [
      await openByHand(server.admin, SSE, { variables: { types: ['vendor.created'] } }),
      openBySocket(server.admin, { variables: { types: ['vendor.created'] } }),
      await openExport(server.admin, '?follow=true&types=vendor.created'),
    ];
    await sleep(500);
    const names = Array.from({ length: 20 }, (_, n) => `Pooled ${n}`);
    for (const name of names) await createVendor(server, { name });
    for (const heard of ways) {
      await heard.until((one) => one.names.length >= names.length);
      expect(heard.names).toEqual(names);
      heard.leave();
    }
    const { cursor } = ways[0]!.events[9]!;
    const again = await openByHand(server.admin, SSE, { variables: { after: cursor } });
    await again.until((one) => one.names.includes('Pooled 19'));
    expect(again.names.filter((name) => name?.startsWith('Pooled'))).toEqual(names.slice(10));
    again.leave();
    await receiver.count(names.length);
    expect(new Set(receiver.bodies.map(({ data }) => data.id)).size).toBe(names.length);
    await server.admin.data(DELETE, { input: { id: webhook.id } });
    receiver.stop();
  });

  test("so do the operator's commands", async () => {
    const environment = { DATABASE_URL: pooler.url, DATABASE_PREPARE: 'false', DATA_DIR: servers.folder() };
    expect(await cli(environment, ['audit', 'verify'])).toMatchObject({ code: 0 });
    expect(await cli(environment, ['migrate', '--check'])).toMatchObject({ code: 0 });
  });
});
