import type { Request, RequestHandler } from 'express';
import { callerOfApiKey, KEY_GUESSES, type KeyReader, keyReader, stillCallerOfApiKey } from '../auth/api-keys';
import type { Consumed } from '../auth/rate-limit';
import { ANONYMOUS, type Caller } from '../kernel/caller';
import { callerOfSession, sessionCookie, type SessionReader, sessionReader, stillCallerOfSession } from '../auth/sessions';
import type { Services } from '../kernel/context';
import { forbidden } from '../kernel/errors';
import { admits } from './cors';
import { tell } from './rate-limit';
import { cookieOf } from './request';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** By what a caller shows who they are; the key counts if there is one, valid or not. */
export interface Credentials {
  readonly key?: string;
  readonly cookie?: string;
  readonly address: string;
}

/** Says who callers are. Those who are asked for at once are read together. */
export class Identifier {
  private readonly keys: KeyReader;
  private readonly sessions: SessionReader;

  constructor(private readonly services: Services) {
    this.keys = keyReader(services.database);
    this.sessions = sessionReader(services.database);
  }

  async callerOf({ key, cookie, address }: Credentials, onGuess: (guesses: Consumed) => void): Promise<Caller | undefined> {
    const { database, sessionSecret } = this.services;
    if (key !== undefined) return callerOfApiKey(database, this.keys, key, address, onGuess);
    return cookie ? callerOfSession(database, this.sessions, sessionSecret, cookie) : undefined;
  }

  /** The same for a connection that stays open, with the permissions they have now. It doesn't count as a use. */
  async stillCallerOf({ key, cookie, address }: Credentials): Promise<Caller | undefined> {
    if (key !== undefined) return stillCallerOfApiKey(this.keys, key, address);
    return cookie ? stillCallerOfSession(this.sessions, this.services.sessionSecret, cookie) : undefined;
  }
}

export function credentialsOf(req: Request, { publicUrl }: Services): Credentials {
  return { key: keyIn(req.get('authorization')), cookie: cookieOf(req, sessionCookie(publicUrl)), address: req.ip ?? '' };
}

/**
 * Identifies the caller: by the API key if one is sent, else by the session cookie. An invalid key makes the caller anonymous,
 * even with a valid cookie: whoever sends a key means to use it. Schemes other than Bearer are for someone else, such as the
 * proxy in front of us: the session counts as usual.
 */
export function identify(services: Services, identifier: Identifier): RequestHandler {
  return async (req, res, next) => {
    const credentials = credentialsOf(req, services);
    const caller = await identifier.callerOf(credentials, (guesses) => tell(res, KEY_GUESSES, guesses));
    req.caller = caller ?? ANONYMOUS;
    req.isBearerRefused = caller === undefined && credentials.key !== undefined;
    const isByBrowser = credentials.key === undefined;
    if (isByBrowser && !SAFE_METHODS.has(req.method) && isFromElsewhere(req, services) && !isWelcome(req, services)) throw forbidden();
    next();
  };
}

/** A page of a configured origin may make any request, as long as it doesn't send the browser's session. */
function isWelcome(req: Request, { config }: Services): boolean {
  return req.headers.cookie === undefined && admits(config, req.get('origin'));
}

/** What was sent as a key, valid or not; undefined if nothing was. */
export function keyIn(authorization: string | undefined): string | undefined {
  const bearer = /^Bearer(?: +(.*))?$/i.exec(authorization ?? '');
  return bearer ? (bearer[1] ?? '') : undefined;
}

/**
 * A browser sends the cookie whoever made the page, so a change by cookie must come from our own pages. So must a sign-in:
 * otherwise another site could sign people in to an account whose owner then reads what they write. Programs send neither header.
 */
function isFromElsewhere(req: Request, services: Services): boolean {
  const site = req.get('sec-fetch-site');
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return !isOriginOurs(req, services);
}

/** Whether the page that sends it, if it is one, comes from here. */
export function isOriginOurs(req: Request, services: Services): boolean {
  const origin = req.get('origin');
  return origin === undefined || origin === new URL(services.publicUrl).origin || origin === `${req.protocol}://${req.get('host')}`;
}
