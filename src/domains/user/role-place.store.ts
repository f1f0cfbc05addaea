import type { Row } from '../../database/rows';
import { sql, statement } from '../../database/sql';
import { ApiKey } from './api-key.entity';
import { User } from './user.entity';

/** Portfolios in the order of their names, kept from being deleted until the transaction ends. */
export const hold = statement(
  'role-place.hold',
  (ids: readonly string[]) => sql<{ id: string; name: string }>`
    select id, name from portfolio where id = any(${ids}::uuid[]) order by lower(name), id for key share`,
);

/** Someone who has a role in some portfolios only. */
export const anyHolder = statement(
  'role-place.anyHolder',
  (roleId: string) => sql<Pick<Row<User>, 'name'>>`
    select name from app_user where role_id = ${roleId} and portfolio_ids is not null limit 1`,
);

/** A provider that gives a role in some portfolios only. */
export const anyProvider = statement(
  'role-place.anyProvider',
  (roleId: string) => sql<{ name: string }>`
    select name from identity_provider
    where exists (select 1 from jsonb_array_elements(role_mappings) m
      where m->>'roleId' = ${roleId}::text and jsonb_typeof(m->'portfolioIds') = 'array') limit 1`,
);

/** A group of the identity provider that gives a role in some portfolios only. */
export const anyGroup = statement(
  'role-place.anyGroup',
  (roleId: string) => sql<{ name: string }>`
    select display_name as name from scim_group where role_id = ${roleId} and portfolio_ids is not null limit 1`,
);

/** Takes a portfolio from everybody who has a role in it. */
export const leaveUsers = statement('role-place.leaveUsers', (portfolioId: string) =>
  sql<{ id: string }>`
    update app_user set portfolio_ids = array_remove(portfolio_ids, ${portfolioId}::uuid), revision = revision + 1, updated_at = now()
    where ${portfolioId}::uuid = any(portfolio_ids) returning id`.writesGiven(User),
);

export const leaveKeys = statement('role-place.leaveKeys', (portfolioId: string) =>
  sql<{ id: string }>`
    update api_key set portfolio_ids = array_remove(portfolio_ids, ${portfolioId}::uuid), revision = revision + 1, updated_at = now()
    where ${portfolioId}::uuid = any(portfolio_ids) returning id`.writesGiven(ApiKey),
);

export const leaveGroups = statement('role-place.leaveGroups', (portfolioId: string) =>
  sql<{ id: string }>`
    update scim_group set portfolio_ids = array_remove(portfolio_ids, ${portfolioId}::uuid), revision = revision + 1, updated_at = now()
    where ${portfolioId}::uuid = any(portfolio_ids) returning id`.writesGiven('scim_group'),
);

/** Takes a portfolio out of what providers give. */
export const leaveProviders = statement('role-place.leaveProviders', (portfolioId: string) =>
  sql<{ id: string }>`
    update identity_provider set revision = revision + 1, updated_at = now(), role_mappings = (
      select jsonb_agg(case when jsonb_typeof(m->'portfolioIds') = 'array'
        then jsonb_set(m, '{portfolioIds}', (m->'portfolioIds') - ${portfolioId}::text) else m end order by n)
      from jsonb_array_elements(role_mappings) with ordinality as given(m, n))
    where exists (select 1 from jsonb_array_elements(role_mappings) m where m->'portfolioIds' ? ${portfolioId}::text)
    returning id`.writesGiven('identity_provider'),
);
