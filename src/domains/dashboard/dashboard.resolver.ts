import { Arg, Ctx, Extensions, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { Allow, AlsoNeeds } from '../../auth/permissions';
import { ROWS_READ } from '../../graphql/engine/weigh';
import type { RequestContext } from '../../kernel/context';
import { VendorFilter } from '../vendor/vendor.inputs';
import { DASHBOARD_ID, readDashboard, readDashboardOf, readDeficient, readTrend } from './dashboard.service';
import { Dashboard, DeficientControl, MonthSummary } from './dashboard.types';

/** Figures of what a filter shows: all of it is read, however few they are. */
export const READS_ALL = 1_000;

@Resolver(() => Dashboard)
export class DashboardResolver {
  @Allow('assessments:view')
  @Query(() => Dashboard, { description: 'Key figures of the portfolio' })
  dashboard(@Ctx() ctx: RequestContext) {
    return readDashboard(ctx);
  }

  @Allow('assessments:view')
  @AlsoNeeds('vendors:view') // a filter tells what vendors have
  @Extensions({ [ROWS_READ]: READS_ALL })
  @Query(() => Dashboard, { description: 'The dashboard, trend included, of the vendors that the filter shows' })
  dashboardOf(@Ctx() ctx: RequestContext, @Arg('filter', () => VendorFilter) filter: VendorFilter) {
    return readDashboardOf(ctx, filter);
  }

  @FieldResolver(() => ID, { description: `${DASHBOARD_ID}: that of all vendors; those of a filter can't be found by their ids` })
  id(@Root() dashboard: Dashboard) {
    return dashboard.id ?? DASHBOARD_ID;
  }

  @FieldResolver(() => [DeficientControl], { description: 'The ten most-failed controls, one row per code, ties by code' })
  topDeficientControls(@Root() dashboard: Dashboard, @Ctx() ctx: RequestContext) {
    return readDeficient(ctx, dashboard);
  }

  @FieldResolver(() => [MonthSummary], { description: 'The last twelve months including this one, oldest first' })
  trend(@Root() dashboard: Dashboard, @Ctx() ctx: RequestContext) {
    return readTrend(ctx, dashboard);
  }
}
