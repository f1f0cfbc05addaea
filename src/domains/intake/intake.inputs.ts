import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { connectionOf } from '../../graphql/connection';
import { describeEnum } from '../../graphql/enums';
import { RevisedInput } from '../../graphql/inputs';
import { EmailScalar, JsonScalar } from '../../graphql/scalars';
import { Recurrence } from '../settings/recurrence';
import { AnswerInput } from '../assessment/assessment.inputs';
import { UpdateSettingsInput } from '../settings/settings.inputs';
import { QuestionType } from '../template/template-question.entity';
import { Tier } from '../vendor/vendor.entity';
import { VendorRequest, VendorRequestState } from './vendor-request.entity';

export enum VendorRequestDecision {
  APPROVE = 'APPROVE',
  REJECT = 'REJECT',
}
describeEnum(VendorRequestDecision, {
  name: 'VendorRequestDecision',
  description: 'A decision on a request for a vendor',
  values: {
    APPROVE:
      'The vendor becomes active, with whoever asked or else you as its owner, and an assessment drafted for each questionnaire of its plan',
    REJECT: 'The vendor is archived',
  },
});

export enum SimilarReason {
  NAME = 'NAME',
  DOMAIN = 'DOMAIN',
}
describeEnum(SimilarReason, {
  name: 'SimilarReason',
  description: 'What two vendors have in common',
  values: {
    NAME: 'Their names are the same but for case, accents, punctuation and legal form',
    DOMAIN: 'Website or e-mail of one host, but for www and public mail services',
  },
});

@Allow('as-parent')
@ObjectType({ description: 'A vendor that another one looks like', simpleResolvers: true })
export class SimilarVendor {
  @Field(() => ID, { description: 'Its id' })
  vendorId!: string;

  @Field(() => String, { description: 'Its name' })
  name!: string;

  @Field(() => SimilarReason, { description: 'What they have in common' })
  reason!: SimilarReason;
}

@Allow('as-parent')
@ObjectType({ description: 'An answer to the intake form', simpleResolvers: true })
export class VendorRequestAnswer {
  @Field(() => String, { description: 'The question, as it was asked' })
  question!: string;

  @Field(() => JsonScalar, { nullable: true, description: 'The answer; null: not applicable' })
  value!: unknown;
}

@Allow('as-parent')
@ObjectType({ description: 'A question of the intake form', simpleResolvers: true })
export class VendorRequestQuestion {
  @Field(() => ID, { description: 'Its id, for answers' })
  id!: string;

  @Field(() => String, { description: 'Heading of the section it is in' })
  section!: string;

  @Field(() => String, { description: 'The question' })
  text!: string;

  @Field(() => String, { nullable: true, description: 'Help text' })
  helpText!: string | null;

  @Field(() => QuestionType, { description: 'What kind of answer it takes' })
  type!: QuestionType;

  @Field(() => Boolean, { description: 'Whether an answer is required while it is visible' })
  required!: boolean;

  @Field(() => [String], { description: 'The options, in order' })
  options!: string[];

  @Field(() => [String], { description: 'Of a MULTI_SELECT, the options that can’t be combined with others' })
  exclusiveOptions!: string[];

  @Field(() => JsonScalar, { nullable: true, description: 'When the question is shown; null: always' })
  conditionalLogic!: unknown;
}

@Allow('as-parent')
@ObjectType({ description: 'What to ask a requester: the INTAKE template that was published last', simpleResolvers: true })
export class VendorRequestForm {
  @Field(() => ID, { description: 'The template' })
  templateId!: string;

  @Field(() => String, { description: 'Its name' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'What to read first' })
  introduction!: string | null;

  @Field(() => [VendorRequestQuestion], { description: 'Its questions, in order' })
  questions!: VendorRequestQuestion[];
}

@InputType({ description: 'A vendor to ask for. Answers are checked as the portal checks them' })
export class CreateVendorRequestInput {
  @Field(() => String, { description: 'Name of the vendor, up to 200 characters' })
  name!: string;

  @Field(() => EmailScalar, { description: 'Where questionnaires would be sent' })
  contactEmail!: string;

  @Field(() => String, { nullable: true, description: 'Contact person at the vendor' })
  contactName?: string | null;

  @Field(() => String, { nullable: true, description: 'Web address' })
  website?: string | null;

  @Field(() => String, { nullable: true, description: 'Why it is wanted, up to 5,000 characters' })
  reason?: string | null;

  @Field(() => ID, { nullable: true, description: 'The form that was answered; that of vendorRequestForm if not given' })
  templateId?: string | null;

