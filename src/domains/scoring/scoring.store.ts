import type { Row } from '../../database/rows';
import { isOneOf, rawSql, type Sql, sql, statement, total } from '../../database/sql';
import { counting } from '../../database/tally/tally';
import { Assessment } from '../assessment/assessment.entity';
import { isUnderWay } from '../assessment/assessment.store';
import type { AssumedAnswer } from '../assessment/question-state';
import { dueOn } from '../finding/finding-due.store';
import { lineageOf } from '../assessment/assessment-question.store';
import { FINDINGS } from '../finding/finding.tallies';
import { isNew, lastOfGap } from '../finding/sighting.store';
import type { SectionScore } from './scoring.inputs';
import { Response } from '../assessment/response.entity';
import { FindingControl } from '../finding/finding-control.entity';
import { Finding } from '../finding/finding.entity';
import { Vendor } from '../vendor/vendor.entity';

/** Whether an answer to question q can be compared with an expected one. */
export const IS_SCORABLE = rawSql(`(q.type in ('YES_NO', 'MULTIPLE_CHOICE', 'COMBOBOX', 'MULTI_SELECT', 'NUMERIC', 'RATING', 'DATE')
  and coalesce(q.expected_answer, 'null') <> 'null')`);

/** The weight of question q in the settings s. */
export const WEIGHT = rawSql(`case q.risk_weight when 'CRITICAL' then s.weight_critical when 'HIGH' then s.weight_high
  when 'MEDIUM' then s.weight_medium else s.weight_low end`);

/** A relation of answers: question_id, value, is_not_applicable, is_rejected. These are the stored ones. */
const storedAnswers = (assessmentIds: readonly string[]) => sql`
  select r.question_id, r.value, r.is_not_applicable, d.decision is not distinct from 'REJECTED' as is_rejected
  from response r left join review_decision d on d.response_id = r.id
  where r.assessment_id = any(${assessmentIds}::uuid[])`;

/** The stored answers, or hypothetical ones instead. A rejection holds as long as the rejected answer is unchanged. */
const answersWith = (assumed: readonly AssumedAnswer[], assessmentIds: readonly string[]) => sql`
  select coalesce(given."questionId", r.question_id) as question_id,
    case when given."questionId" is null then r.value else given.value end as value,
    case when given."questionId" is null then r.is_not_applicable else given."isNotApplicable" end as is_not_applicable,
    r.is_rejected and (given."questionId" is null
      or nullif(given.value, 'null') is not distinct from nullif(r.value, 'null')
        and coalesce(given."isNotApplicable", false) = r.is_not_applicable) as is_rejected
  from (${storedAnswers(assessmentIds)}) as r
  full join jsonb_to_recordset(${JSON.stringify(assumed)}::jsonb)
    as given("questionId" uuid, value jsonb, "isNotApplicable" boolean) on given."questionId" = r.question_id`;

/**
 * Whether a value is an expected answer to question q. A rating must be at least the expected one, multiple choices are a set, a
 * list contains the accepted values, and an object is an inclusive range; dates compare as text.
 */
const complies = (value: string) =>
  rawSql(`case
  when q.type = 'MULTI_SELECT' then q.expected_answer @> ${value} and ${value} @> q.expected_answer
  when q.type = 'RATING' then ${value} >= q.expected_answer
  when jsonb_typeof(q.expected_answer) = 'array' then q.expected_answer @> ${value}
  when jsonb_typeof(q.expected_answer) = 'object' then coalesce(${value} >= (q.expected_answer -> 'min'), true)
    and coalesce(${value} <= (q.expected_answer -> 'max'), true)
  else q.expected_answer = ${value} end`);

const isAmong = (questionIds: readonly string[]) => sql`q.id = any(${questionIds}::uuid[])`;

/**
 * One row per question: whether it is scored, whether it is compliant, and its weight. A question is scored if it is visible, can
 * be compared with an expected answer and isn't marked not applicable; a reviewer's rejection always counts. The condition says
 * whether question q, with its answer, is visible.
 */
