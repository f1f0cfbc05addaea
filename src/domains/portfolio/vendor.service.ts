import type { GraphQLResolveInfo } from 'graphql';
import { z } from 'zod';
import { revise } from '../../kernel/revise';
import type { Row } from '../../database/rows';
import { type Sql } from '../../database/sql';
import { type Connection, connection, type PageArgs } from '../../graphql/connection';
import type { RequestContext } from '../../kernel/context';
import { badInput, conflict, forbidden, notFound, onTaken, staleRevision } from '../../kernel/errors';
import { byId, loader } from '../../graphql/engine/loaders';
import { check, email, line, optional, prose, verbatim } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { type Change, change } from '../audit/audit.service';
import { uncount } from '../finding/finding.tallies';
import { followContacts } from '../portal/portal-link.ending';
import { collectFilesOfVendor } from '../evidence/evidence.service';
import { withdrawMailsOfVendor } from '../mail/mail.service';
import { currentSettings } from '../settings/settings.service';
import { Vendor } from '../vendor/vendor.entity';
import type { CreateVendorInput, UpdateVendorInput, VendorFilter, VendorOrder } from '../vendor/vendor.inputs';
import * as store from '../vendor/vendor.store';

const tags = z
  .array(line(64))
  .max(50, 'has more than 50 tags')
  .transform((list) => [...new Set(list)]);

const MAX_EXTERNAL_ID = 200;

/** What a vendor must be, whichever way it comes in. */
export const vendorRule = z.object({
  name: line(),
  contactEmail: email,
  externalId: optional(verbatim(MAX_EXTERNAL_ID)),
  contactName: optional(line()),
  tier: z.string().nullish(),
  website: optional(verbatim(2_000)), // any text: whoever shows it links to http(s) alone
  notes: optional(prose()),
  serviceDescription: optional(prose()),
  dataSensitivity: z.string().nullish(),
  contractRenewalDate: z.string().nullish(),
  contractValue: z.string().nullish(),
  geographicRisk: z.string().nullish(),
  tags: tags.nullish().transform((list) => (list === null ? [] : list)),
});

export const vendorById = byId(Vendor);

export const vendorByExternalId = loader<string, Row<Vendor> | null>(async (externalIds, ctx) => {
  // One that is too long to be an external id names nothing.
  const possible = externalIds.filter((id) => id.length <= MAX_EXTERNAL_ID);
  if (possible.length === 0) return externalIds.map(() => null);
  const rows = await ctx.database.query(store.byExternalId(possible));
  const found = new Map(rows.map((row) => [row.externalId, row]));
  return externalIds.map((externalId) => found.get(externalId) ?? null);
});

export async function listVendors(
  ctx: RequestContext,
  info: GraphQLResolveInfo,
  { filter, order, page }: { filter?: VendorFilter | null; order?: VendorOrder | null; page: PageArgs },
): Promise<Connection<Row<Vendor>>> {
  return connection(ctx, info, { entity: Vendor, conditions: await conditionsOf(ctx, filter ?? {}), order: store.orderOf(order), page });
}

const MOST_TAGS = 500;

/** Tags that vendors carry, the most used first. */
export async function tagsInUse(ctx: RequestContext): Promise<string[]> {
  const rows = await ctx.database.query(store.tagsInUse(MOST_TAGS));
  return rows.map(({ tag }) => tag);
}

async function conditionsOf(ctx: RequestContext, { ragBand, needsAttention, ...filter }: VendorFilter): Promise<Sql[]> {
  const found = store.conditionsOf(filter);
  if (ragBand) found.push(store.inBand(ragBand, await ctx.load(currentSettings, 'settings')));
  if (needsAttention) found.push(store.needsAttention(await ctx.load(currentSettings, 'settings')));
  return found;
}

export const externalIdTaken = onTaken(['vendor_external_id_taken'], () =>
  conflict('A vendor with this external ID already exists', { externalId: 'already belongs to another vendor' }),
);

export async function createVendor(ctx: RequestContext, input: CreateVendorInput): Promise<string> {
  const given = check(vendorRule, input);
  return change(ctx, async (tx) => {
    const vendor = tx.em.create(Vendor, { ...given, owner: await findOwner(tx, input.ownerId) } as never);
    await tx.em.flush();
    tx.record({ action: 'CREATE_VENDOR', entity: entityOf(vendor) });
    return vendor.id;
  }).catch(externalIdTaken);
}

export async function updateVendor(ctx: RequestContext, input: UpdateVendorInput): Promise<void> {
  const { id, expectedRevision, ownerId, ...rest } = input;
  const changes = check(vendorRule.partial(), rest);
  await change(ctx, async (tx) => {
    const owner = await findOwner(tx, ownerId);
    const before = isId(id) && changes.contactEmail !== undefined ? await tx.one(store.lock(id)) : undefined;
    const revised = isId(id) ? await revise(tx, Vendor, { id }, { ...changes, owner }, expectedRevision) : undefined;
    if (!revised) throw notFound('Vendor');
    const { entity: vendor, changed } = revised;
    if (Object.keys(changed).length === 0) {
      // Who may not see the vendor would read it by changing nothing, with no trace.
      if (ctx.caller.lent?.includes('vendors:view')) throw forbidden();
      return;
    }
    await tx.em.flush();
    if (before) await followContacts(tx, [{ vendorId: id, from: before.contactEmail, to: vendor.contactEmail }]);
    tx.record({ action: 'UPDATE_VENDOR', entity: entityOf(vendor), meta: { fields: Object.keys(changed) } });
  }).catch(externalIdTaken);
}

/** Takes all that belongs to the vendor with it, by the foreign keys. The audit log keeps its entries. */
export async function deleteVendor(ctx: RequestContext, id: string): Promise<void> {
  const { expectedRevision } = ctx.request;
  await change(ctx, async (tx) => {
    const vendor = isId(id) ? await tx.one(store.lock(id)) : undefined;
    if (!vendor) throw notFound('Vendor');
    if (expectedRevision !== undefined && vendor.revision !== expectedRevision) throw staleRevision('vendor');
    await collectFilesOfVendor(ctx, tx, id);
    await withdrawMailsOfVendor(tx, id);
    await uncount(tx, await tx.query(store.lockAssessments(id)));
    await tx.query(store.remove(id));
    tx.record({ action: 'DELETE_VENDOR', entity: entityOf(vendor) });
  });
}

async function findOwner(tx: Change, ownerId: string | null | undefined): Promise<string | null | undefined> {
  if (ownerId == null) return ownerId;
  const user = isId(ownerId) ? await tx.one(store.owner(ownerId)) : undefined;
  if (!user) throw badInput({ ownerId: 'does not match a user' });
  return ownerId;
}

const entityOf = (vendor: { id: string; name: string }) => ({ type: 'Vendor', id: vendor.id, name: vendor.name });
