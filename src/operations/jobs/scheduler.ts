import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../database/database';
import * as store from './job.store';

/** Something done repeatedly, by one server at a time. */
export interface Job {
  name: string;
  everySeconds: number;
  /** Must tolerate two concurrent runs: one that outlasts its lease is joined by another. The signal says to end soon. */
  run(signal: AbortSignal): Promise<void>;
}

/** How often each server checks for due jobs. */
const LOOK_MS = 1_000;
/** A run that hasn't ended by then is considered dead, and any server may run the job. */
const LEASE_SECONDS = 120;
/** How long stopping waits for running jobs. */
const STOP_MS = 10_000;

/**
 * Runs each job on one of the servers that share the database, which also keeps the time. One row per job says when it is due:
 * starting it moves that to the end of a lease, and finishing it to the next run, so that a dead runner's job becomes due again.
 */
export class Scheduler {
  private readonly stopping = new AbortController();
  private readonly running = new Map<string, Promise<void>>();
  private looking?: Promise<void>;
  private isOutOfReach = false;

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
    private readonly jobs: readonly Job[],
  ) {}

  start(): void {
    this.looking ??= this.look();
  }

  /** Starts no more jobs, and waits for running ones, but not forever: they become due again. */
  async stop(): Promise<void> {
    this.stopping.abort();
    const enough = new AbortController();
    const limit = sleep(STOP_MS, undefined, { signal: enough.signal }).catch(() => undefined);
    await Promise.race([this.looking?.then(() => Promise.all(this.running.values())), limit]);
    enough.abort();
  }

  private async look(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      for (const claim of await this.claimDue()) {
        const run = this.run(claim).finally(() => this.running.delete(claim.name));
        this.running.set(claim.name, run);
      }
      await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async claimDue(): Promise<store.Claim[]> {
    const names = this.jobs.map(({ name }) => name).filter((name) => !this.running.has(name));
    try {
      const claims = await this.database.query(store.claimDue(names, LEASE_SECONDS));
      if (this.isOutOfReach) this.log.info('background jobs resumed');
      this.isOutOfReach = false;
      return claims;
    } catch (err) {
      if (!this.isOutOfReach) this.log.warn({ err }, 'background jobs wait until the database responds');
      this.isOutOfReach = true;
      return [];
    }
  }

  private async run(claim: store.Claim): Promise<void> {
    const { name } = claim;
    const { run, everySeconds } = this.jobs.find((job) => job.name === name)!;
    try {
      await run(this.stopping.signal);
    } catch (err) {
      this.log.error({ err, job: name }, 'job failed');
    }
    const done = store.markDone(claim, everySeconds - LEASE_SECONDS);
    await this.database.query(done).catch((err: unknown) => {
      this.log.error({ err, job: name }, 'job not marked as done: it will run again when its lease ends');
    });
  }
}
