import { Entity, Enum, ManyToOne, PrimaryKeyProp, type Ref } from '@mikro-orm/core';
import { Control } from './control.entity';
import { StoredRelation } from './crosswalk.rules';

/** How a control relates to one of another framework. Each pair is stored once, and read from both ends. */
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
