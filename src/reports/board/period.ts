import { badInput } from '../../kernel/errors';
import { Recurrence } from '../../domains/settings/recurrence';

/** Days, both included. */
export interface Period {
  from: string;
  to: string;
}

const DAY = 86_400_000;

/** The day of a moment, in UTC. */
export const dayOf = (moment: number | Date) => new Date(moment).toISOString().slice(0, 10);

export const addDays = (day: string, days: number) => dayOf(Date.parse(day) + days * DAY);

const numbersOf = (day: string) => day.split('-').map(Number) as [number, number, number];

/** The first day of the span of so many months that a day is in; or, so many spans later. */
function startOfSpan(day: string, months: number, later = 0): string {
  const [year, month] = numbersOf(day);
  return dayOf(Date.UTC(year, month - 1 - ((month - 1) % months) + later * months, 1));
}

const QUARTER = 3;
/** Nobody has assessed vendors here before. */
const EARLIEST = '1970-01-01';

/** Without dates: this quarter. Without one of them: from the start of its quarter, until today. One that isn't over: until today. */
export function periodOf({ from, to }: { from?: string | null; to?: string | null }, today: string): Period {
  const end = to != null && to < today ? to : today;
  const start = from ?? startOfSpan(end, QUARTER);
  if (start < EARLIEST) throw badInput({ from: `is before ${EARLIEST}` });
  if (start > today) throw badInput({ from: 'is in the future' });
  if (start > end) throw badInput({ to: 'is before from' });
  return { from: start, to: end };
}

/**
 * What a period is compared with: as many whole months before whole months, the whole quarter before one that starts with a quarter and
 * stays in it, as this one does until it is over, else as many days.
 */
export function periodBefore({ from, to }: Period, today: string): Period {
  const end = addDays(from, -1);
  const isQuarter = startOfSpan(to, QUARTER) === from;
  const months = isQuarter && to === today ? 0 : monthsIn(from, addDays(to, 1));
  if (months > 0) return { from: startOfSpan(from, 1, -months), to: end };
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1;
  return { from: isQuarter ? startOfSpan(from, QUARTER, -1) : addDays(from, -days), to: end };
}

/** How many months there are from one day until another; 0 if they aren't whole. */
function monthsIn(from: string, until: string): number {
  const [[year, month, day], [untilYear, untilMonth, untilDay]] = [numbersOf(from), numbersOf(until)];
  return day === 1 && untilDay === 1 ? (untilYear - year) * 12 + untilMonth - month : 0;
}

const MONTHS: Record<Exclude<Recurrence, Recurrence.NONE>, number> = {
  [Recurrence.QUARTERLY]: QUARTER,
  [Recurrence.BIANNUALLY]: 6,
  [Recurrence.ANNUALLY]: 12,
};

/** The last period that has ended, of those that a schedule reports on. */
export function lastPeriod(recurrence: Exclude<Recurrence, Recurrence.NONE>, today: string): Period {
  const months = MONTHS[recurrence];
  return { from: startOfSpan(today, months, -1), to: addDays(startOfSpan(today, months), -1) };
}
