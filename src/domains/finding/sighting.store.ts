import { picked, type Row, type WantedColumns } from '../../database/rows';
import { isOneOf, rawSql, type Sql, sql, statement } from '../../database/sql';
import { lineageOf } from '../assessment/assessment-question.store';
import { FindingSighting } from './finding-sighting.entity';
import { Finding } from './finding.entity';
import { FINDINGS } from './finding.tallies';

/**
 * Which assessments found a gap. The first is the finding's own (assessment_id, question_id), the others are sightings. Whoever
 * changes either has locked the findings first (`hold`).
 */

/** Of the findings of a gap, the one that stands: later assessments are seen in it. At most one, by the index finding_gap_taken. */
const stands = (f: string) => rawSql(`(${f}.status <> 'REMEDIATED' and ${f}.ended_at is null)`);

/** The non-compliant answers of assessments. */
const deficient = (assessmentIds: readonly string[]) => sql`
  select r.assessment_id, a.vendor_id, q.id as question_id, ${lineageOf('q')} as gap
  from response r join assessment_question q on q.id = r.question_id join assessment a on a.id = r.assessment_id
  where r.assessment_id = any(${assessmentIds}::uuid[]) and not r.is_compliant`;

/** Whether the answer to a question of a row d is known to belong to a finding. One that follows another has no question of its own. */
const isSighted = rawSql(`(exists (select 1 from finding f where f.question_id = d.question_id)
  or exists (select 1 from finding_sighting s where s.question_id = d.question_id)
  or exists (select 1 from finding f where f.assessment_id = d.assessment_id and f.question_id is null and f.gap = d.gap))`);

/** The finding that stands for the gap of a row d. */
const standingFor = (columns: string) =>
  rawSql(
    `select ${columns} from finding f where f.vendor_id = d.vendor_id and f.gap = d.gap and f.status <> 'REMEDIATED' and f.ended_at is null`,
  );

/** Whether a gap of a row d has none, so that it needs a new finding. */
export const isNew = sql`not ${isSighted} and not exists (${standingFor('1')})`;

/** The last finding of the gap of a row d. */
export const lastOfGap = rawSql(`(select f.id from finding f where f.vendor_id = d.vendor_id and f.gap = d.gap
  order by f.created_at desc, f.id desc limit 1)`);

/**
 * Tells findings from before gaps were known which one they are of, where an assessment finds it again. Of several that stand, which
 * earlier versions made, it is the newest.
 */
export const adopt = statement('sighting.adopt', (assessmentId: string) =>
  sql<{ id: string }>`
    with d as materialized (${deficient([assessmentId])}), known as materialized (
      select f.id, f.status = 'REMEDIATED' as is_over, f.vendor_id, f.created_at, ${lineageOf('q')} as gap
      from finding f join assessment_question q on q.id = f.question_id
      where f.vendor_id = (select vendor_id from assessment where id = ${assessmentId}) and f.gap is null and not f.is_manual
    ), standing as (
      select distinct on (d.gap) d.id from known d where not d.is_over and not exists (${standingFor('1')})
      order by d.gap, d.created_at desc, d.id desc
    )
    update finding set gap = known.gap from known
    where finding.id = known.id and finding.gap is null and known.gap in (select gap from d)
      and (known.is_over or known.id in (select id from standing))
    returning finding.id`.writesGiven(Finding),
);

/** Locks the findings of assessments, and those that they find again: who comes second sees what the first did. */
export const hold = statement(
  'sighting.hold',
  (assessmentIds: readonly string[]) => sql<{ id: string }>`
    select f.id from finding f where f.id in (
      select id from finding where assessment_id = any(${assessmentIds}::uuid[])
      union all select finding_id from finding_sighting where assessment_id = any(${assessmentIds}::uuid[])
      union all select s.id from (${deficient(assessmentIds)}) as d cross join lateral (${standingFor('f.id')}) as s
    ) order by f.id for update`,
);

/** Whether the assessment of a row t (assessment_id, question_id, and the gap of a finding) no longer finds its gap. */
const isSettled = (t: string, gap: string) => sql`not exists (
  select 1 from response r join assessment_question q on q.id = r.question_id
  where ${rawSql(`r.assessment_id = ${t}.assessment_id and not r.is_compliant`)}
    and (q.id = ${rawSql(`${t}.question_id`)} or ${rawSql(`${t}.question_id is null and ${gap}`)} = ${lineageOf('q')}))`;

