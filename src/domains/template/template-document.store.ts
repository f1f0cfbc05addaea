import { columns, type Row, select } from '../../database/rows';
import { isOneOf, sql, statement } from '../../database/sql';
import { TemplateQuestion } from './template-question.entity';
import { TemplateSection } from './template-section.entity';
import type { StoredSection } from './template.rules';
import { TemplateQuestionControl } from './template-question-control.entity';

export const sections = statement(
  'template-document.sections',
  (templateIds: readonly string[]) => sql<Row<TemplateSection>>`
    ${select(TemplateSection)} where template_id ${isOneOf(templateIds, 'uuid')} order by position`,
);

export type QuestionRow = Row<TemplateQuestion> & { controlCodes: string[] };

/** The questions of templates, with their mapped and unmapped control codes. */
export const questions = statement(
  'template-document.questions',
  (templateIds: readonly string[]) => sql<QuestionRow>`
    select ${columns(TemplateQuestion, 'q')},
      array(select c.code collate "C" from template_question_control m join control c on c.id = m.control_id
        where m.question_id = q.id union select unnest(q.unmapped_control_codes) order by 1) as "controlCodes"
    from template_question q where q.template_id ${isOneOf(templateIds, 'uuid')} order by q.position`,
);

export const writeSections = statement(
  'template-document.writeSections',
  (templateId: string, given: readonly Pick<StoredSection, 'id' | 'title'>[]) =>
    sql<never>`
    insert into template_section (id, template_id, title, position)
    select id, ${templateId}, title, n
    from jsonb_array_elements(${JSON.stringify(given)}::jsonb) with ordinality as given(fields, n),
      jsonb_to_record(fields) as f(id uuid, title text)
    on conflict (id) do update set title = excluded.title, position = excluded.position`.writes(TemplateSection, { templateId }),
);

/** A question with its section. */
export type PlacedQuestion = StoredSection['questions'][number] & { sectionId: string };

export const writeQuestions = statement('template-document.writeQuestions', (templateId: string, given: readonly PlacedQuestion[]) =>
  sql<never>`
    insert into template_question (id, template_id, section_id, position, text, help_text, finding_title, type, risk_weight, required,
      options, exclusive_options, expected_answer, conditional_logic, sets_field)
    select id, ${templateId}, "sectionId", n, text, "helpText", "findingTitle", type, "riskWeight", required, options, "exclusiveOptions",
      "expectedAnswer", "conditionalLogic", "setsField"
    from jsonb_array_elements(${JSON.stringify(given)}::jsonb) with ordinality as given(fields, n),
      jsonb_to_record(fields) as f(id uuid, "sectionId" uuid, text text, "helpText" text, "findingTitle" text, type text, "riskWeight" text,
        required boolean, options text[], "exclusiveOptions" text[], "expectedAnswer" jsonb, "conditionalLogic" jsonb, "setsField" text)
    on conflict (id) do update set section_id = excluded.section_id, position = excluded.position, text = excluded.text,
      help_text = excluded.help_text, finding_title = excluded.finding_title, type = excluded.type, risk_weight = excluded.risk_weight,
      required = excluded.required, options = excluded.options, exclusive_options = excluded.exclusive_options,
      expected_answer = excluded.expected_answer,
      conditional_logic = excluded.conditional_logic, sets_field = excluded.sets_field`.writes(TemplateQuestion, { templateId }),
);

/**
 * Tells new questions which ones of earlier versions they are: the one with the same text, the second one with a text if it is the
 * second, and so on. A question that is edited stays what it was. Windows tell, because a join would compare every two questions.
 */
export const settleLineage = statement('template-document.settleLineage', (templateId: string) =>
  sql<never>`
    with numbered as materialized (
      select q.id, q.lineage, q.template_id, q.text, t.version,
        row_number() over (partition by q.template_id, q.text order by q.position) as n
      from template_question q join template t on t.id = q.template_id
      where t.family = (select family from template where id = ${templateId})
    ), kin as (
      select id, template_id, lineage, max(candidate) over (
        partition by text, n order by version groups between unbounded preceding and 1 preceding) as found
      from (
        select *, case when coalesce(lineage, id) not in (
          select lineage from numbered where template_id = ${templateId} and lineage is not null)
          then lpad(version::text, 10, '0') || coalesce(lineage, id) end as candidate
        from numbered
      ) as numbered
    ), closest as (
      select distinct on (right(found, 36)) id, right(found, 36)::uuid as lineage from kin
      where template_id = ${templateId} and lineage is null and found is not null order by right(found, 36), found desc, id
    )
    update template_question q set lineage = coalesce(c.lineage, q.id)
    from template_question own left join closest c on c.id = own.id
    where q.id = own.id and own.template_id = ${templateId} and own.lineage is null`.writes(TemplateQuestion, { templateId }),
);

export const removeOtherQuestions = statement('template-document.removeOtherQuestions', (templateId: string, kept: readonly string[]) =>
  sql<never>`
    delete from template_question where template_id = ${templateId} and id <> all(${kept}::uuid[])`.removes(TemplateQuestion, {
    templateId,
  }),
);

export const removeOtherSections = statement('template-document.removeOtherSections', (templateId: string, kept: readonly string[]) =>
  sql<never>`
    delete from template_section where template_id = ${templateId} and id <> all(${kept}::uuid[])`.removes(TemplateSection, { templateId }),
);

/**
 * The controls with these codes, locked until the commit: deleting their framework waits, or happened first and they aren't
 * found.
 */
export const holdControls = statement(
  'template-document.holdControls',
  (templateId: string, codes: readonly string[]) => sql<{ id: string; code: string; isOfKind: boolean }>`
    select c.id, c.code, (f.library_key is null) = (t.library_key is null) as "isOfKind"
    from control c join framework f on f.id = c.framework_id join template t on t.id = ${templateId}
    where c.code = any(${codes}::text[]) order by c.id for key share of c`,
);

export const unmapControls = statement('template-document.unmapControls', (templateId: string) =>
  sql<never>`
    delete from template_question_control m using template_question q
    where q.id = m.question_id and q.template_id = ${templateId}`.removes(TemplateQuestionControl, {
    questionId: sql`select id from template_question where template_id = ${templateId}`,
  }),
);

export const mapControls = statement('template-document.mapControls', (pairs: readonly { question: string; control: string }[]) =>
  sql<never>`
    insert into template_question_control (question_id, control_id)
    select question, control
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as f(question uuid, control uuid)`.writes(TemplateQuestionControl, {
    questionId: pairs.map(({ question }) => question),
  }),
);

/** Sets which of the questions' codes no framework has. */
export const setUnmapped = statement(
  'template-document.setUnmapped',
  (given: readonly Pick<PlacedQuestion, 'id' | 'controlCodes'>[], unmapped: readonly string[]) =>
    sql<never>`
    update template_question q set unmapped_control_codes = array(
      select code from jsonb_array_elements_text(given."controlCodes") as code where code = any(${unmapped}::text[]))
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(id uuid, "controlCodes" jsonb)
    where q.id = given.id`.writes(TemplateQuestion, { id: given.map(({ id }) => id) }),
);
