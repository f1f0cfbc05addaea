import { loader } from '../../graphql/engine/loaders';
import type { Loader, RequestContext } from '../../kernel/context';
import { crosswalkOf, pairText } from '../framework/crosswalk.loaders';
import type { FrameworkPair, RelationOf } from '../framework/crosswalk.store';
import { controlIdsOf } from '../framework/framework.service';
import { coverageOf, type CoverageRow } from './coverage.rules';
import { type Evaluated, type Evaluation, evaluationsOfAssessment, evaluationsOfVendor } from './evaluations';

/** Two frameworks, and who or what evaluated the controls of the first. */
type CoverageKey = FrameworkPair & { id: string };

/** What doesn't depend on the evaluations: the controls to be covered, and how those of the other framework relate to them. */
function groundOf(ctx: RequestContext, { fromId, toId }: FrameworkPair): Promise<[string[], RelationOf[]]> {
  return Promise.all([ctx.load(controlIdsOf, toId), ctx.load(crosswalkOf, { fromId, toId })]);
}

const withoutEvaluations = (evaluations?: []) =>
  loader<FrameworkPair, CoverageRow>(
    (pairs, ctx) => Promise.all(pairs.map(async (pair) => coverageOf(...(await groundOf(ctx, pair)), evaluations))),
    pairText,
  );

/** How far a framework's controls would cover another framework. */
export const coverageByCrosswalk = withoutEvaluations();

/** The coverage without any evaluations. */
const coverageByNothing = withoutEvaluations([]);

const withEvaluations = (evaluationsOf: Loader<Evaluated, Evaluation[]>) =>
  loader<CoverageKey, CoverageRow>(
    (keys, ctx) =>
      Promise.all(
        keys.map(async ({ id, fromId, toId }) => {
          const pair = { fromId, toId };
          const [ground, evaluations] = await Promise.all([groundOf(ctx, pair), ctx.load(evaluationsOf, { id, frameworkId: fromId })]);
          return evaluations.length > 0 ? coverageOf(...ground, evaluations) : ctx.load(coverageByNothing, pair);
        }),
      ),
    (key) => `${key.id} ${pairText(key)}`,
  );

export const coverageByVendor = withEvaluations(evaluationsOfVendor);
export const coverageByAssessment = withEvaluations(evaluationsOfAssessment);
