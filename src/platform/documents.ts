import { z } from 'zod';

/**
 * Building blocks for checking documents that arrive as JSON. A document comes from a file, so anything may be missing
 * or of another kind: the messages say which. Pure: no framework behind it.
 */

const missingOr = (fault: string) => ({
  error: ({ input }: { input?: unknown }) => (input == null ? 'is required' : fault),
});
const tooLong = (max: number) => `is longer than ${max.toLocaleString('en')} characters`;

/** Text that has to be there: trimmed, not empty. */
export const text = (max: number) =>
  z.string(missingOr('must be text')).trim().min(1, 'is required').max(max, tooLong(max));

/** Text that may be missing; blank text is none. */
export const optionalText = (max: number) =>
  z
    .string({ error: 'must be text' })
    .max(max, tooLong(max))
    .nullish()
    .transform((value) => (value?.trim() === '' ? null : value));

/** One of a few words. */
export const oneOf = <const T extends readonly string[]>(words: T) =>
  z.enum(words, missingOr(`must be one of ${words.join(', ')}`));

/** Yes or no; no if it is missing. */
export const flag = () =>
  z
    .boolean({ error: 'must be true or false' })
    .nullish()
    .transform((value) => value ?? false);

/** A list of at most so many: one that is too long is refused before its items are looked at. */
export const list = <S extends z.ZodType>(item: S, max: number, of: string) =>
  z
    .array(z.unknown(), missingOr('must be a list'))
    .max(max, `has more than ${max.toLocaleString('en')} ${of}`)
    .pipe(z.array(item));

export const record = <S extends z.ZodRawShape>(shape: S) => z.object(shape, missingOr('must be an object'));
