import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Queryable } from '../database/database';
import { isOneOf, rawSql, sql } from '../database/sql';
import { SharedReads } from '../database/shared-reads';
import { sha256 } from './api-keys';
import type { Caller } from '../kernel/caller';
import type { Permission } from './permissions';

export const SESSION_COOKIE = 'vetgraph_session';

/** A session ends after this long without a request, and in any case after the longer time. */
const IDLE_SQL = rawSql("interval '12 hours'");
export const MAX_SESSION_DAYS = 30;

/**
 * Starts a session and gives the value of its cookie: a signed token around a random key of which the database keeps
 * only a hash. The times are kept, and compared, by the database alone.
 */
export async function startSession(db: Queryable, secret: string, userId: string, userAgent?: string): Promise<string> {
  const key = randomBytes(32).toString('base64url');
  await db.query(sql`
    insert into session (id, token_hash, user_id, expires_at, last_seen_at, user_agent)
    values (${randomUUID()}, ${sha256(key)}, ${userId}, now() + ${IDLE_SQL}, now(), ${userAgent?.slice(0, 200) ?? null})`);
  return jwt.sign({ key }, secret, { algorithm: 'HS256', noTimestamp: true });
}

interface SessionRow {
  id: string;
  userId: string;
  name: string;
  permissions: Permission[];
  isStale: boolean;
}

/** The user behind a session cookie, with the permissions held right now. */
export async function callerOfSession(db: Queryable, sessions: SessionReader, secret: string, cookie: string): Promise<Caller | undefined> {
  const key = keyOf(cookie, secret);
  if (!key) return undefined;
  const row = await sessions.ask(sha256(key));
  if (!row) return undefined;
  if (row.isStale) {
    await db.query(sql`
      update session set last_seen_at = now(),
        expires_at = least(now() + ${IDLE_SQL}, created_at + make_interval(days => ${MAX_SESSION_DAYS}))
      where id = ${row.id}`);
  }
  return { kind: 'user', permissions: new Set(row.permissions), name: row.name, userId: row.userId, sessionId: row.id };
}

export type SessionReader = SharedReads<string, SessionRow>;

/** Reads sessions by the hashes of their keys, with the rights as they are now. */
export function sessionReader(db: Queryable): SessionReader {
  return new SharedReads(async (hashes) => {
    const rows = await db.query<SessionRow & { hash: string }>(sql`
      select s.token_hash as hash, s.id, u.id as "userId", u.name, r.permissions,
        s.last_seen_at < now() - interval '5 minutes' as "isStale"
      from session s join app_user u on u.id = s.user_id join role r on r.id = u.role_id
      where s.token_hash ${isOneOf(hashes, 'text')} and s.expires_at > now() and not u.is_disabled`);
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

/** Made once: given a text, the library first tries whether it is a public key, at every request. */
function keyObject(secret: string): KeyObject {
  if (made?.secret !== secret) made = { secret, key: createSecretKey(secret, 'utf8') };
  return made.key;
}
let made: { secret: string; key: KeyObject } | undefined;

export async function endSession(db: Queryable, sessionId: string): Promise<void> {
  await db.query(sql`delete from session where id = ${sessionId}`);
}

/** Ends a user's sessions, but for the one that may stay. */
export async function endSessionsOf(db: Queryable, userId: string, except?: string): Promise<void> {
  await db.query(sql`delete from session where user_id = ${userId} and id is distinct from ${except ?? null}::uuid`);
}

export async function forgetEndedSessions(db: Queryable): Promise<void> {
  await db.query(sql`delete from session where expires_at < now()`);
}
