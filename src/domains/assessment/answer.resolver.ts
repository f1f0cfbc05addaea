import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { PageArgs } from '../../graphql/connection';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { DateTimeScalar } from '../../graphql/scalars';
import type { RequestContext } from '../../kernel/context';
import { Answer, AnswerConnection, AnswerFilter } from './answer.inputs';
import { answeredQuestion, listAnswers } from './answer.loaders';
import { AssessmentQuestion } from './assessment-question.entity';
import { Assessment } from './assessment.entity';
import { assessmentById } from './assessment.loaders';
import { Response } from './response.entity';

@Resolver(() => Answer)
export class AnswerResolver {
  @Allow('assessments:view')
  @Query(() => AnswerConnection, { description: 'Answers of all assessments, newest first' })
  answers(
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => AnswerFilter, { nullable: true }) filter?: AnswerFilter | null,
  ) {
    return listAnswers(ctx, info, { filter, page });
  }

  @Reads(Response, 'assessmentId')
  @FieldResolver(() => Assessment, { description: 'The assessment it was given in' })
  assessment(@Root() answer: Reading<Response, 'assessmentId'>, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return ctx.load(assessmentById, answer.assessmentId, info);
  }

  @Reads(Response, 'questionId')
  @FieldResolver(() => AssessmentQuestion, { description: 'The question, with this as its response' })
  question(@Root() answer: Reading<Response, 'questionId'>, @Ctx() ctx: RequestContext) {
    return ctx.load(answeredQuestion, answer.questionId);
  }

  @Reads(Response, 'updatedAt')
  @FieldResolver(() => DateTimeScalar, { description: 'When it was given or last changed' })
  answeredAt(@Root() answer: Reading<Response, 'updatedAt'>) {
    return answer.updatedAt;
  }
}
