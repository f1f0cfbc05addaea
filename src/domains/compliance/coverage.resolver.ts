import { Arg, Ctx, Extensions, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../kernel/context';
import { badInput } from '../../kernel/errors';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { ROWS_READ } from '../../graphql/engine/weigh';
import { Assessment } from '../assessment/assessment.entity';
import { Control } from '../framework/control.entity';
import { controlById } from '../framework/crosswalk.loaders';
import type { FrameworkPair } from '../framework/crosswalk.store';
import { Framework } from '../framework/framework.entity';
import { frameworkById } from '../framework/framework.service';
import { Vendor } from '../vendor/vendor.entity';
import { ControlCoverage, Coverage, CoveringControl } from './coverage.inputs';
import { coverageByAssessment, coverageByCrosswalk, coverageByVendor } from './coverage.loaders';
import type { ControlCoverageRow, Covering } from './coverage.rules';

@Resolver(() => Vendor)
export class VendorCoverageResolver {
  @Reads(Vendor)
  @Extensions({ [ROWS_READ]: 100 })
  @FieldResolver(() => Coverage, {
    description:
      'How far a framework is covered by the results of the vendor’s completed assessments for another one, each of its ' +
      'controls by its most recent evaluation',
  })
  async coverage(
    @Root() { id }: Reading<Vendor>,
    @Ctx() ctx: RequestContext,
    @Arg('fromFrameworkId', () => ID, { description: 'The framework that was assessed' }) from: string,
    @Arg('toFrameworkId', () => ID, { description: 'The framework to be covered' }) to: string,
  ) {
    return ctx.load(coverageByVendor, { id, ...(await readPair(ctx, from, to)) });
  }
}

@Resolver(() => Assessment)
export class AssessmentCoverageResolver {
  @Reads(Assessment)
  @Extensions({ [ROWS_READ]: 100 })
  @FieldResolver(() => Coverage, {
    description: 'How far a framework is covered by this assessment’s results for another one, with its current scores',
  })
  async coverage(
    @Root() { id }: Reading<Assessment>,
    @Ctx() ctx: RequestContext,
    @Arg('fromFrameworkId', () => ID, { description: 'The framework that was assessed' }) from: string,
    @Arg('toFrameworkId', () => ID, { description: 'The framework to be covered' }) to: string,
  ) {
    return ctx.load(coverageByAssessment, { id, ...(await readPair(ctx, from, to)) });
  }
}

@Resolver(() => Framework)
export class FrameworkCoverageResolver {
  @Reads(Framework)
  @Extensions({ [ROWS_READ]: 100 })
  @FieldResolver(() => Coverage, { description: 'How far its controls would cover another framework if all were compliant' })
  async coverage(
    @Root() { id }: Reading<Framework>,
    @Ctx() ctx: RequestContext,
    @Arg('toFrameworkId', () => ID, { description: 'The framework to be covered' }) to: string,
  ) {
    return ctx.load(coverageByCrosswalk, await readPair(ctx, id, to));
  }
}

/** The number of statements and rows read depends neither on how many coverages are requested at once nor on their aliases. */
async function readPair(ctx: RequestContext, fromFrameworkId: string, toFrameworkId: string): Promise<FrameworkPair> {
  const [from, to] = await Promise.all([ctx.load(frameworkById, fromFrameworkId), ctx.load(frameworkById, toFrameworkId)]);
  if (!from) throw badInput({ fromFrameworkId: 'does not match a framework' });
  if (!to) throw badInput({ toFrameworkId: 'does not match a framework' });
  if (from.id === to.id) throw badInput({ toFrameworkId: 'must be another framework' });
  return { fromId: from.id, toId: to.id };
}

@Resolver(() => ControlCoverage)
export class ControlCoverageResolver {
  @FieldResolver(() => Control, { description: 'The control' })
  control(@Root() { controlId }: ControlCoverageRow, @Ctx() ctx: RequestContext) {
    return ctx.load(controlById, controlId);
  }
}

@Resolver(() => CoveringControl)
export class CoveringControlResolver {
  @FieldResolver(() => Control, { description: 'The control that covers' })
  control(@Root() { controlId }: Covering, @Ctx() ctx: RequestContext) {
    return ctx.load(controlById, controlId);
  }
}
