import { z } from 'zod';
import { list, record, text } from '../../platform/documents';

/** How controls of frameworks relate, and what a list of relations must be. Pure: no database, no framework. */

/** Superset is stored as subset, from the other end. */
export enum StoredRelation {
  EQUAL = 'EQUAL',
  SUBSET = 'SUBSET',
  RELATED = 'RELATED',
}

/** What a control is to another one. */
export enum Relation {
  EQUAL = 'EQUAL',
  SUBSET = 'SUBSET',
  SUPERSET = 'SUPERSET',
  RELATED = 'RELATED',
}

/** Two frameworks have no more relations than can be read at once. */
export const MAX_RELATIONS = 10_000;

const WORDS = Object.values(Relation);
const relationWord = text(20)
  .transform((word) => word.toUpperCase())
  .pipe(z.enum(WORDS, { error: `must be one of ${WORDS.join(', ').toLowerCase()}` }));

/** Relations by codes: the first is an equal, subset or superset of the second, or related to it. */
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

/** A relation as it is stored: a superset is a subset from the other end. */
export function stored<T>({ from, to, relation }: { from: T; to: T; relation: Relation }) {
  if (relation === Relation.SUPERSET) return { from: to, to: from, relation: StoredRelation.SUBSET };
  return { from, to, relation: StoredRelation[relation] };
}
