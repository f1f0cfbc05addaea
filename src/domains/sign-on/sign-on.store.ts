import type { Held } from '../../database/rows';
import { sql, statement } from '../../database/sql';
import type { User } from '../user/user.entity';

export type KnownUser = Pick<Held<User>, 'id' | 'name' | 'email' | 'isDisabled' | 'roleId'>;

const USER = sql`select u.id, u.name, u.email, u.is_disabled as "isDisabled", u.role_id as "roleId" from app_user u`;

/** By who they are at the provider. */
export const byIdentity = statement(
  'sign-on.byIdentity',
  (issuer: string, subject: string) => sql<KnownUser>`
    ${USER} join user_identity i on i.user_id = u.id where i.issuer = ${issuer} and i.subject = ${subject}`,
);

export const isLinked = statement(
  'sign-on.isLinked',
  (userId: string, issuer: string) => sql<{ id: string }>`select id from user_identity where user_id = ${userId} and issuer = ${issuer}`,
);

export const link = statement(
  'sign-on.link',
  (userId: string, issuer: string, subject: string) => sql<never>`
    insert into user_identity (id, user_id, issuer, subject) values (gen_random_uuid(), ${userId}, ${issuer}, ${subject})`,
);

export const markIdentityUsed = statement(
  'sign-on.markIdentityUsed',
  (issuer: string, subject: string) => sql<never>`
    update user_identity set last_used_at = now() where issuer = ${issuer} and subject = ${subject}`,
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
    update session set provider_id = ${providerId}, provider_subject = ${subject}, provider_sid = ${sid}, end_session_box = ${endSessionBox}
    where id = ${sessionId}`,
);

/** Sessions that a provider opened and now ends: of a person there, or one of theirs. */
export const endOpenedBy = statement(
  'sign-on.endOpenedBy',
  (providerId: string, subject: string | null, sid: string | null) => sql<{ userId: string; name: string }>`
    delete from session s using app_user u
    where u.id = s.user_id and s.provider_id = ${providerId}
      and case when ${subject}::text is null then s.provider_sid = ${sid}::text
        else s.provider_subject = ${subject}::text and coalesce(s.provider_sid = ${sid}::text, true) end
    returning s.user_id as "userId", u.name`,
);

export const endSessionBox = statement(
  'sign-on.endSessionBox',
  (sessionId: string) => sql<{ box: string | null }>`select end_session_box as box from session where id = ${sessionId}`,
);

/** Whether an administrator who has access has signed in by a provider that is enabled. */
export const hasAdministratorByProvider = statement(
  'sign-on.hasAdministratorByProvider',
  () => sql<{ id: string }>`
    select u.id from app_user u join role r on r.id = u.role_id join user_identity i on i.user_id = u.id
      join identity_provider p on p.issuer = i.issuer and p.is_enabled
    where r.is_system and r.name = 'Admin' and not u.is_disabled limit 1`,
);
