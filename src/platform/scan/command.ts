import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { oneLine } from '../mail/text';
import type { Verdict } from './scanner';

/** The placeholder for the file's path in the arguments; without it, the program reads the file from standard input. */
const FILE = '{file}';

/** Program and arguments from SCAN_COMMAND, with quotes around spaces; undefined if malformed. */
export function commandOf(text: string): string[] | undefined {
  const words: string[] = [];
  const rest = text.replace(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g, (word) => {
    words.push(word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single!));
    return '';
  });
  return rest.trim() === '' && words[0] ? words : undefined;
}

const MAX_WORDS = 500;

/** Exit code 0: clean; 1: infected; anything else: the program failed. No shell is involved. */
export async function scanByCommand(command: readonly string[], content: Readable, signal: AbortSignal): Promise<Verdict> {
  const spool = command.some((word) => word.includes(FILE)) ? path.join(tmpdir(), `vetgraph-scan-${randomUUID()}`) : undefined;
  try {
    if (spool) await pipeline(content, createWriteStream(spool, { flags: 'wx', mode: 0o600 }), { signal });
    const [program, ...args] = command.map((word) => (spool ? word.replaceAll(FILE, spool) : word));
    return await run(program!, args, spool ? undefined : content, signal);
  } finally {
    if (spool) await rm(spool, { force: true });
  }
}

async function run(program: string, args: string[], input: Readable | undefined, signal: AbortSignal): Promise<Verdict> {
  signal.throwIfAborted();
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: environment(),
    detached: true, // in its own process group, so that all of it can be killed
  });
  const stop = () => endAll(child);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const words = Promise.all([firstWords(child.stdout), firstWords(child.stderr)]);
    const ended = once(child, 'close') as Promise<[number | null, string | null]>;
    child.stdin.on('error', () => undefined);
    // A program that has seen enough may end before it has read everything.
    if (input) void pipeline(input, child.stdin).catch(() => undefined);
    else child.stdin.end();
    const [code] = await ended;
    signal.throwIfAborted();
    const [out, err] = await words;
    if (code === 0) return null;
    if (code === 1) return out || 'infected';
    throw new Error(`the scanner exited with ${code}: ${err || out}`);
  } finally {
    signal.removeEventListener('abort', stop);
    if (child.exitCode === null && child.signalCode === null) endAll(child);
  }
}

/** Of our own environment, which contains secrets, it gets what any program needs. */
function environment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, LANG: 'C.UTF-8', TZ: 'UTC' };
}

/** The start of its output; the rest is read and discarded. */
async function firstWords(stream: Readable): Promise<string> {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('error', () => undefined);
  stream.on('data', (piece: string) => (text = text.length < MAX_WORDS ? text + piece : text));
  await new Promise<void>((resolve) => stream.once('close', resolve));
  return oneLine(text).slice(0, MAX_WORDS);
}

function endAll({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // it has already ended
  }
}
