import { folded, rawSql, sql, statement } from '../database/sql';

export const encoding = statement(
  'unicode.encoding',
  () => sql<{ name: string; encoding: string }>`select current_database() as name, current_setting('server_encoding') as encoding`,
);

export const foldsCase = statement(
  'unicode.foldsCase',
  () => sql<{ folds: boolean }>`select ${folded(rawSql(`'é'::text`))} = 'É' as folds`,
);
