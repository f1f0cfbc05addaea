import { type Row, select } from '../../database/rows';
import { contains, idIs, isOneOf, rawSql, type Sql, sql, statement } from '../../database/sql';
import type { OrderTerm } from '../../graphql/connection';
import { isId } from '../../platform/id';
import { Vendor } from './vendor.entity';
import { type VendorFilter, type VendorOrder, VendorOrderField } from './vendor.inputs';
import { type BandBounds, RagBand } from './vendor.rules';

export const byExternalId = statement(
  'vendor.byExternalId',
  (externalIds: readonly string[]) => sql<Row<Vendor>>`${select(Vendor)} where external_id ${isOneOf(externalIds, 'text')}`,
);

/** The most used first. */
export const tagsInUse = statement(
  'vendor.tagsInUse',
  (most: number) => sql<{ tag: string }>`
    select tag from vendor cross join unnest(tags) as tag group by tag order by count(*) desc, tag limit ${most}`,
);

export const lock = statement(
  'vendor.lock',
  (id: string) => sql<Pick<Row<Vendor>, 'id' | 'name' | 'contactEmail' | 'revision'>>`
    select id, name, contact_email as "contactEmail", revision from vendor where id = ${id} for update`,
);

export const remove = statement('vendor.remove', (id: string) => sql<never>`delete from vendor where id = ${id}`);

export const owner = statement('vendor.owner', (id: string) => sql<{ id: string }>`select id from app_user where id = ${id}`);

const ORDERS: Record<VendorOrderField, Omit<OrderTerm, 'descending'>> = {
  NAME: { by: rawSql('lower(name)'), type: 'text' },
  TIER: { by: rawSql("coalesce(array_position(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], tier), 0)"), type: 'int8' },
  OVERALL_SCORE: { by: rawSql('coalesce(overall_score, -1)'), type: 'float8' },
  LAST_ASSESSED_AT: { by: rawSql("coalesce(last_assessed_at, 'epoch')"), type: 'timestamptz' },
  CREATED_AT: { by: rawSql('created_at'), type: 'timestamptz' },
};

export function orderOf(order: VendorOrder | null | undefined): OrderTerm[] {
  return [{ ...ORDERS[order?.field ?? VendorOrderField.NAME], descending: order?.descending ?? false }];
}

/** Of a filter, but for what depends on the bounds of the bands. */
export function conditionsOf(filter: Omit<VendorFilter, 'ragBand' | 'needsAttention'>): Sql[] {
  const { query, ids, tier, tag, ownerId, externalId, isUntiered, hasOpenActions } = filter;
  const found: Sql[] = [];
  if (query) found.push(contains(['name', 'contact_email'], query));
  if (ids) found.push(sql`id = any(${ids.filter(isId)}::uuid[])`);
  if (tier) found.push(sql`tier = ${tier}`);
  if (tag) found.push(sql`tags @> array[${tag}]::text[]`);
  if (ownerId != null) found.push(idIs('owner_id', ownerId));
  if (externalId != null) found.push(sql`external_id = ${externalId}`);
  if (isUntiered != null) found.push(isUntiered ? sql`tier is null` : sql`tier is not null`);
  if (hasOpenActions) {
    found.push(sql`exists (
      select 1 from responsibility_action r where r.vendor_id = vendor.id and r.status in ('PENDING', 'IN_PROGRESS'))`);
  }
  return found;
}

export function inBand(band: RagBand, { greenFrom, amberFrom }: BandBounds): Sql {
  return {
    [RagBand.GREEN]: sql`overall_score >= ${greenFrom}`,
    [RagBand.AMBER]: sql`overall_score >= ${amberFrom} and overall_score < ${greenFrom}`,
    [RagBand.RED]: sql`overall_score < ${amberFrom}`,
    [RagBand.UNSCORED]: sql`overall_score is null`,
  }[band];
}

export function needsAttention({ amberFrom }: BandBounds): Sql {
  return sql`(overall_score < ${amberFrom} or exists (
    select 1 from assessment a where a.vendor_id = vendor.id and a.status in ('SENT', 'IN_PROGRESS') and a.due_date < now()))`;
}

/** The vendors, each with the band of its overall score: what `ragBand` says, where many are counted. */
export const BANDED_VENDORS = rawSql(`(
  select v.*, case when overall_score is null then 'UNSCORED' when overall_score >= s.green_from then 'GREEN'
    when overall_score >= s.amber_from then 'AMBER' else 'RED' end as band
  from vendor v cross join settings s)`);
