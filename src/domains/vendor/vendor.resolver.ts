import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Float, ID, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow, Makes } from '../../auth/permissions';
import { PageArgs } from '../../graphql/connection';
import { type RequestContext } from '../../kernel/context';
import { DeleteInput, DeletePayload } from '../../graphql/inputs';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { currentSettings } from '../settings/settings.service';
import { User } from '../user/user.entity';
import { userById } from '../user/user.service';
import { ImportVendorsInput, ImportVendorsPayload } from '../portfolio/vendor-import.inputs';
import { importVendors } from '../portfolio/vendor-import.service';
import { Vendor } from './vendor.entity';
import { CreateVendorInput, UpdateVendorInput, VendorConnection, VendorFilter, VendorOrder, VendorPayload } from './vendor.inputs';
import { inherentRisk, RagBand, ragBand, residualRisk } from './vendor.rules';
import * as vendors from '../portfolio/vendor.service';

/** What inherent risk follows from. */
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

  @Allow('vendors:create')
  @Makes()
  @Mutation(() => VendorPayload, { description: 'Creates a vendor' })
  async createVendor(@Ctx() ctx: RequestContext, @Arg('input', () => CreateVendorInput) input: CreateVendorInput) {
    return { vendor: await ctx.load(vendors.vendorById, await vendors.createVendor(ctx, input)) };
  }

  @Allow('vendors:edit')
  @Mutation(() => VendorPayload, { description: 'Changes a vendor' })
  async updateVendor(@Ctx() ctx: RequestContext, @Arg('input', () => UpdateVendorInput) input: UpdateVendorInput) {
    await vendors.updateVendor(ctx, input);
    return { vendor: await ctx.load(vendors.vendorById, input.id) };
  }

  @Allow('vendors:create', 'vendors:edit')
  @Mutation(() => ImportVendorsPayload, {
    description:
      'Creates and updates vendors from CSV; a row that creates one needs vendors:create, one that updates one ' +
      'needs vendors:edit. Invalid rows are skipped and reported',
  })
  importVendors(@Ctx() ctx: RequestContext, @Arg('input', () => ImportVendorsInput) input: ImportVendorsInput) {
    return importVendors(ctx, input);
  }

  @Allow('vendors:delete')
  @Mutation(() => DeletePayload, {
    description: 'Permanently deletes a vendor with its assessments, responses, evidence, findings and certifications',
  })
  async deleteVendor(@Ctx() ctx: RequestContext, @Arg('input', () => DeleteInput) { id }: DeleteInput) {
    await vendors.deleteVendor(ctx, id);
    return { deletedId: id };
  }
}
