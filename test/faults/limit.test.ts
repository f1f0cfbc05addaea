/** Statements that take too long: the database ends them itself, and they are cancelled when nobody waits any more. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Database } from '../../src/database/database';
import { openDatabase } from '../../src/open-database';
import { StatementLimit } from '../../src/database/limit';
import { sql } from '../../src/database/sql';
import type { GraphQLClient } from '../kit/client';
import { Cluster } from '../kit/cluster';
import { startPooler } from '../kit/pooler';
import { type ServerProcess, Servers } from '../kit/process';
import { until } from '../kit/processes';
import { scaled } from '../kit/scale';

const CANCELLED = { code: '57014' };
const SECONDS = 3;

const servers = new Servers();
let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
  await cluster.query('create database vetgraph');
});
afterAll(async () => {
  await servers.stop();
  await cluster.remove();
});

/** Backends running a statement for someone else, or waiting for a lock. */
const atWork = (which = 'true') =>
  cluster.query<{ query: string }>(
    `select query from pg_stat_activity where state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid() and ${which}`,
  );

/** Waits until no backend is busy: less than a statement may take. Once is enough: servers do small things on their own. */
async function isQuiet(which?: string): Promise<void> {
  const giveUp = Date.now() + 15_000;
  let found = await atWork(which);
  while (found.length > 0 && Date.now() < giveUp) {
    await sleep(50);
    found = await atWork(which);
  }
  expect(found).toEqual([]);
}

const areAtWork = (count: number, which?: string) => until(async () => (await atWork(which)).length >= count);

describe('of a server', () => {
  let server: ServerProcess;
  /** Its statements may take longer than these tests wait. */
  let patient: ServerProcess;
  let client: GraphQLClient;
  let other: GraphQLClient;
  let blocker: Client;
  beforeAll(async () => {
    server = await servers.start({ DATABASE_URL: cluster.url(), DATABASE_STATEMENT_SECONDS: String(SECONDS) }).ready();
    patient = await servers.start({ DATABASE_URL: cluster.url() }).ready();
    client = await servers.signIn(server);
    other = await servers.signIn(patient);
    blocker = new Client({ connectionString: cluster.url() });
    await blocker.connect();
  });
  afterAll(() => blocker.end());

  /** While the work runs, every query for vendors waits. */
  async function whileVendorsAreLocked(work: () => Promise<void>): Promise<void> {
    await blocker.query('begin; lock table vendor in access exclusive mode');
    try {
      await work();
    } finally {
      await blocker.query('rollback');
    }
  }
  const SLOW = `{ ${Array.from({ length: 6 }, (_, i) => `a${i}: vendors(filter: { query: "${i}" }) { totalCount }`).join(' ')} }`;

  test('six searches at once have ended in the database by the time they are answered', () =>
    whileVendorsAreLocked(async () => {
      const started = performance.now();
      const asked = client.ask(SLOW);
      await areAtWork(6);
      const { errors } = await asked;
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 5 });
      expect(performance.now() - started).toBeLessThan((SECONDS + scaled(20, 2)) * 1_000);
      await isQuiet();
    }));

  test('so have those of REST, and those that compute instead of waiting', async () => {
    await whileVendorsAreLocked(async () => {
      expect((await client.fetch('/api/v1/vendors?query=x')).status).toBe(503);
      await isQuiet();
    });
    // Reading a vendor's name is slow.
    await cluster.query(
      `alter table vendor rename to vendor_kept;
      create view vendor as select k.* from vendor_kept k, generate_series(1, 200000000) as n where length(k.name || n) > 0`,
      'vetgraph',
    );
    try {
      await cluster.query(
        `insert into vendor_kept (id, name, contact_email) select gen_random_uuid(), 'Vendor ' || n, 'a@b.example' from generate_series(1, 10) n`,
        'vetgraph',
      );
      expect((await client.ask(SLOW)).errors?.[0]?.extensions.code).toBe('SERVICE_UNAVAILABLE');
      await isQuiet();
    } finally {
      await cluster.query('drop view vendor; alter table vendor_kept rename to vendor', 'vetgraph');
    }
    expect((await client.ask('{ vendors { totalCount } }')).errors).toBeUndefined();
  });

  test('callers who disconnect cancel their searches, and nothing else', async () => {
    const body = JSON.stringify({ query: SLOW });
    const asked: [string, RequestInit][] = [
      ['/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body }],
      ['/api/v1/vendors?query=x', {}],
    ];
    for (const [path, init] of asked) {
      await whileVendorsAreLocked(async () => {
        const leaving = new AbortController();
        const left = other.fetch(path, { ...init, signal: leaving.signal }).catch(() => undefined);
        await areAtWork(1);
        leaving.abort();
        await left;
        await sleep(1_000);
        await isQuiet();
      });
    }
    // A change is completed even if nobody waits for it.
    const input = { name: 'Left behind', contactEmail: 'a@b.example' };
    await whileVendorsAreLocked(async () => {
      const leaving = new AbortController();
      const change = JSON.stringify({
        query: `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`,
        variables: { input },
      });
      const left = other
        .fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: change, signal: leaving.signal })
        .catch(() => undefined);
      await areAtWork(1);
      leaving.abort();
      await left;
      await sleep(1_500);
    });
    const made = () => other.data<{ vendors: { totalCount: number } }>(`{ vendors(filter: { query: "Left behind" }) { totalCount } }`);
    await until(async () => (await made()).vendors.totalCount > 0);
    expect(await made()).toEqual({ vendors: { totalCount: 1 } });
  });

  test('a killed server leaves no statement running', async () => {
    await whileVendorsAreLocked(async () => {
      const asked = other.ask(SLOW).catch(() => undefined);
      const mine = `application_name = 'vetgraph:${patient.pid}'`;
      await areAtWork(6, mine);
      await patient.kill('SIGKILL');
      await asked;
      await sleep(2_500);
      await isQuiet(mine);
    });
  });
});

