import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow, admits, Makes } from '../../auth/permissions';
import { connection, PageArgs } from '../../graphql/connection';
import type { Row } from '../../database/rows';
import { byId, loader } from '../../graphql/engine/loaders';
import { type Reading, Reads, ReadsWhole } from '../../graphql/engine/look-ahead';
import { OwnLimits } from '../../graphql/list-arguments';
import { DateTimeScalar, EmailScalar } from '../../graphql/scalars';
import type { RequestContext } from '../../kernel/context';
import { check, line, optional, prose } from '../../kernel/validate';
import { Settings } from '../settings/settings.entity';
import { currentSettings } from '../settings/settings.service';
import { Template } from '../template/template.entity';
import { roleById } from '../user/role.service';
import { Vendor } from '../vendor/vendor.entity';
import { vendorById } from '../vendor/vendor.loaders';
import {
  AssessmentPlan,
  CreateVendorRequestInput,
  DecideVendorRequestInput,
  SimilarVendor,
  TierRule,
  VendorRequestAnswer,
  VendorRequestConnection,
  VendorRequestFilter,
  VendorRequestForm,
  VendorRequestPayload,
} from './intake.inputs';
import type { IntakeDecision } from './intake-decision.entity';
import * as intake from './intake.service';
import * as store from './intake.store';
import { planOf, plansIn, shownOfFamily, tierRulesIn } from './plan';
import { similarTo } from './similar';
import { VendorRequest } from './vendor-request.entity';
import './intake-settings';
import { z } from 'zod';

export const requestById = byId(VendorRequest);

const decisionOn = loader<string, Row<IntakeDecision> | null>(async (requestIds, { database }) => {
  const found = new Map((await database.query(store.decisionsOn(requestIds))).map((row) => [row.requestId, row]));
  return requestIds.map((id) => found.get(id) ?? null);
});

/** Whom questionnaires would be sent to: the contact of the vendor that the request made. */
const contactOf = async (ctx: RequestContext, vendorId: string) => (await ctx.load(vendorById, vendorId))!;

const likenessRule = z.object({ name: line(), website: optional(prose(2_000)), contactEmail: optional(prose(254)) });

@Resolver(() => VendorRequest)
export class VendorRequestResolver {
  @Allow('vendors:request', 'vendors:create')
  @Query(() => VendorRequestForm, { nullable: true, description: 'What to ask a requester; null: no INTAKE template is published' })
  vendorRequestForm(@Ctx() ctx: RequestContext) {
    return intake.requestForm(ctx);
  }

