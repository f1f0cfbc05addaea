import { insertInto, type Row, select } from '../../database/rows';
import { folded, rawSql, sql, statement } from '../../database/sql';
import { Role } from './role.entity';
import { ADMIN_ROLE, type SystemRole } from './role.rules';
import type { User } from './user.entity';

/** System roles first, then by name. */
export const list = statement('role.list', () => sql<Row<Role>>`${select(Role)} order by not is_system, lower(name)`);

export const systemRoles = statement(
  'role.systemRoles',
  () => sql<Pick<Row<Role>, 'id' | 'name'>>`select id, name from role where is_system`,
);

export const administrators = statement(
  'role.administrators',
  () => sql<Pick<Row<Role>, 'id'>>`select id from role where is_system and name = ${ADMIN_ROLE}`,
);

export const lock = statement('role.lock', (id: string) => sql<Pick<Row<Role>, 'id'>>`select id from role where id = ${id} for update`);

export const any = statement('role.any', () => sql<Pick<Row<Role>, 'id'>>`select id from role limit 1`);

export const anyHolder = statement(
  'role.anyHolder',
  (id: string) => sql<Pick<Row<User>, 'id'>>`select id from app_user where role_id = ${id} limit 1`,
);

/** Keeps roles from being deleted until the transaction ends. */
export const keep = statement(
  'role.keep',
  (ids: readonly string[]) => sql<Pick<Row<Role>, 'id' | 'permissions'>>`
    select id, permissions from role where id = any(${ids}::uuid[]) for share`,
);

/** A provider that gives the role to people who sign in. */
export const anyProvider = statement(
  'role.anyProvider',
  (id: string) => sql<{ name: string }>`
    select name from identity_provider
    where default_role_id = ${id} or role_mappings @> jsonb_build_array(jsonb_build_object('roleId', ${id}::text)) limit 1`,
);

/** A group of an identity provider that gives the role to its members, or the setting that gives it to those in none. */
export const anyProvisioning = statement(
  'role.anyProvisioning',
  (id: string) => sql<{ name: string | null }>`
    select display_name as name from scim_group where role_id = ${id}
    union all select null from settings where scim_default_role_id = ${id} limit 1`,
);

/** A tier whose requests are decided by holders of the role. */
export const anyPlan = statement(
  'role.anyPlan',
  (id: string) => sql<{ tier: string }>`
    select plan->>'tier' as tier from settings cross join jsonb_array_elements(assessment_plans) as plan
    where plan->>'approverRoleId' = ${id} limit 1`,
);

/**
 * Creates a system role, or updates it after an upgrade. Of servers that start together, one creates it: two indexes guard its
 * name, and only "on conflict do nothing" covers both.
 */
export const ensure = statement('role.ensure', ({ name, description, permissions }: SystemRole) =>
  sql<{ id: string; isNew: boolean }>`
    with made as (
      ${insertInto(Role, { id: sql`gen_random_uuid()`, name, description, permissions, isSystem: true })} on conflict do nothing
      returning id
    ), changed as (
      update role set permissions = ${permissions}, description = ${description}
      where ${folded(rawSql('name'))} = ${folded(sql`${name}::text`)} and (permissions <> ${permissions} or description <> ${description})
      returning id
    )
    select id, true as "isNew" from made union all select id, false from changed`.writesGiven(Role),
);
