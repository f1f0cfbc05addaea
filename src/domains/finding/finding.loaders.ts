import type { GraphQLResolveInfo } from 'graphql';
import type { Row } from '../../database/rows';
import type { Sql } from '../../database/sql';
import { childConnection, type Connection, connection, type ListQuery, type PageArgs } from '../../graphql/connection';
import type { RequestContext } from '../../kernel/context';
import { byId, groupBy, loader } from '../../graphql/engine/loaders';
import { tallied } from '../../database/tally/tally';
import type { Control } from '../framework/control.entity';
import { wordsSought } from '../settings/search-words';
import { Finding, FindingStatus, Severity } from './finding.entity';
import type { FindingFilter, FindingOrder, SeverityCount } from './finding.inputs';
import * as store from './finding.store';
import { FINDINGS } from './finding.tallies';
import * as sightings from './sighting.store';

export const findingById = byId(Finding);

/** The findings of assessments, those included that an earlier one found first: open first, then by severity. */
export const findingsOfAssessment = loader<string, Row<Finding>[]>(async (assessmentIds, ctx, wanted) => {
  const rows = await ctx.database.query(sightings.findingsOf(assessmentIds, wanted));
  const found = groupBy(rows, ({ foundBy }) => foundBy);
  return assessmentIds.map((id) => found.get(id) ?? []);
});

/** The ids of the assessments that found a finding, oldest first. */
export const sightingsOfFinding = loader<string, string[]>(async (findingIds, ctx) => {
  const found = groupBy(await ctx.database.query(sightings.assessmentsOf(findingIds)), ({ findingId }) => findingId);
  return findingIds.map((id) => (found.get(id) ?? []).map(({ assessmentId }) => assessmentId));
});

/** The question of a finding that follows another one. */
export const questionByGap = loader<string, string | null>(async (findingIds, ctx) => {
  const rows = await ctx.database.query(sightings.questionsByGap(findingIds));
  const found = new Map(rows.map(({ findingId, questionId }) => [findingId, questionId]));
  return findingIds.map((id) => found.get(id) ?? null);
});

/** The controls affected by findings, if their framework still exists. */
export const controlsOfFinding = loader<string, Row<Control>[]>(async (findingIds, ctx, wanted) => {
  const rows = await ctx.database.query(store.controlsOf(findingIds, wanted));
  const found = groupBy(rows, ({ findingId }) => findingId);
  return findingIds.map((id) => found.get(id) ?? []);
});

/** Open findings of vendors for every severity, most severe first. */
export const openFindingsOf = loader<string, SeverityCount[]>(async (vendorIds, ctx) => {
  const rows = await ctx.database.query(store.openByVendor(vendorIds));
  const found = groupBy(rows, ({ vendorId }) => vendorId);
  return vendorIds.map((id) =>
    Object.values(Severity).map((severity) => ({ severity, count: found.get(id)?.find((row) => row.severity === severity)?.count ?? 0 })),
  );
});

interface FindingListArgs {
  filter?: FindingFilter | null;
  order?: FindingOrder | null;
  page: PageArgs;
}

/** The filter with its text read as search reads one. */
export async function readFilter(ctx: RequestContext, given: FindingFilter | null | undefined): Promise<store.ReadFilter> {
  const { query, ...filter } = given ?? {};
  return query ? { ...filter, query: await ctx.load(sought, query) } : filter;
}

const sought = loader<string, NonNullable<store.ReadFilter['query']>>((texts, ctx) => Promise.all(texts.map((text) => lookUp(ctx, text))));

async function lookUp(ctx: RequestContext, text: string) {
  for (const words of await wordsSought(ctx, text)) {
    const { ids } = (await ctx.database.one(store.withWords(words)))!;
    if (ids === null || ids.length > store.MOST_TOLD) return { text, words };
    if (ids.length > 0) return { text, ids };
  }
  return { text };
}

function listQuery(filter: store.ReadFilter, { order, page }: FindingListArgs): ListQuery<Finding> {
  return { entity: Finding, conditions: store.conditionsOf(filter), order: store.orderOf(order), page };
}

/** The risk register: open first, then by severity, then newest, unless sorted otherwise. */
export async function listFindings(
  ctx: RequestContext,
  info: GraphQLResolveInfo,
  args: FindingListArgs,
): Promise<Connection<Row<Finding>>> {
  const filter = await readFilter(ctx, args.filter);
  const query = listQuery(filter, args);
  return connection(ctx, info, {
    ...query,
    conditions: [...query.conditions, ...store.listed(filter)],
    total: tallyOf(filter) ?? store.totalOf(filter),
  });
}

/** Counts by status and severity come from the tally. */
function tallyOf({ status, severity, severities, ...others }: store.ReadFilter): Sql<{ count: number }> | undefined {
  if (store.conditionsOf(others).length > 0) return undefined;
  const ofStatus = Object.values(FindingStatus).filter((one) => !status || one === status);
  const ofSeverity = Object.values(Severity).filter((one) => (!severity || one === severity) && (!severities || severities.includes(one)));
  return tallied(
    FINDINGS.kind,
    ofStatus.flatMap((one) => ofSeverity.map((other) => FINDINGS.key(one, other))),
  );
}

export async function findingsOfVendor(ctx: RequestContext, info: GraphQLResolveInfo, vendorId: string, args: FindingListArgs) {
  return childConnection(ctx, info, { ...listQuery(await readFilter(ctx, args.filter), args), relation: 'vendor', parentId: vendorId });
}
