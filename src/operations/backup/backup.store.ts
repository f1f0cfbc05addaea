import { identifier, join, type Sql, sql, statement } from '../../database/sql';

export interface TableShape {
  name: string;
  columns: string[];
  /** The tables that its foreign keys refer to. */
  needs: string[];
}

/** Every table, from the database itself so that none is forgotten, with its columns except generated ones. */
export const tableShapes = statement(
  'backup.tableShapes',
  () => sql<TableShape>`
    select t.relname::text as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select distinct other.relname::text from pg_constraint c join pg_class other on other.oid = c.confrelid
        where c.contype = 'f' and c.conrelid = t.oid and other.oid <> t.oid) as needs
    from pg_class t
    where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace and t.relname <> 'migration_lock'
    order by t.relname`,
);

/** The table and columns in COPY's syntax. */
export function copied(table: string, columns: string[]): string {
  return sql`${identifier(table)} (${listed(columns)})`.compile().text;
}

export const empty = statement('backup.empty', (tables: readonly string[]) => sql<never>`truncate ${listed(tables)}`);

const listed = (names: readonly string[]): Sql => join(names.map(identifier), ', ');

/** Whether the schema exists. */
export const hasUsers = statement(
  'backup.hasUsers',
  () => sql<{ isThere: boolean }>`select to_regclass('app_user') is not null as "isThere"`,
);

export const countUsers = statement('backup.countUsers', () => sql<{ users: number }>`select count(*) as users from app_user`);
