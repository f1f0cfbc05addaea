import type { Row } from '../database/rows';
import { present, rawSql, sql, statement } from '../database/sql';
import type { Template } from '../domains/template/template.entity';

/** What is installed of an item. */
export interface Installed {
  key: string;
  edition: number;
  /** The framework, or the version of the template that is of this edition. */
  id: string;
}

/** The newest edition of each key. */
export const installed = statement(
  'library.installed',
  (table: 'framework' | 'template') => sql<Installed>`
    select distinct on (library_key) ${present('library_key')} as key, ${present('library_edition')} as edition, id
    from ${rawSql(table)} where library_key is not null order by library_key, library_edition desc`,
);

export const published = statement(
  'library.published',
  (key: string) => sql<Pick<Row<Template>, 'id'>>`select id from template where library_key = ${key} and status = 'PUBLISHED'`,
);

/** The controls of all frameworks of the library. */
export const controls = statement(
  'library.controls',
  () => sql<{ key: string; code: string }>`
    select ${present('f.library_key')} as key, c.code from control c join framework f on f.id = c.framework_id
    where f.library_key is not null`,
);

/** Whether it has yet to be loaded: once, and only where there is nothing. */
export const isAwaited = statement(
  'library.isAwaited',
  () => sql<{ isAwaited: boolean }>`
    select library_loaded_at is null and not exists (select 1 from framework) and not exists (select 1 from template)
      and not exists (select 1 from vendor) as "isAwaited" from settings`,
);

export const markLoaded = statement('library.markLoaded', () => sql<never>`update settings set library_loaded_at = now()`);
