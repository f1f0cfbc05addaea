import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { connectionOf } from '../../graphql/connection';
import { describeEnum } from '../../graphql/enums';
import { RevisedInput } from '../../graphql/inputs';
import { DateTimeScalar, JsonScalar } from '../../graphql/scalars';
import { Severity } from '../finding/finding.entity';
import { RagBand } from '../vendor/vendor.rules';
import { AssessmentQuestion } from './assessment-question.entity';
import { Assessment, AssessmentStatus, Recurrence } from './assessment.entity';
import { Comment, CommentVisibility } from './comment.entity';
import { type Response } from './response.entity';
import { ReviewDecisionKind } from '../review/review-decision.entity';

@InputType({ description: 'Filter for assessments; all given conditions must match' })
export class AssessmentFilter {
  @Field(() => ID, { nullable: true, description: 'Of this vendor' })
  vendorId?: string | null;

  @Field(() => [AssessmentStatus], { nullable: true, description: 'With one of these statuses' })
  status?: AssessmentStatus[] | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Created at this time or later' })
  createdFrom?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Created at this time or earlier' })
  createdTo?: string | null;

  @Field(() => String, { nullable: true, description: 'Part of the title, case-insensitive; at most 200 characters' })
  query?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'true: only overdue ones; false: only the others' })
  overdue?: boolean | null;

  @Field(() => ID, { nullable: true, description: 'Assigned to this reviewer' })
  reviewerId?: string | null;
}

export enum AssessmentOrderField {
  CREATED_AT = 'CREATED_AT',
  DUE_DATE = 'DUE_DATE',
  TITLE = 'TITLE',
  SCORE = 'SCORE',
}
describeEnum(AssessmentOrderField, {
  name: 'AssessmentOrderField',
  description: 'What assessments can be sorted by',
  values: {
    CREATED_AT: 'By creation time',
    DUE_DATE: 'By due date',
    TITLE: 'By title, case-insensitive',
    SCORE: 'By score',
  },
});

@InputType({ description: 'How assessments are sorted' })
export class AssessmentOrder {
  @Field(() => AssessmentOrderField, { description: 'Sort key; assessments without it come first when ascending' })
  field!: AssessmentOrderField;

  @Field(() => Boolean, { nullable: true, description: 'Descending order' })
  descending?: boolean | null;
}

export const AssessmentConnection = connectionOf(Assessment, 'Assessment');

@InputType()
abstract class NewAssessmentInput {
  @Field(() => ID, { description: 'The template whose questions are copied; it must be published' })
  templateId!: string;

  @Field(() => String, { nullable: true, description: 'Title; the name of the template if not given' })
  title?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the answers are due' })
  dueDate?: string | null;

  @Field(() => ID, { nullable: true, description: 'The reviewer' })
  reviewerId?: string | null;

  @Field(() => Recurrence, { nullable: true, description: 'How often to repeat it; NONE if not given' })
  recurrence?: Recurrence | null;
}

@InputType({ description: 'An assessment to create from a published template' })
export class CreateAssessmentInput extends NewAssessmentInput {
  @Field(() => ID, { description: 'The vendor to assess' })
  vendorId!: string;
}

