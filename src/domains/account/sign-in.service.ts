import { sha256 } from '../../auth/api-keys';
import { passwordMatches } from '../../auth/passwords';
import { consume, refund, reset } from '../../auth/rate-limit';
import { endSession, endSessionsOf, SignInMethod, type StartedSession, startSession } from '../../auth/sessions';
import { SYSTEM } from '../../kernel/caller';
import type { RequestContext } from '../../kernel/context';
import { badInput, forbidden, Problem, rateLimited, unauthenticated } from '../../kernel/errors';
import { networkOf } from '../../platform/addresses';
import { firstCharacters } from '../../platform/characters';
import { type Change, change } from '../audit/audit.service';
import { hashNewPassword } from '../user/password.service';
import type { ChangePasswordInput, LoginInput } from '../user/user.inputs';
import * as userStore from '../user/user.store';
import { answer, type Challenge, countTry, pose, readChallenge } from './challenge';
import { deviceHashes, knownDevice, rememberDevice } from './device.service';
import type { CompleteLoginInput } from './sign-in.inputs';
import * as factorStore from './factor.store';
import { claimedId, requestOptions } from './passkeys';
import { assertOneOf, countProof, type FactorWay, factorWays, misfit, type Tries, usePasskey, useProof, wayOf } from './proof.service';

/**
 * Failed attempts. They are counted for an account and an address together, so that nobody can lock out others by guessing; a
 * browser that was used before is counted by itself. A whole office may share one address, so an address gets more.
 */
const PER_PAIR = { limit: 10, windowSeconds: 600 };
const PER_DEVICE = PER_PAIR;
const PER_ADDRESS = { limit: 50, windowSeconds: 600 };
/** From all addresses together: only many computers at once get there. Then browsers that were used before still get in. */
const PER_ACCOUNT = { limit: 1_000, windowSeconds: 600 };

export const passwordsOff = () => forbidden('Your organisation has turned off passwords for your account. Sign in another way');
const WRONG = 'Wrong e-mail address or password';

/** Signs in and sets the session cookie, unless a second factor is needed. Every attempt is recorded, including failed ones. */
export async function login(ctx: RequestContext, input: LoginInput): Promise<string> {
  const email = firstCharacters(input.email.trim().toLowerCase(), 254);
  const account = await ctx.database.one(userStore.account(email));
  const failed = (reason: string) => recordFailure(ctx, { email, account, method: SignInMethod.PASSWORD, reason });
  const tries = await countTries(ctx, email, account?.id);
  if (tries.refused) {
    // Only the first rejection in a window is recorded; otherwise anyone could flood the log.
    if (tries.refused.isFirstRefusal) await failed('too many attempts');
    throw rateLimited(tries.refused.resetsIn);
  }
  const matches = await passwordMatches(input.password, account?.passwordHash);
  const isRight = account && matches && !account.isDisabled;
  if (isRight && !account.mayUsePassword) {
    await failed('sign-in by password is off');
    throw passwordsOff();
  }
  if (isRight) {
    const required = await secondFactorRequired(ctx, account);
    if (required) {
      await tries.takeBack();
      throw required;
    }
  }
  // Nothing is recorded, and nobody let in, if the password was changed or the account disabled in the meantime.
  const entered = isRight && (await change(ctx, (tx) => enter(ctx, tx, account, { method: SignInMethod.PASSWORD })));
  if (!entered) {
    const addedMeanwhile = isRight && (await secondFactorRequired(ctx, account));
    if (addedMeanwhile) throw addedMeanwhile;
    await failed(account?.isDisabled ? 'account is disabled' : 'wrong e-mail address or password');
    throw unauthenticated(WRONG);
  }
  await tries.takeBack();
  admit(ctx, entered);
  return account.id;
}

async function countTries(ctx: RequestContext, email: string, userId: string | undefined): Promise<Tries> {
  const { database } = ctx;
  const device = userId && (await knownDevice(ctx, userId));
  const network = networkOf(ctx.request.address);
  const own = device ? `login:device:${device}` : `login:account:${email} ${network}`;
  const shared = device
    ? []
    : ([
        [`login:address:${network}`, PER_ADDRESS],
        [`login:account:${email}`, PER_ACCOUNT],
      ] as const);
  const used = [await consume(database, own, device ? PER_DEVICE : PER_PAIR)];
  for (const [key, rate] of shared) used.push(await consume(database, key, rate));
  return {
    refused: used.find(({ allowed }) => !allowed),
    async takeBack() {
      await reset(database, own);
      for (const [key] of shared) await refund(database, key);
    },
  };
}

