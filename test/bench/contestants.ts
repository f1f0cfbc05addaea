import { type ChildProcess, execFile, fork, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Client } from 'pg';
import { makeApiKey } from '../../src/auth/api-keys';
import { sessionCookie, SignInMethod, startSession } from '../../src/auth/sessions';
import type { Queryable } from '../../src/database/database';
import type { Sql } from '../../src/database/sql';
import { packageRoot } from '../../src/platform/package';
import type { Load, Outcome } from './load';

const PEERS = path.join(packageRoot(), 'test/bench/peers');

/** Recording what is present takes its time. */
const GIVE_UP_MS = 600_000;

/** A server under test: its own process with its own pool of 20 connections. */
export class Contestant {
  output = '';
  port = 0;
  /** Sent with every request. */
  readonly headers: Record<string, string> = {};

  private constructor(
    readonly name: string,
    private readonly child: ChildProcess,
  ) {
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (chunk: Buffer) => (this.output = (this.output + chunk.toString()).slice(-20_000)));
    }
  }

  static async start(name: string, command: string[], env: Record<string, string>, root = packageRoot()): Promise<Contestant> {
    const [program, ...args] = command as [string, ...string[]];
    const child = spawn(program, args, {
      cwd: root,
      env: { PATH: process.env['PATH'], PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const contestant = new Contestant(name, child);
    const giveUp = Date.now() + GIVE_UP_MS;
    while (!(contestant.port = Number(/listens on http:\/\/\S+:(\d+)/.exec(contestant.output)?.[1] ?? 0))) {
      if (child.exitCode !== null || Date.now() > giveUp) throw new Error(`${name} did not start: ${contestant.output}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return contestant;
  }

  get pid(): number {
    return this.child.pid!;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    await ended;
  }
}

const SESSION_SECRET = randomUUID();

/** Vetgraph as started by `npm start`, with everything on; called with an API key and a rate limit that refuses nothing. */
export async function startVetgraph(
  dataDir: string,
  client: Client | undefined,
  env: Record<string, string> = {},
  root = packageRoot(),
): Promise<Contestant> {
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const vetgraph = await Contestant.start(
    'Vetgraph',
    ['sh', '-c', scripts.start],
    { DATA_DIR: dataDir, ADMIN_PASSWORD: randomUUID(), SESSION_SECRET, REST_RATE_LIMIT: '1000000', GRAPHQL_RATE_LIMIT: '0', ...env },
    root,
  );
  if (client) vetgraph.headers['Authorization'] = `Bearer ${await createKey(client)}`;
  return vetgraph;
}

/** An API key of the administrator whom a new server makes. */
async function createKey(client: Client): Promise<string> {
  const { token, prefix, secretHash } = makeApiKey();
  await client.query('update settings set api_keys_enabled = true');
  await client.query(`insert into api_key (name, prefix, secret_hash, created_by_id) select 'limit', $1, $2, id from app_user limit 1`, [
    prefix,
    secretHash,
  ]);
  return token;
}

/** The session cookie of an administrator. */
export async function createSession(client: Client): Promise<string> {
  const db = { query: async <T>(statement: Sql) => (await client.query(statement.compile())).rows as T[] } as Queryable;
  const {
    rows: [user],
  } = await client.query<{ id: string }>('select id from app_user limit 1');
  const { cookie } = await startSession(db, SESSION_SECRET, { userId: user!.id, address: '', method: SignInMethod.PASSWORD });
  return `${sessionCookie('')}=${cookie}`;
}

/** Takes the folder with the pages to print. */
export function startLimit(url: string, pages: string): Promise<Contestant> {
  const program = path.join(__dirname, 'limit.js');
  return Contestant.start('limit', [process.execPath, '--max-semi-space-size=64', program], { DATABASE_URL: url, PAGES: pages });
}

/** The program of each peer; their own package.json installs what they need. */
const PEER_PROGRAMS = {
  'PostGraphile 5': 'postgraphile.mjs',
  'Mercurius with jit': 'mercurius.mjs',
  'GraphQL Yoga': 'yoga.mjs',
  'express with Drizzle': 'drizzle.mjs',
};

export async function startPeers(url: string, say: (step: string) => void): Promise<Contestant[]> {
  const isThere = await access(path.join(PEERS, 'node_modules')).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    say('installing the peers');
    // npm passes this package's engine-strict on through the environment; the peers' dependencies ask for other Node versions.
    await promisify(execFile)('npm', ['ci', '--engine-strict=false', '--no-audit', '--no-fund'], { cwd: PEERS });
  }
  const started = Object.entries(PEER_PROGRAMS).map(([name, program]) =>
    Contestant.start(name, [process.execPath, '--max-semi-space-size=64', path.join(PEERS, program)], {
      DATABASE_URL: url,
      NODE_ENV: 'production',
      GRAPHILE_ENV: 'production',
    }),
  );
  return Promise.all(started);
}

/** The process that generates the load. */
export class Loader {
  private readonly child = fork(path.join(__dirname, 'load.js'));

  async run(load: Load): Promise<Outcome> {
    const answer = new Promise<{ outcome?: Outcome; error?: string }>((resolve) => this.child.once('message', resolve));
    this.child.send(load);
    const { outcome, error } = await answer;
    if (!outcome) throw new Error(error);
    if (outcome.failure) throw new Error(outcome.failure);
    return outcome;
  }

  stop(): void {
    this.child.kill();
  }
}
