import type { Row } from '../../database/rows';
import { select } from '../../database/rows';
import { sql, statement } from '../../database/sql';
import { Settings } from './settings.entity';

export const read = statement('settings.read', () => select(Settings));

/** Someone with access who may change the settings, and has signed in by a provider that is enabled. */
export const administratorByProvider = statement(
  'settings.administratorByProvider',
  () => sql<{ id: string }>`
    select u.id from app_user u join role r on r.id = u.role_id join user_identity i on i.user_id = u.id
      join identity_provider p on p.issuer = i.issuer and p.is_enabled
    where 'settings:manage' = any(r.permissions) and not u.is_disabled limit 1`,
);

/** Serialises changes to the settings. */
export const lock = statement('settings.lock', () => sql<Pick<Row<Settings>, 'id'>>`select id from settings for update`);
