import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { RevisedInput } from '../../graphql/inputs';
import { Role } from './role.entity';

@InputType({ description: 'A role to create' })
export class CreateRoleInput {
  @Field(() => String, { description: 'Unique name' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'What the role is for' })
  description?: string | null;

  @Field(() => [String], { description: 'Permissions, such as vendors:view' })
  permissions!: string[];
}

@InputType({ description: 'Changes to a role; omitted fields keep their value' })
export class UpdateRoleInput extends RevisedInput {
  @Field(() => ID, { description: 'The role' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'New name' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'New description; null clears it' })
  description?: string | null;

  @Field(() => [String], { nullable: true, description: 'The new permissions, replacing the old ones' })
  permissions?: string[] | null;
}

@Allow('as-parent')
@ObjectType({ description: 'The role after the change', simpleResolvers: true })
export class RolePayload {
  @Field(() => Role, { description: 'The role' })
  role!: Row<Role>;
}
