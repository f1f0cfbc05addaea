import { z } from 'zod';
import type { RequestContext } from '../../kernel/context';
import { badInput, conflict, type FieldMessages, forbidden, Problem } from '../../kernel/errors';
import { check, requiredProse } from '../../kernel/validate';
import { answerAfter, answerFault, type HeldAnswer, isDealtWith, MAX_ANSWERS, MAX_COMMENT, MAX_REASON } from '../assessment/answers.rules';
import type { AnswerInput } from '../assessment/assessment.inputs';
import { questionsOf } from '../assessment/assessment.loaders';
import { isEditable } from '../assessment/assessment.rules';
import { advance, assertCan, entityOf } from '../assessment/assessment.service';
import { CommentVisibility } from '../assessment/comment.entity';
import { assertVendorMayComment, insertComment } from '../assessment/comment.service';
import { type QuestionState, readState, visibleOf } from '../assessment/question-state';
import * as responses from '../assessment/response.store';
import { change } from '../audit/audit.service';
import { deleteFile } from '../evidence/evidence.service';
import type { PortalAccess as FilePortalAccess, PortalAccessCheck } from '../evidence/portal-access';
import { scoreAssessment } from '../scoring/scoring';
import { logoUrl } from '../settings/logo.service';
import { currentSettings, mailServer } from '../settings/settings.service';
import { templateById } from '../template/template.loaders';
import { asVendor, lockBehind, type OpenedPortal, openPortal, opensSection, type PortalAccess } from './portal-link.service';
import { confirmSubmission } from './submission-mail';
import { limitChanges } from './portal-limits';
import type {
  PortalAssessment,
  PortalCommentInput,
  PortalRemoveFileInput,
  PortalSaveAnswersInput,
  PortalSubmitInput,
} from './portal.inputs';
import { firstCharacters, isLongerThan } from '../../platform/characters';

/** The questionnaire behind a link, as it is now. */
export async function showPortal(ctx: RequestContext, access: PortalAccess): Promise<PortalAssessment> {
  const { assessment, vendorName, sections } = access;
  ctx.forget();
  const { title, status, dueDate } = assessment;
  const settings = await ctx.load(currentSettings, 'settings');
  const template = assessment.templateId ? await ctx.load(templateById, assessment.templateId) : null;
  return {
    assessment,
    sections,
    title,
    organizationName: settings.organizationName,
    logo: logoUrl(ctx.services, settings),
    mailEnabled: mailServer(ctx.services) !== null,
    vendorName,
    status,
    dueDate,
    introduction: template?.introduction ?? null,
  };
}

/** The questions that the link opens. */
export async function openQuestions(ctx: RequestContext, { assessment, sections }: PortalAssessment) {
  const questions = await ctx.load(questionsOf, assessment.id);
  return questions.filter(({ section }) => opensSection({ sections }, section));
}

/** What whoever has a link to some sections can't do. */
export function assertWhole({ sections }: PortalAccess): void {
  if (sections) throw forbidden('This link is for some sections only: it can answer and upload, but not submit, comment or hand on');
}

/** Saves a batch of answers, all or none. The first answer moves the assessment to IN_PROGRESS. */
export async function saveAnswers(ctx: RequestContext, { token, password, answers }: PortalSaveAnswersInput): Promise<PortalAccess> {
  if (answers.length > MAX_ANSWERS) throw badInput({ answers: `has more than ${MAX_ANSWERS} entries` });
  const access = await openPortal(ctx, token, password);
  await change(asVendor(ctx, access), async (tx) => {
    const assessment = await lockBehind(tx, access);
    await advance(tx, assessment, 'answer');
    const state = await readState(tx, assessment.id);
    const open = state.filter(({ section }) => opensSection(access, section));
    const settled = settle(state, answers, open);
    const written = new Set((await tx.query(responses.write(assessment.id, settled))).map(({ id }) => id));
    if (written.size === 0) return;
    const visible = visibleOf(state, settled);
    if (state.some(({ id, responseId, isHidden }) => responseId && isHidden === visible.has(id))) {
      await tx.query(responses.tellHidden(assessment.id, [...visible]));
    }
    const told = newReasons(state, settled);
    // Counted together with the change, because rejected and empty changes aren't recorded.
    await limitChanges(tx, assessment.id, 1 + told.length + usesOf(settled.filter(({ questionId }) => written.has(questionId))));
    const notApplicable = told.length > 0 ? { notApplicable: told } : {};
    tx.record({ action: 'SAVE_ANSWERS', entity: entityOf(assessment), meta: { answers: written.size, ...notApplicable } });
  });
  return openPortal(ctx, token, password);
}

