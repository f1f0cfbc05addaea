/** The embedded database with real processes: kills, races and leftovers. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { transformFile } from '@swc/core';
import { Client } from 'pg';
import { startEmbedded } from '../../src/database/embedded';
import { prepared } from '../kit/prepared';

const ROOT = join(__dirname, '..', '..');
const isRoot = process.geteuid?.() === 0;
const folders: string[] = [];
const children: ChildProcess[] = [];
let scratch = '';

/** Starts the database, prints its URL, and stops when told to; or does so several times in a row. */
const DRIVER = `
  const { Client } = require('pg');
  const { startEmbedded } = require('./embedded.js');
  const [folder, rounds] = process.argv.slice(2);
  async function hold() {
    const database = await startEmbedded(folder);
    process.stdout.write(database.url + '\\n');
    process.stdin.once('data', () => database.stop().then(() => process.stdin.destroy()));
  }
  async function churn() {
    for (let round = 0; round < Number(rounds); round += 1) {
      const database = await startEmbedded(folder);
      const client = new Client(database.url);
      await client.connect();
      await client.query('INSERT INTO note VALUES ($1)', [process.pid + '/' + round]);
      await client.end();
      await database.stop();
    }
  }
  (rounds ? churn() : hold()).catch((error) => {
    console.error(error);
    process.exit(1);
  });
`;

function launch(folder: string, rounds = ''): ChildProcess {
  const child = spawn(process.execPath, [join(scratch, 'driver.js'), folder, rounds], {
    env: { ...process.env, NODE_PATH: join(ROOT, 'node_modules') },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

async function urlOf(child: ChildProcess): Promise<string> {
  const [line] = (await Promise.race([
    once(child.stdout!, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('The process ended before it was ready'))),
  ])) as [Buffer];
  return line.toString().trim();
}

async function end(child: ChildProcess, how: 'stop' | 'kill'): Promise<void> {
  const exited = once(child, 'exit');
  if (how === 'stop') child.stdin!.write('stop\n');
  else child.kill('SIGKILL');
  await exited;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function newFolder(name = 'data'): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'vetgraph-embedded-')), name);
  folders.push(folder);
  return folder;
}

/** The postmaster of this folder, if it is running. */
async function postmaster(folder: string): Promise<number | undefined> {
  const content = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = parseInt(content, 10);
  return pid && isAlive(pid) ? pid : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function deadPid(): Promise<number> {
  const child = spawn('true');
  await once(child, 'exit');
  return child.pid!;
}

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'vetgraph-driver-'));
  const source = join(ROOT, 'src', 'database', 'embedded.ts');
  const { code } = await transformFile(source, { configFile: join(ROOT, '.swcrc'), sourceMaps: false });
  await writeFile(join(scratch, 'embedded.js'), code);
  await writeFile(join(scratch, 'driver.js'), DRIVER);
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) await end(child, 'kill');
  }
  for (const folder of folders.splice(0)) {
    const pid = await postmaster(folder);
    if (pid) process.kill(pid, 'SIGINT');
    while (await postmaster(folder)) await sleep(20);
    await rm(join(folder, '..'), { recursive: true, force: true, maxRetries: 5 });
  }
});

afterAll(() => rm(scratch, { recursive: true, force: true }));

