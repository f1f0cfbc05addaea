import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { RevisedInput } from '../../graphql/inputs';
import { JsonScalar } from '../../graphql/scalars';
import { QuestionType, RiskWeight } from './template-question.entity';
import { Template, TemplateKind } from './template.entity';

@InputType({ description: 'A template file to import' })
export class ImportTemplateInput {
  @Field(() => JsonScalar, { description: 'The template as exported in JSON' })
  template!: unknown;
}

@InputType({ description: 'A question of a template' })
export class TemplateQuestionInput {
  @Field(() => ID, { nullable: true, description: 'The question to keep; if omitted, a new one' })
  id?: string | null;

  @Field(() => String, { description: 'The question, 1 to 2,000 characters' })
  text!: string;

  @Field(() => String, { nullable: true, description: 'Help text, up to 5,000 characters' })
  helpText?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The gap as a statement, up to 500 characters: title of the findings it makes; null: its text',
  })
  findingTitle?: string | null;

  @Field(() => QuestionType, { description: 'What kind of answer it takes' })
  type!: QuestionType;

  @Field(() => RiskWeight, { nullable: true, description: 'How much it weighs in the score; MEDIUM if not given' })
  riskWeight?: RiskWeight | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether an answer is required; false if not given' })
  required?: boolean | null;

  @Field(() => [String], { nullable: true, description: 'The options: up to 200, all different' })
  options?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Options that exclude all others, such as "None of these"; only for MULTI_SELECT, none if not given',
  })
  exclusiveOptions?: string[] | null;

  @Field(() => JsonScalar, {
    nullable: true,
    description:
      'The compliant answer. YES_NO: "YES" or "NO"; MULTIPLE_CHOICE, COMBOBOX: an option or a list of accepted ones; ' +
      'MULTI_SELECT: a list of options; NUMERIC: a number or a range {min, max} with either or both; DATE: a date or a ' +
      'range of dates; RATING: the lowest compliant rating; others: null',
  })
  expectedAnswer?: unknown;

  @Field(() => JsonScalar, {
    nullable: true,
    description:
      'When it is shown: {match: "all" or "any", rules: [{questionId, operator, value}]}. questionId is the id of a ' +
      'question, or its position in this document, "s<section>q<question>", counted from 1. Operators: equals, ' +
      'notEquals, contains, notContains, gt, lt, gte, lte, answered, notAnswered',
  })
  conditionalLogic?: unknown;

  @Field(() => String, {
    nullable: true,
    description: 'INTAKE only: the field of the vendor that the answer sets. Options must be values of it as importVendors reads them',
  })
  setsField?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Control codes; it covers every control with one of them, in any framework',
  })
  controlCodes?: string[] | null;
}

@InputType({ description: 'A section of a template' })
export class TemplateSectionInput {
  @Field(() => ID, { nullable: true, description: 'The section to keep; if omitted, a new one' })
  id?: string | null;

  @Field(() => String, { description: 'Heading, 1 to 200 characters' })
  title!: string;

  @Field(() => [TemplateQuestionInput], { description: 'Its questions, in order' })
  questions!: TemplateQuestionInput[];
}

@InputType({ description: 'A template to create as a draft' })
export class CreateTemplateInput {
  @Field(() => String, { description: 'Name, 1 to 200 characters' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'What the template is for' })
  description?: string | null;

  @Field(() => TemplateKind, { nullable: true, description: 'Who is asked; QUESTIONNAIRE if not given, and stays' })
  kind?: TemplateKind | null;

  @Field(() => String, { nullable: true, description: 'What the vendor reads first in the portal, up to 20,000 characters' })
  introduction?: string | null;

  @Field(() => [TemplateSectionInput], {
    nullable: true,
    description: 'Up to 50 sections with up to 1,000 questions in all',
  })
  sections?: TemplateSectionInput[] | null;
}

@InputType({ description: 'Changes to a draft; omitted fields keep their value' })
export class UpdateTemplateInput extends RevisedInput {
  @Field(() => ID, { description: 'The template' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Name, 1 to 200 characters' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'What the template is for; null clears it' })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'What the vendor reads first in the portal; null clears it' })
  introduction?: string | null;

  @Field(() => [TemplateSectionInput], {
    nullable: true,
    description: 'All sections of the template: those with an id are kept, those not listed are deleted',
  })
  sections?: TemplateSectionInput[] | null;
}

@Allow('as-parent')
@ObjectType({ description: 'The template after the change', simpleResolvers: true })
export class TemplatePayload {
  @Field(() => Template, { description: 'The template' })
  template!: Row<Template>;

  @Field(() => [String], { description: 'Control codes that are not in any installed framework, and so not mapped' })
  unmappedControlCodes!: string[];
}
