import { Entity, HiddenProps, ManyToOne, type Opt, Property, type Ref, Unique } from '@mikro-orm/core';
import { Field, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Kept, type Naming, portfoliosNamed } from '../../database/record/kept';
import { NoPast } from '../../graphql/as-of';
import { Editable } from '../../graphql/base.entity';
import { DateTimeScalar } from '../../graphql/scalars';
import { Role } from '../user/role.entity';
import { Shared } from '../../database/scope/scoped';

/** As stored: which value of the claim gives which role. */
export interface StoredMapping {
  value: string;
  roleId: string;
  /** Where the role holds; null or missing: everywhere. */
  portfolioIds?: string[] | null;
}

const mappingsNamed: Naming = (mappings: readonly StoredMapping[], refer) =>
  mappings.map(({ value, roleId, portfolioIds }) => ({
    value,
    role: refer('Role', roleId),
    portfolios: portfolioIds ? portfoliosNamed(portfolioIds as never, refer) : null,
  }));

/** An OpenID provider that opens Vetgraph to its users. */
@Allow('settings:manage')
@ObjectType({ description: 'An OpenID provider whose users can sign in', simpleResolvers: true })
@Kept({
  path: { name: 'identityProviders' },
  secrets: { secretBox: 'clientSecret' },
  volatile: ['lastUsedAt'],
  named: { roleMappings: mappingsNamed },
})
@Shared('How people sign in is theirs, wherever their role holds')
@Entity()
@Unique({ name: 'identity_provider_taken', properties: ['issuer', 'clientId'] })
export class IdentityProvider extends Editable {
  [HiddenProps]?: 'secretBox' | 'roleMappings';

  @Field(() => String, { description: 'What the button on the sign-in page says' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, { description: 'The address that identifies the provider' })
  @Property({ type: 'text' })
  issuer!: string;

  @Field(() => String, { description: 'What the provider calls us' })
  @Property({ type: 'text' })
  clientId!: string;

  /** The client secret, sealed. */
  @Property({ type: 'text', hidden: true })
  secretBox!: string;

  @Field(() => Boolean, { description: 'Whether people can sign in by it' })
  @Property({ type: 'boolean', default: true })
  isEnabled: Opt<boolean> = true;

  @Field(() => Boolean, { description: 'Whether someone nobody knows becomes a user' })
  @Property({ type: 'boolean', default: false })
  isJitEnabled: Opt<boolean> = false;

  @Field(() => Boolean, {
    description: 'Its e-mail addresses count as verified without email_verified: for a directory in which only administrators set them',
  })
  @Property({ type: 'boolean', default: false })
  isEmailTrusted: Opt<boolean> = false;

  @Field(() => [String], { description: 'Asked for besides openid, email and profile' })
  @Property({ type: 'text[]', default: [] })
  scopes: Opt<string[]> = [];

  @Field(() => String, {
    nullable: true,
    description:
      'The claim of the ID token, else of UserInfo, that the mappings look at: a text or a list of texts; dots reach into objects',
  })
  @Property({ type: 'text', nullable: true })
  roleClaim?: string | null;

  @Property({ type: 'json', defaultRaw: "'[]'", hidden: true })
  roleMappings: Opt<StoredMapping[]> = [];

  @ManyToOne(() => Role, { ref: true, nullable: true, deleteRule: 'restrict', index: 'identity_provider_by_role' })
  defaultRole?: Ref<Role> | null;

  @NoPast()
  @Field(() => DateTimeScalar, { nullable: true, description: 'When someone last signed in by it' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  lastUsedAt?: Date | null;
}
