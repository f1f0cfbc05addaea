import { isOneOf, sql, statement } from '../database/sql';
import type { Permission } from './permissions';

export interface KeyRow {
  prefix: string;
  id: string;
  name: string;
  secretHash: string;
  permissions: Permission[] | null;
  allowedIps: string[];
  expiresAt: string | null;
  /** Whose permissions the key follows, and what they are now; null for a key of the organisation. */
  makerId: string | null;
  makerPermissions: Permission[] | null;
  /** Where the key works, and where its maker's role holds now; null: everywhere. */
  portfolioIds: string[] | null;
  makerPortfolioIds: string[] | null;
  isUsable: boolean;
  lastUsedAddress: string | null;
  /** Since the last use; null if there was none. */
  unusedSeconds: number | null;
}

/** The current API keys with these prefixes. One that follows its maker ends with the maker's access. */
export const byPrefix = statement(
  'key.byPrefix',
  (prefixes: readonly string[]) => sql<KeyRow>`
    select k.prefix, k.id, k.name, k.secret_hash as "secretHash", k.permissions, k.allowed_ips as "allowedIps",
      k.expires_at as "expiresAt", u.id as "makerId", r.permissions as "makerPermissions",
      k.portfolio_ids as "portfolioIds", u.portfolio_ids as "makerPortfolioIds",
      s.api_keys_enabled and not k.is_revoked and coalesce(k.expires_at > now(), true)
        and (k.is_organizational or u.id is not null and not u.is_disabled) as "isUsable",
      k.last_used_address as "lastUsedAddress", extract(epoch from now() - k.last_used_at)::double precision as "unusedSeconds"
    from api_key k cross join settings s
      left join app_user u on u.id = k.created_by_id and not k.is_organizational left join role r on r.id = u.role_id
    where k.prefix ${isOneOf(prefixes, 'text')}`,
);

export const markUsed = statement(
  'key.markUsed',
  (id: string, address: string) => sql<never>`update api_key set last_used_at = now(), last_used_address = ${address} where id = ${id}`,
);
