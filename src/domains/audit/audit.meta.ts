/**
 * Particulars as people read them: what was before what came of it. The database keeps the names of an object in an order
 * of its own, shorter ones first.
 */
export function inReadingOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inReadingOrder);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, part]) => [name, inReadingOrder(part)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => placeOf(a) - placeOf(b)));
}

/** Names that tell a course of events, in its order; others stay in front of them, as they are. */
const COURSE = ['from', 'before', 'to', 'after'];
const placeOf = (name: string) => COURSE.indexOf(name);
