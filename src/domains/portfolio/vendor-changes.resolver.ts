import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { Allow, Makes } from '../../auth/permissions';
import { DeleteInput, DeletePayload } from '../../graphql/inputs';
import type { RequestContext } from '../../kernel/context';
import { CreateVendorInput, UpdateVendorInput, VendorPayload } from '../vendor/vendor.inputs';
import { vendorById } from '../vendor/vendor.loaders';
import { deleteAssessment, deleteVendor } from './deletion.service';
import { UpdateVendorsInput, VendorsPayload } from './vendor-bulk.inputs';
import { updateVendors } from './vendor-bulk.service';
import { ImportVendorsInput, ImportVendorsPayload } from './vendor-import.inputs';
import { importVendors } from './vendor-import.service';
import * as vendors from './vendor.service';

@Resolver()
export class VendorChangesResolver {
  @Allow('vendors:create')
  @Makes()
  @Mutation(() => VendorPayload, { description: 'Creates a vendor' })
  async createVendor(@Ctx() ctx: RequestContext, @Arg('input', () => CreateVendorInput) input: CreateVendorInput) {
    return { vendor: await ctx.load(vendorById, await vendors.createVendor(ctx, input)) };
  }

  @Allow('vendors:edit')
  @Mutation(() => VendorPayload, { description: 'Changes a vendor' })
  async updateVendor(@Ctx() ctx: RequestContext, @Arg('input', () => UpdateVendorInput) input: UpdateVendorInput) {
    await vendors.updateVendor(ctx, input);
    return { vendor: await ctx.load(vendorById, input.id) };
  }

  @Allow('vendors:edit')
  @Mutation(() => VendorsPayload, { description: 'Changes several vendors, each on its own' })
  updateVendors(@Ctx() ctx: RequestContext, @Arg('input', () => UpdateVendorsInput) input: UpdateVendorsInput) {
    return updateVendors(ctx, input);
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
    await deleteVendor(ctx, id);
    return { deletedId: id };
  }

  @Allow('assessments:delete')
  @Mutation(() => DeletePayload, { description: 'Deletes an assessment with its answers, evidence, findings and comments' })
  async deleteAssessment(@Ctx() ctx: RequestContext, @Arg('input', () => DeleteInput) { id }: DeleteInput) {
    await deleteAssessment(ctx, id);
    return { deletedId: id };
  }
}
