import type { RequestContext } from '../../kernel/context';
import { badInput, notFound } from '../../kernel/errors';
import { answerAfter, answerFault, MAX_ANSWERS, NOTHING_HELD } from '../assessment/answers.rules';
import type { AnswerInput } from '../assessment/assessment.inputs';
import { assessmentById, type QuestionRow, questionsOf } from '../assessment/assessment.loaders';
import { isEditable } from '../assessment/assessment.rules';
import { scoreSheet, storedSheet } from './scoring';
import type { ScoreExplanation, SimulateScoreInput } from './scoring.inputs';

export function explainScore(ctx: RequestContext, assessmentId: string): Promise<ScoreExplanation> {
  return explain(ctx, assessmentId, []);
}

export function simulateScore(ctx: RequestContext, { assessmentId, answers }: SimulateScoreInput): Promise<ScoreExplanation> {
  return explain(ctx, assessmentId, answers);
}

async function explain(ctx: RequestContext, assessmentId: string, answers: AnswerInput[]): Promise<ScoreExplanation> {
  const assessment = await ctx.load(assessmentById, assessmentId);
  if (!assessment) throw notFound('Assessment');
  const questions = new Map((await ctx.load(questionsOf, assessment.id)).map((question) => [question.id, question]));
  if (answers.length > MAX_ANSWERS) throw badInput({ answers: `has more than ${MAX_ANSWERS} entries` });
  const seen = new Set<string>();
  answers.forEach(({ questionId, value }, i) => {
    if (seen.has(questionId)) throw badInput({ [`answers.${i}.questionId`]: 'is answered twice' });
    seen.add(questionId);
    const question = questions.get(questionId);
    if (!question) throw badInput({ [`answers.${i}.questionId`]: 'does not match a question of this assessment' });
    const fault = answerFault(question, value);
    if (fault) throw badInput({ [`answers.${i}.value`]: `“${question.text}” ${fault}` });
  });
  const isScored = answers.length === 0 && assessment.submittedAt !== null && !isEditable(assessment.status);
  const { terms, ...sums } = isScored
    ? await storedSheet(ctx.database, assessment.id)
    : await scoreSheet(
        ctx.database,
        assessment.id,
        answers.map((answer) => assumed(answer, questions.get(answer.questionId)!)),
      );
  return { ...sums, terms: terms.map(({ questionId, ...term }) => ({ question: questions.get(questionId)!, ...term })) };
}

const assumed = (answer: AnswerInput, { given }: QuestionRow) => ({
  questionId: answer.questionId,
  ...answerAfter(given ?? NOTHING_HELD, answer),
});
