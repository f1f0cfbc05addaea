import type { Queryable } from '../../database/database';
import { type GivenAnswer, shownQuestions } from './answers.rules';
import * as store from './question-state.store';
import type { QuestionState } from './question-state.store';

export type { QuestionState } from './question-state.store';

/** The questions of an assessment in order, each with its current answer. */
export function readState(db: Queryable, assessmentId: string): Promise<QuestionState[]> {
  return db.query(store.read(assessmentId));
}

/** A hypothetical answer that replaces the one given. */
export interface AssumedAnswer {
  questionId: string;
  value: unknown;
  isNotApplicable: boolean;
}

/** The questions shown for the current or hypothetical answers. */
export function visibleOf(state: readonly QuestionState[], assumed: readonly AssumedAnswer[] = []): Set<string> {
  const answers = new Map<string, GivenAnswer>(state.map((question) => [question.id, question]));
  for (const { questionId, ...given } of assumed) {
    const question = answers.get(questionId);
    if (question) answers.set(questionId, { ...given, evidenceCount: question.evidenceCount });
  }
  return shownQuestions(state, (id) => answers.get(id));
}
