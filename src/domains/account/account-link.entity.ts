import { Entity, Enum, ManyToOne, OptionalProps, PrimaryKey, Property, type Ref, Unique } from '@mikro-orm/core';
import { randomUUID } from 'node:crypto';
import { NotKept } from '../../database/record/kept';
import { User } from '../user/user.entity';
import { Shared } from '../../database/scope/scoped';

export enum AccountLinkKind {
  RESET = 'RESET',
  INVITATION = 'INVITATION',
}

/** A link by e-mail with which someone chooses a password, once. A newer one of the kind replaces it. */
@NotKept('Which links work now; the audit log tells when each was sent and used')
@Shared('How people sign in is theirs, wherever their role holds')
@Entity()
@Unique({ name: 'account_link_newest', properties: ['user', 'kind'] })
export class AccountLink {
  [OptionalProps]?: string;

  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id: string = randomUUID();

  @ManyToOne(() => User, { ref: true, deleteRule: 'cascade' })
  user!: Ref<User>;

  @Enum({ items: () => AccountLinkKind })
  kind!: AccountLinkKind;

  /** SHA-256 of the token, in hex. */
  @Unique({ name: 'account_link_token_taken' })
  @Property({ type: 'text' })
  tokenHash!: string;

  @Property({ type: 'datetime', length: 3, index: 'account_link_by_expiry' })
  expiresAt!: Date;
}