/** Every version of an answer is kept: what takes more room counts as more changes. */
function usesOf(written: readonly SettledAnswer[]): number {
  const characters = written.map(
    (answer) => ROOM_OF_ANSWER + JSON.stringify([answer.value, answer.keptValue, answer.notApplicableReason, answer.comment]).length,
  );
  return Math.floor(characters.reduce((sum, more) => sum + more, 0) / ROOM_OF_USE);
}

/** Characters that are kept with each answer beside its text. */
const ROOM_OF_ANSWER = 500;
/** Half an hour of writing one long text, saved every two seconds, is within the limit. */
const ROOM_OF_USE = 8_000;

type SettledAnswer = HeldAnswer & { questionId: string; text: string };

/**
 * The answers as they will be stored. Every error names the question. Visibility is evaluated with the whole batch applied, once
 * all answers are valid.
 */
export function settle(
  state: readonly QuestionState[],
  answers: readonly AnswerInput[],
  open: readonly QuestionState[] = state,
): SettledAnswer[] {
  const byId = new Map(open.map((question) => [question.id, question]));
  const faults: FieldMessages = {};
  const stale: FieldMessages = {};
  const seen = new Set<string>();
  answers.forEach(({ questionId, value, notApplicableReason, comment, expectedRevision }, i) => {
    const question = byId.get(questionId);
    const fault = question && answerFault(question, value);
    if (!question) faults[`answers.${i}.questionId`] = 'does not match a question of this questionnaire';
    else if (seen.has(questionId)) faults[`answers.${i}.questionId`] = 'is answered twice';
    else if (fault) faults[`answers.${i}.value`] = `“${question.text}” ${fault}`;
    else if (isLongerThan(notApplicableReason ?? '', MAX_REASON)) {
      faults[`answers.${i}.notApplicableReason`] =
        `“${question.text}” has a reason of more than ${MAX_REASON.toLocaleString('en')} characters`;
    } else if (isLongerThan(comment ?? '', MAX_COMMENT)) {
      faults[`answers.${i}.comment`] = `“${question.text}” has a comment of more than ${MAX_COMMENT.toLocaleString('en')} characters`;
    } else if (expectedRevision != null && expectedRevision !== question.revision) {
      stale[`answers.${i}.expectedRevision`] = `is not the current revision (${question.revision}) of the answer to “${question.text}”`;
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
  const hidden = answers.flatMap(({ questionId, value, isNotApplicable, comment }, i) =>
    (value != null || isNotApplicable || comment) && !visible.has(questionId)
      ? [[`answers.${i}.value`, `“${byId.get(questionId)!.text}” is hidden by its conditions and can't be answered`]]
      : [],
  );
  if (hidden.length > 0) throw badInput(Object.fromEntries(hidden));
  return settled;
}

/** The most questions recorded with their reasons; the rest are only counted. */
const MOST_TOLD = 50;

/** For the audit log: questions newly marked not applicable, or with a new reason. */
function newReasons(state: readonly QuestionState[], settled: readonly SettledAnswer[]) {
  const before = new Map(state.map((question) => [question.id, question]));
  const isNew = ({ questionId, isNotApplicable, notApplicableReason }: SettledAnswer) => {
    const was = before.get(questionId)!;
    return isNotApplicable && !(was.isNotApplicable && was.notApplicableReason === notApplicableReason);
  };
  return settled
    .filter(isNew)
    .slice(0, MOST_TOLD)
    .map(({ text, notApplicableReason }) => ({
      question: firstCharacters(text, 100),
      reason: notApplicableReason === null ? null : firstCharacters(notApplicableReason, 300),
    }));
}

/** Fails with the list of missing answers; otherwise the answers become read-only and get a provisional score. */
export async function submit(ctx: RequestContext, { token, password }: PortalSubmitInput): Promise<PortalAccess> {
  const access = await openPortal(ctx, token, password);
  assertWhole(access);
  assertCan(access.assessment.status, 'submit');
  await change(asVendor(ctx, access), async (tx) => {
    const assessment = await lockBehind(tx, access);
    await advance(tx, assessment, 'submit');
    const state = await readState(tx, assessment.id);
    assertComplete(state);
    const visible = visibleOf(state);
    await scoreAssessment(tx, assessment.id);
    tx.record({ action: 'SUBMIT_ASSESSMENT', entity: entityOf(assessment) });
    await confirmSubmission(
      ctx,
      tx,
      assessment,
      state.filter(({ id }) => visible.has(id)),
    );
  });
  return openPortal(ctx, token, password);
}

/** Every visible required question has to be answered or marked not applicable. */
export function assertComplete(state: readonly QuestionState[]): void {
  const visible = visibleOf(state);
  const missing = state.filter((q) => q.required && visible.has(q.id) && !isDealtWith(q.type, q));
  if (missing.length === 0) return;
  throw badInput(
    Object.fromEntries(missing.map(({ id, text }) => [`questions.${id}`, `“${text}” is not answered`])),
    `${missing.length} required ${missing.length === 1 ? 'question is' : 'questions are'} not answered: ${missing.map(({ text }) => text).join('; ')}`,
  );
}

/** Vendor comments are always shared. They are limited in number, and end when the assessment is completed. */
export async function comment(ctx: RequestContext, input: PortalCommentInput): Promise<PortalAccess> {
  const { body } = check(z.object({ body: requiredProse(10_000) }), input);
  const access = await openPortal(ctx, input.token, input.password);
  assertWhole(access);
  await change(asVendor(ctx, access), async (tx) => {
    const assessment = await lockBehind(tx, access);
    await assertVendorMayComment(tx, assessment);
    const author = { type: 'VENDOR' as const, name: access.vendorName };
    await insertComment(tx, { assessment, body, parentId: input.parentId, author, visibility: CommentVisibility.SHARED });
    tx.record({ action: 'ADD_COMMENT', entity: entityOf(assessment) });
  });
  return access;
}

/** Removes evidence, while the answers can be changed. */
export async function removeFile(ctx: RequestContext, { token, password, fileId }: PortalRemoveFileInput): Promise<PortalAccess> {
  const access = await openPortal(ctx, token, password);
  await limitChanges(ctx.database, access.assessment.id);
  await deleteFile({ ctx: asVendor(ctx, access), portal: fileAccessTo(access) }, fileId);
  return openPortal(ctx, token, password);
}

/** For evidence uploads: the link's assessment, while its answers can be changed. */
export const fileAccess: PortalAccessCheck = async (ctx, token, password) => {
  const access = await openPortal(ctx, token, password).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'UNAUTHENTICATED') return null;
    throw error;
  });
  return access && fileAccessTo(access);
};

function fileAccessTo(access: OpenedPortal): FilePortalAccess {
  const { assessment, vendorName, sections } = access;
  return {
    assessmentId: assessment.id,
    sections,
    vendorName,
    isEditable: isEditable(assessment.status),
    async beforeSave(tx) {
      await advance(tx, await lockBehind(tx, access), 'answer');
    },
    async beforeRemoval(tx) {
      await lockBehind(tx, access);
    },
  };
}
