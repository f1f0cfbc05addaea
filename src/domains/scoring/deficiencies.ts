import type { Counted } from '../audit/audit.service';
import * as store from './deficiency.store';

/**
 * Counts the controls that the answers of assessments fail: when one is completed, and back again when it goes. In between
 * nothing changes its verdicts.
 */
export async function countDeficiencies(tx: Counted, assessmentIds: readonly string[], sign: 1 | -1): Promise<void> {
  const failed = await tx.query(store.ofAssessments(assessmentIds));
  for (const { key, count } of failed) tx.count('deficient-control', key, sign * count);
}
