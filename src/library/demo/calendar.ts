import type { Random } from './random';

export const DAY = 86_400_000;
export const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Times are milliseconds, all before today, so that one day's history is the same whatever the hour. */
export class Calendar {
  /** Its first moment. */
  readonly today: number;

  /** The day as YYYY-MM-DD. */
  constructor(today: string) {
    this.today = Date.parse(`${today}T00:00:00Z`);
  }

  /** A moment of somebody's work: so many days ago, or on the Friday before if that is a weekend. */
  work(random: Random, daysAgo: number): number {
    return this.weekday(daysAgo) + random.int(7 * HOUR, 16 * HOUR);
  }

  /** The same, but after something else that happened on that day or before. */
  workAfter(random: Random, daysAgo: number, earlier: number): number {
    return Math.max(this.work(random, daysAgo), earlier + random.int(MINUTE, 40 * MINUTE));
  }

  /** Nine o'clock on a day: when things fall due. */
  morning(daysAgo: number): number {
    return this.today - daysAgo * DAY + 9 * HOUR;
  }

  /** Whole days from a moment until today. */
  daysAgo(time: number): number {
    return Math.ceil((this.today - time) / DAY);
  }

  private weekday(daysAgo: number): number {
    const midnight = this.today - daysAgo * DAY;
    const day = new Date(midnight).getUTCDay();
    return midnight - (day === 6 ? 1 : day === 0 ? 2 : 0) * DAY;
  }
}

/** As the database reads it. */
export const timestamp = (time: number) => new Date(time).toISOString();
export const date = (time: number) => timestamp(time).slice(0, 10);
