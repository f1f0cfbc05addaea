import { Field, Float, ID, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { AssessmentQuestion } from '../assessment/assessment-question.entity';
import { Severity } from '../finding/finding.entity';
import { RagBand } from '../vendor/vendor.rules';
import { ReviewDecisionKind } from './review-decision.entity';

@InputType({ description: 'A decision on an answer' })
export class ReviewResponseInput {
  @Field(() => ID, { description: 'The assessment' })
  assessmentId!: string;

  @Field(() => ID, { description: 'The question it answers' })
  questionId!: string;

  @Field(() => ReviewDecisionKind, { description: 'The decision' })
  decision!: ReviewDecisionKind;

  @Field(() => String, { nullable: true, description: 'Why' })
  note?: string | null;
}

@InputType({ description: 'An assessment to send back to the vendor' })
export class SendBackInput {
  @Field(() => ID, { description: 'The assessment' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'What the vendor should fix; becomes a shared comment' })
  message?: string | null;
}

@Allow('assessments:view')
@ObjectType({ description: 'A finding that will be open', simpleResolvers: true })
export class ExpectedFinding {
  @Field(() => String, { description: 'One-line summary of the gap' })
  title!: string;

  @Field(() => Severity, { description: 'Severity' })
  severity!: Severity;

  @Field(() => Boolean, { description: 'Whether it is not in the risk register yet' })
  isNew!: boolean;
}

@Allow('assessments:view')
@ObjectType({ description: 'Preview of finalizing an assessment', simpleResolvers: true })
export class FinalizationPreview {
  @Field(() => Float, { nullable: true, description: 'The final score with the current settings; null when nothing is scored' })
  score!: number | null;

  @Field(() => RagBand, { description: 'Its band' })
  ragBand!: RagBand;

  @Field(() => Float, { nullable: true, description: 'The vendor’s overall score afterwards' })
  vendorScore!: number | null;

  @Field(() => [ExpectedFinding], { description: 'The findings that will be open, most severe first' })
  findings!: ExpectedFinding[];

  @Field(() => [AssessmentQuestion], { description: 'Clarification is requested for these: finalizing is refused until they are decided' })
  clarifications!: Row<AssessmentQuestion>[];

  @Field(() => [AssessmentQuestion], { description: 'Undecided questions: the automatic result will apply' })
  undecided!: Row<AssessmentQuestion>[];
}
