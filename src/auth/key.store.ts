import { isOneOf, sql, statement } from '../database/sql';
import type { Permission } from './permissions';

export interface KeyRow {
  prefix: string;
  id: string;
  name: string;
  secretHash: string;
  permissions: Permission[] | null;
  allowedIps: string[];
  isUsable: boolean;
  isUseStale: boolean;
}

/** The current API keys with these prefixes. */
export const byPrefix = statement(
  'key.byPrefix',
  (prefixes: readonly string[]) => sql<KeyRow>`
    select k.prefix, k.id, k.name, k.secret_hash as "secretHash", k.permissions, k.allowed_ips as "allowedIps",
      s.api_keys_enabled and not k.is_revoked and coalesce(k.expires_at > now(), true) as "isUsable",
      coalesce(k.last_used_at < now() - interval '1 minute', true) as "isUseStale"
    from api_key k cross join settings s where k.prefix ${isOneOf(prefixes, 'text')}`,
);

export const markUsed = statement('key.markUsed', (id: string) => sql<never>`update api_key set last_used_at = now() where id = ${id}`);
