import { Entity, Index, ManyToOne, Property, type Ref, Unique } from '@mikro-orm/core';
import { Field, Float, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Editable } from '../../graphql/base.entity';
import { JsonScalar } from '../../graphql/scalars';
import { AssessmentQuestion } from './assessment-question.entity';
import { Assessment } from './assessment.entity';
import { Kept } from '../../database/record/kept';
import { Scoped } from '../../database/scope/scoped';

/** The vendor who gave it may read it, but not the verdict. */
@Allow('as-parent')
@ObjectType({ description: "A vendor's answer to a question", simpleResolvers: true })
@Kept({
  partOf: 'assessmentId',
  path: { name: 'response', below: 'questionId', by: null },
  untold: ['isCompliant', 'weightedScore', 'maxScore', 'isHidden'],
})
@Scoped('assessment')
@Entity()
@Index({
  name: 'response_newest',
  expression:
    'create index "response_newest" on "response" ("updated_at" desc, "id" desc) where not "is_hidden" and not "is_not_applicable"',
})
export class Response extends Editable {
  @ManyToOne(() => Assessment, { ref: true, deleteRule: 'cascade', index: 'response_by_assessment' })
  assessment!: Ref<Assessment>;

  @Unique({ name: 'response_question_taken' })
  @ManyToOne(() => AssessmentQuestion, { ref: true, deleteRule: 'cascade' })
  question!: Ref<AssessmentQuestion>;

  @Field(() => JsonScalar, { nullable: true, description: 'The answer, in the form its question type asks for' })
  @Property({ type: 'json', nullable: true })
  value?: unknown;

  @Field(() => Boolean, { description: 'Marked by the vendor as not applicable' })
  @Property({ type: 'boolean', default: false })
  isNotApplicable: boolean = false;

  @Field(() => String, { nullable: true, description: 'Why it does not apply, in the vendor’s words; null: no reason given' })
  @Property({ type: 'text', nullable: true })
  notApplicableReason?: string | null;

  @Field(() => String, { nullable: true, description: 'What the vendor adds to the answer; it doesn’t count as one' })
  @Property({ type: 'text', nullable: true })
  comment?: string | null;

  @Field(() => JsonScalar, {
    nullable: true,
    description:
      'The answer given before it was marked not applicable. It doesn’t count, and becomes the value again when the mark is removed',
  })
  @Property({ type: 'json', nullable: true })
  keptValue?: unknown;

  @Allow('assessments:view')
  @Field(() => Boolean, { nullable: true, description: 'Whether the answer is compliant; null: not scored' })
  @Property({ type: 'boolean', nullable: true })
  isCompliant?: boolean | null;

  @Allow('assessments:view')
  @Field(() => Float, { nullable: true, description: 'Weight it earned; null: not scored' })
  @Property({ type: 'double', nullable: true })
  weightedScore?: number | null;

  @Allow('assessments:view')
  @Field(() => Float, { nullable: true, description: 'Weight it could earn; null: not scored' })
  @Property({ type: 'double', nullable: true })
  maxScore?: number | null;

  /** The question is hidden by its conditional logic, so the answer doesn't count. */
  @Property({ type: 'boolean', default: false })
  isHidden: boolean = false;
}
