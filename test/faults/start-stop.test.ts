import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { MIGRATIONS } from '../../src/database/migrations';
import { GraphQLClient } from '../kit/client';
import { createTestDatabase, untilLocksAreAwaited } from '../kit/database';
import { prepared } from '../kit/prepared';
import { ServerProcess } from '../kit/process';
import { scaled } from '../kit/scale';
import { ADMIN } from '../kit/server';

const CREATE = `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id name } } }`;
const running: ServerProcess[] = [];
const folders: string[] = [];

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'vetgraph-start-'));
  folders.push(made);
  return made;
}

function start(environment: Record<string, string>): ServerProcess {
  const server = new ServerProcess({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, ...environment });
  running.push(server);
  return server;
}

async function signIn({ url }: ServerProcess): Promise<GraphQLClient> {
  const client = new GraphQLClient(url);
  await client.login(ADMIN);
  return client;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.kill('SIGTERM')));
});
afterAll(async () => {
  for (const made of folders) await rm(made, { recursive: true, force: true });
});

describe('three servers started at once', () => {
  async function expectOneSchemaAndOneAdministrator(servers: ServerProcess[]): Promise<void> {
    await Promise.all(servers.map((server) => server.ready()));
    for (const server of servers) expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const clients = await Promise.all(servers.map(signIn));
    for (const client of clients) {
      expect(await client.data(`{ users { email } auditLog(filter: { action: "CREATE_USER" }) { totalCount } }`)).toEqual({
        users: [{ email: ADMIN.email }],
        auditLog: { totalCount: 1 },
      });
    }
    expect(servers.filter(({ output }) => output.includes('created an administrator'))).toHaveLength(1);
  }

  test('on one empty external database all become ready, with one schema and one administrator', async () => {
    const database = await createTestDatabase('template0');
    const servers = [1, 2, 3].map(() => start({ DATABASE_URL: database.url, DATA_DIR: folder() }));
    await expectOneSchemaAndOneAdministrator(servers);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ name: string }>('select name from migration order by name');
    expect(rows.map(({ name }) => name)).toEqual(MIGRATIONS);
    expect((await client.query('select lane from audit_lane')).rows).toHaveLength(16);
    await client.end();
    await Promise.all(running.splice(0).map((server) => server.kill('SIGTERM')));
    await database.drop();
  });

  test('on one empty data folder they share one embedded database, until the last of them stops', async () => {
    const dataDir = folder();
    const servers = [1, 2, 3].map(() => start({ DATA_DIR: dataDir }));
    await expectOneSchemaAndOneAdministrator(servers);
    const [first, second, third] = servers as [ServerProcess, ServerProcess, ServerProcess];
    expect(await first.kill('SIGTERM')).toBe(0);
    expect(await second.kill('SIGINT')).toBe(0);
    expect((await fetch(`${third.url}/readyz`)).status).toBe(200);
    expect(await third.kill('SIGTERM')).toBe(0);
  });
});

test('loads packages that few requests need only with these', async () => {
  const { module } = JSON.parse(readFileSync('.swcrc', 'utf8')) as { module: { lazy: string[] } };
  const program = 'require("./dist/src/server.js"); console.log(Object.keys(require.cache).join())';
  const { stdout: loaded } = await promisify(execFile)(process.execPath, ['-e', program]);
  expect(loaded).toContain('/node_modules/express/');
  expect(module.lazy.filter((name) => loaded.includes(path.dirname(require.resolve(name))))).toEqual([]);
});

