import { Entity, ManyToOne, PrimaryKeyProp, type Ref } from '@mikro-orm/core';
import { Control } from '../framework/control.entity';
import { TemplateQuestion } from './template-question.entity';
import { Kept } from '../../database/record/kept';
import { Shared } from '../../database/scope/scoped';

/** A control that a template's question covers. */
@Kept({ partOf: 'questionId', path: { name: 'controls', below: 'questionId', by: 'controlId', value: 'controlId' } })
@Shared('Questionnaires and frameworks are for all vendors')
@Entity()
export class TemplateQuestionControl {
  [PrimaryKeyProp]?: ['question', 'control'];

  @ManyToOne(() => TemplateQuestion, { ref: true, primary: true, deleteRule: 'cascade' })
  question!: Ref<TemplateQuestion>;

  @ManyToOne(() => Control, {
    ref: true,
    primary: true,
    deleteRule: 'cascade',
    index: 'template_question_control_by_control',
  })
  control!: Ref<Control>;
}
