import type { GraphQLResolveInfo } from 'graphql';
import type { Row } from '../../database/rows';
import { type Connection, connection, type PageArgs } from '../../graphql/connection';
import type { RequestContext } from '../../kernel/context';
import { badInput } from '../../kernel/errors';
import { byId, childrenOf, loader } from '../../graphql/engine/loaders';
import { Certification } from './certification.entity';
import type { ResponsibilityActionFilter, ResponsibilityCompliance } from './certification.inputs';
import { percentDone } from './certification.rules';
import * as store from './certification.store';
import { ResponsibilityAction } from './responsibility-action.entity';

export const certificationById = byId(Certification);
export const actionById = byId(ResponsibilityAction);

export const certificationsOf = childrenOf(Certification, 'vendor', store.BY_NAME);
export const actionsOf = childrenOf(ResponsibilityAction, 'vendor', store.BY_CONTROL);

/** The tasks of all vendors, by framework and code. */
export function listActions(
  ctx: RequestContext,
  info: GraphQLResolveInfo,
  { filter, page }: { filter?: ResponsibilityActionFilter | null; page: PageArgs },
): Promise<Connection<Row<ResponsibilityAction>>> {
  const conditions = store.actionConditions(filter ?? {});
  return connection(ctx, info, { entity: ResponsibilityAction, conditions, order: store.ACTIONS_IN_ORDER, page });
}

/** Null for a vendor without actions. */
export const complianceOf = loader<string, ResponsibilityCompliance | null>(async (vendorIds, ctx) => {
  const rows = await ctx.database.query(store.actionCounts(vendorIds));
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

/** Certifications that expire soon, soonest first. */
export async function expiringCertifications(
  ctx: RequestContext,
  info: GraphQLResolveInfo,
  { withinDays, includeExpired, page }: ExpiryQuery,
): Promise<Connection<Row<Certification>>> {
  const days = withinDays ?? DEFAULT_DAYS;
  if (days < 0 || days > MAX_DAYS) throw badInput({ withinDays: `must be from 0 to ${MAX_DAYS}` });
  return connection(ctx, info, {
    entity: Certification,
    conditions: store.expiring(days, includeExpired ?? false),
    order: store.SOONEST_FIRST,
    page,
  });
}
