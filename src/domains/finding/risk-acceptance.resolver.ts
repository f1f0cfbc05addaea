import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow, Makes } from '../../auth/permissions';
import { PageArgs } from '../../graphql/connection';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { IdInput } from '../../graphql/inputs';
import { DateTimeScalar } from '../../graphql/scalars';
import type { RequestContext } from '../../kernel/context';
import { User } from '../user/user.entity';
import { userById } from '../user/user.service';
import { Finding } from './finding.entity';
import { findingById } from './finding.loaders';
import { RiskAcceptance } from './risk-acceptance.entity';
import {
  DecideRiskAcceptanceInput,
  RequestRiskAcceptanceInput,
  RiskAcceptanceConnection,
  RiskAcceptanceFilter,
  RiskAcceptancePayload,
} from './risk-acceptance.inputs';
import { acceptanceById, acceptanceOfFinding, decisionOnAcceptance, listAcceptances } from './risk-acceptance.loaders';
import * as acceptances from './risk-acceptance.service';

@Resolver(() => RiskAcceptance)
export class RiskAcceptanceResolver {
  @Allow('assessments:view')
  @Query(() => RiskAcceptanceConnection, { description: 'Acceptances of risks, soonest end first' })
  riskAcceptances(
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => RiskAcceptanceFilter, { nullable: true }) filter?: RiskAcceptanceFilter | null,
  ) {
    return listAcceptances(ctx, info, filter ?? {}, page);
  }

  @Reads(RiskAcceptance, 'findingId')
  @FieldResolver(() => Finding, { description: 'The finding whose risk it is about' })
  finding(@Root() { findingId }: Reading<RiskAcceptance, 'findingId'>, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return ctx.load(findingById, findingId, info);
  }

  @Reads(RiskAcceptance, 'requestedById')
  @FieldResolver(() => User, { nullable: true, description: 'Who asked, by an API key too; null once deleted' })
  requestedBy(
    @Root() { requestedById }: Reading<RiskAcceptance, 'requestedById'>,
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ) {
    return requestedById ? ctx.load(userById, requestedById, info) : null;
  }

  @Reads(RiskAcceptance, 'createdAt')
  @FieldResolver(() => DateTimeScalar, { description: 'When it was requested' })
  requestedAt(@Root() { createdAt }: Reading<RiskAcceptance, 'createdAt'>) {
    return createdAt;
  }

  @Reads(RiskAcceptance)
  @FieldResolver(() => User, { nullable: true, description: 'Who approved or rejected it; null once deleted' })
  async decidedBy(@Root() { id }: Reading<RiskAcceptance>, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    const decision = await ctx.load(decisionOnAcceptance, id);
    return decision?.decidedById ? ctx.load(userById, decision.decidedById, info) : null;
  }

  @Reads(RiskAcceptance)
  @FieldResolver(() => String, { nullable: true, description: 'Name of who decided, at that time' })
  async decidedByName(@Root() { id }: Reading<RiskAcceptance>, @Ctx() ctx: RequestContext) {
    return (await ctx.load(decisionOnAcceptance, id))?.decidedByName;
  }

  @Reads(RiskAcceptance)
  @FieldResolver(() => DateTimeScalar, { nullable: true, description: 'When it was approved or rejected' })
  async decidedAt(@Root() { id }: Reading<RiskAcceptance>, @Ctx() ctx: RequestContext) {
    return (await ctx.load(decisionOnAcceptance, id))?.createdAt;
  }

  @Reads(RiskAcceptance)
  @FieldResolver(() => String, { nullable: true, description: 'Note on the decision' })
  async decisionNote(@Root() { id }: Reading<RiskAcceptance>, @Ctx() ctx: RequestContext) {
    return (await ctx.load(decisionOnAcceptance, id))?.note;
  }

  @Allow('assessments:review')
  @Makes()
  @Mutation(() => RiskAcceptancePayload, { description: 'Asks a second person to accept the risk of an open finding for a time' })
  async requestRiskAcceptance(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => RequestRiskAcceptanceInput) input: RequestRiskAcceptanceInput,
  ) {
    return { acceptance: await ctx.load(acceptanceById, await acceptances.requestRiskAcceptance(ctx, input)) };
  }

  @Allow('risks:accept')
  @Mutation(() => RiskAcceptancePayload, {
    description: 'Accepts the risk: the finding becomes RISK_ACCEPTED, with the reason as its note. Not by who asked, nor by an API key',
  })
  async approveRiskAcceptance(@Ctx() ctx: RequestContext, @Arg('input', () => DecideRiskAcceptanceInput) input: DecideRiskAcceptanceInput) {
    return { acceptance: await acceptances.approveRiskAcceptance(ctx, input) };
  }

  @Allow('risks:accept')
  @Mutation(() => RiskAcceptancePayload, {
    description: 'Rejects the request, with a note; the finding stays OPEN. Not by who asked, nor by an API key',
  })
  async rejectRiskAcceptance(@Ctx() ctx: RequestContext, @Arg('input', () => DecideRiskAcceptanceInput) input: DecideRiskAcceptanceInput) {
    return { acceptance: await acceptances.rejectRiskAcceptance(ctx, input) };
  }

  @Allow('assessments:review')
  @Mutation(() => RiskAcceptancePayload, { description: 'Takes a request back; only who asked can' })
  async withdrawRiskAcceptance(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    return { acceptance: await acceptances.withdrawRiskAcceptance(ctx, id) };
  }
}

@Resolver(() => Finding)
export class FindingAcceptanceResolver {
  @Reads(Finding)
  @FieldResolver(() => RiskAcceptance, { nullable: true, description: 'The newest request to accept its risk, whatever became of it' })
  acceptance(@Root() { id }: Reading<Finding>, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return ctx.load(acceptanceOfFinding, id, info);
  }
}
