import type { Database } from './database';
import { sql } from './sql';

/** Both may be hit when several servers create the same table at the same moment: the other one won. */
const ALREADY_THERE = new Set(['23505', '42P07']);

/**
 * Brings the schema up to date, once, however many servers start at the same time: each waits for a row lock,
 * and the first runs all that is missing in the transaction that holds it. A server that dies half way leaves nothing.
 */
export async function migrate(database: Database): Promise<string[]> {
  await createLock(database);
  return database.orm.em.fork().transactional(async (em) => {
    await em.execute('select 1 from migration_lock for update');
    const done = await database.orm.migrator.up({ transaction: em.getTransactionContext() });
    return done.map((migration) => migration.name);
  });
}

/** Names of migrations that the code has and the database hasn't. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const known = database.orm.config.get('migrations').migrationsList!.map((migration) => migration.name);
  const done = await database.query<{ name: string }>(sql`select name from migration`);
  const names = new Set(done.map((row) => row.name));
  return known.filter((name) => !names.has(name));
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
