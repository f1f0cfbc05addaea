import type { Queryable } from '../../database/database';
import { readSections } from '../../domains/template/template.document';
import * as store from './demo.store';
import type { Framework, Question, Questionnaire } from './world';

/** What the database contains of the library, from which the portfolio is generated. */

/** A published template, with the controls that its questions map to. */
export async function readQuestionnaire(db: Queryable, templateId: string): Promise<Questionnaire> {
  const template = await db.one(store.template(templateId));
  const [sections] = await readSections(db, [templateId]);
  const controls = await db.query(store.mappedControls(templateId));
  const questions = sections!.flatMap(({ title, questions: own }) =>
    own.map((question) => ({
      ...question,
      section: title,
      controls: controls.filter(({ questionId }) => questionId === question.id),
    })),
  );
  return { templateId, ...template!, questions: questions as Question[] };
}

export async function readFrameworks(db: Queryable): Promise<Framework[]> {
  return db.query(store.frameworks());
}
