import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { deserialize, serialize } from 'node:v8';
import { badInput, Problem, unavailable } from '../kernel/errors';
import { packageRoot } from '../platform/package';
import { Queue } from '../platform/pdf/queue';
import type { Answer, Asked, ImportReader } from './reader';

/** The largest file. NIST's OSCAL catalog of SP 800-53 has about 10 MiB. */
export const MAX_IMPORT_BYTES = 33_554_432;
/** Smaller ones are read directly: that is faster than starting a process, and too quick to delay others. */
const SMALL_BYTES = 8_192;

/** Memory for reading one file. */
const MEMORY_MB = 384;
const TIME_MS = 60_000;
/** The largest result. */
const MOST_BYTES = 134_217_728;
const MOST_STDERR = 4_096;

/** More than this would leave too little of the machine for other requests. */
const queue = new Queue({ running: 2, waiting: Infinity });
const NEVER = new AbortController().signal;

/**
 * Reads an import; the size is the file's. A large one gets its own process, so that the server keeps responding, and neither its
 * memory nor its life is at risk: a file that takes too much is rejected like any other.
 */
export async function readImport<I, O>(reader: ImportReader<I, O>, input: I, size: number): Promise<O> {
  if (size <= SMALL_BYTES) return reader.read(input);
  const answer = await queue.run(NEVER, () => askReader({ kind: reader.kind, input }));
  if ('read' in answer) return answer.read as O;
  const { code, message, extensions } = answer.problem;
  throw new Problem(code, message, extensions);
}

const PROGRAM = path.join(packageRoot(), 'dist/src/read-import.js');

async function askReader(asked: Asked): Promise<Answer> {
  // Without an environment: it needs none, and the server's contains secrets.
  const child = spawn(process.execPath, [`--max-old-space-size=${MEMORY_MB}`, PROGRAM], { env: {}, stdio: 'pipe' });
  let refusal: Problem | undefined;
  const stop = (why: string) => {
    refusal ??= badInput({ file: why });
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => stop(`takes longer than ${TIME_MS / 1_000} seconds to read`), TIME_MS);
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  }).finally(() => clearTimeout(timer));
  try {
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It may have ended already.
  }
  child.stdin.on('error', () => undefined).end(serialize(asked)); // a crashed process reads no more
  const [told, complaint, { code, signal }] = await Promise.all([
    gather(child.stdout, MOST_BYTES, () => stop('becomes too large when parsed')),
    gather(child.stderr, MOST_STDERR),
    ended,
  ]).catch(() => {
    throw unavailable(); // no process could be started
  });
  if (refusal) throw refusal;
  if (code === 0) return deserialize(told) as Answer;
  if (signal || code === ABORTED) throw badInput({ file: 'needs more memory than an import may use' });
  throw new Error(`the import reader failed: ${complaint.toString()}`);
}

/** Node's exit code when it runs out of memory, as reported by a shell. */
const ABORTED = 134;

/** Collects a stream up to a limit; the rest is discarded. */
async function gather(stream: Readable, most: number, onMore?: () => void): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if ((size += chunk.length) <= most) chunks.push(chunk);
    else onMore?.();
  }
  return Buffer.concat(chunks);
}
