import { ArrayType, Entity, Index, ManyToOne, Property, type Ref } from '@mikro-orm/core';
import { Field, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Kept, portfoliosNamed } from '../../database/record/kept';
import { Shared } from '../../database/scope/scoped';
import { Editable, foldedColumn } from '../../graphql/base.entity';
import { Role } from '../user/role.entity';

/** A group of the identity provider, which may give its members a role. */
@Allow('settings:manage')
@ObjectType({
  description:
    'A group of the identity provider. Members get its role; of several groups, the role with the most permissions, in all portfolios for which they give it. Without any: Settings.scimDefaultRole',
  simpleResolvers: true,
})
@Kept({
  path: { name: 'scimGroups' },
  title: 'displayName',
  renamed: { portfolioIds: 'portfolios' },
  named: { portfolioIds: portfoliosNamed },
})
@Shared('Of the organisation: only who manages settings, which holds everywhere, gets at it')
@Entity()
@Index({
  name: 'scim_group_name_taken',
  expression: `create unique index "scim_group_name_taken" on "scim_group" (${foldedColumn('display_name')})`,
})
export class ScimGroup extends Editable {
  @Field(() => String, { description: 'Its name at the provider; no two share one, in any case of letters' })
  @Property({ type: 'text' })
  displayName!: string;

  @Field(() => String, { nullable: true, description: 'Its id at the provider' })
  @Property({ type: 'text', nullable: true, index: 'scim_group_by_external_id' })
  externalId?: string | null;

  @ManyToOne(() => Role, { ref: true, nullable: true, deleteRule: 'restrict', index: 'scim_group_by_role' })
  role?: Ref<Role> | null;

  /** Where the role holds; null: everywhere, empty: nowhere. */
  @Property({ type: ArrayType, columnType: 'uuid[]', nullable: true })
  portfolioIds?: string[] | null;
}
