import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { RequestContext } from '../../kernel/context';
import { Vendor } from '../vendor/vendor.entity';
import { vendorById } from '../vendor/vendor.loaders';
import { previewScoring } from './scoring-preview';
import { MovedVendor, PreviewScoringInput, ScoringPreview } from './scoring-preview.inputs';

@Resolver(() => MovedVendor)
export class ScoringPreviewResolver {
  @Allow('settings:manage')
  @Query(() => ScoringPreview, { description: 'Preview of changed scoring settings' })
  previewScoring(@Ctx() ctx: RequestContext, @Arg('input', () => PreviewScoringInput) input: PreviewScoringInput) {
    return previewScoring(ctx, input);
  }

  @FieldResolver(() => Vendor, { description: 'The vendor' })
  vendor(@Root() { vendorId }: MovedVendor, @Ctx() ctx: RequestContext) {
    return ctx.load(vendorById, vendorId);
  }
}
