/** Options that can't be combined with others, such as "None of these". Pure, because the browser uses it too. */

/** What is wrong with this combination; undefined if nothing is. */
export function exclusionFault(exclusive: readonly string[], chosen: readonly unknown[]): string | undefined {
  const alone = chosen.length > 1 ? chosen.find((option) => exclusive.includes(option as string)) : undefined;
  return alone === undefined ? undefined : `can’t combine “${String(alone)}” with other options`;
}

/** The selection after a change: selecting an exclusive option deselects the others, and vice versa. */
export function chosenAfter(exclusive: readonly string[], before: readonly string[], after: readonly string[]): string[] {
  const added = after.find((option) => !before.includes(option));
  if (added === undefined) return [...after];
  return exclusive.includes(added) ? [added] : after.filter((option) => !exclusive.includes(option));
}

const SAYS_NONE = /^(none|nothing|neither)( of (these|those|them|the above|the options))?( yet)?[.!]?$/i;

/**
 * The default for a file that doesn't specify exclusive options: one that reads "None of these" excludes the others, unless they
 * are expected together.
 */
export function exclusiveByWords(options: readonly string[], expected: unknown): string[] {
  const found = options.filter((option) => SAYS_NONE.test(option.trim()));
  return Array.isArray(expected) && exclusionFault(found, expected) ? [] : found;
}
