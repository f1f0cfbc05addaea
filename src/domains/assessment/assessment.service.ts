import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isListed } from '../../database/listed';
import { revise } from '../../kernel/revise';
import type { Row } from '../../database/rows';
import type { RequestContext } from '../../kernel/context';
import { badInput, invalidTransition, notFound } from '../../kernel/errors';
import { check, line, withoutNulls } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { type Change, change } from '../audit/audit.service';
import { readSections } from '../template/template.document';
import * as questionStore from './assessment-question.store';
import { Recurrence } from '../settings/recurrence';
import { Assessment, AssessmentStatus } from './assessment.entity';
import type { CreateAssessmentInput, UpdateAssessmentInput } from './assessment.inputs';
import { type AssessmentEvent, EVENTS, nextDue, nextStatus } from './assessment.rules';
import * as store from './assessment.store';
import type { LockedAssessment } from './assessment.store';

export type { LockedAssessment } from './assessment.store';

/** The assessment, locked: of two concurrent events, the second waits here and sees the state that the first left. */
export async function lockAssessment(tx: Change, id: string): Promise<LockedAssessment> {
  const assessment = isId(id) ? await tx.one(store.lock(id)) : undefined;
  if (!assessment) throw notFound('Assessment');
  return assessment;
}

/** The status after the event, or INVALID_TRANSITION. */
export function assertCan(status: Row<Assessment>['status'], event: AssessmentEvent) {
  const next = nextStatus(status, event);
  if (!next) throw invalidTransition(`An assessment that is ${status} can't be ${EVENTS[event].verb}`);
  return AssessmentStatus[next];
}

/**
 * Also checks the event against the state before locking: otherwise a submission that meets a send-back would wait for it and
 * then be allowed, so that both win.
 */
export async function assertCanNow(ctx: RequestContext, id: string, event: AssessmentEvent): Promise<void> {
  const seen = isId(id) ? await ctx.database.one(store.standing(id)) : undefined;
  if (!seen) throw notFound('Assessment');
  assertCan(seen.status, event);
}

/** Applies an event to a locked assessment, or rejects it. The database sets the time. An assessment without a reviewer gets this one. */
export async function advance(
  tx: Change,
  assessment: LockedAssessment,
  event: store.MovingEvent,
  reviewerId?: string | null,
): Promise<void> {
  const next = assertCan(assessment.status, event);
  await tx.query(store.move(assessment, event, next, reviewerId));
}

export const entityOf = ({ id, title }: { id: string; title: string }) => ({ type: 'Assessment', id, name: title });

const assessmentRule = z.object({ title: line(), dueDate: z.string().nullish(), recurrence: z.string() });

export async function createAssessment(ctx: RequestContext, input: CreateAssessmentInput): Promise<string> {
  return change(ctx, (tx) => insertAssessment(ctx, tx, input));
}

/** Copies the questions of a published template, so that later changes to the template don't affect them. */
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
  await tx.query(
    store.insert({
      id,
      title,
      vendorId: vendor.id,
      templateId: template.id,
      templateName: template.name,
      templateVersion: template.version,
      dueDate: given.dueDate,
      reviewerId,
      createdById: ctx.caller.userId,
      recurrence,
      previousId: input.previousId,
    }),
  );
  await copyQuestions(tx, id, template.id);
  tx.record({
    action: 'CREATE_ASSESSMENT',
    entity: entityOf({ id, title }),
    meta: { vendor: vendor.name, template: template.name },
    isAssigned: reviewerId != null,
  });
  return id;
}

async function copyQuestions(tx: Change, assessmentId: string, templateId: string): Promise<void> {
  const [sections = []] = await readSections(tx, [templateId]);
  const copies = new Map(sections.flatMap(({ questions }) => questions.map(({ id }) => [id, randomUUID()])));
  const questions = sections.flatMap(({ title, questions: own }) =>
    own.map(({ id, conditionalLogic, ...question }) => ({
      ...question,
      id: copies.get(id)!,
      templateQuestionId: id,
      section: title,
      conditionalLogic: conditionalLogic && {
        ...conditionalLogic,
        rules: conditionalLogic.rules.map((rule) => ({ ...rule, questionId: copies.get(rule.questionId)! })),
      },
    })),
  );
  await tx.query(questionStore.insertAll(assessmentId, questions));
  await tx.query(questionStore.copyControls(assessmentId));
}

async function findPublished(tx: Change, id: string) {
  const template = isId(id) ? await tx.one(store.holdTemplate(id)) : undefined;
  if (!template) throw badInput({ templateId: 'does not match a template' });
  if (template.kind !== 'QUESTIONNAIRE') throw badInput({ templateId: 'is an intake form, which is not for vendors' });
  if (template.status !== 'PUBLISHED') throw badInput({ templateId: `is ${template.status}; only a PUBLISHED template can be sent out` });
  return template;
}

async function findVendor(tx: Change, id: string) {
  const vendor = isId(id) ? await tx.one(store.lockVendor(id)) : undefined;
  if (!vendor) throw badInput({ vendorId: 'does not match a vendor' });
  assertListed(vendor.status);
  return vendor;
}

/** Nothing is asked of a vendor that we don't work with yet, or any more. */
export function assertListed(status: string): void {
  if (!isListed(status)) throw invalidTransition(`A vendor that is ${status} can't be assessed`);
}

async function findReviewer(tx: Change, id: string | null | undefined): Promise<string | null | undefined> {
  if (id == null) return id;
  if (!(await hasAccess(tx, id))) throw badInput({ reviewerId: 'does not match a user with access' });
  return id;
}

async function hasAccess(tx: Change, userId: string): Promise<boolean> {
  return isId(userId) && (await tx.one(store.userWithAccess(userId))) !== undefined;
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

/** Continues the series when an assessment is completed: the next one is created this many months after this one was due. */
export async function planNext(tx: Change, { id, recurrence, dueDate }: LockedAssessment): Promise<void> {
  const now = new Date();
  let next = nextDue(dueDate ? new Date(dueDate) : now, recurrence);
  while (next && next < now) next = nextDue(next, recurrence);
  await tx.query(store.planNext(id, next?.toISOString() ?? null));
}

/** How long the vendor has to answer the next in a series. */
const DAYS_TO_ANSWER = 30;
const BATCH = 50;

/**
 * Creates recurring assessments, each once however many servers run: the repeated one is locked, and others skip it; a unique
 * index allows one successor. Uses the newest published version of its template.
 */
export async function createDueRecurrences(ctx: RequestContext): Promise<number> {
  const due = await ctx.database.query(store.dueForRepetition(BATCH));
  let made = 0;
  for (const { id } of due) made += (await change(ctx, (tx) => repeat(ctx, tx, id))) ? 1 : 0;
  return made;
}

async function repeat(ctx: RequestContext, tx: Change, id: string): Promise<boolean> {
  const last = await tx.one(store.lockForRepetition(id));
  if (!last) return false;
  const template = await tx.one(store.newestPublished(last.templateId));
  if (!template) return false;
  const { vendorId, title, nextDueOn, reviewerId, recurrence } = last;
  const dueDate = new Date(Date.parse(nextDueOn!) + DAYS_TO_ANSWER * 86_400_000).toISOString();
  const reviewer = reviewerId && (await hasAccess(tx, reviewerId)) ? reviewerId : null;
  await insertAssessment(ctx, tx, { vendorId, templateId: template.id, title, dueDate, reviewerId: reviewer, recurrence, previousId: id });
  await tx.query(store.endRepetition(id));
  return true;
}
