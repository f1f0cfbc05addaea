import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { ScimGroup } from './scim-group.entity';

@InputType({ description: 'The role that members of a group get' })
export class SetScimGroupRoleInput {
  @Field(() => ID, { description: 'The group' })
  id!: string;

  @Field(() => ID, { nullable: true, description: 'The role; null: the group gives none' })
  roleId?: string | null;

  @Field(() => [ID], { nullable: true, description: 'The portfolios in which it holds, as for assignRole; null: everywhere' })
  portfolioIds?: string[] | null;
}

@Allow('as-parent')
@ObjectType({ description: 'The group after the change', simpleResolvers: true })
export class ScimGroupPayload {
  @Field(() => ScimGroup, { description: 'The group' })
  group!: Row<ScimGroup>;
}
