import { Entity, Enum, Index, ManyToOne, Property, type Ref } from '@mikro-orm/core';
import { Field, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Stored } from '../../graphql/base.entity';
import { JsonScalar } from '../../graphql/scalars';
import { QuestionType, RiskWeight } from '../template/template-question.entity';
import { Assessment } from './assessment.entity';
import { Kept } from '../../database/record/kept';
import { Scoped } from '../../database/scope/scoped';

/** Reached through its assessment or a vendor's link; what the vendor must not see needs a separate permission. */
@Allow('as-parent')
@ObjectType({
  description: 'A question as it stood when the assessment was created: later edits of the template do not reach it',
  simpleResolvers: true,
})
@Kept({ partOf: 'assessmentId', title: 'text', path: { name: 'questions' }, untold: ['templateQuestionId', 'lineage'] })
@Scoped('assessment')
@Entity()
@Index({ name: 'assessment_question_in_order', properties: ['assessment', 'order'] })
export class AssessmentQuestion extends Stored {
  @ManyToOne(() => Assessment, { ref: true, deleteRule: 'cascade' })
  assessment!: Ref<Assessment>;

  @Field(() => String, { description: 'Heading of the section it is in' })
  @Property({ type: 'text' })
  section!: string;

  @Field(() => Int, { description: 'Position in the assessment, from 1, across all sections' })
  @Property({ type: 'integer', fieldName: 'position' })
  order!: number;

  @Field(() => String, { description: 'The question' })
  @Property({ type: 'text' })
  text!: string;

  @Field(() => String, { nullable: true, description: 'Help text' })
  @Property({ type: 'text', nullable: true })
  helpText?: string | null;

  @Allow('assessments:view')
  @Field(() => String, { nullable: true, description: 'The gap as a statement: title of the findings it makes; null: its text' })
  @Property({ type: 'text', nullable: true })
  findingTitle?: string | null;

  @Field(() => QuestionType, { description: 'What kind of answer it takes' })
  @Enum({ items: () => QuestionType })
  type!: QuestionType;

  @Allow('assessments:view')
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

  @Allow('assessments:view')
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

  @Allow('assessments:view')
  @Field(() => [String], { description: 'Codes of the controls it covers' })
  @Property({ type: 'text[]', default: [] })
  controlCodes: string[] = [];

  /** The question it was copied from, used to compare two assessments of one template. Not a foreign key. */
  @Property({ type: 'uuid', nullable: true })
  templateQuestionId?: string | null;

  /** The same in all versions of the template; null in assessments from before it was kept. */
  @Property({ type: 'uuid', nullable: true })
  lineage?: string | null;
}
