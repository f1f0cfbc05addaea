import { columns, type Held, type Row } from '../../database/rows';
import { foldedAddress, rawSql, sql, statement } from '../../database/sql';
import type { User } from '../user/user.entity';
import { UserIdentity } from './user-identity.entity';

export type KnownUser = Pick<Held<User>, 'id' | 'name' | 'email' | 'isDisabled' | 'roleId' | 'isTakenOver'>;

const USER = sql`
  select u.id, u.name, u.email, u.is_disabled as "isDisabled", u.role_id as "roleId", u.is_taken_over as "isTakenOver" from app_user u`;

/** By who they are at the provider. */
export const byIdentity = statement(
  'sign-on.byIdentity',
  (issuer: string, subject: string) => sql<KnownUser>`
    ${USER} join user_identity i on i.user_id = u.id where i.issuer = ${issuer} and i.subject = ${subject}`,
);

/** By the sign-in address, ignoring case. Whoever changes it waits for the sign-in, or the sign-in for them. */
export const byEmail = statement(
  'sign-on.byEmail',
  (email: string) => sql<KnownUser>`
    ${USER} where ${foldedAddress(rawSql('u.email'))} = ${foldedAddress(sql`${email}::text`)} for no key update`,
);

/** Who a user is at an issuer. */
export const subjectOf = statement(
  'sign-on.subjectOf',
  (userId: string, issuer: string) => sql<{ subject: string }>`
    select subject from user_identity where user_id = ${userId} and issuer = ${issuer}`,
);

export const link = statement(
  'sign-on.link',
  (userId: string, issuer: string, subject: string) => sql<never>`
    insert into user_identity (id, user_id, issuer, subject) values (gen_random_uuid(), ${userId}, ${issuer}, ${subject})`,
);

export const markIdentityUsed = statement(
  'sign-on.markIdentityUsed',
  (issuer: string, subject: string) => sql<{ id: string }>`
    update user_identity set last_used_at = now() where issuer = ${issuer} and subject = ${subject} returning id`,
);

export const identitiesOf = statement(
  'sign-on.identitiesOf',
  (userIds: readonly string[]) => sql<Row<UserIdentity>>`
    select ${columns(UserIdentity)} from user_identity where user_id = any(${userIds}::uuid[]) order by last_used_at desc, id`,
);

export const ownerOf = statement(
  'sign-on.ownerOf',
  (identityId: string) => sql<{ userId: string }>`select user_id as "userId" from user_identity where id = ${identityId}`,
);

export const unlink = statement(
  'sign-on.unlink',
  (identityId: string) => sql<Pick<Row<UserIdentity>, 'issuer' | 'subject'>>`
    delete from user_identity where id = ${identityId} returning issuer, subject`,
);

export const unlinkAll = statement(
  'sign-on.unlinkAll',
  (userId: string) => sql<Pick<Row<UserIdentity>, 'issuer' | 'subject'>>`
    delete from user_identity where user_id = ${userId} returning issuer, subject`,
);

/** Sessions of a person that providers with this issuer opened. */
export const endOpenedAt = statement(
  'sign-on.endOpenedAt',
  (issuer: string, subject: string) => sql<never>`
    delete from session s using provider_session o, identity_provider p
    where o.session_id = s.id and p.id = o.provider_id and p.issuer = ${issuer} and o.subject = ${subject}`,
);

interface OpenedBy {
  sessionId: string;
  providerId: string;
  subject: string;
  sid: string | null;
  endSessionBox: string | null;
}

export const markOpenedBy = statement(
  'sign-on.markOpenedBy',
  ({ sessionId, providerId, subject, sid, endSessionBox }: OpenedBy) => sql<never>`
    insert into provider_session (session_id, provider_id, subject, sid, end_session_box)
    values (${sessionId}, ${providerId}, ${subject}, ${sid}, ${endSessionBox})`,
);

/** Sessions that a provider opened and now ends: of a person there, or one of theirs. */
export const endOpenedBy = statement(
  'sign-on.endOpenedBy',
  (providerId: string, subject: string | null, sid: string | null) => sql<{ userId: string; name: string }>`
    delete from session s using provider_session o, app_user u
    where o.session_id = s.id and u.id = s.user_id and o.provider_id = ${providerId}
      and coalesce(o.subject = ${subject}::text, true) and coalesce(o.sid = ${sid}::text, ${sid}::text is null)
    returning s.user_id as "userId", u.name`,
);

/** All sessions that a provider opened. */
export const endAllOpenedBy = statement(
  'sign-on.endAllOpenedBy',
  (providerId: string) => sql<{ isActive: boolean }>`
    delete from session s using provider_session o where o.session_id = s.id and o.provider_id = ${providerId}
    returning s.expires_at > now() as "isActive"`,
);

/** The provider by which someone can show again who they are. */
export const enabledOpener = statement(
  'sign-on.enabledOpener',
  (sessionId: string) => sql<{ id: string; name: string }>`
    select p.id, p.name from provider_session o join identity_provider p on p.id = o.provider_id and p.is_enabled
    where o.session_id = ${sessionId}`,
);

/** Who opened sessions. */
export const openers = statement(
  'sign-on.openers',
  (sessionIds: readonly string[]) => sql<{ sessionId: string; id: string; name: string }>`
    select o.session_id as "sessionId", p.id, p.name from provider_session o join identity_provider p on p.id = o.provider_id
    where o.session_id = any(${sessionIds}::uuid[])`,
);

export const endSessionBox = statement(
  'sign-on.endSessionBox',
  (sessionId: string) => sql<{ box: string | null }>`
    select end_session_box as box from provider_session where session_id = ${sessionId}`,
);
