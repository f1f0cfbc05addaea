import { Field, Float, ID, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { AssessmentQuestion } from '../assessment/assessment-question.entity';
import { AnswerInput } from '../assessment/assessment.inputs';

@InputType({ description: 'Hypothetical answers' })
export class SimulateScoreInput {
  @Field(() => ID, { description: 'The assessment' })
  assessmentId!: string;

  @Field(() => [AnswerInput], { description: 'Answers to use instead of those given' })
  answers!: AnswerInput[];
}

@Allow('assessments:view')
@ObjectType('ScoreTerm', { description: 'How one question counts in the score', simpleResolvers: true })
export class ScoreTermType {
  @Field(() => AssessmentQuestion, { description: 'The question' })
  question!: Row<AssessmentQuestion>;

  @Field(() => Boolean, { description: 'Whether its conditional logic shows it' })
  isVisible!: boolean;

  @Field(() => Boolean, { description: 'Whether it counts in the score' })
  isScored!: boolean;

  @Field(() => Boolean, { nullable: true, description: 'Whether the answer is compliant; null: not scored' })
  isCompliant!: boolean | null;

  @Field(() => Float, { nullable: true, description: 'Weight earned; null: not scored' })
  weighted!: number | null;

  @Field(() => Float, { nullable: true, description: 'Weight that could be earned; null: not scored' })
  max!: number | null;
}

@Allow('assessments:view')
@ObjectType('ScoreExplanation', { description: 'A score, question by question', simpleResolvers: true })
export class ScoreExplanation {
  @Field(() => Float, { nullable: true, description: 'weighted / max; null when nothing is scored' })
  score!: number | null;

  @Field(() => Float, { description: 'Sum of the weights earned' })
  weighted!: number;

  @Field(() => Float, { description: 'Sum of the weights that could be earned' })
  max!: number;

  @Field(() => [ScoreTermType], { description: 'The questions in order' })
  terms!: ScoreTermType[];
}

@Allow('assessments:view')
@ObjectType({ description: 'The score of one section', simpleResolvers: true })
export class SectionScore {
  @Field(() => String, { description: 'Heading of the section' })
  section!: string;

  @Field(() => Float, { nullable: true, description: 'weighted / max; null when nothing is scored' })
  score!: number | null;

  @Field(() => Float, { description: 'Sum of the weights earned' })
  weighted!: number;

  @Field(() => Float, { description: 'Sum of the weights that could be earned' })
  max!: number;
}
