import { versionsOf } from '../../database/record/record-table';
import { type Row, select } from '../../database/rows';
import { folded, rawSql, sql, statement } from '../../database/sql';
import { ApiKey } from './api-key.entity';

export const newestFirst = statement('api-key.newestFirst', () => sql<Row<ApiKey>>`${select(ApiKey)} order by created_at desc, id`);

export const oldestFirst = statement('api-key.oldestFirst', () => sql<Row<ApiKey>>`${select(ApiKey)} order by created_at, id`);

export const byPrefixOrId = statement(
  'api-key.byPrefixOrId',
  (prefix: string, id: string) => sql<Row<ApiKey>>`${select(ApiKey)} where prefix = ${prefix} or id::text = lower(${id})`,
);

/** Who made a key. */
export const makerOf = statement(
  'api-key.makerOf',
  (id: string) => sql<{ makerId: string | null }>`select created_by_id as "makerId" from api_key where id = ${id}`,
);

/** An expired key gives up its name to the key that takes it, which may be the same one. */
export const freeName = statement(
  'api-key.freeName',
  (name: string, taker: string | null) => sql<never>`
    update api_key set has_left_name = true
    where ${folded(rawSql('name'))} = ${folded(sql`${name}::text`)} and expires_at <= now() and not has_left_name and id is distinct from ${taker}::uuid`,
);

/** Where the keys that follow somebody, or followed before that user was deleted, were last used from: mostly where that person was. */
export const forgetAddresses = statement(
  'api-key.forgetAddresses',
  (userId: string) => sql<never>`
    update api_key set last_used_address = null
    where last_used_address is not null and not is_organizational and (created_by_id = ${userId} or created_by_id is null
      and id in (select id from ${versionsOf('api_key')} where created_by_id = ${userId}))`,
);

/** Revokes the keys that follow people. */
export const revokeThoseOf = statement('api-key.revokeThoseOf', (userIds: readonly string[]) =>
  sql<Pick<Row<ApiKey>, 'id' | 'name' | 'prefix'>>`
    update api_key set is_revoked = true, revision = revision + 1, updated_at = now()
    where created_by_id = any(${userIds}::uuid[]) and not is_organizational and not is_revoked returning id, name, prefix`.writes(ApiKey, {
    createdById: userIds,
  }),
);
