import { Entity, PrimaryKey, PrimaryKeyProp, Property } from '@mikro-orm/core';
import { NotKept } from '../database/record/kept';
import { Personal } from '../database/personal';
import { Shared } from '../database/scope/scoped';

/** How often something was done in the current window, across all servers. */
@NotKept('Counts of the last minutes')
@Personal({ texts: { key: 'text' }, isRemoved: true })
@Shared('Nobody can ask for it')
@Entity()
export class RateLimit {
  [PrimaryKeyProp]?: 'key';

  @PrimaryKey({ type: 'text' })
  key!: string;

  @Property({ type: 'integer' })
  count!: number;

  @Property({ type: 'datetime', length: 3, index: 'rate_limit_by_reset' })
  resetsAt!: Date;
}
