import { ArrayType, Entity, HiddenProps, Index, ManyToOne, type Opt, Property, type Ref } from '@mikro-orm/core';
import { Field, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Editable } from '../../graphql/base.entity';
import { DateTimeScalar, EmailScalar } from '../../graphql/scalars';
import { Role } from './role.entity';
import { Kept, portfoliosNamed } from '../../database/record/kept';
import { NoPast } from '../../graphql/as-of';
import { Personal } from '../../database/personal';
import { Shared } from '../../database/scope/scoped';
import { Searchable } from '../../database/searched';

@Allow('signed-in')
@ObjectType({ description: 'A person who signs in', simpleResolvers: true })
@Kept({
  path: { name: 'users' },
  secrets: { passwordHash: 'password' },
  volatile: ['lastSignedInAt', 'hasPassword', 'isTakenOver'],
  untold: ['isScimActive', 'isDisabledByHand'],
  renamed: { portfolioIds: 'portfolios' },
  named: { portfolioIds: portfoliosNamed },
})
@Personal({ of: 'id', texts: { name: 'name', email: 'address' } })
@Shared('People work together, whatever their portfolios')
@Searchable({ table: 'app_user', title: 'name', also: ['email'] })
@Entity({ tableName: 'app_user' })
@Index({ name: 'user_email_taken', expression: 'create unique index "user_email_taken" on "app_user" (lower("email"))' })
@Index({
  name: 'user_email_folded_taken',
  expression: 'create unique index "user_email_folded_taken" on "app_user" (lower("email" collate "C"))',
})
@Index({ name: 'user_by_name', expression: 'create index "user_by_name" on "app_user" (lower("name"), "id")' })
export class User extends Editable {
  [HiddenProps]?: 'passwordHash' | 'isScimActive' | 'isDisabledByHand' | 'isTakenOver';

  @Field(() => String, { description: "The person's name" })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => EmailScalar, { description: 'The address the person signs in with' })
  @Property({ type: 'text' })
  email!: string;

  /** argon2id, with its parameters; null until someone who was invited chooses a password. */
  @Property({ type: 'text', lazy: true, hidden: true, nullable: true })
  passwordHash?: string | null;

  @Allow('users:manage')
  @NoPast()
  @Field(() => Boolean, { description: 'False until someone who was invited chooses a password' })
  @Property({ type: 'boolean', generated: `("password_hash" is not null) stored` })
  readonly hasPassword!: boolean;

  @ManyToOne(() => Role, { ref: true, deleteRule: 'restrict', index: 'user_by_role' })
  role!: Ref<Role>;

  /** Where the role holds; null: everywhere, empty: nowhere. */
  @Property({ type: ArrayType, columnType: 'uuid[]', nullable: true })
  portfolioIds?: string[] | null;

  @Field(() => Boolean, { description: 'A disabled user keeps the record but has no access' })
  @Property({ type: 'boolean', default: false })
  isDisabled: boolean = false;

  @Field(() => Boolean, {
    description:
      'SCIM keeps this user: name, address, role and access can’t be changed by hand (CONFLICT), except that disabling always works',
  })
  @Property({ type: 'boolean', default: false })
  isProvisioned: Opt<boolean> = false;

  /** False once SCIM has taken away the access, which only SCIM gives back. */
  @Property({ type: 'boolean', default: true, hidden: true })
  isScimActive: Opt<boolean> = true;

  /** Someone here has taken away the access, whatever SCIM says. Where SCIM hasn't, a disabled user is so by hand in any case. */
  @Property({ type: 'boolean', default: false, hidden: true })
  isDisabledByHand: Opt<boolean> = false;

  /**
   * SCIM or an identity provider found this account here, somebody with fewer permissions than there are set its password, or its address
   * was changed: so others may know how to sign in, until a provider gives it more, which ends that.
   */
  @Property({ type: 'boolean', default: false, hidden: true })
  isTakenOver: Opt<boolean> = false;

  @Allow('users:manage')
  @NoPast()
  @Field(() => DateTimeScalar, { nullable: true, description: 'When the person last signed in' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  lastSignedInAt?: Date | null;
}
