import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Mutation, Resolver, Root } from 'type-graphql';
import { Allow, Makes } from '../../auth/permissions';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import type { RequestContext } from '../../kernel/context';
import { CommentPayload } from '../assessment/assessment.inputs';
import { commentById, commentsOfFinding } from '../assessment/assessment.loaders';
import { Comment } from '../assessment/comment.entity';
import { Attachment } from '../evidence/attachment.entity';
import { attachmentsOfFindings } from '../evidence/evidence.loaders';
import { User } from '../user/user.entity';
import { userById } from '../user/user.service';
import { addFindingComment, updateFinding, updateFindings } from './finding-work.service';
import { Finding } from './finding.entity';
import { AddFindingCommentInput, FindingPayload, FindingsPayload, UpdateFindingInput, UpdateFindingsInput } from './finding.inputs';
import { isOverdue } from './finding.rules';

/** The work on findings until they are closed. */
@Resolver(() => Finding)
export class FindingWorkResolver {
  @Reads(Finding, 'ownerId')
  @FieldResolver(() => User, { nullable: true, description: 'Who sees to it that it is closed' })
  owner(@Root() { ownerId }: Reading<Finding, 'ownerId'>, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return ownerId ? ctx.load(userById, ownerId, info) : null;
  }

  @Reads(Finding, 'status', 'dueOn')
  @FieldResolver(() => Boolean, { description: 'Open, and due before today (UTC)' })
  isOverdue(@Root() finding: Reading<Finding, 'status' | 'dueOn'>, @Ctx() { database }: RequestContext) {
    return isOverdue({ ...finding, dueOn: finding.dueOn ?? null }, database.now().toISOString().slice(0, 10));
  }

  @Reads(Finding, 'vendorVisible')
  @FieldResolver(() => Boolean, { description: 'Whether the remediation links that it was sent with show it' })
  vendorVisible(@Root() { vendorVisible }: Reading<Finding, 'vendorVisible'>) {
    return vendorVisible ?? false;
  }

  @Reads(Finding)
  @FieldResolver(() => [Comment], {
    description: 'Top-level comments, oldest first; the vendor reads the SHARED ones where it sees the finding',
  })
  comments(@Root() finding: Reading<Finding>, @Ctx() ctx: RequestContext) {
    return ctx.load(commentsOfFinding, finding.id);
  }

  @Reads(Finding)
  @FieldResolver(() => [Attachment], { description: 'Its files, the vendor’s and the team’s, oldest first' })
  evidence(@Root() finding: Reading<Finding>, @Ctx() ctx: RequestContext) {
    return ctx.load(attachmentsOfFindings, finding.id);
  }

  @Allow('assessments:review')
  @Mutation(() => FindingPayload, { description: 'Changes owner, due date, plan, severity, treatment, or whether the vendor sees it' })
  async updateFinding(@Ctx() ctx: RequestContext, @Arg('input', () => UpdateFindingInput) input: UpdateFindingInput) {
    return { finding: await updateFinding(ctx, input) };
  }

  @Allow('assessments:review')
  @Mutation(() => FindingsPayload, { description: 'Changes owner or due date of several findings, with a result for each' })
  async updateFindings(@Ctx() ctx: RequestContext, @Arg('input', () => UpdateFindingsInput) input: UpdateFindingsInput) {
    return { results: await updateFindings(ctx, input) };
  }

  @Allow('assessments:review')
  @Makes()
  @Mutation(() => CommentPayload, { description: 'Adds a comment to a finding' })
  async addFindingComment(@Ctx() ctx: RequestContext, @Arg('input', () => AddFindingCommentInput) input: AddFindingCommentInput) {
    return { comment: await ctx.load(commentById, await addFindingComment(ctx, input)) };
  }
}
