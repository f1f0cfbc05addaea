import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { Allow, BeforeSetup, Sensitive } from '../../auth/permissions';
import { NoPast } from '../../graphql/as-of';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { DeleteInput, DeletePayload, IdInput } from '../../graphql/inputs';
import { type RequestContext } from '../../kernel/context';
import { User } from '../user/user.entity';
import { UserPayload } from '../user/user.inputs';
import { userById } from '../user/user.service';
import { Factor } from './factor.entity';
import {
  BeginPasskeyPayload,
  BeginTotpPayload,
  ConfirmFactorPayload,
  ConfirmPasskeyInput,
  ConfirmTotpInput,
  RecoveryCodesPayload,
} from './factor.inputs';
import * as factors from './factor.service';

@Resolver(() => User)
export class FactorResolver {
  @Reads(User)
  @NoPast()
  @Allow('signed-in')
  @FieldResolver(() => [Factor], {
    nullable: true,
    description: 'Second factors, oldest first; null unless it is you or you hold users:manage',
  })
  factors(@Root() { id }: Reading<User>, @Ctx() ctx: RequestContext) {
    return factors.listFactors(ctx, id);
  }

  @Reads(User)
  @NoPast()
  @Allow('signed-in')
  @FieldResolver(() => Boolean, { description: 'Whether it is you, and you must set up a second factor before you can do anything else' })
  isFactorSetupRequired(@Root() { id }: Reading<User>, @Ctx() { caller }: RequestContext) {
    return caller.userId === id && caller.isFactorDue === true;
  }

  @Allow('signed-in')
  @BeforeSetup()
  @Sensitive()
  @Mutation(() => BeginTotpPayload, {
    description: 'A new secret for an authenticator app (6 digits, SHA-1, 30 seconds), which counts once confirmTotp has seen a code of it',
  })
  beginTotp(@Ctx() ctx: RequestContext) {
    return factors.beginTotp(ctx);
  }

  @Allow('signed-in')
  @BeforeSetup()
  @Sensitive()
  @Mutation(() => ConfirmFactorPayload, { description: 'Adds the authenticator app and ends your other sessions' })
  confirmTotp(@Ctx() ctx: RequestContext, @Arg('input', () => ConfirmTotpInput) input: ConfirmTotpInput) {
    return factors.confirmTotp(ctx, input);
  }

  @Allow('signed-in')
  @BeforeSetup()
  @Sensitive()
  @Mutation(() => BeginPasskeyPayload, { description: 'Begins adding a passkey, which the browser then creates' })
  async beginPasskey(@Ctx() ctx: RequestContext) {
    return { options: await factors.beginPasskey(ctx) };
  }

  @Allow('signed-in')
  @BeforeSetup()
  @Sensitive()
  @Mutation(() => ConfirmFactorPayload, { description: 'Adds the passkey and ends your other sessions' })
  confirmPasskey(@Ctx() ctx: RequestContext, @Arg('input', () => ConfirmPasskeyInput) input: ConfirmPasskeyInput) {
    return factors.confirmPasskey(ctx, input);
  }

  @Allow('signed-in')
  @Sensitive()
  @Mutation(() => DeletePayload, {
    description:
      'Removes one of your own factors and ends your other sessions; with the last one the recovery codes go. CONFLICT where a factor is required',
  })
  async removeFactor(@Ctx() ctx: RequestContext, @Arg('input', () => DeleteInput) { id }: DeleteInput) {
    await factors.removeFactor(ctx, id);
    return { deletedId: id };
  }

  @Allow('signed-in')
  @Sensitive()
  @Mutation(() => RecoveryCodesPayload, { description: 'Ten new recovery codes; the old ones stop working' })
  async regenerateRecoveryCodes(@Ctx() ctx: RequestContext) {
    return { recoveryCodes: await factors.regenerateRecoveryCodes(ctx) };
  }

  @Allow('users:manage')
  @Sensitive()
  @Mutation(() => UserPayload, {
    description: "Removes all of someone else's factors and ends their sessions; the caller needs every permission that the person holds",
  })
  async resetUserFactors(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    await factors.resetUserFactors(ctx, id);
    return { user: await ctx.load(userById, id) };
  }
}
