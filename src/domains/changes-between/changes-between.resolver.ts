import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Extensions, FieldResolver, Info, Int, Query, Resolver, Root } from 'type-graphql';
import { Allow, AlsoNeeds } from '../../auth/permissions';
import { Moments, NoPast } from '../../graphql/as-of';
import { ROWS_READ } from '../../graphql/engine/weigh';
import { DateTimeScalar } from '../../graphql/scalars';
import { MAX_PAGE, type RequestContext } from '../../kernel/context';
import { Assessment } from '../assessment/assessment.entity';
import { assessmentById } from '../assessment/assessment.loaders';
import { Certification } from '../certification/certification.entity';
import { certificationById } from '../certification/certification.loaders';
import { Vendor } from '../vendor/vendor.entity';
import { vendorById } from '../vendor/vendor.loaders';
import {
  type Ends,
  listAssessments,
  listCertifications,
  listVendors,
  readFindings,
  readScore,
  settledEnds,
  USUAL_TERMS,
  vendorCounts,
} from './changes-between';
import {
  AssessmentChange,
  AssessmentChanges,
  CertificationChange,
  CertificationChanges,
  FindingChanges,
  PortfolioChanges,
  PortfolioScoreChange,
  PortfolioScoreTerm,
  SliceArgs,
  VendorChange,
  VendorChanges,
} from './changes-between.types';

/** However few rows it returns, it reads the whole portfolio twice. */
const COMPARES_ALL = Extensions({ [ROWS_READ]: 500 });

@Resolver(() => PortfolioChanges)
export class ChangesBetweenResolver {
  @Allow('audit:view')
  @AlsoNeeds('vendors:view', 'assessments:view')
  @NoPast()
  @Moments('from', 'to')
  @Query(() => PortfolioChanges, {
    description: 'Compares the portfolio at two moments. Needs audit:view, vendors:view and assessments:view',
  })
  changesBetween(
    @Ctx() ctx: RequestContext,
    @Arg('from', () => DateTimeScalar, { description: 'The earlier moment: a date and time with its offset, not before recordedSince' })
    from: string,
    @Arg('to', () => DateTimeScalar, { description: 'The later moment, not in the future' }) to: string,
  ) {
    return settledEnds(ctx, { from, to });
  }

  @FieldResolver(() => Int, { description: 'Number of vendors at the earlier moment' })
  async vendorCountBefore(@Root() ends: Ends, @Ctx() ctx: RequestContext) {
    return (await ctx.load(vendorCounts, ends)).before;
  }

  @FieldResolver(() => Int, { description: 'Number of vendors at the later moment' })
  async vendorCountAfter(@Root() ends: Ends, @Ctx() ctx: RequestContext) {
    return (await ctx.load(vendorCounts, ends)).after;
  }

  @COMPARES_ALL
  @FieldResolver(() => VendorChanges, { description: 'There at the later moment only' })
  vendorsAdded(@Root() ends: Ends, @Ctx() ctx: RequestContext, @Args(() => SliceArgs) page: SliceArgs) {
    return listVendors(ctx, ends, 'added', page);
  }

  @COMPARES_ALL
  @FieldResolver(() => VendorChanges, { description: 'There at the earlier moment only' })
  vendorsRemoved(@Root() ends: Ends, @Ctx() ctx: RequestContext, @Args(() => SliceArgs) page: SliceArgs) {
    return listVendors(ctx, ends, 'removed', page);
  }

  @COMPARES_ALL
  @FieldResolver(() => VendorChanges, { description: 'There at both moments, in different tiers; not being classified counts as one' })
  vendorsRetiered(@Root() ends: Ends, @Ctx() ctx: RequestContext, @Args(() => SliceArgs) page: SliceArgs) {
    return listVendors(ctx, ends, 'retiered', page);
  }

  @COMPARES_ALL
  @FieldResolver(() => VendorChanges, { description: 'There at both moments, in different bands; UNSCORED counts as one' })
  vendorsMoved(@Root() ends: Ends, @Ctx() ctx: RequestContext, @Args(() => SliceArgs) page: SliceArgs) {
    return listVendors(ctx, ends, 'moved', page);
  }

