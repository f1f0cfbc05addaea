/** Options that go with no other, such as "None of these". Pure: the browser uses it as well. */

/** What is wrong with choosing these together; undefined if nothing is. */
export function exclusionFault(exclusive: readonly string[], chosen: readonly unknown[]): string | undefined {
  const alone = chosen.length > 1 ? chosen.find((option) => exclusive.includes(option as string)) : undefined;
  return alone === undefined ? undefined : `can’t combine “${String(alone)}” with other options`;
}

/** The choice after one more tick: an option that excludes the others leaves alone, and any other takes its place. */
export function chosenAfter(exclusive: readonly string[], before: readonly string[], after: readonly string[]): string[] {
  const added = after.find((option) => !before.includes(option));
  if (added === undefined) return [...after];
  return exclusive.includes(added) ? [added] : after.filter((option) => !exclusive.includes(option));
}

const SAYS_NONE = /^(none|nothing|neither)( of (these|those|them|the above|the options))?( yet)?[.!]?$/i;

/**
 * What a file means that says nothing of it, since it was made elsewhere or by an interface that can't: an option that
 * reads "None of these" excludes the others, unless they are expected together.
 */
export function exclusiveByWords(options: readonly string[], expected: unknown): string[] {
  const found = options.filter((option) => SAYS_NONE.test(option.trim()));
  return Array.isArray(expected) && exclusionFault(found, expected) ? [] : found;
}
