import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow, Makes, Sensitive } from '../../auth/permissions';
import { type RequestContext } from '../../kernel/context';
import { DeleteInput, DeletePayload } from '../../graphql/inputs';
import { everyPermission, PermissionInfo, PermissionWord, wordsOf } from './permission.types';
import { Role } from './role.entity';
import { CreateRoleInput, RolePayload, UpdateRoleInput } from './role.inputs';
import { createRole, deleteRole, listRoles, roleById, updateRole } from './role.service';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';

@Resolver(() => Role)
export class RoleResolver {
  @Allow('roles:manage', 'users:manage')
  @Query(() => [Role], { description: 'All roles: the system ones first, then by name' })
  roles(@Ctx() ctx: RequestContext) {
    return listRoles(ctx);
  }

  @Allow('signed-in')
  @Query(() => [PermissionInfo], { description: 'Every permission that a role or an API key can hold' })
  permissions() {
    return everyPermission();
  }

  @Reads(Role, 'permissions')
  @FieldResolver(() => [PermissionWord], { description: 'The same permissions as enum values' })
  grants(@Root() { permissions }: Reading<Role, 'permissions'>) {
    return wordsOf(permissions);
  }

  @Allow('roles:manage')
  @Makes()
  @Sensitive()
  @Mutation(() => RolePayload, { description: 'Creates a role' })
  async createRole(@Ctx() ctx: RequestContext, @Arg('input', () => CreateRoleInput) input: CreateRoleInput) {
    return { role: await ctx.load(roleById, await createRole(ctx, input)) };
  }

  @Allow('roles:manage')
  @Sensitive()
  @Mutation(() => RolePayload, { description: 'Changes a custom role; users with the role are affected from their next request' })
  async updateRole(@Ctx() ctx: RequestContext, @Arg('input', () => UpdateRoleInput) input: UpdateRoleInput) {
    await updateRole(ctx, input);
    return { role: await ctx.load(roleById, input.id) };
  }

  @Allow('roles:manage')
  @Mutation(() => DeletePayload, { description: 'Deletes a role that no user has' })
  async deleteRole(@Ctx() ctx: RequestContext, @Arg('input', () => DeleteInput) { id }: DeleteInput) {
    await deleteRole(ctx, id);
    return { deletedId: id };
  }
}
