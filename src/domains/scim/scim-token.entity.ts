import { Entity, HiddenProps, ManyToOne, type Opt, Property, type Ref, Unique } from '@mikro-orm/core';
import { Field, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Kept } from '../../database/record/kept';
import { Shared } from '../../database/scope/scoped';
import { NoPast } from '../../graphql/as-of';
import { Stored } from '../../graphql/base.entity';
import { DateTimeScalar } from '../../graphql/scalars';
import { User } from '../user/user.entity';

/** Lets an identity provider keep users and groups. It belongs to the organisation, and doesn't follow whoever created it. */
@Allow('settings:manage')
@ObjectType({ description: 'A token by which an identity provider provisions users and groups at /scim/v2', simpleResolvers: true })
@Kept({ path: { name: 'scimTokens' }, secrets: { secretHash: 'secret' }, volatile: ['lastUsedAt'] })
@Shared('Of the organisation: only who manages settings, which holds everywhere, gets at it')
@Entity()
export class ScimToken extends Stored {
  [HiddenProps]?: 'secretHash';

  @Field(() => String, { description: 'What the token is for; the audit log shows it' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, { description: 'The part before the dot, which identifies the token; it grants no access by itself' })
  @Unique({ name: 'scim_token_prefix_taken' })
  @Property({ type: 'text' })
  prefix!: string;

  /** SHA-256 of the secret part, in hex. */
  @Property({ type: 'text', hidden: true })
  secretHash!: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the token stops working; null: never' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  expiresAt?: Date | null;

  @NoPast()
  @Field(() => DateTimeScalar, { nullable: true, description: 'When the token was last used' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  lastUsedAt?: Date | null;

  @Field(() => Boolean, { description: 'A revoked token grants no access; its record is kept' })
  @Property({ type: 'boolean', default: false })
  isRevoked: Opt<boolean> = false;

  @ManyToOne(() => User, { ref: true, nullable: true, deleteRule: 'set null', index: 'scim_token_by_creator' })
  createdBy?: Ref<User> | null;
}
