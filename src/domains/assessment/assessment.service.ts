import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { revise } from '../../kernel/revise';
import type { Row } from '../../database/rows';
import { sql } from '../../database/sql';
import type { RequestContext } from '../../kernel/context';
import { badInput, invalidTransition, notFound } from '../../kernel/errors';
import { check, line, withoutNulls } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { type Change, change } from '../audit/audit.service';
import { collectFiles } from '../evidence/evidence.service';
import { withdrawMails } from '../mail/mail.service';
import { readSections } from '../template/template.document';
import { Assessment, AssessmentStatus, Recurrence } from './assessment.entity';
import type { CreateAssessmentInput, UpdateAssessmentInput } from './assessment.inputs';
import { type AssessmentEvent, EVENTS, nextDue, nextStatus } from './assessment.rules';
import { uncount } from './assessment.tallies';
import { scoreVendor } from './scoring';

export type LockedAssessment = Pick<Row<Assessment>, 'id' | 'title' | 'status' | 'vendorId' | 'dueDate' | 'recurrence'>;

/** The assessment, locked: of two events at the same time the second waits here and finds the state the first left. */
export async function lockAssessment(tx: Change, id: string): Promise<LockedAssessment> {
  const [assessment] = isId(id)
    ? await tx.query<LockedAssessment>(sql`
        select id, title, status, vendor_id as "vendorId", due_date as "dueDate", recurrence
        from assessment where id = ${id} for update`)
    : [];
  if (!assessment) throw notFound('Assessment');
  return assessment;
}

/** Where the event leads, or INVALID_TRANSITION. */
export function assertCan(status: Row<Assessment>['status'], event: AssessmentEvent) {
  const next = nextStatus(status, event);
  if (!next) throw invalidTransition(`An assessment that is ${status} can't be ${EVENTS[event].verb}`);
  return next;
}

/**
 * An event is judged by the state its sender saw, too: a submit that meets a send-back would otherwise wait for it and
 * then find itself allowed, so that both win.
 */
export async function assertCanNow(ctx: RequestContext, id: string, event: AssessmentEvent): Promise<void> {
  const [seen] = isId(id)
    ? await ctx.database.query<Pick<Row<Assessment>, 'status'>>(sql`select status from assessment where id = ${id}`)
    : [];
  if (!seen) throw notFound('Assessment');
  assertCan(seen.status, event);
}

/** Moves a locked assessment on, or refuses. The time of the event is set by the database. */
export async function advance(tx: Change, assessment: LockedAssessment, event: AssessmentEvent): Promise<void> {
  const next = assertCan(assessment.status, event);
  await tx.query(sql`
    update assessment set status = ${next}, revision = revision + 1, updated_at = now(),
      sent_at = case when ${event} = 'send' then now() else sent_at end,
      submitted_at = case when ${event} = 'submit' then now() else submitted_at end,
      completed_at = case when ${event} = 'finalize' then now() else completed_at end
    where id = ${assessment.id}`);
  tx.count('assessment', assessment.status, -1);
  tx.count('assessment', next, 1);
}

export const entityOf = ({ id, title }: { id: string; title: string }) => ({ type: 'Assessment', id, name: title });

const assessmentRule = z.object({ title: line(), dueDate: z.string().nullish(), recurrence: z.string() });

export async function createAssessment(ctx: RequestContext, input: CreateAssessmentInput): Promise<string> {
  return change(ctx, (tx) => insertAssessment(ctx, tx, input));
}

/** Copies the questions of a published template, so that later edits of the template don't reach them. */
export async function insertAssessment(
  ctx: RequestContext,
  tx: Change,
  input: CreateAssessmentInput & { previousId?: string },
): Promise<string> {
  const template = await findPublished(tx, input.templateId);
  const given = check(assessmentRule.partial(), withoutNulls({ title: input.title, dueDate: input.dueDate, recurrence: input.recurrence }));
  const vendor = await findVendor(tx, input.vendorId);
  const reviewerId = await findReviewer(tx, input.reviewerId);
  const id = randomUUID();
  const title = given.title ?? template.name;
  const recurrence = (given.recurrence ?? Recurrence.NONE) as Recurrence;
  await tx.query(sql`
    insert into assessment (id, title, vendor_id, template_id, template_name, template_version, due_date, reviewer_id,
      created_by_id, recurrence, previous_id)
    values (${id}, ${title}, ${vendor.id}, ${template.id}, ${template.name}, ${template.version}, ${given.dueDate ?? null},
      ${reviewerId ?? null}, ${ctx.caller.userId ?? null}, ${recurrence}, ${input.previousId ?? null})`);
  tx.count('assessment', AssessmentStatus.DRAFT, 1);
  await copyQuestions(tx, id, template.id);
  await tx.query(sql`update vendor set assessment_count = assessment_count + 1 where id = ${vendor.id}`);
  tx.record({ action: 'CREATE_ASSESSMENT', entity: entityOf({ id, title }), meta: { vendor: vendor.name, template: template.name } });
  return id;
}

