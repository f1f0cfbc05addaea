import { BigIntType, Entity, type Opt, PrimaryKey, PrimaryKeyProp, Property } from '@mikro-orm/core';

/** Head of one of the audit log's hash chains. Several chains let concurrent changes be recorded in parallel. */
@Entity()
export class AuditLane {
  [PrimaryKeyProp]?: 'lane';

  @PrimaryKey({ type: 'smallint', autoincrement: false })
  lane!: number;

  /** Position of the chain's last entry; 0 if there is none. */
  @Property({ type: new BigIntType('string'), defaultRaw: '0' })
  seq: Opt<string> = '0';

  /** Hash of the chain's last entry. */
  @Property({ type: 'text', default: '' })
  hash: Opt<string> = '';

  /** Hash of the entry before that, after appending a single entry: before version 18, PostgreSQL can only return new values. */
  @Property({ type: 'text', default: '' })
  prevHash: Opt<string> = '';
}
