import { z } from 'zod';

/**
 * Building blocks for checking documents that arrive as JSON. They come from files, so anything may be missing or of the wrong
 * type: the messages say which. Pure: no framework.
 */

const missingOr = (fault: string) => ({
  error: ({ input }: { input?: unknown }) => (input == null ? 'is required' : fault),
});
const tooLong = (max: number) => `is longer than ${max.toLocaleString('en')} characters`;

/** Required text: trimmed, not empty. */
export const text = (max: number) => z.string(missingOr('must be text')).trim().min(1, 'is required').max(max, tooLong(max));

/** Optional text; blank counts as missing. */
export const optionalText = (max: number) =>
  z
    .string({ error: 'must be text' })
    .max(max, tooLong(max))
    .nullish()
    .transform((value) => (value?.trim() === '' ? null : value));

/** One of several words. */
export const oneOf = <const T extends readonly string[]>(words: T) => z.enum(words, missingOr(`must be one of ${words.join(', ')}`));

/** true or false; false if missing. */
export const flag = () =>
  z
    .boolean({ error: 'must be true or false' })
    .nullish()
    .transform((value) => value ?? false);

/** A broken file can have errors everywhere: this many are enough to work on. */
export const MOST_FAULTS = 100;

/**
 * A list with a maximum length: one that is too long is rejected before its items are checked. After many errors, the rest isn't
 * checked either: reporting them all could take a hundred times the memory of the file.
 */
export const list = <S extends z.ZodType>(item: S, max: number, of: string) =>
  z
    .array(z.unknown(), missingOr('must be a list'))
    .max(max, `has more than ${max.toLocaleString('en')} ${of}`)
    .transform((items, found): z.output<S>[] => {
      const read: z.output<S>[] = [];
      for (let i = 0; i < items.length && found.issues.length < MOST_FAULTS; i++) {
        const { value, issues } = item._zod.run({ value: items[i], issues: [] }, { async: false }) as z.core.ParsePayload<z.output<S>>;
        for (const issue of issues) found.issues.push({ ...issue, path: [i, ...(issue.path ?? [])] });
        read.push(value);
      }
      return read;
    });

export const record = <S extends z.ZodRawShape>(shape: S) => z.object(shape, missingOr('must be an object'));
