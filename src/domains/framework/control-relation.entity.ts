import { Entity, Enum, ManyToOne, PrimaryKeyProp, type Ref } from '@mikro-orm/core';
import { Control } from './control.entity';
import { StoredRelation } from './crosswalk.rules';
import { Kept } from '../../database/record/kept';
import { Shared } from '../../database/scope/scoped';

/** How a control relates to one of another framework. Each pair is stored once, and read from both ends. */
@Kept({ partOf: 'fromId', path: { name: 'relations', pair: ['fromId', 'toId'], value: 'relation' } })
@Shared('Questionnaires and frameworks are for all vendors')
@Entity()
export class ControlRelation {
  [PrimaryKeyProp]?: ['from', 'to'];

  @ManyToOne(() => Control, { ref: true, primary: true, deleteRule: 'cascade' })
  from!: Ref<Control>;

  @ManyToOne(() => Control, { ref: true, primary: true, deleteRule: 'cascade', index: 'control_relation_by_to' })
  to!: Ref<Control>;

  @Enum({ items: () => StoredRelation })
  relation!: StoredRelation;
}
