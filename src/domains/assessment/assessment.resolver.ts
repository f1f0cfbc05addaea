import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Extensions, FieldResolver, ID, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow, Makes } from '../../auth/permissions';
import { PageArgs } from '../../graphql/connection';
import type { RequestContext } from '../../kernel/context';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { DateTimeScalar } from '../../graphql/scalars';
import { LIST_SIZE, ROWS_READ, USUAL_QUESTIONS } from '../../graphql/engine/weigh';
import { currentSettings } from '../settings/settings.service';
import { Template } from '../template/template.entity';
import { templateById } from '../template/template.loaders';
import { User } from '../user/user.entity';
import { userById } from '../user/user.service';
import { Vendor } from '../vendor/vendor.entity';
import { vendorById } from '../vendor/vendor.loaders';
import { RagBand, ragBand } from '../vendor/vendor.rules';
import { AssessmentQuestion } from './assessment-question.entity';
import { Assessment } from './assessment.entity';
import {
  AddCommentInput,
  AssessmentConnection,
  AssessmentFilter,
  AssessmentOrder,
  AssessmentPayload,
  CommentPayload,
  CreateAssessmentInput,
  PortalProgress,
  UpdateAssessmentInput,
} from './assessment.inputs';
import { assessmentsOfVendor, listAssessments } from './assessment.list';
import { allCommentsOf, assessmentById, assessmentPayload, commentById, commentsOf, progressOf, questionsOf } from './assessment.loaders';
import { isOverdue } from '../vendor/overdue.rules';
import * as assessments from './assessment.service';
import { Comment } from './comment.entity';
import { addComment } from './comment.service';
import { waitingSince } from './waiting.rules';

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

  @Allow('assessments:view', 'vendors:view')
  @Reads(Assessment, 'status', 'sentAt', 'sentBackAt', 'submittedAt')
  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'Since when it is with the vendor (sent or sent back) or with us (submitted); null: neither',
  })
  waitingSince(@Root() assessment: Reading<Assessment, 'status' | 'sentAt' | 'sentBackAt' | 'submittedAt'>) {
    return waitingSince(assessment);
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
  @Extensions({ [LIST_SIZE]: USUAL_QUESTIONS })
  @FieldResolver(() => [AssessmentQuestion], { description: 'The questions in order' })
  questions(@Root() assessment: Reading<Assessment>, @Ctx() ctx: RequestContext) {
    return ctx.load(questionsOf, assessment.id);
  }

  @Reads(Assessment)
  @Extensions({ [ROWS_READ]: USUAL_QUESTIONS })
  @FieldResolver(() => PortalProgress, { description: 'Progress of the vendor’s answers' })
  progress(@Root() assessment: Reading<Assessment>, @Ctx() ctx: RequestContext) {
    return progressOf(ctx, assessment.id);
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

  @Allow('assessments:create')
  @Makes()
  @Mutation(() => AssessmentPayload, { description: 'Creates a draft from a published template' })
  async createAssessment(@Ctx() ctx: RequestContext, @Arg('input', () => CreateAssessmentInput) input: CreateAssessmentInput) {
    return assessmentPayload(ctx, await assessments.createAssessment(ctx, input));
  }

  @Allow('assessments:edit')
  @Mutation(() => AssessmentPayload, { description: 'Changes title, due date, reviewer or recurrence' })
  async updateAssessment(@Ctx() ctx: RequestContext, @Arg('input', () => UpdateAssessmentInput) input: UpdateAssessmentInput) {
    await assessments.updateAssessment(ctx, input);
    return assessmentPayload(ctx, input.id);
  }

  @Allow('assessments:review', 'assessments:edit')
  @Makes()
  @Mutation(() => CommentPayload, { description: 'Adds a comment to an assessment' })
  async addComment(@Ctx() ctx: RequestContext, @Arg('input', () => AddCommentInput) input: AddCommentInput) {
    return { comment: await ctx.load(commentById, await addComment(ctx, input)) };
  }
}

/** The assessments of vendors, read for a whole page of vendors at once. */
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
