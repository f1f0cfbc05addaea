import { ConfigError } from '../kernel/config';
import type { Queryable } from '../database/database';
import * as store from './unicode.store';

/** Rejects a database that can't store every character. */
export async function assertUnicode(db: Queryable): Promise<void> {
  const { name, encoding } = (await db.one(store.encoding()))!;
  if (encoding === 'UTF8') return;
  throw new ConfigError(
    `The database "${name}" is encoded in ${encoding}, but Vetgraph needs UTF8: create one with ` +
      `"create database vetgraph template template0 encoding 'UTF8'", and set DATABASE_URL to it`,
  );
}

/** Whether a search for É finds é; only a server without any Unicode collation can't. */
export async function foldsCase(db: Queryable): Promise<boolean> {
  return (await db.one(store.foldsCase()))!.folds;
}
