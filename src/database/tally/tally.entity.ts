import { Entity, PrimaryKey, PrimaryKeyProp, Property } from '@mikro-orm/core';
import { NotKept } from '../record/kept';

/**
 * How many there are of something, kept where it changes: in the transaction of the change. Each audit lane has a row
 * of its own, so that concurrent changes need not wait for each other; the number is the sum.
 */
@NotKept('Counted anew for a moment')
@Entity()
export class Tally {
  [PrimaryKeyProp]?: ['kind', 'key', 'lane'];

  /** What is counted. */
  @PrimaryKey({ type: 'text' })
  kind!: string;

  /** Of which sort. */
  @PrimaryKey({ type: 'text' })
  key!: string;

  @PrimaryKey({ type: 'smallint', autoincrement: false })
  lane!: number;

  @Property({ type: 'bigint' })
  count!: string;
}
