import type { RequestContext } from '../../kernel/context';
import { Problem } from '../../kernel/errors';
import { pose } from '../account/challenge';
import { factorWays, type Way } from '../account/proof.service';
import * as userStore from '../user/user.store';
import * as store from './sign-on.store';

/** Asks who it is again, unless that was shown shortly before. Programs with an API key are never asked. */
export async function assertShown(ctx: RequestContext): Promise<void> {
  const { sessionId, userId, shownSeconds = Infinity } = ctx.caller;
  if (!sessionId || !userId || shownSeconds < ctx.services.config.reauthenticateSeconds) return;
  const account = await ctx.database.one(userStore.accountOf(userId));
  const { ways, passkeyOptions } = await factorWays(ctx, ctx.database, userId);
  const provider = await ctx.database.one(store.enabledOpener(sessionId));
  const isByPassword = account?.mayUsePassword && account.passwordHash;
  const methods: Way[] = [...(isByPassword ? (['PASSWORD'] as const) : []), ...ways, ...(provider ? (['PROVIDER'] as const) : [])];
  const challenge = pose(ctx, { purpose: 'reauthenticate', userId, sessionId, passkeyChallenge: passkeyOptions?.challenge });
  throw new Problem('REAUTHENTICATION_REQUIRED', 'Confirm that it is you, then try again', {
    challenge,
    methods,
    passkeyOptions,
    provider,
  });
}