test('starts in an empty folder, for local connections with the password only, and stops', async () => {
  const folder = await newFolder();
  const lines: string[] = [];
  const database = await startEmbedded(folder, { settings: { work_mem: '5MB' }, log: (line) => lines.push(line) });
  const [row] = await query(
    database.url,
    `SELECT current_user, current_database(), current_setting('listen_addresses') AS addresses,
      current_setting('server_version_num')::int / 10000 AS major, current_setting('max_connections') AS connections,
      current_setting('fsync') || current_setting('synchronous_commit') AS safe, current_setting('work_mem') AS memory,
      (SELECT datlocprovider::text || datlocale || pg_encoding_to_char(encoding) FROM pg_database
        WHERE datname = 'vetgraph') AS locale`,
  );
  expect(row).toEqual({
    ...{ current_user: 'vetgraph', current_database: 'vetgraph', addresses: '127.0.0.1', connections: '200' },
    ...{ major: 18, safe: 'onon', memory: '5MB', locale: 'bC.UTF-8UTF8' },
  });
  await expect(query(database.url.replace(/:\w+@/, ':wrong@'), 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  expect((await stat(join(folder, 'postgres.password'))).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(isRoot ? 0o711 : 0o700);
  // mkdtemp makes its folder private. As root, only that one had to be opened, which was logged.
  expect(lines).toEqual(isRoot ? [expect.stringContaining(`${join(folder, '..')}:`)] : []);

  expect(await postmaster(folder)).toBeDefined();
  await Promise.all([database.stop(), database.stop()]);
  await database.stop();
  expect(await postmaster(folder)).toBeUndefined();
  await expect(query(database.url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect((await readdir(folder)).sort()).toEqual(['postgres', 'postgres.log', 'postgres.password']);
});

test('keeps its data across a restart, in a folder with spaces, quotes, dollar signs and non-ASCII letters', async () => {
  const folder = await newFolder(`dâta 数据 "of" O'Neil $HOME \`id\``);
  const first = await startEmbedded(folder);
  await query(first.url, `CREATE TABLE note AS SELECT 'kept' AS text`);
  await first.stop();
  const second = await startEmbedded(folder);
  expect(await query(second.url, 'SELECT text FROM note')).toEqual([{ text: 'kept' }]);
  await second.stop();
  expect(await postmaster(folder)).toBeUndefined();
});

test('is adopted by the next process after its own was killed', async () => {
  const folder = await prepared(await newFolder());
  const child = launch(folder);
  const url = await urlOf(child);
  await query(url, `CREATE TABLE note AS SELECT 'kept' AS text`);
  const pid = await postmaster(folder);
  await end(child, 'kill');

  const database = await startEmbedded(folder);
  expect(database.url).toBe(url);
  expect(await postmaster(folder)).toBe(pid);
  expect(await query(url, 'SELECT text FROM note')).toEqual([{ text: 'kept' }]);
  await database.stop();
  expect(await postmaster(folder)).toBeUndefined();
});

test('is shared by three processes that start at once next to stale locks, and stopped by the last one', async () => {
  const folder = await newFolder();
  await mkdir(folder, { mode: 0o711 });
  // The second is what a container leaves behind: a pid that another process has now.
  const locks = [`postgres.lock.${await deadPid()}-1.a`, `postgres.lock.${process.pid}-1.b`];
  for (const lock of locks) await writeFile(join(folder, lock), '');

  const [first, second, third] = [launch(folder), launch(folder), launch(folder)];
  const urls = await Promise.all([first, second, third].map(urlOf));
  expect(new Set(urls).size).toBe(1);
  expect((await readdir(folder)).sort()).toEqual(['postgres', 'postgres.log', 'postgres.password']);
  const pid = await postmaster(folder);
  await end(first, 'stop');
  await end(second, 'stop');
  expect(await postmaster(folder)).toBe(pid);
  expect(await query(urls[0]!, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await end(third, 'stop');
  expect(await postmaster(folder)).toBeUndefined();
});

test('stays available while processes start and stop at random', async () => {
  const folder = await prepared(await newFolder());
  const database = await startEmbedded(folder);
  await query(database.url, 'CREATE TABLE note (text text)');
  await database.stop();
  const workers = [launch(folder, '4'), launch(folder, '4'), launch(folder, '4')];
  expect(await Promise.all(workers.map((child) => once(child, 'exit')))).toEqual(workers.map(() => [0, null]));
  expect(await postmaster(folder)).toBeUndefined();
  const last = await startEmbedded(folder);
  expect(await query(last.url, 'SELECT count(DISTINCT text)::int AS notes FROM note')).toEqual([{ notes: 12 }]);
  await last.stop();
});

test('starts despite a pid file whose process is dead or a different one', async () => {
  const folder = await prepared(await newFolder());
  await (await startEmbedded(folder)).stop();
  const file = join(folder, 'postgres', 'postmaster.pid');
  const { uid, gid } = await stat(join(folder, 'postgres'));
  // PostgreSQL itself mistakes any process of its own user for a server.
  const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], isRoot ? { uid, gid, cwd: '/' } : {});
  children.push(other);
  for (const pid of [await deadPid(), other.pid!]) {
    await writeFile(file, `${pid}\n${folder}/postgres\n1700000000\n5432\n\n127.0.0.1\n  0 0\nready   \n`);
    const database = await startEmbedded(folder);
    expect(await query(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await database.stop();
  }
  expect(isAlive(other.pid!)).toBe(true);
});

test('recovers from kill -9 of PostgreSQL itself, with all committed data', async () => {
  const folder = await prepared(await newFolder());
  const child = launch(folder);
  await query(await urlOf(child), `CREATE TABLE note AS SELECT 'kept' AS text`);
  process.kill((await postmaster(folder))!, 'SIGKILL');
  const database = await startEmbedded(folder);
  expect(await query(database.url, 'SELECT text FROM note')).toEqual([{ text: 'kept' }]);
  await database.stop();
  expect(child.exitCode).toBeNull();
  await end(child, 'stop');
});

test('is initialised again if initialisation was interrupted', async () => {
  const folder = await newFolder();
  const child = launch(folder);
  const isUnderWay = (name: string) => existsSync(join(folder, name, 'cluster', 'base')); // In postgres.new-...
  while (!(await readdir(folder).catch(() => [])).some(isUnderWay)) await sleep(5);
  await end(child, 'kill');
  expect(existsSync(join(folder, 'postgres'))).toBe(false);
  expect((await readdir(folder)).some((name) => name.startsWith('postgres.lock.'))).toBe(true);

  const database = await startEmbedded(folder);
  expect(await query(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await database.stop();
  expect((await readdir(folder)).sort()).toEqual(['postgres', 'postgres.log', 'postgres.password']);
});

test('stays up for a process that lost its connection and has been idle since', async () => {
  const folder = await prepared(await newFolder());
  const child = launch(folder);
  const database = await startEmbedded(folder);
  const isHere = `application_name = 'vetgraph:${(await urlOf(child)) && child.pid}'`;
  await query(database.url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${isHere}`);
  for (let rows: unknown[] = []; rows.length === 0; await sleep(100)) {
    rows = await query(database.url, `SELECT 1 FROM pg_stat_activity WHERE ${isHere}`);
  }
  await database.stop();
  expect(await postmaster(folder)).toBeDefined();
  await end(child, 'stop');
  expect(await postmaster(folder)).toBeUndefined();
});

test('says plainly why it cannot start', async () => {
  const folder = await newFolder();
  await mkdir(join(folder, 'postgres'), { recursive: true });
  await writeFile(join(folder, 'postgres', 'letter.txt'), 'Dear John');
  await expect(startEmbedded(folder)).rejects.toThrow('is not a PostgreSQL database: move it away');
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '16\n');
  await expect(startEmbedded(folder)).rejects.toThrow('was created by PostgreSQL 16, but this is 18');
  await rm(join(folder, 'postgres'), { recursive: true });

  const wrong = startEmbedded(folder, { settings: { shared_buffers: 'plenty' } });
  await expect(wrong).rejects.toThrow(/pg_ctl failed.*invalid value for parameter "shared_buffers": "plenty"/s);
  await rm(join(folder, 'postgres.password'));
  await expect(startEmbedded(folder)).rejects.toThrow('postgres.password cannot be read');
  await writeFile(join(folder, 'postgres.password'), 'wrong');
  await expect(startEmbedded(folder)).rejects.toThrow('postgres.password does not match the database');
});
