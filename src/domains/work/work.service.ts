import type { GraphQLResolveInfo } from 'graphql';
import { admits } from '../../auth/permissions';
import { type Connection, connectionFrom, type PageArgs } from '../../graphql/connection';
import { personOf } from '../../kernel/caller';
import type { RequestContext } from '../../kernel/context';
import { decidableTiers } from '../intake/intake.service';
import * as store from './work.store';
import type { WorkCounts, WorkDue, WorkItem, WorkKind, WorkKindCount } from './work.types';

/** The person whose work it is: whoever is signed in, or whom a key follows. Nobody has none. */
async function workerOf(ctx: RequestContext): Promise<store.Worker | undefined> {
  const { caller } = ctx;
  const userId = personOf(caller);
  if (!userId) return undefined;
  const tiers = await decidableTiers(ctx);
  return {
    userId,
    seesAssessments: admits(['assessments:view'], caller),
    seesVendors: admits(['vendors:view'], caller),
    // A key can't decide on risks.
    acceptsRisks: !caller.apiKey && admits(['risks:accept'], caller),
    decidesTiers: tiers.length > 0 ? tiers : undefined,
  };
}

export async function countWork(ctx: RequestContext): Promise<WorkCounts> {
  const worker = await workerOf(ctx);
  return worker ? (await ctx.database.one(store.counts(worker)))! : { total: 0, overdue: 0, thisWeek: 0, later: 0 };
}

export async function countKinds(ctx: RequestContext): Promise<WorkKindCount[]> {
  const worker = await workerOf(ctx);
  return worker ? ctx.database.query(store.byKind(worker)) : [];
}

export interface WorkWanted {
  kinds?: readonly WorkKind[] | null;
  due?: WorkDue | null;
  page: PageArgs;
}

/** Earliest first, those without a date last. */
export async function listWork(
  ctx: RequestContext,
  info: GraphQLResolveInfo,
  { page, ...wanted }: WorkWanted,
): Promise<Connection<WorkItem>> {
  const worker = (await workerOf(ctx)) ?? NOBODY;
  const conditions = store.conditionsOf(wanted);
  return connectionFrom(ctx, info, { rows: store.itemsOf(worker), title: 'work', conditions, order: store.EARLIEST_FIRST, page });
}

const NOBODY: store.Worker = {
  userId: '00000000-0000-0000-0000-000000000000',
  seesAssessments: false,
  seesVendors: false,
  acceptsRisks: false,
};
