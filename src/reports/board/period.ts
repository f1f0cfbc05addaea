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

/** The first day of the span of so many months that a day is in; or, so many spans later. */
function startOfSpan(day: string, months: number, later = 0): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
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

/** What a period is compared with: the whole quarter before one that starts with a quarter and stays in it, else as many days. */
export function periodBefore({ from, to }: Period): Period {
  const isQuarter = startOfSpan(to, QUARTER) === from;
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1;
  return { from: isQuarter ? startOfSpan(from, QUARTER, -1) : addDays(from, -days), to: addDays(from, -1) };
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