  @COMPARES_ALL
  @FieldResolver(() => FindingChanges, { description: 'Findings opened, closed and removed, by severity' })
  findings(@Root() ends: Ends, @Ctx() ctx: RequestContext) {
    return readFindings(ctx, ends);
  }

  @COMPARES_ALL
  @FieldResolver(() => AssessmentChanges, { description: 'Sent after the earlier moment and by the later one' })
  assessmentsSent(@Root() ends: Ends, @Ctx() ctx: RequestContext, @Args(() => SliceArgs) page: SliceArgs) {
    return listAssessments(ctx, ends, 'sent', page);
  }

  @COMPARES_ALL
  @FieldResolver(() => AssessmentChanges, { description: 'Completed after the earlier moment and by the later one' })
  assessmentsCompleted(@Root() ends: Ends, @Ctx() ctx: RequestContext, @Args(() => SliceArgs) page: SliceArgs) {
    return listAssessments(ctx, ends, 'completed', page);
  }

  @COMPARES_ALL
  @FieldResolver(() => AssessmentChanges, { description: 'Overdue at the later moment and not at the earlier one' })
  assessmentsOverdue(@Root() ends: Ends, @Ctx() ctx: RequestContext, @Args(() => SliceArgs) page: SliceArgs) {
    return listAssessments(ctx, ends, 'overdue', page);
  }

  @COMPARES_ALL
  @FieldResolver(() => CertificationChanges, {
    description: 'In force at the later moment and not at the earlier one: recorded, and their last day had not passed',
  })
  certificationsGained(@Root() ends: Ends, @Ctx() ctx: RequestContext, @Args(() => SliceArgs) page: SliceArgs) {
    return listCertifications(ctx, ends, 'gained', page);
  }

  @COMPARES_ALL
  @FieldResolver(() => CertificationChanges, {
    description: 'In force at the earlier moment and not at the later one: expired or deleted',
  })
  certificationsLapsed(@Root() ends: Ends, @Ctx() ctx: RequestContext, @Args(() => SliceArgs) page: SliceArgs) {
    return listCertifications(ctx, ends, 'lapsed', page);
  }

  @COMPARES_ALL
  @FieldResolver(() => PortfolioScoreChange, { description: 'The mean score at both moments, and the vendors that moved it' })
  score(
    @Root() ends: Ends,
    @Ctx() ctx: RequestContext,
    @Arg('first', () => Int, { nullable: true, description: `Number of terms: 1 to ${MAX_PAGE}, ${USUAL_TERMS} if not given` })
    first?: number | null,
  ) {
    return readScore(ctx, ends, first);
  }
}

@Resolver(() => VendorChange)
export class VendorChangeResolver {
  @FieldResolver(() => Vendor, { nullable: true, description: 'The vendor as it is today; null if it is gone' })
  vendor(@Root() { vendorId }: VendorChange, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return ctx.load(vendorById, vendorId, info);
  }
}

@Resolver(() => PortfolioScoreTerm)
export class PortfolioScoreTermResolver {
  @FieldResolver(() => Vendor, { nullable: true, description: 'The vendor as it is today; null if it is gone' })
  vendor(@Root() { vendorId }: PortfolioScoreTerm, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return ctx.load(vendorById, vendorId, info);
  }
}

@Resolver(() => AssessmentChange)
export class AssessmentChangeResolver {
  @FieldResolver(() => Assessment, { nullable: true, description: 'The assessment as it is today; null if it is gone' })
  assessment(@Root() { assessmentId }: AssessmentChange, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return ctx.load(assessmentById, assessmentId, info);
  }
}

@Resolver(() => CertificationChange)
export class CertificationChangeResolver {
  @FieldResolver(() => Certification, { nullable: true, description: 'The certification as it is today; null if it is gone' })
  certification(@Root() { certificationId }: CertificationChange, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return ctx.load(certificationById, certificationId, info);
  }
}
