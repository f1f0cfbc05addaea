import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { IdInput } from '../../graphql/inputs';
import type { RequestContext } from '../../kernel/context';
import { Assessment } from '../assessment/assessment.entity';
import { AssessmentPayload } from '../assessment/assessment.inputs';
import { assessmentPayload } from '../assessment/assessment.loaders';
import { Response } from '../assessment/response.entity';
import { User } from '../user/user.entity';
import { userById } from '../user/user.service';
import { previewFinalization } from './finalization-preview';
import { ReviewDecision } from './review-decision.entity';
import { FinalizationPreview, ReviewResponseInput, SendBackInput } from './review.inputs';
import { decisionOn } from './review.loaders';
import * as review from './review.service';

@Resolver(() => Assessment)
export class ReviewResolver {
  @Allow('assessments:review')
  @Query(() => FinalizationPreview, { description: 'Preview of finalizing an assessment that is UNDER_REVIEW; nothing is changed' })
  previewFinalization(@Ctx() ctx: RequestContext, @Arg('assessmentId', () => ID, { description: 'The assessment' }) assessmentId: string) {
    return previewFinalization(ctx, assessmentId);
  }

  @Allow('assessments:review')
  @Mutation(() => AssessmentPayload, {
    description: 'SUBMITTED to UNDER_REVIEW. Without a reviewer, the assessment gets you as its reviewer',
  })
  async startReview(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    await review.startReview(ctx, id);
    return assessmentPayload(ctx, id);
  }

  @Allow('assessments:review')
  @Mutation(() => AssessmentPayload, { description: 'Decides on one answer; the first decision starts the review' })
  async reviewResponse(@Ctx() ctx: RequestContext, @Arg('input', () => ReviewResponseInput) input: ReviewResponseInput) {
    await review.reviewResponse(ctx, input);
    return assessmentPayload(ctx, input.assessmentId);
  }

  @Allow('assessments:review')
  @Mutation(() => AssessmentPayload, { description: 'Approves every compliant answer that has no decision yet' })
  async approveCompliantResponses(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    await review.approveCompliantResponses(ctx, id);
    return assessmentPayload(ctx, id);
  }

  @Allow('assessments:review')
  @Mutation(() => AssessmentPayload, { description: 'Sends the answers back to the vendor, who can change them again' })
  async sendBackAssessment(@Ctx() ctx: RequestContext, @Arg('input', () => SendBackInput) input: SendBackInput) {
    await review.sendBack(ctx, input);
    return assessmentPayload(ctx, input.id);
  }

  @Allow('assessments:review')
  @Mutation(() => AssessmentPayload, { description: 'UNDER_REVIEW to COMPLETED: final score and findings' })
  async finalizeAssessment(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    await review.finalize(ctx, id);
    return assessmentPayload(ctx, id);
  }
}

@Resolver(() => Response)
export class ResponseReviewResolver {
  @Reads(Response)
  @Allow('assessments:view')
  @FieldResolver(() => ReviewDecision, { nullable: true, description: 'The reviewer’s decision; null if none yet' })
  review(@Root() response: Reading<Response>, @Ctx() ctx: RequestContext) {
    return ctx.load(decisionOn, response.id);
  }
}

@Resolver(() => ReviewDecision)
export class ReviewDecisionResolver {
  @Reads(ReviewDecision, 'decidedById')
  @FieldResolver(() => User, { nullable: true, description: 'Who decided; null for API keys and deleted users' })
  decidedBy(@Root() decision: Reading<ReviewDecision, 'decidedById'>, @Ctx() ctx: RequestContext) {
    return decision.decidedById ? ctx.load(userById, decision.decidedById) : null;
  }
}
