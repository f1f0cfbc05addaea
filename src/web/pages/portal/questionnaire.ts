import {
  countQuestions,
  type GivenAnswer,
  isDealtWith,
  type QuestionCount,
  shownQuestions,
} from '../../../domains/assessment/answers.rules';
import type { PortalQuery } from './portal.generated';

/** Which parts of a questionnaire are visible, by the server's rules. */

export type Portal = PortalQuery['portal'];
export type Question = Portal['questions'][number];

export const isAnswerable = (status: Portal['status']) => status === 'SENT' || status === 'IN_PROGRESS';

/**
 * The questions of a link to some sections: what depends on the answers to others is shown as the server says, because the page can't
 * know them.
 */
export function withoutOthers(portal: Portal): Portal {
  if (!portal.sections) return portal;
  const known = new Set(portal.questions.map(({ id }) => id));
  const dependsOnOthers = ({ conditionalLogic }: Question) =>
    [...JSON.stringify(conditionalLogic ?? null).matchAll(/"questionId":"([^"]*)"/g)].some(([, id]) => !known.has(id!));
  const questions = portal.questions.flatMap((question) => {
    if (!dependsOnOthers(question)) return [question];
    return question.visible ? [{ ...question, conditionalLogic: null }] : [];
  });
  return { ...portal, questions };
}

/** The stored answer, including that of a hidden question, which returns when the question is shown. */
export const storedOf = ({ response, hiddenResponse }: Pick<Question, 'response' | 'hiddenResponse'>) => response ?? hiddenResponse;

export const filesOf = (question: Question) => storedOf(question)?.evidence ?? [];

export interface Section {
  title: string;
  questions: Question[];
}

export class Questionnaire {
  /** The sections with visible questions, in order. */
  readonly sections: Section[];
  private readonly shown: ReadonlySet<string>;

  constructor(
    readonly questions: readonly Question[],
    private readonly answers: ReadonlyMap<string, Omit<GivenAnswer, 'evidenceCount'>>,
  ) {
    const byId = new Map(questions.map((question) => [question.id, question]));
    this.shown = shownQuestions(questions, (id) => this.given(byId.get(id)!));
    const titles = [...new Set(questions.map(({ section }) => section))];
    this.sections = titles
      .map((title) => ({ title, questions: questions.filter(({ id, section }) => section === title && this.isShown(id)) }))
      .filter((section) => section.questions.length > 0);
  }

  isShown(id: string): boolean {
    return this.shown.has(id);
  }

  private given(question: Question): GivenAnswer | undefined {
    const answer = this.answers.get(question.id);
    return answer && { ...answer, evidenceCount: filesOf(question).length };
  }

  isDealtWith(question: Question): boolean {
    return isDealtWith(question.type, this.given(question));
  }

  countOf(questions: readonly Question[]): QuestionCount {
    return countQuestions(
      questions,
      ({ id }) => this.isShown(id),
      (question) => this.given(question),
    );
  }

  get count(): QuestionCount {
    return this.countOf(this.questions);
  }

  /** The step of a question, as in the URL. */
  stepOf(id: string): string {
    return String(this.sections.findIndex(({ questions }) => questions.some((question) => question.id === id)) + 1);
  }

  /** The required questions that block submission. */
  missingOf(questions: readonly Question[]): Question[] {
    return questions.filter((question) => question.required && !this.isDealtWith(question));
  }
}
