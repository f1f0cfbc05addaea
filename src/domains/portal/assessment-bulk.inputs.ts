import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { DateTimeScalar } from '../../graphql/scalars';
import { Assessment } from '../assessment/assessment.entity';

@InputType({ description: 'Changes to several assessments: omitted fields keep their value, null clears' })
export class UpdateAssessmentsInput {
  @Field(() => [ID], { description: 'The assessments, 1 to 500' })
  ids!: string[];

  @Field(() => ID, { nullable: true, description: 'The reviewer' })
  reviewerId?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the answers are due' })
  dueDate?: string | null;
}

@InputType({ description: 'Assessments of which the vendors’ contacts are reminded' })
export class RemindAssessmentsInput {
  @Field(() => [ID], { description: 'The assessments, 1 to 500, that are SENT or IN_PROGRESS' })
  ids!: string[];

  @Field(() => String, { nullable: true, description: 'Message in the e-mail, up to 10,000 characters' })
  message?: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'What became of an assessment', simpleResolvers: true })
export class AssessmentResult {
  @Field(() => ID, { description: 'The id that was given' })
  id!: string;

  @Field(() => Assessment, { nullable: true, description: 'The assessment afterwards; null if it failed' })
  assessment!: Row<Assessment> | null;

  @Field(() => String, { nullable: true, description: 'Why it failed; null if it was done' })
  error!: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'A result for each assessment, in the order given', simpleResolvers: true })
export class AssessmentsPayload {
  @Field(() => [AssessmentResult], { description: 'The results' })
  results!: AssessmentResult[];
}
