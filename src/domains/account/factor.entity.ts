import { Entity, Enum, HiddenProps, ManyToOne, OptionalProps, PrimaryKey, Property, type Ref, Unique } from '@mikro-orm/core';
import { randomUUID } from 'node:crypto';
import { Field, ID, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { NotKept } from '../../database/record/kept';
import { describeEnum } from '../../graphql/enums';
import { DateTimeScalar } from '../../graphql/scalars';
import { User } from '../user/user.entity';
import { Shared } from '../../database/scope/scoped';

export enum FactorKind {
  TOTP = 'TOTP',
  PASSKEY = 'PASSKEY',
}
describeEnum(FactorKind, {
  name: 'FactorKind',
  description: 'What someone shows besides a password',
  values: {
    TOTP: 'Codes of an authenticator app',
    PASSKEY: 'A passkey: a security key, or what unlocks a phone or computer. It also works without the password',
  },
});

/** A second factor. What proves it never leaves the server again. */
@Allow('as-parent')
@ObjectType({ description: 'What someone shows besides a password', simpleResolvers: true })
@NotKept('What someone signs in with now; the audit log tells when it was added and removed')
@Shared('How people sign in is theirs, wherever their role holds')
@Entity()
export class Factor {
  [HiddenProps]?: 'secretBox' | 'lastStep' | 'credentialId' | 'publicKey' | 'counter' | 'transports';
  [OptionalProps]?: string;

  @Field(() => ID, { description: 'For removeFactor; it gives no access' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id: string = randomUUID();

  @Field(() => DateTimeScalar, { description: 'When it was added' })
  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()' })
  createdAt!: Date;

  @ManyToOne(() => User, { ref: true, deleteRule: 'cascade', index: 'factor_by_user' })
  user!: Ref<User>;

  @Field(() => FactorKind, { description: 'What it is' })
  @Enum({ items: () => FactorKind })
  kind!: FactorKind;

  @Field(() => String, { description: 'What its owner calls it' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was last used to sign in or to confirm a change' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  lastUsedAt?: Date | null;

  /** TOTP: the secret, sealed. */
  @Property({ type: 'text', nullable: true, hidden: true })
  secretBox?: string | null;

  /** TOTP: the time step of the last code that was used, so that none works twice. */
  @Property({ type: 'integer', nullable: true, hidden: true })
  lastStep?: number | null;

  /** Passkey: its id, in base64url. */
  @Unique({ name: 'factor_credential_taken' })
  @Property({ type: 'text', nullable: true, hidden: true })
  credentialId?: string | null;

  /** Passkey: the public key, in base64url. */
  @Property({ type: 'text', nullable: true, hidden: true })
  publicKey?: string | null;

  /** Passkey: how often it has signed, for authenticators that count. */
  @Property({ type: 'bigint', nullable: true, hidden: true })
  counter?: number | null;

  /** Passkey: how browsers reach it. */
  @Property({ type: 'text[]', nullable: true, hidden: true })
  transports?: string[] | null;
}
