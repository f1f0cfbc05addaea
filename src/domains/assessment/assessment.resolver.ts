import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow, Makes } from '../../auth/permissions';
import { PageArgs } from '../../graphql/connection';
import type { RequestContext } from '../../kernel/context';
import { DeleteInput, DeletePayload, IdInput } from '../../graphql/inputs';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { Attachment } from '../evidence/attachment.entity';
import { Finding } from '../finding/finding.entity';
import { findingsOfAssessment } from '../finding/finding.loaders';
import { currentSettings } from '../settings/settings.service';
import { Template } from '../template/template.entity';
import { templateById } from '../template/template.loaders';
import { User } from '../user/user.entity';
import { userById } from '../user/user.service';
import { Vendor } from '../vendor/vendor.entity';
import { RagBand, ragBand } from '../vendor/vendor.rules';
import { vendorById } from '../portfolio/vendor.service';
import { AssessmentQuestion } from './assessment-question.entity';
import { Assessment } from './assessment.entity';
import {
  AddCommentInput,
  AssessmentComparison,
  AssessmentConnection,
  AssessmentFilter,
  AssessmentOrder,
  AssessmentPayload,
  CommentPayload,
  CreateAssessmentInput,
  FinalizationPreview,
  ReviewResponseInput,
  ScoreExplanation,
  SectionScore,
  SendAssessmentInput,
  SendAssessmentPayload,
  SendBackInput,
  SendToVendorsInput,
  SendToVendorsPayload,
  SimulateScoreInput,
  UpdateAssessmentInput,
  WorkingLink,
} from './assessment.inputs';
import { assessmentsOfVendor, listAssessments } from './assessment.list';
import {
  allCommentsOf,
  assessmentById,
  commentById,
  commentsOf,
  evidenceOf,
  progressOf,
  questionsOf,
  sectionScoresOf,
  workingLinkOf,
} from './assessment.loaders';
import { isOverdue } from './assessment.rules';
import * as assessments from './assessment.service';
import { sendToVendors } from '../portal/bulk-send.service';
import { Comment } from './comment.entity';
import { addComment } from './comment.service';
import { compareAssessments } from '../comparison/compare';
import { explainScore, simulateScore } from '../scoring/explain';
import { previewFinalization } from '../review/finalization-preview';
import { resendLink, revokeLinks, sendAssessment } from '../portal/portal-link.service';
import { PortalProgress } from '../portal/portal.inputs';
import * as review from '../review/review.service';

@Resolver(() => Assessment)
export class AssessmentResolver {
  @Allow('assessments:view')
  @Query(() => Assessment, { nullable: true, description: 'The assessment with an id; null if there is none' })
  assessment(@Ctx() ctx: RequestContext, @Arg('id', () => ID, { description: 'The id of the assessment' }) id: string) {
    return ctx.load(assessmentById, id);
  }