/** What to answer to someone who has shown the password and has a second factor. */
export async function secondFactorRequired(ctx: RequestContext, account: Pick<userStore.Account, 'id' | 'passwordHash'>) {
  const { hasFactor, ways: methods, passkeyOptions } = await factorWays(ctx, ctx.database, account.id);
  if (!hasFactor) return undefined;
  const asked = { userId: account.id, passwordMark: sha256(account.passwordHash!), passkeyChallenge: passkeyOptions?.challenge };
  const challenge = pose(ctx, { purpose: 'login', ...asked });
  return new Problem('SECOND_FACTOR_REQUIRED', 'A second factor is required', { challenge, methods, passkeyOptions });
}

/** For a sign-in by passkey alone: the browser offers those that it has for us. */
export async function beginPasskeyLogin(ctx: RequestContext): Promise<{ challenge: string; options: unknown }> {
  const options = await requestOptions(ctx.services);
  return { challenge: pose(ctx, { purpose: 'passkey-login', passkeyChallenge: options.challenge }), options };
}

const OVER = 'This sign-in has expired. Start over';
const TOO_MANY = 'Too many wrong tries. Start over';

/** The rest of a sign-in, after SECOND_FACTOR_REQUIRED or beginPasskeyLogin. */
export async function completeLogin(ctx: RequestContext, input: CompleteLoginInput): Promise<string> {
  assertOneOf(input, ['code', 'assertion', 'recoveryCode']);
  const challenge = readChallenge(ctx, input.challenge, ['login', 'passkey-login']);
  if (!challenge) throw unauthenticated(OVER);
  const tried = await countTry(ctx, challenge);
  if (tried !== 'allowed') throw unauthenticated(tried === 'too many' ? TOO_MANY : OVER);
  const shown = challenge.purpose === 'login' ? await secondStep(ctx, challenge, input) : await passkeyAlone(ctx, challenge, input);
  admit(ctx, shown.entered);
  return shown.id;
}

interface Shown {
  id: string;
  entered: Entered;
}

async function secondStep(ctx: RequestContext, challenge: Challenge, input: CompleteLoginInput): Promise<Shown> {
  const userId = challenge.userId!;
  const tries = await countProof(ctx, userId, input);
  const account = await ctx.database.one(userStore.accountOf(userId));
  const method = SignInMethod.PASSWORD;
  const failed = (reason: string) => recordFailure(ctx, { email: account?.email ?? null, account, method, factor: wayOf(input), reason });
  if (tries.refused) {
    if (tries.refused.isFirstRefusal) await failed('too many attempts');
    throw rateLimited(tries.refused.resetsIn);
  }
  if (!account || account.isDisabled || !account.mayUsePassword || sha256(account.passwordHash ?? '') !== challenge.passwordMark)
    throw unauthenticated(OVER);
  const entered = await change(ctx, async (tx) => {
    const factor = await useProof(ctx, tx, userId, input, challenge.passkeyChallenge);
    return factor && (await answer(tx, challenge)) ? enter(ctx, tx, account, { method, factor }) : undefined;
  });
  if (entered) {
    await tries.takeBack();
    return { id: userId, entered };
  }
  await failed('wrong second factor');
  throw unauthenticated(misfit(input));
}

async function passkeyAlone(ctx: RequestContext, challenge: Challenge, { assertion }: CompleteLoginInput): Promise<Shown> {
  const credentialId = claimedId(assertion);
  const factor = credentialId ? await ctx.database.one(factorStore.byCredential(credentialId)) : undefined;
  const account = factor && (await ctx.database.one(userStore.accountOf(factor.userId)));
  const method = SignInMethod.PASSKEY;
  const tries = await countTries(ctx, account?.email ?? 'unknown passkey', account?.id);
  if (tries.refused) throw rateLimited(tries.refused.resetsIn);
  const entered =
    account &&
    !account.isDisabled &&
    (await change(ctx, async (tx) => {
      const isShown = await usePasskey(ctx, tx, factor, assertion, challenge.passkeyChallenge, { isAlone: true });
      // The password plays no part.
      return isShown && (await answer(tx, challenge)) ? enter(ctx, tx, { ...account, passwordHash: undefined }, { method }) : undefined;
    }));
  if (entered) {
    await tries.takeBack();
    return { id: account.id, entered };
  }
  const reason = account?.isDisabled ? 'account is disabled' : account ? 'wrong passkey' : 'unknown passkey';
  await recordFailure(ctx, { email: account?.email ?? null, account, method, reason });
  throw unauthenticated(account ? misfit({ assertion }) : 'This passkey is not known here');
}

