/**
 * The expected answer of a question: which values are valid, and how it reads. Scoring decides whether an answer complies. Pure,
 * because the browser uses it too.
 */

/** From min to max, inclusive; at least one of them is given. */
export interface Range<T = number | string> {
  min?: T;
  max?: T;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A valid calendar date, written YYYY-MM-DD. */
export function isCalendarDay(value: unknown): value is string {
  if (typeof value !== 'string' || !DAY.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

export const isRange = (expected: unknown): expected is Range =>
  typeof expected === 'object' && expected !== null && !Array.isArray(expected);

const isDistinct = (values: readonly unknown[]) => new Set(values).size === values.length;

/** What is wrong with the expected answer of a question of this type; undefined if nothing is. */
export function expectedFault(type: string, options: readonly unknown[], expected: unknown): string | undefined {
  const isOption = (value: unknown) => options.includes(value);
  const areOptions = Array.isArray(expected) && expected.length > 0 && isDistinct(expected) && expected.every(isOption);
  switch (type) {
    case 'YES_NO':
      return expected === 'YES' || expected === 'NO' ? undefined : 'must be "YES" or "NO"';
    case 'MULTIPLE_CHOICE':
    case 'COMBOBOX':
      return isOption(expected) || areOptions ? undefined : 'must be one of the options, or a list of some of them';
    case 'MULTI_SELECT':
      return areOptions ? undefined : 'must be a list of some of the options';
    case 'NUMERIC':
      return measureFault(expected, Number.isFinite, 'a number');
    case 'DATE':
      return measureFault(expected, isCalendarDay, 'a date (YYYY-MM-DD)');
    case 'RATING':
      return [1, 2, 3, 4, 5].includes(expected as number) ? undefined : 'must be a whole number from 1 to 5';
    default:
      return `must be null: questions of type ${type} are not scored`;
  }
}

/** For ordered answers: checks a single value or a range. */
function measureFault(expected: unknown, fits: (value: unknown) => boolean, kind: string): string | undefined {
  if (!isRange(expected)) return fits(expected) ? undefined : `must be ${kind}, or a range {"min": …, "max": …} with either or both`;
  const stranger = Object.keys(expected).find((key) => key !== 'min' && key !== 'max');
  if (stranger !== undefined) return `takes only "min" and "max", not ${JSON.stringify(stranger.slice(0, 100))}`;
  const { min, max } = asRange(expected);
  if (min === undefined && max === undefined) return 'is a range without "min" and "max": at least one of them is required';
  for (const [end, value] of Object.entries({ min, max })) {
    if (value !== undefined && !fits(value)) return `has a "${end}" that is not ${kind}`;
  }
  return min !== undefined && max !== undefined && min > max ? `has a minimum (${min}) greater than its maximum (${max})` : undefined;
}

/** Just these keys, in this order: null means open-ended, and the database doesn't keep the order of keys. */
export function asRange({ min, max }: Range): Range {
  return { ...(min != null && { min }), ...(max != null && { max }) };
}

/** As stored and exported. */
export const normalExpected = <T>(expected: T): T | Range => (isRange(expected) ? asRange(expected) : expected);

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });
const CHOICE = new Intl.ListFormat('en', { type: 'disjunction' });

/** The expected answer as readable text: "at most 14". Findings use the same words, produced in SQL. */
export function expectedText(type: string, expected: unknown, day: (date: string) => string): string {
  const one = (value: unknown) => {
    if (type === 'YES_NO') return value === 'YES' ? 'Yes' : 'No';
    return type === 'DATE' ? day(String(value)) : String(value);
  };
  if (Array.isArray(expected)) return (type === 'MULTI_SELECT' ? LIST : CHOICE).format(expected.map(one));
  if (type === 'RATING' && expected !== 5) return `at least ${String(expected)}`;
  if (!isRange(expected)) return one(expected);
  const { min, max } = asRange(expected);
  const [from, to] = type === 'DATE' ? ['on or after', 'on or before'] : ['at least', 'at most'];
  if (max === undefined) return `${from} ${one(min)}`;
  if (min === undefined) return `${to} ${one(max)}`;
  return min === max ? one(min) : `${one(min)} to ${one(max)}`;
}
