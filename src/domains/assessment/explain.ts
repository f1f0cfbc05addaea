import type { RequestContext } from '../../graphql/context';
import { badInput, notFound } from '../../graphql/errors';
import { answerFault } from './answers.rules';
import type { AnswerInput, ScoreExplanation, SimulateScoreInput } from './assessment.inputs';
import { assessmentById, questionsOf } from './assessment.loaders';
import { assumed } from './portal.service';
import { scoreSheet } from './scoring';

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
  answers.forEach(({ questionId, value }, i) => {
    const question = questions.get(questionId);
    if (!question) throw badInput({ [`answers.${i}.questionId`]: 'names no question of this assessment' });
    const fault = answerFault(question, value);
    if (fault) throw badInput({ [`answers.${i}.value`]: `“${question.text}” ${fault}` });
  });
  const { terms, ...sums } = await scoreSheet(ctx.database, assessment.id, answers.map(assumed));
  return { ...sums, terms: terms.map(({ questionId, ...term }) => ({ question: questions.get(questionId)!, ...term })) };
}