/** Who signs in. With a password hash: only if it still is the account's. */
interface Entering {
  id: string;
  name: string;
  email: string;
  passwordHash?: string | null;
}

/** How someone showed who they are. */
interface Way {
  method: SignInMethod;
  factor?: FactorWay;
  /** The provider's name. */
  provider?: string;
  /** How long ago they showed it there. */
  shownAgoSeconds?: number;
}

/** The new session, and the value of the cookie by which the browser is known again. */
export interface Entered {
  session: StartedSession;
  device: string;
}

/** Starts a session for somebody who has shown who they are; undefined if they have lost access since. */
export async function enter(ctx: RequestContext, tx: Change, who: Entering, way: Way): Promise<Entered | undefined> {
  const { id, name, passwordHash } = who;
  const { shownAgoSeconds, ...how } = way;
  const { address, userAgent } = ctx.request;
  const signedIn = await tx.one(userStore.markSignedIn(id, passwordHash ?? null));
  if (!signedIn) return undefined;
  // Whoever adds a factor waits for the sign-in, or the sign-in for them.
  if (way.method === SignInMethod.PASSWORD && !way.factor && (await tx.one(factorStore.countOf(id)))!.count > 0) return undefined;
  const actor = { userId: id, name };
  tx.record({ action: 'LOGIN', entity: { type: 'User', id, name }, actor, meta: { ...how, address } });
  return {
    session: await startSession(tx, ctx.services.sessionSecret, { userId: id, userAgent, address, method: way.method, shownAgoSeconds }),
    device: await rememberDevice(ctx, tx, who, signedIn),
  };
}

/** Once the session is there for sure. */
export function admit({ request }: RequestContext, { session, device }: Entered): void {
  request.setSessionCookie?.(session.cookie);
  request.setDeviceCookie?.(device);
}

interface FailedSignIn extends Way {
  /** As it was entered or claimed. */
  email: string | null;
  account: { id: string; name: string } | undefined;
  reason: string;
}

/** Records that someone was not let in. */
export async function recordFailure(ctx: RequestContext, { email, account, reason, ...how }: FailedSignIn): Promise<void> {
  await change(ctx, async (tx) => {
    tx.record({
      action: 'LOGIN_FAILED',
      entity: account && { type: 'User', id: account.id, name: account.name },
      actor: { userId: account?.id ?? null, name: account?.name ?? SYSTEM.name },
      meta: { email, ...how, address: ctx.request.address, reason },
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
export async function changePassword(ctx: RequestContext, { currentPassword, newPassword }: ChangePasswordInput): Promise<string> {
  const { userId, sessionId } = ctx.caller;
  if (!userId) throw badInput({ currentPassword: 'can only be changed by a user: an API key has no password' });
  const attempts = await consume(ctx.database, `password:user:${userId}`, PER_PAIR);
  const account = (await ctx.database.one(userStore.accountOf(userId)))!;
  const failed = (reason: string) => recordFailure(ctx, { email: account.email, account, method: SignInMethod.PASSWORD, reason });
  if (!attempts.allowed) {
    if (attempts.isFirstRefusal) await failed('too many attempts');
    throw rateLimited(attempts.resetsIn);
  }
  if (!(await passwordMatches(currentPassword, account.passwordHash))) {
    await failed('wrong current password');
    throw badInput({ currentPassword: "isn't your current password" });
  }
  const passwordHash = await hashNewPassword(ctx.database, { field: 'newPassword', password: newPassword, email: account.email });
  await change(ctx, async (tx) => {
    // Someone may have reset it in the meantime.
    if (!(await tx.one(userStore.setPassword(userId, passwordHash, account.passwordHash))))
      throw badInput({ currentPassword: "isn't your current password" });
    await tx.query(userStore.endLinks([userId]));
    await tx.query(userStore.forgetDevices([userId], deviceHashes(ctx)));
    await endSessionsOf(tx, userId, sessionId);
    tx.record({ action: 'CHANGE_PASSWORD', entity: { type: 'User', id: userId, name: account.name } });
  });
  return userId;
}
