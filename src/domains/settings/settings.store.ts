import { type Held, type Row, select } from '../../database/rows';
import { rawSql, sql, statement } from '../../database/sql';
import type { Logo } from './logo.entity';
import { Settings } from './settings.entity';

export const read = statement('settings.read', () => select(Settings));

const MAY_CHANGE_SETTINGS = rawSql(`'settings:manage' = any(r.permissions) and not u.is_disabled`);
const BY_PROVIDER = rawSql(`exists (
  select from user_identity i join identity_provider p on p.issuer = i.issuer and p.is_enabled where i.user_id = u.id)`);
const BY_OWN = rawSql(`(u.password_hash is not null or exists (select from factor f where f.user_id = u.id and f.kind = 'PASSKEY'))`);

/** Someone with access who may change the settings, and has signed in by a provider that is enabled. */
export const administratorByProvider = statement(
  'settings.administratorByProvider',
  () => sql<{ id: string }>`
    select u.id from app_user u join role r on r.id = u.role_id where ${MAY_CHANGE_SETTINGS} and ${BY_PROVIDER} limit 1`,
);

/** The same by a password, or a passkey alone. */
export const administratorByOwn = statement(
  'settings.administratorByOwn',
  () => sql<{ id: string }>`
    select u.id from app_user u join role r on r.id = u.role_id where ${MAY_CHANGE_SETTINGS} and ${BY_OWN} limit 1`,
);

/** One of these, if without all of them nobody could sign in who may change the settings. */
export const lastWayIn = statement(
  'settings.lastWayIn',
  (ids: readonly string[]) => sql<{ id: string }>`
    with way as (
      select u.id, u.created_at from app_user u join role r on r.id = u.role_id cross join settings t
      where ${MAY_CHANGE_SETTINGS} and (${BY_PROVIDER} or (t.password_sign_in <> 'NOBODY' and ${BY_OWN})))
    select id from way where id = any(${ids}::uuid[]) and not exists (select from way where not id = any(${ids}::uuid[]))
    order by created_at, id limit 1`,
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
