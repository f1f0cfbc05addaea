import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database, Queryable } from '../../database/database';
import { giveToOwner } from '../../platform/files';
import { type Checkpoint, holdsCheckpoint, readHeads } from './audit.verify';

/** After a change, the next checkpoint is due within this time. */
const DELAY_MS = 1_000;
/** The log line comes less often than the file: it is for the archive. */
const LOG_EVERY_MS = 60_000;

export const checkpointRule = z.object({
  takenAt: z.string(),
  count: z.number().int(),
  lanes: z.array(z.object({ lane: z.number().int(), seq: z.number().int(), hash: z.string() })),
});

export function checkpointFile(dataDir: string): string {
  return path.join(dataDir, 'audit-checkpoint.json');
}

/** Takes the file that the server keeps, or one with a line of its log that holds a checkpoint. */
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
    throw new Error(`${file} holds no audit checkpoint`, { cause });
  }
}

export async function takeCheckpoint(db: Queryable): Promise<Checkpoint> {
  const lanes = await readHeads(db);
  return { takenAt: new Date().toISOString(), count: lanes.reduce((sum, { seq }) => sum + seq, 0), lanes };
}

export async function writeCheckpoint(file: string, checkpoint: Checkpoint): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  // The name is the process's own: the server and the command line may write at the same time.
  const fresh = `${file}.${process.pid}.new`;
  await writeFile(fresh, `${JSON.stringify(checkpoint)}\n`, { mode: 0o600 });
  await giveToOwner(path.dirname(file), fresh);
  await rename(fresh, file);
}

/**
 * Writes down where the log stands now. A checkpoint that the log contradicts, or falls behind, is never overwritten:
 * then it gives undefined.
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
 * Writes down, outside the database, how long the audit log is and where its chains end, shortly after each change:
 * whoever cuts off the newest entries, heads included, no longer matches it.
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

  /** Something was recorded. */
  touch(): void {
    this.timer ??= setTimeout(() => void this.write(), DELAY_MS).unref();
  }

  /** Writes one if something was recorded since the last; for the end of the process. */
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
