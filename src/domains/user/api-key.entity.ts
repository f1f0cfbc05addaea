import { ArrayType, Entity, HiddenProps, Index, ManyToOne, Property, type Ref, Unique } from '@mikro-orm/core';
import { Field, ObjectType } from 'type-graphql';
import { Allow, type Permission } from '../../auth/permissions';
import { Editable, FOLDED_NAME } from '../../graphql/base.entity';
import { DateTimeScalar } from '../../graphql/scalars';
import { User } from './user.entity';
import { Kept, portfoliosNamed } from '../../database/record/kept';
import { NoPast } from '../../graphql/as-of';
import { Shared } from '../../database/scope/scoped';

@Allow('api:manage')
@ObjectType({ description: 'A key that lets a program use the API', simpleResolvers: true })
@Kept({
  path: { name: 'apiKeys' },
  secrets: { secretHash: 'secret' },
  volatile: ['lastUsedAt', 'lastUsedAddress', 'hasLeftName'],
  renamed: { portfolioIds: 'portfolios' },
  named: { portfolioIds: portfoliosNamed },
})
@Shared('Keys belong to people and to the organisation')
@Entity()
@Index({
  name: 'api_key_name_taken',
  expression: 'create unique index "api_key_name_taken" on "api_key" (lower("name")) where not "is_revoked" and not "has_left_name"',
})
@Index({
  name: 'api_key_name_folded_taken',
  expression: `create unique index "api_key_name_folded_taken" on "api_key" (${FOLDED_NAME}) where not "is_revoked" and not "has_left_name"`,
})
export class ApiKey extends Editable {
  [HiddenProps]?: 'secretHash' | 'hasLeftName';

  @Field(() => String, { description: 'What the key is for; no two active keys share a name' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, { description: 'The part before the dot, which identifies the key; it grants no access by itself' })
  @Unique({ name: 'api_key_prefix_taken' })
  @Property({ type: 'text' })
  prefix!: string;

  /** SHA-256 of the secret part, in hex. */
  @Property({ type: 'text', hidden: true })
  secretHash!: string;

  @Field(() => [String], { nullable: true, description: 'The permissions the key has; null: every permission' })
  @Property({ type: 'text[]', nullable: true })
  permissions?: Permission[] | null;

  @Field(() => [String], { description: 'IP addresses and CIDR ranges the key may be used from; empty: any' })
  @Property({ type: 'text[]', default: [] })
  allowedIps: string[] = [];

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the key stops working; null: never' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  expiresAt?: Date | null;

  @NoPast()
  @Field(() => DateTimeScalar, { nullable: true, description: 'When the key was last used' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  lastUsedAt?: Date | null;

  @NoPast()
  @Field(() => String, { nullable: true, description: 'The IP address the key was last used from' })
  @Property({ type: 'text', nullable: true })
  lastUsedAddress?: string | null;

  @Field(() => Boolean, { description: 'A revoked key grants no access; its record is kept' })
  @Property({ type: 'boolean', default: false })
  isRevoked: boolean = false;

  /** Set on an expired key when another one takes its name: an index can't depend on the current time. */
  @Property({ type: 'boolean', default: false, hidden: true })
  hasLeftName: boolean = false;

  @Field(() => Boolean, {
    description:
      "The key doesn't follow its creator: it was created on the command line, before keys followed anyone, or made one of the organisation. Other keys hold only what their creator holds now",
  })
  @Property({ type: 'boolean', default: false })
  isOrganizational: boolean = false;

  /** Where the key works; null: wherever its creator's role holds, or everywhere. */
  @Property({ type: ArrayType, columnType: 'uuid[]', nullable: true })
  portfolioIds?: string[] | null;

  @ManyToOne(() => User, { ref: true, nullable: true, deleteRule: 'set null', index: 'api_key_by_creator' })
  createdBy?: Ref<User> | null;
}
