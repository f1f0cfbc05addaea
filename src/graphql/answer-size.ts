/** The longest response, in characters: several times what the longest pages of ordinary lists take. */
export const LONGEST_RESPONSE = 32 * 1_048_576;

/**
 * The approximate length of a response as JSON; counting stops beyond the longest. Operations are weighed by the number of their
 * values before they run; the length of the values is only known here, and writing a long text under fifty aliases would block
 * everyone.
 */
export function answerSize(answer: unknown, most = LONGEST_RESPONSE): number {
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
