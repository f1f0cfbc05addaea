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

/** What happened to a finding, for the audit log. */
export interface WorkedOn {
  id: string;
  title: string;
  vendorName: string;
  ownerId: string;
  ownerName: string;
  at: string;
}

/** Those that were raised by hand were copied as they are. */
export const dateFindings = statement(
  'demo-batch.dateFindings',
  () => sql<never>`update finding set due_on = ${dueOn(rawSql('severity'), rawSql('created_at'))} where due_on is null`,
);

/** The owners of some vendors see to their most severe open findings; some have a plan. */
export const assignFindings = statement(
  'demo-batch.assignFindings',
  (vendors: number) => sql<WorkedOn>`
    with chosen as materialized (
      select f.id, v.name as vendor_name, u.id as owner_id, u.name as owner_name,
        row_number() over (order by v.external_id, f.rank, f.id) as n
      from (select * from vendor where owner_id is not null order by external_id limit ${vendors}) v
      join app_user u on u.id = v.owner_id join finding f on f.vendor_id = v.id
      where f.status = 'OPEN' and f.severity in ('CRITICAL', 'HIGH')
    )
    update finding f set owner_id = c.owner_id, treatment = 'MITIGATE', revision = f.revision + 1,
      plan = case when c.n % 3 = 1 then 'Agree on a date with the vendor, then ask for evidence.' end
    from chosen c where f.id = c.id
    returning f.id, f.title, c.vendor_name as "vendorName", c.owner_id as "ownerId", c.owner_name as "ownerName", f.created_at as at`,
);

/** A turn with a vendor that the demo portfolio shows. */
export interface PlannedTurn {
  state: 'SENT' | 'ANSWERED' | 'SENT_BACK' | 'ACCEPTED';
  status: 'OPEN' | 'REMEDIATED';
  answer: 'PLANNED' | 'DONE' | 'DISAGREE' | null;
  plan: string | null;
  note: string | null;
  comment: string | null;
}

/** With the ids of what it adds. */
export type PlacedTurn = PlannedTurn & Record<'linkId' | 'tokenHash' | 'turnId' | 'commentId' | 'asideId', string>;

/**
 * One finding, each of another vendor, for each of some turns. The links are those of nobody: their tokens aren't known.
 */
export const insertTurns = statement(
  'demo-batch.insertTurns',
  (turns: readonly PlacedTurn[]) => sql<WorkedOn & { state: string; answer: string | null }>`
    with given as materialized (
      select n, f.* from jsonb_array_elements(${JSON.stringify(turns)}::jsonb) with ordinality as one(fields, n),
        jsonb_to_record(fields) as f(state text, status text, answer text, plan text, note text, comment text,
          "linkId" uuid, "tokenHash" text, "turnId" uuid, "commentId" uuid, "asideId" uuid)
    ), possible as materialized (
      select distinct on (f.status, v.id) f.id, f.title, f.status, f.created_at, v.id as vendor_id, v.name as vendor_name, v.external_id,
        u.id as owner_id, u.name as owner_name
      from vendor v join app_user u on u.id = v.owner_id join finding f on f.vendor_id = v.id
      where f.status in ('OPEN', 'REMEDIATED') and f.created_at < now() - interval '4 days' order by f.status, v.id, f.rank, f.id
    ), chosen as materialized (
      select g.*, p.id, p.title, p.vendor_id, p.vendor_name, p.owner_id, p.owner_name,
        p.created_at + interval '3 days' as sent_at
      from (select *, row_number() over (partition by status order by n) as place from given) g
      join (select *, row_number() over (partition by status order by external_id) as place from possible) p using (status, place)
    ), shown as (
      update finding f set vendor_visible = true, owner_id = c.owner_id, revision = f.revision + 1 from chosen c where f.id = c.id
    ), link as (
      insert into remediation_link (id, created_at, vendor_id, token_hash, message, expires_at)
      select "linkId", sent_at, vendor_id, "tokenHash", 'Please tell us how you mean to resolve this.', sent_at + interval '180 days' from chosen
    ), turn as (
      insert into remediation (id, finding_id, link_id, state, message, sent_at, answer, plan, planned_for, answered_at, decision_note, decided_at)
      select "turnId", id, "linkId", state, 'Please tell us how you mean to resolve this.', sent_at, answer,
        plan, case answer when 'PLANNED' then (sent_at at time zone 'UTC')::date + 60 end,
        case when answer is not null then sent_at + interval '1 hour' end, note,
        case when note is not null then sent_at + interval '90 minutes' end
      from chosen
    ), said as (
      insert into comment (id, created_at, finding_id, author_type, author_name, body, visibility)
      select "commentId", sent_at + interval '1 hour', id, 'VENDOR', vendor_name, comment, 'SHARED'
      from chosen where comment is not null
    ), aside as (
      insert into comment (id, created_at, finding_id, author_type, author_name, user_id, body, visibility)
      select "asideId", sent_at - interval '1 hour', id, 'USER', owner_name, owner_id, 'Sent to the vendor after our call.',
        'INTERNAL' from chosen
    )
    select id, title, vendor_name as "vendorName", owner_id as "ownerId", owner_name as "ownerName", sent_at as at, state, answer
    from chosen`,
);
