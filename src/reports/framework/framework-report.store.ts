import { present, sql, statement } from '../../database/sql';
import type { Evaluation } from '../../domains/compliance/evaluations';
import { evaluatedControls } from '../../domains/compliance/evaluations.store';

/** How one assessment evaluated one control, and the rank of that evaluation. */
export interface RankedEvaluation extends Evaluation {
  submittedAt: string;
  /** 1: the most recent evaluation of the control. */
  recency: number;
  /** 1: the most recent assessment that evaluated any control of the framework. */
  age: number;
}

/** The two most recent evaluations of each control: one of them predates the latest assessment. */
export const evaluations = statement('framework-report.evaluations', (vendorId: string, frameworkId: string) => {
  const condition = sql`a.vendor_id = ${vendorId} and a.status = 'COMPLETED' and c.framework_id = ${frameworkId}`;
  return sql<RankedEvaluation>`
    with ranked as (
      select *, dense_rank() over (order by submitted_at desc, assessment_id) as age
      from (${evaluatedControls(condition)}) as evaluated
    )
    select ${present('control_id')} as "controlId", assessment_id as "assessmentId", title,
      ${present('submitted_at')} as "submittedAt", answers, compliant, earned, possible, recency, age
    from ranked where recency <= 2`;
});
