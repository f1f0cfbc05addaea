import { passwordMatches } from '../../auth/passwords';
import { consume, reset } from '../../auth/rate-limit';
import { markShown, SignInMethod } from '../../auth/sessions';
import type { RequestContext } from '../../kernel/context';
import { badInput, rateLimited, unauthenticated } from '../../kernel/errors';
import * as userStore from '../user/user.store';
import { answer, countTry, readChallenge } from './challenge';
import { assertOneOf, misfit, useProof, wayOf } from './proof.service';
import type { ReauthenticateInput } from './sign-in.inputs';
import { recordFailure } from './sign-in.service';

/** Failed attempts of a session: whoever guesses must have got hold of one, and no other is affected. */
const TRIES = { limit: 10, windowSeconds: 600 };
const triesKey = (sessionId: string) => `shown:session:${sessionId}`;

class NotShown extends Error {}

/** Shows again who is behind the session. Returns until when that counts. */
export async function reauthenticate(ctx: RequestContext, input: ReauthenticateInput): Promise<Date> {
  assertOneOf(input, ['password', 'code', 'recoveryCode', 'assertion']);
  const { sessionId, userId } = ctx.caller;
  if (!sessionId || !userId) throw badInput({ password: 'can only be shown by a user: an API key is never asked' });
  const challenge = input.assertion == null ? undefined : readChallenge(ctx, input.challenge ?? '', ['reauthenticate']);
  if (input.assertion != null && (challenge?.sessionId !== sessionId || (await countTry(ctx, challenge)) !== 'allowed'))
    throw badInput({ challenge: 'has expired, or belongs to another session: ask again' });
  const tries = await consume(ctx.database, triesKey(sessionId), TRIES);
  const account = await ctx.database.one(userStore.accountOf(userId));
  const method = input.assertion == null ? SignInMethod.PASSWORD : SignInMethod.PASSKEY;
  const factor = input.password == null ? wayOf(input) : undefined;
  const failed = (reason: string) => recordFailure(ctx, { email: account?.email ?? null, account, method, factor, reason });
  if (!tries.allowed) {
    if (tries.isFirstRefusal) await failed('too many attempts');
    throw rateLimited(tries.resetsIn);
  }
  const isPassword = input.password != null && account?.mayUsePassword && (await passwordMatches(input.password, account.passwordHash));
  try {
    await ctx.database.transaction(async (tx) => {
      const isFactor = input.password == null && (await useProof(ctx, tx, userId, input, challenge?.passkeyChallenge));
      if (!isPassword && !isFactor) throw new NotShown();
      if (challenge && !(await answer(tx, challenge))) throw new NotShown();
      await markShown(tx, sessionId);
    });
  } catch (error) {
    if (!(error instanceof NotShown)) throw error;
    await failed(`wrong ${factor ? 'second factor' : 'password'} when asked again`);
    throw unauthenticated(misfit(input));
  }
  await reset(ctx.database, triesKey(sessionId));
  return new Date(ctx.database.now().getTime() + ctx.services.config.reauthenticateSeconds * 1_000);
}
