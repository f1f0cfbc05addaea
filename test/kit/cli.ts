import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import path from 'node:path';

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

const BUILD = path.join(__dirname, '..', '..', 'dist', 'src');

/** A program of the build (npm run build) with this environment and nothing of the test's own. */
export function startProgram(name: 'cli' | 'main', env: NodeJS.ProcessEnv, args: string[] = []): ChildProcess {
  return spawn(process.execPath, [path.join(BUILD, `${name}.js`), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: 'pipe',
  });
}

/** Runs an operator's command to its end. */
export async function cli(env: NodeJS.ProcessEnv, args: string[], input = ''): Promise<Outcome> {
  const program = startProgram('cli', env, args);
  program.stdin!.on('error', () => undefined).end(input); // A command that reads nothing may have ended by then.
  const code = new Promise<number | null>((resolve) => program.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(program.stdout!), text(program.stderr!)]);
  return { code: await code, stdout, stderr };
}
