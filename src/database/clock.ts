import type { Queryable } from './database';
import { sql } from './sql';

const EVERY_MS = 60_000;

/** The database's clock: read once a minute and advanced by a monotonic timer, because our own may be wrong or be adjusted. */
export class Clock {
  private read = { time: Date.now(), at: performance.now() };
  private readonly timer = setInterval(() => void this.set().catch(() => undefined), EVERY_MS).unref();

  constructor(private readonly db: Pick<Queryable, 'query'>) {}

  async set(): Promise<void> {
    const [row] = await this.db.query<{ time: number }>(sql`select extract(epoch from clock_timestamp()) * 1000 as time`);
    this.read = { time: row!.time, at: performance.now() };
  }

  now(): Date {
    return new Date(this.read.time + performance.now() - this.read.at);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
