import type { Row } from '../database/rows';
import { present, rawSql, sql, statement } from '../database/sql';
import type { Template } from '../domains/template/template.entity';

/** The installed edition of an item. */
export interface Installed {
  key: string;
  edition: number;
  /** The framework, or the template version of this edition. */
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

/** The controls of all library frameworks. */
export const controls = statement(
  'library.controls',
  () => sql<{ key: string; code: string }>`
    select ${present('f.library_key')} as key, c.code from control c join framework f on f.id = c.framework_id
    where f.library_key is not null`,
);

/** Whether it still has to be loaded: once, and only into an empty database. */
export const isAwaited = statement(
  'library.isAwaited',
  () => sql<{ isAwaited: boolean }>`
    select library_loaded_at is null and not exists (select 1 from framework) and not exists (select 1 from template)
      and not exists (select 1 from vendor) as "isAwaited" from settings`,
);

export const markLoaded = statement('library.markLoaded', () => sql<never>`update settings set library_loaded_at = now()`);
