import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { ALL_PERMISSIONS, Allow, AlsoNeeds, BeforeSetup, Makes, type Permission, Sensitive } from '../../auth/permissions';
import { NoPast } from '../../graphql/as-of';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { DeleteInput, DeletePayload, IdInput } from '../../graphql/inputs';
import { type RequestContext } from '../../kernel/context';
import { Role } from '../user/role.entity';
import { roleById } from '../user/role.service';
import { portfoliosOf } from '../vendor/portfolio.service';
import { IdentityProvider } from './identity-provider.entity';
import {
  CreateIdentityProviderInput,
  IdentityProviderPayload,
  RoleMapping,
  TestIdentityProviderPayload,
  UpdateIdentityProviderInput,
} from './identity-provider.inputs';
import * as providers from './identity-provider.service';
import { testProvider } from './provider-test';
import { signInOptions } from './sign-in-options.service';
import { SignInOptions } from './sign-in-options.types';
import { backchannelLogoutUrl, callbackUrl } from './sign-on.service';

/** A provider can sign in as anyone, so whoever decides about it must be able to do everything. */
const EVERYTHING = ALL_PERMISSIONS as [Permission, ...Permission[]];

@Resolver(() => IdentityProvider)
export class IdentityProviderResolver {
  @Allow('anyone')
  @BeforeSetup()
  @NoPast()
  @Query(() => SignInOptions, { description: 'For strangers: what the sign-in page offers' })
  signInOptions(@Ctx() ctx: RequestContext) {
    return signInOptions(ctx);
  }

  @Allow('settings:manage')
  @Query(() => [IdentityProvider], { description: 'All identity providers, by name' })
  identityProviders(@Ctx() ctx: RequestContext) {
    return providers.listProviders(ctx);
  }

  @Allow('settings:manage')
  @Query(() => IdentityProvider, { nullable: true, description: 'One identity provider; null if there is none with this id' })
  identityProvider(@Ctx() ctx: RequestContext, @Arg('id', () => ID, { description: 'The id of the provider' }) id: string) {
    return ctx.load(providers.providerById, id);
  }

  @Reads(IdentityProvider)
  @FieldResolver(() => [RoleMapping], { description: 'Which value of the role claim gives which role; the first that fits wins' })
  async roleMappings(@Root() { id }: Reading<IdentityProvider>, @Ctx() ctx: RequestContext) {
    const mappings = await ctx.load(providers.mappingsOf, id);
    return Promise.all(
      mappings.map(async ({ value, roleId, portfolioIds }) => ({
        value,
        role: await ctx.load(roleById, roleId),
        portfolios: await portfoliosOf(ctx, portfolioIds),
      })),
    );
  }

  @Reads(IdentityProvider, 'defaultRoleId')
  @FieldResolver(() => Role, { nullable: true, description: 'The role of those for whom no mapping fits; null: they are refused' })
  defaultRole(@Root() { defaultRoleId }: Reading<IdentityProvider, 'defaultRoleId'>, @Ctx() ctx: RequestContext) {
    return defaultRoleId ? ctx.load(roleById, defaultRoleId) : null;
  }

  @Reads(IdentityProvider)
  @FieldResolver(() => String, { description: 'Where people come back to: to be registered at the provider' })
  callbackUrl(@Root() { id }: Reading<IdentityProvider>, @Ctx() ctx: RequestContext) {
    return callbackUrl(ctx, id);
  }

  @Reads(IdentityProvider)
  @FieldResolver(() => String, { description: 'Where the provider tells that someone signed out: to be registered there' })
  backchannelLogoutUrl(@Root() { id }: Reading<IdentityProvider>, @Ctx() ctx: RequestContext) {
    return backchannelLogoutUrl(ctx, id);
  }

  @Allow('settings:manage')
  @AlsoNeeds(...EVERYTHING)
  @Makes()
  @Sensitive()
  @Mutation(() => IdentityProviderPayload, {
    description: 'Adds a provider. As it can sign in as anyone, this needs every permission there is',
  })
  async createIdentityProvider(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => CreateIdentityProviderInput) input: CreateIdentityProviderInput,
  ) {
    return this.payload(ctx, await providers.createProvider(ctx, input));
  }

  @Allow('settings:manage')
  @AlsoNeeds(...EVERYTHING)
  @Sensitive()
  @Mutation(() => IdentityProviderPayload, {
    description: 'Changes a provider; needs every permission there is. Turning it off, or a new issuer, ends the sessions that it opened',
  })
  async updateIdentityProvider(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => UpdateIdentityProviderInput) input: UpdateIdentityProviderInput,
  ) {
    await providers.updateProvider(ctx, input);
    return this.payload(ctx, input.id);
  }

  @Allow('settings:manage')
  @Sensitive()
  @Mutation(() => DeletePayload, { description: 'Removes a provider and ends the sessions that it opened; users stay' })
  async deleteIdentityProvider(@Ctx() ctx: RequestContext, @Arg('input', () => DeleteInput) { id }: DeleteInput) {
    await providers.deleteProvider(ctx, id);
    return { deletedId: id };
  }

  @Allow('settings:manage')
  @Mutation(() => TestIdentityProviderPayload, {
    description:
      'Asks the provider for its discovery document and keys, and tries the client and the redirect URI, now; never an error because the provider is at fault',
  })
  async testIdentityProvider(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    const checks = await testProvider(ctx, id);
    return { isOk: checks.every(({ isOk }) => isOk), checks };
  }

  private async payload(ctx: RequestContext, id: string) {
    return { provider: await ctx.load(providers.providerById, id) };
  }
}
