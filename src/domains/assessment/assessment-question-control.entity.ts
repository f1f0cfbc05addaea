import { Entity, ManyToOne, Property, type Ref } from '@mikro-orm/core';
import { Stored } from '../../graphql/base.entity';
import { Control } from '../framework/control.entity';
import { Framework } from '../framework/framework.entity';
import { AssessmentQuestion } from './assessment-question.entity';
import { Assessment } from './assessment.entity';
import { Kept } from '../../database/record/kept';
import { Scoped } from '../../database/scope/scoped';

/** A control that a question covers, as it was when the assessment was created; it outlives the framework. */
@Kept({ partOf: 'assessmentId', path: { name: 'controls', below: 'questionId', by: 'code', value: 'title' } })
@Scoped('assessment')
@Entity()
export class AssessmentQuestionControl extends Stored {
  @ManyToOne(() => AssessmentQuestion, {
    ref: true,
    deleteRule: 'cascade',
    index: 'assessment_question_control_by_question',
  })
  question!: Ref<AssessmentQuestion>;

  @ManyToOne(() => Assessment, { ref: true, deleteRule: 'cascade', index: 'assessment_question_control_by_assessment' })
  assessment!: Ref<Assessment>;

  @ManyToOne(() => Control, {
    ref: true,
    nullable: true,
    deleteRule: 'set null',
    index: 'assessment_question_control_by_control',
  })
  control?: Ref<Control> | null;

  @ManyToOne(() => Framework, {
    ref: true,
    nullable: true,
    deleteRule: 'set null',
    index: 'assessment_question_control_by_framework',
  })
  framework?: Ref<Framework> | null;

  @Property({ type: 'text' })
  code!: string;

  @Property({ type: 'text' })
  title!: string;

  @Property({ type: 'text', nullable: true, default: 'General' })
  domain?: string | null;

  @Property({ type: 'text' })
  frameworkName!: string;

  @Property({ type: 'boolean', default: false })
  isSharedResponsibility: boolean = false;
}