  @Allow('vendors:request', 'vendors:create')
  @Query(() => VendorRequestConnection, {
    description: 'Requests for vendors, newest first: all for whoever may create vendors, one’s own for others',
  })
  vendorRequests(
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => VendorRequestFilter, { nullable: true }) filter?: VendorRequestFilter | null,
  ) {
    const own = admits(['vendors:create'], ctx.caller) ? undefined : { id: intake.requesterOf(ctx) };
    return connection(ctx, info, {
      entity: VendorRequest,
      conditions: store.conditionsOf(filter ?? {}, own),
      order: store.NEWEST_FIRST,
      page,
    });
  }

  @Allow('vendors:request', 'vendors:create')
  @OwnLimits()
  @Query(() => [SimilarVendor], { description: 'Vendors of any status that a new one looks like' })
  similarVendors(
    @Ctx() ctx: RequestContext,
    @Arg('name', () => String, { description: 'Name of the new one' }) name: string,
    @Arg('website', () => String, { nullable: true, description: 'Its web address' }) website?: string | null,
    @Arg('contactEmail', () => EmailScalar, { nullable: true, description: 'Its e-mail address' }) contactEmail?: string | null,
  ) {
    const given = check(likenessRule, { name, website, contactEmail });
    return ctx.load(similarTo, { name: given.name, website: given.website ?? null, contactEmail: given.contactEmail ?? null, butId: null });
  }

  @Reads(VendorRequest, 'answers')
  @FieldResolver(() => [VendorRequestAnswer], { description: 'The answers to the form, in its order' })
  answers(@Root() { answers }: Reading<VendorRequest, 'answers'>) {
    return answers;
  }

  @Reads(VendorRequest, 'createdAt')
  @FieldResolver(() => DateTimeScalar, { description: 'When it was made' })
  requestedAt(@Root() { createdAt }: Reading<VendorRequest, 'createdAt'>) {
    return createdAt;
  }

  @Reads(VendorRequest, 'vendorId')
  @FieldResolver(() => ID, { description: 'The vendor with status REQUESTED that it made' })
  vendorId(@Root() { vendorId }: Reading<VendorRequest, 'vendorId'>) {
    return vendorId;
  }

  @Reads(VendorRequest, 'vendorId')
  @FieldResolver(() => String, { nullable: true, description: 'Contact person at the vendor' })
  async contactName(@Root() { vendorId }: Reading<VendorRequest, 'vendorId'>, @Ctx() ctx: RequestContext) {
    return (await contactOf(ctx, vendorId)).contactName;
  }

  @Reads(VendorRequest, 'vendorId')
  @FieldResolver(() => EmailScalar, { description: 'Where questionnaires would be sent' })
  async contactEmail(@Root() { vendorId }: Reading<VendorRequest, 'vendorId'>, @Ctx() ctx: RequestContext) {
    return (await contactOf(ctx, vendorId)).contactEmail;
  }

  @Reads(VendorRequest)
  @FieldResolver(() => String, { nullable: true, description: 'Name of who decided, at that time' })
  async decidedByName(@Root() { id }: Reading<VendorRequest>, @Ctx() ctx: RequestContext) {
    return (await ctx.load(decisionOn, id))?.decidedByName;
  }

  @Reads(VendorRequest)
  @FieldResolver(() => DateTimeScalar, { nullable: true, description: 'When it was decided' })
  async decidedAt(@Root() { id }: Reading<VendorRequest>, @Ctx() ctx: RequestContext) {
    return (await ctx.load(decisionOn, id))?.createdAt;
  }

  @Reads(VendorRequest)
  @FieldResolver(() => String, { nullable: true, description: 'Note of whoever decided' })
  async decisionNote(@Root() { id }: Reading<VendorRequest>, @Ctx() ctx: RequestContext) {
    return (await ctx.load(decisionOn, id))?.note;
  }

  @Reads(VendorRequest, 'tier')
  @FieldResolver(() => AssessmentPlan, { nullable: true, description: 'What the settings say for its tier' })
  plan(@Root() { tier }: Reading<VendorRequest, 'tier'>, @Ctx() ctx: RequestContext) {
    return planOf(ctx, tier);
  }

  @Reads(VendorRequest, 'name', 'website', 'vendorId')
  @FieldResolver(() => [SimilarVendor], { description: 'Other vendors, of any status, that it looks like' })
  async similar(@Root() request: Reading<VendorRequest, 'name' | 'website' | 'vendorId'>, @Ctx() ctx: RequestContext) {
    const { name, website, vendorId: butId } = request;
    const { contactEmail } = await contactOf(ctx, butId);
    return ctx.load(similarTo, { name, website, contactEmail, butId });
  }

  @Allow('vendors:request')
  @Makes()
  @Mutation(() => VendorRequestPayload, { description: 'Asks for a vendor, which is REQUESTED until somebody decides' })
  async createVendorRequest(@Ctx() ctx: RequestContext, @Arg('input', () => CreateVendorRequestInput) input: CreateVendorRequestInput) {
    return { request: await ctx.load(requestById, await intake.createVendorRequest(ctx, input)) };
  }

  @Allow('vendors:create')
  @Mutation(() => VendorRequestPayload, {
    description: 'Decides on a request: approval activates the vendor and drafts its plan’s assessments, rejection archives it',
  })
  async decideVendorRequest(@Ctx() ctx: RequestContext, @Arg('input', () => DecideVendorRequestInput) input: DecideVendorRequestInput) {
    await intake.decideVendorRequest(ctx, input);
    return { request: await ctx.load(requestById, input.id) };
  }
}

@Resolver(() => AssessmentPlan)
export class AssessmentPlanResolver {
  @FieldResolver(() => [Template], { description: 'The questionnaires: of each the published version, or the newest if none is' })
  async templates(@Root() { families }: AssessmentPlan, @Ctx() ctx: RequestContext) {
    const found = await Promise.all(families.map((family) => ctx.load(shownOfFamily, family)));
    return found.filter((template) => template !== null);
  }

  @FieldResolver(() => String, { nullable: true, description: 'Name of that role' })
  async approverRoleName(@Root() { approverRoleId }: AssessmentPlan, @Ctx() ctx: RequestContext) {
    return approverRoleId === null ? null : ((await ctx.load(roleById, approverRoleId))?.name ?? null);
  }
}

@Resolver(() => Vendor)
export class VendorPlanResolver {
  @Reads(Vendor, 'tier')
  @FieldResolver(() => AssessmentPlan, { nullable: true, description: 'What Settings.assessmentPlans says for its tier' })
  plan(@Root() { tier }: Reading<Vendor, 'tier'>, @Ctx() ctx: RequestContext) {
    return planOf(ctx, tier);
  }
}

@Resolver(() => Settings)
export class IntakeSettingsResolver {
  @ReadsWhole()
  @FieldResolver(() => [TierRule], { description: 'How the answers to an intake form give a tier: the first that holds does' })
  async tierRules(@Ctx() ctx: RequestContext) {
    return tierRulesIn(await ctx.load(currentSettings, 'settings'));
  }

  @ReadsWhole()
  @FieldResolver(() => [AssessmentPlan], { description: 'What is asked of the vendors of each tier' })
  async assessmentPlans(@Ctx() ctx: RequestContext) {
    return plansIn(await ctx.load(currentSettings, 'settings'));
  }
}