export function verdicts(assessmentIds: readonly string[], isVisible: Sql, answers: Sql): Sql {
  return sql`
    select q.id as question_id, judged.is_visible, judged.is_scored, judged.is_scored and judged.is_match as is_compliant, weight
    from assessment_question q
    cross join settings s
    left join (${answers}) as answer on answer.question_id = q.id
    cross join lateral (select
      ${isVisible} as is_visible,
      ${WEIGHT} as weight,
      ${IS_SCORABLE} as is_scorable,
      nullif(answer.value, 'null') as value,
      coalesce(answer.is_not_applicable, false) as is_not_applicable,
      coalesce(answer.is_rejected, false) as is_rejected
    ) as facts
    cross join lateral (select
      facts.is_visible,
      facts.is_visible and (facts.is_rejected
        or facts.is_scorable and (not facts.is_not_applicable or s.not_applicable_is_non_compliant)) as is_scored,
      not facts.is_rejected and not facts.is_not_applicable and facts.value is not null and ${complies('facts.value')} as is_match
    ) as judged
    where q.assessment_id = any(${assessmentIds}::uuid[])`;
}

/** Writes the verdict on every answer. An unanswered question also has a verdict, so it gets a response without a value. */
export const writeVerdicts = statement('scoring.writeVerdicts', (assessmentId: string, visible: readonly string[]) =>
  sql<never>`
    with verdict as (${verdicts([assessmentId], isAmong(visible), storedAnswers([assessmentId]))})
    insert into response as r (id, assessment_id, question_id, is_hidden, is_compliant, weighted_score, max_score)
    select gen_random_uuid(), ${assessmentId}, question_id, not is_visible,
      case when is_scored then is_compliant end, case when is_scored then case when is_compliant then weight else 0 end end,
      case when is_scored then weight end
    from verdict where (is_scored or exists (select 1 from response e where e.question_id = verdict.question_id))
      and ${isUnderWay(sql`${assessmentId}`)}
    on conflict (question_id) do update set is_hidden = excluded.is_hidden, is_compliant = excluded.is_compliant,
      weighted_score = excluded.weighted_score, max_score = excluded.max_score`.writes(Response, { assessmentId }),
);

/** An assessment's score is the sum of its verdicts. */
export const sumScores = statement('scoring.sumScores', (assessmentIds: readonly string[]) =>
  sql<never>`
    update assessment a set score = (
      select sum(weighted_score) / nullif(sum(max_score), 0) from response where assessment_id = a.id)
    where id = any(${assessmentIds}::uuid[])`.writes(Assessment, { id: assessmentIds }),
);

/** Creates findings for non-compliant answers whose gap has none that stands. Another server may be doing so: its finding counts. */
export const makeFindings = statement('scoring.makeFindings', (assessmentId: string) =>
  sql<never>`
    with made as (
      insert into finding (id, vendor_id, assessment_id, question_id, title, description, severity, control_codes, gap, is_manual,
        previous_id, due_on)
      select gen_random_uuid(), d.*, false, ${lastOfGap}, ${dueOn(rawSql('d.risk_weight'))}
      from (${deficiencies([assessmentId])}) as d where ${isNew} order by d.gap
      on conflict do nothing
      returning id, question_id, vendor_id, ${FINDINGS.keyOf()} as key
    ), linked as (${linkControls(rawSql('made'))})
    select ${counting('+', FINDINGS.kind, sql`key`, sql`vendor_id`)} from made`
    .writes(Finding, { assessmentId })
    .writes(FindingControl, { findingId: sql`select id from finding where assessment_id = ${assessmentId}` }),
);

/** The text of the finding for each non-compliant answer, in the order of its columns. */
export const deficiencies = (assessmentIds: readonly string[]) => sql`
  select a.vendor_id, a.id as assessment_id, q.id as question_id, left(coalesce(q.finding_title, q.text), 500),
    ${DESCRIPTION},
    q.risk_weight, q.control_codes, ${lineageOf('q')} as gap
  from response r join assessment_question q on q.id = r.question_id join assessment a on a.id = r.assessment_id
  left join review_decision d on d.response_id = r.id
  where r.assessment_id = any(${assessmentIds}::uuid[]) and not r.is_compliant`;

