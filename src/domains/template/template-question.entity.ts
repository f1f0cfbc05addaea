import { Entity, Enum, Index, ManyToOne, Property, type Ref } from '@mikro-orm/core';
import { Field, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Stored } from '../../graphql/base.entity';
import { describeEnum } from '../../graphql/enums';
import { JsonScalar } from '../../graphql/scalars';
import { TemplateSection } from './template-section.entity';
import { Template } from './template.entity';
import { Kept } from '../../database/record/kept';
import { Shared } from '../../database/scope/scoped';

export enum QuestionType {
  YES_NO = 'YES_NO',
  MULTIPLE_CHOICE = 'MULTIPLE_CHOICE',
  FREE_TEXT = 'FREE_TEXT',
  FILE_UPLOAD = 'FILE_UPLOAD',
  DATE = 'DATE',
  NUMERIC = 'NUMERIC',
  COMBOBOX = 'COMBOBOX',
  MULTI_SELECT = 'MULTI_SELECT',
  RATING = 'RATING',
}
describeEnum(QuestionType, {
  name: 'QuestionType',
  description: 'What kind of answer a question takes',
  values: {
    YES_NO: '"YES" or "NO"',
    MULTIPLE_CHOICE: 'One of the options, all shown',
    FREE_TEXT: 'Text of any kind, up to 20,000 characters',
    FILE_UPLOAD: 'One or more files',
    DATE: 'A date, YYYY-MM-DD',
    NUMERIC: 'A number, with or without decimals',
    COMBOBOX: 'One of many options, found by typing',
    MULTI_SELECT: 'Any of the options, as a list',
    RATING: 'A whole number from 1 to 5, the higher the better',
  },
});

export enum RiskWeight {
  CRITICAL = 'CRITICAL',
  HIGH = 'HIGH',
  MEDIUM = 'MEDIUM',
  LOW = 'LOW',
}
describeEnum(RiskWeight, {
  name: 'RiskWeight',
  description: 'How much a question weighs in the score',
  values: {
    CRITICAL: 'Weighs most: 10 unless the settings say otherwise',
    HIGH: '6 unless the settings say otherwise',
    MEDIUM: '3 unless the settings say otherwise',
    LOW: 'Weighs least: 1 unless the settings say otherwise',
  },
});

@Allow('templates:view')
@ObjectType({ description: 'A question of a template', simpleResolvers: true })
@Kept({
  partOf: 'templateId',
  title: 'text',
  path: { name: 'questions', below: 'sectionId' },
  untold: ['templateId'],
  volatile: ['lineage'],
  renamed: { position: 'order' },
})
@Shared('Questionnaires and frameworks are for all vendors')
@Entity()
@Index({ name: 'template_question_in_order', properties: ['template', 'position'] })
export class TemplateQuestion extends Stored {
  @ManyToOne(() => TemplateSection, { ref: true, deleteRule: 'cascade', index: 'template_question_by_section' })
  section!: Ref<TemplateSection>;

  /** The section's template, so that all questions of a template can be read at once. */
  @ManyToOne(() => Template, { ref: true, deleteRule: 'cascade' })
  template!: Ref<Template>;

  /** Position in the template, from 1, across all sections. */
  @Property({ type: 'integer' })
  position!: number;

  @Field(() => String, { description: 'The question' })
  @Property({ type: 'text' })
  text!: string;

  @Field(() => String, { nullable: true, description: 'Help text' })
  @Property({ type: 'text', nullable: true })
  helpText?: string | null;

  @Field(() => String, { nullable: true, description: 'The gap as a statement: title of the findings it makes; null: its text' })
  @Property({ type: 'text', nullable: true })
  findingTitle?: string | null;

  @Field(() => QuestionType, { description: 'What kind of answer it takes' })
  @Enum({ items: () => QuestionType })
  type!: QuestionType;

  @Field(() => RiskWeight, { description: 'How much it weighs in the score' })
  @Enum({ items: () => RiskWeight })
  riskWeight!: RiskWeight;

  @Field(() => Boolean, { description: 'Whether an answer is required while it is visible' })
  @Property({ type: 'boolean', default: false })
  required: boolean = false;

  @Field(() => [String], { description: 'The options, in order' })
  @Property({ type: 'text[]', default: [] })
  options: string[] = [];

  @Field(() => [String], { description: 'Options that exclude all others, such as "None of these"; only for MULTI_SELECT' })
  @Property({ type: 'text[]', default: [] })
  exclusiveOptions: string[] = [];

  @Field(() => JsonScalar, {
    nullable: true,
    description:
      'The compliant answer; for a rating, the lowest one; or a range {min, max} of numbers or dates; null: the question is not scored',
  })
  @Property({ type: 'json', nullable: true })
  expectedAnswer?: unknown;

  @Field(() => JsonScalar, { nullable: true, description: 'When the question is shown; null: always' })
  @Property({ type: 'json', nullable: true })
  conditionalLogic?: unknown;

  @Field(() => String, {
    nullable: true,
    description:
      'INTAKE only: the field of the vendor that the answer sets: dataSensitivity, contractValue, geographicRisk, serviceDescription or contractRenewalDate',
  })
  @Property({ type: 'text', nullable: true })
  setsField?: string | null;

  @Field(() => [String], { description: 'Control codes that are not in any installed framework; importing one maps them' })
  @Property({ type: 'text[]', default: [] })
  unmappedControlCodes: string[] = [];

  /** The same in all versions of the template: the id that the question had in the first. Null: its own. */
  @Property({ type: 'uuid', nullable: true })
  lineage?: string | null;
}
