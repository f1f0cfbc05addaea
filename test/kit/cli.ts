import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export const CLI = path.join(__dirname, '../../dist/src/cli.js');

/** An operator's command as a process, with only this environment; in a new folder unless one is given. */
export function startCli(env: NodeJS.ProcessEnv, args: string[]): ChildProcess {
  const folder = env.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'vetgraph-cli-'));
  return spawn(process.execPath, [CLI, ...args], {
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, DATA_DIR: folder, ...env },
    stdio: 'pipe',
  });
}

/** Runs an operator's command to completion. */
export async function cli(env: NodeJS.ProcessEnv, args: string[], input = ''): Promise<Outcome> {
  const command = startCli(env, args);
  command.stdin!.on('error', () => undefined).end(input); // A command that reads nothing may already have ended.
  const code = new Promise<number | null>((resolve) => command.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(command.stdout!), text(command.stderr!)]);
  return { code: await code, stdout, stderr };
}
