/** An external PostgreSQL that loses connections, goes away under load and comes back; and an exhausted pool. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { openDatabase } from '../../src/open-database';
import { sql } from '../../src/database/sql';
import { isDatabaseOutOfReach } from '../../src/database/failures';
import type { GraphQLClient } from '../kit/client';
import { Cluster } from '../kit/cluster';
import { graphQL, type Load, startLoad } from '../kit/load';
import { type ServerProcess, Servers } from '../kit/process';
import { scaled } from '../kit/scale';

const POOL = 8;
const CLIENTS = 16;
/** A statement may take so long. */
const SECONDS = scaled(10, 30);
const CREATE = `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`;
const LIST = `{ vendors(first: 10) { totalCount nodes { name } } }`;
const MINE = `application_name like 'vetgraph:%'`;

const servers = new Servers();
let cluster: Cluster;
let server: ServerProcess;
let client: GraphQLClient;
const acknowledged: string[] = [];

beforeAll(async () => {
  cluster = await Cluster.start();
  await cluster.query('create database vetgraph');
  server = await servers
    .start({ DATABASE_URL: cluster.url(), DATABASE_POOL: String(POOL), DATABASE_STATEMENT_SECONDS: String(SECONDS) })
    .ready();
  client = await servers.signIn(server);
});
afterAll(async () => {
  await servers.stop();
  await cluster.remove();
});

/** Half of the clients write, half read. */
function load(): Load {
  let made = 0;
  const next = (n: number) => {
    const input = { name: `vendor ${acknowledged.length}-${++made}`, contactEmail: 'a@b.example' };
    return n % 2 ? graphQL({ cookie: client.cookie }, LIST) : graphQL({ cookie: client.cookie }, CREATE, { input });
  };
  return startLoad(server.url, CLIENTS, next, (asked, status, body) => {
    const { variables } = JSON.parse(asked.body!) as { variables: { input?: { name: string } } };
    if (status === 200 && variables.input && !body.includes('"errors"')) acknowledged.push(variables.input.name);
  });
}

const onlyServedOrTold = (outcomes: Record<string, number>) =>
  expect(Object.keys(outcomes).filter((key) => !['200', '503+'].includes(key))).toEqual([]);

test('killed backends cause at most 503 with Retry-After', async () => {
  const running = load();
  for (let round = 0; round < scaled(10, 60) || !(running.outcomes['200']! > 50); round++) {
    await sleep(200);
    await cluster.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${MINE}`);
  }
  const outcomes = await running.stop();
  onlyServedOrTold(outcomes);
  expect(outcomes['200']).toBeGreaterThan(50);
  expect((await client.ask(LIST)).errors).toBeUndefined();
});

test('a database lost under load means 503 with Retry-After, until at most 5 s after its return', async () => {
  const { pid } = server;
  const running = load();
  await sleep(1_000);
  await cluster.stop();
  running.reset();
  await sleep(scaled(3_000, 10_000));
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
  expect(Object.keys(running.outcomes)).toEqual(['503+']);
  await cluster.resume();
  await sleep(5_000);
  running.reset();
  await sleep(1_000);
  expect(Object.keys(await running.stop())).toEqual(['200']);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(server.pid).toBe(pid);
});

test('a database that hangs means 503 with Retry-After, until at most 5 s after its return', async () => {
  const running = load();
  await sleep(1_000);
  const wake = await cluster.freeze();
  try {
    await sleep(500); // responses in flight
    running.reset();
    await sleep((SECONDS + 6) * 1_000);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect(Object.keys(running.outcomes)).toEqual(['503+']);
    expect(running.outcomes['503+']).toBeGreaterThanOrEqual(CLIENTS);
  } finally {
    wake();
  }
  await sleep(5_000);
  running.reset();
  await sleep(1_000);
  expect(Object.keys(await running.stop())).toEqual(['200']);
});

test('an exhausted pool makes callers wait for a limited time, then they get 503', async () => {
  const blocker = new Client({ connectionString: cluster.url() });
  await blocker.connect();
  await blocker.query('begin; lock table vendor in access exclusive mode');
  const waiting = startLoad(server.url, POOL, () => graphQL({ cookie: client.cookie }, LIST));
  await sleep(500);
  const started = Date.now();
  const response = await client.fetch('/api/v1/vendors');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(Date.now() - started).toBeLessThan(scaled(60_000, 15_000));
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await blocker.query('rollback');
  await blocker.end();
  await waiting.stop();
  expect((await client.fetch('/api/v1/vendors')).status).toBe(200);
});

test('a transaction whose connection is lost between two statements fails as unavailable and leaves nothing behind', async () => {
  const database = await openDatabase(cluster.url(), 2);
  try {
    const work = database.transaction(async (tx) => {
      const [{ pid }] = (await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`)) as [{ pid: number }];
      await cluster.query(`select pg_terminate_backend(${pid}, 5000)`);
      await sleep(200);
      await tx.query(sql`select 1`);
    });
    const failure: unknown = await work.catch((error: unknown) => error);
    expect(isDatabaseOutOfReach(failure)).toBe(true);
    expect(await database.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  } finally {
    await database.close();
  }
});

test('acknowledged changes exist once, with one audit entry, and no connection leaked', async () => {
  const rows = await cluster.query<{ name: string; vendors: number; entries: number }>(
    `select v.name, count(distinct v.id)::int as vendors, count(e.id)::int as entries
     from vendor v left join audit_entry e on e.entity_id = v.id and e.action = 'CREATE_VENDOR' group by v.name`,
    'vetgraph',
  );
  const found = new Map(rows.map(({ name, vendors, entries }) => [name, `${vendors}/${entries}`]));
  expect(acknowledged.length).toBeGreaterThan(20);
  expect(acknowledged.filter((name) => found.get(name) !== '1/1')).toEqual([]);
  expect(rows.filter(({ vendors, entries }) => vendors !== entries)).toEqual([]);
  const [connections] = await cluster.query<{ all: number; open: number }>(
    `select count(*)::int as all, count(*) filter (where state like 'idle in transaction%')::int as open from pg_stat_activity where ${MINE}`,
  );
  expect(connections!.all).toBeLessThanOrEqual(POOL);
  expect(connections!.open).toBe(0);
});
