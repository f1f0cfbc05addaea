import { z } from 'zod';
import type { Caller } from '../../kernel/caller';
import { sql } from '../../database/sql';
import { RequestContext } from '../../kernel/context';
import { badInput, conflict, type FieldMessages, Problem } from '../../kernel/errors';
import { check, prose } from '../../kernel/validate';
import { type Change, change } from '../audit/audit.service';
import { deleteFile } from '../evidence/evidence.service';
import type { PortalAccess as FilePortalAccess, PortalAccessCheck } from '../evidence/portal-access';
import { answerAfter, answerFault, type HeldAnswer, isDealtWith, MAX_REASON } from './answers.rules';
import type { AnswerInput } from './assessment.inputs';
import { isEditable } from './assessment.rules';
import { advance, assertCan, entityOf, lockAssessment } from './assessment.service';
import { assertVendorMayComment, insertComment } from './comment.service';
import { openPortal, type PortalAccess } from './portal-link.service';
import type { PortalCommentInput, PortalRemoveFileInput, PortalSaveAnswersInput, PortalSubmitInput } from './portal.inputs';
import { type QuestionState, readState, scoreAssessment, visibleOf } from './scoring';

/** The vendor at work. Whoever holds the link acts as the vendor, and is named so in the audit log. */
function asVendor(ctx: RequestContext, { vendorName }: PortalAccess): RequestContext {
  const caller: Caller = { kind: 'vendor', permissions: new Set(), name: `Vendor portal (${vendorName})` };
  return new RequestContext(ctx.services, caller, ctx.request);
}

export const MAX_ANSWERS = 1_000;

/** Saves a batch of answers, all of them or none. The first one moves the assessment to IN_PROGRESS. */
export async function saveAnswers(ctx: RequestContext, { token, password, answers }: PortalSaveAnswersInput): Promise<PortalAccess> {
  if (answers.length > MAX_ANSWERS) throw badInput({ answers: `has more than ${MAX_ANSWERS} entries` });
  const access = await openPortal(ctx, token, password);
  await change(asVendor(ctx, access), async (tx) => {
    const assessment = await lockAssessment(tx, access.assessment.id);
    await advance(tx, assessment, 'answer');
    const state = await readState(tx, assessment.id);
    const settled = settle(state, answers);
    const written = await writeAnswers(tx, assessment.id, settled);
    if (written.size === 0) return;
    const notApplicable = reasonsIn(settled.filter(({ questionId, isNotApplicable }) => isNotApplicable && written.has(questionId)));
    tx.record({ action: 'SAVE_ANSWERS', entity: entityOf(assessment), meta: { answers: written.size, ...notApplicable } });
  });
  return openPortal(ctx, token, password);
}

type SettledAnswer = HeldAnswer & { questionId: string; text: string };

/**
 * The answers as they will be kept. Every refusal names the question. Visibility is decided with all answers of the batch
 * in place, once they are sound.
 */
function settle(state: readonly QuestionState[], answers: readonly AnswerInput[]): SettledAnswer[] {
  const byId = new Map(state.map((question) => [question.id, question]));
  const faults: FieldMessages = {};
  const stale: FieldMessages = {};
  const seen = new Set<string>();
  answers.forEach(({ questionId, value, notApplicableReason, expectedRevision }, i) => {
    const question = byId.get(questionId);
    const fault = question && answerFault(question, value);
    if (!question) faults[`answers.${i}.questionId`] = 'does not match a question of this questionnaire';
    else if (seen.has(questionId)) faults[`answers.${i}.questionId`] = 'is answered twice';
    else if (fault) faults[`answers.${i}.value`] = `“${question.text}” ${fault}`;
    else if ([...(notApplicableReason ?? '')].length > MAX_REASON) {
      faults[`answers.${i}.notApplicableReason`] =
        `“${question.text}” has a reason of more than ${MAX_REASON.toLocaleString('en')} characters`;
    } else if (expectedRevision != null && expectedRevision !== question.revision) {
      stale[`answers.${i}.expectedRevision`] = `is not the revision of the answer to “${question.text}”, which is ${question.revision}`;
    }
    seen.add(questionId);
  });
  if (Object.keys(faults).length > 0) throw badInput(faults);
  if (Object.keys(stale).length > 0) throw conflict('These answers were changed elsewhere in the meantime; reload them', stale);

  const settled = answers.map((answer) => {
    const question = byId.get(answer.questionId)!;
    return { questionId: question.id, text: question.text, ...answerAfter(question, answer) };
  });
  const visible = visibleOf(state, settled);
  const hidden = answers.flatMap(({ questionId, value, isNotApplicable }, i) =>
    (value != null || isNotApplicable) && !visible.has(questionId)
      ? [[`answers.${i}.value`, `“${byId.get(questionId)!.text}” is hidden by its conditions and can't be answered`]]
      : [],
  );
  if (hidden.length > 0) throw badInput(Object.fromEntries(hidden));
  return settled;
}

