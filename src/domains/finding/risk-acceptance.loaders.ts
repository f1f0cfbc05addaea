import type { GraphQLResolveInfo } from 'graphql';
import type { Row } from '../../database/rows';
import { type Connection, connection, type PageArgs } from '../../graphql/connection';
import { byId, loader } from '../../graphql/engine/loaders';
import type { RequestContext } from '../../kernel/context';
import { RiskAcceptance } from './risk-acceptance.entity';
import type { RiskAcceptanceFilter } from './risk-acceptance.inputs';
import * as store from './risk-acceptance.store';
import type { RiskDecision } from './risk-decision.entity';

export const acceptanceById = byId(RiskAcceptance);

/** The newest request for a finding, whatever became of it. */
export const acceptanceOfFinding = loader<string, Row<RiskAcceptance> | null>(async (findingIds, ctx, wanted) => {
  const rows = await ctx.database.query(store.newestOf(findingIds, wanted));
  const found = new Map(rows.map((row) => [row.findingId, row]));
  return findingIds.map((id) => found.get(id) ?? null);
});

export const decisionOnAcceptance = loader<string, Row<RiskDecision> | null>(async (acceptanceIds, ctx) => {
  const rows = await ctx.database.query(store.decisionsOn(acceptanceIds));
  const found = new Map(rows.map((row) => [row.acceptanceId, row]));
  return acceptanceIds.map((id) => found.get(id) ?? null);
});

/** Soonest end first. */
export function listAcceptances(
  ctx: RequestContext,
  info: GraphQLResolveInfo,
  filter: RiskAcceptanceFilter,
  page: PageArgs,
): Promise<Connection<Row<RiskAcceptance>>> {
  return connection(ctx, info, { entity: RiskAcceptance, conditions: store.conditionsOf(filter), order: store.SOONEST_FIRST, page });
}
