import { isDealtWith } from '../../../domains/assessment/answers.rules';
import { type ConditionalLogic, visibleQuestions } from '../../../domains/template/conditions.rules';
import type { Answer } from './answer-store';
import type { PortalQuery } from './portal.generated';

/** What is shown of a questionnaire, by the same rules that the server decides by. */

export type Portal = PortalQuery['portal'];
export type Question = Portal['questions'][number];

export interface Section {
  title: string;
  questions: Question[];
}

export interface Progress {
  answered: number;
  total: number;
}

export class Questionnaire {
  /** The sections with something to answer, in order. */
  readonly sections: Section[];

  constructor(
    readonly questions: readonly Question[],
    private readonly answers: ReadonlyMap<string, Answer>,
  ) {
    const given = new Map(
      questions.map(({ id, type, response }) => [id, type === 'FILE_UPLOAD' ? response?.evidence.length || undefined : answers.get(id)?.value]),
    );
    const visible = visibleQuestions(questions as (Question & { conditionalLogic: ConditionalLogic | null })[], given);
    const titles = [...new Set(questions.map(({ section }) => section))];
    this.sections = titles
      .map((title) => ({ title, questions: questions.filter(({ id, section }) => section === title && visible.has(id)) }))
      .filter((section) => section.questions.length > 0);
  }

  isDealtWith({ id, type, response }: Question): boolean {
    return isDealtWith(type, { ...this.answers.get(id)!, evidenceCount: response?.evidence.length ?? 0 });
  }

  progressOf(questions: readonly Question[]): Progress {
    return { answered: questions.filter((question) => this.isDealtWith(question)).length, total: questions.length };
  }

  get progress(): Progress {
    return this.progressOf(this.sections.flatMap(({ questions }) => questions));
  }

  /** What the server would ask for before it takes the answers. */
  missingOf(questions: readonly Question[]): Question[] {
    return questions.filter((question) => question.required && !this.isDealtWith(question));
  }
}
