import type { Held } from '../../database/rows';
import { isOneOf, rawSql, type Sql, sql, statement } from '../../database/sql';
import type { User } from '../user/user.entity';
import { type Attributes } from './scim-filter.store';
import type { ScimProfile } from './scim-profile.entity';

/** A user as the provider sees it. */
export type ProvisionedUser = Pick<Held<User>, 'id' | 'name' | 'email' | 'isDisabled' | 'createdAt' | 'updatedAt'> &
  Pick<Held<ScimProfile>, 'externalId' | 'displayName' | 'formattedName' | 'givenName' | 'familyName' | 'workEmail'> & {
    /** Whether the provider has said anything of the user yet. */
    hasProfile: boolean;
  };

const USER = sql`
  select u.id, u.name, u.email, u.is_disabled as "isDisabled", u.created_at as "createdAt", u.updated_at as "updatedAt",
    p.external_id as "externalId", p.display_name as "displayName", p.formatted_name as "formattedName", p.given_name as "givenName",
    p.family_name as "familyName", p.work_email as "workEmail", p.user_id is not null as "hasProfile"
  from app_user u left join scim_profile p on p.user_id = u.id`;

const ADDRESS = rawSql('coalesce(p.work_email, u.email)');
const NAME = rawSql('coalesce(p.display_name, u.name)');

/** What users can be found by. */
export const ATTRIBUTES: Attributes = {
  columns: {
    id: { sql: rawSql('u.id'), type: 'id' },
    username: { sql: rawSql('u.email'), type: 'address' },
    externalid: { sql: rawSql('p.external_id'), type: 'exact' },
    displayname: { sql: NAME, type: 'text' },
    'name.formatted': { sql: rawSql('coalesce(p.formatted_name, u.name)'), type: 'text' },
    'name.givenname': { sql: rawSql('p.given_name'), type: 'text' },
    'name.familyname': { sql: rawSql('p.family_name'), type: 'text' },
    active: { sql: rawSql('not u.is_disabled'), type: 'boolean' },
    'meta.created': { sql: rawSql('u.created_at'), type: 'time' },
    'meta.lastmodified': { sql: rawSql('u.updated_at'), type: 'time' },
  },
  several: {
    emails: {
      columns: {
        value: { sql: ADDRESS, type: 'address' },
        type: { sql: rawSql(`'work'::text`), type: 'text' },
        primary: { sql: rawSql('true'), type: 'boolean' },
      },
    },
    groups: {
      columns: { value: { sql: rawSql('g.id'), type: 'id' }, display: { sql: rawSql('g.display_name'), type: 'text' } },
      exists: (condition) => sql`exists (
        select 1 from scim_member m join scim_group g on g.id = m.group_id where m.user_id = u.id and ${condition})`,
    },
  },
};

export const one = statement('scim-user.one', (id: string) => sql<ProvisionedUser>`${USER} where u.id = ${id}`);

export const page = statement(
  'scim-user.page',
  (condition: Sql, offset: number, most: number) => sql<ProvisionedUser>`
    ${USER} where ${condition} order by u.created_at, u.id offset ${offset} limit ${most}`,
);

export const count = statement(
  'scim-user.count',
  (condition: Sql) => sql<{ count: number }>`
    select count(*) as count from app_user u left join scim_profile p on p.user_id = u.id where ${condition}`,
);

/** The groups of users, by name. */
export const groupsOf = statement(
  'scim-user.groupsOf',
  (ids: readonly string[]) => sql<{ userId: string; id: string; displayName: string }>`
    select m.user_id as "userId", g.id, g.display_name as "displayName" from scim_member m join scim_group g on g.id = m.group_id
    where m.user_id ${isOneOf(ids, 'uuid')} order by g.display_name, g.id`,
);

export type Profile = Omit<Held<ScimProfile>, 'userId'>;

export const saveProfile = statement(
  'scim-user.saveProfile',
  (userId: string, { externalId, displayName, formattedName, givenName, familyName, workEmail }: Profile) => sql<never>`
    insert into scim_profile (user_id, external_id, display_name, formatted_name, given_name, family_name, work_email)
    values (${userId}, ${externalId}, ${displayName}, ${formattedName}, ${givenName}, ${familyName}, ${workEmail})
    on conflict (user_id) do update set external_id = excluded.external_id, display_name = excluded.display_name,
      formatted_name = excluded.formatted_name, given_name = excluded.given_name, family_name = excluded.family_name,
      work_email = excluded.work_email`,
);
