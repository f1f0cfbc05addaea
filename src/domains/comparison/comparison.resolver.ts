import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { RequestContext } from '../../kernel/context';
import { compareAssessments } from './compare';
import { AssessmentComparison } from './comparison.inputs';

@Resolver()
export class ComparisonResolver {
  @Allow('assessments:view')
  @Query(() => AssessmentComparison, { description: 'Two assessments of one vendor: answers and results that changed' })
  compareAssessments(
    @Ctx() ctx: RequestContext,
    @Arg('beforeId', () => ID, { description: 'The earlier assessment' }) beforeId: string,
    @Arg('afterId', () => ID, { description: 'The later assessment, of the same vendor' }) afterId: string,
  ) {
    return compareAssessments(ctx, beforeId, afterId);
  }
}
