import { BigIntType, Entity, PrimaryKey, PrimaryKeyProp, Property, Unique } from '@mikro-orm/core';
import { Personal } from '../../database/personal';
import { NotKept } from '../../database/record/kept';
import { Whole } from '../../database/scope/scoped';

/** The place of an audit entry in the tree, and what its leaf says beyond the entry. The leaf itself follows from both (leaf.ts). */
@NotKept('Never changes: the past is all that is old enough')
@Personal({ texts: { changes: 'json' }, erasedBy: 'erase_from_audit_log' })
@Whole('The tree tells how many entries there are in all')
@Entity()
@Unique({ name: 'audit_leaf_entry_taken', properties: ['lane', 'seq'] })
export class AuditLeaf {
  [PrimaryKeyProp]?: 'index';

  /** From 0. */
  @PrimaryKey({ type: new BigIntType('string'), autoincrement: false })
  index!: string;

  /** The entry's chain. */
  @Property({ type: 'smallint' })
  lane!: number;

  /** The entry's position there. */
  @Property({ type: new BigIntType('string') })
  seq!: string;

  /** What the leaf commits to and the entry doesn't: its changes, and for an entry from before the record began, everything. */
  @Property({ type: 'json' })
  commitments!: Record<string, string>;

  /** What the salts of these commitments are made of. */
  @Property({ type: 'blob', nullable: true })
  salt?: Buffer | null;

  /** The salts themselves where something was erased, which has none, and in leaves of earlier versions. */
  @Property({ type: 'json', nullable: true })
  salts?: Record<string, string> | null;

  /** What the entry changed, as it was told when it came into the tree; null where nothing changed, or once it was erased. */
  @Property({ type: 'json', nullable: true })
  changes?: unknown;
}
