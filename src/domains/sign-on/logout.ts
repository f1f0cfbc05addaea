import { jwtVerify } from 'jose';
import { consume } from '../../auth/rate-limit';
import type { RequestContext } from '../../kernel/context';
import { notFound } from '../../kernel/errors';
import { change } from '../audit/audit.service';
import { usableProvider } from './identity-provider.service';
import { CLOCK_SKEW_SECONDS, isName, signerOf } from './oidc';
import * as store from './sign-on.store';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** A token is only taken this long, and remembered as long, so that none works twice. */
const FRESH_SECONDS = 600;

/**
 * OpenID Connect Back-Channel Logout 1.0: the provider says that someone signed out there. False if the token is not one of the
 * provider for us. Turning a provider off has ended the sessions already.
 */
export async function logoutByProvider(ctx: RequestContext, id: string, token: string): Promise<boolean> {
  const provider = await usableProvider(ctx, id);
  if (!provider?.isEnabled) throw notFound('Identity provider');
  const claims = await readToken(provider, token);
  if (!claims) return false;
  const { jti, sub = null, sid = null } = claims;
  if (!(await consume(ctx.database, `logout:${provider.id}:${jti}`, { limit: 1, windowSeconds: 2 * FRESH_SECONDS })).allowed) return false;
  await change(ctx, async (tx) => {
    for (const { userId, name } of await tx.query(store.endOpenedBy(provider.id, sub, sid))) {
      const meta = { by: 'provider', provider: provider.name };
      tx.record({ action: 'LOGOUT', entity: { type: 'User', id: userId, name }, actor: { userId, name }, meta });
    }
  });
  return true;
}

interface LogoutClaims {
  jti: string;
  sub?: string;
  sid?: string;
}

async function readToken(provider: { issuer: string; clientId: string }, token: string): Promise<LogoutClaims | undefined> {
  try {
    const { issuer, keys } = await signerOf(provider.issuer);
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience: provider.clientId,
      maxTokenAge: FRESH_SECONDS,
      clockTolerance: CLOCK_SKEW_SECONDS,
    });
    const { jti, sub, sid, events, nonce } = payload;
    const isOfType = protectedHeader.typ === undefined || /^(application\/)?(logout\+)?jwt$/i.test(protectedHeader.typ);
    const isEvent = typeof events === 'object' && events !== null && EVENT in events;
    if (!isOfType || !isEvent || nonce !== undefined || !isName(jti)) return undefined;
    const about = [sub, sid].filter((name) => name !== undefined);
    return about.length > 0 && about.every(isName) ? { jti, sub, sid: sid as string | undefined } : undefined;
  } catch {
    return undefined;
  }
}
