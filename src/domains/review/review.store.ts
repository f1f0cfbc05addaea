import { type Row, select, update } from '../../database/rows';
import { isOneOf, sql, statement } from '../../database/sql';
import { countingAll } from '../../database/tally/tally';
import { Assessment, AssessmentStatus } from '../assessment/assessment.entity';
import { ASSESSMENTS } from '../assessment/assessment.tallies';
import { DEFICIENT_CONTROL, failedOfVendors } from '../scoring/deficiency.store';
import { ReviewDecision } from './review-decision.entity';
import { Response } from '../assessment/response.entity';

export const decisionsOn = statement(
  'review.decisionsOn',
  (responseIds: readonly string[]) => sql<Row<ReviewDecision>>`
    ${select(ReviewDecision)} where response_id ${isOneOf(responseIds, 'uuid')}`,
);

type Decision = Pick<Row<ReviewDecision>, 'decision' | 'note' | 'decidedById'>;

/** Sets or replaces the decision on the answer to a question. An unanswered question gets a response without a value. */
export const decide = statement('review.decide', (assessmentId: string, questionId: string, { decision, note, decidedById }: Decision) =>
  sql<never>`
    with response as (
      insert into response as r (assessment_id, question_id) values (${assessmentId}, ${questionId})
      on conflict (question_id) do update set question_id = r.question_id returning id
    )
    insert into review_decision as d (response_id, assessment_id, decision, note, decided_by_id)
    select id, ${assessmentId}, ${decision}, ${note}, ${decidedById} from response
    on conflict (response_id) do update set decision = excluded.decision, note = excluded.note,
      decided_by_id = excluded.decided_by_id, decided_at = now(), revision = d.revision + 1, updated_at = now()`
    .writes(Response, { questionId })
    .writes(ReviewDecision, { responseId: sql`select id from response where question_id = ${questionId}` }),
);

/** Approves the visible compliant answers that nobody has decided on. */
export const approveCompliant = statement(
  'review.approveCompliant',
  (assessmentId: string, questionIds: readonly string[], decidedById: string | null) =>
    sql<{ id: string }>`
    insert into review_decision (response_id, assessment_id, decision, decided_by_id)
    select r.id, r.assessment_id, 'APPROVED', ${decidedById}::uuid from response r
    where r.assessment_id = ${assessmentId} and r.is_compliant and r.question_id = any(${questionIds}::uuid[])
    on conflict (response_id) do nothing returning id`.writesGiven(ReviewDecision),
);

/** The questions with an open clarification request, in order. */
export const clarificationsOf = statement(
  'review.clarificationsOf',
  (assessmentId: string, questionIds: readonly string[]) => sql<{ text: string }>`
    select q.text from review_decision d join response r on r.id = d.response_id join assessment_question q on q.id = r.question_id
    where d.assessment_id = ${assessmentId} and d.decision = 'CLARIFICATION_REQUESTED' and q.id = any(${questionIds}::uuid[])
    order by q.position`,
);

/** Completes a locked assessment that was just scored: from now on its verdicts are final, and counted. */
export const complete = statement('review.complete', ({ id, status }: Pick<Row<Assessment>, 'id' | 'status'>) => {
  const was = ASSESSMENTS.was({ status });
  return sql<never>`
    with completed as (
      ${update(Assessment, { status: AssessmentStatus.COMPLETED, completedAt: sql`now()` })} where id = ${id} and ${was.condition}
      returning vendor_id, ${was.key} as key_before, ${ASSESSMENTS.keyOf()} as key_after
    )
    ${countingAll([
      { sign: '-', kind: ASSESSMENTS.kind, from: sql`select vendor_id, key_before, 1 from completed` },
      { sign: '+', kind: ASSESSMENTS.kind, from: sql`select vendor_id, key_after, 1 from completed` },
      { sign: '+', kind: DEFICIENT_CONTROL, from: failedOfVendors(sql`a.id = ${id}`) },
    ])}`.writes(Assessment, { id });
});

/** The vendor's score with one more completed assessment of this score. */
export const vendorScoreWith = statement(
  'review.vendorScoreWith',
  (vendorId: string, score: number | null) => sql<{ score: number | null }>`
    select avg(score) as score from (
      select score from assessment where vendor_id = ${vendorId} and status = 'COMPLETED'
      union all select ${score}::float8
    ) as scores`,
);
