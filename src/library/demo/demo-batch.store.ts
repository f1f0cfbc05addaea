import { rawSql, sql, statement } from '../../database/sql';
import { dueOn } from '../../domains/finding/finding-due.store';
import { deficiencies, linkControls, verdicts } from '../../domains/scoring/scoring.store';
import { lineageOf } from '../../domains/assessment/assessment-question.store';
import type { JudgedAnswer, PlannedFinding } from './rows';

export type NewAnswer = Omit<JudgedAnswer, 'finding'>;

const ANSWERS = sql`
  select "questionId" as question_id, value, "isNotApplicable" as is_not_applicable, "isRejected" as is_rejected from given`;

/** Only visible questions have an answer, or a missing one. */
const IS_VISIBLE = rawSql('answer.question_id is not null');

/** Writes answers with the verdict on each, as if all of them were just submitted. */
export const insertAnswers = statement(
  'demo-batch.insertAnswers',
  (answers: readonly NewAnswer[], assessmentIds: readonly string[]) => sql<{ isCompliant: boolean | null; questionId: string }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as f(id uuid, "questionId" uuid, "assessmentId" uuid, value jsonb,
        "isNotApplicable" boolean, "notApplicableReason" text, "isRejected" boolean, "isAnswered" boolean, "answeredAt" timestamptz,
        "changedAt" timestamptz, revision int)
    ), verdict as materialized (${verdicts(assessmentIds, IS_VISIBLE, ANSWERS)})
    insert into response (id, created_at, updated_at, revision, assessment_id, question_id, value, is_not_applicable,
      not_applicable_reason, is_compliant, weighted_score, max_score)
    select given.id, "answeredAt", "changedAt", revision, "assessmentId", "questionId", value, "isNotApplicable",
      "notApplicableReason", case when is_scored then is_compliant end,
      case when is_scored then case when is_compliant then weight else 0 end end, case when is_scored then weight end
    from given join verdict on verdict.question_id = given."questionId" where "isAnswered" or is_scored
    returning is_compliant as "isCompliant", question_id as "questionId"`,
);

/** A finding with its planned outcome. */
export interface Plan extends Pick<PlannedFinding, 'id' | 'createdAt' | 'status'> {
  questionId: string;
  note?: string;
  resolvedAt?: string;
  userId?: string | null;
  userName?: string;
  previousId?: string;
}

/** The vendors and gaps of questions. */
export const gapsOf = statement(
  'demo-batch.gapsOf',
  (questionIds: readonly string[]) => sql<{ questionId: string; gap: string }>`
    select q.id as "questionId", a.vendor_id || ' ' || ${lineageOf('q')} as gap
    from assessment_question q join assessment a on a.id = q.assessment_id where q.id = any(${questionIds}::uuid[])`,
);

/** How the risk of a finding came to be accepted. */
export interface Acceptance {
  id: string;
  decisionId: string;
  findingId: string;
  reason: string;
  until: string;
  requestedById: string | null;
  requestedByName: string;
  requestedAt: string;
  decidedById: string | null;
  decidedByName: string;
  decidedAt: string;
}

export const insertAcceptances = statement(
  'demo-batch.insertAcceptances',
  (acceptances: readonly Acceptance[]) => sql<never>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(acceptances)}::jsonb) as f(id uuid, "decisionId" uuid, "findingId" uuid, reason text,
        until timestamptz, "requestedById" uuid, "requestedByName" text, "requestedAt" timestamptz, "decidedById" uuid,
        "decidedByName" text, "decidedAt" timestamptz)
    ), made as (
      insert into risk_acceptance (id, created_at, updated_at, revision, finding_id, reason, until, state, requested_by_id,
        requested_by_name)
      select id, "requestedAt", "decidedAt", 2, "findingId", reason, until, 'APPROVED', "requestedById", "requestedByName" from given
    )
    insert into risk_decision (id, created_at, acceptance_id, decided_by_id, decided_by_name)
    select "decisionId", "decidedAt", id, "decidedById", "decidedByName" from given`,
);

/** A finding that another assessment found again. */
export interface Sighting {
  findingId: string;
  assessmentId: string;
  questionId: string;
  at: string;
}

export const insertSightings = statement(
  'demo-batch.insertSightings',
  (sightings: readonly Sighting[]) => sql<never>`
    insert into finding_sighting (finding_id, assessment_id, question_id, created_at)
    select "findingId", "assessmentId", "questionId", at from jsonb_to_recordset(${JSON.stringify(sightings)}::jsonb)
      as f("findingId" uuid, "assessmentId" uuid, "questionId" uuid, at timestamptz)`,
);

/** Creates the findings that are planned for non-compliant answers. Returns a row for each link to a control. */
export const insertFindings = statement(
  'demo-batch.insertFindings',
  (plans: readonly Plan[], assessmentIds: readonly string[]) => sql<{ findingId: string }>`
    with made as (
      insert into finding (vendor_id, assessment_id, question_id, title, description, severity, control_codes, gap, is_manual,
        previous_id, id, created_at, updated_at, status, resolution_note, resolved_at, resolved_by_id, resolved_by_name, revision, due_on)
      select deficiency.*, false, "previousId", plan.id, "createdAt", coalesce("resolvedAt", "createdAt"), status, note, "resolvedAt",
        "userId", "userName", case status when 'OPEN' then 1 else 2 end,
        ${dueOn(rawSql('deficiency.risk_weight'), rawSql('"createdAt"'))}
      from (${deficiencies(assessmentIds)}) as deficiency
      join jsonb_to_recordset(${JSON.stringify(plans)}::jsonb) as plan("questionId" uuid, id uuid,
        "previousId" uuid, "createdAt" timestamptz, status text, note text, "resolvedAt" timestamptz, "userId" uuid, "userName" text)
        on plan."questionId" = deficiency.question_id
      returning id, question_id
    )
    ${linkControls(rawSql('made'))} returning finding_id as "findingId"`,
);
