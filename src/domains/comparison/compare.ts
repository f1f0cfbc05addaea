import type { RequestContext } from '../../kernel/context';
import { badInput, notFound } from '../../kernel/errors';
import { assessmentById, type QuestionRow, questionsOf, responseOfQuestion } from '../assessment/assessment.loaders';
import { hashesOfResponses } from '../evidence/evidence.loaders';
import { QuestionType } from '../template/template-question.entity';
import type { AssessmentComparison, QuestionComparison } from './comparison.inputs';

/** Questions match if they come from the same template question or, across versions of a template, have the same text. */
export async function compareAssessments(ctx: RequestContext, beforeId: string, afterId: string): Promise<AssessmentComparison> {
  const [before, after] = await Promise.all([ctx.load(assessmentById, beforeId), ctx.load(assessmentById, afterId)]);
  if (!before || !after) throw notFound('Assessment');
  if (before.vendorId !== after.vendorId) throw badInput({ afterId: 'belongs to another vendor' });
  const [earlier, later] = await Promise.all([ctx.load(questionsOf, before.id), ctx.load(questionsOf, after.id)]);
  const partnerOf = partners(earlier);
  const matched = new Set<QuestionRow>();
  const pairs: [QuestionRow | null, QuestionRow | null][] = later.map((question) => {
    const partner = partnerOf(question);
    if (partner) matched.add(partner);
    return [partner ?? null, question];
  });
  pairs.push(...earlier.filter((question) => !matched.has(question)).map((question): [QuestionRow, null] => [question, null]));
  return {
    before,
    after,
    scoreChange: before.score === null || after.score === null ? null : after.score - before.score,
    questions: await Promise.all(pairs.map(([was, is]) => compare(ctx, was, is))),
  };
}

function partners(questions: readonly QuestionRow[]): (question: QuestionRow) => QuestionRow | undefined {
  const byOrigin = new Map(questions.map((question) => [question.templateQuestionId, question]));
  const byText = new Map(questions.map((question) => [question.text, question]));
  return ({ templateQuestionId, text }) => (templateQuestionId && byOrigin.get(templateQuestionId)) || byText.get(text);
}

async function compare(ctx: RequestContext, before: QuestionRow | null, after: QuestionRow | null): Promise<QuestionComparison> {
  const [was, is] = await Promise.all([before, after].map((question) => answerTo(ctx, question)));
  return {
    text: (after ?? before)!.text,
    before,
    after,
    answerChanged: was!.answer !== is!.answer,
    verdictChanged: was!.verdict !== is!.verdict,
  };
}

/** The answer in a comparable form. File questions are compared by their files. */
async function answerTo(ctx: RequestContext, question: QuestionRow | null): Promise<{ answer: string; verdict: boolean | null }> {
  const response = question?.visible && (await ctx.load(responseOfQuestion, question.id));
  if (!response) return { answer: JSON.stringify([null, false]), verdict: null };
  const files = question.type === QuestionType.FILE_UPLOAD ? await ctx.load(hashesOfResponses, response.id) : [];
  const value = files.length > 0 ? files : response.value;
  return { answer: JSON.stringify([sorted(value ?? null), response.isNotApplicable]), verdict: response.isCompliant ?? null };
}

/** Choices are a set: their order is irrelevant. */
const sorted = (value: unknown) => (Array.isArray(value) ? [...value].sort() : value);
