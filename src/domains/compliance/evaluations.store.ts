import { isOneOf, present, type Sql, sql, statement, total } from '../../database/sql';
import { GENERAL } from '../framework/framework.rules';
import type { Evaluated, Evaluation } from './evaluations';

/**
 * The rule for all statements about a vendor's controls: the scored answers about a control in an assessment evaluate it, and of
 * several evaluations the most recently submitted counts (recency 1). One row per assessment and control; the condition is about
 * a (assessment) and c (assessment_question_control).
 */
export const evaluatedControls = (condition: Sql): Sql => sql`
  select a.id as assessment_id, a.vendor_id, a.title, a.submitted_at, ${present('c.control_id')} as control_id,
    ${present('c.framework_id')} as framework_id, c.framework_name, coalesce(c.domain, ${GENERAL}) as domain,
    count(*) as answers,
    count(*) filter (where r.is_compliant) as compliant,
    ${total('r.weighted_score')} as earned, ${total('r.max_score')} as possible,
    row_number() over (partition by a.vendor_id, c.control_id order by a.submitted_at desc, a.id) as recency
  from assessment a join assessment_question_control c on c.assessment_id = a.id
  join response r on r.question_id = c.question_id
  where ${condition} and r.max_score is not null and c.control_id is not null and c.framework_id is not null
  group by a.id, a.vendor_id, a.title, a.submitted_at, c.control_id, c.framework_id, c.framework_name, c.domain`;

/** `complianceRatio` in SQL, on evaluated controls. */
export const COMPLIANCE_RATIO = sql`coalesce(${total('earned')} / nullif(${total('possible')}, 0), 0)`;

/** The columns of an Evaluation. */
const EVALUATION = sql`control_id as "controlId", assessment_id as "assessmentId", title,
  submitted_at as "submittedAt", answers, compliant, earned, possible`;

export const ofVendors = statement('evaluations.ofVendors', (vendorIds: readonly string[], frameworkIds: readonly string[]) => {
  const condition = sql`a.vendor_id ${isOneOf(vendorIds, 'uuid')} and a.status = 'COMPLETED'
    and c.framework_id ${isOneOf(frameworkIds, 'uuid')}`;
  return sql<Evaluation & Evaluated>`
    select vendor_id as id, framework_id as "frameworkId", ${EVALUATION}
    from (${evaluatedControls(condition)}) as evaluated where recency = 1`;
});

export const ofAssessments = statement('evaluations.ofAssessments', (assessmentIds: readonly string[], frameworkIds: readonly string[]) => {
  const condition = sql`a.id ${isOneOf(assessmentIds, 'uuid')} and c.framework_id ${isOneOf(frameworkIds, 'uuid')}`;
  return sql<Evaluation & Evaluated>`
    select assessment_id as id, framework_id as "frameworkId", ${EVALUATION}
    from (${evaluatedControls(condition)}) as evaluated`;
});
