import { badInput } from '../kernel/errors';

/** The largest answer. Several times of what the longest pages of ordinary lists take. */
const MOST_LETTERS = 32 * 1_048_576;

/**
 * About how many letters an answer takes as JSON. An operation is weighed by the number of its values before it runs; how
 * long they are is seen only here, and writing down a text that is asked for under fifty names would hold up everyone.
 */
export function answerSize(answer: unknown, most = MOST_LETTERS): number {
  let size = 0;
  const measure = (value: unknown): void => {
    if (typeof value === 'string') size += value.length + 2;
    else if (Array.isArray(value)) for (const one of value) measure(one);
    else if (value && typeof value === 'object' && !(value instanceof Date)) {
      for (const name in value) {
        size += name.length + 4;
        measure((value as Record<string, unknown>)[name]);
      }
    } else size += 8;
    if (size > most)
      throw badInput({
        query: `asks for more than the ${most.toLocaleString('en')} characters that an answer may have: ask for less at a time`,
      });
  };
  measure(answer);
  return size;
}
