import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { connectionOf } from '../../graphql/connection';
import { describeEnum } from '../../graphql/enums';
import { RevisedInput } from '../../graphql/inputs';
import { DateTimeScalar, JsonScalar } from '../../graphql/scalars';
import { Recurrence } from '../settings/recurrence';
import { RagBand } from '../vendor/vendor.rules';
import { Assessment, AssessmentStatus } from './assessment.entity';
import { Comment, CommentVisibility } from './comment.entity';

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

  @Field(() => ID, { nullable: true, description: 'Assigned to this reviewer; null: to nobody' })
  reviewerId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Made from this template, whichever version' })
  templateId?: string | null;

  @Field(() => RagBand, { nullable: true, description: 'With a score in this band' })
  ragBand?: RagBand | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Submitted at this time or later' })
  submittedFrom?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Submitted at this time or earlier' })
  submittedTo?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Due at this time or later' })
  dueFrom?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Due at this time or earlier' })
  dueTo?: string | null;
}

export enum AssessmentOrderField {
  CREATED_AT = 'CREATED_AT',
  DUE_DATE = 'DUE_DATE',
  TITLE = 'TITLE',
  SCORE = 'SCORE',
  SUBMITTED_AT = 'SUBMITTED_AT',
  WAITING_SINCE = 'WAITING_SINCE',
}
describeEnum(AssessmentOrderField, {
  name: 'AssessmentOrderField',
  description: 'What assessments can be sorted by',
  values: {
    CREATED_AT: 'By creation time',
    DUE_DATE: 'By due date',
    TITLE: 'By title, case-insensitive',
    SCORE: 'By score',
    SUBMITTED_AT: 'By when the vendor submitted it',
    WAITING_SINCE: 'By since when it is where it is, with the vendor or with us; those that wait for nobody come after all others',
  },
});

@InputType({ description: 'How assessments are sorted' })
export class AssessmentOrder {
  @Field(() => AssessmentOrderField, { description: 'Sort key; assessments without it come first when ascending' })
  field!: AssessmentOrderField;

  @Field(() => Boolean, { nullable: true, description: 'Descending order' })
  descending?: boolean | null;
}

export const AssessmentConnection = connectionOf(Assessment, 'Assessment', { hasCsv: true });

@InputType()
export abstract class NewAssessmentInput {
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

@Allow('as-parent')
@ObjectType({ description: 'Progress of the answers', simpleResolvers: true })
export class PortalProgress {
  @Field(() => Int, { description: 'Questions answered or marked not applicable' })
  answered!: number;

  @Field(() => Int, { description: 'Questions that are shown' })
  visible!: number;

  @Field(() => Int, { description: 'Questions hidden by their conditions, given the current answers; not included in the other counts' })
  hidden!: number;
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
    description:
      'Why it does not apply, up to 5,000 characters; used only for a question marked not applicable. If omitted, it is unchanged. ' +
      'Sent without value and isNotApplicable, it leaves the answer as it is',
  })
  notApplicableReason?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'What to add to the answer, up to 5,000 characters; if omitted, it is unchanged, and null clears it. Sent without value and ' +
      'isNotApplicable, it leaves the answer as it is',
  })
  comment?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Fails with CONFLICT unless the stored answer has this revision; 0 if there is none yet',
  })
  expectedRevision?: number | null;
}
