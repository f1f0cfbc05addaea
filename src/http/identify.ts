import type { Request, RequestHandler, Response } from 'express';
import { callerOfApiKey, KEY_GUESSES, type KeyReader, keyReader } from '../auth/api-keys';
import { ANONYMOUS, type Caller } from '../kernel/caller';
import { callerOfSession, sessionCookie, type SessionReader, sessionReader } from '../auth/sessions';
import type { Services } from '../kernel/context';
import { forbidden } from '../kernel/errors';
import { admits } from './cors';
import { tell } from './rate-limit';
import { cookieOf } from './request';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Identifies the caller: by the API key if one is sent, else by the session cookie. An invalid key makes the caller anonymous,
 * even with a valid cookie: whoever sends a key means to use it. Schemes other than Bearer are for someone else, such as the
 * proxy in front of us: the session counts as usual.
 */
export function identify(services: Services): RequestHandler {
  const { database } = services;
  const readers = { keys: keyReader(database), sessions: sessionReader(database) };
  return async (req, res, next) => {
    const key = keyOf(req);
    const caller = await callerOf(services, readers, req, res, key);
    req.caller = caller ?? ANONYMOUS;
    req.isBearerRefused = caller === undefined && key !== undefined;
    const isByBrowser = key === undefined;
    if (isByBrowser && !SAFE_METHODS.has(req.method) && isFromElsewhere(req, services) && !isWelcome(req, services)) throw forbidden();
    next();
  };
}

/** A page of a configured origin may make any request, as long as it doesn't send the browser's session. */
function isWelcome(req: Request, { config }: Services): boolean {
  return req.headers.cookie === undefined && admits(config, req.get('origin'));
}

interface Readers {
  keys: KeyReader;
  sessions: SessionReader;
}

async function callerOf(
  { database, sessionSecret, publicUrl }: Services,
  readers: Readers,
  req: Request,
  res: Response,
  key: string | undefined,
): Promise<Caller | undefined> {
  if (key !== undefined) return callerOfApiKey(database, readers.keys, key, req.ip ?? '', (guesses) => tell(res, KEY_GUESSES, guesses));
  const cookie = cookieOf(req, sessionCookie(publicUrl));
  return cookie ? callerOfSession(database, readers.sessions, sessionSecret, cookie) : undefined;
}

/** What was sent as a key, valid or not; undefined if nothing was. */
function keyOf(req: Request): string | undefined {
  const bearer = /^Bearer(?: +(.*))?$/i.exec(req.get('authorization') ?? '');
  return bearer ? (bearer[1] ?? '') : undefined;
}

/**
 * A browser sends the cookie whoever made the page, so a change by cookie must come from our own pages. So must a sign-in:
 * otherwise another site could sign people in to an account whose owner then reads what they write. Programs send neither header.
 */
function isFromElsewhere(req: Request, services: Services): boolean {
  const site = req.get('sec-fetch-site');
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const origin = req.get('origin');
  if (origin === undefined) return false;
  return origin !== new URL(services.publicUrl).origin && origin !== `${req.protocol}://${req.get('host')}`;
}
