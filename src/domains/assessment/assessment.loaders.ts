import type { Row } from '../../database/rows';
import type { RequestContext } from '../../kernel/context';
import { byId, childrenOf, groupBy, loader } from '../../graphql/engine/loaders';
import { isId } from '../../platform/id';
import type { Attachment } from '../evidence/attachment.entity';
import { attachmentsOfAssessments } from '../evidence/evidence.loaders';
import type { Control } from '../framework/control.entity';
import { countQuestions, type QuestionCount, shownQuestions } from './answers.rules';
import type { AssessmentQuestion } from './assessment-question.entity';
import * as questionStore from './assessment-question.store';
import { Assessment } from './assessment.entity';
import type { SectionScore, WorkingLink } from './assessment.inputs';
import { Comment } from './comment.entity';
import * as commentStore from './comment.store';
import * as linkStore from '../portal/portal-link.store';
import { Response } from './response.entity';
import * as responseStore from './response.store';
import type { ReviewDecision } from '../review/review-decision.entity';
import * as reviewStore from '../review/review.store';

export const assessmentById = byId(Assessment);
export const commentById = byId(Comment);

export type QuestionRow = Row<AssessmentQuestion> & { visible: boolean; given: responseStore.StoredAnswer | undefined };

/** The answers of assessments. One that only carries a verdict (nothing was answered) counts as an answer, too. */
export const responsesOf = childrenOf(Response, 'assessment', responseStore.BY_ID);

/** The questions of assessments in order, each with the answer as it stands and knowing whether it is shown. */
export const questionsOf = loader<string, QuestionRow[]>(async (assessmentIds, ctx) => {
  const [rows, answers] = await Promise.all([
    ctx.database.query(questionStore.ofAssessments(assessmentIds)),
    ctx.database.query(responseStore.ofAssessments(assessmentIds)),
  ]);
  const answerTo = new Map(answers.map((answer) => [answer.questionId, answer]));
  const groups = groupBy(rows, ({ assessmentId }) => assessmentId);
  return assessmentIds.map((id) => {
    const questions = groups.get(id) ?? [];
    const shown = shownQuestions(questions, (questionId) => answerTo.get(questionId));
    return questions.map((question) => ({ ...question, visible: shown.has(question.id), given: answerTo.get(question.id) }));
  });
});

/** Questions that are known by nothing but their id. */
export const questionById = loader<string, QuestionRow | null>(async (ids, ctx) => {
  const rows = await ctx.database.query(questionStore.homesOf(ids.filter(isId)));
  const assessmentIds = new Set(rows.map(({ assessmentId }) => assessmentId));
  const questions = (await Promise.all([...assessmentIds].map((id) => ctx.load(questionsOf, id)))).flat();
  const found = new Map(questions.map((question) => [question.id, question]));
  return ids.map((id) => found.get(id.toLowerCase()) ?? null);
});

export const responseOfQuestion = loader<string, Row<Response> | null>(async (questionIds, ctx) => {
  const rows = await ctx.database.query(responseStore.ofQuestions(questionIds));
  const found = new Map(rows.map((row) => [row.questionId, row]));
  return questionIds.map((id) => found.get(id) ?? null);
});

export const decisionOn = loader<string, Row<ReviewDecision> | null>(async (responseIds, ctx) => {
  const rows = await ctx.database.query(reviewStore.decisionsOn(responseIds));
  const found = new Map(rows.map((row) => [row.responseId, row]));
  return responseIds.map((id) => found.get(id) ?? null);
});

/** The files that came with the answers to questions that are shown. */
export async function evidenceOf(ctx: RequestContext, assessmentId: string): Promise<Row<Attachment>[]> {
  const [questions, files] = await Promise.all([ctx.load(questionsOf, assessmentId), ctx.load(attachmentsOfAssessments, assessmentId)]);
  const counted = new Set(questions.flatMap(({ visible, given }) => (visible && given ? [given.responseId] : [])));
  return files.filter(({ responseId }) => counted.has(responseId!));
}

/** How far the vendor is: questions dealt with, of those that are shown. */
export async function progressOf(ctx: RequestContext, assessmentId: string): Promise<QuestionCount> {
  return progressIn(await ctx.load(questionsOf, assessmentId));
}

export const progressIn = (questions: readonly QuestionRow[]): QuestionCount =>
  countQuestions(
    questions,
    ({ visible }) => visible,
    ({ given }) => given,
  );

/** The newest link of assessments that still opens them. */
export const workingLinkOf = loader<string, WorkingLink | null>(async (assessmentIds, ctx) => {
  const rows = await ctx.database.query(linkStore.workingOf(assessmentIds));
  const found = new Map(rows.map((row) => [row.assessmentId, row]));
  return assessmentIds.map((id) => found.get(id) ?? null);
});

export type CommentRow = Row<Comment> & { replies: CommentRow[] };

/** All comments of assessments as trees, the oldest first. */
export const commentsOf = loader<string, CommentRow[]>(async (assessmentIds, ctx) => {
  const rows = await ctx.database.query(commentStore.ofAssessments(assessmentIds));
  const groups = groupBy(rows, ({ assessmentId }) => assessmentId);
  return assessmentIds.map((id) => trees(groups.get(id) ?? []));
});

/** The same comments one after the other. */
export const allCommentsOf = childrenOf(Comment, 'assessment', commentStore.IN_ORDER);

/** Those of them that the vendor may read. */
export const sharedCommentsOf = loader<string, CommentRow[]>(async (assessmentIds, ctx) => {
  const rows = await ctx.database.query(commentStore.sharedOf(assessmentIds));
  const groups = groupBy(rows, ({ assessmentId }) => assessmentId);
  return assessmentIds.map((id) => trees(groups.get(id) ?? []));
});

/** A comment whose parent is not among the rows stands at the top. */
export function trees(rows: readonly Row<Comment>[]): CommentRow[] {
  const nodes = new Map(rows.map((row) => [row.id, { ...row, replies: [] as CommentRow[] }]));
  const top: CommentRow[] = [];
  for (const node of nodes.values()) (nodes.get(node.parentId ?? '')?.replies ?? top).push(node);
  return top;
}

/** Replies to a comment that was loaded by itself. */
export const repliesTo = childrenOf(Comment, 'parent', commentStore.IN_ORDER);

/** The sections of assessments in order with their sums. */
export const sectionScoresOf = loader<string, SectionScore[]>(async (assessmentIds, ctx) => {
  const rows = await ctx.database.query(questionStore.sectionScoresOf(assessmentIds));
  const groups = groupBy(rows, ({ assessmentId }) => assessmentId);
  return assessmentIds.map((id) => groups.get(id) ?? []);
});

/** The controls that questions ask about, as far as their framework is still here. */
export const controlsOfQuestion = loader<string, Row<Control>[]>(async (questionIds, ctx) => {
  const rows = await ctx.database.query(questionStore.controlsOf(questionIds));
  const groups = groupBy(rows, ({ questionId }) => questionId);
  return questionIds.map((id) => groups.get(id) ?? []);
});

/** Codes of the shared-responsibility controls that questions ask about. */
export const sharedControlCodesOf = loader<string, string[]>(async (questionIds, ctx) => {
  const rows = await ctx.database.query(questionStore.sharedControlCodesOf(questionIds));
  const groups = groupBy(rows, ({ questionId }) => questionId);
  return questionIds.map((id) => (groups.get(id) ?? []).map(({ code }) => code));
});
