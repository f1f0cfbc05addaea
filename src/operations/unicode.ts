import { ConfigError } from '../kernel/config';
import type { Queryable } from '../database/database';
import { folded, rawSql, sql } from '../database/sql';

/** Refuses a database that can't hold every text. */
export async function assertUnicode(db: Queryable): Promise<void> {
  const [{ name, encoding }] = (await db.query<{ name: string; encoding: string }>(sql`
    select current_database() as name, current_setting('server_encoding') as encoding`)) as [{ name: string; encoding: string }];
  if (encoding === 'UTF8') return;
  throw new ConfigError(
    `The database "${name}" is encoded in ${encoding}, but Vetgraph needs UTF8: create one with ` +
      `"create database vetgraph template template0 encoding 'UTF8'", and set DATABASE_URL to it`,
  );
}

/** Whether a search finds É where é is written; only a server without any Unicode collation can't. */
export async function foldsCase(db: Queryable): Promise<boolean> {
  const [found] = await db.query<{ folds: boolean }>(sql`select ${folded(rawSql(`'é'::text`))} = 'É' as folds`);
  return found!.folds;
}