/**
 * Where else the gap of a finding f was found: first those that see it, then, if it follows others whose acceptance ended, those that saw
 * them, the last one first. The answers of the latter belong to the findings before.
 */
const ELSEWHERE = rawSql(`(
  select false as is_before, s.assessment_id, s.question_id, extract(epoch from s.created_at)::float8 as at, s.id
  from finding_sighting s where s.finding_id = f.id
  union all
  select true, seen.assessment_id, null, seen.at, seen.id from (
    with recursive ended as (
      select p.* from finding p where p.id = f.previous_id and p.ended_at is not null
      union all
      select p.* from ended join finding p on p.id = ended.previous_id and p.ended_at is not null
    )
    select ended.assessment_id, 'infinity'::float8 as at, ended.id from ended where ended.is_seen
    union all
    select s.assessment_id, -extract(epoch from s.created_at)::float8, s.id from ended join finding_sighting s on s.finding_id = ended.id
  ) as seen)`);

/** Findings that their assessment no longer finds, or that are about to lose it, go to another one that does. */
export const passOn = statement('sighting.passOn', (assessmentIds: readonly string[], isDeleted: boolean) =>
  sql<{ id: string }>`
    update finding set assessment_id = next.assessment_id, question_id = next.question_id, is_seen = true from (
      select distinct on (f.id) f.id, o.assessment_id, o.question_id
      from finding f cross join lateral ${ELSEWHERE} as o
      where f.assessment_id = any(${assessmentIds}::uuid[]) and o.assessment_id <> all(${assessmentIds}::uuid[])
        and (${isDeleted} or ${isSettled('f', 'f.gap')})
      order by f.id, o.is_before, o.at, o.id
    ) as next
    where finding.id = next.id
    returning finding.id`.writesGiven(Finding),
);

/** Sightings of answers that comply now, and those that became the first of their findings. */
export const forget = statement('sighting.forget', (assessmentIds: readonly string[], passedOn: readonly string[]) =>
  sql<{ id: string }>`
    delete from finding_sighting where id in (
      select s.id from finding_sighting s
      where s.assessment_id = any(${assessmentIds}::uuid[]) and ${isSettled('s', 'null::uuid')}
      union all
      select s.id from finding_sighting s join finding f on f.id = s.finding_id and f.assessment_id = s.assessment_id
      where s.finding_id = any(${passedOn}::uuid[])
    ) returning id`.removesGiven(FindingSighting),
);

/** Whether nobody has changed a finding f, which has its first revision then, nor said anything, put a file to it or asked to accept it. */
const IS_UNTOUCHED = rawSql(`f.revision = 1 and not exists (select 1 from comment c where c.finding_id = f.id)
  and not exists (select 1 from attachment a where a.finding_id = f.id)
  and not exists (select 1 from risk_acceptance r where r.finding_id = f.id)`);

/**
 * What becomes of findings that scoring raised and no assessment finds any more: open ones go, or only those that nobody has touched;
 * the others stay with their assessment, as seen in none.
 */
export const settle = statement('sighting.settle', (assessmentIds: readonly string[], keepsChanged: boolean) =>
  sql<{ id: string | null }>`
    with judged as materialized (
      select f.id, ${isSettled('f', 'f.gap')} as is_settled, f.status = 'OPEN' and (not ${keepsChanged} or ${IS_UNTOUCHED}) as may_go
      from finding f where f.assessment_id = any(${assessmentIds}::uuid[]) and not f.is_manual
    ), kept as (
      update finding set is_seen = not judged.is_settled from judged
      where finding.id = judged.id and not (judged.is_settled and judged.may_go) and finding.is_seen = judged.is_settled
    )
    delete from finding using judged where finding.id = judged.id and judged.is_settled and judged.may_go
    returning finding.id, ${FINDINGS.fewer()}`
    .removes(Finding, { assessmentId: assessmentIds })
    .writes(Finding, { assessmentId: assessmentIds }),
);

