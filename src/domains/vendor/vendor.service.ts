import type { GraphQLResolveInfo } from 'graphql';
import { z } from 'zod';
import { revise } from '../../kernel/revise';
import type { Row } from '../../database/rows';
import { contains, isOneOf, rawSql, type Sql, sql } from '../../database/sql';
import { type Connection, connection, type OrderTerm, type PageArgs } from '../../graphql/connection';
import type { RequestContext } from '../../kernel/context';
import { badInput, conflict, forbidden, notFound, onTaken, staleRevision } from '../../kernel/errors';
import { byId, loader } from '../../graphql/engine/loaders';
import { check, email, line, optional, prose, verbatim } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { type Change, change } from '../audit/audit.service';
import { uncount } from '../assessment/assessment.tallies';
import { followContacts } from '../assessment/portal-link.ending';
import { collectFiles, filesOfVendor } from '../evidence/evidence.service';
import { withdrawMails } from '../mail/mail.service';
import { currentSettings } from '../settings/settings.service';
import { Vendor } from './vendor.entity';
import { type CreateVendorInput, type UpdateVendorInput, type VendorFilter, type VendorOrder, VendorOrderField } from './vendor.inputs';
import { RagBand } from './vendor.rules';

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
  const rows = await ctx.database.query<Row<Vendor>>(
    sql`${ctx.database.table(Vendor).select} where external_id ${isOneOf(possible, 'text')}`,
  );
  const found = new Map(rows.map((row) => [row.externalId, row]));
  return externalIds.map((externalId) => found.get(externalId) ?? null);
});

const ORDERS: Record<VendorOrderField, Omit<OrderTerm, 'descending'>> = {
  NAME: { by: rawSql('lower(name)'), type: 'text' },
  TIER: { by: rawSql("coalesce(array_position(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], tier), 0)"), type: 'int8' },
  OVERALL_SCORE: { by: rawSql('coalesce(overall_score, -1)'), type: 'float8' },
  LAST_ASSESSED_AT: { by: rawSql("coalesce(last_assessed_at, 'epoch')"), type: 'timestamptz' },
  CREATED_AT: { by: rawSql('created_at'), type: 'timestamptz' },
};

export async function listVendors(
  ctx: RequestContext,
  info: GraphQLResolveInfo,
  { filter, order, page }: { filter?: VendorFilter | null; order?: VendorOrder | null; page: PageArgs },
): Promise<Connection<Row<Vendor>>> {
  const term = { ...ORDERS[order?.field ?? VendorOrderField.NAME], descending: order?.descending ?? false };
  return connection(ctx, info, { entity: Vendor, conditions: await conditions(ctx, filter ?? {}), order: [term], page });
}

const MOST_TAGS = 500;

/** Tags that vendors carry, the most used first. */
export async function tagsInUse(ctx: RequestContext): Promise<string[]> {
  const rows = await ctx.database.query<{ tag: string }>(sql`
    select tag from vendor cross join unnest(tags) as tag group by tag order by count(*) desc, tag limit ${MOST_TAGS}`);
  return rows.map(({ tag }) => tag);
}

async function conditions(ctx: RequestContext, filter: VendorFilter): Promise<Sql[]> {
  const { query, ids, tier, tag, ownerId, externalId, ragBand, isUntiered, needsAttention, hasOpenActions } = filter;
  const found: Sql[] = [];
  if (query) found.push(contains(['name', 'contact_email'], query));
  if (ids) found.push(sql`id = any(${ids.filter(isId)}::uuid[])`);
  if (tier) found.push(sql`tier = ${tier}`);
  if (tag) found.push(sql`tags @> array[${tag}]::text[]`);
  if (ownerId != null) found.push(isId(ownerId) ? sql`owner_id = ${ownerId}` : rawSql('false'));
  if (externalId != null) found.push(sql`external_id = ${externalId}`);
  if (ragBand) {
    const { greenFrom, amberFrom } = await ctx.load(currentSettings, 'settings');
    found.push(
      {
        [RagBand.GREEN]: sql`overall_score >= ${greenFrom}`,
        [RagBand.AMBER]: sql`overall_score >= ${amberFrom} and overall_score < ${greenFrom}`,
        [RagBand.RED]: sql`overall_score < ${amberFrom}`,
        [RagBand.UNSCORED]: sql`overall_score is null`,
      }[ragBand],
    );
  }
  if (isUntiered != null) found.push(isUntiered ? sql`tier is null` : sql`tier is not null`);
  if (needsAttention) {
    const { amberFrom } = await ctx.load(currentSettings, 'settings');
    found.push(sql`(overall_score < ${amberFrom} or exists (
      select 1 from assessment a where a.vendor_id = vendor.id and a.status in ('SENT', 'IN_PROGRESS') and a.due_date < now()))`);
  }
  if (hasOpenActions) {
    found.push(sql`exists (
      select 1 from responsibility_action r where r.vendor_id = vendor.id and r.status in ('PENDING', 'IN_PROGRESS'))`);
  }
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
    const [before] =
      isId(id) && changes.contactEmail !== undefined
        ? await tx.query<{ contactEmail: string }>(sql`select contact_email as "contactEmail" from vendor where id = ${id} for update`)
        : [];
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
    const [vendor] = isId(id)
      ? await tx.query<{ id: string; name: string; revision: number }>(
          sql`select id, name, revision from vendor where id = ${id} for update`,
        )
      : [];
    if (!vendor) throw notFound('Vendor');
    if (expectedRevision !== undefined && vendor.revision !== expectedRevision) throw staleRevision('vendor');
    await collectFiles(ctx, tx, filesOfVendor(id));
    await withdrawMails(tx, sql`assessment_id in (select id from assessment where vendor_id = ${id})`);
    await uncount(tx, await tx.query(sql`select id, status from assessment where vendor_id = ${id} for update`));
    await tx.query(sql`delete from vendor where id = ${id}`);
    tx.record({ action: 'DELETE_VENDOR', entity: entityOf(vendor) });
  });
}

async function findOwner(tx: Change, ownerId: string | null | undefined): Promise<string | null | undefined> {
  if (ownerId == null) return ownerId;
  const [user] = isId(ownerId) ? await tx.query(sql`select 1 from app_user where id = ${ownerId}`) : [];
  if (!user) throw badInput({ ownerId: 'does not match a user' });
  return ownerId;
}

const entityOf = (vendor: { id: string; name: string }) => ({ type: 'Vendor', id: vendor.id, name: vendor.name });
