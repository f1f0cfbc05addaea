import { BigIntType, Entity, type Opt, PrimaryKey, PrimaryKeyProp, Property } from '@mikro-orm/core';
import { NotKept } from '../../database/record/kept';

/** Head of one hash chain of the audit log. Several chains let changes be audited side by side. */
@NotKept('The end of the log as it stands')
@Entity()
export class AuditLane {
  [PrimaryKeyProp]?: 'lane';

  @PrimaryKey({ type: 'smallint', autoincrement: false })
  lane!: number;

  /** Place of the chain's last entry; 0 while there is none. */
  @Property({ type: new BigIntType('string'), defaultRaw: '0' })
  seq: Opt<string> = '0';

  /** Hash of the chain's last entry. */
  @Property({ type: 'text', default: '' })
  hash: Opt<string> = '';

  /** Moment of the chain's last entry; a chain never goes back. */
  @Property({ type: 'datetime', length: 3, default: '1970-01-01 00:00:00+00' })
  at!: Opt<Date>;

  /** Hash of the entry before that, as an append of one entry has left it: PostgreSQL before 18 gives back new values only. */
  @Property({ type: 'text', default: '' })
  prevHash: Opt<string> = '';
}
