import { groupBy } from '../../graphql/engine/loaders';
import { Relation } from '../framework/crosswalk.rules';
import type { RelationOf } from '../framework/crosswalk.store';
import { complianceRatio, type Evaluation } from './evaluations';

/** How far one framework is covered by the results for another. Pure: no database, no framework. */

export enum CoverageState {
  COVERED = 'COVERED',
  PARTLY = 'PARTLY',
  NOT_COVERED = 'NOT_COVERED',
}

/** A control that covers another one, and its evaluation, unless only the crosswalk is considered. */
export interface Covering {
  controlId: string;
  relation: Relation;
  complianceRatio: number | null;
  assessmentId: string | null;
  submittedAt: string | null;
}

export interface ControlCoverageRow {
  controlId: string;
  state: CoverageState;
  by: Covering[];
  complianceRatio: number | null;
}

export interface CoverageRow {
  controlCount: number;
  covered: number;
  partly: number;
  notCovered: number;
  compliant: number;
  complianceRatio: number | null;
  controls: ControlCoverageRow[];
}

/** A relation of an evaluated control, or of any if there are no evaluations. */
type Link = RelationOf & { evaluation?: Evaluation };

/** An equal or broader control covers everything; a narrower or related one covers a part. */
const coversAll = ({ relation }: Link) => relation === Relation.EQUAL || relation === Relation.SUPERSET;

/**
 * What covers each control. With evaluations, only evaluated controls cover anything; the result comes from those that cover it
 * fully, or else from those that cover a part.
 */
export function coverageOf(
  controlIds: readonly string[],
  relations: readonly RelationOf[],
  evaluations?: readonly Evaluation[],
): CoverageRow {
  const evaluated = evaluations && new Map(evaluations.map((evaluation) => [evaluation.controlId, evaluation]));
  const links: Link[] = relations.map((relation) => ({ ...relation, evaluation: evaluated?.get(relation.controlId) }));
  const counting = groupBy(
    links.filter(({ evaluation }) => !evaluated || evaluation),
    ({ relatedId }) => relatedId,
  );
  const controls = controlIds.map((id) => covered(id, counting.get(id) ?? []));
  const number = (state: CoverageState) => controls.filter((one) => one.state === state).length;
  const ratios = controls.flatMap((one) => one.complianceRatio ?? []);
  return {
    controlCount: controls.length,
    covered: number(CoverageState.COVERED),
    partly: number(CoverageState.PARTLY),
    notCovered: number(CoverageState.NOT_COVERED),
    compliant: controls.filter((one) => one.state === CoverageState.COVERED && one.complianceRatio === 1).length,
    complianceRatio: ratios.length > 0 ? ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length : null,
    controls,
  };
}

function covered(controlId: string, links: Link[]): ControlCoverageRow {
  const whole = links.filter(coversAll);
  const counted = whole.length > 0 ? whole : links;
  const part = links.length > 0 ? CoverageState.PARTLY : CoverageState.NOT_COVERED;
  return {
    controlId,
    state: whole.length > 0 ? CoverageState.COVERED : part,
    complianceRatio: ratioOf(counted),
    by: links.map((link) => ({
      controlId: link.controlId,
      relation: link.relation,
      complianceRatio: ratioOf([link]),
      assessmentId: link.evaluation?.assessmentId ?? null,
      submittedAt: link.evaluation?.submittedAt ?? null,
    })),
  };
}

const ratioOf = (links: readonly Link[]) => complianceRatio(links.flatMap(({ evaluation }) => evaluation ?? []));
