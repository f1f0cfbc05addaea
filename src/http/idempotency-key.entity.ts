import { Entity, PrimaryKey, PrimaryKeyProp, Property } from '@mikro-orm/core';
import { NotKept } from '../database/record/kept';
import { Personal } from '../database/personal';
import { Shared } from '../database/scope/scoped';

/** A request that its caller can safely retry, and its response. */
@NotKept('Answers of the last day')
@Personal({ texts: { answer: 'json' } })
@Shared('Each caller has their own')
@Entity()
export class IdempotencyKey {
  [PrimaryKeyProp]?: ['caller', 'key'];

  /** Id of the user or API key. */
  @PrimaryKey({ type: 'text' })
  caller!: string;

  /** Chosen by the caller. */
  @PrimaryKey({ type: 'text' })
  key!: string;

  /** SHA-256 of the request's body, in hex. */
  @Property({ type: 'text' })
  bodyHash!: string;

  /** Null only within the transaction that produces the response. */
  @Property({ type: 'integer', nullable: true })
  status?: number | null;

  /** The response's body, as JSON. */
  @Property({ type: 'text', nullable: true })
  answer?: string | null;

  /** The response's ETag. */
  @Property({ type: 'text', nullable: true })
  tag?: string | null;

  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()', index: 'idempotency_key_by_age' })
  createdAt!: Date;
}
