/** Formats values in the user's locale. */

export const NONE = '–';

/** The browser's locale; some browsers report invalid tags, such as en-US@posix. */
const locales = navigator.languages.filter((tag) => /^[\w-]+$/.test(tag));
const PERCENT = new Intl.NumberFormat(locales, { style: 'percent', maximumFractionDigits: 1 });
const NUMBER = new Intl.NumberFormat(locales);
const DATE = new Intl.DateTimeFormat(locales, { dateStyle: 'medium' });
const DAY = new Intl.DateTimeFormat(locales, { dateStyle: 'medium', timeZone: 'UTC' });
const DATE_TIME = new Intl.DateTimeFormat(locales, { dateStyle: 'medium', timeStyle: 'short' });
const MONTH = new Intl.DateTimeFormat(locales, { month: 'short', year: '2-digit', timeZone: 'UTC' });

/** A ratio from 0 to 1. */
export function percent(ratio: number | null | undefined): string {
  return ratio == null ? NONE : PERCENT.format(ratio);
}

const POINTS = new Intl.NumberFormat(locales, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });

/** A loss has a minus sign as wide as the plus sign of a gain. */
const withMinus = (text: string) => text.replace('-', '−');

/** A change in a ratio: +2.5 points. */
export function points(change: number): string {
  return `${withMinus(POINTS.format(100 * change))} points`;
}

export function count(value: number): string {
  return NUMBER.format(value);
}

const DECIMAL = new Intl.NumberFormat(locales, { maximumFractionDigits: 1 });

/** With one decimal at most. */
export function number(value: number): string {
  return DECIMAL.format(value);
}

const SIGNED = new Intl.NumberFormat(locales, { signDisplay: 'exceptZero' });

/** A change in a number: +2 */
export function signed(change: number): string {
  return withMinus(SIGNED.format(change));
}

/** 1 vendor, 2 vendors */
export function many(value: number, one: string, more = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : more}`;
}

const MOST_PORTFOLIOS = 5;

/** Where a role applies: its portfolios, or how many if there are a lot; undefined: everywhere. */
export function portfoliosText(portfolios: readonly { name: string }[] | null): string | undefined {
  if (!portfolios) return undefined;
  if (portfolios.length > MOST_PORTFOLIOS) return many(portfolios.length, 'portfolio');
  return portfolios.map(({ name }) => name).join(', ') || 'no portfolio';
}

/** A day (2026-11-15) is the same everywhere; a timestamp is shown in the user's time zone. */
export function date(iso: string): string {
  return (iso.includes('T') ? DATE : DAY).format(new Date(iso));
}

export function dateTime(iso: string): string {
  return DATE_TIME.format(new Date(iso));
}

/** A timestamp as date and time, so that a line can break between them; one part if the locale puts the time first. */
export function dateAndTime(iso: string): string[] {
  const parts = DATE_TIME.formatToParts(new Date(iso));
  const hour = parts.findIndex(({ type }) => type === 'hour');
  return [parts.slice(0, hour), parts.slice(hour)]
    .map((some) =>
      some
        .map(({ value }) => value)
        .join('')
        .trim(),
    )
    .filter(Boolean);
}

const AGO = new Intl.RelativeTimeFormat(locales, { numeric: 'auto' });
const SPANS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const MOST_DAYS_AGO = 30;

/** 3 hours ago, yesterday; after a month, the date. */
export function ago(iso: string, now: number): string {
  const past = Math.max(0, now - Date.parse(iso));
  if (past > MOST_DAYS_AGO * 86_400_000) return date(iso);
  const [unit, size] = SPANS.find(([, one]) => past >= one) ?? ['second', Infinity];
  return AGO.format(-Math.floor(past / size) || 0, unit);
}

/** Tomorrow, in 5 days, 3 days ago; beyond a month, the date. A day without a time is the server's, in UTC. */
export function relativeDay(day: string, now: number): string {
  const days = Math.round((Date.parse(day) - Date.parse(new Date(now).toISOString().slice(0, 10))) / 86_400_000);
  return Math.abs(days) > MOST_DAYS_AGO ? date(day) : AGO.format(days, 'day');
}

const MONTH_AND_YEAR = new Intl.DateTimeFormat(locales, { month: 'long', year: 'numeric' });

/** July 2025 */
export function monthAndYear(iso: string): string {
  return MONTH_AND_YEAR.format(new Date(iso));
}

const LONG_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A moment in words and in UTC, as reports print it: 31 March 2026, 23:59 UTC. Seconds only where they say something. */
export function momentText(iso: string): string {
  const at = new Date(iso);
  const time = at.toISOString().slice(11, 19);
  return `${LONG_DAY.format(at)}, ${/:(00|59)$/.test(time) ? time.slice(0, 5) : time} UTC`;
}

/** Whether a text is a moment: a date and a time with its distance from UTC. Whether the record has it, the server says. */
export function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/i.test(text) && !Number.isNaN(Date.parse(text));
}

/** Whether the user's clock shows another time than UTC at a moment. */
export function isAwayFromUtc(iso: string): boolean {
  return new Date(iso).getTimezoneOffset() !== 0;
}

/** The user's time zone, such as Europe/Berlin. */
export const TIME_ZONE = DATE_TIME.resolvedOptions().timeZone;

/** 2026-11 */
export function month(yearMonth: string): string {
  return MONTH.format(new Date(`${yearMonth}-01`));
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** 755 bytes, 1.2 MB */
export function bytes(size: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(size, 1)) / 3), UNITS.length - 1);
  const format = new Intl.NumberFormat(locales, {
    style: 'unit',
    unit: UNITS[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  });
  return format.format(size / 1_000 ** power);
}
