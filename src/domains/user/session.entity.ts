import { Entity, HiddenProps, ManyToOne, Property, type Ref, Unique } from '@mikro-orm/core';
import { Stored } from '../../graphql/base.entity';
import { User } from './user.entity';
import { NotKept } from '../../database/record/kept';

/** A signed-in browser. The cookie contains the token; only its hash is stored. */
@NotKept('Who is signed in; the audit log tells who signed in when')
@Entity()
export class Session extends Stored {
  [HiddenProps]?: 'tokenHash';

  /** SHA-256 of the token, in hex. */
  @Unique({ name: 'session_token_taken' })
  @Property({ type: 'text', hidden: true })
  tokenHash!: string;

  @ManyToOne(() => User, { ref: true, deleteRule: 'cascade', index: 'session_by_user' })
  user!: Ref<User>;

  @Property({ type: 'datetime', length: 3, index: 'session_by_expiry' })
  expiresAt!: Date;

  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()' })
  lastSeenAt!: Date;

  @Property({ type: 'text', nullable: true })
  userAgent?: string | null;
}
