import { type Held, type Row, select } from '../../database/rows';
import { sql, statement } from '../../database/sql';
import { IdentityProvider } from './identity-provider.entity';

export const list = statement(
  'identity-provider.list',
  () => sql<Row<IdentityProvider>>`${select(IdentityProvider)} order by lower(name), id`,
);

/** For strangers. */
export const enabled = statement(
  'identity-provider.enabled',
  () => sql<Pick<Row<IdentityProvider>, 'id' | 'name'>>`select id, name from identity_provider where is_enabled order by lower(name), id`,
);

/** What a sign-in needs, the sealed secret included. */
export type UsableProvider = Pick<
  Held<IdentityProvider>,
  | 'id'
  | 'name'
  | 'issuer'
  | 'clientId'
  | 'secretBox'
  | 'isEnabled'
  | 'isJitEnabled'
  | 'isEmailTrusted'
  | 'scopes'
  | 'roleClaim'
  | 'roleMappings'
  | 'defaultRoleId'
>;

export const usable = statement(
  'identity-provider.usable',
  (id: string) => sql<UsableProvider>`
    select id, name, issuer, client_id as "clientId", secret_box as "secretBox", is_enabled as "isEnabled", is_jit_enabled as "isJitEnabled",
      is_email_trusted as "isEmailTrusted", scopes, role_claim as "roleClaim", role_mappings as "roleMappings",
      default_role_id as "defaultRoleId"
    from identity_provider where id = ${id}`,
);

export const mappingsOf = statement(
  'identity-provider.mappingsOf',
  (ids: readonly string[]) => sql<Pick<Held<IdentityProvider>, 'id' | 'roleMappings'>>`
    select id, role_mappings as "roleMappings" from identity_provider where id = any(${ids}::uuid[])`,
);

/** Nothing if it was turned off, removed or given another issuer: whoever does that waits here, and then ends the session. */
export const markUsed = statement(
  'identity-provider.markUsed',
  (id: string, issuer: string) => sql<Pick<Row<IdentityProvider>, 'id'>>`
    update identity_provider set last_used_at = now() where id = ${id} and issuer = ${issuer} and is_enabled returning id`,
);

/** Another provider with the same client of the same issuer, with or without slashes at its end. */
export const twin = statement(
  'identity-provider.twin',
  (id: string, issuer: string, clientId: string) => sql<Pick<Row<IdentityProvider>, 'id'>>`
    select id from identity_provider where id <> ${id} and client_id = ${clientId} and rtrim(issuer, '/') = rtrim(${issuer}::text, '/') limit 1`,
);
