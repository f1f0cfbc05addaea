import { join, rawSql, type Sql, sql, statement } from '../../database/sql';

/** The words of texts: in capitals, without accents, with spaces between them. */
export const folded = statement(
  'search-words.folded',
  (texts: readonly string[]) => sql<{ text: string }>`
    select searchable(t.text) as text from unnest(${texts}::text[]) with ordinality as t (text, place) order by place`,
);

/** The words of a text, as tsqueries: all of them, and the rare ones, which an index is asked for. */
export interface Words {
  readonly all: string;
  readonly rare: string;
}

/** Whether words, as an index has them, are those asked for. */
export const areIn = (words: string, { all, rare }: Words): Sql =>
  join(
    [...new Set([rare, all])].map((query) => sql`${rawSql(words)} @@ ${query}::text::tsquery`),
    ' and ',
  );
