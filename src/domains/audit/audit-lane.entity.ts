import { BigIntType, Entity, type Opt, PrimaryKey, PrimaryKeyProp, Property } from '@mikro-orm/core';
import { NotKept } from '../../database/record/kept';
import { ScopedByView } from '../../database/scope/scoped';

/** Head of one of the audit log's hash chains. Several chains let concurrent changes be recorded in parallel. */
@NotKept('The end of the log as it stands')
@ScopedByView('counts the entries about vendors of the portfolios')
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

  /** How many of its entries had what changed recorded with them: servers of an earlier version wrote the others. */
  @Property({ type: new BigIntType('string'), defaultRaw: '0' })
  recorded: Opt<string> = '0';

  /** Moment of the chain's last entry; a chain never goes back. */
  @Property({ type: 'datetime', length: 3, default: '1970-01-01 00:00:00+00' })
  at!: Opt<Date>;

  /** Hash of the entry before that, after appending a single entry: before version 18, PostgreSQL can only return new values. */
  @Property({ type: 'text', default: '' })
  prevHash: Opt<string> = '';
}
