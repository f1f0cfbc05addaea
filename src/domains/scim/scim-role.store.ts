import { ADMINISTERING } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { isOneOf, rawSql, sql, statement } from '../../database/sql';
import { ADMIN_ROLE, DEFAULT_PROVISIONED_ROLE } from '../user/role.rules';
import type { Role } from '../user/role.entity';
import { User } from '../user/user.entity';

/** The role of those whom no group gives one. */
const DEFAULT = rawSql(`(select coalesce(
      (select scim_default_role_id from settings), (select id from role where is_system and name = '${DEFAULT_PROVISIONED_ROLE}')))`);

export const defaultRole = statement(
  'scim-role.defaultRole',
  () => sql<Pick<Row<Role>, 'id' | 'name'>>`select id, name from role where id = ${DEFAULT} for share`,
);

export const defaultRoleId = statement(
  'scim-role.defaultRoleId',
  () => sql<Pick<Row<Role>, 'id'>>`select id from role where id = ${DEFAULT}`,
);

/** The default until one is set. */
export const viewer = statement(
  'scim-role.viewer',
  () => sql<Pick<Row<Role>, 'id'>>`select id from role where is_system and name = ${DEFAULT_PROVISIONED_ROLE}`,
);

export interface RoleChange {
  id: string;
  name: string;
  from: string;
  to: string;
  toId: string;
  placeFrom: string[] | null;
  placeTo: string[] | null;
  /** An administrator who can sign in would be none any more. */
  isDemoted: boolean;
  /** Somebody who may change the settings could not any more. */
  isShutOut: boolean;
  /** The new role has permissions that the old one hasn't, or holds where the old one didn't. */
  isWidened: boolean;
  /** Somebody else may know how to sign in. */
  isTakenOver: boolean;
}

/** Whoever changes the groups of the same people waits here, and then sees what came before. */
export const lockUsers = statement(
  'scim-role.lockUsers',
  (ids: readonly string[]) => sql<{ id: string }>`
    select id from app_user where id ${isOneOf(ids, 'uuid')} order by id for no key update`,
);

/**
 * Whose role isn't the one that their groups give: of several, that with the most permissions, in the portfolios of all groups that
 * give it. Of two with as many, the first by name. Nobody sees more by leaving groups: the default of somebody who had a role in some
 * portfolios holds in none.
 */
export const due = statement(
  'scim-role.due',
  (ids: readonly string[]) => sql<RoleChange>`
    select u.id, u.name, f.name as "from", t.name as "to", t.id as "toId", u.portfolio_ids as "placeFrom", p.ids as "placeTo",
      f.is_system and f.name = ${ADMIN_ROLE} and not u.is_disabled as "isDemoted",
      'settings:manage' = any(f.permissions) and not 'settings:manage' = any(t.permissions) and not u.is_disabled as "isShutOut",
      not t.permissions <@ f.permissions or (u.portfolio_ids is not null and p.ids <@ u.portfolio_ids is not true) as "isWidened",
      u.is_taken_over as "isTakenOver"
    from app_user u join role f on f.id = u.role_id
      join role t on t.id = coalesce((
        select g.role_id from scim_member m join scim_group g on g.id = m.group_id join role r on r.id = g.role_id
        where m.user_id = u.id order by cardinality(r.permissions) desc, r.name collate "C", r.id limit 1), ${DEFAULT})
      cross join lateral (
        select case when every(g.portfolio_ids is not null) then array(
          select distinct unnest(o.portfolio_ids) from scim_member n join scim_group o on o.id = n.group_id
          where n.user_id = u.id and o.role_id = t.id order by 1)
          when count(*) = 0 and u.portfolio_ids is not null and not t.permissions && ${ADMINISTERING}::text[] then '{}' end as ids
        from scim_member m join scim_group g on g.id = m.group_id where m.user_id = u.id and g.role_id = t.id) p
    where u.id ${isOneOf(ids, 'uuid')} and u.is_provisioned and (t.id <> u.role_id
      or not coalesce(u.portfolio_ids @> p.ids and u.portfolio_ids <@ p.ids, u.portfolio_ids is null and p.ids is null))
    order by u.created_at, u.id`,
);

/** Administrators who can sign in, without these. */
export const otherAdministrators = statement(
  'scim-role.otherAdministrators',
  (ids: readonly string[]) => sql<{ count: number }>`
    select count(*) as count from app_user u join role r on r.id = u.role_id
    where r.is_system and r.name = ${ADMIN_ROLE} and not u.is_disabled and not u.id = any(${ids}::uuid[])`,
);

export interface GivenRole {
  id: string;
  roleId: string;
  portfolioIds: string[] | null;
}

export const give = statement('scim-role.give', (given: readonly GivenRole[]) =>
  sql<never>`
    update app_user u set role_id = g."roleId", portfolio_ids = g."portfolioIds", revision = u.revision + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(id uuid, "roleId" uuid, "portfolioIds" uuid[])
    where u.id = g.id`.writes(User, { id: given.map(({ id }) => id) }),
);

/** Provisioned users who have a role, and none of a group. */
export const withoutGroupRole = statement(
  'scim-role.withoutGroupRole',
  (roleId: string) => sql<{ id: string }>`
    select u.id from app_user u where u.is_provisioned and u.role_id = ${roleId}
      and not exists (select 1 from scim_member m join scim_group g on g.id = m.group_id where m.user_id = u.id and g.role_id is not null)`,
);

/** Members of the groups that give a role. */
export const membersWith = statement(
  'scim-role.membersWith',
  (roleId: string) => sql<{ id: string }>`
    select distinct m.user_id as id from scim_member m join scim_group g on g.id = m.group_id where g.role_id = ${roleId}`,
);
