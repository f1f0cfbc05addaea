import type { Row } from '../../database/rows';
import type { Sql } from '../../database/sql';
import type { RequestContext } from '../../kernel/context';
import { byId, childrenOf, groupBy, loader } from '../../graphql/engine/loaders';
import { isId } from '../../platform/id';
import type { Control } from '../framework/control.entity';
import { countQuestions, type QuestionCount, shownQuestions } from './answers.rules';
import type { AssessmentQuestion } from './assessment-question.entity';
import * as questionStore from './assessment-question.store';
import { Assessment } from './assessment.entity';
import { Comment } from './comment.entity';
import * as commentStore from './comment.store';
import { Response } from './response.entity';
import * as responseStore from './response.store';

export const assessmentById = byId(Assessment);
export const commentById = byId(Comment);

/** The payload of a mutation that changes an assessment. */
export async function assessmentPayload(ctx: RequestContext, id: string) {
  return { assessment: await ctx.load(assessmentById, id) };
}

export type QuestionRow = Row<AssessmentQuestion> & { visible: boolean; given: responseStore.StoredAnswer | undefined };

/** The answers of assessments. A response that only carries a verdict (nothing was answered) counts too. */
export const responsesOf = childrenOf(Response, 'assessment', responseStore.BY_ID);

/** The questions of assessments in order, each with its current answer and whether it is shown. */
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

/** Questions known only by their id. */
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

/** The vendor's progress: answered questions out of those shown. */
export async function progressOf(ctx: RequestContext, assessmentId: string): Promise<QuestionCount> {
  return progressIn(await ctx.load(questionsOf, assessmentId));
}

export const progressIn = (questions: readonly QuestionRow[]): QuestionCount =>
  countQuestions(
    questions,
    ({ visible }) => visible,
    ({ given }) => given,
  );

export type CommentRow = Row<Comment> & { replies: CommentRow[] };

/** Comments as trees, oldest first, by what they are on. */
const treesOf = (read: (ids: readonly string[]) => Sql<Row<Comment>>) =>
  loader<string, CommentRow[]>(async (ids, ctx) => {
    const groups = groupBy(await ctx.database.query(read(ids)), ({ assessmentId, findingId }) => (findingId ?? assessmentId)!);
    return ids.map((id) => trees(groups.get(id) ?? []));
  });

/** All comments of assessments. */
export const commentsOf = treesOf(commentStore.ofAssessments);

/** The same comments as a flat list. */
export const allCommentsOf = childrenOf(Comment, 'assessment', commentStore.IN_ORDER);

/** The comments that the vendor may read. */
export const sharedCommentsOf = treesOf(commentStore.sharedOf);

/** The same of findings. */
export const commentsOfFinding = treesOf(commentStore.ofFindings);
export const sharedCommentsOfFinding = treesOf(commentStore.sharedOfFindings);

/** A comment whose parent isn't among the rows becomes top-level. */
function trees(rows: readonly Row<Comment>[]): CommentRow[] {
  const nodes = new Map(rows.map((row) => [row.id, { ...row, replies: [] as CommentRow[] }]));
  const top: CommentRow[] = [];
  for (const node of nodes.values()) (nodes.get(node.parentId ?? '')?.replies ?? top).push(node);
  return top;
}

/** Replies to a comment that was loaded on its own. */
export const repliesTo = childrenOf(Comment, 'parent', commentStore.IN_ORDER);

/** The controls that questions cover, if their framework still exists. */
export const controlsOfQuestion = loader<string, Row<Control>[]>(async (questionIds, ctx) => {
  const rows = await ctx.database.query(questionStore.controlsOf(questionIds));
  const groups = groupBy(rows, ({ questionId }) => questionId);
  return questionIds.map((id) => groups.get(id) ?? []);
});

/** Codes of the shared-responsibility controls that questions cover. */
export const sharedControlCodesOf = loader<string, string[]>(async (questionIds, ctx) => {
  const rows = await ctx.database.query(questionStore.sharedControlCodesOf(questionIds));
  const groups = groupBy(rows, ({ questionId }) => questionId);
  return questionIds.map((id) => (groups.get(id) ?? []).map(({ code }) => code));
});
