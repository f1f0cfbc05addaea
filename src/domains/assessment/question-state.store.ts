import { sql, statement } from '../../database/sql';
import type { GivenAnswer, HeldAnswer } from './answers.rules';

export interface QuestionState extends GivenAnswer, HeldAnswer {
  id: string;
  section: string;
  text: string;
  type: string;
  required: boolean;
  options: string[];
  exclusiveOptions: string[];
  conditionalLogic: unknown;
  responseId: string | null;
  revision: number;
  /** What is stored with the answer: whether its question was hidden when that was last told. */
  isHidden: boolean;
}

/** The questions of an assessment in order, each with its current answer. */
export const read = statement(
  'question-state.read',
  (assessmentId: string) => sql<QuestionState>`
    select q.id, q.section, q.text, q.type, q.required, q.options, q.exclusive_options as "exclusiveOptions",
      q.conditional_logic as "conditionalLogic", r.id as "responseId", r.value, r.kept_value as "keptValue",
      coalesce(r.is_not_applicable, false) as "isNotApplicable", r.not_applicable_reason as "notApplicableReason", r.comment,
      coalesce(r.revision, 0) as revision, coalesce(r.is_hidden, false) as "isHidden",
      (select count(*) from attachment a where a.response_id = r.id) as "evidenceCount"
    from assessment_question q left join response r on r.question_id = q.id
    where q.assessment_id = ${assessmentId} order by q.position`,
);
