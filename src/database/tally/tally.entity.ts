import { Entity, PrimaryKey, PrimaryKeyProp, Property } from '@mikro-orm/core';
import { NotKept } from '../record/kept';
import { ScopedByView } from '../scope/scoped';

/**
 * A count that is updated in the transaction of each change. Each audit lane has a separate row, so that concurrent changes don't
 * wait for each other; the count is their sum.
 */
@NotKept('Counted anew for a moment')
@ScopedByView('adds up the tallies of the portfolios')
@Entity()
export class Tally {
  [PrimaryKeyProp]?: ['kind', 'key', 'lane'];

  /** What is counted. */
  @PrimaryKey({ type: 'text' })
  kind!: string;

  /** The group within the kind. */
  @PrimaryKey({ type: 'text' })
  key!: string;

  @PrimaryKey({ type: 'smallint', autoincrement: false })
  lane!: number;

  @Property({ type: 'bigint' })
  count!: string;
}
