import type { Row } from '../../database/rows';
import { groupBy, loader } from '../../graphql/engine/loaders';
import type { Assessment } from '../assessment/assessment.entity';
import * as store from './compliance.store';

/** Compliance by framework domain, from the controls evaluated in completed assessments, each by its most recent evaluation. */
export const domainBreakdownOf = loader<string, store.DomainRow[]>(async (vendorIds, ctx) => {
  const rows = await ctx.database.query(store.domainsOf(vendorIds));
  const groups = groupBy(rows, ({ vendorId }) => vendorId);
  return vendorIds.map((id) => groups.get(id) ?? []);
});

/** The completed assessments of vendors, most recently submitted first. */
export const scoreHistoryOf = loader<string, Row<Assessment>[]>(async (vendorIds, ctx, wanted) => {
  const rows = await ctx.database.query(store.completedOf(vendorIds, wanted));
  const groups = groupBy(rows, ({ vendorId }) => vendorId);
  return vendorIds.map((id) => groups.get(id) ?? []);
});
