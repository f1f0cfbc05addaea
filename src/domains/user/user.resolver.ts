import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow, Makes } from '../../auth/permissions';
import { type RequestContext } from '../../kernel/context';
import { DeleteInput, DeletePayload } from '../../graphql/inputs';
import { createFirstAdministrator, hasAdministrator } from './first-administrator.service';
import { Role } from './role.entity';
import { roleById } from './role.service';
import { changePassword, login, logout } from './session.service';
import { User } from './user.entity';
import {
  ChangePasswordInput,
  ChangeUserRoleInput,
  CreateFirstAdministratorInput,
  CreateUserInput,
  LoginInput,
  LoginPayload,
  ResetUserPasswordInput,
  SetUserDisabledInput,
  Setup,
  UpdateUserInput,
  UserPayload,
} from './user.inputs';
import * as users from './user.service';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { NoPast } from '../../graphql/as-of';

@Resolver(() => User)
export class UserResolver {
  @Allow('anyone')
  @Query(() => User, { nullable: true, description: 'Who is signed in; null for anonymous callers and API keys' })
  me(@Ctx() ctx: RequestContext) {
    return ctx.caller.userId ? ctx.load(users.userById, ctx.caller.userId) : null;
  }

  @Allow('anyone')
  @NoPast()
  @Query(() => Setup, { description: 'Setup state of this installation' })
  async setup(@Ctx() ctx: RequestContext) {
    return { administratorExists: await hasAdministrator(ctx.database) };
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

  @Allow('anyone')
  @Mutation(() => LoginPayload, { description: 'Signs in and sets the session cookie' })
  async login(@Ctx() ctx: RequestContext, @Arg('input', () => LoginInput) input: LoginInput) {
    return this.payload(ctx, await login(ctx, input));
  }

  @Allow('anyone')
  @Mutation(() => LoginPayload, {
    description: 'Creates the first administrator and signs in; CONFLICT once there is an administrator',
  })
  async createFirstAdministrator(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => CreateFirstAdministratorInput) input: CreateFirstAdministratorInput,
  ) {
    return this.payload(ctx, await createFirstAdministrator(ctx, input));
  }

  @Allow('anyone')
  @Mutation(() => Boolean, { description: 'Signs out and ends the session; false if there was none' })
  logout(@Ctx() ctx: RequestContext) {
    return logout(ctx);
  }

  @Allow('signed-in')
  @Mutation(() => UserPayload, { description: 'Changes your own password and ends your other sessions' })
  async changePassword(@Ctx() ctx: RequestContext, @Arg('input', () => ChangePasswordInput) input: ChangePasswordInput) {
    return this.payload(ctx, await changePassword(ctx, input));
  }

  @Allow('users:manage')
  @Makes()
  @Mutation(() => UserPayload, { description: 'Creates a user' })
  async createUser(@Ctx() ctx: RequestContext, @Arg('input', () => CreateUserInput) input: CreateUserInput) {
    return this.payload(ctx, await users.createUser(ctx, input));
  }

  @Allow('users:manage')
  @Mutation(() => UserPayload, { description: "Changes a user's name or e-mail address" })
  async updateUser(@Ctx() ctx: RequestContext, @Arg('input', () => UpdateUserInput) input: UpdateUserInput) {
    await users.updateUser(ctx, input);
    return this.payload(ctx, input.id);
  }

  @Allow('users:manage')
  @Mutation(() => UserPayload, { description: 'Revokes or restores access, starting with the next request' })
  async setUserDisabled(@Ctx() ctx: RequestContext, @Arg('input', () => SetUserDisabledInput) input: SetUserDisabledInput) {
    await users.setUserDisabled(ctx, input);
    return this.payload(ctx, input.id);
  }

  @Allow('users:manage')
  @Mutation(() => UserPayload, { description: "Changes a user's role, starting with the next request" })
  async changeUserRole(@Ctx() ctx: RequestContext, @Arg('input', () => ChangeUserRoleInput) input: ChangeUserRoleInput) {
    await users.changeUserRole(ctx, input);
    return this.payload(ctx, input.id);
  }

  @Allow('users:manage')
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
