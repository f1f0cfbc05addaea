import { IsolationLevel } from '@mikro-orm/core';
import type { Migrator } from '@mikro-orm/migrations';
import type { Database, Queryable } from './database';
import { letServiceWork } from './embedded';
import { UNHURRIED } from './limit';
import { loadMigrator, migrationOptions, MIGRATIONS } from './migrations';
import * as store from './migration.store';
import { dropScopedViews, followEntities, hasRightViews } from './record/record-schema';
import { rawSql } from './sql';

/** Possible when several servers create the same table at the same moment: another one won. */
const ALREADY_THERE = new Set(['23505', '42P07']);

/**
 * Brings the schema up to date once, however many servers start at the same time: each waits for a row lock, and the first runs
 * all pending migrations in the transaction that holds it. A server that dies halfway leaves nothing behind. Views can only be made
 * once the tables are as the entities are.
 */
export async function migrate(database: Database, { makesViews = true } = {}): Promise<string[]> {
  if (await isUpToDate(database)) return [];
  await createLock(database);
  const em = database.orm.em.fork();
  // Whoever waited must see what the previous one did, whatever the database's default isolation level.
  await em.begin({ isolationLevel: IsolationLevel.READ_COMMITTED });
  try {
    await em.execute(UNHURRIED);
    await em.execute('select 1 from migration_lock for update');
    const execute = <T extends object>(text: string) => em.execute<T[]>(text);
    if ((await pendingMigrations(database)).length > 0) await dropScopedViews(execute);
    const done = await migratorOf(database).up({ transaction: em.getTransactionContext() });
    // Of several servers the first did it.
    if (makesViews && (done.length > 0 || !(await hasRightViews(database.orm, execute, database.computedViews)))) {
      await followEntities(database.orm, execute, database.computedViews);
    }
    await letServiceWork((text) => em.execute(text));
    await em.commit();
    return done.map((migration) => migration.name);
  } catch (error) {
    await em.rollback().catch(() => undefined); // the first error says more
    throw error;
  }
}

/** A newer version, whose migrations are unknown here, may have made the views as it needs them. */
export async function isUpToDate(database: Database): Promise<boolean> {
  const applied = new Set(await appliedMigrations(database));
  if (MIGRATIONS.some((name) => !applied.has(name))) return false;
  const execute = <T extends object>(text: string) => database.query(rawSql<T>(text));
  return applied.size > MIGRATIONS.length || hasRightViews(database.orm, execute, database.computedViews);
}

function migratorOf({ orm }: Database): Migrator {
  orm.config.set('migrations', { ...orm.config.get('migrations'), ...migrationOptions() });
  return new (loadMigrator())(orm.em);
}

/** Names of the migrations in the code that haven't run on the database. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const names = new Set(await appliedMigrations(database));
  return MIGRATIONS.filter((name) => !names.has(name));
}

/** Names of the migrations that have run on the database; none on an empty one. */
export async function appliedMigrations(db: Queryable): Promise<string[]> {
  const table = await db.one(store.isThere());
  if (!table?.isThere) return [];
  return (await db.query(store.applied())).map((row) => row.name);
}

async function createLock(database: Database): Promise<void> {
  const statements = [store.createLock(), store.fillLock(), store.createTable()];
  for (const statement of statements) {
    await database.query(statement).catch((error: { code?: string }) => {
      if (!ALREADY_THERE.has(error.code ?? '')) throw error;
    });
  }
}
