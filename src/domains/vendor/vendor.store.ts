import { isListedVendor } from '../../database/listed';
import { type Row, select } from '../../database/rows';
import { contains, idIs, idIsOrNobody, isOneOf, join, rawSql, type Sql, sql, statement, TODAY, within } from '../../database/sql';
import type { OrderTerm } from '../../graphql/connection';
import { isId } from '../../platform/id';
import { isOverdue } from './overdue.store';
import { Vendor } from './vendor.entity';
import { INHERENT_RISK, RENEWAL, RESIDUAL_RISK } from './vendor-risk.sql';
import { type VendorFilter, type VendorOrder, VendorOrderField } from './vendor.inputs';
import { type BandBounds, BANDS, RagBand } from './vendor.rules';

export const byExternalId = statement(
  'vendor.byExternalId',
  (externalIds: readonly string[]) => sql<Row<Vendor>>`${select(Vendor)} where external_id ${isOneOf(externalIds, 'text')}`,
);

/** Most used first. */
export const tagsInUse = statement(
  'vendor.tagsInUse',
  (most: number) => sql<{ tag: string }>`
    select tag from vendor cross join unnest(tags) as tag where ${isListedVendor()} group by tag order by count(*) desc, tag limit ${most}`,
);

type LockedVendor = Pick<
  Row<Vendor>,
  'id' | 'name' | 'contactEmail' | 'tier' | 'status' | 'tags' | 'portfolioId' | 'offboardingStartedAt' | 'ownerId' | 'revision'
>;

export const lock = statement(
  'vendor.lock',
  (id: string) => sql<LockedVendor>`
    select id, name, contact_email as "contactEmail", tier, status, tags, portfolio_id as "portfolioId",
      offboarding_started_at as "offboardingStartedAt", owner_id as "ownerId", revision
    from vendor where id = ${id} for update`,
);

export const owner = statement('vendor.owner', (id: string) => sql<{ id: string }>`select id from app_user where id = ${id}`);

const ORDERS: Record<VendorOrderField, Omit<OrderTerm, 'descending'>> = {
  NAME: { by: rawSql('lower(name)'), type: 'text' },
  TIER: { by: rawSql("coalesce(array_position(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], tier), 0)"), type: 'int8' },
  OVERALL_SCORE: { by: rawSql('coalesce(overall_score, -1)'), type: 'float8' },
  LAST_ASSESSED_AT: { by: rawSql("coalesce(last_assessed_at, 'epoch')"), type: 'timestamptz' },
  CREATED_AT: { by: rawSql('created_at'), type: 'timestamptz' },
  INHERENT_RISK: { by: rawSql(INHERENT_RISK), type: 'float8' },
  RESIDUAL_RISK: { by: rawSql(RESIDUAL_RISK), type: 'float8' },
  CONTRACT_RENEWAL_DATE: { by: rawSql(RENEWAL), type: 'date' },
};

export function orderOf(order: VendorOrder | null | undefined): OrderTerm[] {
  return [{ ...ORDERS[order?.field ?? VendorOrderField.NAME], descending: order?.descending ?? false }];
}

/** Whether a shared-responsibility action still needs work. */
export const isOpenAction = (alias: string) => rawSql(`${alias}.status in ('PENDING', 'IN_PROGRESS')`);

