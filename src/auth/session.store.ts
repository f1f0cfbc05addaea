import { isOneOf, rawSql, type Sql, sql, statement } from '../database/sql';
import { ADMINISTERING, type Permission } from './permissions';

/** A session ends after this long without a request. */
const IDLE = rawSql("interval '12 hours'");

interface NewSession {
  id: string;
  tokenHash: string;
  userId: string;
  userAgent: string | null;
  address: string | null;
  method: string;
  shownAgoSeconds?: number;
}

/** Whether the holder of the role r is one of those whom settings call administrators. */
export const isAdministrator = sql`r.permissions && ${ADMINISTERING}::text[]`;

/** Whether a setting for nobody, for administrators or for everyone is for the holder of the role r. */
export const isIncluded = (setting: Sql) => sql`(case ${setting} when 'EVERYONE' then true when 'NOBODY' then false
  else ${isAdministrator} end)`;

/** Whether the user u, who signs in by password, must have a second factor and has none. */
export const lacksFactor = sql`(${isIncluded(rawSql('t.require_second_factor'))} and not exists (select from factor f where f.user_id = u.id))`;

export const insert = statement(
  'session.insert',
  ({ id, tokenHash, userId, userAgent, address, method, shownAgoSeconds = 0 }: NewSession) => sql<never>`
    insert into session (id, token_hash, user_id, expires_at, last_seen_at, user_agent, address, method, shown_at, is_factor_due)
    select ${id}::uuid, ${tokenHash}, u.id, now() + ${IDLE}, now(), ${userAgent}::text, ${address}::text, ${method},
      now() - make_interval(secs => ${shownAgoSeconds}), ${method} = 'PASSWORD' and ${lacksFactor}
    from app_user u join role r on r.id = u.role_id cross join settings t where u.id = ${userId}`,
);

/** Extends a session, but never beyond this many days after its start. */
export const prolong = statement(
  'session.prolong',
  (id: string, maxDays: number) => sql<never>`
    update session set last_seen_at = now(), expires_at = least(now() + ${IDLE}, created_at + make_interval(days => ${maxDays}))
    where id = ${id}`,
);

export interface SessionRow {
  hash: string;
  id: string;
  userId: string;
  name: string;
  permissions: Permission[];
  /** Where these hold; null: everywhere. */
  portfolioIds: string[] | null;
  isStale: boolean;
  shownSeconds: number;
  isFactorDue: boolean;
}

/** Active sessions by the hashes of their tokens, with current permissions. */
export const byHash = statement(
  'session.byHash',
  (hashes: readonly string[]) => sql<SessionRow>`
    select s.token_hash as hash, s.id, u.id as "userId", u.name, r.permissions, u.portfolio_ids as "portfolioIds",
      s.last_seen_at < now() - interval '5 minutes' as "isStale",
      extract(epoch from now() - s.shown_at)::double precision as "shownSeconds",
      s.is_factor_due and ${lacksFactor} as "isFactorDue"
    from session s join app_user u on u.id = s.user_id join role r on r.id = u.role_id cross join settings t
    where s.token_hash ${isOneOf(hashes, 'text')} and s.expires_at > now() and not u.is_disabled`,
);

/** The person has shown again who they are. */
export const markShown = statement('session.markShown', (id: string) => sql<never>`update session set shown_at = now() where id = ${id}`);

export const remove = statement('session.remove', (id: string) => sql<never>`delete from session where id = ${id}`);

/** Removes all of a user's sessions, except one that may stay. */
export const removeOf = statement(
  'session.removeOf',
  (userId: string, except: string | null) => sql<{ isActive: boolean }>`
    delete from session where user_id = ${userId} and id is distinct from ${except}::uuid
    returning expires_at > now() as "isActive"`,
);

export const removeOfAll = statement(
  'session.removeOfAll',
  (userIds: readonly string[]) => sql<never>`delete from session where user_id = any(${userIds}::uuid[])`,
);

export const removeEnded = statement('session.removeEnded', () => sql<never>`delete from session where expires_at < now()`);
