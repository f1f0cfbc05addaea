import { IsolationLevel } from '@mikro-orm/core';
import type { Migrator } from '@mikro-orm/migrations';
import { migrationOptions } from '../mikro-orm.config';
import type { Database, Queryable } from './database/database';
import { letServiceWork } from './database/embedded';
import { UNHURRIED } from './database/limit';
import { loadMigrator, MIGRATIONS } from './database/migrations';
import { sql } from './database/sql';

/** Both may be hit when several servers create the same table at the same moment: the other one won. */
const ALREADY_THERE = new Set(['23505', '42P07']);

/**
 * Brings the schema up to date, once, however many servers start at the same time: each waits for a row lock,
 * and the first runs all that is missing in the transaction that holds it. A server that dies half way leaves nothing.
 */
export async function migrate(database: Database): Promise<string[]> {
  if ((await pendingMigrations(database)).length === 0) return [];
  await createLock(database);
  const em = database.orm.em.fork();
  // Whoever waited must see what the one before it did, whatever is the rule of the database.
  await em.begin({ isolationLevel: IsolationLevel.READ_COMMITTED });
  try {
    await em.execute(UNHURRIED);
    await em.execute('select 1 from migration_lock for update');
    const done = await migratorOf(database).up({ transaction: em.getTransactionContext() });
    await letServiceWork((text) => em.execute(text));
    await em.commit();
    return done.map((migration) => migration.name);
  } catch (error) {
    await em.rollback().catch(() => undefined); // the first error tells more
    throw error;
  }
}

function migratorOf({ orm }: Database): Migrator {
  orm.config.set('migrations', { ...orm.config.get('migrations'), ...migrationOptions() });
  return new (loadMigrator())(orm.em);
}

/** Names of migrations that the code has and the database hasn't. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const names = new Set(await appliedMigrations(database));
  return MIGRATIONS.filter((name) => !names.has(name));
}

/** Names of the migrations that the database has; none before the first. */
export async function appliedMigrations(db: Queryable): Promise<string[]> {
  const [table] = await db.query<{ isThere: boolean }>(sql`select to_regclass('migration') is not null as "isThere"`);
  if (!table?.isThere) return [];
  return (await db.query<{ name: string }>(sql`select name from migration order by name`)).map((row) => row.name);
}

/** The migration table is made here because the ORM would give it a serial key; its rows keep the order they ran in. */
async function createLock(database: Database): Promise<void> {
  const statements = [
    sql`create table if not exists migration_lock (id boolean primary key check (id))`,
    sql`insert into migration_lock values (true) on conflict do nothing`,
    sql`create table if not exists migration (
      id numeric primary key default extract(epoch from clock_timestamp()),
      name text not null unique,
      executed_at timestamptz not null default now()
    )`,
  ];
  for (const statement of statements) {
    await database.query(statement).catch((error: { code?: string }) => {
      if (!ALREADY_THERE.has(error.code ?? '')) throw error;
    });
  }
}
