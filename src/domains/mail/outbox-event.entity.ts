import { Entity, Index, Property } from '@mikro-orm/core';
import { Stored } from '../../graphql/base.entity';
import { NotKept } from '../../database/record/kept';
import { Shared } from '../../database/scope/scoped';

/** An event to publish after the change it belongs to is committed. */
@NotKept('Work to be done, gone when it is done')
@Shared('Nobody can ask for it')
@Entity()
@Index({
  name: 'outbox_event_waiting',
  expression: 'create index "outbox_event_waiting" on "outbox_event" ("created_at") where "delivered_at" is null',
})
export class OutboxEvent extends Stored {
  @Property({ type: 'text' })
  kind!: string;

  @Property({ type: 'json' })
  payload!: Record<string, unknown>;

  @Property({ type: 'datetime', length: 3, nullable: true })
  deliveredAt?: Date | null;
}
