/** Details in the order that people read them: before, then after. The database sorts the keys of an object by length. */
export function inReadingOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inReadingOrder);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, part]) => [name, inReadingOrder(part)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => placeOf(a) - placeOf(b)));
}

/** Keys in chronological order; all others come before them, in their own order. */
const COURSE = ['from', 'before', 'to', 'after'];
const placeOf = (name: string) => COURSE.indexOf(name);
