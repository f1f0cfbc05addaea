import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/database';
import { SharedReads } from '../../database/shared-reads';
import type { RequestContext } from '../../kernel/context';
import * as store from './dashboard.store';
import type { Dashboard, MonthSummary } from './dashboard.types';

/** Everyone sees one dashboard, so there is one id. */
export const DASHBOARD_ID = 'dashboard';

/** By what is seen: everything, or some portfolios. */
type Readers = LRUCache<string, SharedReads<string, Dashboard>>;
const readers = new WeakMap<Database['orm'], Readers>();
const MOST_READERS = 1_000;
const EVERYTHING = 'everything';

/** The current figures, read once for all concurrent callers who see the same; or those of a moment. */
export async function readDashboard(ctx: RequestContext): Promise<Dashboard> {
  if (ctx.moment !== undefined) return (await ctx.database.one(store.read()))!;
  const { database, replicas } = ctx.services;
  let all = readers.get(database.orm);
  if (!all) readers.set(database.orm, (all = new LRUCache({ max: MOST_READERS })));
  const seen = database.scope?.portfolios ?? EVERYTHING;
  let reader = all.get(seen);
  if (!reader) {
    reader = new SharedReads(async () => {
      const dashboard = await (replicas?.readerFor(database) ?? database).one(store.read());
      return new Map([[DASHBOARD_ID, dashboard!]]);
    });
    all.set(seen, reader);
  }
  return (await reader.ask(DASHBOARD_ID))!;
}

/** This month and the eleven before it. */
export function readTrend(ctx: RequestContext): Promise<MonthSummary[]> {
  return ctx.database.query(store.trend());
}
