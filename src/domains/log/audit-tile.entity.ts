import { BigIntType, Entity, PrimaryKey, PrimaryKeyProp, Property } from '@mikro-orm/core';
import { NotKept } from '../../database/record/kept';
import { Whole } from '../../database/scope/scoped';

/** Up to 256 hashes of the tree, side by side (platform/tlog/tiles.ts). A tile that isn't full grows; nothing in it changes. */
@NotKept('Only grows: a smaller tree is the beginning of a larger one')
@Whole('The tree tells how many entries there are in all')
@Entity()
export class AuditTile {
  [PrimaryKeyProp]?: ['level', 'index'];

  @PrimaryKey({ type: 'smallint', autoincrement: false })
  level!: number;

  @PrimaryKey({ type: new BigIntType('string'), autoincrement: false })
  index!: string;

  @Property({ type: 'blob' })
  hashes!: Buffer;
}
