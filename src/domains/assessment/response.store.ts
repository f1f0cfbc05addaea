import { type Row, select } from '../../database/rows';
import { isOneOf, rawSql, sql, statement } from '../../database/sql';
import type { GivenAnswer, HeldAnswer } from './answers.rules';
import { isUnderWay } from './assessment.store';
import { Response } from './response.entity';

export interface StoredAnswer extends GivenAnswer, HeldAnswer {
  questionId: string;
  responseId: string;
}

/** The answers to the questions of assessments, where there are any. */
export const ofAssessments = statement(
  'response.ofAssessments',
  (assessmentIds: readonly string[]) => sql<StoredAnswer>`
    select question_id as "questionId", id as "responseId", value, kept_value as "keptValue",
      is_not_applicable as "isNotApplicable", not_applicable_reason as "notApplicableReason", comment,
      (select count(*) from attachment a where a.response_id = r.id) as "evidenceCount"
    from response r where assessment_id ${isOneOf(assessmentIds, 'uuid')}`,
);

export const ofQuestions = statement(
  'response.ofQuestions',
  (questionIds: readonly string[]) => sql<Row<Response>>`${select(Response)} where question_id ${isOneOf(questionIds, 'uuid')}`,
);

/** A stable order. */
export const BY_ID = rawSql('id');

/** Writes what differs and returns which questions that affected. A changed answer loses its verdict and review decision. */
export const write = statement('response.write', (assessmentId: string, answers: readonly (HeldAnswer & { questionId: string })[]) =>
  sql<{ id: string }>`
    with given as (
      select "questionId" as question_id, nullif(value, 'null') as value, nullif("keptValue", 'null') as kept_value,
        "isNotApplicable" as is_not_applicable, "notApplicableReason" as not_applicable_reason, comment
      from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as f("questionId" uuid, value jsonb, "keptValue" jsonb,
        "isNotApplicable" boolean, "notApplicableReason" text, comment text)
    ), changed as (
      select given.* from given left join response r using (question_id)
      where (r.value, r.kept_value, coalesce(r.is_not_applicable, false), r.not_applicable_reason, r.comment)
        is distinct from (given.value, given.kept_value, given.is_not_applicable, given.not_applicable_reason, given.comment)
        and ${isUnderWay(sql`${assessmentId}`)}
    ), undecided as (
      delete from review_decision d using response r, changed where d.response_id = r.id and r.question_id = changed.question_id
    )
    insert into response as r (id, assessment_id, question_id, value, kept_value, is_not_applicable, not_applicable_reason,
      comment)
    select gen_random_uuid(), ${assessmentId}, question_id, value, kept_value, is_not_applicable, not_applicable_reason, comment
    from changed
    on conflict (question_id) do update set value = excluded.value, kept_value = excluded.kept_value,
      is_not_applicable = excluded.is_not_applicable, not_applicable_reason = excluded.not_applicable_reason, comment = excluded.comment,
      is_compliant = null, weighted_score = null, max_score = null, revision = r.revision + 1, updated_at = now()
    returning question_id as id`
    .writes(Response, { questionId: answers.map(({ questionId }) => questionId) })
    .removes('review_decision', { responseId: responsesTo(answers.map(({ questionId }) => questionId)) }),
);

const responsesTo = (questionIds: readonly string[]) => sql`select id from response where question_id ${isOneOf(questionIds, 'uuid')}`;

/** Stores which answers are to questions that are shown. */
export const tellHidden = statement('response.tellHidden', (assessmentId: string, shown: readonly string[]) =>
  sql<never>`
    update response set is_hidden = question_id <> all(${shown}::uuid[])
    where assessment_id = ${assessmentId} and is_hidden <> (question_id <> all(${shown}::uuid[]))
      and ${isUnderWay(sql`response.assessment_id`)}`.writes(Response, { assessmentId }),
);

/** Evidence was added to or removed from an answer: like a changed answer, it loses its verdict and review decision. */
export const evidenceChanged = statement('response.evidenceChanged', (id: string) =>
  sql<never>`
    with changed as (
      update response set is_compliant = null, weighted_score = null, max_score = null, revision = revision + 1, updated_at = now()
      where id = ${id} and ${isUnderWay(sql`response.assessment_id`)} returning id
    )
    delete from review_decision d using changed where d.response_id = changed.id`
    .writes(Response, { id })
    .removes('review_decision', { responseId: id }),
);