test('a statement given up on our side is cancelled', async () => {
  const patient = await openDatabase(cluster.url(), 2, true, new StatementLimit(60_000));
  try {
    await expect(patient.query(sql`select pg_sleep(50)`)).rejects.toThrow('Query read timeout');
    await isQuiet();
    expect(await patient.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  } finally {
    await patient.close();
  }
});

describe('where the parameters of a connection', () => {
  const limited = (url: string) => openDatabase(url, 4, false, new StatementLimit(1_000));

  async function isLimited(database: Database): Promise<void> {
    try {
      await Promise.all(Array.from({ length: 3 }, () => expect(database.query(sql`select pg_sleep(20)`)).rejects.toMatchObject(CANCELLED)));
      await expect(database.transaction((tx) => tx.query(sql`select pg_sleep(20)`))).rejects.toMatchObject(CANCELLED);
      expect(await database.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
      await isQuiet();
    } finally {
      await database.close();
    }
  }

  test('are taken', async () => isLimited(await limited(cluster.url())));

  test.each([
    ['are dropped by a pooler', undefined],
    ['are refused by a pooler', /statement_timeout|options/],
    ['are partly refused', /options/],
  ])('%s', async (_, refuseAtStart) => {
    const pooler = await startPooler(cluster.url(), { refuseAtStart, refuse: /^\s*set\s+(?!local)/i });
    await isLimited(await limited(pooler.url));
    await pooler.stop();
  });

  test('are not needed, because the role has its own limit', async () => {
    await cluster.query(`alter role vetgraph set statement_timeout = '900ms'`);
    const pooler = await startPooler(cluster.url(), { refuseAtStart: /statement_timeout|options/ });
    try {
      await isLimited(await limited(pooler.url));
      expect(pooler.statements.filter((text) => text.includes('set local'))).toEqual([]);
    } finally {
      await pooler.stop();
      await cluster.query('alter role vetgraph reset statement_timeout');
    }
  });
});
