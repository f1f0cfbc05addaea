import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { RequestContext } from '../../kernel/context';
import { AssessmentsPayload, RemindAssessmentsInput, UpdateAssessmentsInput } from './assessment-bulk.inputs';
import { remindAssessments, updateAssessments } from './assessment-bulk.service';

@Resolver()
export class AssessmentBulkResolver {
  @Allow('assessments:edit')
  @Mutation(() => AssessmentsPayload, { description: 'Changes several assessments, each on its own' })
  updateAssessments(@Ctx() ctx: RequestContext, @Arg('input', () => UpdateAssessmentsInput) input: UpdateAssessmentsInput) {
    return updateAssessments(ctx, input);
  }

  @Allow('assessments:create')
  @Mutation(() => AssessmentsPayload, {
    description: 'Reminds the vendors’ contacts by e-mail of assessments that are SENT or IN_PROGRESS, each on its own',
  })
  remindAssessments(@Ctx() ctx: RequestContext, @Arg('input', () => RemindAssessmentsInput) input: RemindAssessmentsInput) {
    return remindAssessments(ctx, input);
  }
}
