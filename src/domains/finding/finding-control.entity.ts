import { Entity, ManyToOne, PrimaryKey, PrimaryKeyProp, type Ref } from '@mikro-orm/core';
import { Control } from '../framework/control.entity';
import { Finding } from './finding.entity';
import { Kept } from '../../database/record/kept';
import { Scoped } from '../../database/scope/scoped';

/** A control affected by a finding; the code stays when the control is deleted. Changes are told by the codes of the finding. */
@Kept({ partOf: 'findingId', untold: ['code', 'controlId'] })
@Scoped('finding')
@Entity()
export class FindingControl {
  [PrimaryKeyProp]?: ['finding', 'code'];

  @ManyToOne(() => Finding, { ref: true, primary: true, deleteRule: 'cascade' })
  finding!: Ref<Finding>;

  @PrimaryKey({ type: 'text' })
  code!: string;

  @ManyToOne(() => Control, { ref: true, nullable: true, deleteRule: 'set null', index: 'finding_control_by_control' })
  control?: Ref<Control> | null;
}
