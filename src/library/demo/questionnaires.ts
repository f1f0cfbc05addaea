import type { Queryable } from '../../database/database';
import { sql } from '../../database/sql';
import { readSections } from '../../domains/template/template.document';
import type { Framework, MappedControl, Question, Questionnaire } from './world';

/** What the database holds of the library, as the portfolio is made from it. */

/** A published template, with the controls that its questions map to. */
export async function readQuestionnaire(db: Queryable, templateId: string): Promise<Questionnaire> {
  const [template] = await db.query<{ name: string; version: number }>(sql`select name, version from template where id = ${templateId}`);
  const [sections] = await readSections(db, [templateId]);
  const controls = await db.query<MappedControl & { questionId: string }>(sql`
    select m.question_id as "questionId", c.id, f.id as "frameworkId", f.name as "frameworkName", c.code, c.title, c.domain,
      c.is_shared_responsibility as "isShared"
    from template_question q join template_question_control m on m.question_id = q.id join control c on c.id = m.control_id
    join framework f on f.id = c.framework_id where q.template_id = ${templateId} order by c.code, f.name, f.version`);
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
  return db.query<Framework>(sql`
    select f.name, f.version, coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'code', c.code, 'title', c.title) order by c.code)
      from control c where c.framework_id = f.id and c.is_shared_responsibility), '[]') as "sharedControls"
    from framework f order by f.name, f.version`);
}
