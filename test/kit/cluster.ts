import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { appendFile, chmod, chown, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { packaged, serverUser } from '../../src/database/embedded';

type Settings = Record<string, string>;

const DEFAULTS: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  wal_level: 'replica',
  hot_standby: 'on',
};

/** The test's own PostgreSQL, from the packaged binaries: it can be stopped, killed, copied and promoted. */
export class Cluster {
  private constructor(
    private readonly folder: string,
    public port: number,
    private readonly settings: Settings,
  ) {}

  /** Creates and starts one. */
  static async start(settings: Settings = {}, encoding = 'UTF8'): Promise<Cluster> {
    const cluster = await Cluster.at(settings);
    await cluster.run('initdb', [
      '-D',
      cluster.data,
      '--username',
      'vetgraph',
      '--auth=trust',
      `--encoding=${encoding}`,
      '--locale=C',
      '--no-sync',
    ]);
    await cluster.begin();
    return cluster;
  }

  /** The first start: a port that was free a moment ago may be taken by then. */
  private async begin(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      this.port = await freePort();
      try {
        return await this.resume();
      } catch (error) {
        if (attempt === 3) throw error;
      }
    }
  }

  private static async at(settings: Settings): Promise<Cluster> {
    const folder = mkdtempSync(path.join(tmpdir(), 'vetgraph-cluster-'));
    await chmod(folder, 0o755);
    const user = await serverUser(folder);
    if (user) await chown(folder, user.uid, user.gid);
    return new Cluster(folder, await freePort(), settings);
  }

  private get data(): string {
    return path.join(this.folder, 'data');
  }

  url(database = 'vetgraph'): string {
    return `postgresql://vetgraph@127.0.0.1:${this.port}/${database}`;
  }

  /** Starts it again after a stop. */
  async resume(): Promise<void> {
    const values = Object.entries({ ...DEFAULTS, ...this.settings, port: String(this.port) });
    const words = values.map(([name, value]) => `-c ${name}='${value}'`).join(' ');
    await this.run('pg_ctl', ['start', '-w', '-s', '-D', this.data, '-l', path.join(this.folder, 'log'), '-o', words]);
  }

  async stop(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    await this.run('pg_ctl', ['stop', '-w', '-s', '-D', this.data, '-m', mode]);
  }

  /** kill -9 of the server; its children notice and follow. */
  kill(): void {
    process.kill(this.pid, 'SIGKILL');
  }

  /** Freezes every process of the server: connections stay open, and nothing is answered. Returns a function that resumes them. */
  async freeze(): Promise<() => void> {
    const backends = await this.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()');
    const pids = [this.pid, ...backends.map(({ pid }) => pid)];
    const send = (signal: NodeJS.Signals) => pids.forEach((pid) => existsSync(`/proc/${pid}`) && process.kill(pid, signal));
    send('SIGSTOP');
    return () => send('SIGCONT');
  }

  private get pid(): number {
    return parseInt(readFileSync(path.join(this.data, 'postmaster.pid'), 'utf8'), 10);
  }

  async query<T>(text: string, database = 'postgres'): Promise<T[]> {
    const client = new Client({ connectionString: this.url(database) });
    await client.connect();
    try {
      return (await client.query(text)).rows as T[];
    } finally {
      await client.end();
    }
  }

  /** A streaming standby, created like pg_basebackup, which the packages lack: by a copy between backup start and stop. */
  async standby(name: string, settings: Settings = {}): Promise<Cluster> {
    const copy = await Cluster.at({ ...this.settings, synchronous_standby_names: '', ...settings });
    const client = new Client({ connectionString: this.url('postgres') });
    await client.connect();
    await client.query(`select pg_backup_start('${name}', true)`);
    await cp(this.data, copy.data, {
      recursive: true,
      filter: (source) => !/postmaster\.(pid|opts)$|pg_wal\/.|pg_replslot\/./.test(source),
    });
    await mkdir(path.join(copy.data, 'pg_wal/archive_status'), { recursive: true });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await client.end();
    await writeFile(path.join(copy.data, 'backup_label'), rows[0]!.labelfile);
    await writeFile(path.join(copy.data, 'standby.signal'), '');
    const link = `host=127.0.0.1 port=${this.port} user=vetgraph application_name=${name}`;
    await appendFile(path.join(copy.data, 'postgresql.auto.conf'), `primary_conninfo = '${link}'\n`);
    await copy.own();
    await copy.resume();
    return copy;
  }

  /** Cuts the link to the primary: nothing more is received. */
  async cutLink(): Promise<void> {
    await this.query(`alter system set primary_conninfo = ''`);
    await this.query('select pg_reload_conf()');
    await this.until(`select not exists (select 1 from pg_stat_wal_receiver) as is`);
  }

  async promote(): Promise<void> {
    await this.run('pg_ctl', ['promote', '-w', '-s', '-D', this.data]);
  }

  /** Waits until a query returns {is: true}. */
  async until(text: string, database = 'postgres'): Promise<void> {
    const giveUp = Date.now() + 60_000;
    for (;;) {
      const [row] = await this.query<{ is: boolean }>(text, database);
      if (row?.is) return;
      if (Date.now() > giveUp) throw new Error(`still false after a minute: ${text}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async remove(): Promise<void> {
    if (existsSync(path.join(this.data, 'postmaster.pid'))) await this.stop('immediate').catch(() => undefined);
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private async own(): Promise<void> {
    const user = await serverUser(this.folder);
    await chmod(this.data, 0o700);
    if (!user) return;
    for (const name of [...(await readdir(this.data, { recursive: true })), ''])
      await chown(path.join(this.data, name), user.uid, user.gid);
  }

  private async run(program: string, args: string[]): Promise<void> {
    const { bin } = await packaged();
    const user = await serverUser(this.folder);
    // pg_ctl passes its pipes on to the server it starts, so it gets none.
    await promisify(execFile)('sh', ['-c', 'exec "$0" "$@" >/dev/null 2>"$ERRORS"', path.join(bin, program), ...args], {
      ...user,
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ERRORS: path.join(this.folder, 'errors') },
    }).catch((cause: unknown) => {
      const said = readFileSync(path.join(this.folder, 'errors'), 'utf8');
      throw new Error(`${program} failed: ${said}`, { cause });
    });
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