  @Allow('assessments:view')
  @Query(() => AssessmentConnection, { description: 'Assessments, newest first unless sorted otherwise' })
  assessments(
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => AssessmentFilter, { nullable: true }) filter?: AssessmentFilter | null,
    @Arg('orderBy', () => AssessmentOrder, { nullable: true }) order?: AssessmentOrder | null,
  ) {
    return listAssessments(ctx, info, { filter, order, page });
  }

  @Allow('assessments:view')
  @Query(() => ScoreExplanation, { description: 'The score of an assessment, question by question, with its current answers' })
  explainScore(@Ctx() ctx: RequestContext, @Arg('assessmentId', () => ID, { description: 'The assessment' }) assessmentId: string) {
    return explainScore(ctx, assessmentId);
  }

  @Allow('assessments:view')
  @Query(() => ScoreExplanation, { description: 'The score with hypothetical answers; nothing is changed' })
  simulateScore(@Ctx() ctx: RequestContext, @Arg('input', () => SimulateScoreInput) input: SimulateScoreInput) {
    return simulateScore(ctx, input);
  }

  @Allow('assessments:view')
  @Query(() => AssessmentComparison, { description: 'Two assessments of one vendor: answers and results that changed' })
  compareAssessments(
    @Ctx() ctx: RequestContext,
    @Arg('beforeId', () => ID, { description: 'The earlier assessment' }) beforeId: string,
    @Arg('afterId', () => ID, { description: 'The later assessment, of the same vendor' }) afterId: string,
  ) {
    return compareAssessments(ctx, beforeId, afterId);
  }

  @Allow('assessments:review')
  @Query(() => FinalizationPreview, { description: 'Preview of finalizing an assessment that is UNDER_REVIEW; nothing is changed' })
  previewFinalization(@Ctx() ctx: RequestContext, @Arg('assessmentId', () => ID, { description: 'The assessment' }) assessmentId: string) {
    return previewFinalization(ctx, assessmentId);
  }

  @Allow('assessments:view', 'vendors:view')
  @Reads(Assessment, 'score')
  @FieldResolver(() => RagBand, { description: 'Band of the score' })
  async ragBand(@Root() assessment: Reading<Assessment, 'score'>, @Ctx() ctx: RequestContext) {
    return ragBand(assessment.score, await ctx.load(currentSettings, 'settings'));
  }

  @Allow('assessments:view', 'vendors:view')
  @Reads(Assessment, 'status', 'dueDate')
  @FieldResolver(() => Boolean, { description: 'The due date has passed and the vendor has not submitted it' })
  isOverdue(@Root() assessment: Reading<Assessment, 'status' | 'dueDate'>, @Ctx() { database }: RequestContext) {
    return isOverdue(assessment, database.now().getTime());
  }

  @Reads(Assessment, 'vendorId')
  @FieldResolver(() => Vendor, { description: 'The vendor that is assessed' })
  @Allow('assessments:view', 'vendors:view')
  vendor(@Root() assessment: Reading<Assessment, 'vendorId'>, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return ctx.load(vendorById, assessment.vendorId, info);
  }

  @Reads(Assessment, 'templateId')
  @Allow('assessments:view', 'vendors:view')
  @FieldResolver(() => Template, { nullable: true, description: 'The template it was created from; null once deleted' })
  template(@Root() assessment: Reading<Assessment, 'templateId'>, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return assessment.templateId ? ctx.load(templateById, assessment.templateId, info) : null;
  }

  @Reads(Assessment, 'reviewerId')
  @Allow('assessments:view', 'vendors:view')
  @FieldResolver(() => User, { nullable: true, description: 'The reviewer' })
  reviewer(@Root() assessment: Reading<Assessment, 'reviewerId'>, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return assessment.reviewerId ? ctx.load(userById, assessment.reviewerId, info) : null;
  }

  @Reads(Assessment, 'previousId')
  @FieldResolver(() => Assessment, { nullable: true, description: 'The previous assessment in its series' })
  previous(@Root() assessment: Reading<Assessment, 'previousId'>, @Ctx() ctx: RequestContext) {
    return assessment.previousId ? ctx.load(assessmentById, assessment.previousId) : null;
  }

  @Reads(Assessment)
  @FieldResolver(() => [AssessmentQuestion], { description: 'The questions in order' })
  questions(@Root() assessment: Reading<Assessment>, @Ctx() ctx: RequestContext) {
    return ctx.load(questionsOf, assessment.id);
  }

  @Reads(Assessment)
  @FieldResolver(() => PortalProgress, { description: 'Progress of the vendor’s answers' })
  progress(@Root() assessment: Reading<Assessment>, @Ctx() ctx: RequestContext) {
    return progressOf(ctx, assessment.id);
  }

  @Reads(Assessment)
  @FieldResolver(() => WorkingLink, { nullable: true, description: 'The vendor’s link; null if none works' })
  portalLink(@Root() assessment: Reading<Assessment>, @Ctx() ctx: RequestContext) {
    return ctx.load(workingLinkOf, assessment.id);
  }

  @Reads(Assessment)
  @FieldResolver(() => [Finding], { description: 'Findings: open first, then by severity' })
  findings(@Root() assessment: Reading<Assessment>, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return ctx.load(findingsOfAssessment, assessment.id, info);
  }

  @Reads(Assessment)
  @FieldResolver(() => [Comment], { description: 'Top-level comments, oldest first' })
  comments(@Root() assessment: Reading<Assessment>, @Ctx() ctx: RequestContext) {
    return ctx.load(commentsOf, assessment.id);
  }

  @Reads(Assessment)
  @FieldResolver(() => [Comment], {
    description: 'All comments in one flat list, oldest first; parentId gives the comment each replies to',
  })
  allComments(@Root() assessment: Reading<Assessment>, @Ctx() ctx: RequestContext) {
    return ctx.load(allCommentsOf, assessment.id);
  }

  @Reads(Assessment)
  @FieldResolver(() => [Attachment], { description: 'All files that came with the answers to questions that are shown' })
  evidence(@Root() assessment: Reading<Assessment>, @Ctx() ctx: RequestContext) {
    return evidenceOf(ctx, assessment.id);
  }

  @Reads(Assessment)
  @FieldResolver(() => [SectionScore], { description: 'The score section by section' })
  scoreBreakdown(@Root() assessment: Reading<Assessment>, @Ctx() ctx: RequestContext) {
    return ctx.load(sectionScoresOf, assessment.id);
  }

  @Allow('assessments:create')
  @Makes()
  @Mutation(() => AssessmentPayload, { description: 'Creates a draft from a published template' })
  async createAssessment(@Ctx() ctx: RequestContext, @Arg('input', () => CreateAssessmentInput) input: CreateAssessmentInput) {
    return this.payload(ctx, await assessments.createAssessment(ctx, input));
  }

  @Allow('assessments:edit')
  @Mutation(() => AssessmentPayload, { description: 'Changes title, due date, reviewer or recurrence' })
  async updateAssessment(@Ctx() ctx: RequestContext, @Arg('input', () => UpdateAssessmentInput) input: UpdateAssessmentInput) {
    await assessments.updateAssessment(ctx, input);
    return this.payload(ctx, input.id);
  }

  @Allow('assessments:create')
  @Mutation(() => SendAssessmentPayload, {
    description: 'DRAFT to SENT. The portal token is returned only in this payload and in the e-mail to the vendor',
  })
  async sendAssessment(@Ctx() ctx: RequestContext, @Arg('input', () => SendAssessmentInput) input: SendAssessmentInput) {
    const link = await sendAssessment(ctx, input);
    return { ...(await this.payload(ctx, input.id)), ...link };
  }

  @Allow('assessments:create')
  @Mutation(() => SendToVendorsPayload, { description: 'Creates and sends an assessment to each of many vendors' })
  sendAssessmentToVendors(@Ctx() ctx: RequestContext, @Arg('input', () => SendToVendorsInput) input: SendToVendorsInput) {
    return sendToVendors(ctx, input);
  }

  @Allow('assessments:create')
  @Mutation(() => SendAssessmentPayload, { description: 'Sends the vendor a new link; the old ones stop working' })
  async resendPortalLink(@Ctx() ctx: RequestContext, @Arg('input', () => SendAssessmentInput) input: SendAssessmentInput) {
    const link = await resendLink(ctx, input);
    return { ...(await this.payload(ctx, input.id)), ...link };
  }

  @Allow('assessments:create')
  @Mutation(() => AssessmentPayload, { description: 'Revokes all links to the assessment' })
  async revokePortalLinks(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    await revokeLinks(ctx, id);
    return this.payload(ctx, id);
  }

  @Allow('assessments:delete')
  @Mutation(() => DeletePayload, { description: 'Deletes an assessment with its answers, evidence, findings and comments' })
  async deleteAssessment(@Ctx() ctx: RequestContext, @Arg('input', () => DeleteInput) { id }: DeleteInput) {
    await assessments.deleteAssessment(ctx, id);
    return { deletedId: id };
  }

  @Allow('assessments:review')
  @Mutation(() => AssessmentPayload, { description: 'SUBMITTED to UNDER_REVIEW' })
  async startReview(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    await review.startReview(ctx, id);
    return this.payload(ctx, id);
  }

  @Allow('assessments:review')
  @Mutation(() => AssessmentPayload, { description: 'Decides on one answer; the first decision starts the review' })
  async reviewResponse(@Ctx() ctx: RequestContext, @Arg('input', () => ReviewResponseInput) input: ReviewResponseInput) {
    await review.reviewResponse(ctx, input);
    return this.payload(ctx, input.assessmentId);
  }

  @Allow('assessments:review')
  @Mutation(() => AssessmentPayload, { description: 'Sends the answers back to the vendor, who can change them again' })
  async sendBackAssessment(@Ctx() ctx: RequestContext, @Arg('input', () => SendBackInput) input: SendBackInput) {
    await review.sendBack(ctx, input);
    return this.payload(ctx, input.id);
  }

  @Allow('assessments:review')
  @Mutation(() => AssessmentPayload, { description: 'UNDER_REVIEW to COMPLETED: final score and findings' })
  async finalizeAssessment(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    await review.finalize(ctx, id);
    return this.payload(ctx, id);
  }

  @Allow('assessments:review', 'assessments:edit')
  @Makes()
  @Mutation(() => CommentPayload, { description: 'Adds a comment to an assessment' })
  async addComment(@Ctx() ctx: RequestContext, @Arg('input', () => AddCommentInput) input: AddCommentInput) {
    return { comment: await ctx.load(commentById, await addComment(ctx, input)) };
  }

  private async payload(ctx: RequestContext, id: string) {
    return { assessment: await ctx.load(assessmentById, id) };
  }
}

/** The assessments of a vendor, read for all vendors of a page at once. */
@Resolver(() => Vendor)
export class VendorAssessmentsResolver {
  @Reads(Vendor)
  @FieldResolver(() => AssessmentConnection, { description: 'Its assessments, newest first unless sorted otherwise' })
  assessments(
    @Root() vendor: Reading<Vendor>,
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => AssessmentFilter, { nullable: true }) filter?: AssessmentFilter | null,
    @Arg('orderBy', () => AssessmentOrder, { nullable: true }) order?: AssessmentOrder | null,
  ) {
    return assessmentsOfVendor(ctx, info, vendor.id, { filter, order, page });
  }
}
