import { z } from 'zod';
import { checkRows, checkTable } from '../../graphql/csv-input';
import { badInput } from '../../kernel/errors';
import { check } from '../../kernel/validate';
import { MAX_RELATIONS, type RelationRow, relationRows } from './crosswalk.rules';
import type { ImportReader } from '../../imports/reader';

/** A row, and where the caller finds it in the input. */
export type PlacedRow = RelationRow & { place: string };

const CSV = {
  columns: { from: [], to: [], relation: [] },
  required: ['from', 'to', 'relation'],
  maxRows: MAX_RELATIONS,
} as const;

/** Relations by codes, from a list or a CSV file. */
export function readRelations({ relations, csv }: { relations?: unknown; csv?: string | null }): PlacedRow[] {
  if ((relations == null) === (csv == null)) throw badInput({ relations: 'is required, unless csv is given' });
  if (csv != null) {
    const { rows } = checkTable(csv, CSV);
    return checkRows(relationRows, rows).map((row, i) => ({ ...row, place: `csv.${rows[i]!.line}` }));
  }
  const checked = check(z.object({ relations: relationRows }), { relations }).relations;
  return checked.map((row, i) => ({ ...row, place: `relations.${i}` }));
}

export const relationsReader: ImportReader<Parameters<typeof readRelations>[0], PlacedRow[]> = { kind: 'relations', read: readRelations };
