import { Entity, ManyToOne, OptionalProps, PrimaryKey, Property, type Ref, Unique } from '@mikro-orm/core';
import { randomUUID } from 'node:crypto';
import { NotKept } from '../../database/record/kept';
import { Field, ID, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { DateTimeScalar } from '../../graphql/scalars';
import { User } from '../user/user.entity';
import { Shared } from '../../database/scope/scoped';

/** Who a user is at a provider: from the second sign-in on, this counts, and no longer the e-mail address. */
@Allow('as-parent')
@ObjectType({ description: 'Who somebody is at an identity provider', simpleResolvers: true })
@NotKept('Who somebody is elsewhere now; the audit log tells when it was linked and unlinked')
@Shared('How people sign in is theirs, wherever their role holds')
@Entity()
@Unique({ name: 'user_identity_subject_taken', properties: ['issuer', 'subject'] })
@Unique({ name: 'user_identity_one_an_issuer', properties: ['user', 'issuer'] })
export class UserIdentity {
  [OptionalProps]?: string;

  @Field(() => ID, { description: 'For unlinkIdentity; it gives no access' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id: string = randomUUID();

  @ManyToOne(() => User, { ref: true, deleteRule: 'cascade' })
  user!: Ref<User>;

  @Field(() => String, { description: 'The address that identifies the provider' })
  @Property({ type: 'text' })
  issuer!: string;

  @Field(() => String, { description: 'What the provider calls the person' })
  @Property({ type: 'text' })
  subject!: string;

  @Field(() => DateTimeScalar, { description: 'When the person last signed in with it' })
  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()' })
  lastUsedAt!: Date;
}
