import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Queryable } from '../database/database';
import { SharedReads } from '../database/shared-reads';
import { sha256 } from './api-keys';
import { type Caller, heldIn } from '../kernel/caller';
import { plainAddress } from '../platform/addresses';
import * as store from './session.store';

/**
 * The name of the session cookie. Where people connect by https, browsers accept the prefix only from this very host, with Secure
 * and for all paths: nobody on a neighbouring host can plant a session of their own.
 */
export function sessionCookie(publicUrl: string): string {
  return cookieName('vetgraph_session', publicUrl);
}

/** The name of the cookie by which a browser is known again, also after its session. */
export function deviceCookie(publicUrl: string): string {
  return cookieName('vetgraph_device', publicUrl);
}

/** The name of the cookie of a sign-in by a provider that is under way. */
export function signOnCookie(publicUrl: string): string {
  return cookieName('vetgraph_sign_on', publicUrl);
}

function cookieName(name: string, publicUrl: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name;
}

/** How someone showed who they are. */
export enum SignInMethod {
  PASSWORD = 'PASSWORD',
  PASSKEY = 'PASSKEY',
  PROVIDER = 'PROVIDER',
}

/** A session ends after this long, however much it is used. */
export const MAX_SESSION_DAYS = 30;

export interface SessionStart {
  userId: string;
  userAgent?: string;
  address: string;
  method: SignInMethod;
  /** How long ago the person showed who they are, if not now. */
  shownAgoSeconds?: number;
}

export interface StartedSession {
  id: string;
  cookie: string;
}

/**
 * Starts a session. The value of its cookie is a signed token around a random key, of which the database stores only a hash.
 * Times are set and compared by the database alone.
 */
export async function startSession(db: Queryable, secret: string, { userAgent, address, ...start }: SessionStart): Promise<StartedSession> {
  const id = randomUUID();
  const key = randomBytes(32).toString('base64url');
  const facts = { userAgent: userAgent?.slice(0, 200) || null, address: plainAddress(address) || null };
  await db.query(store.insert({ id, tokenHash: sha256(key), ...start, ...facts }));
  return { id, cookie: jwt.sign({ key }, secret, { algorithm: 'HS256', noTimestamp: true }) };
}

/** The user behind a session cookie, with current permissions. */
export async function callerOfSession(db: Queryable, sessions: SessionReader, secret: string, cookie: string): Promise<Caller | undefined> {
  const row = await sessionOf(sessions, secret, cookie);
  if (row?.isStale) await db.query(store.prolong(row.id, MAX_SESSION_DAYS));
  return row && callerIn(row);
}

/** The same for a connection that stays open, which is no use of the session and doesn't prolong it. */
export async function stillCallerOfSession(sessions: SessionReader, secret: string, cookie: string): Promise<Caller | undefined> {
  const row = await sessionOf(sessions, secret, cookie);
  return row && callerIn(row);
}

async function sessionOf(sessions: SessionReader, secret: string, cookie: string): Promise<store.SessionRow | undefined> {
  const key = keyOf(cookie, secret);
  return key === undefined ? undefined : sessions.ask(sha256(key));
}

function callerIn(row: store.SessionRow): Caller {
  const { id: sessionId, userId, name, shownSeconds, isFactorDue } = row;
  const held = heldIn(row.portfolioIds ?? undefined, new Set(row.permissions));
  return { kind: 'user', ...held, name, userId, sessionId, shownSeconds, isFactorDue };
}

export type SessionReader = SharedReads<string, store.SessionRow>;

/** Reads sessions by the hashes of their keys, with current permissions. */
export function sessionReader(db: Queryable): SessionReader {
  return new SharedReads(async (hashes) => {
    const rows = await db.query(store.byHash(hashes));
    return new Map(rows.map((row) => [row.hash, row]));
  });
}

function keyOf(cookie: string, secret: string): string | undefined {
  try {
    const payload = jwt.verify(cookie, keyObject(secret), { algorithms: ['HS256'] });
    return typeof payload === 'object' && typeof payload.key === 'string' ? payload.key : undefined;
  } catch {
    return undefined;
  }
}

/** Created once: given a string, the library checks on every request whether it is a public key. */
function keyObject(secret: string): KeyObject {
  if (made?.secret !== secret) made = { secret, key: createSecretKey(secret, 'utf8') };
  return made.key;
}
let made: { secret: string; key: KeyObject } | undefined;

export async function markShown(db: Queryable, sessionId: string): Promise<void> {
  await db.query(store.markShown(sessionId));
}

export async function endSession(db: Queryable, sessionId: string): Promise<void> {
  await db.query(store.remove(sessionId));
}

/** Ends a user's sessions, except one that may stay. Returns how many were active. */
export async function endSessionsOf(db: Queryable, userId: string, except?: string): Promise<number> {
  const ended = await db.query(store.removeOf(userId, except ?? null));
  return ended.filter(({ isActive }) => isActive).length;
}

/** The same for several people at once. */
export async function endSessionsOfAll(db: Queryable, userIds: readonly string[]): Promise<void> {
  await db.query(store.removeOfAll(userIds));
}

export async function forgetEndedSessions(db: Queryable): Promise<void> {
  await db.query(store.removeEnded());
}
