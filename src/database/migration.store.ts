import { sql, statement } from './sql';

export const isThere = statement(
  'migration.isThere',
  () => sql<{ isThere: boolean }>`select to_regclass('migration') is not null as "isThere"`,
);

export const applied = statement('migration.applied', () => sql<{ name: string }>`select name from migration order by name`);

export const createLock = statement(
  'migration.createLock',
  () => sql<never>`create table if not exists migration_lock (id boolean primary key check (id))`,
);

export const fillLock = statement('migration.fillLock', () => sql<never>`insert into migration_lock values (true) on conflict do nothing`);

/** Created here because the ORM would use a serial key; rows keep the order in which they ran. */
export const createTable = statement(
  'migration.createTable',
  () => sql<never>`create table if not exists migration (
      id numeric primary key default extract(epoch from clock_timestamp()),
      name text not null unique,
      executed_at timestamptz not null default now()
    )`,
);
