const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** The date as given, if it exists in the calendar (2026-02-30 doesn't) and in PostgreSQL's (the year 0 doesn't). */
export function parseDate(text: string): string | undefined {
  if (!DATE.test(text) || text.startsWith('0000')) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : undefined;
}

/** The moment in UTC with milliseconds. A date without a time means midnight. */
export function parseDateTime(text: string): string | undefined {
  if (parseDate(text)) return `${text}T00:00:00.000Z`;
  if (!DATE_TIME.test(text) || !parseDate(text.slice(0, 10))) return undefined;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) return undefined;
  // The offset can move it out of the calendar.
  const utc = moment.toISOString();
  return parseDate(utc.slice(0, 10)) && utc;
}
