import { columns, type Row, select } from '../../database/rows';
import { isOneOf, rawSql, sql, statement } from '../../database/sql';
import { Control } from '../framework/control.entity';
import type { StoredQuestion } from '../template/template.rules';
import { AssessmentQuestion } from './assessment-question.entity';
import { AssessmentQuestionControl } from './assessment-question-control.entity';

/** The questions of assessments in order. */
export const ofAssessments = statement(
  'assessment-question.ofAssessments',
  (assessmentIds: readonly string[]) => sql<Row<AssessmentQuestion>>`
    ${select(AssessmentQuestion)} where assessment_id ${isOneOf(assessmentIds, 'uuid')} order by position`,
);

/** The assessments that questions belong to. */
export const homesOf = statement(
  'assessment-question.homesOf',
  (ids: readonly string[]) => sql<Pick<Row<AssessmentQuestion>, 'id' | 'assessmentId'>>`
    select id, assessment_id as "assessmentId" from assessment_question where id ${isOneOf(ids, 'uuid')}`,
);

export const inAssessment = statement(
  'assessment-question.inAssessment',
  (id: string, assessmentId: string) => sql<Pick<Row<AssessmentQuestion>, 'id' | 'text'>>`
    select id, text from assessment_question where id = ${id} and assessment_id = ${assessmentId}`,
);

/** What a question q is in whichever version of its template. Those of deleted templates are what they were copied from. */
export const lineageOf = (q: string) =>
  rawSql(
    `coalesce(${q}.lineage, (select t.lineage from template_question t where t.id = ${q}.template_question_id), ${q}.template_question_id, ${q}.id)`,
  );

type CopiedQuestion = StoredQuestion & { section: string; templateQuestionId: string };

/** Adds questions to an assessment, in the order given. */
export const insertAll = statement('assessment-question.insertAll', (assessmentId: string, questions: readonly CopiedQuestion[]) =>
  sql<never>`
    insert into assessment_question (id, assessment_id, position, section, text, help_text, finding_title, type, risk_weight, required,
      options, exclusive_options, expected_answer, conditional_logic, control_codes, template_question_id, lineage)
    select id, ${assessmentId}, n, section, text, "helpText", "findingTitle", type, "riskWeight", required, options, "exclusiveOptions",
      "expectedAnswer", "conditionalLogic", "controlCodes", "templateQuestionId",
      (select coalesce(t.lineage, t.id) from template_question t where t.id = "templateQuestionId")
    from jsonb_array_elements(${JSON.stringify(questions)}::jsonb) with ordinality as given(fields, n),
      jsonb_to_record(fields) as f(id uuid, section text, text text, "helpText" text, "findingTitle" text, type text, "riskWeight" text,
        required boolean, options text[], "exclusiveOptions" text[], "expectedAnswer" jsonb, "conditionalLogic" jsonb, "controlCodes" text[],
        "templateQuestionId" uuid)`.writes(AssessmentQuestion, { assessmentId }),
);

/** Copies the controls that the template's questions cover. */
export const copyControls = statement('assessment-question.copyControls', (assessmentId: string) =>
  sql<never>`
    insert into assessment_question_control (id, assessment_id, question_id, control_id, framework_id, code, title, domain,
      framework_name, is_shared_responsibility)
    select gen_random_uuid(), q.assessment_id, q.id, c.id, f.id, c.code, c.title, c.domain, f.name, c.is_shared_responsibility
    from assessment_question q join template_question_control m on m.question_id = q.template_question_id
    join control c on c.id = m.control_id join framework f on f.id = c.framework_id
    where q.assessment_id = ${assessmentId}`.writes(AssessmentQuestionControl, { assessmentId }),
);

export const controlsOf = statement(
  'assessment-question.controlsOf',
  (ids: readonly string[]) => sql<Row<Control> & { questionId: string }>`
    select m.question_id as "questionId", ${columns(Control, 'c')}
    from assessment_question_control m join control c on c.id = m.control_id
    where m.question_id ${isOneOf(ids, 'uuid')} order by c.code, c.id`,
);

export const sharedControlCodesOf = statement(
  'assessment-question.sharedControlCodesOf',
  (ids: readonly string[]) => sql<{ questionId: string; code: string }>`
    select distinct question_id as "questionId", code from assessment_question_control
    where question_id ${isOneOf(ids, 'uuid')} and is_shared_responsibility order by code`,
);
