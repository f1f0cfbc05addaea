import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/database';
import { SharedReads } from '../../database/shared-reads';
import type { RequestContext } from '../../kernel/context';
import { askedConditions, vendorConditions } from '../vendor/vendor.loaders';
import type { VendorFilter } from '../vendor/vendor.inputs';
import * as store from './dashboard.store';
import type { Dashboard, DeficientControl, MonthSummary } from './dashboard.types';

/** Everyone sees one dashboard of all vendors, so there is one id. */
export const DASHBOARD_ID = 'dashboard';

/** By what is seen: everything, or some portfolios. */
type Readers = LRUCache<string, SharedReads<string, Dashboard>>;
const readers = new WeakMap<Database['orm'], Readers>();
const MOST_READERS = 1_000;
const EVERYTHING = 'everything';

/** The current figures, read once for all concurrent callers who see the same; or those of a moment. */
export async function readDashboard(ctx: RequestContext): Promise<Dashboard> {
  if (ctx.moment !== undefined) return (await ctx.database.one(store.read(undefined)))!;
  const { database, replicas } = ctx.services;
  let all = readers.get(database.orm);
  if (!all) readers.set(database.orm, (all = new LRUCache({ max: MOST_READERS })));
  const seen = database.scope?.portfolios ?? EVERYTHING;
  let reader = all.get(seen);
  if (!reader) {
    reader = new SharedReads(async () => {
      const dashboard = await (replicas?.readerFor(database) ?? database).one(store.read(undefined));
      return new Map([[DASHBOARD_ID, dashboard!]]);
    });
    all.set(seen, reader);
  }
  return (await reader.ask(DASHBOARD_ID))!;
}

/** The same of the vendors that a filter shows. */
export async function readDashboardOf(ctx: RequestContext, filter: VendorFilter): Promise<Dashboard> {
  if ((await askedConditions(ctx, filter)).length === 0) return readDashboard(ctx);
  const chosen = await vendorConditions(ctx, filter);
  const id = `${DASHBOARD_ID}-${createHash('sha256').update(JSON.stringify(filter)).digest('base64url')}`;
  return { ...(await ctx.database.one(store.read(chosen)))!, id, chosen };
}

/** This month and the eleven before it. */
export function readTrend(ctx: RequestContext, { chosen }: Pick<Dashboard, 'chosen'> = {}): Promise<MonthSummary[]> {
  return ctx.database.query(store.trend(chosen));
}

/** The tally knows those of all vendors. */
export async function readDeficient(ctx: RequestContext, { chosen, topDeficientControls }: Dashboard): Promise<DeficientControl[]> {
  return chosen ? ctx.database.query(store.deficientOf(chosen)) : topDeficientControls;
}
