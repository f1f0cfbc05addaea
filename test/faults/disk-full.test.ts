/** No space left: for an uploaded file, for a report's browser, for the database. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { serverUser } from '../../src/database/embedded';
import type { GraphQLClient } from '../kit/client';
import { freePort } from '../kit/cluster';
import { createTestDatabase } from '../kit/database';
import { PDF } from '../kit/files';
import { Servers } from '../kit/process';
import { startTestServer } from '../kit/server';

const servers = new Servers();
const mounts: string[] = [];
const LARGE = Buffer.concat([PDF.subarray(0, 9), Buffer.alloc(9_000_000, '%'), PDF.subarray(9)]);
const CREATE = `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`;

/** Mounts a disk of 8 MiB at this path; false if the user may not. */
function mountSmall(folder: string): boolean {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return false;
  }
  mounts.push(folder);
  return true;
}

const canMount = (() => {
  const folder = path.join(servers.folder(), 'probe');
  return mountSmall(folder);
})();

afterAll(async () => {
  for (const folder of mounts.splice(0)) execFileSync('umount', ['-l', folder]);
  await servers.stop();
});

const FILLER = 'filler';

/** Fills up the disk of a folder. */
function fill(folder: string): void {
  try {
    for (;;) appendFileSync(path.join(folder, FILLER), Buffer.alloc(65_536));
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => statSync(path.join(folder, name)).isFile());
}

function upload(client: GraphQLClient, content: Buffer): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), 'policy.pdf');
  return client.fetch('/files', { method: 'POST', body: form });
}

/** A limit on file size leaves no room for a large file and needs no privileges; mounting a small disk does. */
const KINDS = ['a limit on the size of files', ...(canMount ? ['a small disk'] : [])];

describe.each(KINDS)('%s', (kind) => {
  const isDisk = kind === 'a small disk';
  let client: GraphQLClient;
  let database: { url: string; drop(): Promise<void> };
  let dataDir: string;
  let temporary: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataDir = servers.folder();
    temporary = path.join(servers.folder(), 'tmp');
    mkdirSync(temporary);
    if (isDisk) mountSmall(path.join(dataDir, 'files'));
    if (isDisk) mountSmall(temporary);
    // 512 bytes per block, or 1024 in some shells.
    const command: [string, ...string[]] = ['sh', '-c', 'ulimit -f 4096; exec "$@"', 'sh', process.execPath];
    const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir, TMPDIR: temporary };
    const server = await servers.start(environment, isDisk ? undefined : command).ready();
    client = await servers.signIn(server);
  });
  afterAll(() => database.drop());

  test('an upload gets 507 and leaves no file or row, and existing files can still be read', async () => {
    const small = await upload(client, PDF);
    expect(small.status).toBe(201);
    const { id } = (await small.json()) as { id: string };
    const before = filesIn(path.join(dataDir, 'files'));

    const refused = await upload(client, LARGE);
    expect([refused.status, await refused.json()]).toEqual([507, { error: 'The server has no storage space left' }]);
    expect(filesIn(path.join(dataDir, 'files'))).toEqual(before);
    const db = new Client({ connectionString: database.url });
    await db.connect();
    expect((await db.query('select 1 from attachment')).rowCount).toBe(1);
    expect((await db.query(`select 1 from audit_entry where action = 'UPLOAD_FILE'`)).rowCount).toBe(1);
    await db.end();

    expect(Buffer.from(await (await client.fetch(`/files/${id}`)).arrayBuffer())).toEqual(PDF);
    expect((await upload(client, PDF)).status).toBe(201);
  });

  test('a report gets 507 when its browser finds no space, and leaves nothing behind', async () => {
    if (isDisk) fill(temporary); // a system browser needs little space
    const response = await client.fetch('/api/dashboard/report');
    expect([response.status, await response.json()]).toEqual([507, { error: 'The server has no storage space left' }]);
    // Complete fonts may stay.
    expect(filesIn(temporary).filter((name) => name !== FILLER && !/^vetgraph-fonts-[\d.]+-\d+\//.test(name))).toEqual([]);
    expect((await client.fetch('/api/v1/vendors')).status).toBe(200);
  });
});

(canMount ? test : test.skip)('a database without space refuses changes completely, with 507, and can still be read', async () => {
  const folder = path.join(servers.folder(), 'space');
  execFileSync('chmod', ['755', path.dirname(folder)]);
  mountSmall(folder);
  const inside = path.join(folder, 'tables');
  mkdirSync(inside);
  const user = await serverUser('/nowhere');
  if (user) execFileSync('chown', [`${user.uid}:${user.gid}`, inside]);
  const server = await startTestServer();
  const client = server.admin;
  const db = new Client({ connectionString: server.databaseUrl });
  await db.connect();
  await db.query(`create tablespace small location '${inside}'`);
  await db.query('alter table vendor set tablespace small');
  writeFileSync(path.join(folder, 'ballast'), Buffer.alloc(6_500_000));

  const made = new Map<number, number>();
  const create = async (name: string) => {
    const headers = { 'content-type': 'application/json' };
    const notes = Array.from({ length: 20_000 }, () => String.fromCodePoint(33 + Math.floor(Math.random() * 90))).join('');
    const body = JSON.stringify({ query: CREATE, variables: { input: { name, contactEmail: 'a@b.example', notes } } });
    const { status } = await client.fetch('/graphql', { method: 'POST', headers, body });
    made.set(status, (made.get(status) ?? 0) + 1);
    return status;
  };
  for (let n = 0; n < 200 && !((made.get(507) ?? 0) > 2); n++) await create(`vendor ${n}`);
  expect([...made.keys()].sort()).toEqual([200, 507]);
  const { vendors } = await client.data<{ vendors: { totalCount: number } }>('{ vendors(first: 100) { totalCount nodes { notes } } }');
  expect(vendors.totalCount).toBe(made.get(200));
  expect((await db.query(`select 1 from audit_entry where action = 'CREATE_VENDOR'`)).rowCount).toBe(made.get(200));
  rmSync(path.join(folder, 'ballast'));
  expect(await create('after')).toBe(200);
  await db.query('alter table vendor set tablespace pg_default');
  await db.query('drop tablespace small');
  await db.end();
  await server.stop();
});

test('when the log has no space, the server keeps running, and stops when told to', async () => {
  const port = await freePort();
  const full: [string, ...string[]] = ['sh', '-c', 'exec "$0" "$@" >/dev/full', process.execPath];
  const server = servers.start({ PORT: String(port), LOG_LEVEL: 'info', DATABASE_URL: (await createTestDatabase()).url }, full);
  const isHealthy = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isHealthy())) await sleep(50);
  await sleep(300); // lines are buffered briefly before they are written
  expect(await isHealthy()).toBe(true);
  expect(await server.kill('SIGTERM')).toBe(0);
});
