import type { GraphQLResolveInfo } from 'graphql';
import type { Row } from '../../database/rows';
import type { Sql } from '../../database/sql';
import { childConnection, type Connection, connection, type ListQuery, type PageArgs } from '../../graphql/connection';
import type { RequestContext } from '../../kernel/context';
import { tallied } from '../../database/tally/tally';
import { Assessment } from './assessment.entity';
import type { AssessmentFilter, AssessmentOrder } from './assessment.inputs';
import * as store from './assessment.store';
import { ASSESSMENTS } from './assessment.tallies';

interface AssessmentListArgs {
  filter?: AssessmentFilter | null;
  order?: AssessmentOrder | null;
  page: PageArgs;
}

function listQuery({ filter, order, page }: AssessmentListArgs): ListQuery<Assessment> {
  return { entity: Assessment, conditions: store.conditionsOf(filter ?? {}), order: store.orderOf(order), page };
}

/** Newest first unless sorted otherwise. */
export function listAssessments(
  ctx: RequestContext,
  info: GraphQLResolveInfo,
  args: AssessmentListArgs,
): Promise<Connection<Row<Assessment>>> {
  const filter = args.filter ?? {};
  const query = listQuery(args);
  return connection(ctx, info, { ...query, conditions: [...query.conditions, ...store.listed(filter)], total: tallyOf(filter) });
}

/** Counts by status come from the tally. */
function tallyOf({ status, ...others }: AssessmentFilter): Sql<{ count: number }> | undefined {
  if (store.conditionsOf(others).length > 0) return undefined;
  return tallied(ASSESSMENTS.kind, status ?? undefined);
}

/** The same list for each of many vendors, in one statement. */
export function assessmentsOfVendor(ctx: RequestContext, info: GraphQLResolveInfo, vendorId: string, args: AssessmentListArgs) {
  return childConnection(ctx, info, { ...listQuery(args), relation: 'vendor', parentId: vendorId });
}
