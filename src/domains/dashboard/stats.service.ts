import { assertAdmits } from '../../auth/permissions';
import type { RequestContext } from '../../kernel/context';
import type { FindingFilter } from '../finding/finding.inputs';
import { readFilter } from '../finding/finding.loaders';
import { conditionsOf, listed } from '../finding/finding.store';
import type { VendorFilter } from '../vendor/vendor.inputs';
import { vendorConditions } from '../vendor/vendor.loaders';
import { labelOf } from './stats.rules';
import * as store from './stats.store';
import { type FindingStat, FindingStatsBy, type VendorStat, type VendorStatsBy } from './stats.types';

/** The largest groups are listed: nobody reads more. */
export const MOST_GROUPS = 1_000;

const labelled =
  (by: string) =>
  <S extends { key: string | null; label: string | null }>(stat: S) => ({ ...stat, label: stat.label ?? labelOf(by, stat.key) });

export async function vendorStats(
  ctx: RequestContext,
  { by, filter, withFindings }: { by: VendorStatsBy; filter: VendorFilter; withFindings: boolean },
): Promise<VendorStat[]> {
  const rows = await ctx.database.query(store.ofVendors(by, await vendorConditions(ctx, filter), withFindings, MOST_GROUPS));
  return rows.map(labelled(by));
}

/** Codes with the titles of their controls. */
async function titled<S extends { key: string | null; label: string | null }>(ctx: RequestContext, stats: S[]): Promise<S[]> {
  const codes = stats.flatMap(({ key }) => key ?? []);
  const titles = new Map((await ctx.database.query(store.titlesOf(codes))).map(({ code, title }) => [code, title]));
  return stats.map((stat) => (titles.has(stat.key!) ? { ...stat, label: `${stat.key} · ${titles.get(stat.key!)}` } : stat));
}

export async function findingStats(ctx: RequestContext, by: FindingStatsBy, given: FindingFilter): Promise<FindingStat[]> {
  // As Vendor.portfolio does: with a filter for one vendor, the group tells it.
  if (by === FindingStatsBy.PORTFOLIO) assertAdmits(['vendors:view'], ctx.caller);
  const filter = await readFilter(ctx, given);
  const rows = await ctx.database.query(store.ofFindings(by, [...conditionsOf(filter, true), ...listed(filter)], MOST_GROUPS));
  return (by === FindingStatsBy.CONTROL ? await titled(ctx, rows) : rows).map(labelled(by));
}