/** The gaps that an assessment found and that have a finding: it is seen in that. */
export const see = statement('sighting.see', (assessmentId: string) =>
  sql<{ id: string }>`
    with d as materialized (select d.* from (${deficient([assessmentId])}) as d where not ${isSighted}), standing as materialized (
      select f.id, f.gap, f.is_seen from finding f
      where f.vendor_id = (select vendor_id from assessment where id = ${assessmentId}) and f.gap in (select gap from d) and ${stands('f')}
      for update
    ), seen as (
      insert into finding_sighting (finding_id, assessment_id, question_id)
      select standing.id, d.assessment_id, d.question_id from d join standing using (gap) where standing.is_seen
      on conflict do nothing
    ), first as (
      update finding set assessment_id = d.assessment_id, question_id = d.question_id, is_seen = true from d join standing using (gap)
      where finding.id = standing.id and not standing.is_seen
    )
    select id from standing`
    .writesGiven(Finding)
    .writes(FindingSighting, { assessmentId }),
);

/** The findings that assessments found, as (id, assessment_id). */
const foundBy = (assessmentIds: readonly string[]) => sql`
  select id, assessment_id from finding where assessment_id ${isOneOf(assessmentIds, 'uuid')}
  union all
  select finding_id, assessment_id from finding_sighting where assessment_id ${isOneOf(assessmentIds, 'uuid')}`;

/** Whether the finding was found by this assessment. */
export const isFoundBy = (assessmentId: string): Sql => sql`id in (select id from (${foundBy([assessmentId])}) as found)`;

export const findingsOf = statement(
  'sighting.findingsOf',
  (assessmentIds: readonly string[], wanted: WantedColumns) => sql<Row<Finding> & { foundBy: string }>`
    select found.assessment_id as "foundBy", ${picked(Finding, wanted, 'id', 'f')}
    from (${foundBy(assessmentIds)}) as found join finding f on f.id = found.id order by f.rank, f.created_at desc, f.id desc`,
);

/** The assessments that found them, oldest first. */
export const assessmentsOf = statement(
  'sighting.assessmentsOf',
  (findingIds: readonly string[]) => sql<{ findingId: string; assessmentId: string }>`
    select finding_id as "findingId", assessment_id as "assessmentId" from (
      select id as finding_id, assessment_id, null::timestamptz as at, id from finding where id ${isOneOf(findingIds, 'uuid')} and is_seen
      union all
      select finding_id, assessment_id, created_at, id from finding_sighting where finding_id ${isOneOf(findingIds, 'uuid')}
    ) as seen order by at nulls first, id`,
);

/** The questions of findings that have none of their own, because they follow others: by their gaps, in the assessments that found them. */
export const questionsByGap = statement(
  'sighting.questionsByGap',
  (findingIds: readonly string[]) => sql<{ findingId: string; questionId: string }>`
    select f.id as "findingId", q.id as "questionId" from finding f join assessment_question q on q.assessment_id = f.assessment_id
    where f.id ${isOneOf(findingIds, 'uuid')} and ${lineageOf('q')} = f.gap`,
);

type Expected = Pick<Row<Finding>, 'title' | 'severity' | 'status' | 'isManual'> & { questionId: string | null };

/** The findings that an assessment found, each with its question there, and those that it will be seen in; in the order of its findings. */
export const expectedOf = statement(
  'sighting.expectedOf',
  (assessmentId: string, questionIds: readonly string[]) => sql<Expected>`
    with d as materialized (
      select q.assessment_id, a.vendor_id, q.id as question_id, ${lineageOf('q')} as gap
      from assessment_question q join assessment a on a.id = q.assessment_id
      where q.assessment_id = ${assessmentId} and q.id = any(${questionIds}::uuid[])
    )
    select f.title, f.severity, f.status, f.is_manual as "isManual", found.question_id as "questionId" from (
      select f.id, coalesce(f.question_id, (select d.question_id from d where d.gap = f.gap)) as question_id
      from finding f where f.assessment_id = ${assessmentId}
      union all
      select finding_id, question_id from finding_sighting where assessment_id = ${assessmentId}
      union all
      select f.id, d.question_id from d cross join lateral (${standingFor('f.id')}) as f where not ${isSighted}
    ) as found join finding f on f.id = found.id order by f.rank, f.created_at desc, f.id desc`,
);