async function copyQuestions(tx: Change, assessmentId: string, templateId: string): Promise<void> {
  const [sections = []] = await readSections(tx, [templateId]);
  const copies = new Map(sections.flatMap(({ questions }) => questions.map(({ id }) => [id, randomUUID()])));
  const questions = sections.flatMap(({ title, questions: own }) =>
    own.map(({ id, conditionalLogic, ...question }) => ({
      ...question,
      id: copies.get(id),
      templateQuestionId: id,
      section: title,
      conditionalLogic: conditionalLogic && {
        ...conditionalLogic,
        rules: conditionalLogic.rules.map((rule) => ({ ...rule, questionId: copies.get(rule.questionId) })),
      },
    })),
  );
  await tx.query(sql`
    insert into assessment_question (id, assessment_id, position, section, text, help_text, type, risk_weight, required,
      options, exclusive_options, expected_answer, conditional_logic, control_codes, template_question_id)
    select id, ${assessmentId}, n, section, text, "helpText", type, "riskWeight", required, options, "exclusiveOptions",
      "expectedAnswer", "conditionalLogic", "controlCodes", "templateQuestionId"
    from jsonb_array_elements(${JSON.stringify(questions)}::jsonb) with ordinality as given(fields, n),
      jsonb_to_record(fields) as f(id uuid, section text, text text, "helpText" text, type text, "riskWeight" text,
        required boolean, options text[], "exclusiveOptions" text[], "expectedAnswer" jsonb, "conditionalLogic" jsonb, "controlCodes" text[],
        "templateQuestionId" uuid)`);
  await tx.query(sql`
    insert into assessment_question_control (id, assessment_id, question_id, control_id, framework_id, code, title, domain,
      framework_name, is_shared_responsibility)
    select gen_random_uuid(), q.assessment_id, q.id, c.id, f.id, c.code, c.title, c.domain, f.name, c.is_shared_responsibility
    from assessment_question q join template_question_control m on m.question_id = q.template_question_id
    join control c on c.id = m.control_id join framework f on f.id = c.framework_id
    where q.assessment_id = ${assessmentId}`);
}

async function findPublished(tx: Change, id: string) {
  const [template] = isId(id)
    ? await tx.query<{ id: string; name: string; version: number; status: string }>(
        sql`select id, name, version, status from template where id = ${id} for share`,
      )
    : [];
  if (!template) throw badInput({ templateId: 'does not match a template' });
  if (template.status !== 'PUBLISHED') throw badInput({ templateId: `is ${template.status}; only a PUBLISHED template can be sent out` });
  return template;
}

async function findVendor(tx: Change, id: string) {
  const [vendor] = isId(id)
    ? await tx.query<{ id: string; name: string }>(sql`select id, name from vendor where id = ${id} for no key update`)
    : [];
  if (!vendor) throw badInput({ vendorId: 'does not match a vendor' });
  return vendor;
}

async function findReviewer(tx: Change, id: string | null | undefined): Promise<string | null | undefined> {
  if (id == null) return id;
  if (!(await hasAccess(tx, id))) throw badInput({ reviewerId: 'does not match a user with access' });
  return id;
}

async function hasAccess(tx: Change, userId: string): Promise<boolean> {
  const [user] = isId(userId) ? await tx.query(sql`select 1 from app_user where id = ${userId} and not is_disabled`) : [];
  return user !== undefined;
}

