/** The longest answer, in letters. Several times of what the longest pages of ordinary lists take. */
export const LONGEST_ANSWER = 32 * 1_048_576;

/**
 * About how many letters an answer takes as JSON; beyond the longest, nobody counts on. An operation is weighed by the number
 * of its values before it runs; how long they are is seen only here, and writing down a text that is asked for under fifty
 * names would hold up everyone.
 */
export function answerSize(answer: unknown, most = LONGEST_ANSWER): number {
  let size = 0;
  const measure = (value: unknown): void => {
    if (size > most) return;
    if (typeof value === 'string') size += value.length + 2;
    else if (Array.isArray(value)) for (const one of value) measure(one);
    else if (value && typeof value === 'object' && !(value instanceof Date)) {
      for (const name in value) {
        size += name.length + 4;
        measure((value as Record<string, unknown>)[name]);
      }
    } else size += 8;
  };
  measure(answer);
  return size;
}