/** The conditions of a filter, except those that depend on what is stored elsewhere. */
export function conditionsOf(filter: Omit<VendorFilter, 'ragBand' | 'needsAttention' | 'certification' | 'fields'>): Sql[] {
  const { query, ids, tier, tag, ownerId, portfolioId, externalId, isUntiered, hasOpenActions } = filter;
  const found: Sql[] = [];
  if (filter.status) found.push(sql`status ${isOneOf(filter.status, 'text')}`);
  if (query) found.push(contains(['name', 'contact_email'], query));
  if (ids) found.push(sql`id = any(${ids.filter(isId)}::uuid[])`);
  if (tier) found.push(sql`tier = ${tier}`);
  if (tag) found.push(sql`tags @> array[${tag}]::text[]`);
  found.push(...idIsOrNobody('owner_id', ownerId));
  if (portfolioId != null) found.push(idIs('portfolio_id', portfolioId));
  if (externalId != null) found.push(sql`external_id = ${externalId}`);
  if (isUntiered != null) found.push(isUntiered ? sql`tier is null` : sql`tier is not null`);
  if (hasOpenActions) {
    found.push(sql`exists (
      select 1 from responsibility_action r where r.vendor_id = vendor.id and ${isOpenAction('r')})`);
  }
  const { tiers, dataSensitivity, isAssessed } = filter;
  if (tiers) found.push(sql`tier ${isOneOf(tiers, 'text')}`);
  if (dataSensitivity) found.push(sql`data_sensitivity ${isOneOf(dataSensitivity, 'text')}`);
  found.push(...within('contract_renewal_date', filter.renewalFrom, filter.renewalTo));
  found.push(...within('overall_score', filter.scoreFrom, filter.scoreTo));
  found.push(...within('last_assessed_at', filter.lastAssessedFrom, filter.lastAssessedTo));
  if (isAssessed != null) found.push(isAssessed ? sql`last_assessed_at is not null` : sql`last_assessed_at is null`);
  return found;
}

/** The names of certifications that have this in them. Many certifications have the same name, which is looked into once. */
const namesWith = (text: string) => sql<{ name: string }>`
  select n.name from (select distinct name from certification offset 0) n where ${contains(['n.name'], text)}`;

export const certificationNames = statement(
  'vendor.certificationNames',
  (text: string, most: number) => sql<{ name: string }>`${namesWith(text)} limit ${most}`,
);

/** Who holds a certification that is valid, by its names if they are known: then PostgreSQL can tell how many vendors do. */
export function holds(text: string, names?: readonly string[]): Sql {
  const isNamed = names ? sql`c.name = any(${names}::text[])` : sql`c.name in (${namesWith(text)})`;
  return sql`id in (
    select c.vendor_id from certification c where ${isNamed} and (c.expires_date is null or c.expires_date >= ${TODAY}))`.plannedAnew();
}

/** A list leaves out the vendors we don't work with, unless it is asked for statuses or for vendors by id. */
export function listed({ status, ids, externalId }: VendorFilter): Sql[] {
  return status || ids || externalId != null ? [] : [isListedVendor()];
}

/** `ragBand` as a condition on a score, in a form that can use an index. */
export function inBand(band: RagBand, bounds: BandBounds, score = 'overall_score'): Sql {
  const at = BANDS.findIndex((one) => one.band === band);
  if (at < 0) return rawSql(`${score} is null`);
  const { from } = BANDS[at]!;
  const above = BANDS[at - 1]?.from;
  const conditions = [
    ...(from ? [sql`${rawSql(score)} >= ${bounds[from]}`] : []),
    ...(above ? [sql`${rawSql(score)} < ${bounds[above]}`] : []),
  ];
  return join(conditions, ' and ');
}

/** The band of a score: `ragBand` in SQL. The bounds are numbers, or columns. */
export function bandOf(score: string, bounds: Record<keyof BandBounds, unknown>): Sql {
  const cases = BANDS.map(({ band, from }) =>
    from ? sql`when ${rawSql(score)} >= ${bounds[from]} then '${rawSql(band)}'` : sql`else '${rawSql(band)}'`,
  );
  return sql`case when ${rawSql(score)} is null then '${rawSql(RagBand.UNSCORED)}' ${join(cases, ' ')} end`;
}

/** The vendors v that meet a condition, each with the band of its overall score. */
export const bandedVendors = (condition: Sql) => sql`(
  select v.*, ${bandOf('v.overall_score', { greenFrom: rawSql('s.green_from'), amberFrom: rawSql('s.amber_from') })} as band
  from vendor v cross join settings s where ${condition})`;

export const BANDED_VENDORS = bandedVendors(isListedVendor('v'));

/** How many are in each band: green, amber, red, unscored. */
export const BAND_COUNTS = rawSql(
  Object.values(RagBand)
    .map((band) => `count(*) filter (where band = '${band}') as ${band.toLowerCase()}`)
    .join(', '),
);

/** Vendors with a red score or an overdue assessment need attention. */
export function needsAttention(isRed: Sql, overdue = sql`select vendor_id from assessment where ${isOverdue()}`): Sql {
  return sql`(${isRed} or id in (${overdue}))`;
}
