import { z } from 'zod';
import { list, record, text } from '../../platform/documents';

/** How controls of different frameworks relate, and the rules for a list of relations. Pure: no database, no framework. */

/** A superset is stored as a subset in the other direction. */
export enum StoredRelation {
  EQUAL = 'EQUAL',
  SUBSET = 'SUBSET',
  RELATED = 'RELATED',
}

/** How a control relates to another one. */
export enum Relation {
  EQUAL = 'EQUAL',
  SUBSET = 'SUBSET',
  SUPERSET = 'SUPERSET',
  RELATED = 'RELATED',
}

/** Few enough to read at once. */
export const MAX_RELATIONS = 10_000;

const WORDS = Object.values(Relation);
const relationWord = text(20)
  .transform((word) => word.toUpperCase())
  .pipe(z.enum(WORDS, { error: `must be one of ${WORDS.join(', ').toLowerCase()}` }));

/** Relations by codes: the first is equal to, a subset or a superset of the second, or related to it. */
export const relationRows = list(record({ from: text(64), to: text(64), relation: relationWord }), MAX_RELATIONS, 'relations').superRefine(
  (rows, found) => {
    const seen = new Map<string, number>();
    rows.forEach(({ from, to }, i) => {
      const pair = JSON.stringify([from, to]);
      if (seen.has(pair)) found.addIssue({ code: 'custom', path: [i], message: `repeats how ${from} relates to ${to}` });
      seen.set(pair, i);
    });
  },
);

export type RelationRow = z.output<typeof relationRows>[number];

/** A relation as stored: a superset is a subset in the other direction. */
export function stored<T>({ from, to, relation }: { from: T; to: T; relation: Relation }) {
  if (relation === Relation.SUPERSET) return { from: to, to: from, relation: StoredRelation.SUBSET };
  return { from, to, relation: StoredRelation[relation] };
}
