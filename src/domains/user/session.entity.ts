import { Entity, Enum, HiddenProps, ManyToOne, OptionalProps, PrimaryKey, Property, type Ref, Unique } from '@mikro-orm/core';
import { randomUUID } from 'node:crypto';
import { Field, ID, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { SignInMethod } from '../../auth/sessions';
import { describeEnum } from '../../graphql/enums';
import { DateTimeScalar } from '../../graphql/scalars';
import { User } from './user.entity';
import { NotKept } from '../../database/record/kept';
import { Shared } from '../../database/scope/scoped';

describeEnum(SignInMethod, {
  name: 'SignInMethod',
  description: 'How someone signed in',
  values: {
    PASSWORD: 'By e-mail address and password',
    PASSKEY: 'By a passkey',
    PROVIDER: 'By an identity provider',
  },
});

/** A signed-in browser. The cookie contains the token; only its hash is stored. */
@Allow('as-parent')
@ObjectType({ description: 'A signed-in browser', simpleResolvers: true })
@NotKept('Who is signed in; the audit log tells who signed in when')
@Shared('How people sign in is theirs, wherever their role holds')
@Entity()
export class Session {
  [HiddenProps]?: 'tokenHash' | 'pendingTotp' | 'pendingPasskey';
  [OptionalProps]?: string;

  @Field(() => ID, { description: 'For revokeSession; it gives no access' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id: string = randomUUID();

  @Field(() => DateTimeScalar, { description: 'When the person signed in' })
  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()' })
  createdAt!: Date;

  /** SHA-256 of the token, in hex. */
  @Unique({ name: 'session_token_taken' })
  @Property({ type: 'text', hidden: true })
  tokenHash!: string;

  @ManyToOne(() => User, { ref: true, deleteRule: 'cascade', index: 'session_by_user' })
  user!: Ref<User>;

  @Property({ type: 'datetime', length: 3, index: 'session_by_expiry' })
  expiresAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was last used, to within five minutes' })
  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()' })
  lastSeenAt!: Date;

  @Field(() => String, { nullable: true, description: 'The network address that the person signed in from' })
  @Property({ type: 'text', nullable: true })
  address?: string | null;

  @Field(() => String, { nullable: true, description: 'What the browser called itself, up to 200 characters' })
  @Property({ type: 'text', nullable: true })
  userAgent?: string | null;

  /** When the person last showed who they are. */
  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()' })
  shownAt!: Date;

  /** It was started by password when a second factor was required and the person had none. */
  @Property({ type: 'boolean', default: false })
  isFactorDue: boolean = false;

  /** The sealed secret of an authenticator app that is being set up. */
  @Property({ type: 'text', nullable: true, hidden: true })
  pendingTotp?: string | null;

  /** The sealed challenge of a passkey that is being set up. */
  @Property({ type: 'text', nullable: true, hidden: true })
  pendingPasskey?: string | null;

  @Field(() => SignInMethod, { description: 'How the person signed in' })
  @Enum({ items: () => SignInMethod, default: SignInMethod.PASSWORD })
  method: SignInMethod = SignInMethod.PASSWORD;
}
