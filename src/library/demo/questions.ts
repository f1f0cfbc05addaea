import { timestamp } from './calendar';
import type { Scene } from './scene';
import type { Questionnaire } from './world';

interface Copies {
  assessmentId: string;
  questionnaire: Questionnaire;
  /** Ids of the copies, in order. */
  ids: readonly string[];
  createdAt: number;
}

/** Copies the template's questions and mappings into an assessment; conditions refer to the copies. */
export function copyQuestions({ batch, random }: Scene, { assessmentId, questionnaire, ids, createdAt }: Copies): void {
  const created_at = timestamp(createdAt);
  const copies = new Map(questionnaire.questions.map(({ id }, i) => [id, ids[i]!]));
  questionnaire.questions.forEach((question, i) => {
    const id = ids[i]!;
    const { conditionalLogic: logic } = question;
    const renamed = logic && { ...logic, rules: logic.rules.map((rule) => ({ ...rule, questionId: copies.get(rule.questionId) })) };
    batch.add('assessment_question', {
      id,
      created_at,
      assessment_id: assessmentId,
      section: question.section,
      position: i + 1,
      text: question.text,
      help_text: question.helpText,
      finding_title: question.findingTitle,
      type: question.type,
      risk_weight: question.riskWeight,
      required: question.required,
      options: question.options,
      exclusive_options: question.exclusiveOptions,
      expected_answer: json(question.expectedAnswer),
      conditional_logic: json(renamed),
      control_codes: question.controlCodes,
      template_question_id: question.id,
    });
    for (const control of question.controls) {
      batch.add('assessment_question_control', {
        id: random.uuid(),
        created_at,
        question_id: id,
        assessment_id: assessmentId,
        control_id: control.id,
        framework_id: control.frameworkId,
        code: control.code,
        title: control.title,
        domain: control.domain,
        framework_name: control.frameworkName,
        is_shared_responsibility: control.isShared,
      });
    }
  });
}

export const json = (value: unknown) => (value == null ? null : JSON.stringify(value));
