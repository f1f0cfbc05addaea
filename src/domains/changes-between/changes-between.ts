import { pageBounds } from '../../graphql/connection';
import { loader } from '../../graphql/engine/loaders';
import type { RequestContext } from '../../kernel/context';
import { badInput } from '../../kernel/errors';
import * as store from './changes-between.store';
import type { FindingChanges, PortfolioScoreChange, SliceArgs } from './changes-between.types';

export type { Ends } from './changes-between.store';

/** The moments to compare, once nothing can change any more of what was at either. */
export async function settledEnds({ services, request }: RequestContext, ends: store.Ends): Promise<store.Ends> {
  const { from, to } = ends;
  if (from > to) throw badInput({ from: 'must not be after to' });
  request.admitToPast?.();
  await services.past.settle(from, 'from');
  await services.past.settle(to, 'to');
  return ends;
}

/** Both counts are read together. */
export const vendorCounts = loader<store.Ends, { before: number; after: number }>(
  (asked, { primary }) => Promise.all(asked.map(async (ends) => (await primary.inTurn().one(store.vendorCounts(ends)))!)),
  ({ from, to }) => `${from} ${to}`,
);

export async function listVendors(ctx: RequestContext, ends: store.Ends, kind: Parameters<typeof store.vendors>[1], page: SliceArgs) {
  return (await ctx.primary.inTurn().one(store.vendors(ends, kind, pageBounds(page, ctx.maxPage))))!;
}

export async function listAssessments(
  ctx: RequestContext,
  ends: store.Ends,
  kind: Parameters<typeof store.assessments>[1],
  page: SliceArgs,
) {
  return (await ctx.primary.inTurn().one(store.assessments(ends, kind, pageBounds(page, ctx.maxPage))))!;
}

export async function listCertifications(
  ctx: RequestContext,
  ends: store.Ends,
  kind: Parameters<typeof store.certifications>[1],
  page: SliceArgs,
) {
  return (await ctx.primary.inTurn().one(store.certifications(ends, kind, pageBounds(page, ctx.maxPage))))!;
}

export async function readFindings({ primary }: RequestContext, ends: store.Ends): Promise<FindingChanges> {
  const moves = await primary.inTurn().query(store.findings(ends));
  const counts = (count: Exclude<keyof store.FindingMoves, 'severity'>) =>
    moves.map(({ severity, [count]: found }) => ({ severity, count: found }));
  return {
    openBefore: counts('openBefore'),
    openAfter: counts('openAfter'),
    opened: counts('opened'),
    remediated: counts('remediated'),
    accepted: counts('accepted'),
    removed: counts('removed'),
  };
}

export const USUAL_TERMS = 20;

/** Reads one term more than requested, to know whether there is a rest. */
export async function readScore(ctx: RequestContext, ends: store.Ends, first: number | null | undefined): Promise<PortfolioScoreChange> {
  const { limit } = pageBounds({ first: first ?? USUAL_TERMS }, ctx.maxPage);
  const { before, after, terms: found } = (await ctx.primary.inTurn().one(store.score(ends, limit + 1)))!;
  const change = before === null || after === null ? null : after - before;
  const terms = found.slice(0, limit);
  const shown = terms.reduce((sum, { contribution }) => sum + contribution, 0);
  return { before, after, change, terms, rest: change !== null && found.length > limit ? change - shown : 0 };
}