export async function updateAssessment(ctx: RequestContext, input: UpdateAssessmentInput): Promise<void> {
  const { id, expectedRevision, reviewerId, dueDate, ...rest } = input;
  const changes = check(assessmentRule.partial(), { ...withoutNulls(rest), dueDate });
  await change(ctx, async (tx) => {
    const reviewer = await findReviewer(tx, reviewerId);
    const due = changes.dueDate == null ? changes.dueDate : new Date(changes.dueDate);
    const revised = isId(id) ? await revise(tx, Assessment, { id }, { ...changes, dueDate: due, reviewer }, expectedRevision) : undefined;
    if (!revised) throw notFound('Assessment');
    const { entity: assessment, changed } = revised;
    if (Object.keys(changed).length === 0) return;
    if (changed.recurrence && assessment.status === AssessmentStatus.COMPLETED) {
      await tx.em.flush();
      await planNext(tx, await lockAssessment(tx, id));
    }
    tx.record({ action: 'UPDATE_ASSESSMENT', entity: entityOf(assessment), meta: { fields: Object.keys(changed) } });
  });
}

/** Takes answers, evidence, findings and comments with it; the vendor's scores follow. */
export async function deleteAssessment(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const assessment = await lockAssessment(tx, id);
    await collectFiles(ctx, tx, sql`assessment_id = ${id}`);
    await withdrawMails(tx, sql`assessment_id = ${id}`);
    await uncount(tx, [assessment]);
    await tx.query(sql`delete from assessment where id = ${id}`);
    await tx.query(sql`update vendor set assessment_count = assessment_count - 1 where id = ${assessment.vendorId}`);
    await scoreVendor(tx, assessment.vendorId);
    tx.record({ action: 'DELETE_ASSESSMENT', entity: entityOf(assessment), meta: { status: assessment.status } });
  });
}

/** When an assessment is completed, its series goes on: the next is made so many months after this one was due. */
export async function planNext(tx: Change, { id, recurrence, dueDate }: LockedAssessment): Promise<void> {
  const now = new Date();
  let next = nextDue(dueDate ? new Date(dueDate) : now, recurrence);
  while (next && next < now) next = nextDue(next, recurrence);
  await tx.query(sql`
    update assessment set next_due_on = ${next?.toISOString() ?? null}
    where id = ${id} and not exists (select 1 from assessment n where n.previous_id = ${id})`);
}

/** So long has the vendor for the next of a series. */
const DAYS_TO_ANSWER = 30;
const BATCH = 50;

/**
 * Makes the assessments that recur, each once however many servers run: the one repeated is locked, and skipped by the
 * others; a unique index allows one successor. Made from the newest published version of its template.
 */
export async function createDueRecurrences(ctx: RequestContext): Promise<number> {
  const due = await ctx.database.query<{ id: string }>(sql`
    select id from assessment a where next_due_on <= now() and recurrence <> 'NONE'
      and not exists (select 1 from assessment n where n.previous_id = a.id)
      and exists (select 1 from template t join template was on was.family = t.family
        where was.id = a.template_id and t.status = 'PUBLISHED')
    order by next_due_on limit ${BATCH}`);
  let made = 0;
  for (const { id } of due) made += (await change(ctx, (tx) => repeat(ctx, tx, id))) ? 1 : 0;
  return made;
}

async function repeat(ctx: RequestContext, tx: Change, id: string): Promise<boolean> {
  const [last] = await tx.query<Row<Assessment>>(sql`
    ${tx.table(Assessment).select} where id = ${id} and next_due_on is not null and not exists (
      select 1 from assessment n where n.previous_id = ${id}) for update skip locked`);
  if (!last) return false;
  const [template] = await tx.query<{ id: string }>(sql`
    select t.id from template t join template was on was.family = t.family
    where was.id = ${last.templateId} and t.status = 'PUBLISHED' order by t.version desc limit 1`);
  if (!template) return false;
  const { vendorId, title, nextDueOn, reviewerId, recurrence } = last;
  const dueDate = new Date(Date.parse(nextDueOn!) + DAYS_TO_ANSWER * 86_400_000).toISOString();
  const reviewer = reviewerId && (await hasAccess(tx, reviewerId)) ? reviewerId : null;
  await insertAssessment(ctx, tx, { vendorId, templateId: template.id, title, dueDate, reviewerId: reviewer, recurrence, previousId: id });
  await tx.query(sql`update assessment set next_due_on = null where id = ${id}`);
  return true;
}
