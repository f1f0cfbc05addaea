import { Arg, Ctx, Extensions, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { LIST_SIZE } from '../../graphql/engine/weigh';
import type { RequestContext } from '../../kernel/context';
import { badInput } from '../../kernel/errors';
import { Vendor } from '../vendor/vendor.entity';
import { TIMELINE_MAX, TimelineEvent, timelineOf } from './timeline';

@Resolver(() => Vendor)
export class VendorTimelineResolver {
  @Reads(Vendor)
  @Allow('assessments:view')
  @Extensions({ [LIST_SIZE]: 20 })
  @FieldResolver(() => [TimelineEvent], { description: 'Timeline, newest first' })
  timeline(
    @Root() vendor: Reading<Vendor>,
    @Ctx() ctx: RequestContext,
    @Arg('first', () => Int, { defaultValue: 20, description: 'Number of events, 1 to 100' }) first: number,
  ) {
    if (first < 1 || first > TIMELINE_MAX) throw badInput({ first: `must be from 1 to ${TIMELINE_MAX}` });
    return ctx.load(timelineOf, { vendorId: vendor.id, first });
  }
}
