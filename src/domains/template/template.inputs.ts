import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { RevisedInput } from '../../graphql/inputs';
import { JsonScalar } from '../../graphql/scalars';
import { QuestionType, RiskWeight } from './template-question.entity';
import { Template } from './template.entity';

@InputType({ description: 'A template file to import' })
export class ImportTemplateInput {
  @Field(() => JsonScalar, { description: 'The JSON that the template export gives' })
  template!: unknown;
}

@InputType({ description: 'A question of a template that is made or edited' })
export class TemplateQuestionInput {
  @Field(() => ID, { nullable: true, description: 'The question of the template that is kept; left out: a new one' })
  id?: string | null;

  @Field(() => String, { description: 'The question, 1 to 2,000 characters' })
  text!: string;

  @Field(() => String, { nullable: true, description: 'What helps to answer it, up to 5,000 characters' })
  helpText?: string | null;

  @Field(() => QuestionType, { description: 'What kind of answer it takes' })
  type!: QuestionType;

  @Field(() => RiskWeight, { nullable: true, description: 'How much it weighs in the score; MEDIUM if not given' })
  riskWeight?: RiskWeight | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it has to be answered; false if not given' })
  required?: boolean | null;

  @Field(() => [String], { nullable: true, description: 'The answers to choose from: up to 200, no two the same' })
  options?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Those of the options that go with no other, such as "None of these"; only for MULTI_SELECT, none if not given',
  })
  exclusiveOptions?: string[] | null;

  @Field(() => JsonScalar, {
    nullable: true,
    description:
      'The compliant answer. YES_NO: "YES" or "NO"; MULTIPLE_CHOICE, COMBOBOX: an option or a list of accepted ones; ' +
      'MULTI_SELECT: a list of options; NUMERIC: a number or a range {min, max} with either or both; DATE: a day or a ' +
      'range of days; RATING: the least that complies; others: null',
  })
  expectedAnswer?: unknown;

  @Field(() => JsonScalar, {
    nullable: true,
    description:
      'When it is shown: {match: "all" or "any", rules: [{questionId, operator, value}]}. questionId is the id of a ' +
      'question, or its place in this document, "s<section>q<question>" counted from 1. Operators: equals, ' +
      'notEquals, contains, notContains, gt, lt, gte, lte, answered, notAnswered',
  })
  conditionalLogic?: unknown;

  @Field(() => [String], {
    nullable: true,
    description: 'Codes: it asks about every control that has one of them, in any framework',
  })
  controlCodes?: string[] | null;
}

@InputType({ description: 'A section of a template that is made or edited' })
export class TemplateSectionInput {
  @Field(() => ID, { nullable: true, description: 'The section of the template that is kept; left out: a new one' })
  id?: string | null;

  @Field(() => String, { description: 'Heading, 1 to 200 characters' })
  title!: string;

  @Field(() => [TemplateQuestionInput], { description: 'Its questions, in order' })
  questions!: TemplateQuestionInput[];
}

@InputType({ description: 'A template to make, as a draft' })
export class CreateTemplateInput {
  @Field(() => String, { description: 'Name, 1 to 200 characters' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'What the template is for' })
  description?: string | null;

  @Field(() => [TemplateSectionInput], {
    nullable: true,
    description: 'Up to 50 sections with up to 1,000 questions in all',
  })
  sections?: TemplateSectionInput[] | null;
}

@InputType({ description: 'Changes to a draft; fields left out keep their value' })
export class UpdateTemplateInput extends RevisedInput {
  @Field(() => ID, { description: 'The template' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Name, 1 to 200 characters' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'What the template is for; null clears it' })
  description?: string | null;

  @Field(() => [TemplateSectionInput], {
    nullable: true,
    description: 'All sections it has from now on: those with an id are kept, those not named are deleted',
  })
  sections?: TemplateSectionInput[] | null;
}

@Allow('as-parent')
@ObjectType({ description: 'The template after the change', simpleResolvers: true })
export class TemplatePayload {
  @Field(() => Template, { description: 'The template' })
  template!: Row<Template>;

  @Field(() => [String], { description: 'Control codes given that no framework here has: nothing is mapped to them' })
  unmappedControlCodes!: string[];
}
