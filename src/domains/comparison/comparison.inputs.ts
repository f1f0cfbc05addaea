import { Field, Float, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { AssessmentQuestion } from '../assessment/assessment-question.entity';
import { Assessment } from '../assessment/assessment.entity';

@Allow('assessments:view')
@ObjectType({ description: 'One question in two assessments', simpleResolvers: true })
export class QuestionComparison {
  @Field(() => String, { description: 'The question' })
  text!: string;

  @Field(() => AssessmentQuestion, { nullable: true, description: 'In the earlier one; null: not asked there' })
  before!: Row<AssessmentQuestion> | null;

  @Field(() => AssessmentQuestion, { nullable: true, description: 'In the later one; null: not asked there' })
  after!: Row<AssessmentQuestion> | null;

  @Field(() => Boolean, { description: 'The answers differ' })
  answerChanged!: boolean;

  @Field(() => Boolean, { description: 'One is compliant and the other is not' })
  verdictChanged!: boolean;
}

@Allow('assessments:view')
@ObjectType({ description: 'Two assessments of one vendor side by side', simpleResolvers: true })
export class AssessmentComparison {
  @Field(() => Assessment, { description: 'The earlier one' })
  before!: Row<Assessment>;

  @Field(() => Assessment, { description: 'The later one' })
  after!: Row<Assessment>;

  @Field(() => Float, { nullable: true, description: 'Later score minus earlier score; null if either is missing' })
  scoreChange!: number | null;

  @Field(() => [QuestionComparison], { description: 'The questions of either, in the order of the later one' })
  questions!: QuestionComparison[];
}