describe('with an embedded database', () => {
  let dataDir: string;
  let server: ServerProcess;
  let client: GraphQLClient;
  beforeAll(async () => {
    dataDir = await prepared(folder());
    server = await new ServerProcess({ DATA_DIR: dataDir, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }).ready();
    client = await signIn(server);
  });
  afterAll(() => server.kill('SIGTERM'));

  test('one that dies is restarted, and the server recovers', async () => {
    const [pid] = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
    const during = await client.ask(`{ vendors { totalCount } }`);
    expect(during.data?.vendors ?? during.errors?.[0]?.extensions.code).toBe('SERVICE_UNAVAILABLE');
    for (const giveUp = Date.now() + 60_000; Date.now() < giveUp; await new Promise((resolve) => setTimeout(resolve, 200))) {
      if ((await fetch(`${server.url}/readyz`)).ok) break;
    }
    expect(await client.data(`{ vendors { totalCount } }`)).toEqual({ vendors: { totalCount: 0 } });
  });

  test('Ctrl-C lets current requests finish, stops the database and exits with 0', async () => {
    await client.data(CREATE, { input: { name: 'Kept', contactEmail: 'a@b.example' } });
    const password = readFileSync(path.join(dataDir, 'postgres.password'), 'utf8');
    const port = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[3];
    const blocker = new Client(`postgresql://vetgraph:${password}@127.0.0.1:${port}/vetgraph`);
    await blocker.connect();
    await blocker.query('begin; lock table session in access exclusive mode');
    const underWay = Array.from({ length: 9 }, async () => {
      const person = new GraphQLClient(client.url);
      await person.login(ADMIN);
      return person.cookie;
    });
    await untilLocksAreAwaited(blocker, underWay.length);
    // As browsers do: nothing may ever come over it, so nobody waits for that.
    const inAdvance = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => undefined);
    await once(inAdvance, 'connect');
    const started = Date.now();
    const code = server.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await blocker.query('rollback');
    await blocker.end();
    const cookies = await Promise.all(underWay);
    expect(cookies.every((cookie) => cookie.startsWith('vetgraph_session='))).toBe(true);
    expect(await code).toBe(0);
    expect(Date.now() - started).toBeLessThan(20_000);
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
    // A running database would keep its pid file.
    expect(existsSync(path.join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  });

  test('the second start keeps everything', async () => {
    const second = await start({ DATA_DIR: dataDir }).ready();
    expect(second.output).not.toContain('created an administrator');
    expect(await (await signIn(second)).data(`{ vendors { nodes { name } } }`)).toEqual({ vendors: { nodes: [{ name: 'Kept' }] } });
    expect(await second.kill('SIGTERM')).toBe(0);
  });
});

test('SIGTERM lets 50 requests that wait for the database finish, and exits with 0 within 30 s', async () => {
  const database = await createTestDatabase();
  const server = await start({ DATABASE_URL: database.url, DATABASE_POOL: '60', DATA_DIR: folder() }).ready();
  const client = await signIn(server);
  const [blocker, watcher] = [new Client({ connectionString: database.url }), new Client({ connectionString: database.url })];
  await Promise.all([blocker.connect(), watcher.connect()]);
  await blocker.query('begin; lock table vendor in access exclusive mode');
  const underWay = Array.from({ length: 50 }, (_, n) =>
    n % 2 ? client.fetch('/api/v1/vendors') : client.ask(CREATE, { input: { name: `late ${n}`, contactEmail: 'a@b.example' } }),
  );
  const isWaiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  while ((await watcher.query(isWaiting)).rowCount! < 50) await new Promise((resolve) => setTimeout(resolve, 20));
  const started = Date.now();
  const code = server.kill('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 500));
  await blocker.query('rollback');
  for (const answer of await Promise.all(underWay)) {
    if (answer instanceof Response) expect(answer.status).toBe(200);
    else expect(answer.errors).toBeUndefined();
  }
  expect(await code).toBe(0);
  expect(Date.now() - started).toBeLessThan(scaled(120_000, 30_000));
  expect((await blocker.query('select 1 from vendor')).rowCount).toBe(25);
  await Promise.all([blocker.end(), watcher.end()]);
  await database.drop();
});

test('a signal during startup stops the server and its database too', async () => {
  const dataDir = folder();
  const server = start({ DATA_DIR: dataDir });
  while (!existsSync(path.join(dataDir, 'postgres/postmaster.pid'))) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await server.kill('SIGINT')).toBe(0);
  expect(existsSync(path.join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
});

test('npm start passes the signal on', async () => {
  const dataDir = await prepared(folder());
  const root = path.join(__dirname, '../..');
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  npm.stdout.on('data', (chunk: Buffer) => (output += chunk));
  while (!output.includes('listens on')) await new Promise((resolve) => setTimeout(resolve, 50));
  npm.kill('SIGTERM');
  await once(npm, 'exit');
  for (const giveUp = Date.now() + 60_000; Date.now() < giveUp; await new Promise((resolve) => setTimeout(resolve, 100))) {
    if (!existsSync(path.join(dataDir, 'postgres/postmaster.pid'))) break;
  }
  expect(existsSync(path.join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
});

test.each([
  [{ HOST: '999.1.1.1' }, 'HOST: "999.1.1.1" is not an address'],
  [{ DATABASE_URL: 'postgresql://a:secret@127.0.0.1:1/x' }, `DATABASE_URL: the database at 127.0.0.1:1/x can't be used`],
  [{ DATA_DIR: '/etc/passwd' }, `DATA_DIR: "/etc/passwd" can't be used`],
])('a failing start says why in one line: %j', async (environment, line) => {
  const server = start({ DATA_DIR: folder(), ...environment } as Record<string, string>);
  expect(await server.exited).toBe(1);
  expect(server.output).toContain(line);
  expect(server.output).not.toMatch(/^\s+at /m);
  expect(server.output).not.toContain('secret');
});

test('a first start without a configured password prints one that works', async () => {
  const server = await start({ DATA_DIR: await prepared(folder()), ADMIN_PASSWORD: '', ADMIN_EMAIL: '' }).ready();
  const password = /Password\s+(\S+)/.exec(server.output)?.[1];
  await new GraphQLClient(server.url).login({ email: 'admin@vetgraph.local', password: password! });
  for (const word of ['/graphql', '/graphiql', '/api/docs', 'Web app']) expect(server.output).toContain(word);
});

test('an invalid variable stops the start with one line', async () => {
  const server = start({ PORT: 'many', DATA_DIR: folder() });
  expect(await server.exited).toBe(1);
  expect(server.output).toBe(`PORT: "many" is not valid; expected a port number from 0 (any free port) to 65535\n`);
});
