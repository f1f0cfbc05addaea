import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../../src/database/database';
import { openDatabase } from '../../src/open-database';
import { sql } from '../../src/database/sql';
import { type Job, Scheduler } from '../../src/operations/jobs/scheduler';
import { createTestDatabase } from '../kit/database';
import { ServerProcess } from '../kit/process';
import { until } from '../kit/processes';
import { scaled } from '../kit/scale';
import { startSmtp } from '../kit/smtp';

let url: string;
let drop: () => Promise<void>;
let client: Client;
let logged: string[] = [];
const started: Scheduler[] = [];
const databases: Database[] = [];

const write = (_facts: unknown, words?: string) => void logged.push(words ?? String(_facts));
const log = { info: write, warn: write, error: write } as unknown as Logger;

beforeAll(async () => {
  ({ url, drop } = await createTestDatabase());
  client = new Client({ connectionString: url });
  await client.connect();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((scheduler) => scheduler.stop()));
  for (const database of databases.splice(0)) await database.close();
  await client.query('delete from job');
  logged = [];
});
afterAll(async () => {
  await client.end();
  await drop();
});

/** A server's scheduler, with its own open connection. */
async function makeScheduler(...jobs: Job[]): Promise<Scheduler> {
  const database = await openDatabase(url, 4);
  databases.push(database);
  await database.query(sql`select 1`);
  const scheduler = new Scheduler(database, log, jobs);
  started.push(scheduler);
  return scheduler;
}

async function startScheduler(...jobs: Job[]): Promise<Scheduler> {
  const scheduler = await makeScheduler(...jobs);
  scheduler.start();
  return scheduler;
}

async function secondsToNextTick(): Promise<number> {
  const { rows } = await client.query<{ seconds: number }>('select extract(epoch from due_at - now())::int as seconds from job');
  return rows[0]!.seconds;
}

const forever = () => new Promise<void>(() => undefined);
const endLease = () => client.query('update job set due_at = now()');

test('one of eight servers runs each tick', async () => {
  const runs: number[] = [];
  const job: Job = {
    name: 'tick',
    everySeconds: 1,
    async run() {
      runs.push(Date.now());
      await sleep(50);
    },
  };
  const schedulers = await Promise.all(Array.from({ length: 8 }, () => makeScheduler(job)));
  for (const scheduler of schedulers) scheduler.start();
  await sleep(4_200);
  await Promise.all(schedulers.map((scheduler) => scheduler.stop()));
  expect(runs.length).toBeGreaterThanOrEqual(3);
  expect(runs.length).toBeLessThanOrEqual(5);
  // The database's time counts; the runs are recorded by another clock, slightly later.
  runs.slice(1).forEach((at, i) => expect(at - runs[i]!).toBeGreaterThan(900));
});

test('the job of a runner that died or hangs is taken over when its lease ends, and only then', async () => {
  let runs = 0;
  let release!: () => void;
  const stuck = new Promise<void>((resolve) => (release = resolve));
  await startScheduler({ name: 'job', everySeconds: 1, run: () => stuck });
  await until(async () => (await client.query('select 1 from job')).rowCount === 1);
  await startScheduler({ name: 'job', everySeconds: 3_600, run: async () => void runs++ });
  await sleep(2_500);
  expect(runs).toBe(0);

  await endLease();
  await until(() => runs === 1);
  // The first runner returns: it must not bring the other one's next tick forward.
  await sleep(100);
  release();
  await sleep(2_500);
  expect(await secondsToNextTick()).toBeGreaterThan(3_500);
  expect(runs).toBe(1);
});

test('a failing job is logged, runs again at its next tick and does not stop the others', async () => {
  let failures = 0;
  let runs = 0;
  await startScheduler(
    { name: 'bad', everySeconds: 1, run: () => Promise.reject(new Error(`failure ${++failures}`)) },
    { name: 'good', everySeconds: 1, run: async () => void runs++ },
  );
  await until(() => failures >= 2 && runs >= 2);
  expect(logged).toEqual(expect.arrayContaining(['job failed']));
});

test('stopping signals the current run, waits for it, and leaves no timer behind', async () => {
  const events: string[] = [];
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const others = timers();
  const scheduler = await startScheduler({
    name: 'slow',
    everySeconds: 3_600,
    async run(signal) {
      events.push('begun');
      await sleep(20_000, undefined, { signal }).catch(() => sleep(300));
      events.push('ended');
    },
  });
  await until(() => events.length === 1);
  await scheduler.stop();
  expect(events).toEqual(['begun', 'ended']);
  expect(await secondsToNextTick()).toBeGreaterThan(3_500);
  await databases.pop()!.close(); // it has its own timers
  await until(() => timers() <= others, 500);
});

test('stopping does not wait forever for a run that hangs', async () => {
  let begun = false;
  const scheduler = await startScheduler({ name: 'hangs', everySeconds: 1, run: () => ((begun = true), forever()) });
  await until(() => begun);
  const from = Date.now();
  await scheduler.stop();
  started.pop();
  expect(Date.now() - from).toBeLessThan(scaled(60_000, 12_000));
});

test('while the database is unreachable, jobs wait, which is logged once, and continue afterwards', async () => {
  let runs = 0;
  await startScheduler({ name: 'patient', everySeconds: 1, run: async () => void runs++ });
  await until(() => runs > 0);
  await setReachable(false);
  await until(() => logged.length > 0);
  await sleep(2_500);
  const before = runs;
  await setReachable(true);
  await until(() => runs > before);
  expect(logged).toEqual(['background jobs wait until the database responds', 'background jobs resumed']);
});

/** Closes all connections except the test's own, and accepts no new ones. */
async function setReachable(isReachable: boolean): Promise<void> {
  const admin = new Client({ connectionString: process.env.VETGRAPH_TEST_DATABASE });
  await admin.connect();
  const name = new URL(url).pathname.slice(1);
  await admin.query(`alter database ${name} allow_connections ${isReachable}`);
  if (!isReachable) {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const others = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> $2';
    await admin.query(others, [name, rows[0]!.pid]);
  }
  await admin.end();
}

test('an e-mail held by a killed server is delivered by another once its lease ends', async () => {
  const smtp = await startSmtp();
  smtp.hold = forever();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vetgraph-jobs-'));
  const environment = { DATABASE_URL: url, DATA_DIR: dataDir, SMTP_URL: smtp.url, PUBLIC_URL: 'https://risk.example' };
  const { rows } = await client.query<{ id: string }>(
    `insert into mail (kind, recipient, subject, text)
      values ('REMINDER', 'jane@vendor.example', 'Hi', 'Text') returning id`,
  );
  const status = async () => (await client.query<{ status: string }>('select status, attempts from mail')).rows[0];

  const first = await new ServerProcess(environment).ready();
  await until(async () => (await client.query('select 1 from mail where attempts = 1')).rowCount === 1);
  await sleep(300); // so that the mail server has it
  await first.kill('SIGKILL');
  smtp.hold = undefined;

  const second = await new ServerProcess(environment).ready();
  await sleep(3_000);
  expect(await status()).toEqual({ status: 'QUEUED', attempts: 1 });
  await client.query('update mail set next_attempt_at = now()');
  await endLease();
  await until(async () => (await status())?.status === 'SENT');
  expect(smtp.received.map(({ headers }) => headers['message-id'])).toEqual([`<${rows[0]!.id}@risk.example>`]);
  expect(await second.kill('SIGTERM')).toBe(0);
  await smtp.stop();
  await rm(dataDir, { recursive: true, force: true });
});
