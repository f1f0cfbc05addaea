import type { GraphQLResolveInfo } from 'graphql';
import type { Row } from '../../database/rows';
import { isOneOf, rawSql, sql } from '../../database/sql';
import { type Connection, connection, type PageArgs } from '../../graphql/connection';
import type { RequestContext } from '../../kernel/context';
import { badInput } from '../../kernel/errors';
import { byId, childrenOf, loader } from '../../graphql/engine/loaders';
import { Certification } from './certification.entity';
import type { ResponsibilityCompliance } from './certification.inputs';
import { type ActionCounts, percentDone } from './certification.rules';
import { ResponsibilityAction } from './responsibility-action.entity';

export const certificationById = byId(Certification);
export const actionById = byId(ResponsibilityAction);

export const certificationsOf = childrenOf(Certification, 'vendor', rawSql('lower(name), expires_date desc, id'));
export const actionsOf = childrenOf(
  ResponsibilityAction,
  'vendor',
  rawSql('lower(framework_name), control_code, lower(certification_name), id'),
);

/** Null for a vendor without actions. */
export const complianceOf = loader<string, ResponsibilityCompliance | null>(async (vendorIds, ctx) => {
  const rows = await ctx.database.query<ActionCounts & { vendorId: string }>(sql`
    select vendor_id as "vendorId", count(*) as total,
      count(*) filter (where status = 'COMPLETED') as completed,
      count(*) filter (where status = 'IN_PROGRESS') as "inProgress",
      count(*) filter (where status = 'PENDING') as pending,
      count(*) filter (where status = 'NOT_APPLICABLE') as "notApplicable"
    from responsibility_action where vendor_id ${isOneOf(vendorIds, 'uuid')} group by vendor_id`);
  const found = new Map(rows.map((row) => [row.vendorId, { ...row, percent: percentDone(row) }]));
  return vendorIds.map((id) => found.get(id) ?? null);
});

const DEFAULT_DAYS = 60;
const MAX_DAYS = 3_650;

export interface ExpiryQuery {
  withinDays?: number | null;
  includeExpired?: boolean | null;
  page: PageArgs;
}

/** Those whose last day is near, the nearest first. */
export async function expiringCertifications(
  ctx: RequestContext,
  info: GraphQLResolveInfo,
  { withinDays, includeExpired, page }: ExpiryQuery,
): Promise<Connection<Row<Certification>>> {
  const days = withinDays ?? DEFAULT_DAYS;
  if (days < 0 || days > MAX_DAYS) throw badInput({ withinDays: `must be from 0 to ${MAX_DAYS}` });
  const today = rawSql("(now() at time zone 'UTC')::date");
  const conditions = [sql`expires_date <= ${today} + ${days}::int`];
  if (!includeExpired) conditions.push(sql`expires_date >= ${today}`);
  return connection(ctx, info, {
    entity: Certification,
    conditions,
    order: [{ by: rawSql('expires_date::text'), type: 'text' }],
    page,
  });
}
