import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ADMIN } from '../kit/accounts';
import { GraphQLClient } from '../kit/client';
import { freePort } from '../kit/cluster';
import { createTestDatabase } from '../kit/database';
import { type Asked, ask, graphQL } from '../kit/load';
import { Servers } from '../kit/process';
import { until } from '../kit/processes';

const servers = new Servers();
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'vetgraph-workers-'));
});
afterEach(() => servers.stop());
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const environment = (more: Record<string, string> = {}) => ({
  WORKERS: '2',
  DATA_DIR: folder,
  DATABASE_URL: database.url,
  ...more,
});

/** The child processes of a process. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) === parent;
      } catch {
        return false; // it has already ended
      }
    })
    .map(Number);
}

test('workers share one port, their sessions and one set of metrics; a dead one is replaced; SIGTERM ends all', async () => {
  const server = await servers.start(environment({ PORT: String(await freePort()) })).ready();
  await until(() => childrenOf(server.pid).length === 2);
  const admin = new GraphQLClient(server.url);
  await admin.login(ADMIN);
  // Each new connection goes to the next worker, so both must accept the session that one of them started.
  const names = await Promise.all(
    Array.from({ length: 20 }, async () => (await admin.data<{ me: { name: string } }>('{ me { name } }')).me.name),
  );
  expect(new Set(names)).toEqual(new Set(['Administrator']));

  // On new connections: the server may have closed those above as idle.
  const asked = async (what: Asked) => (await ask(server.url, new Agent(), what)).body;
  const metrics = () => asked({ path: '/metrics', headers: { cookie: admin.cookie } });
  const answered = /^http_request_duration_seconds_count\{.*route="\/graphql".*\} (\d+)$/m;
  expect(answered.exec(await metrics())?.[1]).toBe('21');
  const log = await asked(graphQL({ cookie: admin.cookie }, '{ auditLog { totalCount } }'));
  const { data } = JSON.parse(log) as { data: { auditLog: { totalCount: number } } };
  expect(await metrics()).toMatch(new RegExp(`^audit_log_entries ${data.auditLog.totalCount}$`, 'm'));

  const [victim] = childrenOf(server.pid);
  process.kill(victim!, 'SIGKILL');
  await until(() => childrenOf(server.pid).length === 2 && !childrenOf(server.pid).includes(victim!));
  // The other one may only just be starting to listen.
  await until(async () => (await fetch(`${server.url}/readyz`).catch(() => undefined))?.status === 200);

  const workers = childrenOf(server.pid);
  expect(await server.kill('SIGTERM')).toBe(0);
  for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow();
});

test('a failing start says why once and exits with 1', async () => {
  const server = servers.start(environment({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' }));
  expect(await server.exited).toBe(1);
  expect(server.output.match(/DATABASE_URL: the database at 127\.0\.0\.1:1\/none can't be used/g)).toHaveLength(1);
});

test('workers end when the primary is killed', async () => {
  const server = await servers.start(environment()).ready();
  await until(() => childrenOf(server.pid).length === 2);
  const workers = childrenOf(server.pid);
  await server.kill('SIGKILL');
  const isGone = (pid: number) => {
    try {
      return !process.kill(pid, 0);
    } catch {
      return true;
    }
  };
  await until(() => workers.every(isGone));
});
