import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { DateTimeScalar, EmailScalar } from '../../graphql/scalars';
import { type Assessment, AssessmentStatus } from '../assessment/assessment.entity';
import { AnswerInput } from '../assessment/assessment.inputs';

@InputType()
abstract class PortalInput {
  @Field(() => String, { description: 'The secret of the link' })
  token!: string;

  @Field(() => String, { nullable: true, description: 'The password, if the link requires one' })
  password?: string | null;
}

@InputType({ description: 'Answers to save: all of them, or none if one is invalid' })
export class PortalSaveAnswersInput extends PortalInput {
  @Field(() => [AnswerInput], { description: 'The answers, at most one per question' })
  answers!: AnswerInput[];
}

@InputType({ description: 'The questionnaire to submit' })
export class PortalSubmitInput extends PortalInput {}

@InputType({ description: 'A comment by the vendor: at most 20 an hour and 200 in all, until the assessment is completed' })
export class PortalCommentInput extends PortalInput {
  @Field(() => String, { description: 'The text, up to 10,000 characters' })
  body!: string;

  @Field(() => ID, { nullable: true, description: 'The comment it replies to' })
  parentId?: string | null;
}

@InputType({ description: 'A file to remove' })
export class PortalRemoveFileInput extends PortalInput {
  @Field(() => ID, { description: 'The file' })
  fileId!: string;
}

@InputType({ description: 'Sections to hand to a colleague' })
export class PortalDelegateInput extends PortalInput {
  @Field(() => [String], { description: 'The titles of the sections' })
  sections!: string[];

  @Field(() => EmailScalar, { nullable: true, description: 'Where to send the new link; it isn’t e-mailed if not given' })
  email?: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'A link to some sections, for a colleague', simpleResolvers: true })
export class PortalDelegatePayload {
  @Field(() => String, { description: 'The secret in the link, returned only here and in the e-mail to the colleague' })
  portalToken!: string;

  @Field(() => String, { description: 'The link itself. It needs the same password as the one it came from' })
  portalUrl!: string;
}

@Allow('as-parent')
@ObjectType({ description: 'A questionnaire as the vendor sees it', simpleResolvers: true })
export class PortalAssessment {
  /** Not shown. */
  assessment!: Row<Assessment>;

  @Field(() => [String], { nullable: true, description: 'The titles of the sections that the link opens; null: all' })
  sections!: readonly string[] | null;

  @Field(() => String, { nullable: true, description: 'What the vendor reads first' })
  introduction!: string | null;

  @Field(() => String, { description: 'Title of the questionnaire' })
  title!: string;

  @Field(() => String, { description: 'The organisation that asks' })
  organizationName!: string;

  @Field(() => String, { nullable: true, description: 'Where its logo can be fetched; null: it has none' })
  logo!: string | null;

  @Field(() => Boolean, { description: 'Whether e-mails are sent; if not, links are shared by other means' })
  mailEnabled!: boolean;

  @Field(() => String, { description: 'The vendor that answers' })
  vendorName!: string;

  @Field(() => AssessmentStatus, { description: 'Answers can be changed while it is SENT or IN_PROGRESS' })
  status!: AssessmentStatus;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the answers are due' })
  dueDate!: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'The questionnaire after the change', simpleResolvers: true })
export class PortalPayload {
  @Field(() => PortalAssessment, { description: 'The questionnaire' })
  assessment!: PortalAssessment;
}