/** Links findings just created (id, question_id) to the controls of their questions. */
export const linkControls = (made: Sql) => sql`
  insert into finding_control (finding_id, code, control_id)
  select distinct on (made.id, c.code) made.id, c.code, c.control_id
  from ${made} join assessment_question_control c on c.question_id = made.question_id
  order by made.id, c.code, c.control_id`;

/** What was asked, where the title doesn't say so: it is a statement. */
const ASKED = rawSql(`case when q.finding_title is null then ''
  else 'Asked: ' || left(rtrim(q.text), 1000) || case when q.text ~ '[.?!…]\\s*$' then ' ' else '. ' end end`);

/** An answer to question q as readable text: without quotation marks, several values joined by commas. */
function answerText(column: string, comma = "', '"): Sql {
  return rawSql(`left(case when jsonb_typeof(${column}) = 'array' then (
    select string_agg(one, ${comma}) from jsonb_array_elements_text(${column}) as one)
    when q.type = 'YES_NO' then initcap(${column} #>> '{}') else ${column} #>> '{}' end, 500)`);
}

/** The text for a response without a value: a file question is answered by its files. */
function withoutValue(): Sql {
  return rawSql(`case when q.type = 'FILE_UPLOAD' and exists (select 1 from attachment f where f.response_id = r.id)
    then 'Answered by a file.' else 'Not answered.' end`);
}

/** The expected answer of question q as readable text, in the words of expected-answer.rules. */
function expectedText(column: string): Sql {
  const [min, max] = [`(${column} ->> 'min')`, `(${column} ->> 'max')`];
  return sql`case
    when q.type = 'RATING' then case when ${rawSql(column)} < '5' then 'at least ' else '' end || (${rawSql(column)} #>> '{}')
    when jsonb_typeof(${rawSql(column)}) <> 'object' then ${answerText(column, "case q.type when 'MULTI_SELECT' then ', ' else ' or ' end")}
    when ${rawSql(max)} is null then case q.type when 'DATE' then 'on or after ' else 'at least ' end || ${rawSql(min)}
    when ${rawSql(min)} is null then case q.type when 'DATE' then 'on or before ' else 'at most ' end || ${rawSql(max)}
    when ${rawSql(`${column} -> 'min' = ${column} -> 'max'`)} then ${rawSql(min)}
    else ${rawSql(min)} || ' to ' || ${rawSql(max)} end`;
}

/** What was asked, answered and expected, by a response r to question q with the decision d. */
const DESCRIPTION = sql`
  ${ASKED} || case when r.is_not_applicable then 'Marked not applicable' || coalesce(': ' || left(rtrim(r.not_applicable_reason, '.'), 500), '') || '.'
    when r.value is null or r.value = 'null' then ${withoutValue()}
    else 'Answered ' || coalesce(${answerText('r.value')}, 'nothing') || '.' end
    || case when d.decision = 'REJECTED' then ' Rejected in review.' else '' end
    || case when q.expected_answer is null or q.expected_answer = 'null' then ''
      else ' Expected ' || ${expectedText('q.expected_answer')} || '.' end`;

/** The description of a finding f by the newest of the assessments that found it; its own if only one did. */
export const CURRENT_DESCRIPTION = sql`coalesce((
  select ${DESCRIPTION} from finding_sighting s join assessment_question q on q.id = s.question_id join response r on r.question_id = q.id
  left join review_decision d on d.response_id = r.id
  where s.finding_id = f.id order by s.created_at desc, s.id desc limit 1
), f.description)`;

export const currentDescriptions = statement(
  'scoring.currentDescriptions',
  (findingIds: readonly string[]) => sql<{ id: string; description: string | null }>`
    select f.id, ${CURRENT_DESCRIPTION} as description from finding f where f.id ${isOneOf(findingIds, 'uuid')}`,
);

export type VendorScores = Pick<Row<Vendor>, 'overallScore' | 'latestScore'>;

const VENDOR_SCORES = rawSql('overall_score as "overallScore", latest_score as "latestScore"');

export const lockVendor = statement(
  'scoring.lockVendor',
  (id: string) => sql<{ id: string; name: string } & VendorScores>`
    select id, name, ${VENDOR_SCORES} from vendor where id = ${id} for no key update`,
);

