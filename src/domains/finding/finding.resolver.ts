import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow, Makes } from '../../auth/permissions';
import { PageArgs } from '../../graphql/connection';
import type { RequestContext } from '../../kernel/context';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { AssessmentQuestion } from '../assessment/assessment-question.entity';
import { Assessment } from '../assessment/assessment.entity';
import { assessmentById, questionsOf } from '../assessment/assessment.loaders';
import { Control } from '../framework/control.entity';
import { User } from '../user/user.entity';
import { userById } from '../user/user.service';
import { Vendor } from '../vendor/vendor.entity';
import { vendorById } from '../vendor/vendor.loaders';
import { Finding } from './finding.entity';
import {
  CreateFindingInput,
  FindingConnection,
  FindingFilter,
  FindingOrder,
  FindingPayload,
  FindingsPayload,
  SeverityCount,
  UpdateFindingsStatusInput,
  UpdateFindingStatusInput,
} from './finding.inputs';
import {
  controlsOfFinding,
  findingById,
  findingsOfAssessment,
  findingsOfVendor,
  listFindings,
  openFindingsOf,
  questionByGap,
  sightingsOfFinding,
} from './finding.loaders';
import { createFinding, updateFindingsStatus, updateFindingStatus } from './finding.service';

@Resolver(() => Finding)
export class FindingResolver {
  @Allow('assessments:view')
  @Query(() => Finding, { nullable: true, description: 'The finding with an id; null if there is none' })
  finding(@Ctx() ctx: RequestContext, @Arg('id', () => ID, { description: 'The id of the finding' }) id: string) {
    return ctx.load(findingById, id);
  }

  @Allow('assessments:view')
  @Query(() => FindingConnection, { description: 'The risk register: open first, then by severity, then newest' })
  findings(
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => FindingFilter, { nullable: true }) filter?: FindingFilter | null,
    @Arg('orderBy', () => FindingOrder, { nullable: true }) order?: FindingOrder | null,
  ) {
    return listFindings(ctx, info, { filter, order, page });
  }

  @Reads(Finding)
  @FieldResolver(() => [Control], { description: 'The affected controls whose framework is installed' })
  controls(@Root() finding: Reading<Finding>, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return ctx.load(controlsOfFinding, finding.id, info);
  }

  @Reads(Finding, 'resolvedById')
  @FieldResolver(() => User, { nullable: true, description: 'Who closed it; null for API keys and deleted users' })
  resolvedBy(@Root() finding: Reading<Finding, 'resolvedById'>, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return finding.resolvedById ? ctx.load(userById, finding.resolvedById, info) : null;
  }

  @Reads(Finding, 'vendorId')
  @FieldResolver(() => Vendor, { description: 'The vendor it is about' })
  vendor(@Root() finding: Reading<Finding, 'vendorId'>, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return ctx.load(vendorById, finding.vendorId, info);
  }

  @Reads(Finding, 'assessmentId')
  @FieldResolver(() => Assessment, { description: 'The first of the assessments that found it' })
  assessment(@Root() finding: Reading<Finding, 'assessmentId'>, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return ctx.load(assessmentById, finding.assessmentId, info);
  }

  @Reads(Finding, 'questionId', 'assessmentId', 'gap')
  @FieldResolver(() => AssessmentQuestion, {
    nullable: true,
    description: 'The question whose answer raised it; null if it was raised manually',
  })
  async question(@Root() finding: Reading<Finding, 'questionId' | 'assessmentId' | 'gap'>, @Ctx() ctx: RequestContext) {
    const questionId = finding.questionId ?? (finding.gap ? await ctx.load(questionByGap, finding.id) : null);
    if (!questionId) return null;
    return (await ctx.load(questionsOf, finding.assessmentId)).find(({ id }) => id === questionId);
  }

  @Reads(Finding, 'previousId')
  @FieldResolver(() => Finding, {
    nullable: true,
    description:
      'The closed finding of the same gap that it follows: its acceptance ended, or the gap was found again after it was remediated',
  })
  previous(@Root() { previousId }: Reading<Finding, 'previousId'>, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return previousId ? ctx.load(findingById, previousId, info) : null;
  }

  @Reads(Finding)
  @FieldResolver(() => [Assessment], {
    description:
      'The assessments that found it, oldest first. A gap is the same when vendor, template (any version) and question are. It is seen ' +
      'again while its newest finding is OPEN, or RISK_ACCEPTED and not ended; once that is REMEDIATED, a new one opens',
  })
  async seenIn(@Root() { id }: Reading<Finding>, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    const ids = await ctx.load(sightingsOfFinding, id);
    return Promise.all(ids.map((assessmentId) => ctx.load(assessmentById, assessmentId, info)));
  }

  @Reads(Finding)
  @FieldResolver(() => Int, { description: 'How many assessments found it' })
  async seenCount(@Root() { id }: Reading<Finding>, @Ctx() ctx: RequestContext) {
    return (await ctx.load(sightingsOfFinding, id)).length;
  }

  @Allow('assessments:review')
  @Makes()
  @Mutation(() => FindingPayload, { description: 'Raises a finding manually' })
  async createFinding(@Ctx() ctx: RequestContext, @Arg('input', () => CreateFindingInput) input: CreateFindingInput) {
    return { finding: await ctx.load(findingById, await createFinding(ctx, input)) };
  }

  @Allow('assessments:review')
  @Mutation(() => FindingPayload, { description: 'Closes a finding permanently: remediated, or its risk accepted' })
  async updateFindingStatus(@Ctx() ctx: RequestContext, @Arg('input', () => UpdateFindingStatusInput) input: UpdateFindingStatusInput) {
    return { finding: await updateFindingStatus(ctx, input) };
  }

  @Allow('assessments:review')
  @Mutation(() => FindingsPayload, { description: 'Closes several findings, with a result for each' })
  async updateFindingsStatus(@Ctx() ctx: RequestContext, @Arg('input', () => UpdateFindingsStatusInput) input: UpdateFindingsStatusInput) {
    return { results: await updateFindingsStatus(ctx, input) };
  }
}

/** The findings of vendors, read for a whole page of vendors at once. */
@Resolver(() => Vendor)
export class VendorFindingsResolver {
  @Allow('assessments:view')
  @Reads(Vendor)
  @FieldResolver(() => FindingConnection, { description: 'Its findings: open first, then by severity, then newest' })
  findings(
    @Root() vendor: Reading<Vendor>,
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => FindingFilter, { nullable: true }) filter?: FindingFilter | null,
    @Arg('orderBy', () => FindingOrder, { nullable: true }) order?: FindingOrder | null,
  ) {
    return findingsOfVendor(ctx, info, vendor.id, { filter, order, page });
  }

  @Reads(Vendor)
  @Allow('assessments:view')
  @FieldResolver(() => [SeverityCount], { description: 'Its open findings by severity, most severe first' })
  openFindingsBySeverity(@Root() vendor: Reading<Vendor>, @Ctx() ctx: RequestContext) {
    return ctx.load(openFindingsOf, vendor.id);
  }
}

@Resolver(() => Assessment)
export class AssessmentFindingsResolver {
  @Reads(Assessment)
  @FieldResolver(() => [Finding], { description: 'Findings: open first, then by severity' })
  findings(@Root() assessment: Reading<Assessment>, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return ctx.load(findingsOfAssessment, assessment.id, info);
  }
}
