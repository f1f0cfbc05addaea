import { loader } from '../../graphql/engine/loaders';
import type { WorkingLink } from './portal-link.inputs';
import * as store from './portal-link.store';

/** The newest working link of each assessment. */
export const workingLinkOf = loader<string, WorkingLink | null>(async (assessmentIds, ctx) => {
  const rows = await ctx.database.query(store.workingOf(assessmentIds));
  const found = new Map(rows.map((row) => [row.assessmentId, row]));
  return assessmentIds.map((id) => found.get(id) ?? null);
});
