import { Arg, Ctx, Extensions, FieldResolver, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { LIST_SIZE, USUAL_QUESTIONS } from '../../graphql/engine/weigh';
import type { RequestContext } from '../../kernel/context';
import { AssessmentQuestion } from '../assessment/assessment-question.entity';
import { PortalProgress } from '../assessment/assessment.inputs';
import { progressIn, sharedCommentsOf } from '../assessment/assessment.loaders';
import { Comment } from '../assessment/comment.entity';
import { registerPortalAccess } from '../evidence/portal-access';
import { openPortal } from './portal-link.service';
import {
  PortalAssessment,
  PortalCommentInput,
  PortalDelegateInput,
  PortalDelegatePayload,
  PortalPayload,
  PortalRemoveFileInput,
  PortalSaveAnswersInput,
  PortalSubmitInput,
} from './portal.inputs';
import { delegate } from './portal-delegation.service';
import * as portal from './portal.service';
import { NoPast } from '../../graphql/as-of';

registerPortalAccess(portal.fileAccess);

/** What a vendor can do without an account: the link is the permission, and each field here checks it. */
@Resolver(() => PortalAssessment)
export class PortalResolver {
  @Allow('link')
  @NoPast()
  @Query(() => PortalAssessment, { description: "The questionnaire behind a vendor's link; needs no sign-in, only the token" })
  async portal(
    @Ctx() ctx: RequestContext,
    @Arg('token', () => String, { description: 'The secret part of the vendor’s link' }) token: string,
    @Arg('password', () => String, { nullable: true, description: 'The password of the link, if it has one' }) password?: string | null,
  ) {
    return portal.showPortal(ctx, await openPortal(ctx, token, password));
  }

  @Allow('link')
  @NoPast()
  @Subscription(() => PortalAssessment, {
    description: 'The same, live: as it is now, and again whenever something that the vendor sees has changed',
    // Not used: the hub opens streams, and runs the selection for each.
    topics: 'portal',
    name: 'portal',
  })
  watch(
    @Root() shown: PortalAssessment,
    @Arg('token', () => String, { description: 'The secret part of the vendor’s link' }) _token: string,
    @Arg('password', () => String, { nullable: true, description: 'The password of the link, if it has one' }) _password?: string | null,
  ): PortalAssessment {
    return shown;
  }

  @Extensions({ [LIST_SIZE]: USUAL_QUESTIONS })
  @FieldResolver(() => [AssessmentQuestion], { description: 'The questions in order; those not visible can’t be answered' })
  questions(@Root() shown: PortalAssessment, @Ctx() ctx: RequestContext) {
    return portal.openQuestions(ctx, shown);
  }

  @FieldResolver(() => [Comment], { description: 'Shared comments, oldest first; none behind a link to some sections' })
  comments(@Root() { assessment, sections }: PortalAssessment, @Ctx() ctx: RequestContext) {
    return sections ? [] : ctx.load(sharedCommentsOf, assessment.id);
  }

  @FieldResolver(() => PortalProgress, { description: 'Progress of the answers' })
  async progress(@Root() shown: PortalAssessment, @Ctx() ctx: RequestContext) {
    return progressIn(await portal.openQuestions(ctx, shown));
  }

  @Allow('link')
  @Mutation(() => PortalPayload, { description: 'Saves answers, one or many at once' })
  async portalSaveAnswers(@Ctx() ctx: RequestContext, @Arg('input', () => PortalSaveAnswersInput) input: PortalSaveAnswersInput) {
    return { assessment: await portal.showPortal(ctx, await portal.saveAnswers(ctx, input)) };
  }

  @Allow('link')
  @Mutation(() => PortalPayload, { description: 'Submits the answers; from then on they are read-only' })
  async portalSubmit(@Ctx() ctx: RequestContext, @Arg('input', () => PortalSubmitInput) input: PortalSubmitInput) {
    return { assessment: await portal.showPortal(ctx, await portal.submit(ctx, input)) };
  }

  @Allow('link')
  @Mutation(() => PortalPayload, { description: 'Adds a comment by the vendor' })
  async portalAddComment(@Ctx() ctx: RequestContext, @Arg('input', () => PortalCommentInput) input: PortalCommentInput) {
    return { assessment: await portal.showPortal(ctx, await portal.comment(ctx, input)) };
  }

  @Allow('link')
  @Mutation(() => PortalPayload, { description: 'Removes a file that was uploaded for an answer' })
  async portalRemoveFile(@Ctx() ctx: RequestContext, @Arg('input', () => PortalRemoveFileInput) input: PortalRemoveFileInput) {
    return { assessment: await portal.showPortal(ctx, await portal.removeFile(ctx, input)) };
  }

  @Allow('link')
  @Mutation(() => PortalDelegatePayload, {
    description:
      'A new link that opens some sections alone, for a colleague. It answers and uploads, neither submits nor hands on nor comments ' +
      '(FORBIDDEN), and ends with the one it came from',
  })
  portalDelegate(@Ctx() ctx: RequestContext, @Arg('input', () => PortalDelegateInput) input: PortalDelegateInput) {
    return delegate(ctx, input);
  }
}
