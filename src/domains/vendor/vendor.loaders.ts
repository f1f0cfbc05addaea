import type { GraphQLResolveInfo } from 'graphql';
import type { Row } from '../../database/rows';
import type { Sql } from '../../database/sql';
import { type Connection, connection, type PageArgs } from '../../graphql/connection';
import { byId, loader } from '../../graphql/engine/loaders';
import type { RequestContext } from '../../kernel/context';
import { currentSettings } from '../settings/settings.service';
import { Vendor } from './vendor.entity';
import type { VendorFilter, VendorOrder } from './vendor.inputs';
import { MAX_EXTERNAL_ID, RagBand } from './vendor.rules';
import * as ownFields from './own-fields.loaders';
import * as store from './vendor.store';
import { isLongerThan } from '../../platform/characters';

export const vendorById = byId(Vendor);

export const vendorByExternalId = loader<string, Row<Vendor> | null>(async (externalIds, ctx) => {
  // Too long to be an external id: no vendor can have it.
  const possible = externalIds.filter((id) => !isLongerThan(id, MAX_EXTERNAL_ID));
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
  return connection(ctx, info, {
    entity: Vendor,
    conditions: await vendorConditions(ctx, filter ?? {}),
    order: store.orderOf(order),
    page,
  });
}

const MOST_TAGS = 500;

/** Tags in use, most used first. */
export async function tagsInUse(ctx: RequestContext): Promise<string[]> {
  const rows = await ctx.database.query(store.tagsInUse(MOST_TAGS));
  return rows.map(({ tag }) => tag);
}

/** Which vendors a filter shows. */
export async function vendorConditions(ctx: RequestContext, filter: VendorFilter): Promise<Sql[]> {
  return [...(await askedConditions(ctx, filter)), ...store.listed(filter)];
}

/** What a filter asks for; without anything, the vendors that lists show are meant. */
export async function askedConditions(
  ctx: RequestContext,
  { ragBand, needsAttention, certification, fields, ...filter }: VendorFilter,
): Promise<Sql[]> {
  const found = store.conditionsOf(filter);
  if (ragBand) found.push(store.inBand(ragBand, await ctx.load(currentSettings, 'settings')));
  if (needsAttention) found.push(store.needsAttention(store.inBand(RagBand.RED, await ctx.load(currentSettings, 'settings'))));
  if (certification) found.push(await isHolder(ctx, certification));
  if (fields) found.push(...(await ownFields.conditionsOf(ctx, fields)));
  return found;
}

/** More names than this aren't told one by one. */
const MOST_NAMES = 1_000;

async function isHolder(ctx: RequestContext, text: string): Promise<Sql> {
  const names = await ctx.database.query(store.certificationNames(text, MOST_NAMES + 1));
  return store.holds(text, names.length <= MOST_NAMES ? names.map(({ name }) => name) : undefined);
}
