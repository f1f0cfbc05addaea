import type { Random } from './random';

export const DAY = 86_400_000;
export const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Times are in milliseconds, all before today, so that a day's history is the same at any hour. */
export class Calendar {
  /** Midnight. */
  readonly today: number;

  /** The day as YYYY-MM-DD. */
  constructor(today: string) {
    this.today = Date.parse(`${today}T00:00:00Z`);
  }

  /** A moment during working hours: this many days ago, or on the Friday before if that is a weekend. */
  work(random: Random, daysAgo: number): number {
    return this.weekday(daysAgo) + random.int(7 * HOUR, 16 * HOUR);
  }

  /** The same, but after an earlier event. */
  workAfter(random: Random, daysAgo: number, earlier: number): number {
    return Math.max(this.work(random, daysAgo), earlier + random.int(MINUTE, 40 * MINUTE));
  }

  /** Nine o'clock on a day: when things are due. */
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

/** In the database's format. */
export const timestamp = (time: number) => new Date(time).toISOString();
export const date = (time: number) => timestamp(time).slice(0, 10);
