import { Entity, PrimaryKey, PrimaryKeyProp, Property } from '@mikro-orm/core';
import { NotKept } from '../../database/record/kept';
import { ScopedByView } from '../../database/scope/scoped';

/** How many entries of an action a lane got on a day (UTC): the log's totals are sums of these. */
@NotKept('Counted anew for a moment')
@ScopedByView('counts the entries about vendors of the portfolios')
@Entity()
export class AuditCount {
  [PrimaryKeyProp]?: ['action', 'day', 'lane'];

  @PrimaryKey({ type: 'text' })
  action!: string;

  @PrimaryKey({ type: 'date' })
  day!: string;

  @PrimaryKey({ type: 'smallint', autoincrement: false })
  lane!: number;

  @Property({ type: 'bigint' })
  count!: string;
}
