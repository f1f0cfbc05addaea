import { Entity, ManyToOne, OptionalProps, PrimaryKey, Property, type Ref, Unique } from '@mikro-orm/core';
import { randomUUID } from 'node:crypto';
import { NotKept } from '../../database/record/kept';
import { User } from '../user/user.entity';
import { Shared } from '../../database/scope/scoped';

/** A browser that someone has signed in with before. Its cookie contains the token; only the hash is stored. */
@NotKept('Which browsers are known now; the audit log tells who signed in when')
@Shared('How people sign in is theirs, wherever their role holds')
@Entity()
@Unique({ name: 'device_known', properties: ['user', 'tokenHash'] })
export class Device {
  [OptionalProps]?: string;

  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id: string = randomUUID();

  @ManyToOne(() => User, { ref: true, deleteRule: 'cascade' })
  user!: Ref<User>;

  /** SHA-256 of the token, in hex. */
  @Property({ type: 'text' })
  tokenHash!: string;

  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()', index: 'device_by_use' })
  lastSeenAt!: Date;
}
