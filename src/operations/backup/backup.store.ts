import { RECORD_SCHEMA } from '../../database/record/record-table';
import { identifier, join, type Sql, sql, statement } from '../../database/sql';

export interface TableShape {
  /** With the schema, if that isn't the one with the data as it is now: record.vendor. */
  name: string;
  columns: string[];
  /** The tables that its foreign keys refer to. */
  needs: string[];
}

/** Every table, from the database itself so that none is forgotten, with its columns except generated ones. */
export const tableShapes = statement(
  'backup.tableShapes',
  () => sql<TableShape>`
    select case when t.relnamespace = current_schema()::regnamespace then '' else ${`${RECORD_SCHEMA}.`}::text end || t.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select distinct other.relname::text from pg_constraint c join pg_class other on other.oid = c.confrelid
        where c.contype = 'f' and c.conrelid = t.oid and other.oid <> t.oid) as needs
    from pg_class t
    where t.relkind = 'r' and t.relnamespace in (current_schema()::regnamespace, to_regnamespace(${RECORD_SCHEMA}))
      and t.relname <> 'migration_lock'
    order by name`,
);

/** The table and columns in COPY's syntax. */
export function copied(table: string, columns: string[]): string {
  return sql`${qualified(table)} (${join(columns.map(identifier), ', ')})`.compile().text;
}

export const empty = statement('backup.empty', (tables: readonly string[]) => sql<never>`truncate ${join(tables.map(qualified), ', ')}`);

/** Ends all sessions, and all links by which someone could choose a password. */
export const endAccess = statement('backup.endAccess', () => sql<never>`truncate session, provider_session, account_link`);

const qualified = (table: string): Sql => join(table.split('.').map(identifier), '.');

/** Whether the schema exists. */
export const hasUsers = statement(
  'backup.hasUsers',
  () => sql<{ isThere: boolean }>`select to_regclass('app_user') is not null as "isThere"`,
);

export const countUsers = statement('backup.countUsers', () => sql<{ users: number }>`select count(*) as users from app_user`);
