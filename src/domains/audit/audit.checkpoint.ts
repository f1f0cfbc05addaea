import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database, Queryable } from '../../database/database';
import { giveToOwner } from '../../platform/files';
import { type Checkpoint, holdsCheckpoint, readHeads } from './audit.verify';

/** A checkpoint is written within this time after a change. */
const DELAY_MS = 1_000;
/** Checkpoints are logged less often than they are written to the file: the log is for the archive. */
const LOG_EVERY_MS = 60_000;

export const checkpointRule = z.object({
  takenAt: z.string(),
  count: z.number().int(),
  lanes: z.array(z.object({ lane: z.number().int(), seq: z.number().int(), hash: z.string() })),
});

export function checkpointFile(dataDir: string): string {
  return path.join(dataDir, 'audit-checkpoint.json');
}

/** Reads the server's checkpoint file, or a file with a log line that contains a checkpoint. */
export async function readCheckpoint(file: string): Promise<Checkpoint | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    const found = JSON.parse(text) as { auditCheckpoint?: unknown };
    return checkpointRule.parse(found.auditCheckpoint ?? found);
  } catch (cause) {
    throw new Error(`${file} contains no audit checkpoint`, { cause });
  }
}

export async function takeCheckpoint(db: Queryable): Promise<Checkpoint> {
  const lanes = await readHeads(db);
  return { takenAt: new Date().toISOString(), count: lanes.reduce((sum, { seq }) => sum + seq, 0), lanes };
}

export async function writeCheckpoint(file: string, checkpoint: Checkpoint): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  // Each process uses its own name: the server and the command line may write at the same time.
  const fresh = `${file}.${process.pid}.new`;
  await writeFile(fresh, `${JSON.stringify(checkpoint)}\n`, { mode: 0o600 });
  await giveToOwner(path.dirname(file), fresh);
  await rename(fresh, file);
}

/**
 * Saves the log's current position. A checkpoint that contradicts the log, or is ahead of it, is never overwritten: then the
 * result is undefined.
 */
export async function advanceCheckpoint(db: Queryable, file: string): Promise<Checkpoint | undefined> {
  const last = await readCheckpoint(file);
  const next = await takeCheckpoint(db);
  const reached = new Map(next.lanes.map(({ lane, seq }) => [lane, seq]));
  const isBehind = last?.lanes.some(({ lane, seq }) => (reached.get(lane) ?? 0) < seq);
  if (last && (isBehind || !(await holdsCheckpoint(db, last)))) return undefined;
  await writeCheckpoint(file, next);
  return next;
}

/**
 * Saves the length of the audit log and the ends of its chains outside the database, shortly after each change. If somebody then
 * removes the newest entries, heads included, the log no longer matches.
 */
export class Checkpoints {
  private timer?: NodeJS.Timeout;
  private writing: Promise<void> = Promise.resolve();
  private loggedAt = Date.now();
  private loggedCount = 0;

  constructor(
    private readonly database: Database,
    private readonly file: string,
    private readonly log: Logger,
  ) {}

  /** Call when something was recorded. */
  touch(): void {
    this.timer ??= setTimeout(() => void this.write(), DELAY_MS).unref();
  }

  /** Writes one if something was recorded since the last; for shutdown. */
  flush(): Promise<void> {
    return this.timer ? this.write() : this.writing;
  }

  /** Writes one now. */
  write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writing.then(() => this.writeNow()).catch((err: unknown) => this.log.error({ err }, 'audit checkpoint failed'));
    return this.writing;
  }

  private async writeNow(): Promise<void> {
    const next = await advanceCheckpoint(this.database, this.file);
    if (!next) {
      this.log.error({ checkpoint: this.file }, 'the audit log does not match its last checkpoint: run "audit verify"');
      return;
    }
    if (next.count !== this.loggedCount && Date.now() - this.loggedAt >= LOG_EVERY_MS) {
      this.loggedAt = Date.now();
      this.loggedCount = next.count;
      this.log.info({ auditCheckpoint: next }, 'audit checkpoint');
    }
  }
}
