import { Entity, Index, Property } from '@mikro-orm/core';
import { Field, ObjectType } from 'type-graphql';
import { Allow, type Permission } from '../../auth/permissions';
import { Editable, FOLDED_NAME } from '../../graphql/base.entity';
import { Kept } from '../../database/record/kept';
import { Shared } from '../../database/scope/scoped';

@Allow('signed-in')
@ObjectType({ description: 'A named set of permissions that users hold', simpleResolvers: true })
@Kept({ path: { name: 'roles' } })
@Shared('What people may do, not where')
@Entity()
@Index({ name: 'role_name_taken', expression: 'create unique index "role_name_taken" on "role" (lower("name"))' })
@Index({
  name: 'role_name_folded_taken',
  expression: `create unique index "role_name_folded_taken" on "role" (${FOLDED_NAME})`,
})
export class Role extends Editable {
  @Field(() => String, { description: 'Name of the role' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'What the role is for' })
  @Property({ type: 'text', nullable: true })
  description?: string | null;

  @Field(() => [String], { description: 'The permissions its holders have' })
  @Property({ type: 'text[]' })
  permissions!: Permission[];

  @Field(() => Boolean, { description: 'Built in: it can be neither changed nor deleted' })
  @Property({ type: 'boolean', default: false })
  isSystem: boolean = false;
}
