import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const MAIN = path.join(__dirname, '../../dist/src/main.js');

/** A server as an operator runs it: its own process, its own environment. */
export class ServerProcess {
  output = '';
  url = '';
  private readonly child: ChildProcess;
  readonly exited: Promise<number | null>;

  constructor(environment: Record<string, string>) {
    this.child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn', LIBRARY: 'false', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout!, this.child.stderr!]) stream.on('data', (chunk: Buffer) => (this.output += chunk));
    this.exited = once(this.child, 'exit').then(([code]) => code as number | null);
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** Waits until it says where it listens; fails with what it printed if it ends before. */
  async ready(): Promise<this> {
    const giveUp = Date.now() + 30_000;
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
