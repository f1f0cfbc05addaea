import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import type { RequestContext } from '../../kernel/context';
import { OffboardingStep } from './offboarding-step.entity';
import { Offboarding } from './offboarding.inputs';
import { stepsOf } from './offboarding.loaders';
import { OFFBOARDING_STEPS } from './offboarding.rules';
import { Vendor } from './vendor.entity';

@Resolver(() => Vendor)
export class VendorOffboardingResolver {
  @Reads(Vendor, 'offboardingStartedAt', 'offboardingReason')
  @FieldResolver(() => Offboarding, { nullable: true, description: 'How far parting with it has come; null unless that was started' })
  offboarding(@Root() vendor: Reading<Vendor, 'offboardingStartedAt' | 'offboardingReason'>): Offboarding | null {
    const { id: vendorId, offboardingStartedAt: startedAt, offboardingReason: reason } = vendor;
    return startedAt ? { vendorId, startedAt, reason } : null;
  }
}

@Resolver(() => Offboarding)
export class OffboardingResolver {
  @FieldResolver(() => [OffboardingStep], { description: 'What has to be done, in order' })
  steps(@Root() { vendorId }: Offboarding, @Ctx() ctx: RequestContext) {
    return ctx.load(stepsOf, vendorId);
  }

  @FieldResolver(() => Boolean, { description: 'Whether every step is done, so that the vendor can be archived' })
  async isComplete(@Root() { vendorId }: Offboarding, @Ctx() ctx: RequestContext) {
    return (await ctx.load(stepsOf, vendorId)).every(({ isDone }) => isDone);
  }
}

@Resolver(() => OffboardingStep)
export class OffboardingStepResolver {
  @Reads(OffboardingStep, 'kind')
  @FieldResolver(() => String, { description: 'What it is called' })
  label(@Root() { kind }: Reading<OffboardingStep, 'kind'>) {
    return OFFBOARDING_STEPS[kind];
  }
}
