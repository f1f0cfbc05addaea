import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { Allow, Makes, Sensitive } from '../../auth/permissions';
import { IdInput } from '../../graphql/inputs';
import { type RequestContext } from '../../kernel/context';
import { LoginPayload, UserPayload } from '../user/user.inputs';
import { userById } from '../user/user.service';
import {
  InviteUserInput,
  RequestPasswordResetInput,
  RequestPasswordResetPayload,
  ResetPasswordInput,
  ResetPasswordPayload,
} from './account-link.inputs';
import * as links from './account-link.service';

@Resolver()
export class AccountLinkResolver {
  @Allow('anyone')
  @Mutation(() => RequestPasswordResetPayload, {
    description: 'Mails a link for a new password. The answer is the same, and takes as long, whether or not there is such a person',
  })
  async requestPasswordReset(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => RequestPasswordResetInput) { email }: RequestPasswordResetInput,
  ) {
    await links.requestPasswordReset(ctx, email);
    return { isAccepted: true };
  }

  @Allow('anyone')
  @Mutation(() => ResetPasswordPayload, {
    description: 'Sets a new password by the link, which works once, within 30 minutes; ends all sessions and signs nobody in',
  })
  async resetPassword(@Ctx() ctx: RequestContext, @Arg('input', () => ResetPasswordInput) input: ResetPasswordInput) {
    return { email: await links.resetPassword(ctx, input) };
  }

  @Allow('users:manage')
  @Makes()
  @Sensitive()
  @Mutation(() => UserPayload, { description: 'Creates a user without a password, and mails a link to choose one: once, within 7 days' })
  async inviteUser(@Ctx() ctx: RequestContext, @Arg('input', () => InviteUserInput) input: InviteUserInput) {
    return this.payload(ctx, await links.inviteUser(ctx, input));
  }

  @Allow('users:manage')
  @Sensitive()
  @Mutation(() => UserPayload, { description: 'Mails a new link to someone who has no password yet; the one before stops working' })
  async resendInvitation(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    await links.resendInvitation(ctx, id);
    return this.payload(ctx, id);
  }

  @Allow('anyone')
  @Mutation(() => LoginPayload, { description: 'Sets the password by the link of an invitation, and the session cookie' })
  async acceptInvitation(@Ctx() ctx: RequestContext, @Arg('input', () => ResetPasswordInput) input: ResetPasswordInput) {
    return this.payload(ctx, await links.acceptInvitation(ctx, input));
  }

  private async payload(ctx: RequestContext, id: string) {
    return { user: await ctx.load(userById, id) };
  }
}
