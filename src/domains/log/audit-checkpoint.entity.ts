import { BigIntType, Entity, type Opt, PrimaryKey, PrimaryKeyProp, Property } from '@mikro-orm/core';
import { NotKept } from '../../database/record/kept';
import { Whole } from '../../database/scope/scoped';

/** What the log signed about its tree. Of an hour the last one stays; those that a witness cosigned stay for a day. */
@NotKept('Says by itself when it was signed')
@Whole('The tree tells how many entries there are in all')
@Entity()
export class AuditCheckpoint {
  [PrimaryKeyProp]?: 'size';

  @PrimaryKey({ type: new BigIntType('string'), autoincrement: false })
  size!: string;

  /** The signed note, with the log's own signature. */
  @Property({ type: 'text' })
  note!: string;

  /** The lines that witnesses added. */
  @Property({ type: 'text', default: '' })
  cosignatures: Opt<string> = '';

  @Property({ type: 'datetime', length: 3, defaultRaw: 'clock_timestamp()' })
  signedAt!: Opt<Date>;
}
