import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Extensions, Info, Query, Resolver } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { fieldsBelow } from '../../graphql/engine/look-ahead';
import { LIST_SIZE, ROWS_READ } from '../../graphql/engine/weigh';
import type { RequestContext } from '../../kernel/context';
import { FindingFilter } from '../finding/finding.inputs';
import { VendorFilter } from '../vendor/vendor.inputs';
import { READS_ALL } from './dashboard.resolver';
import { findingStats, MOST_GROUPS, vendorStats } from './stats.service';
import { FindingStat, FindingStatsBy, VendorStat, VendorStatsBy } from './stats.types';

const GROUPS = `Groups without a row are left out; largest first, at most ${MOST_GROUPS.toLocaleString('en')}`;
const USUAL_GROUPS = 25;

@Resolver()
export class StatsResolver {
  @Allow('vendors:view')
  @Extensions({ [LIST_SIZE]: USUAL_GROUPS, [ROWS_READ]: READS_ALL })
  @Query(() => [VendorStat], { description: `The vendors that a filter shows, counted by something. ${GROUPS}` })
  vendorStats(
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
    @Arg('by', () => VendorStatsBy, { description: 'What to count by' }) by: VendorStatsBy,
    @Arg('filter', () => VendorFilter, { nullable: true }) filter?: VendorFilter | null,
  ) {
    return vendorStats(ctx, { by, filter: filter ?? {}, withFindings: fieldsBelow(info, []).has('openFindings') });
  }

  @Allow('assessments:view')
  @Extensions({ [LIST_SIZE]: USUAL_GROUPS, [ROWS_READ]: READS_ALL })
  @Query(() => [FindingStat], { description: `The findings that a filter shows, counted by something. ${GROUPS}` })
  findingStats(
    @Ctx() ctx: RequestContext,
    @Arg('by', () => FindingStatsBy, { description: 'What to count by' }) by: FindingStatsBy,
    @Arg('filter', () => FindingFilter, { nullable: true }) filter?: FindingFilter | null,
  ) {
    return findingStats(ctx, by, filter ?? {});
  }
}
