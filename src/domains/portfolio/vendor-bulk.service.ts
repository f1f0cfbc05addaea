import { z } from 'zod';
import { forEachId } from '../../graphql/bulk';
import type { RequestContext } from '../../kernel/context';
import { check } from '../../kernel/validate';
import { vendorById } from '../vendor/vendor.loaders';
import type { UpdateVendorsInput, VendorsPayload } from './vendor-bulk.inputs';
import { tagsRule, updateVendor } from './vendor.service';

const bulkRule = z.object({ addTags: tagsRule.nullish(), removeTags: tagsRule.nullish() });

/** Each vendor is changed by the rules for a single one, with an audit entry of its own. */
export async function updateVendors(ctx: RequestContext, input: UpdateVendorsInput): Promise<VendorsPayload> {
  const { ids, ownerId, tier } = input;
  const { addTags, removeTags } = check(bulkRule, input);
  const add = addTags ?? [];
  const remove = new Set(removeTags ?? []);
  const retag = add.length + remove.size > 0 ? (tags: string[]) => [...tags.filter((tag) => !remove.has(tag)), ...add] : undefined;
  const results = await forEachId(ctx, ids, (id) => updateVendor(ctx, { id, ownerId, tier }, retag));
  return {
    results: await Promise.all(
      results.map(async ({ id, error }) => ({ id, error, vendor: error === null ? await ctx.load(vendorById, id) : null })),
    ),
  };
}
