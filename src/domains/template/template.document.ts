import type { Queryable } from '../../database/database';
import type { Row } from '../../database/rows';
import { isOneOf, sql } from '../../database/sql';
import { groupBy } from '../../graphql/engine/loaders';
import type { Change } from '../audit/audit.service';
import { TemplateQuestion } from './template-question.entity';
import { TemplateSection } from './template-section.entity';
import type { StoredSection } from './template.rules';

/** The sections and questions of templates, read and written as whole documents: by sets, not row by row. */

type QuestionRow = Row<TemplateQuestion> & { controlCodes: string[] };

export async function readSections(database: Queryable, templateIds: readonly string[]): Promise<StoredSection[][]> {
  const sections = await database.query<Row<TemplateSection>>(sql`
    ${database.table(TemplateSection).select} where template_id ${isOneOf(templateIds, 'uuid')} order by position`);
  const questions = await database.query<QuestionRow>(sql`
    select ${database.table(TemplateQuestion).columnsOf('q')},
      array(select c.code collate "C" from template_question_control m join control c on c.id = m.control_id
        where m.question_id = q.id union select unnest(q.unmapped_control_codes) order by 1) as "controlCodes"
    from template_question q where q.template_id ${isOneOf(templateIds, 'uuid')} order by q.position`);
  const questionsBySection = groupBy(questions, ({ sectionId }) => sectionId);
  const sectionsByTemplate = groupBy(sections, ({ templateId }) => templateId);
  return templateIds.map((templateId) =>
    (sectionsByTemplate.get(templateId) ?? []).map(({ id, title }) => ({
      id,
      title,
      questions: (questionsBySection.get(id) ?? []).map(stored),
    })),
  );
}

const stored = (row: QuestionRow) =>
  ({
    id: row.id,
    text: row.text,
    helpText: row.helpText,
    type: row.type,
    riskWeight: row.riskWeight,
    required: row.required,
    options: row.options,
    exclusiveOptions: row.exclusiveOptions,
    expectedAnswer: row.expectedAnswer,
    conditionalLogic: row.conditionalLogic,
    controlCodes: row.controlCodes,
  }) as StoredSection['questions'][number];

/**
 * Makes these the sections and questions of a template, which the caller has locked: those known by id are changed, the
 * others added, and what is not among them goes. Gives the control codes that no framework has.
 */
export async function writeSections(tx: Change, templateId: string, sections: readonly StoredSection[]): Promise<string[]> {
  const questions = sections.flatMap(({ id: sectionId, questions: own }) => own.map((q) => ({ ...q, sectionId })));
  await tx.query(sql`
    insert into template_section (id, template_id, title, position)
    select id, ${templateId}, title, n
    from jsonb_array_elements(${JSON.stringify(sections)}::jsonb) with ordinality as given(fields, n),
      jsonb_to_record(fields) as f(id uuid, title text)
    on conflict (id) do update set title = excluded.title, position = excluded.position`);
  await tx.query(sql`
    insert into template_question (id, template_id, section_id, position, text, help_text, type, risk_weight, required,
      options, exclusive_options, expected_answer, conditional_logic)
    select id, ${templateId}, "sectionId", n, text, "helpText", type, "riskWeight", required, options, "exclusiveOptions",
      "expectedAnswer", "conditionalLogic"
    from jsonb_array_elements(${JSON.stringify(questions)}::jsonb) with ordinality as given(fields, n),
      jsonb_to_record(fields) as f(id uuid, "sectionId" uuid, text text, "helpText" text, type text, "riskWeight" text,
        required boolean, options text[], "exclusiveOptions" text[], "expectedAnswer" jsonb, "conditionalLogic" jsonb)
    on conflict (id) do update set section_id = excluded.section_id, position = excluded.position, text = excluded.text,
      help_text = excluded.help_text, type = excluded.type, risk_weight = excluded.risk_weight,
      required = excluded.required, options = excluded.options, exclusive_options = excluded.exclusive_options,
      expected_answer = excluded.expected_answer,
      conditional_logic = excluded.conditional_logic`);
  await tx.query(sql`
    delete from template_question where template_id = ${templateId} and id <> all(${idsOf(questions)}::uuid[])`);
  await tx.query(sql`
    delete from template_section where template_id = ${templateId} and id <> all(${idsOf(sections)}::uuid[])`);
  return mapControls(tx, templateId, questions);
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/**
 * A code that frameworks of the library and of one's own have means those of the template's own kind. The controls are
 * held until the commit: deleting their framework waits, or was first and they are not found.
 */
async function mapControls(
  tx: Change,
  templateId: string,
  questions: readonly { id: string; controlCodes: string[] }[],
): Promise<string[]> {
  const codes = [...new Set(questions.flatMap(({ controlCodes }) => controlCodes))].sort();
  const controls = await tx.query<{ id: string; code: string; isOfKind: boolean }>(sql`
    select c.id, c.code, (f.library_key is null) = (t.library_key is null) as "isOfKind"
    from control c join framework f on f.id = c.framework_id join template t on t.id = ${templateId}
    where c.code = any(${codes}::text[]) order by c.id for key share of c`);
  const byCode = groupBy(controls, ({ code }) => code);
  const meant = (code: string) => {
    const found = byCode.get(code) ?? [];
    const ofKind = found.filter(({ isOfKind }) => isOfKind);
    return ofKind.length > 0 ? ofKind : found;
  };
  const pairs = questions.flatMap(({ id, controlCodes }) =>
    controlCodes.flatMap((code) => meant(code).map((control) => ({ question: id, control: control.id }))),
  );
  await tx.query(sql`
    delete from template_question_control m using template_question q
    where q.id = m.question_id and q.template_id = ${templateId}`);
  await tx.query(sql`
    insert into template_question_control (question_id, control_id)
    select question, control
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as f(question uuid, control uuid)`);
  const unmapped = codes.filter((code) => !byCode.has(code));
  await tx.query(sql`
    update template_question q set unmapped_control_codes = array(
      select code from jsonb_array_elements_text(given."controlCodes") as code where code = any(${unmapped}::text[]))
    from jsonb_to_recordset(${JSON.stringify(questions)}::jsonb) as given(id uuid, "controlCodes" jsonb)
    where q.id = given.id`);
  return unmapped;
}

/** Maps the codes that waited for this framework. */
export async function mapWaitingCodes(tx: Change, frameworkId: string): Promise<void> {
  await tx.query(sql`
    insert into template_question_control (question_id, control_id)
    select q.id, c.id from control c join template_question q on c.code = any(q.unmapped_control_codes)
    where c.framework_id = ${frameworkId}`);
  await tx.query(sql`
    update template_question q set unmapped_control_codes = array(
      select code from unnest(q.unmapped_control_codes) as code
      except select code from control where framework_id = ${frameworkId})
    where exists (select 1 from control c where c.framework_id = ${frameworkId} and c.code = any(q.unmapped_control_codes))`);
}
