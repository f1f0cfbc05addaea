import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GraphQLClient } from './client';
import { ADMIN } from './accounts';

const MAIN = path.join(__dirname, '../../dist/src/main.js');

/** A server as run by an operator: with its own process and environment. */
export class ServerProcess {
  output = '';
  url = '';
  private readonly child: ChildProcess;
  readonly exited: Promise<number | null>;

  /** The command can wrap node: with a limit or another clock. */
  constructor(environment: Record<string, string>, [program, ...args]: [string, ...string[]] = [process.execPath]) {
    this.child = spawn(program, [...args, MAIN], {
      env: {
        PATH: process.env.PATH,
        TMPDIR: process.env.TMPDIR,
        PORT: '0',
        LOG_LEVEL: 'warn',
        LIBRARY: 'false',
        GRAPHQL_RATE_LIMIT: '0',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout!, this.child.stderr!]) stream.on('data', (chunk: Buffer) => (this.output += chunk));
    this.exited = once(this.child, 'exit').then(([code]) => code as number | null);
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** Waits until it logs its URL; fails with its output if it ends before. */
  async ready(): Promise<this> {
    const giveUp = Date.now() + 240_000;
    while (!(this.url = /listens on (\S+)/.exec(this.output)?.[1] ?? '')) {
      if (this.child.exitCode !== null || this.child.signalCode !== null || Date.now() > giveUp) {
        throw new Error(`the server did not start: ${this.output}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return this;
  }

  kill(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.exited;
  }
}

/** Starts servers, and stops them and removes their folders at the end of the test file. */
export class Servers {
  private readonly running: ServerProcess[] = [];
  private readonly folders: string[] = [];

  folder(): string {
    const made = mkdtempSync(path.join(tmpdir(), 'vetgraph-fault-'));
    this.folders.push(made);
    return made;
  }

  /** In its own data folder, unless one is given. */
  start(environment: Record<string, string>, command?: [string, ...string[]]): ServerProcess {
    const account = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
    const server = new ServerProcess({ DATA_DIR: environment.DATA_DIR ?? this.folder(), ...account, ...environment }, command);
    this.running.push(server);
    return server;
  }

  /** How to start one whose clock is off: a script that Node loads first shifts every Date of the process. */
  shifted(ms: number): [string, ...string[]] {
    const file = path.join(this.folder(), 'shift.js');
    writeFileSync(
      file,
      `
      const Real = Date;
      const now = () => Real.now() + ${ms};
      globalThis.Date = new Proxy(Real, {
        construct: (target, args, as) => Reflect.construct(target, args.length ? args : [now()], as),
        apply: () => new Real(now()).toString(),
        get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
      });`,
    );
    return [process.execPath, '--require', file];
  }

  async signIn({ url }: ServerProcess): Promise<GraphQLClient> {
    const client = new GraphQLClient(url);
    await client.login(ADMIN);
    return client;
  }

  async stop(): Promise<void> {
    await Promise.all(this.running.splice(0).map((server) => server.kill('SIGTERM')));
    for (const made of this.folders.splice(0)) await rm(made, { recursive: true, force: true });
  }
}
