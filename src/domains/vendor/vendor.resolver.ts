import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Float, ID, Info, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { PageArgs } from '../../graphql/connection';
import { type RequestContext } from '../../kernel/context';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { currentSettings } from '../settings/settings.service';
import { User } from '../user/user.entity';
import { userById } from '../user/user.service';
import { Portfolio } from './portfolio.entity';
import { portfolioById } from './portfolio.service';
import { Vendor } from './vendor.entity';
import { VendorConnection, VendorFilter, VendorOrder } from './vendor.inputs';
import * as vendors from './vendor.loaders';
import { inherentRisk, RagBand, ragBand, residualRisk } from './vendor.rules';

/** The properties that determine inherent risk. */
const PROFILE = ['tier', 'dataSensitivity', 'contractValue', 'geographicRisk'] as const;
type Profile = (typeof PROFILE)[number];

@Resolver(() => Vendor)
export class VendorResolver {
  @Allow('vendors:view')
  @Query(() => Vendor, { nullable: true, description: 'The vendor with an id; null if there is none' })
  vendor(
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
    @Arg('id', () => ID, { description: 'The id of the vendor' }) id: string,
  ) {
    return ctx.load(vendors.vendorById, id, info);
  }

  @Allow('vendors:view')
  @Query(() => Vendor, { nullable: true, description: 'The vendor with an external id; null if there is none' })
  vendorByExternalId(
    @Ctx() ctx: RequestContext,
    @Arg('externalId', () => String, { description: 'Your reference (e.g. ERP ID), matched exactly' }) externalId: string,
  ) {
    return ctx.load(vendors.vendorByExternalId, externalId);
  }

  @Allow('vendors:view')
  @Query(() => VendorConnection, { description: 'Vendors, by name unless sorted otherwise' })
  vendors(
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => VendorFilter, { nullable: true }) filter?: VendorFilter | null,
    @Arg('orderBy', () => VendorOrder, { nullable: true }) order?: VendorOrder | null,
  ) {
    return vendors.listVendors(ctx, info, { filter, order, page });
  }

  @Allow('vendors:view')
  @Query(() => [String], { description: 'Tags in use, most used first, at most 500' })
  vendorTags(@Ctx() ctx: RequestContext) {
    return vendors.tagsInUse(ctx);
  }

  @Reads(Vendor, 'ownerId')
  @FieldResolver(() => User, { nullable: true, description: 'The user responsible for the vendor' })
  owner(@Root() vendor: Reading<Vendor, 'ownerId'>, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return vendor.ownerId ? ctx.load(userById, vendor.ownerId, info) : null;
  }

  @Reads(Vendor, 'portfolioId')
  @FieldResolver(() => Portfolio, { nullable: true, description: 'The portfolio the vendor belongs to' })
  portfolio(@Root() vendor: Reading<Vendor, 'portfolioId'>, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return vendor.portfolioId ? ctx.load(portfolioById, vendor.portfolioId, info) : null;
  }

  @Reads(Vendor, 'overallScore')
  @FieldResolver(() => RagBand, { description: 'Band of the overall score' })
  async ragBand(@Root() vendor: Reading<Vendor, 'overallScore'>, @Ctx() ctx: RequestContext) {
    return ragBand(vendor.overallScore, await ctx.load(currentSettings, 'settings'));
  }

  @Reads(Vendor, ...PROFILE)
  @FieldResolver(() => Float, {
    nullable: true,
    description: 'Inherent risk from the profile alone, 0 to 1; null when neither tier nor data sensitivity is set',
  })
  inherentRisk(@Root() vendor: Reading<Vendor, Profile>) {
    return inherentRisk(vendor);
  }

  @Reads(Vendor, ...PROFILE, 'overallScore')
  @FieldResolver(() => Float, {
    nullable: true,
    description: 'Residual risk, 0 to 1: inherentRisk × (1 − overallScore); null if either is missing',
  })
  residualRisk(@Root() vendor: Reading<Vendor, Profile | 'overallScore'>) {
    return residualRisk(vendor);
  }
}
