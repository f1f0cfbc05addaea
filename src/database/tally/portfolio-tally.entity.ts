import { Entity, PrimaryKey, PrimaryKeyProp, Property } from '@mikro-orm/core';
import { NotKept } from '../record/kept';
import { ScopedByView } from '../scope/scoped';

/**
 * The same counts as those of Tally, of the vendors of one portfolio: people who see some portfolios add these up. It refers to no
 * portfolio, so that deleting one keeps nobody waiting; what may be left of one that is gone is nobody's.
 */
@NotKept('Counted anew for a moment')
@ScopedByView('is what the view of Tally shows')
@Entity()
export class PortfolioTally {
  [PrimaryKeyProp]?: ['portfolioId', 'kind', 'key', 'lane'];

  @PrimaryKey({ type: 'uuid' })
  portfolioId!: string;

  @PrimaryKey({ type: 'text' })
  kind!: string;

  @PrimaryKey({ type: 'text' })
  key!: string;

  @PrimaryKey({ type: 'smallint', autoincrement: false })
  lane!: number;

  @Property({ type: 'bigint' })
  count!: string;
}