@InputType({ description: 'Changes to an assessment: omitted fields keep their value; null clears a nullable one' })
export class UpdateAssessmentInput extends RevisedInput {
  @Field(() => ID, { description: 'The assessment' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Title' })
  title?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the answers are due' })
  dueDate?: string | null;

  @Field(() => ID, { nullable: true, description: 'The reviewer' })
  reviewerId?: string | null;

  @Field(() => Recurrence, { nullable: true, description: 'How often to repeat it' })
  recurrence?: Recurrence | null;
}

@Allow('as-parent')
@ObjectType({ description: 'The assessment after the change', simpleResolvers: true })
export class AssessmentPayload {
  @Field(() => Assessment, { description: 'The assessment' })
  assessment!: Row<Assessment>;
}

const MESSAGE = 'What to tell the vendor, up to 10,000 characters: included in the e-mail and the comment thread';

@InputType({ description: 'An assessment to send' })
export class SendAssessmentInput {
  @Field(() => ID, { description: 'The assessment' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Password for the link, 8 to 200 characters; it is not in the e-mail: share it by phone or chat',
  })
  portalPassword?: string | null;

  @Field(() => Int, { nullable: true, description: 'Days until the link stops working: 1 to 730, 180 if not given' })
  linkValidDays?: number | null;

  @Field(() => String, { nullable: true, description: MESSAGE })
  message?: string | null;
}

@Allow('assessments:view')
@ObjectType('PortalLink', { description: 'The vendor’s link, without its secret', simpleResolvers: true })
export class WorkingLink {
  @Field(() => DateTimeScalar, { description: 'When it was created' })
  createdAt!: string;

  @Field(() => DateTimeScalar, { description: 'When it stops working' })
  expiresAt!: string;

  @Field(() => Boolean, { description: 'Whether it requires a password' })
  hasPassword!: boolean;
}

@Allow('as-parent')
@ObjectType({ description: 'The assessment that was sent, and the vendor’s link', simpleResolvers: true })
export class SendAssessmentPayload extends AssessmentPayload {
  @Field(() => String, { description: 'The secret in the link, returned only here and in the e-mail to the vendor' })
  portalToken!: string;

  @Field(() => String, { description: 'The link itself' })
  portalUrl!: string;
}

@InputType({ description: 'One questionnaire for many vendors' })
export class SendToVendorsInput extends NewAssessmentInput {
  @Field(() => [ID], { description: 'The vendors, at most 500' })
  vendorIds!: string[];

  @Field(() => String, { nullable: true, description: MESSAGE })
  message?: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'Result for one vendor in a bulk send', simpleResolvers: true })
export class SendResult {
  @Field(() => ID, { description: 'The vendor' })
  vendorId!: string;

  @Field(() => Assessment, { nullable: true, description: 'The assessment that was sent; null if it failed' })
  assessment!: Row<Assessment> | null;

  @Field(() => String, { nullable: true, description: 'The link, returned only here and in the e-mail to the vendor; null if it failed' })
  portalUrl!: string | null;

  @Field(() => String, { nullable: true, description: 'Why it failed; null if it was sent' })
  error!: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'A result for each vendor, in the order given', simpleResolvers: true })
export class SendToVendorsPayload {
  @Field(() => [SendResult], { description: 'The results' })
  results!: SendResult[];
}

@InputType({ description: 'A decision on an answer' })
export class ReviewResponseInput {
  @Field(() => ID, { description: 'The assessment' })
  assessmentId!: string;

  @Field(() => ID, { description: 'The question of it' })
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

@InputType({ description: 'A comment on an assessment' })
export class AddCommentInput {
  @Field(() => ID, { description: 'The assessment' })
  assessmentId!: string;

  @Field(() => String, { description: 'The text, up to 10,000 characters' })
  body!: string;

  @Field(() => ID, { nullable: true, description: 'The comment it replies to' })
  parentId?: string | null;

  @Field(() => CommentVisibility, {
    nullable: true,
    description: 'Who can read it; by default the same as the comment it replies to, else INTERNAL',
  })
  visibility?: CommentVisibility | null;
}

@Allow('as-parent')
@ObjectType({ description: 'The comment that was added', simpleResolvers: true })
export class CommentPayload {
  @Field(() => Comment, { description: 'The comment' })
  comment!: Row<Comment>;
}

@InputType({ description: 'An answer to a question' })
export class AnswerInput {
  @Field(() => ID, { description: 'The question' })
  questionId!: string;

  @Field(() => JsonScalar, {
    nullable: true,
    description:
      'The answer, in the format of the question type; null clears it. With isNotApplicable: true it is kept, as is ' +
      'the previous one; if omitted with isNotApplicable: false, the kept one is restored',
  })
  value?: unknown;

  @Field(() => Boolean, { nullable: true, description: 'The question does not apply; false if not given' })
  isNotApplicable?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why it does not apply, up to 5,000 characters; used only with isNotApplicable: true. If omitted, it is unchanged',
  })
  notApplicableReason?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Fails with CONFLICT unless the stored answer has this revision; 0 if there is none yet',
  })
  expectedRevision?: number | null;
}

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

  @Field(() => Float, { nullable: true, description: 'Score of the later minus that of the earlier; null if one has none' })
  scoreChange!: number | null;

  @Field(() => [QuestionComparison], { description: 'The questions of either, in the order of the later one' })
  questions!: QuestionComparison[];
}

export type AnsweredQuestion = Row<AssessmentQuestion> & { response?: Row<Response> | null };
