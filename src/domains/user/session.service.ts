import { z } from 'zod';
import { SYSTEM } from '../../kernel/caller';
import { hashPassword, passwordMatches, passwordRule } from '../../auth/passwords';
import { consume, refund, reset } from '../../auth/rate-limit';
import { endSession, endSessionsOf, SignInMethod, startSession } from '../../auth/sessions';
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
  const failed = (reason: string) => recordFailure(ctx, { email, account, method: SignInMethod.PASSWORD, reason });
  if (refused) {
    // Only the first rejection in a window is recorded; otherwise anyone could flood the log.
    if (refused.isFirstRefusal) await failed('too many attempts');
    throw rateLimited(refused.resetsIn);
  }

  const matches = await passwordMatches(input.password, account?.passwordHash);
  const isIn = account && matches && !account.isDisabled;
  // Nothing is recorded, and nobody let in, if the password was changed or the account disabled in the meantime.
  const cookie = isIn && (await change(ctx, (tx) => enter(ctx, tx, account, SignInMethod.PASSWORD)));
  if (!cookie) {
    await failed(account?.isDisabled ? 'account is disabled' : 'wrong e-mail address or password');
    throw new Problem('UNAUTHENTICATED', 'Wrong e-mail address or password');
  }
  await reset(ctx.database, accountKey);
  await refund(ctx.database, addressKey);
  ctx.request.setSessionCookie?.(cookie);
  return account.id;
}

/** Who signs in. With a password hash: only if it still is the account's. */
interface Entering {
  id: string;
  name: string;
  passwordHash?: string;
}

/** Starts a session for an authenticated user. Returns the cookie value; undefined if the user has lost access since. */
export async function enter(
  ctx: RequestContext,
  tx: Change,
  { id, name, passwordHash }: Entering,
  method: SignInMethod,
): Promise<string | undefined> {
  const { address, userAgent } = ctx.request;
  if (!(await tx.one(store.markSignedIn(id, passwordHash ?? null)))) return undefined;
  tx.record({ action: 'LOGIN', entity: { type: 'User', id, name }, actor: { userId: id, name }, meta: { method, address } });
  return startSession(tx, ctx.services.sessionSecret, { userId: id, userAgent, address, method });
}

interface FailedSignIn {
  /** As it was entered or claimed. */
  email: string;
  account: { id: string; name: string } | undefined;
  method: SignInMethod;
  reason: string;
}

/** Records that someone was not let in. */
async function recordFailure(ctx: RequestContext, { email, account, method, reason }: FailedSignIn): Promise<void> {
  await change(ctx, async (tx) => {
    tx.record({
      action: 'LOGIN_FAILED',
      entity: account && { type: 'User', id: account.id, name: account.name },
      actor: { userId: account?.id ?? null, name: account?.name ?? SYSTEM.name },
      meta: { email, method, address: ctx.request.address, reason },
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
    // Someone may have reset it in the meantime.
    if (!(await tx.one(store.setPassword(userId, passwordHash, account!.passwordHash)))) throw badInput({ currentPassword: 'is wrong' });
    await endSessionsOf(tx, userId, sessionId);
    tx.record({ action: 'CHANGE_PASSWORD', entity: { type: 'User', id: userId, name: account!.name } });
  });
  return userId;
}
