import { groupBy, loader } from '../../graphql/engine/loaders';
import type { SectionScore } from './scoring.inputs';
import * as store from './scoring.store';

/** The sections of assessments in order, with their sums. */
export const sectionScoresOf = loader<string, SectionScore[]>(async (assessmentIds, ctx) => {
  const rows = await ctx.database.query(store.sectionScoresOf(assessmentIds));
  const groups = groupBy(rows, ({ assessmentId }) => assessmentId);
  return assessmentIds.map((id) => groups.get(id) ?? []);
});
