import { groupBy, loader } from '../../graphql/engine/loaders';
import type { SectionScore } from './scoring.inputs';
import * as store from './scoring.store';

/** The sections of assessments in order, with their sums. */
export const sectionScoresOf = loader<string, SectionScore[]>(async (assessmentIds, ctx) => {
  const rows = await ctx.database.query(store.sectionScoresOf(assessmentIds));
  const groups = groupBy(rows, ({ assessmentId }) => assessmentId);
  return assessmentIds.map((id) => groups.get(id) ?? []);
});

export const currentDescriptionOf = loader<string, string | null>(async (findingIds, ctx) => {
  const rows = await ctx.database.query(store.currentDescriptions(findingIds));
  const found = new Map(rows.map(({ id, description }) => [id, description]));
  return findingIds.map((id) => found.get(id) ?? null);
});
