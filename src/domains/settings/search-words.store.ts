import { contains, join, rawSql, type Sql, sql, statement } from '../../database/sql';

/** The words of texts: in capitals, without accents, with spaces between them. */
export const folded = statement(
  'search-words.folded',
  (texts: readonly string[]) => sql<{ text: string }>`
    select searchable(t.text) as text from unnest(${texts}::text[]) with ordinality as t (text, place) order by place`,
);

/** What the text of a filter asks for. */
export interface Sought {
  readonly text: string;
  /**
   * How its words may be read, as tsqueries: the second if the first finds nothing; none if that would find no more than the text
   * itself. An index is asked for the rare ones.
   */
  readonly readings: readonly { readonly all: string; readonly rare: string }[];
}

/** Where a text is looked for. */
interface Place {
  /** What rows are told apart by: those with the same have the same texts. */
  readonly key: string;
  readonly texts: readonly string[];
  /** The words of a row, as an index has them. */
  readonly words: string;
  /** What to look through. */
  readonly from: string;
  readonly definition?: Sql;
}

/** Whether a row has the text in it as it stands, or its words as search reads them: these are looked up once for all rows. */
export function isSought({ key, texts, words, from, definition = sql`` }: Place, { text, readings }: Sought): Sql {
  const [first, second] = readings.map(({ all, rare }) =>
    join(
      [...new Set([rare, all])].map((query) => sql`${rawSql(words)} @@ ${query}::text::tsquery`),
      ' and ',
    ),
  );
  const asItStands = contains(texts, text);
  if (!first) return asItStands;
  const rows = rawSql(`select ${key} from ${from}`);
  const ways = [sql`${rows} where ${asItStands}`, sql`${rows} where ${first}`];
  if (second) ways.push(sql`${rows} where ${second} and not exists (${rows} where ${first})`);
  return sql`${rawSql(key)} = any(array(${definition} ${join(ways, ' union all ')}))`.plannedAnew();
}
