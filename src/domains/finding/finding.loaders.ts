import type { GraphQLResolveInfo } from 'graphql';
import type { Row } from '../../database/rows';
import { contains, isOneOf, rawSql, type Sql, sql } from '../../database/sql';
import { childConnection, type Connection, connection, type ListQuery, type OrderTerm, type PageArgs } from '../../graphql/connection';
import type { RequestContext } from '../../graphql/context';
import { byId, childrenOf, groupBy, loader } from '../../graphql/loaders';
import { isId } from '../../graphql/validate';
import { tallied } from '../../platform/tally/tally';
import { FINDING_KEY } from '../assessment/assessment.tallies';
import { Control } from '../framework/control.entity';
import { Finding, FindingStatus, Severity } from './finding.entity';
import { type FindingFilter, type FindingOrder, FindingOrderField, type SeverityCount } from './finding.inputs';

export const findingById = byId(Finding);

export const findingsOfAssessment = childrenOf(Finding, 'assessment', rawSql('rank, created_at desc, id desc'));

/** The controls that findings touch, as far as their framework is still here. */
export const controlsOfFinding = loader<string, Row<Control>[]>(async (findingIds, ctx, wanted) => {
  const rows = await ctx.database.query<Row<Control> & { findingId: string }>(sql`
    select f.finding_id as "findingId", ${ctx.database.table(Control).pick(wanted, 'id', 'c')}
    from finding_control f join control c on c.id = f.control_id
    where f.finding_id ${isOneOf(findingIds, 'uuid')} order by c.code, c.id`);
  const found = groupBy(rows, ({ findingId }) => findingId);
  return findingIds.map((id) => found.get(id) ?? []);
});

/** Open findings of vendors, for every severity, the worst first. */
export const openFindingsOf = loader<string, SeverityCount[]>(async (vendorIds, ctx) => {
  const rows = await ctx.database.query<SeverityCount & { vendorId: string }>(sql`
    select vendor_id as "vendorId", severity, count(*) as count from finding
    where vendor_id = any(${vendorIds}::uuid[]) and status = 'OPEN' group by vendor_id, severity`);
  const found = groupBy(rows, ({ vendorId }) => vendorId);
  return vendorIds.map((id) =>
    Object.values(Severity).map((severity) => ({ severity, count: found.get(id)?.find((row) => row.severity === severity)?.count ?? 0 })),
  );
});

const ORDERS: Record<FindingOrderField, (descending: boolean) => OrderTerm[]> = {
  PRIORITY: (descending) => [
    { by: rawSql('rank'), type: 'int8', descending },
    { by: rawSql('created_at'), type: 'timestamptz', descending: !descending },
  ],
  CREATED_AT: (descending) => [{ by: rawSql('created_at'), type: 'timestamptz', descending }],
  TITLE: (descending) => [{ by: rawSql('lower(title)'), type: 'text', descending }],
  RESOLVED_AT: (descending) => [{ by: rawSql("coalesce(resolved_at, 'epoch')"), type: 'timestamptz', descending }],
};

interface Wanted {
  filter?: FindingFilter | null;
  order?: FindingOrder | null;
  page: PageArgs;
}

function listQuery({ filter, order, page }: Wanted): ListQuery<Finding> {
  const terms = ORDERS[order?.field ?? FindingOrderField.PRIORITY](order?.descending ?? false);
  return { entity: Finding, conditions: conditions(filter ?? {}), order: terms, page };
}

/** The risk register: open first, then by severity, then newest, unless sorted otherwise. */
export function listFindings(ctx: RequestContext, info: GraphQLResolveInfo, wanted: Wanted): Promise<Connection<Row<Finding>>> {
  return connection(ctx, info, { ...listQuery(wanted), total: tallyOf(wanted.filter ?? {}) });
}

/** By status and severity they are counted already. */
function tallyOf({ status, severity, ...others }: FindingFilter): Sql | undefined {
  if (conditions(others).length > 0) return undefined;
  const ofStatus = Object.values(FindingStatus).filter((one) => !status || one === status);
  const ofSeverity = Object.values(Severity).filter((one) => !severity || one === severity);
  return tallied(
    'finding',
    ofStatus.flatMap((one) => ofSeverity.map((other) => FINDING_KEY(one, other))),
  );
}

export function findingsOfVendor(ctx: RequestContext, info: GraphQLResolveInfo, vendorId: string, wanted: Wanted) {
  return childConnection(ctx, info, { ...listQuery(wanted), relation: 'vendor', parentId: vendorId });
}

function conditions({ status, severity, vendorId, query, assessmentId, controlCode, frameworkId }: FindingFilter): Sql[] {
  const found: Sql[] = [];
  const idIs = (column: string, id: string) => (isId(id) ? sql`${rawSql(column)} = ${id}` : rawSql('false'));
  if (status) found.push(sql`status = ${status}`);
  if (severity) found.push(sql`severity = ${severity}`);
  if (vendorId != null) found.push(idIs('vendor_id', vendorId));
  if (assessmentId != null) found.push(idIs('assessment_id', assessmentId));
  if (query) found.push(contains(['title', 'description'], query));
  if (controlCode) found.push(sql`control_codes @> array[${controlCode}]::text[]`);
  if (frameworkId != null) {
    found.push(sql`exists (select 1 from finding_control f join control c on c.id = f.control_id
      where f.finding_id = finding.id and ${idIs('c.framework_id', frameworkId)})`);
  }
  return found;
}
