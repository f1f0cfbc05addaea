import type { Database } from '../../database/database';
import { SharedReads } from '../../database/shared-reads';
import type { RequestContext } from '../../kernel/context';
import * as store from './dashboard.store';
import type { Dashboard, MonthSummary } from './dashboard.types';

/** Everyone sees the same dashboard, so there is one id. */
export const DASHBOARD_ID = 'dashboard';
const readers = new WeakMap<Database, SharedReads<string, Dashboard>>();

/** The current figures, read once for all concurrent callers; or those of a moment. */
export async function readDashboard(ctx: RequestContext): Promise<Dashboard> {
  if (ctx.moment !== undefined) return (await ctx.database.one(store.read()))!;
  const { database, replicas } = ctx.services;
  let reader = readers.get(database);
  if (!reader) {
    reader = new SharedReads(async () => {
      const dashboard = await (replicas?.readerFor(database) ?? database).one(store.read());
      return new Map([[DASHBOARD_ID, dashboard!]]);
    });
    readers.set(database, reader);
  }
  return (await reader.ask(DASHBOARD_ID))!;
}

/** This month and the eleven before it. */
export function readTrend(ctx: RequestContext): Promise<MonthSummary[]> {
  return ctx.database.query(store.trend());
}
