import { insertInto, type Row, select, update, type Values } from '../../database/rows';
import { isOfListed } from '../../database/listed';
import { contains, idIs, idIsOrNobody, rawSql, type Sql, sql, statement, within } from '../../database/sql';
import { counting } from '../../database/tally/tally';
import type { OrderTerm } from '../../graphql/connection';
import type { Template } from '../template/template.entity';
import { isOverdue } from '../vendor/overdue.store';
import { Vendor } from '../vendor/vendor.entity';
import { Assessment, type AssessmentStatus } from './assessment.entity';
import { type AssessmentFilter, type AssessmentOrder, AssessmentOrderField } from './assessment.inputs';
import type { AssessmentEvent } from './assessment.rules';
import { ASSESSMENTS } from './assessment.tallies';
import { WAITING_SINCE } from './waiting.rules';

export type LockedAssessment = Pick<Row<Assessment>, 'id' | 'title' | 'status' | 'vendorId' | 'dueDate' | 'recurrence'>;

export const lock = statement(
  'assessment.lock',
  (id: string) => sql<LockedAssessment>`
    select id, title, status, vendor_id as "vendorId", due_date as "dueDate", recurrence
    from assessment where id = ${id} for update`,
);

export const lockOfVendor = statement(
  'assessment.lockOfVendor',
  (vendorId: string) => sql<Pick<Row<Assessment>, 'id' | 'status'>>`
    select id, status from assessment where vendor_id = ${vendorId} for update`,
);

export const standing = statement(
  'assessment.standing',
  (id: string) => sql<Pick<Row<Assessment>, 'status'>>`select status from assessment where id = ${id}`,
);

const NOW = rawSql('now()');

export type MovingEvent = Exclude<AssessmentEvent, 'finalize'>;

/** Events whose time is recorded. */
const TIMES: { [E in MovingEvent]?: Values<Assessment> } = {
  send: { sentAt: NOW },
  submit: { submittedAt: NOW },
  sendBack: { sentBackAt: NOW },
};

/**
 * Applies an event to a locked assessment, and makes somebody its reviewer if it has none. On completion, review.store.ts also counts its
 * verdicts.
 */
export const move = statement(
  'assessment.move',
  (assessment: Pick<LockedAssessment, 'id' | 'status'>, event: MovingEvent, status: AssessmentStatus, reviewerId?: string | null) => {
    const was = ASSESSMENTS.was({ status: assessment.status });
    const reviewer = reviewerId && { reviewerId: sql`coalesce(reviewer_id, ${reviewerId})` };
    return sql<never>`
      ${update(Assessment, { status, ...TIMES[event], ...reviewer })} where id = ${assessment.id} and ${was.condition}
      returning ${was.fewer}, ${ASSESSMENTS.more()}`.writes(Assessment, { id: assessment.id });
  },
);

/** Also raises the vendor's count. */
export const insert = statement('assessment.insert', (row: Values<Assessment>) =>
  sql<never>`
    with made as (
      ${insertInto(Assessment, row)} returning vendor_id, ${ASSESSMENTS.keyOf()} as key
    ), of_vendor as (
      update vendor set assessment_count = assessment_count + 1 from made where vendor.id = made.vendor_id
    )
    select ${counting('+', ASSESSMENTS.kind, sql`key`, sql`vendor_id`)} from made`.writes(Vendor, { id: row.vendorId as string }),
);

/** For statements that write verdicts: those of a completed assessment are final, and counted. */
export const isUnderWay = (assessmentId: Sql) =>
  sql`not exists (select 1 from assessment where id = ${assessmentId} and status = 'COMPLETED')`;

/** The template, locked against changes until the commit. */
export const holdTemplate = statement(
  'assessment.holdTemplate',
  (id: string) => sql<Pick<Row<Template>, 'id' | 'name' | 'version' | 'status' | 'kind'>>`
    select id, name, version, status, kind from template where id = ${id} for share`,
);

export const lockVendor = statement(
  'assessment.lockVendor',
  (id: string) => sql<Pick<Row<Vendor>, 'id' | 'name' | 'status'>>`
    select id, name, status from vendor where id = ${id} for no key update`,
);

export const userWithAccess = statement(
  'assessment.userWithAccess',
  (id: string) => sql<{ id: string }>`select id from app_user where id = ${id} and not is_disabled`,
);

