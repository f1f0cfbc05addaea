import { Entity, PrimaryKey, PrimaryKeyProp, Property } from '@mikro-orm/core';
import { NotKept } from '../database/record/kept';

/** A request that its caller can repeat without harm, and how it was answered. */
@NotKept('Answers of the last day')
@Entity()
export class IdempotencyKey {
  [PrimaryKeyProp]?: ['caller', 'key'];

  /** Id of the user or API key. */
  @PrimaryKey({ type: 'text' })
  caller!: string;

  /** As the caller chose it. */
  @PrimaryKey({ type: 'text' })
  key!: string;

  /** SHA-256 of the request's body, hex. */
  @Property({ type: 'text' })
  bodyHash!: string;

  /** Null only inside the transaction that finds the answer. */
  @Property({ type: 'integer', nullable: true })
  status?: number | null;

  /** The answer's body, as JSON. */
  @Property({ type: 'text', nullable: true })
  answer?: string | null;

  /** The answer's ETag. */
  @Property({ type: 'text', nullable: true })
  tag?: string | null;

  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()', index: 'idempotency_key_by_age' })
  createdAt!: Date;
}
