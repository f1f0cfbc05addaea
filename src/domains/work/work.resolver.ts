import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Query, Resolver, Root } from 'type-graphql';
import { admits, Allow, Shown } from '../../auth/permissions';
import { NoPast } from '../../graphql/as-of';
import { PageArgs } from '../../graphql/connection';
import type { RequestContext } from '../../kernel/context';
import { Assessment } from '../assessment/assessment.entity';
import { assessmentById } from '../assessment/assessment.loaders';
import { Certification } from '../certification/certification.entity';
import { actionById, certificationById } from '../certification/certification.loaders';
import { ResponsibilityAction } from '../certification/responsibility-action.entity';
import { Finding } from '../finding/finding.entity';
import { findingById } from '../finding/finding.loaders';
import { RiskAcceptance } from '../finding/risk-acceptance.entity';
import { acceptanceById } from '../finding/risk-acceptance.loaders';
import { requestById } from '../intake/intake.resolver';
import { VendorRequest } from '../intake/vendor-request.entity';
import { Vendor } from '../vendor/vendor.entity';
import { vendorById } from '../vendor/vendor.loaders';
import { nextStep } from './work.rules';
import { countKinds, countWork, listWork } from './work.service';
import { WorkCounts, WorkDue, WorkItem, WorkItemConnection, WorkKind, WorkKindCount, WorkList } from './work.types';

@Resolver(() => WorkList)
export class WorkListResolver {
  @Allow('signed-in')
  @NoPast()
  @Query(() => WorkList, { description: 'What there is for me to do; an API key reads that of the person it follows' })
  myWork() {
    return {};
  }

  @FieldResolver(() => WorkCounts, { description: 'How much there is to do, by when it is due' })
  counts(@Ctx() ctx: RequestContext) {
    return countWork(ctx);
  }

  @FieldResolver(() => [WorkKindCount], { description: 'How much there is to do of each kind, most first; kinds without any are left out' })
  byKind(@Ctx() ctx: RequestContext) {
    return countKinds(ctx);
  }

  @FieldResolver(() => WorkItemConnection, { description: 'What there is to do: earliest first, those without a date last' })
  items(
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('kinds', () => [WorkKind], { nullable: true, description: 'Of these kinds only' }) kinds?: WorkKind[] | null,
    @Arg('due', () => WorkDue, { nullable: true, description: 'Due then only' }) due?: WorkDue | null,
  ) {
    return listWork(ctx, info, { kinds, due, page });
  }
}

@Resolver(() => WorkItem)
export class WorkItemResolver {
  @FieldResolver(() => String, { description: 'What to do next' })
  nextStep(@Root() item: WorkItem, @Ctx() { caller }: RequestContext) {
    return nextStep(item, admits(['assessments:review'], caller));
  }

  @Shown()
  @FieldResolver(() => Vendor, { nullable: true, description: 'The vendor it concerns' })
  vendor(@Root() { vendorId }: WorkItem, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return vendorId && ctx.load(vendorById, vendorId, info);
  }

  @Shown()
  @FieldResolver(() => Assessment, { nullable: true, description: 'The assessment, or that of the finding' })
  assessment(@Root() { assessmentId }: WorkItem, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return assessmentId && ctx.load(assessmentById, assessmentId, info);
  }

  @Shown()
  @FieldResolver(() => Finding, { nullable: true, description: 'The finding' })
  finding(@Root() { findingId }: WorkItem, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return findingId && ctx.load(findingById, findingId, info);
  }

  @Shown()
  @FieldResolver(() => RiskAcceptance, { nullable: true, description: 'The request to accept a risk' })
  acceptance(@Root() { kind, id }: WorkItem, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return kind === WorkKind.ACCEPTANCE_TO_APPROVE ? ctx.load(acceptanceById, id, info) : null;
  }

  @Shown()
  @FieldResolver(() => ResponsibilityAction, { nullable: true, description: 'The shared-responsibility task' })
  action(@Root() { kind, id }: WorkItem, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return kind === WorkKind.ACTION ? ctx.load(actionById, id, info) : null;
  }

  @Shown()
  @FieldResolver(() => Certification, { nullable: true, description: 'The certification' })
  certification(@Root() { kind, id }: WorkItem, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return kind === WorkKind.CERTIFICATION_ENDING ? ctx.load(certificationById, id, info) : null;
  }

  @Shown()
  @FieldResolver(() => VendorRequest, { nullable: true, description: 'The request for a vendor' })
  vendorRequest(@Root() { kind, id }: WorkItem, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return kind === WorkKind.VENDOR_REQUEST_TO_DECIDE ? ctx.load(requestById, id, info) : null;
  }
}