/** Sets when the next in a series is due, unless it already exists. */
export const planNext = statement('assessment.planNext', (id: string, nextDueOn: string | null) =>
  sql<never>`
    update assessment set next_due_on = ${nextDueOn}
    where id = ${id} and not exists (select 1 from assessment n where n.previous_id = ${id})`.writes(Assessment, { id }),
);

/** Assessments whose next one is due and can be created, longest overdue first. */
export const dueForRepetition = statement(
  'assessment.dueForRepetition',
  (limit: number) => sql<{ id: string }>`
    select id from assessment a where next_due_on <= now() and recurrence <> 'NONE' and ${isOfListed('a')}
      and not exists (select 1 from assessment n where n.previous_id = a.id)
      and exists (select 1 from template t join template was on was.family = t.family
        where was.id = a.template_id and t.status = 'PUBLISHED')
    order by next_due_on limit ${limit}`,
);

/** Locks one to be repeated, unless another server has it. */
export const lockForRepetition = statement(
  'assessment.lockForRepetition',
  (id: string) => sql<Row<Assessment>>`
    ${select(Assessment)} where id = ${id} and next_due_on is not null and not exists (
      select 1 from assessment n where n.previous_id = ${id}) for update skip locked`,
);

export const endRepetition = statement('assessment.endRepetition', (id: string) =>
  sql<never>`update assessment set next_due_on = null where id = ${id}`.writes(Assessment, { id }),
);

/** The newest published version of a template. */
export const newestPublished = statement(
  'assessment.newestPublished',
  (templateId: string | null) => sql<{ id: string }>`
    select t.id from template t join template was on was.family = t.family
    where was.id = ${templateId} and t.status = 'PUBLISHED' order by t.version desc limit 1`,
);

/** Written like its index, which is for filters too. */
const SUBMITTED = "coalesce(submitted_at, 'epoch'::timestamptz)";

const ORDERS: Record<AssessmentOrderField, Omit<OrderTerm, 'descending'>> = {
  CREATED_AT: { by: rawSql('created_at'), type: 'timestamptz' },
  DUE_DATE: { by: rawSql("coalesce(due_date, 'epoch')"), type: 'timestamptz' },
  TITLE: { by: rawSql('lower(title)'), type: 'text' },
  SCORE: { by: rawSql('coalesce(score, -1)'), type: 'float8' },
  SUBMITTED_AT: { by: rawSql(SUBMITTED), type: 'timestamptz' },
  WAITING_SINCE: { by: rawSql(WAITING_SINCE), type: 'timestamptz' },
};

const NEWEST_FIRST: AssessmentOrder = { field: AssessmentOrderField.CREATED_AT, descending: true };

export function orderOf(order: AssessmentOrder | null | undefined): OrderTerm[] {
  const { field, descending } = order ?? NEWEST_FIRST;
  return [{ ...ORDERS[field], descending: descending ?? false }];
}

/** A list leaves out the assessments of vendors that aren't listed, unless it is asked about one vendor. */
export function listed({ vendorId }: AssessmentFilter): Sql[] {
  return vendorId == null ? [isOfListed('assessment')] : [];
}

/** Whether a column names a template, whichever version of it. */
export const isMadeFrom = (column: string, templateId: string) => sql`
  ${rawSql(column)} in (select t.id from template t join template given on given.family = t.family where ${idIs('given.id', templateId)})`;

/** The conditions of a filter, except that on the band, which depends on the thresholds. */
export function conditionsOf(filter: Omit<AssessmentFilter, 'ragBand'>): Sql[] {
  const { vendorId, status, createdFrom, createdTo, query, overdue, reviewerId, templateId } = filter;
  const found: Sql[] = [];
  if (vendorId != null) found.push(idIs('vendor_id', vendorId));
  found.push(...idIsOrNobody('reviewer_id', reviewerId));
  if (status) found.push(sql`status = any(${status}::text[])`);
  if (createdFrom) found.push(sql`created_at >= ${createdFrom}`);
  if (createdTo) found.push(sql`created_at <= ${createdTo}`);
  if (query) found.push(contains(['title'], query));
  if (overdue != null) found.push(overdue ? isOverdue() : sql`not ${isOverdue()}`);
  if (templateId != null) found.push(isMadeFrom('template_id', templateId));
  const submitted = within(SUBMITTED, filter.submittedFrom, filter.submittedTo);
  if (submitted.length > 0) found.push(...submitted, sql`submitted_at is not null`);
  found.push(...within('due_date', filter.dueFrom, filter.dueTo));
  return found;
}
