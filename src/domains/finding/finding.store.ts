import { isLeftOutVendor, isOfListed } from '../../database/listed';
import { versionsOf } from '../../database/record/record-table';
import { columns, insertInto, picked, type Row, update, type Values, type WantedColumns } from '../../database/rows';
import {
  contains,
  idIs,
  idIsOrNobody,
  isOneOf,
  join,
  present,
  rawSql,
  type Sql,
  sql,
  statement,
  TODAY,
  where,
  within,
} from '../../database/sql';
import { searchedIn, wordsOf } from '../../database/searched';
import type { OrderTerm } from '../../graphql/connection';
import { Control } from '../framework/control.entity';
import { areIn, type Words } from '../settings/search-words.store';
import { Finding, FindingStatus } from './finding.entity';
import { type FindingFilter, type FindingOrder, FindingOrderField, type SeverityCount } from './finding.inputs';
import { dueOn } from './finding-due.store';
import { FINDINGS } from './finding.tallies';
import { FindingControl } from './finding-control.entity';
import { isFoundBy } from './sighting.store';
import { isId } from '../../platform/id';

export const insert = statement(
  'finding.insert',
  (row: Values<Finding>) => sql<never>`
    ${insertInto(Finding, { ...row, dueOn: dueOn(sql`${row.severity}::text`) })} returning ${FINDINGS.more()}`,
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

/** One of these severities that a finding had before, or one that it follows because the acceptance of that risk ended. */
export const former = statement(
  'finding.former',
  (id: string, severities: readonly string[]) => sql<Pick<Row<Finding>, 'severity'>>`
    with recursive same(id, previous_id) as (
      select f.id, f.previous_id from finding f where f.id = ${id}
      union all
      select p.id, p.previous_id from same join finding p on p.id = same.previous_id and p.ended_at is not null
    )
    select ${present('severity')} as severity from ${versionsOf('finding')}
    where id in (select same.id from same) and severity ${isOneOf(severities, 'text')} limit 1`,
);

/** What is asked of a finding that is about to be changed. */
export type HeldFinding = Row<Finding> & { vendorName: string };

/** The finding, locked: of two who change it, the second waits here and sees what the first left. */
export const hold = statement(
  'finding.hold',
  (id: string) => sql<HeldFinding>`
    select ${columns(Finding, 'f')}, v.name as "vendorName" from finding f join vendor v on v.id = f.vendor_id
    where f.id = ${id} for no key update of f`,
);

export type FindingChanges = Partial<Pick<Values<Finding>, 'ownerId' | 'dueOn' | 'plan' | 'severity' | 'treatment' | 'vendorVisible'>>;

/** Changes a finding that is locked, and was as given. Its status stays. */
export const change = statement(
  'finding.change',
  ({ id, status, severity }: Pick<Row<Finding>, 'id' | 'status' | 'severity'>, changes: FindingChanges) => {
    const was = FINDINGS.was({ status, severity });
    return sql<Row<Finding>>`
      ${update(Finding, changes)} where id = ${id} and ${was.condition}
      returning ${columns(Finding)}, ${was.fewer}, ${FINDINGS.more()}`.writes(Finding, { id });
  },
);

/** A user with access, who may see the findings of a vendor. */
export const possibleOwner = statement(
  'finding.possibleOwner',
  (userId: string, vendorId: string) => sql<{ id: string }>`
    select u.id from app_user u join role r on r.id = u.role_id and 'assessments:view' = any(r.permissions)
    join vendor v on v.id = ${vendorId} and (u.portfolio_ids is null or v.portfolio_id = any(u.portfolio_ids))
    where u.id = ${userId} and not u.is_disabled`,
);

export type OpenFinding = Pick<Row<Finding>, 'id' | 'title' | 'severity'>;

/** The open findings that scoring raised and that no completed assessment has found so far. Those that follow others are known. */
export const openOf = statement(
  'finding.openOf',
  (assessmentId: string) => sql<OpenFinding>`
    select id, title, severity from finding
    where ${isFoundBy(assessmentId)} and not is_manual and status = 'OPEN'
      and not exists (select 1 from finding p where p.id = finding.previous_id and p.ended_at is not null) and not exists (
      select 1 from assessment a where a.status = 'COMPLETED' and a.id <> ${assessmentId}
        and (a.id = finding.assessment_id or a.id in (select s.assessment_id from finding_sighting s where s.finding_id = finding.id)))
    order by rank, id`,
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

/** Those without a date are due last. The index, which is for filters too, has the same text. */
const DUE = `coalesce(due_on, '9999-12-31'::date)`;

/** `isOverdue` of rules in SQL. */
export const IS_OVERDUE = sql`(status = 'OPEN' and ${rawSql(DUE)} < ${TODAY})`;

const ORDERS: Record<FindingOrderField, (descending: boolean) => OrderTerm[]> = {
  PRIORITY: (descending) => [
    { by: rawSql('rank'), type: 'int8', descending },
    { by: rawSql('created_at'), type: 'timestamptz', descending: !descending },
  ],
  CREATED_AT: (descending) => [{ by: rawSql('created_at'), type: 'timestamptz', descending }],
  TITLE: (descending) => [{ by: rawSql('lower(title)'), type: 'text', descending }],
  RESOLVED_AT: (descending) => [{ by: rawSql("coalesce(resolved_at, 'epoch')"), type: 'timestamptz', descending }],
  DUE_ON: (descending) => [{ by: rawSql(DUE), type: 'date', descending }],
};

export function orderOf(order: FindingOrder | null | undefined): OrderTerm[] {
  return ORDERS[order?.field ?? FindingOrderField.PRIORITY](order?.descending ?? false);
}

/** A list leaves out the findings of vendors that aren't listed, unless it is asked about one vendor or assessment. */
export function listed({ vendorId, assessmentId }: Pick<FindingFilter, 'vendorId' | 'assessmentId'>): Sql[] {
  return vendorId == null && assessmentId == null ? [isOfListed('finding')] : [];
}

/** So many findings are told one by one. */
export const MOST_TOLD = 10_000;

/** What so many of those looked at first have isn't worth asking an index for. */
const LOOKED_AT = 200;
const OFTEN = 20;

const haveWords = (words: Words) => areIn(wordsOf(searchedIn(Finding)), words);

/** The findings that have the words of a text: more than are told if there are many, none of them if they are known to be. */
export const withWords = statement('finding.withWords', (words: Words) =>
  sql<{ ids: string[] | null }>`
    select case when (select count(*) from (select * from finding limit ${rawSql(String(LOOKED_AT))}) finding where ${haveWords(words)})
      < ${OFTEN}::int then array(select id from finding where ${haveWords(words)} limit ${rawSql(String(MOST_TOLD + 1))}) end as ids`.plannedAnew(),
);

/** A text that is looked for as it stands or by its words, which these findings have; many, if it isn't said which. */
interface Sought {
  readonly text: string;
  readonly words?: Words;
  readonly ids?: readonly string[];
}

const asItStands = ({ text }: Sought) => contains(['title', 'description'], text);

/** Reading the words of a text takes long: a page stops when it is full, and where all are wanted an index tells those that have them. */
function isSought(sought: Sought, areAllWanted: boolean): Sql {
  const { words, ids } = sought;
  if (ids) return sql`(${asItStands(sought)} or id = any(${ids}::uuid[]))`.plannedAnew();
  if (!words) return asItStands(sought);
  if (!areAllWanted) return sql`(${asItStands(sought)} or ${haveWords(words)})`;
  return sql`id in (select id from finding where ${asItStands(sought)} union all select id from finding where ${haveWords(words)})`.plannedAnew();
}

/** A filter whose text has been read. */
export type ReadFilter = Omit<FindingFilter, 'query'> & { query?: Sought };

/** For a page or, if all findings are wanted, their total or figures. */
export function conditionsOf(filter: ReadFilter, areAllWanted = false): Sql[] {
  const { status, severity, vendorId, query, assessmentId, controlCode, frameworkId } = filter;
  const found: Sql[] = [];
  if (status) found.push(sql`status = ${status}`);
  if (severity) found.push(sql`severity = ${severity}`);
  if (vendorId != null) found.push(idIs('vendor_id', vendorId));
  if (assessmentId != null) found.push(isId(assessmentId) ? isFoundBy(assessmentId) : rawSql('false'));
  if (query) found.push(isSought(query, areAllWanted));
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
  found.push(...idIsOrNobody('owner_id', filter.ownerId));
  const due = within(DUE, filter.dueFrom, filter.dueTo);
  if (due.length > 0) found.push(...due, sql`due_on is not null`);
  if (filter.overdue != null) found.push(filter.overdue ? IS_OVERDUE : sql`not ${IS_OVERDUE}`);
  if (isManual != null) found.push(isManual ? sql`is_manual` : sql`not is_manual`);
  if (assessmentStatus) {
    // Looked up for each finding: a list of all such assessments could be too long to be kept.
    const inState = (id: string) =>
      sql`select 1 from assessment a where a.id = ${rawSql(id)} and a.status ${isOneOf(assessmentStatus, 'text')}`;
    found.push(sql`(exists (${inState('finding.assessment_id')}) or exists (
      select 1 from finding_sighting s where s.finding_id = finding.id and exists (${inState('s.assessment_id')})))`);
  }
  return found;
}

/** Those that are in a state of an assessment by the one that raised them, and those that are by a later one only. */
const inStateOf = (statuses: readonly string[]) => {
  const such = sql`a.status ${isOneOf(statuses, 'text')}`;
  return sql`
    select (select count(*) from finding where assessment_id in (select a.id from assessment a where ${such}))
      + (select count(distinct s.finding_id) from finding_sighting s join finding f on f.id = s.finding_id
        where s.assessment_id in (select a.id from assessment a where ${such})
          and not exists (select 1 from assessment a where a.id = f.assessment_id and ${such}))`.plannedAnew();
};

/** The total of a list by a text that many have the words of. */
function totalOfMany({ query, ...others }: ReadFilter, words: Words): Sql<{ count: number }> {
  const rest = [...conditionsOf(others), ...listed(others)];
  const ways = [asItStands(query!), haveWords(words)].map((way) => sql`select id from finding ${where([way, ...rest])}`);
  return sql<{ count: number }>`select count(*) as count from (${join(ways, ' union ')}) found`.plannedAnew();
}

/**
 * The total of a list by an owner, or by the state of assessments. An index alone tells how many there are of all vendors; from these go
 * the few of vendors that aren't listed.
 */
export function totalOf(filter: ReadFilter): Sql<{ count: number }> | undefined {
  const { ownerId, status, assessmentStatus, ...others } = filter;
  if (filter.query?.words) return totalOfMany(filter, filter.query.words);
  if (conditionsOf(others).length > 0) return undefined;
  let all: Sql;
  if (ownerId !== undefined && !assessmentStatus && (!status || status === FindingStatus.OPEN)) {
    all = sql`select count(*) from finding ${where([...idIsOrNobody('owner_id', ownerId), ...(status ? [rawSql('rank < 4')] : [])])}`;
  } else if (assessmentStatus && ownerId === undefined && !status) all = inStateOf(assessmentStatus);
  else return undefined;
  const leftOut = [...conditionsOf(filter), sql`vendor_id in (select v.id from vendor v where ${isLeftOutVendor('v')})`];
  return sql`select (${all}) - (select count(*) from finding ${where(leftOut)}) as count`;
}
