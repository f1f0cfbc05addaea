import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { IdInput } from '../../graphql/inputs';
import type { RequestContext } from '../../kernel/context';
import { StartOffboardingInput, UpdateOffboardingStepInput } from '../vendor/offboarding.inputs';
import { VendorPayload } from '../vendor/vendor.inputs';
import { vendorById } from '../vendor/vendor.loaders';
import * as offboarding from './offboarding.service';

@Resolver()
export class OffboardingChangesResolver {
  @Allow('vendors:edit')
  @Mutation(() => VendorPayload, { description: 'Begins to part with a vendor: ACTIVE to OFFBOARDING, with a checklist' })
  async startOffboarding(@Ctx() ctx: RequestContext, @Arg('input', () => StartOffboardingInput) input: StartOffboardingInput) {
    await offboarding.startOffboarding(ctx, input);
    return { vendor: await ctx.load(vendorById, input.id) };
  }

  @Allow('vendors:edit')
  @Mutation(() => VendorPayload, { description: 'Notes how far a step of the checklist is' })
  async updateOffboardingStep(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => UpdateOffboardingStepInput) input: UpdateOffboardingStepInput,
  ) {
    return { vendor: await ctx.load(vendorById, await offboarding.updateOffboardingStep(ctx, input)) };
  }

  @Allow('vendors:edit')
  @Mutation(() => VendorPayload, {
    description: 'OFFBOARDING with every step done to ARCHIVED: portal links end, and there are no new assessments',
  })
  async archiveVendor(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    await offboarding.archiveVendor(ctx, id);
    return { vendor: await ctx.load(vendorById, id) };
  }

  @Allow('vendors:edit')
  @Mutation(() => VendorPayload, {
    description: 'OFFBOARDING or ARCHIVED to ACTIVE, unless its request was rejected; another offboarding starts anew',
  })
  async reactivateVendor(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    await offboarding.reactivateVendor(ctx, id);
    return { vendor: await ctx.load(vendorById, id) };
  }
}
