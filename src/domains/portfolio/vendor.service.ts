import { z } from 'zod';
import { admits } from '../../auth/permissions';
import { revise } from '../../kernel/revise';
import type { RequestContext } from '../../kernel/context';
import { badInput, conflict, forbidden, notFound, onTaken } from '../../kernel/errors';
import { check, email, line, optional, verbatim } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { type Change, change } from '../audit/audit.service';
import { followContacts } from '../portal/portal-link.ending';
import { changedNames, type FieldChanges, ownValuesOf, readOwnFields, reviseVendor, writeOwnFields } from '../vendor/own-fields.service';
import { forTexts } from '../vendor/vendor-fields.rules';
import { Vendor } from '../vendor/vendor.entity';
import type { CreateVendorInput, UpdateVendorInput } from '../vendor/vendor.inputs';
import { MAX_EXTERNAL_ID } from '../vendor/vendor.rules';
import * as store from '../vendor/vendor.store';
import { moveTallies, placeForNew, placeToMoveTo } from './vendor-place';

export const tagsRule = z
  .array(line(64))
  .max(50, 'has more than 50 tags')
  .transform((list) => [...new Set(list)]);

/** The rules for a vendor, however it comes in. */
export const vendorRule = z.object({
  name: line(),
  contactEmail: email,
  externalId: optional(verbatim(MAX_EXTERNAL_ID)),
  contactName: optional(line()),
  tier: z.string().nullish(),
  ...forTexts(({ most }) => optional(verbatim(most))),
  dataSensitivity: z.string().nullish(),
  contractRenewalDate: z.string().nullish(),
  contractValue: z.string().nullish(),
  geographicRisk: z.string().nullish(),
  tags: tagsRule.nullish().transform((list) => (list === null ? [] : list)),
});

export const externalIdTaken = onTaken(['vendor_external_id_taken'], () =>
  conflict('A vendor with this external ID already exists', { externalId: 'already belongs to another vendor' }),
);

export async function createVendor(ctx: RequestContext, input: CreateVendorInput): Promise<string> {
  const given = check(vendorRule, input);
  return change(ctx, async (tx) => {
    const owner = await findOwner(tx, input.ownerId);
    const vendor = tx.em.create(Vendor, {
      ...given,
      owner,
      portfolio: await placeForNew(ctx, tx, input.portfolioId),
    } as never);
    // REST knows no own fields.
    const fields = ctx.request.isRest ? new Map() : await readOwnFields(tx, input.fields, { isNew: true, before: new Map() });
    await tx.em.flush();
    await writeOwnFields(tx, [{ vendorId: vendor.id, changes: fields }]);
    tx.record({ action: 'CREATE_VENDOR', entity: entityOf(vendor), isAssigned: owner != null });
    return vendor.id;
  }).catch(externalIdTaken);
}

/** `retag` gives the tags that a vendor has afterwards from those that it has. */
export async function updateVendor(ctx: RequestContext, input: UpdateVendorInput, retag?: (tags: string[]) => string[]): Promise<void> {
  const { id, expectedRevision, ownerId, portfolioId, fields: givenFields, ...rest } = input;
  const changes = check(vendorRule.partial(), rest);
  await change(ctx, async (tx) => {
    const owner = await findOwner(tx, ownerId);
    const portfolio = await placeToMoveTo(ctx, tx, portfolioId);
    const isWatched = changes.contactEmail !== undefined || changes.tier !== undefined || portfolio !== undefined || retag !== undefined;
    const before = isId(id) && isWatched ? await tx.one(store.lock(id)) : undefined;
    if (before && retag) changes.tags = check(vendorRule.pick({ tags: true }), { tags: retag(before.tags) }).tags;
    const revised = isId(id) ? await revise(tx, Vendor, { id }, { ...changes, owner, portfolio }, expectedRevision) : undefined;
    if (!revised) throw notFound('Vendor');
    const { entity: vendor, changed } = revised;
    const fields = await ownFieldChanges(ctx, tx, id, givenFields);
    if (Object.keys(changed).length + fields.size === 0) {
      // Otherwise someone who may not see the vendor could read it through an empty change, without a trace.
      if (ctx.caller.lent?.includes('vendors:view')) throw forbidden();
      return;
    }
    await tx.em.flush();
    if (Object.keys(changed).length === 0) await reviseVendor(tx, id);
    await writeOwnFields(tx, [{ vendorId: id, changes: fields }]);
    if (before && 'portfolio' in changed) await moveTallies(tx, id, before.portfolioId, portfolio ?? null);
    recordUpdate(tx, vendor, { fields: [...Object.keys(changed), ...changedNames(fields)], tierBefore: before?.tier });
    if (before) await followContacts(tx, [{ vendorId: id, from: before.contactEmail, to: vendor.contactEmail }]);
  }).catch(externalIdTaken);
}

async function ownFieldChanges(ctx: RequestContext, tx: Change, vendorId: string, given: unknown): Promise<FieldChanges> {
  if (given == null) return new Map();
  const before = (await ownValuesOf(tx, [vendorId])).get(vendorId)!;
  return readOwnFields(tx, given, { isNew: false, before, mayStay: admits(['vendors:view'], ctx.caller) });
}

interface Updated {
  fields: string[];
  tierBefore?: string | null;
}

/** A change of the tier is worth an entry of its own. */
export function recordUpdate(
  tx: Change,
  vendor: { id: string; name: string; tier?: unknown },
  { fields, tierBefore: from = null }: Updated,
): void {
  const entity = entityOf(vendor);
  tx.record({ action: 'UPDATE_VENDOR', entity, meta: { fields } });
  if (fields.includes('tier')) tx.record({ action: 'CHANGE_TIER', entity, meta: { from, to: vendor.tier ?? null } });
}

async function findOwner(tx: Change, ownerId: string | null | undefined): Promise<string | null | undefined> {
  if (ownerId == null) return ownerId;
  const user = isId(ownerId) ? await tx.one(store.owner(ownerId)) : undefined;
  if (!user) throw badInput({ ownerId: 'does not match a user' });
  return ownerId;
}

export const entityOf = (vendor: { id: string; name: string }) => ({ type: 'Vendor', id: vendor.id, name: vendor.name });
