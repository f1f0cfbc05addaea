import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { ALL_PERMISSIONS, Allow, AlsoNeeds, Makes, type Permission, Sensitive } from '../../auth/permissions';
import { NoPast } from '../../graphql/as-of';
import { type Reading, Reads, ReadsWhole } from '../../graphql/engine/look-ahead';
import { IdInput } from '../../graphql/inputs';
import { type RequestContext } from '../../kernel/context';
import { Settings } from '../settings/settings.entity';
import { Role } from '../user/role.entity';
import { roleById } from '../user/role.service';
import { User } from '../user/user.entity';
import { userById } from '../user/user.service';
import { Portfolio } from '../vendor/portfolio.entity';
import { portfoliosOf } from '../vendor/portfolio.service';
import { ScimGroup } from './scim-group.entity';
import { ScimGroupPayload, SetScimGroupRoleInput } from './scim-group.inputs';
import * as groups from './scim-group.service';
import { defaultRoleId } from './scim-role.service';
import { ScimToken } from './scim-token.entity';
import { CreateScimTokenInput, CreateScimTokenPayload, ScimTokenPayload } from './scim-token.inputs';
import * as tokens from './scim-token.service';

/** Whoever provisions users decides who can do what, so deciding about that needs everything. */
const EVERYTHING = ALL_PERMISSIONS as [Permission, ...Permission[]];

@Resolver(() => ScimToken)
export class ScimTokenResolver {
  @Allow('settings:manage')
  @Query(() => [ScimToken], { description: 'All SCIM tokens, newest first, revoked ones too' })
  scimTokens(@Ctx() ctx: RequestContext) {
    return tokens.listTokens(ctx);
  }

  @Reads(ScimToken, 'createdById')
  @FieldResolver(() => User, { nullable: true, description: 'Who created the token; null once that user is deleted' })
  createdBy(@Root() { createdById }: Reading<ScimToken, 'createdById'>, @Ctx() ctx: RequestContext) {
    return createdById ? ctx.load(userById, createdById) : null;
  }

  @Allow('settings:manage')
  @AlsoNeeds(...EVERYTHING)
  @Makes()
  @Sensitive()
  @Mutation(() => CreateScimTokenPayload, {
    description:
      'Creates a SCIM token; the whole token is returned only once. It opens /scim/v2 and nothing else. As whoever holds it decides about users, this needs every permission there is',
  })
  async createScimToken(@Ctx() ctx: RequestContext, @Arg('input', () => CreateScimTokenInput) input: CreateScimTokenInput) {
    const { id, token } = await tokens.createToken(ctx, input);
    return { scimToken: await ctx.load(tokens.tokenById, id), token };
  }

  @Allow('settings:manage')
  @Mutation(() => ScimTokenPayload, { description: 'Permanently revokes a SCIM token; its record is kept' })
  async revokeScimToken(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    await tokens.revokeToken(ctx, id);
    return { scimToken: await ctx.load(tokens.tokenById, id) };
  }
}

@Resolver(() => ScimGroup)
export class ScimGroupResolver {
  @Allow('settings:manage')
  @Query(() => [ScimGroup], { description: 'All groups of the identity provider, by name' })
  scimGroups(@Ctx() ctx: RequestContext) {
    return groups.listGroups(ctx);
  }

  @Reads(ScimGroup, 'roleId')
  @FieldResolver(() => Role, { nullable: true, description: 'The role that its members get; null: none' })
  role(@Root() { roleId }: Reading<ScimGroup, 'roleId'>, @Ctx() ctx: RequestContext) {
    return roleId ? ctx.load(roleById, roleId) : null;
  }

  @Reads(ScimGroup, 'portfolioIds')
  @FieldResolver(() => [Portfolio], { nullable: true, description: 'Where that role holds, by name; null: everywhere' })
  portfolios(@Root() { portfolioIds }: Reading<ScimGroup, 'portfolioIds'>, @Ctx() ctx: RequestContext) {
    return portfoliosOf(ctx, portfolioIds);
  }

  @NoPast()
  @Reads(ScimGroup)
  @FieldResolver(() => Int, { description: 'Number of its members' })
  memberCount(@Root() { id }: Reading<ScimGroup>, @Ctx() ctx: RequestContext) {
    return ctx.load(groups.memberCount, id);
  }

  @Allow('settings:manage')
  @AlsoNeeds(...EVERYTHING)
  @Sensitive()
  @Mutation(() => ScimGroupPayload, {
    description: 'Decides which role members of a group get, with immediate effect; needs every permission there is',
  })
  async setScimGroupRole(@Ctx() ctx: RequestContext, @Arg('input', () => SetScimGroupRoleInput) input: SetScimGroupRoleInput) {
    await groups.setGroupRole(ctx, input);
    return { group: await ctx.load(groups.groupById, input.id) };
  }
}

@Resolver(() => Settings)
export class ScimSettingsResolver {
  @ReadsWhole()
  @FieldResolver(() => Role, { description: 'The role of provisioned users whom no group gives one; Viewer until set' })
  async scimDefaultRole(@Ctx() ctx: RequestContext) {
    return ctx.load(roleById, await ctx.load(defaultRoleId, 'settings'));
  }
}