/** Writes what differs and says to which questions. A changed answer loses the verdict and the decision passed on the old one. */
async function writeAnswers(tx: Change, assessmentId: string, answers: readonly SettledAnswer[]): Promise<Set<string>> {
  const written = await tx.query<{ id: string }>(sql`
    with given as (
      select "questionId" as question_id, nullif(value, 'null') as value, nullif("keptValue", 'null') as kept_value,
        "isNotApplicable" as is_not_applicable, "notApplicableReason" as not_applicable_reason
      from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as f("questionId" uuid, value jsonb, "keptValue" jsonb,
        "isNotApplicable" boolean, "notApplicableReason" text)
    ), changed as (
      select given.* from given left join response r using (question_id)
      where (r.value, r.kept_value, coalesce(r.is_not_applicable, false), r.not_applicable_reason)
        is distinct from (given.value, given.kept_value, given.is_not_applicable, given.not_applicable_reason)
    ), undecided as (
      delete from review_decision d using response r, changed where d.response_id = r.id and r.question_id = changed.question_id
    )
    insert into response as r (id, assessment_id, question_id, value, kept_value, is_not_applicable, not_applicable_reason)
    select gen_random_uuid(), ${assessmentId}, question_id, value, kept_value, is_not_applicable, not_applicable_reason
    from changed
    on conflict (question_id) do update set value = excluded.value, kept_value = excluded.kept_value,
      is_not_applicable = excluded.is_not_applicable, not_applicable_reason = excluded.not_applicable_reason,
      is_compliant = null, weighted_score = null, max_score = null, revision = r.revision + 1, updated_at = now()
    returning question_id as id`);
  return new Set(written.map(({ id }) => id));
}

/** So many are told with their reasons; the others are in the count. */
const MOST_TOLD = 50;

/** For the audit log: which questions do not apply, and why. */
function reasonsIn(marked: readonly SettledAnswer[]) {
  const told = marked.slice(0, MOST_TOLD).map(({ text, notApplicableReason }) => ({
    question: text.slice(0, 200),
    reason: notApplicableReason?.slice(0, 500) ?? null,
  }));
  return told.length > 0 ? { notApplicable: told } : {};
}

/** Refused with the list of what is missing; else the answers become read-only and get their provisional score. */
export async function submit(ctx: RequestContext, { token, password }: PortalSubmitInput): Promise<PortalAccess> {
  const access = await openPortal(ctx, token, password);
  assertCan(access.assessment.status, 'submit');
  await change(asVendor(ctx, access), async (tx) => {
    const assessment = await lockAssessment(tx, access.assessment.id);
    await advance(tx, assessment, 'submit');
    const state = await readState(tx, assessment.id);
    const visible = visibleOf(state);
    const missing = state.filter((q) => q.required && visible.has(q.id) && !isDealtWith(q.type, q));
    if (missing.length > 0) {
      throw badInput(
        Object.fromEntries(missing.map(({ id, text }) => [`questions.${id}`, `“${text}” is not answered`])),
        `${missing.length} required ${missing.length === 1 ? 'question is' : 'questions are'} not answered: ${missing.map(({ text }) => text).join('; ')}`,
      );
    }
    await scoreAssessment(tx, assessment.id);
    tx.record({ action: 'SUBMIT_ASSESSMENT', entity: entityOf(assessment) });
  });
  return openPortal(ctx, token, password);
}

/** What the vendor says is always shared. There is an end to it: in number, and with the assessment. */
export async function comment(ctx: RequestContext, input: PortalCommentInput): Promise<PortalAccess> {
  const { body } = check(z.object({ body: prose(10_000).trim().min(1, 'is required') }), input);
  const access = await openPortal(ctx, input.token, input.password);
  await change(asVendor(ctx, access), async (tx) => {
    const assessment = await lockAssessment(tx, access.assessment.id);
    await assertVendorMayComment(tx, assessment);
    const author = { type: 'VENDOR' as const, name: access.vendorName };
    await insertComment(tx, { assessment, body, parentId: input.parentId, author, visibility: 'SHARED' });
    tx.record({ action: 'ADD_COMMENT', entity: entityOf(assessment) });
  });
  return access;
}

/** Takes evidence back, while the answers can be changed. */
export async function removeFile(ctx: RequestContext, { token, password, fileId }: PortalRemoveFileInput): Promise<PortalAccess> {
  const access = await openPortal(ctx, token, password);
  await deleteFile({ ctx: asVendor(ctx, access), portal: fileAccessTo(access) }, fileId);
  return openPortal(ctx, token, password);
}

/** For the upload of evidence: the link's one assessment, while its answers can be changed. */
export const fileAccess: PortalAccessCheck = async (ctx, token, password) => {
  const access = await openPortal(ctx, token, password).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'UNAUTHENTICATED') return null;
    throw error;
  });
  return access && fileAccessTo(access);
};

function fileAccessTo({ assessment, vendorName }: PortalAccess): FilePortalAccess {
  return {
    assessmentId: assessment.id,
    vendorName,
    isEditable: isEditable(assessment.status),
    async beforeSave(tx) {
      const locked = await lockAssessment(tx, assessment.id);
      await advance(tx, locked, 'answer');
    },
  };
}
