import type { Queryable } from '../../database/database';
import { type Sql, sql } from '../../database/sql';
import type { Change } from '../audit/audit.service';
import type { AssessmentStatus } from './assessment.entity';

/**
 * Tallies: assessments by status, findings by status and severity, and the controls that answers of completed
 * assessments fail. Each is counted by the statement that changes it, or behind the lock of its assessment.
 */

/** What changes are made and counted in. */
export type Counted = Queryable & Pick<Change, 'count'>;

export const FINDING_KEY = (status: string, severity: string) => `${status} ${severity}`;

/** Deletes findings, as the statement finds them. */
export async function deleteFindings(tx: Counted, which: Sql): Promise<{ assessmentId: string }[]> {
  const gone = await tx.query<{ assessmentId: string; status: string; severity: string }>(sql`
    delete from finding where ${which} returning assessment_id as "assessmentId", status, severity`);
  for (const { status, severity } of gone) tx.count('finding', FINDING_KEY(status, severity), -1);
  return gone;
}

/**
 * The controls that the answers of completed assessments fail: code, framework and title, and how often. An answer
 * fails a code once, however many frameworks have it.
 */
export const deficienciesOf = (which: Sql = sql`true`) => sql<{ key: string; count: number }>`
  select jsonb_build_array(code, framework_name, title)::text as key, count(*) as count
  from (
    select distinct on (r.id, c.code) c.code, c.framework_name, c.title
    from response r join assessment a on a.id = r.assessment_id and a.status = 'COMPLETED'
    join assessment_question_control c on c.question_id = r.question_id
    where not r.is_compliant and ${which}
    order by r.id, c.code, c.framework_name, c.title
  ) as failed group by key`;

/** When an assessment is completed, and again when it goes: in between nothing changes its verdicts. */
export async function countDeficiencies(tx: Counted, assessmentIds: string[], sign: 1 | -1): Promise<void> {
  const failed = await tx.query<{ key: string; count: number }>(deficienciesOf(sql`a.id = any(${assessmentIds}::uuid[])`));
  for (const { key, count } of failed) tx.count('deficient-control', key, sign * count);
}

/** Takes assessments that are about to be deleted, and are locked, out of all tallies. */
export async function uncount(tx: Counted, assessments: { id: string; status: `${AssessmentStatus}` }[]): Promise<void> {
  const ids = assessments.map(({ id }) => id);
  for (const { status } of assessments) tx.count('assessment', status, -1);
  await countDeficiencies(tx, ids, -1);
  await deleteFindings(tx, sql`assessment_id = any(${ids}::uuid[])`);
}
