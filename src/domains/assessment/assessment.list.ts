import type { GraphQLResolveInfo } from 'graphql';
import type { Row } from '../../database/rows';
import type { Sql } from '../../database/sql';
import { childConnection, type Connection, connection, type ListQuery, type PageArgs } from '../../graphql/connection';
import type { RequestContext } from '../../kernel/context';
import { tallied } from '../../database/tally/tally';
import { currentSettings } from '../settings/settings.service';
import { inBand } from '../vendor/vendor.store';
import { Assessment } from './assessment.entity';
import type { AssessmentFilter, AssessmentOrder } from './assessment.inputs';
import * as store from './assessment.store';
import { ASSESSMENTS } from './assessment.tallies';

interface AssessmentListArgs {
  filter?: AssessmentFilter | null;
  order?: AssessmentOrder | null;
  page: PageArgs;
}

async function listQuery(ctx: RequestContext, { filter, order, page }: AssessmentListArgs): Promise<ListQuery<Assessment>> {
  return { entity: Assessment, conditions: await conditionsOf(ctx, filter ?? {}), order: store.orderOf(order), page };
}

async function conditionsOf(ctx: RequestContext, { ragBand, ...filter }: AssessmentFilter): Promise<Sql[]> {
  const found = store.conditionsOf(filter);
  if (ragBand) found.push(inBand(ragBand, await ctx.load(currentSettings, 'settings'), 'score'));
  return found;
}

/** Newest first unless sorted otherwise. */
export async function listAssessments(
  ctx: RequestContext,
  info: GraphQLResolveInfo,
  args: AssessmentListArgs,
): Promise<Connection<Row<Assessment>>> {
  const filter = args.filter ?? {};
  const query = await listQuery(ctx, args);
  return connection(ctx, info, { ...query, conditions: [...query.conditions, ...store.listed(filter)], total: tallyOf(filter) });
}

/** Counts by status come from the tally. */
function tallyOf({ status, ragBand, ...others }: AssessmentFilter): Sql<{ count: number }> | undefined {
  if (ragBand || store.conditionsOf(others).length > 0) return undefined;
  return tallied(ASSESSMENTS.kind, status ?? undefined);
}

/** The same list for each of many vendors, in one statement. */
export async function assessmentsOfVendor(ctx: RequestContext, info: GraphQLResolveInfo, vendorId: string, args: AssessmentListArgs) {
  return childConnection(ctx, info, { ...(await listQuery(ctx, args)), relation: 'vendor', parentId: vendorId });
}
