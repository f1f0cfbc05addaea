import type { Row } from '../../database/rows';
import { loader } from '../../graphql/engine/loaders';
import type { ReviewDecision } from './review-decision.entity';
import * as store from './review.store';

export const decisionOn = loader<string, Row<ReviewDecision> | null>(async (responseIds, ctx) => {
  const rows = await ctx.database.query(store.decisionsOn(responseIds));
  const found = new Map(rows.map((row) => [row.responseId, row]));
  return responseIds.map((id) => found.get(id) ?? null);
});