  @Field(() => [AnswerInput], { nullable: true, description: 'The answers; none if no form is published' })
  answers?: AnswerInput[] | null;
}

@InputType({ description: 'A decision on a request, by whoever holds the role that the plan of the tier names, or an Admin' })
export class DecideVendorRequestInput extends RevisedInput {
  @Field(() => ID, { description: 'The request' })
  id!: string;

  @Field(() => VendorRequestDecision, { description: 'The decision' })
  decision!: VendorRequestDecision;

  @Field(() => String, { nullable: true, description: 'Why, up to 5,000 characters; required to reject' })
  note?: string | null;

  @Field(() => Tier, { nullable: true, description: 'Another tier than the rules gave' })
  tier?: Tier | null;
}

@InputType({ description: 'Filter for requests; all given conditions must match' })
export class VendorRequestFilter {
  @Field(() => [VendorRequestState], { nullable: true, description: 'In one of these states' })
  state?: VendorRequestState[] | null;

  @Field(() => String, { nullable: true, description: 'Part of the name or contact e-mail, case-insensitive; at most 200 characters' })
  query?: string | null;
}

export const VendorRequestConnection = connectionOf(VendorRequest, 'VendorRequest', { hasCsv: true });

@Allow('as-parent')
@ObjectType({ description: 'The request after the change', simpleResolvers: true })
export class VendorRequestPayload {
  @Field(() => VendorRequest, { description: 'The request' })
  request!: Row<VendorRequest>;
}

@Allow('as-parent')
@ObjectType({ description: 'A rule that gives a vendor its tier; the first that holds does', simpleResolvers: true })
export class TierRule {
  @Field(() => String, { description: 'What it is called' })
  name!: string;

  @Field(() => Tier, { description: 'The tier that it gives' })
  tier!: Tier;

  @Field(() => JsonScalar, { nullable: true, description: 'When it holds, as in templates; null: always' })
  conditionalLogic!: unknown;
}

@InputType({ description: 'A rule that gives a vendor its tier' })
class TierRuleInput {
  @Field(() => String, { description: 'What it is called, up to 200 characters' })
  name!: string;

  @Field(() => Tier, { description: 'The tier that it gives' })
  tier!: Tier;

  @Field(() => JsonScalar, {
    nullable: true,
    description:
      'When it holds, as in templates; questionId is dataSensitivity, contractValue, geographicRisk, the key of an own field or the id of an INTAKE question; null: always',
  })
  conditionalLogic?: unknown;
}

@Allow('as-parent')
@ObjectType({ description: 'What is asked of the vendors of a tier', simpleResolvers: true })
export class AssessmentPlan {
  @Field(() => Tier, { description: 'The tier' })
  tier!: Tier;

  @Field(() => Recurrence, { description: 'How often' })
  recurrence!: Recurrence;

  @Field(() => Int, { nullable: true, description: 'Days from creation to the due date; null: no due date' })
  dueDays!: number | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The role whose holders decide on requests, besides Admins; null: whoever may create vendors',
  })
  approverRoleId!: string | null;

  families!: string[];
}

@InputType({ description: 'What is asked of the vendors of a tier' })
class AssessmentPlanInput {
  @Field(() => Tier, { description: 'The tier; one plan each' })
  tier!: Tier;

  @Field(() => [ID], { description: 'The questionnaires, at most 20' })
  templateIds!: string[];

  @Field(() => Recurrence, { nullable: true, description: 'How often; NONE if not given' })
  recurrence?: Recurrence | null;

  @Field(() => Int, { nullable: true, description: 'Days from creation to the due date, 1 to 3,650; null: no due date' })
  dueDays?: number | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The role whose holders decide on requests, besides Admins; null: whoever may create vendors',
  })
  approverRoleId?: string | null;
}

/** Settings come first among the domains and know nothing of templates and tiers: what they say of these is added here. */
export interface IntakeSettings {
  tierRules?: TierRuleInput[] | null;
  assessmentPlans?: AssessmentPlanInput[] | null;
}
const adds = (name: keyof IntakeSettings, type: () => [typeof TierRuleInput | typeof AssessmentPlanInput], description: string) =>
  Field(type, { nullable: true, description })(UpdateSettingsInput.prototype, name);

adds('tierRules', () => [TierRuleInput], 'All rules from now on, at most 50: the first that holds gives the tier');
adds('assessmentPlans', () => [AssessmentPlanInput], 'All plans from now on, at most one for each tier');
