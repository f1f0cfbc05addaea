import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow, BeforeSetup } from '../../auth/permissions';
import { NoPast } from '../../graphql/as-of';
import { type RequestContext } from '../../kernel/context';
import { ChangePasswordInput, CreateFirstAdministratorInput, LoginInput, LoginPayload, Setup, UserPayload } from '../user/user.inputs';
import { readSettings } from '../settings/settings.service';
import { userById } from '../user/user.service';
import { isFactorDue } from './factor.service';
import { createFirstAdministrator, hasAdministrator } from './first-administrator.service';
import { reauthenticate } from './reauthentication.service';
import { BeginPasskeyLoginPayload, CompleteLoginInput, ReauthenticateInput, ReauthenticatePayload } from './sign-in.inputs';
import { beginPasskeyLogin, changePassword, completeLogin, login, logout } from './sign-in.service';

@Resolver(() => LoginPayload)
export class SignInResolver {
  @Allow('anyone')
  @NoPast()
  @Query(() => Setup, { description: 'Setup state of this installation' })
  async setup(@Ctx() ctx: RequestContext) {
    const { minPasswordLength } = await readSettings(ctx.database);
    return { administratorExists: await hasAdministrator(ctx.database), minPasswordLength };
  }

  @Allow('anyone')
  @BeforeSetup()
  @Mutation(() => LoginPayload, {
    description:
      'Signs in and sets the session cookie; SECOND_FACTOR_REQUIRED, with a challenge for completeLogin, for someone with a second factor',
  })
  async login(@Ctx() ctx: RequestContext, @Arg('input', () => LoginInput) input: LoginInput) {
    return this.payload(ctx, await login(ctx, input));
  }

  @Allow('anyone')
  @BeforeSetup()
  @Mutation(() => LoginPayload, {
    description:
      'Signs in after SECOND_FACTOR_REQUIRED or beginPasskeyLogin and sets the session cookie; UNAUTHENTICATED if it doesn’t fit',
  })
  async completeLogin(@Ctx() ctx: RequestContext, @Arg('input', () => CompleteLoginInput) input: CompleteLoginInput) {
    return this.payload(ctx, await completeLogin(ctx, input));
  }

  @Allow('anyone')
  @BeforeSetup()
  @Mutation(() => BeginPasskeyLoginPayload, { description: 'Begins signing in by a passkey alone; the passkey must verify the person' })
  beginPasskeyLogin(@Ctx() ctx: RequestContext) {
    return beginPasskeyLogin(ctx);
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
  @BeforeSetup()
  @Mutation(() => Boolean, { description: 'Signs out and ends the session; false if there was none' })
  logout(@Ctx() ctx: RequestContext) {
    return logout(ctx);
  }

  @Allow('signed-in')
  @Mutation(() => UserPayload, { description: 'Changes your own password and ends your other sessions' })
  async changePassword(@Ctx() ctx: RequestContext, @Arg('input', () => ChangePasswordInput) input: ChangePasswordInput) {
    return this.payload(ctx, await changePassword(ctx, input));
  }

  @Allow('signed-in')
  @BeforeSetup()
  @Mutation(() => ReauthenticatePayload, { description: 'Shows again who you are, for the session that asks. API keys are never asked' })
  async reauthenticate(@Ctx() ctx: RequestContext, @Arg('input', () => ReauthenticateInput) input: ReauthenticateInput) {
    return { until: await reauthenticate(ctx, input) };
  }

  @FieldResolver(() => Boolean, { description: 'Until a second factor is set up, this session can do nothing else' })
  isFactorSetupRequired(@Root() { user }: LoginPayload, @Ctx() ctx: RequestContext) {
    return isFactorDue(ctx, user.id);
  }

  private async payload(ctx: RequestContext, id: string) {
    return { user: await ctx.load(userById, id) };
  }
}
