import { passwordMatches } from '../../auth/passwords';
import { consume, reset } from '../../auth/rate-limit';
import { markShown } from '../../auth/sessions';
import type { RequestContext } from '../../kernel/context';
import { badInput, rateLimited, unauthenticated } from '../../kernel/errors';
import * as userStore from '../user/user.store';
import { answer, mayTry, readChallenge } from './challenge';
import { assertOneOf, useProof } from './proof.service';
import type { ReauthenticateInput } from './sign-in.inputs';

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
  if (input.assertion != null && (challenge?.sessionId !== sessionId || !(await mayTry(ctx, challenge))))
    throw badInput({ challenge: 'has expired, or belongs to another session: ask again' });
  const tries = await consume(ctx.database, triesKey(sessionId), TRIES);
  if (!tries.allowed) throw rateLimited(tries.resetsIn);
  const account = await ctx.database.one(userStore.accountOf(userId));
  const isPassword = input.password != null && account?.mayUsePassword && (await passwordMatches(input.password, account.passwordHash));
  try {
    await ctx.database.transaction(async (tx) => {
      const isFactor = input.password == null && (await useProof(ctx, tx, userId, input, challenge?.passkeyChallenge));
      if (!isPassword && !isFactor) throw new NotShown();
      if (challenge && !(await answer(tx, challenge))) throw new NotShown();
      await markShown(tx, sessionId);
    });
  } catch (error) {
    throw error instanceof NotShown ? unauthenticated('That didn’t fit. Try again') : error;
  }
  await reset(ctx.database, triesKey(sessionId));
  return new Date(ctx.database.now().getTime() + ctx.services.config.reauthenticateSeconds * 1_000);
}
