import { columns, insertInto, picked, type Row, update, type Values, type WantedColumns } from '../../database/rows';
import { contains, idIs, isOneOf, rawSql, type Sql, sql, statement, within } from '../../database/sql';
import type { OrderTerm } from '../../graphql/connection';
import { Control } from '../framework/control.entity';
import { Finding, FindingStatus } from './finding.entity';
import { type FindingFilter, type FindingOrder, FindingOrderField, type SeverityCount } from './finding.inputs';
import { FINDINGS } from './finding.tallies';
import { FindingControl } from './finding-control.entity';

export const insert = statement(
  'finding.insert',
  (row: Values<Finding>) => sql<never>`${insertInto(Finding, row)} returning ${FINDINGS.more()}`,
);

/** Links a finding to the controls with its codes, where a framework has them. */
export const linkControls = statement('finding.linkControls', (id: string, codes: string[]) =>
  sql<never>`
    insert into finding_control (finding_id, code, control_id)
    select distinct on (code) ${id}, code, id from control where code = any(${codes}::text[]) order by code, id`.writes(FindingControl, {
    findingId: id,
  }),
);

type Closing = Required<Pick<Values<Finding>, 'status' | 'resolutionNote' | 'resolvedById' | 'resolvedByName'>>;

/** Closes a finding that is open and, if a revision is expected, still has it; of two concurrent callers, one gets no row. */
export const close = statement('finding.close', (id: string, expectedRevision: number | null, closing: Closing) => {
  const was = FINDINGS.was({ status: FindingStatus.OPEN });
  return sql<Row<Finding>>`
    ${update(Finding, { ...closing, resolvedAt: sql`now()` })}
    where id = ${id} and ${was.condition} and revision = coalesce(${expectedRevision}, revision)
    returning ${columns(Finding)}, ${was.fewer}, ${FINDINGS.more()}`.writes(Finding, { id });
});

export const standing = statement(
  'finding.standing',
  (id: string) => sql<Pick<Row<Finding>, 'status' | 'revision'>>`select status, revision from finding where id = ${id}`,
);

export type OpenFinding = Pick<Row<Finding>, 'id' | 'title' | 'severity'>;

/** The open findings that scoring raised. */
export const openOf = statement(
  'finding.openOf',
  (assessmentId: string) => sql<OpenFinding>`
    select id, title, severity from finding where assessment_id = ${assessmentId} and not is_manual and status = 'OPEN' order by rank, id`,
);

/** Open findings that scoring raised for answers that are no longer non-compliant. */
export const removeSettled = statement('finding.removeSettled', (assessmentId: string) =>
  sql<never>`
    delete from finding where assessment_id = ${assessmentId} and not is_manual and status = 'OPEN'
      and not exists (select 1 from response r where r.question_id = finding.question_id and not r.is_compliant)
    returning ${FINDINGS.fewer()}`.removes(Finding, { assessmentId }),
);

/** Open findings that scoring raised and nobody has changed: they still have their first revision. */
export const removeUntouched = statement('finding.removeUntouched', (assessmentIds: readonly string[]) =>
  sql<Pick<Row<Finding>, 'assessmentId'>>`
    delete from finding where assessment_id = any(${assessmentIds}::uuid[]) and not is_manual and status = 'OPEN' and revision = 1
    returning assessment_id as "assessmentId", ${FINDINGS.fewer()}`.removes(Finding, { assessmentId: assessmentIds }),
);

export const controlsOf = statement(
  'finding.controlsOf',
  (findingIds: readonly string[], wanted: WantedColumns) => sql<Row<Control> & { findingId: string }>`
    select f.finding_id as "findingId", ${picked(Control, wanted, 'id', 'c')}
    from finding_control f join control c on c.id = f.control_id
    where f.finding_id ${isOneOf(findingIds, 'uuid')} order by c.code, c.id`,
);

export const openByVendor = statement(
  'finding.openByVendor',
  (vendorIds: readonly string[]) => sql<SeverityCount & { vendorId: string }>`
    select vendor_id as "vendorId", severity, count(*) as count from finding
    where vendor_id = any(${vendorIds}::uuid[]) and status = 'OPEN' group by vendor_id, severity`,
);

/** Open first, then by severity. */
export const BY_RANK = rawSql('rank, created_at desc, id desc');

const ORDERS: Record<FindingOrderField, (descending: boolean) => OrderTerm[]> = {
  PRIORITY: (descending) => [
    { by: rawSql('rank'), type: 'int8', descending },
    { by: rawSql('created_at'), type: 'timestamptz', descending: !descending },
  ],
  CREATED_AT: (descending) => [{ by: rawSql('created_at'), type: 'timestamptz', descending }],
  TITLE: (descending) => [{ by: rawSql('lower(title)'), type: 'text', descending }],
  RESOLVED_AT: (descending) => [{ by: rawSql("coalesce(resolved_at, 'epoch')"), type: 'timestamptz', descending }],
};

export function orderOf(order: FindingOrder | null | undefined): OrderTerm[] {
  return ORDERS[order?.field ?? FindingOrderField.PRIORITY](order?.descending ?? false);
}

export function conditionsOf(filter: FindingFilter): Sql[] {
  const { status, severity, vendorId, query, assessmentId, controlCode, frameworkId } = filter;
  const found: Sql[] = [];
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
  const { severities, tiers, isManual, assessmentStatus } = filter;
  if (severities) found.push(sql`severity ${isOneOf(severities, 'text')}`);
  found.push(...within('created_at', filter.createdFrom, filter.createdTo));
  const resolved = within('resolved_at', filter.resolvedFrom, filter.resolvedTo);
  // Closed ones have the highest ranks: said again, so that a list by rank begins with them.
  if (resolved.length > 0) found.push(...resolved, sql`rank >= 4`);
  if (tiers) found.push(sql`vendor_id in (select v.id from vendor v where v.tier ${isOneOf(tiers, 'text')})`);
  if (isManual != null) found.push(isManual ? sql`is_manual` : sql`not is_manual`);
  if (assessmentStatus) {
    found.push(sql`assessment_id in (select a.id from assessment a where a.status ${isOneOf(assessmentStatus, 'text')})`);
  }
  return found;
}
