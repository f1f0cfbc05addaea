import { groupBy, loader } from '../../graphql/engine/loaders';
import * as store from './evaluations.store';

/** How one assessment evaluated one control. */
export interface Evaluation {
  controlId: string;
  assessmentId: string;
  title: string;
  submittedAt: string | null;
  /** Scored answers about the control, and how many of them are compliant. */
  answers: number;
  compliant: number;
  /** The weight of the compliant ones, and of all. */
  earned: number;
  possible: number;
}

/** Who or what evaluates, and the framework of the controls. */
export interface Evaluated {
  id: string;
  frameworkId: string;
}

const nameOf = ({ id, frameworkId }: Evaluated) => `${id} ${frameworkId}`;

/** The controls of a framework evaluated in a vendor's completed assessments, each by the most recent. */
export const evaluationsOfVendor = loader<Evaluated, Evaluation[]>(
  (keys, ctx) => readFor(keys, ctx.database.query(store.ofVendors(idsOf(keys), frameworksOf(keys)))),
  nameOf,
);

/** The controls of a framework that an assessment evaluated, by its current scores. */
export const evaluationsOfAssessment = loader<Evaluated, Evaluation[]>(
  (keys, ctx) => readFor(keys, ctx.database.query(store.ofAssessments(idsOf(keys), frameworksOf(keys)))),
  nameOf,
);

const idsOf = (keys: readonly Evaluated[]) => keys.map(({ id }) => id);
const frameworksOf = (keys: readonly Evaluated[]) => keys.map(({ frameworkId }) => frameworkId);

async function readFor(keys: readonly Evaluated[], reading: Promise<(Evaluation & Evaluated)[]>): Promise<Evaluation[][]> {
  const found = groupBy(await reading, nameOf);
  return keys.map((key) => found.get(nameOf(key)) ?? []);
}

/** Weight of compliant answers divided by the weight of all scored answers, 0 to 1; null without any; 0 if all weights are 0. */
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
