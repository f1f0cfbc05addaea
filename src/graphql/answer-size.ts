import { badInput } from '../kernel/errors';

/** The largest response: several times what the longest pages of ordinary lists take. */
const MOST_LETTERS = 32 * 1_048_576;

/**
 * The approximate length of a response as JSON. Operations are weighed by the number of their values before they run; the length
 * of the values is only known here, and writing a long text under fifty aliases would block everyone.
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
        query: `would return more than ${most.toLocaleString('en')} characters, which is the limit: request less at a time`,
      });
  };
  measure(answer);
  return size;
}