/** A vendor's scores are derived from its completed assessments. */
export const averageScores = statement('scoring.averageScores', (vendorIds: readonly string[]) =>
  sql<VendorScores>`
    update vendor v set (overall_score, latest_score, last_assessed_at) = (
      select avg(score), (array_agg(score order by submitted_at desc, id))[1], max(submitted_at)
      from assessment where vendor_id = v.id and status = 'COMPLETED')
    where v.id = any(${vendorIds}::uuid[]) returning ${VENDOR_SCORES}`.writes(Vendor, { id: vendorIds }),
);

type Scored = Pick<Row<Assessment>, 'id' | 'score' | 'submittedAt'> & { openFindings: number };

/** The results of provisional scoring. */
export const provisionalOf = statement(
  'scoring.provisionalOf',
  (assessmentIds: readonly string[]) => sql<Scored>`
    select a.id, a.score, a.submitted_at as "submittedAt",
      (select count(*) from finding f where f.status = 'OPEN' and f.id in (
        select id from finding where assessment_id = a.id
        union all select finding_id from finding_sighting where assessment_id = a.id)) as "openFindings"
    from assessment a where a.id = any(${assessmentIds}::uuid[])`,
);

export const withdrawVerdicts = statement('scoring.withdrawVerdicts', (assessmentIds: readonly string[]) =>
  sql<never>`
    update response set is_compliant = null, weighted_score = null, max_score = null
    where assessment_id = any(${assessmentIds}::uuid[]) and ${isUnderWay(sql`response.assessment_id`)}`.writes(Response, {
    assessmentId: assessmentIds,
  }),
);

export const withdrawScores = statement('scoring.withdrawScores', (assessmentIds: readonly string[]) =>
  sql<never>`
    update assessment set score = null, submitted_at = null where id = any(${assessmentIds}::uuid[])`.writes(Assessment, {
    id: assessmentIds,
  }),
);

export interface ScoreTerm {
  questionId: string;
  isVisible: boolean;
  isScored: boolean;
  isCompliant: boolean | null;
  weighted: number | null;
  max: number | null;
}

/** The terms of a score as stored. */
export const storedTerms = statement(
  'scoring.storedTerms',
  (assessmentId: string, visible: readonly string[]) => sql<ScoreTerm>`
    select q.id as "questionId", ${isAmong(visible)} as "isVisible", r.max_score is not null as "isScored",
      r.is_compliant as "isCompliant", r.weighted_score as weighted, r.max_score as max
    from assessment_question q left join response r on r.question_id = q.id
    where q.assessment_id = ${assessmentId} order by q.position`,
);

/** The terms of a score with the current settings and the current or hypothetical answers. */
export const terms = statement(
  'scoring.terms',
  (assessmentId: string, visible: readonly string[], assumed: readonly AssumedAnswer[]) => sql<ScoreTerm>`
    select v.question_id as "questionId", v.is_visible as "isVisible", v.is_scored as "isScored",
      case when v.is_scored then v.is_compliant end as "isCompliant",
      case when v.is_scored then case when v.is_compliant then v.weight else 0 end end as weighted,
      case when v.is_scored then v.weight end as max
    from (${verdicts([assessmentId], isAmong(visible), answersWith(assumed, [assessmentId]))}) as v join assessment_question q on q.id = v.question_id
    order by q.position`,
);

/** The sections of assessments in order, with their sums. */
export const sectionScoresOf = statement(
  'scoring.sectionScoresOf',
  (assessmentIds: readonly string[]) => sql<SectionScore & { assessmentId: string }>`
    select q.assessment_id as "assessmentId", q.section, coalesce(${total('r.weighted_score')}, 0) as weighted,
      coalesce(${total('r.max_score')}, 0) as max, ${total('r.weighted_score')} / nullif(${total('r.max_score')}, 0) as score
    from assessment_question q left join response r on r.question_id = q.id
    where q.assessment_id ${isOneOf(assessmentIds, 'uuid')}
    group by q.assessment_id, q.section order by min(q.position)`,
);
