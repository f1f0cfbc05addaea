import type { Row } from '../../database/rows';
import { isOneOf, rawSql, sql } from '../../database/sql';
import type { RequestContext } from '../../kernel/context';
import { byId, childrenOf, groupBy, loader } from '../../graphql/engine/loaders';
import { isId } from '../../platform/id';
import type { Attachment } from '../evidence/attachment.entity';
import { attachmentsOfAssessments } from '../evidence/evidence.loaders';
import { Control } from '../framework/control.entity';
import { countQuestions, type GivenAnswer, type HeldAnswer, type QuestionCount, shownQuestions } from './answers.rules';
import { AssessmentQuestion } from './assessment-question.entity';
import { Assessment } from './assessment.entity';
import type { SectionScore, WorkingLink } from './assessment.inputs';
import { Comment } from './comment.entity';
import { Response } from './response.entity';
import { ReviewDecision } from './review-decision.entity';

export const assessmentById = byId(Assessment);
export const commentById = byId(Comment);

interface StoredAnswer extends GivenAnswer, HeldAnswer {
  questionId: string;
  responseId: string;
}

export type QuestionRow = Row<AssessmentQuestion> & { visible: boolean; given: StoredAnswer | undefined };

/** The answers of assessments. One that only carries a verdict (nothing was answered) counts as an answer, too. */
export const responsesOf = childrenOf(Response, 'assessment', rawSql('id'));

/** The questions of assessments in order, each with the answer as it stands and knowing whether it is shown. */
export const questionsOf = loader<string, QuestionRow[]>(async (assessmentIds, ctx) => {
  const [rows, answers] = await Promise.all([
    ctx.database.query<Row<AssessmentQuestion>>(sql`
      ${ctx.database.table(AssessmentQuestion).select} where assessment_id ${isOneOf(assessmentIds, 'uuid')} order by position`),
    ctx.database.query<StoredAnswer>(sql`
      select question_id as "questionId", id as "responseId", value, kept_value as "keptValue",
        is_not_applicable as "isNotApplicable", not_applicable_reason as "notApplicableReason",
        (select count(*) from attachment a where a.response_id = r.id) as "evidenceCount"
      from response r where assessment_id ${isOneOf(assessmentIds, 'uuid')}`),
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
  const rows = await ctx.database.query<{ id: string; assessmentId: string }>(
    sql`select id, assessment_id as "assessmentId" from assessment_question where id ${isOneOf(ids.filter(isId), 'uuid')}`,
  );
  const assessmentIds = new Set(rows.map(({ assessmentId }) => assessmentId));
  const questions = (await Promise.all([...assessmentIds].map((id) => ctx.load(questionsOf, id)))).flat();
  const found = new Map(questions.map((question) => [question.id, question]));
  return ids.map((id) => found.get(id.toLowerCase()) ?? null);
});

export const responseOfQuestion = loader<string, Row<Response> | null>(async (questionIds, ctx) => {
  const rows = await ctx.database.query<Row<Response>>(
    sql`${ctx.database.table(Response).select} where question_id ${isOneOf(questionIds, 'uuid')}`,
  );
  const found = new Map(rows.map((row) => [row.questionId, row]));
  return questionIds.map((id) => found.get(id) ?? null);
});

export const decisionOn = loader<string, Row<ReviewDecision> | null>(async (responseIds, ctx) => {
  const rows = await ctx.database.query<Row<ReviewDecision>>(
    sql`${ctx.database.table(ReviewDecision).select} where response_id ${isOneOf(responseIds, 'uuid')}`,
  );
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
  const rows = await ctx.database.query<WorkingLink & { assessmentId: string }>(sql`
    select distinct on (assessment_id) assessment_id as "assessmentId", created_at as "createdAt", expires_at as "expiresAt",
      password_hash is not null as "hasPassword"
    from portal_link where assessment_id = any(${assessmentIds}::uuid[]) and revoked_at is null and expires_at > now()
    order by assessment_id, created_at desc`);
  const found = new Map(rows.map((row) => [row.assessmentId, row]));
  return assessmentIds.map((id) => found.get(id) ?? null);
});

export type CommentRow = Row<Comment> & { replies: CommentRow[] };

/** All comments of assessments as trees, the oldest first. */
export const commentsOf = loader<string, CommentRow[]>(async (assessmentIds, ctx) => {
  const rows = await ctx.database.query<Row<Comment>>(sql`
    ${ctx.database.table(Comment).select} where assessment_id ${isOneOf(assessmentIds, 'uuid')} order by created_at, id`);
  const groups = groupBy(rows, ({ assessmentId }) => assessmentId);
  return assessmentIds.map((id) => trees(groups.get(id) ?? []));
});

/** The same comments one after the other. */
export const allCommentsOf = childrenOf(Comment, 'assessment', rawSql('created_at, id'));

/** Those of them that the vendor may read. */
export const sharedCommentsOf = loader<string, CommentRow[]>(async (assessmentIds, ctx) => {
  const rows = await ctx.database.query<Row<Comment>>(sql`
    ${ctx.database.table(Comment).select} where assessment_id ${isOneOf(assessmentIds, 'uuid')} and visibility = 'SHARED'
    order by created_at, id`);
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
export const repliesTo = childrenOf(Comment, 'parent', rawSql('created_at, id'));

/** The sections of assessments in order with their sums. */
export const sectionScoresOf = loader<string, SectionScore[]>(async (assessmentIds, ctx) => {
  const rows = await ctx.database.query<SectionScore & { assessmentId: string }>(sql`
    select q.assessment_id as "assessmentId", q.section, coalesce(sum(r.weighted_score), 0) as weighted,
      coalesce(sum(r.max_score), 0) as max, sum(r.weighted_score) / nullif(sum(r.max_score), 0) as score
    from assessment_question q left join response r on r.question_id = q.id
    where q.assessment_id ${isOneOf(assessmentIds, 'uuid')}
    group by q.assessment_id, q.section order by min(q.position)`);
  const groups = groupBy(rows, ({ assessmentId }) => assessmentId);
  return assessmentIds.map((id) => groups.get(id) ?? []);
});

/** The controls that questions ask about, as far as their framework is still here. */
export const controlsOfQuestion = loader<string, Row<Control>[]>(async (questionIds, ctx) => {
  const rows = await ctx.database.query<Row<Control> & { questionId: string }>(sql`
    select m.question_id as "questionId", ${ctx.database.table(Control).columnsOf('c')}
    from assessment_question_control m join control c on c.id = m.control_id
    where m.question_id ${isOneOf(questionIds, 'uuid')} order by c.code, c.id`);
  const groups = groupBy(rows, ({ questionId }) => questionId);
  return questionIds.map((id) => groups.get(id) ?? []);
});

/** Codes of the shared-responsibility controls that questions ask about. */
export const sharedControlCodesOf = loader<string, string[]>(async (questionIds, ctx) => {
  const rows = await ctx.database.query<{ questionId: string; code: string }>(sql`
    select distinct question_id as "questionId", code from assessment_question_control
    where question_id ${isOneOf(questionIds, 'uuid')} and is_shared_responsibility order by code`);
  const groups = groupBy(rows, ({ questionId }) => questionId);
  return questionIds.map((id) => (groups.get(id) ?? []).map(({ code }) => code));
});
