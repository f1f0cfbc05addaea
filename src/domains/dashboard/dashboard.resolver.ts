import { Ctx, FieldResolver, ID, Query, Resolver } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { RequestContext } from '../../kernel/context';
import { DASHBOARD_ID, readDashboard, readTrend } from './dashboard.service';
import { Dashboard, MonthSummary } from './dashboard.types';

@Resolver(() => Dashboard)
export class DashboardResolver {
  @Allow('assessments:view')
  @Query(() => Dashboard, { description: 'Key figures of the portfolio' })
  dashboard(@Ctx() ctx: RequestContext) {
    return readDashboard(ctx);
  }

  @FieldResolver(() => ID, { description: `Always ${DASHBOARD_ID}: there is one` })
  id() {
    return DASHBOARD_ID;
  }

  @FieldResolver(() => [MonthSummary], { description: 'The last twelve months including this one, oldest first' })
  trend(@Ctx() ctx: RequestContext) {
    return readTrend(ctx);
  }
}
