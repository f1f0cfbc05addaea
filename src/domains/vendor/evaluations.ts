import { isOneOf, type Sql, sql } from '../../database/sql';
import { groupBy, loader } from '../../graphql/engine/loaders';

/** How one assessment evaluated one control. */
export interface Evaluation {
  controlId: string;
  assessmentId: string;
  title: string;
  submittedAt: string | null;
  /** Scored answers about the control, and those of them that are compliant. */
  answers: number;
  compliant: number;
  /** Their weights: those of the compliant ones, and all. */
  earned: number;
  possible: number;
}

/**
 * The rule behind everything that is said of a vendor's controls: the scored answers about a control in an assessment
 * evaluate it, and of several evaluations the most recently submitted counts (recency 1). A row for each assessment and
 * control; the condition is about a (assessment) and c (assessment_question_control).
 */
export const evaluatedControls = (condition: Sql): Sql => sql`
  select a.id as assessment_id, a.vendor_id, a.title, a.submitted_at, c.control_id, c.framework_id, c.framework_name,
    c.domain, count(*) as answers, count(*) filter (where r.is_compliant) as compliant,
    sum(r.weighted_score) as earned, sum(r.max_score) as possible,
    row_number() over (partition by a.vendor_id, c.control_id order by a.submitted_at desc, a.id) as recency
  from assessment a join assessment_question_control c on c.assessment_id = a.id
  join response r on r.question_id = c.question_id
  where ${condition} and r.max_score is not null and c.control_id is not null and c.framework_id is not null
  group by a.id, c.control_id, c.framework_id, c.framework_name, c.domain`;

/** The columns of an Evaluation. */
export const EVALUATION = sql`control_id as "controlId", assessment_id as "assessmentId", title,
  submitted_at as "submittedAt", answers, compliant, earned, possible`;

/** What evaluates, and of which framework the controls. */
interface Evaluated {
  id: string;
  frameworkId: string;
}

/** The controls of a framework that the completed assessments of a vendor evaluated, each by the most recent. */
export const evaluationsOfVendor = loader<Evaluated, Evaluation[]>((keys, ctx) => {
  const condition = sql`a.vendor_id ${isOneOf(idsOf(keys), 'uuid')} and a.status = 'COMPLETED'
    and c.framework_id ${isOneOf(frameworksOf(keys), 'uuid')}`;
  return readFor(
    keys,
    ctx.database.query(sql`
    select vendor_id as id, framework_id as "frameworkId", ${EVALUATION}
    from (${evaluatedControls(condition)}) as evaluated where recency = 1`),
  );
});

/** The controls of a framework that an assessment evaluated, by its scores as they stand. */
export const evaluationsOfAssessment = loader<Evaluated, Evaluation[]>((keys, ctx) => {
  const condition = sql`a.id ${isOneOf(idsOf(keys), 'uuid')} and c.framework_id ${isOneOf(frameworksOf(keys), 'uuid')}`;
  return readFor(
    keys,
    ctx.database.query(sql`
    select assessment_id as id, framework_id as "frameworkId", ${EVALUATION}
    from (${evaluatedControls(condition)}) as evaluated`),
  );
});

const idsOf = (keys: readonly Evaluated[]) => keys.map(({ id }) => id);
const frameworksOf = (keys: readonly Evaluated[]) => keys.map(({ frameworkId }) => frameworkId);
const nameOf = ({ id, frameworkId }: Evaluated) => `${id} ${frameworkId}`;

async function readFor(keys: readonly Evaluated[], reading: Promise<(Evaluation & Evaluated)[]>): Promise<Evaluation[][]> {
  const found = groupBy(await reading, nameOf);
  return keys.map((key) => found.get(nameOf(key)) ?? []);
}

/** Weight of compliant answers divided by the weight of all scored answers, 0 to 1; null without any. Weights may be set to nothing: then 0. */
export function complianceRatio(evaluations: readonly Pick<Evaluation, 'earned' | 'possible'>[]): number | null {
  if (evaluations.length === 0) return null;
  const possible = evaluations.reduce((sum, one) => sum + one.possible, 0);
  return possible > 0 ? evaluations.reduce((sum, one) => sum + one.earned, 0) / possible : 0;
}

export type ControlState = 'COMPLIANT' | 'PARTLY' | 'NOT' | 'NOT_ASSESSED';

export function stateOf(evaluation: Pick<Evaluation, 'answers' | 'compliant'> | undefined): ControlState {
  if (!evaluation) return 'NOT_ASSESSED';
  if (evaluation.compliant === evaluation.answers) return 'COMPLIANT';
  return evaluation.compliant > 0 ? 'PARTLY' : 'NOT';
}
