/** Converts between the days of a date field (2026-11-15, in the user's time zone) and the server's timestamps. */

export function startOf(day: string): string {
  return new Date(`${day}T00:00:00`).toISOString();
}

/** "Until" includes the day itself. */
export function endOf(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString();
}

/** The moment that a day and a time of day mean; without a time, the end of the day. */
export function momentOn(day: string, time: string): string {
  return time ? new Date(`${day}T${time}`).toISOString() : endOf(day);
}

export function dayOf(moment: string): string {
  const date = new Date(moment);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The day that is so many days from today. */
export function dayIn(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  return dayOf(date.toISOString());
}
