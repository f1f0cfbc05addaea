import { type EntityClass, Index } from '@mikro-orm/core';

/** What search looks at in the rows of a table. */
export interface Searched {
  readonly table: string;
  /** The column whose text is the title. */
  readonly title: string;
  /** Other columns with texts. */
  readonly also?: readonly string[];
  /** A column whose text may end with other words for the same: only these are looked at. */
  readonly aliases?: string;
  /** A column with a list of texts. */
  readonly listed?: string;
  /** Other things are found by its title, too: for this it is also indexed alone. */
  readonly isNamedElsewhere?: boolean;
}

const SEARCHED = new Map<EntityClass<object>, Searched>();

/** Titles are compared up to here: an index holds no longer texts. */
export const COMPARED = 100;

/** The start of a title as searches compare it, of a row called so. Migrations define the function. */
export const titleOf = ({ title }: Searched, row = '') => `left(searchable(${column(row, title)}), ${COMPARED}) collate "C"`;

/** The words of the title alone. */
export const nameWordsOf = ({ title }: Searched, row = '') => `search_words(${column(row, title)})`;

/** What stands before aliases, as in the guidance on the library's controls. */
const ALIASES = 'Related terms:';

/** All words of a row; those of other texts, given as SQL, follow. */
export function wordsOf({ title, also = [], aliases, listed }: Searched, row = '', ...more: string[]): string {
  const texts = [column(row, title), ...also.map((name) => `coalesce(${column(row, name)}, '')`)];
  if (aliases) texts.push(`coalesce(split_part(${column(row, aliases)}, '${ALIASES}', 2), '')`);
  texts.push(...more);
  return `search_words(${texts.join(" || ' ' || ")}${listed ? `, ${column(row, listed)}` : ''})`;
}

const column = (row: string, name: string) => `${row && `${row}.`}"${name}"`;

/** Makes the rows of a table findable: indexes of the words in them and of how their titles begin. */
export function Searchable(searched: Searched): ClassDecorator {
  const { table, isNamedElsewhere } = searched;
  // Words that wait to be sorted in would be read by every search.
  const words = (name: string, of: string) =>
    Index({ name, expression: `create index "${name}" on "${table}" using gin (${of}) with (fastupdate = off)` });
  return (entity) => {
    SEARCHED.set(entity as unknown as EntityClass<object>, searched);
    Index({ name: `${table}_title`, expression: `create index "${table}_title" on "${table}" ((${titleOf(searched)}))` })(entity);
    words(`${table}_words`, wordsOf(searched))(entity);
    if (isNamedElsewhere) words(`${table}_name_words`, nameWordsOf(searched))(entity);
  };
}

export function searchedIn(entity: EntityClass<object>): Searched {
  const searched = SEARCHED.get(entity);
  if (!searched) throw new Error(`${entity.name} can't be searched: @Searchable is missing`);
  return searched;
}
