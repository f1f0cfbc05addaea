import { Entity, ManyToOne, OptionalProps, PrimaryKey, Property, type Ref, Unique } from '@mikro-orm/core';
import { randomUUID } from 'node:crypto';
import { NotKept } from '../../database/record/kept';
import { User } from '../user/user.entity';
import { Shared } from '../../database/scope/scoped';

/** Who a user is at a provider: from the second sign-in on, this counts, and no longer the e-mail address. */
@NotKept('Who somebody is elsewhere now; the audit log tells when it was linked')
@Shared('How people sign in is theirs, wherever their role holds')
@Entity()
@Unique({ name: 'user_identity_subject_taken', properties: ['issuer', 'subject'] })
@Unique({ name: 'user_identity_one_an_issuer', properties: ['user', 'issuer'] })
export class UserIdentity {
  [OptionalProps]?: string;

  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id: string = randomUUID();

  @ManyToOne(() => User, { ref: true, deleteRule: 'cascade' })
  user!: Ref<User>;

  @Property({ type: 'text' })
  issuer!: string;

  @Property({ type: 'text' })
  subject!: string;

  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()' })
  lastUsedAt!: Date;
}
