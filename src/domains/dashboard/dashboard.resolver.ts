import { Ctx, Query, Resolver } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { RequestContext } from '../../graphql/context';
import { readDashboard } from './dashboard.service';
import { Dashboard } from './dashboard.types';

@Resolver(() => Dashboard)
export class DashboardResolver {
  @Allow('assessments:view')
  @Query(() => Dashboard, { description: 'The whole portfolio in numbers' })
  dashboard(@Ctx() ctx: RequestContext) {
    return readDashboard(ctx);
  }
}
