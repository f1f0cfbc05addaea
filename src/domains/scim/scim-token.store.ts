import { type Held, type Row, select } from '../../database/rows';
import { sql, statement } from '../../database/sql';
import { ScimToken } from './scim-token.entity';

export const newestFirst = statement(
  'scim-token.newestFirst',
  () => sql<Row<ScimToken>>`${select(ScimToken)} order by created_at desc, id`,
);

export interface TokenRow extends Pick<Held<ScimToken>, 'id' | 'name' | 'secretHash'> {
  isUsable: boolean;
  /** Since the last use; null if there was none. */
  unusedSeconds: number | null;
}

export const byPrefix = statement(
  'scim-token.byPrefix',
  (prefix: string) => sql<TokenRow>`
    select id, name, secret_hash as "secretHash", not is_revoked and coalesce(expires_at > now(), true) as "isUsable",
      extract(epoch from now() - last_used_at)::double precision as "unusedSeconds"
    from scim_token where prefix = ${prefix}`,
);

export const markUsed = statement(
  'scim-token.markUsed',
  (id: string) => sql<never>`update scim_token set last_used_at = now() where id = ${id}`,
);
