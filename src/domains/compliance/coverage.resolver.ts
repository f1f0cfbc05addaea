import { Arg, Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../kernel/context';
import { badInput } from '../../kernel/errors';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { Assessment } from '../assessment/assessment.entity';
import { Control } from '../framework/control.entity';
import { controlById, crosswalkOf } from '../framework/crosswalk.loaders';
import { Framework } from '../framework/framework.entity';
import { controlsOf, frameworkById } from '../framework/framework.service';
import { Vendor } from '../vendor/vendor.entity';
import { ControlCoverage, Coverage, CoveringControl } from './coverage.inputs';
import { type ControlCoverageRow, coverageOf, type CoverageRow, type Covering } from './coverage.rules';
import { type Evaluation, evaluationsOfAssessment, evaluationsOfVendor } from './evaluations';

@Resolver(() => Vendor)
export class VendorCoverageResolver {
  @Reads(Vendor)
  @FieldResolver(() => Coverage, {
    description:
      'How far a framework is covered by the results of the vendor’s completed assessments for another one, each of its ' +
      'controls by its most recent evaluation',
  })
  coverage(
    @Root() { id }: Reading<Vendor>,
    @Ctx() ctx: RequestContext,
    @Arg('fromFrameworkId', () => ID, { description: 'The framework that was assessed' }) from: string,
    @Arg('toFrameworkId', () => ID, { description: 'The framework to be covered' }) to: string,
  ) {
    return readCoverage(ctx, from, to, (frameworkId) => ctx.load(evaluationsOfVendor, { id, frameworkId }));
  }
}

@Resolver(() => Assessment)
export class AssessmentCoverageResolver {
  @Reads(Assessment)
  @FieldResolver(() => Coverage, {
    description: 'How far a framework is covered by this assessment’s results for another one, with its current scores',
  })
  coverage(
    @Root() { id }: Reading<Assessment>,
    @Ctx() ctx: RequestContext,
    @Arg('fromFrameworkId', () => ID, { description: 'The framework that was assessed' }) from: string,
    @Arg('toFrameworkId', () => ID, { description: 'The framework to be covered' }) to: string,
  ) {
    return readCoverage(ctx, from, to, (frameworkId) => ctx.load(evaluationsOfAssessment, { id, frameworkId }));
  }
}

@Resolver(() => Framework)
export class FrameworkCoverageResolver {
  @Reads(Framework)
  @FieldResolver(() => Coverage, { description: 'How far its controls would cover another framework if all were compliant' })
  coverage(
    @Root() { id }: Reading<Framework>,
    @Ctx() ctx: RequestContext,
    @Arg('toFrameworkId', () => ID, { description: 'The framework to be covered' }) to: string,
  ) {
    return readCoverage(ctx, id, to);
  }
}

/** The number of statements doesn't depend on the frameworks, nor on how many coverages are asked for at once. */
async function readCoverage(
  ctx: RequestContext,
  fromFrameworkId: string,
  toFrameworkId: string,
  readEvaluations?: (frameworkId: string) => Promise<Evaluation[]>,
): Promise<CoverageRow> {
  const [from, to] = await Promise.all([ctx.load(frameworkById, fromFrameworkId), ctx.load(frameworkById, toFrameworkId)]);
  if (!from) throw badInput({ fromFrameworkId: 'does not match a framework' });
  if (!to) throw badInput({ toFrameworkId: 'does not match a framework' });
  if (from.id === to.id) throw badInput({ toFrameworkId: 'must be another framework' });
  const [controls, relations, evaluations] = await Promise.all([
    ctx.load(controlsOf, { frameworkId: to.id }),
    ctx.load(crosswalkOf, { fromId: from.id, toId: to.id }),
    readEvaluations?.(from.id),
  ]);
  return coverageOf(
    controls.filter(({ isRetired }) => !isRetired).map(({ id }) => id),
    relations,
    evaluations,
  );
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
