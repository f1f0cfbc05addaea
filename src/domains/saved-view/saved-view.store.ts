import { type Row, select } from '../../database/rows';
import { join, type Sql, sql, statement } from '../../database/sql';
import type { User } from '../user/user.entity';
import { SavedView } from './saved-view.entity';

/** Those of a person and the shared ones, by name; of nobody: the shared ones. */
export const list = statement('saved-view.list', (userId: string | null, kind: string | null) => {
  const conditions: Sql[] = [userId === null ? sql`private_to_id is null` : sql`(private_to_id is null or private_to_id = ${userId})`];
  if (kind !== null) conditions.push(sql`list = ${kind}`);
  return sql<Row<SavedView>>`${select(SavedView)} where ${join(conditions, ' and ')} order by lower(name), name, id`;
});

/** Which of these are ids of what belongs to portfolios and views ask for. */
export const placed = statement('saved-view.placed', (ids: readonly string[]) => {
  const among = sql`id = any(${ids}::uuid[])`;
  return sql<{ id: string }>`
    select id from portfolio where ${among} union all select id from vendor where ${among}
    union all select id from assessment where ${among} union all select id from finding where ${among}`;
});

/** The person who saves, locked: so that their views can be counted. */
export const owner = statement(
  'saved-view.owner',
  (id: string) => sql<Pick<Row<User>, 'id'>>`select id from app_user where id = ${id} for no key update`,
);

export const countOf = statement(
  'saved-view.countOf',
  (userId: string) => sql<{ views: number; shared: number }>`
    select count(*) as views, count(*) filter (where private_to_id is null) as shared from saved_view where owner_id = ${userId}`,
);
