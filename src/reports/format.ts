import { STATUS_LABELS } from '../domains/assessment/assessment.rules';

/** How values are formatted in reports. All times are UTC. */

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

export const NONE = '–';

/** 15 November 2026 */
export function date(iso: string | null | undefined): string {
  if (!iso) return NONE;
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number);
  return `${day} ${MONTHS[month! - 1]} ${year}`;
}

/** 15 Nov 2026, for narrow columns. */
export function shortDate(iso: string | null | undefined): string {
  if (!iso) return NONE;
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number);
  return `${day} ${MONTHS[month! - 1]!.slice(0, 3)} ${year}`;
}

/** 15 November 2026, 04:30 UTC */
export function dateTime(iso: string | null | undefined): string {
  return iso ? `${date(iso)}, ${iso.slice(11, 16)} UTC` : NONE;
}

/** 15 November 2026, 04:30:12 UTC */
export function exactTime(iso: string): string {
  return `${date(iso)}, ${iso.slice(11, 19)} UTC`;
}

/** 2026-11 to Nov 26. */
export function shortMonth(month: string): string {
  const [year, number] = month.split('-');
  return `${MONTHS[Number(number) - 1]!.slice(0, 3)} ${year!.slice(2)}`;
}

/** A ratio of 0 to 1 as 87%, with one decimal if it isn't whole. */
export function percent(ratio: number | null | undefined): string {
  if (ratio === null || ratio === undefined) return NONE;
  return `${inPercent(ratio)}%`;
}

const tenths = (value: number) => Number(value.toFixed(1));
const inPercent = (ratio: number) => tenths(ratio * 100);

/** The change between two ratios, as they are shown, in percentage points: +4.5, −12, 0. */
export function points(now: number | null, before: number | null): string {
  return now === null || before === null ? NONE : signed(tenths(inPercent(now) - inPercent(before)));
}

/** +2, −1,200, 0 */
export function signed(change: number): string {
  return change > 0 ? `+${count(change)}` : change < 0 ? `−${count(-change)}` : '0';
}

/** Who sees to a finding, and until when; null if neither is known. */
export function workOf(owner: string | null | undefined, dueOn: string | null): string | null {
  if (!dueOn) return owner ?? null;
  return owner ? `${owner}, due ${shortDate(dueOn)}` : `Due ${shortDate(dueOn)}`;
}

export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** 1 vendor, 2 vendors */
export function many(value: number, one: string, more = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : more}`;
}

/** UNDER_REVIEW to Under review. */
export function label(name: string | null | undefined): string {
  if (!name) return NONE;
  const words = name.replaceAll('_', ' ').toLowerCase();
  return words[0]!.toUpperCase() + words.slice(1);
}

export function assessmentStatus(status: string): string {
  return STATUS_LABELS[status as keyof typeof STATUS_LABELS];
}

export function fileSize(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  return bytes < 1_048_576 ? `${(bytes / 1_024).toFixed(1)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}

/** Characters twice as wide as usual, and those somewhat wider. */
const WIDE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]|[\u{1f000}-\u{3ffff}]/u;
const WIDER = /\p{Lu}|[mw@%]/u;

/** Shortened to fit a line of this many characters of usual width. */
export function shorten(text: string, room: number): string {
  let end = 0;
  let width = 0;
  for (const sign of text) {
    width += WIDE.test(sign) ? 2 : WIDER.test(sign) ? 1.5 : 1;
    if (width > room) return `${text.slice(0, end).trimEnd()}…`;
    if (width < room) end += sign.length;
  }
  return text;
}

/** A line break takes as much room as this many characters. */
const BREAK = 25;

/** The room that a text takes, in characters. */
export function roomOf(text: string): number {
  return text.length + (BREAK - 1) * (text.split('\n').length - 1);
}

/** As much of a text as fits, with a note of how much was left out. */
export function excerpt(text: string, room: number): string {
  let end = 0;
  for (const sign of text) {
    room -= roomOf(sign);
    if (room < 0) return `${text.slice(0, end).trimEnd()} … (${count(text.length - end)} more characters)`;
    end += sign.length;
  }
  return text;
}
