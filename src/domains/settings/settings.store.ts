import { type Held, type Row, select } from '../../database/rows';
import { sql, statement } from '../../database/sql';
import type { Logo } from './logo.entity';
import { Settings } from './settings.entity';

export const read = statement('settings.read', () => select(Settings));

/** Those with access who may change the settings, and have signed in by a provider that is enabled. */
const BY_PROVIDER = sql`
  select distinct u.id from app_user u join role r on r.id = u.role_id join user_identity i on i.user_id = u.id
    join identity_provider p on p.issuer = i.issuer and p.is_enabled
  where 'settings:manage' = any(r.permissions) and not u.is_disabled`;

export const administratorByProvider = statement('settings.administratorByProvider', () => sql<{ id: string }>`${BY_PROVIDER} limit 1`);

/** The same by a password, or a passkey alone. */
export const administratorByOwn = statement(
  'settings.administratorByOwn',
  () => sql<{ id: string }>`
    select u.id from app_user u join role r on r.id = u.role_id
    where 'settings:manage' = any(r.permissions) and not u.is_disabled
      and (u.password_hash is not null or exists (select 1 from factor f where f.user_id = u.id and f.kind = 'PASSKEY')) limit 1`,
);

/** The one without whom nobody could let anybody in, where nobody signs in by password. */
export const onlyWayIn = statement(
  'settings.onlyWayIn',
  () => sql<{ id: string }>`
    with one as (${BY_PROVIDER} limit 2)
    select id from one where (select count(*) from one) = 1 and (select password_sign_in from settings) = 'NOBODY'`,
);

/** Serialises changes to the settings. */
export const lock = statement('settings.lock', () => sql<Pick<Row<Settings>, 'id'>>`select id from settings for update`);

export type NewLogo = Pick<Held<Logo>, 'id' | 'mimeType' | 'content'>;

export const addLogo = statement(
  'settings.addLogo',
  ({ id, mimeType, content }: NewLogo) => sql<never>`insert into logo (id, mime_type, content) values (${id}, ${mimeType}, ${content})`,
);

export const removeLogo = statement('settings.removeLogo', () => sql<never>`delete from logo`);

export const logo = statement(
  'settings.logo',
  (id: string) => sql<Pick<Row<Logo>, 'mimeType' | 'content'>>`select mime_type as "mimeType", content from logo where id = ${id}`,
);

/** Keeps a role from being deleted until the transaction ends. */
export const keepRole = statement(
  'settings.keepRole',
  (id: string) => sql<{ permissions: string[] }>`select permissions from role where id = ${id} for share`,
);
