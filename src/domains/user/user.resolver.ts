import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow, BeforeSetup, Makes, Sensitive } from '../../auth/permissions';
import { type RequestContext } from '../../kernel/context';
import { DeleteInput, DeletePayload } from '../../graphql/inputs';
import { Role } from './role.entity';
import { roleById } from './role.service';
import { User } from './user.entity';
import {
  AssignRoleInput,
  ChangeUserRoleInput,
  CreateUserInput,
  ResetUserPasswordInput,
  SetUserDisabledInput,
  UpdateUserInput,
  UserPayload,
} from './user.inputs';
import * as users from './user.service';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';

@Resolver(() => User)
export class UserResolver {
  @Allow('anyone')
  @BeforeSetup()
  @Query(() => User, { nullable: true, description: 'Who is signed in; null for anonymous callers and API keys' })
  me(@Ctx() ctx: RequestContext) {
    return ctx.caller.userId ? ctx.load(users.userById, ctx.caller.userId) : null;
  }

  @Allow('users:manage')
  @Query(() => [User], { description: 'All users, by name' })
  users(@Ctx() ctx: RequestContext) {
    return users.listUsers(ctx);
  }

  @Allow('vendors:view', 'assessments:view')
  @Query(() => [User], { description: 'Users who can be assigned vendors, reviews or tasks, by name' })
  assignees(@Ctx() ctx: RequestContext) {
    return users.listAssignees(ctx);
  }

  @Reads(User, 'roleId')
  @FieldResolver(() => Role, { description: 'The user’s permissions' })
  role(@Root() user: Reading<User, 'roleId'>, @Ctx() ctx: RequestContext) {
    return ctx.load(roleById, user.roleId);
  }

  @Allow('users:manage')
  @Makes()
  @Sensitive()
  @Mutation(() => UserPayload, { description: 'Creates a user' })
  async createUser(@Ctx() ctx: RequestContext, @Arg('input', () => CreateUserInput) input: CreateUserInput) {
    return this.payload(ctx, await users.createUser(ctx, input));
  }

  @Allow('users:manage')
  @Sensitive()
  @Mutation(() => UserPayload, { description: "Changes a user's name or e-mail address" })
  async updateUser(@Ctx() ctx: RequestContext, @Arg('input', () => UpdateUserInput) input: UpdateUserInput) {
    await users.updateUser(ctx, input);
    return this.payload(ctx, input.id);
  }

  @Allow('users:manage')
  @Mutation(() => UserPayload, {
    description: 'Revokes or restores access, starting with the next request. To restore it is a sensitive change',
  })
  async setUserDisabled(@Ctx() ctx: RequestContext, @Arg('input', () => SetUserDisabledInput) input: SetUserDisabledInput) {
    await users.setUserDisabled(ctx, input);
    return this.payload(ctx, input.id);
  }

  @Allow('users:manage')
  @Sensitive()
  @Mutation(() => UserPayload, { description: "Changes a user's role, starting with the next request; portfolios stay as they are" })
  async changeUserRole(@Ctx() ctx: RequestContext, @Arg('input', () => ChangeUserRoleInput) input: ChangeUserRoleInput) {
    await users.changeUserRole(ctx, input);
    return this.payload(ctx, input.id);
  }

  @Allow('users:manage')
  @Sensitive()
  @Mutation(() => UserPayload, {
    description: "Sets a user's role, everywhere or in these portfolios only, starting with the next request",
  })
  async assignRole(@Ctx() ctx: RequestContext, @Arg('input', () => AssignRoleInput) input: AssignRoleInput) {
    await users.assignRole(ctx, input);
    return this.payload(ctx, input.userId);
  }

  @Allow('users:manage')
  @Sensitive()
  @Mutation(() => UserPayload, { description: 'Sets a new password and ends all sessions of the user' })
  async resetUserPassword(@Ctx() ctx: RequestContext, @Arg('input', () => ResetUserPasswordInput) input: ResetUserPasswordInput) {
    await users.resetUserPassword(ctx, input);
    return this.payload(ctx, input.id);
  }

  @Allow('users:manage')
  @Mutation(() => DeletePayload, { description: 'Deletes a user; what the user did stays on record' })
  async deleteUser(@Ctx() ctx: RequestContext, @Arg('input', () => DeleteInput) { id }: DeleteInput) {
    await users.deleteUser(ctx, id);
    return { deletedId: id };
  }

  private async payload(ctx: RequestContext, id: string) {
    return { user: await ctx.load(users.userById, id) };
  }
}
