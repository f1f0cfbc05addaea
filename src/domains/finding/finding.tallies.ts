import type { Queryable } from '../../database/database';
import type { Change } from '../audit/audit.service';
import * as findings from './finding.store';
import type { AssessmentStatus } from '../assessment/assessment.entity';
import * as deficiencies from '../scoring/deficiency.store';

/**
 * Tallies: assessments by status, findings by status and severity, and the controls that answers of completed
 * assessments fail. Each is counted by the statement that changes it, or behind the lock of its assessment.
 */

/** What changes are made and counted in. */
export type Counted = Queryable & Pick<Change, 'count'>;

export const FINDING_KEY = (status: string, severity: string) => `${status} ${severity}`;

/** Takes findings that were just deleted out of their tally. */
export function uncountFindings(tx: Counted, gone: readonly { status: string; severity: string }[]): void {
  for (const { status, severity } of gone) tx.count('finding', FINDING_KEY(status, severity), -1);
}

/** When an assessment is completed, and again when it goes: in between nothing changes its verdicts. */
export async function countDeficiencies(tx: Counted, assessmentIds: readonly string[], sign: 1 | -1): Promise<void> {
  const failed = await tx.query(deficiencies.ofAssessments(assessmentIds));
  for (const { key, count } of failed) tx.count('deficient-control', key, sign * count);
}

/** Takes assessments that are about to be deleted, and are locked, out of all tallies. */
export async function uncount(tx: Counted, assessments: { id: string; status: `${AssessmentStatus}` }[]): Promise<void> {
  const ids = assessments.map(({ id }) => id);
  for (const { status } of assessments) tx.count('assessment', status, -1);
  await countDeficiencies(tx, ids, -1);
  uncountFindings(tx, await tx.query(findings.removeOfAssessments(ids)));
}
