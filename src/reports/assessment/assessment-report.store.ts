import { type Row, select } from '../../database/rows';
import { sql, statement } from '../../database/sql';
import { ReviewDecision } from '../../domains/review/review-decision.entity';
import { Finding } from '../../domains/finding/finding.entity';
import { isFoundBy } from '../../domains/finding/sighting.store';
import type { SeverityName } from '../theme';

export const decisions = statement(
  'assessment-report.decisions',
  (assessmentId: string) => sql<Row<ReviewDecision>>`${select(ReviewDecision)} where assessment_id = ${assessmentId}`,
);

export interface FindingCount {
  severity: SeverityName;
  status: string;
  count: number;
}

export const findingCounts = statement(
  'assessment-report.findingCounts',
  (assessmentId: string) => sql<FindingCount>`
    select severity, status, count(*) as count from finding where ${isFoundBy(assessmentId)}
    group by severity, status`,
);

/** By severity, then open ones first. */
export const worstFindings = statement(
  'assessment-report.worstFindings',
  (assessmentId: string, most: number) => sql<Row<Finding>>`
    ${select(Finding)} where ${isFoundBy(assessmentId)}
    order by array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'], severity), status <> 'OPEN', created_at desc, id
    limit ${most}`,
);
