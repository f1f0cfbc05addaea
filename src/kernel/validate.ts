import { z } from 'zod';
import { badInput, type FieldMessages } from './errors';

/** Checks an input and returns it trimmed and typed, or throws BAD_USER_INPUT with a message for each field. */
export function check<S extends z.ZodType>(schema: S, input: unknown, message?: string): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw badInput(fieldMessages(result.error), message);
}

/** A broken file can have an error on every line: this many are enough to work on. */
const MOST_MESSAGES = 100;

export function fieldMessages(error: z.ZodError): FieldMessages {
  const fields: FieldMessages = {};
  for (const issue of error.issues.slice(0, MOST_MESSAGES)) fields[issue.path.join('.')] ??= issue.message;
  return fields;
}

const VISIBLE = /[^\s\p{Cf}]/u;

/** Whether a text has anything but whitespace and invisible characters. */
export const isVisible = (text: string) => VISIBLE.test(text);

/** A short text: trimmed, not empty. Whoever puts it into a header or a file name must escape it there. */
export const line = (max = 200) =>
  z.string({ error: 'must be text' }).trim().regex(VISIBLE, 'is required').max(max, `is longer than ${max} characters`);

/** A short text kept exactly as given, including outer spaces. */
export const verbatim = (max = 200) =>
  z.string({ error: 'must be text' }).max(max, `is longer than ${max.toLocaleString('en')} characters`);

/** Multi-line text. */
export const prose = (max = 20_000) =>
  z.string({ error: 'must be text' }).max(max, `is longer than ${max.toLocaleString('en')} characters`);

/** Multi-line text that has to be given: trimmed, not empty. */
export const requiredProse = (max?: number) => prose(max).trim().refine(isVisible, 'is required');

export const email = z
  .string({ error: 'must be text' })
  .trim()
  .min(1, 'is required')
  .max(254, 'is longer than 254 characters')
  .pipe(z.email('must be an e-mail address'));

/** Whether no two texts are the same, in whatever case. */
export const areDifferent = (texts: readonly string[]) => new Set(texts.map((text) => text.toLowerCase())).size === texts.length;

/** Different addresses. */
export const emails = (most: number) =>
  z.array(email).max(most, `must not be more than ${most}`).refine(areDifferent, 'must be different addresses');

/** An optional field that null clears, and so does text in which nothing is visible. */
export const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (typeof value === 'string' && !isVisible(value) ? null : value), schema.nullish());

/** Drops the fields given as null, for inputs in which null means "unchanged". */
export function withoutNulls<T extends object>(input: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value != null)) as never;
}
