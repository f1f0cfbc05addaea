import { z } from 'zod';
import { SYSTEM } from '../../kernel/caller';
import { hashPassword, passwordMatches, passwordRule } from '../../auth/passwords';
import { consume, refund, reset } from '../../auth/rate-limit';
import { endSession, endSessionsOf, startSession } from '../../auth/sessions';
import type { RequestContext } from '../../kernel/context';
import { badInput, Problem, rateLimited } from '../../kernel/errors';
import { check } from '../../kernel/validate';
import { networkOf } from '../../platform/addresses';
import { firstCharacters } from '../../platform/characters';
import { type Change, change } from '../audit/audit.service';
import type { ChangePasswordInput, LoginInput } from './user.inputs';
import * as store from './user.store';

/** Failed attempts. A whole office may share one address, so addresses get more. */
const PER_ACCOUNT = { limit: 10, windowSeconds: 600 };
const PER_ADDRESS = { limit: 50, windowSeconds: 600 };

/** Signs in and sets the session cookie. Every attempt is recorded, including failed ones. */
export async function login(ctx: RequestContext, input: LoginInput): Promise<string> {
  const email = firstCharacters(input.email.trim().toLowerCase(), 254);
  const accountKey = `login:account:${email}`;
  const addressKey = `login:address:${networkOf(ctx.request.address)}`;
  const used = [await consume(ctx.database, accountKey, PER_ACCOUNT), await consume(ctx.database, addressKey, PER_ADDRESS)];
  const refused = used.find(({ allowed }) => !allowed);
  const account = await ctx.database.one(store.account(email));
  if (refused) {
    // Only the first rejection in a window is recorded; otherwise anyone could flood the log.
    if (refused.isFirstRefusal) await recordFailure(ctx, email, account, 'too many attempts');
    throw rateLimited(refused.resetsIn);
  }

  const matches = await passwordMatches(input.password, account?.passwordHash);
  if (!account || !matches || account.isDisabled) {
    await recordFailure(ctx, email, account, account?.isDisabled ? 'account is disabled' : 'wrong e-mail address or password');
    throw new Problem('UNAUTHENTICATED', 'Wrong e-mail address or password');
  }

  const cookie = await change(ctx, (tx) => enter(ctx, tx, account));
  await reset(ctx.database, accountKey);
  await refund(ctx.database, addressKey);
  ctx.request.setSessionCookie?.(cookie);
  return account.id;
}

/** Starts a session for an authenticated user. Returns the cookie value. */
export async function enter(ctx: RequestContext, tx: Change, { id, name }: { id: string; name: string }): Promise<string> {
  await tx.query(store.markSignedIn(id));
  tx.record({ action: 'LOGIN', entity: { type: 'User', id, name }, actor: { userId: id, name } });
  return startSession(tx, ctx.services.sessionSecret, id, ctx.request.userAgent);
}

async function recordFailure(ctx: RequestContext, email: string, account: store.Account | undefined, reason: string): Promise<void> {
  await change(ctx, async (tx) => {
    tx.record({
      action: 'LOGIN_FAILED',
      entity: account && { type: 'User', id: account.id, name: account.name },
      actor: { userId: account?.id ?? null, name: account?.name ?? SYSTEM.name },
      meta: { email, address: ctx.request.address, reason },
    });
  });
}

/** Also ends the session on the server, so that a copied cookie stops working. */
export async function logout(ctx: RequestContext): Promise<boolean> {
  const { sessionId, userId, name } = ctx.caller;
  if (!sessionId || !userId) return false;
  await change(ctx, async (tx) => {
    await endSession(tx, sessionId);
    tx.record({ action: 'LOGOUT', entity: { type: 'User', id: userId, name } });
  });
  ctx.request.setSessionCookie?.(null);
  return true;
}

/** Changes the user's own password and ends all their other sessions. */
export async function changePassword(ctx: RequestContext, input: ChangePasswordInput): Promise<string> {
  const { userId, sessionId } = ctx.caller;
  if (!userId) throw badInput({ currentPassword: 'can only be changed by a user: an API key has no password' });
  const { newPassword } = check(z.object({ newPassword: passwordRule }), input);
  const attempts = await consume(ctx.database, `password:user:${userId}`, PER_ACCOUNT);
  if (!attempts.allowed) throw rateLimited(attempts.resetsIn);
  const account = await ctx.database.one(store.password(userId));
  if (!(await passwordMatches(input.currentPassword, account?.passwordHash))) {
    throw badInput({ currentPassword: 'is wrong' });
  }
  const passwordHash = await hashPassword(newPassword);
  await change(ctx, async (tx) => {
    await tx.query(store.setPassword(userId, passwordHash));
    await endSessionsOf(tx, userId, sessionId);
    tx.record({ action: 'CHANGE_PASSWORD', entity: { type: 'User', id: userId, name: account!.name } });
  });
  return userId;
}
