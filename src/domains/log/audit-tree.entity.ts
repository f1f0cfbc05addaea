import { BigIntType, Check, Entity, type Opt, PrimaryKey, Property } from '@mikro-orm/core';
import { NotKept } from '../../database/record/kept';
import { Whole } from '../../database/scope/scoped';

/** A single row, created by its migration. Whoever holds its lock makes the tree grow. */
@NotKept('The end of the tree as it stands')
@Whole('The tree tells how many entries there are in all')
@Entity()
@Check({ name: 'audit_tree_single_row', expression: '"id" = true' })
export class AuditTree {
  @PrimaryKey({ type: 'boolean', default: true })
  id: Opt<boolean> = true;

  /** How many leaves the tree has. */
  @Property({ type: new BigIntType('string'), defaultRaw: '0' })
  size: Opt<string> = '0';
}
