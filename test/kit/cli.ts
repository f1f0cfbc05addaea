import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export const CLI = path.join(__dirname, '../../dist/src/cli.js');

/** Only what is given, and what every program needs; in a new folder unless one is given. */
function environment(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folder = given.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'vetgraph-cli-'));
  return { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, DATA_DIR: folder, ...given };
}

/** An operator's command as a process, with only this environment. */
export function startCli(env: NodeJS.ProcessEnv, args: string[]): ChildProcess {
  return spawn(process.execPath, [CLI, ...args], { env: environment(env), stdio: 'pipe' });
}

/** Runs an operator's command to completion, as a process of its own. */
export async function cliProcess(env: NodeJS.ProcessEnv, args: string[], input = ''): Promise<Outcome> {
  const command = startCli(env, args);
  command.stdin!.on('error', () => undefined).end(input); // A command that reads nothing may already have ended.
  const code = new Promise<number | null>((resolve) => command.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(command.stdout!), text(command.stderr!)]);
  return { code: await code, stdout, stderr };
}

const idle: WarmCli[] = [];

/**
 * Runs an operator's command to completion, in a process that has loaded the command line and may have run other commands: starting
 * one takes longer than most commands do. It fails if the command leaves something open, which would keep a process from ending.
 */
export async function cli(env: NodeJS.ProcessEnv, args: string[], input = ''): Promise<Outcome> {
  const warm = idle.pop() ?? new WarmCli();
  const { leftOpen, ...outcome } = await warm.run({ env: environment(env), args, input });
  if (leftOpen.length > 0) throw new Error(`${args.join(' ')} left open: ${leftOpen.join(', ')}`);
  idle.push(warm);
  return outcome;
}

/** It ends with the process of the tests, and keeps that from ending only while a command runs. */
class WarmCli {
  private readonly child = fork(path.join(__dirname, 'warm-cli.cjs'), {
    execArgv: [],
    env: environment({}),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  private readonly outputs = [this.child.stdout!, this.child.stderr!].map((output) => output.setEncoding('utf8') as Socket);
  private readonly died = once(this.child, 'close');

  async run(command: { env: NodeJS.ProcessEnv; args: string[]; input: string }): Promise<Outcome & { leftOpen: string[] }> {
    const handles = [this.child, this.child.channel!, ...this.outputs];
    for (const handle of handles) handle.ref();
    const end = randomUUID();
    const said = Promise.all(this.outputs.map((output) => upTo(end, output)));
    const ended = once(this.child, 'message') as Promise<[{ code: number; leftOpen: string[] }]>;
    const died = this.died.then(async () => {
      throw new Error(`${command.args.join(' ')} ended the process: ${(await said).join('')}`);
    });
    this.child.send({ ...command, end });
    const [outcome] = await Promise.race([ended, died]);
    const [stdout = '', stderr = ''] = await said;
    for (const handle of handles) handle.unref();
    return { ...outcome, stdout, stderr };
  }
}

/** What comes before this text; everything if the output ends before. */
function upTo(end: string, output: Socket): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    const finish = () => {
      output.off('data', hear).off('close', finish);
      resolve(said.replace(end, ''));
    };
    const hear = (chunk: string) => {
      said += chunk;
      if (said.endsWith(end)) finish();
    };
    output.on('data', hear).on('close', finish);
  });
}
