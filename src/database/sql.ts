import { isId } from '../platform/id';
import type { TableOf } from './rows';

/** SQL that can only be written where the tables are known, such as the columns of an entity. */
export type Described = (table: TableOf) => Sql;

/**
 * SQL text with its parameters, composable: sql`select ${columns(Vendor)} from vendor where id = ${id}`.
 * A value becomes a parameter, another piece of SQL becomes text. The same template always gives the same text,
 * which lets the database keep it prepared. `T` is the row that the statement claims to give: a test compares it with
 * the columns that PostgreSQL gives (test/graphql/stores.test.ts).
 */
export class Sql<T = unknown> {
  /** Only a type: nothing stands here. */
  declare readonly row?: T;
  private cached?: Compiled;

  constructor(
    private readonly parts: readonly string[],
    private readonly inserts: readonly unknown[],
    private readonly name?: string,
    private readonly counting?: string,
  ) {}

  /** The same under a name, which stands in front of the text where operators see it: in pg_stat_activity, traces and metrics. */
  named(name: string): Sql<T> {
    return new Sql(this.parts, this.inserts, name);
  }

  compile(table: TableOf = undescribed): Compiled {
    if (this.cached) return this.cached;
    const compiled: Compiled = { text: '', values: [], counting: [] };
    const text = this.write(compiled, table);
    compiled.text = this.name ? `/* ${this.name} */ ${text}` : text;
    return (this.cached = compiled);
  }

  private write(into: Compiled, table: TableOf): string {
    let text = this.parts[0] ?? '';
    this.inserts.forEach((insert, i) => {
      if (insert instanceof Sql) text += insert.write(into, table);
      else if (typeof insert === 'function') text += (insert as Described)(table).write(into, table);
      else text += `$${into.values.push(insert)}`;
      text += this.parts[i + 1];
    });
    if (this.counting) into.counting.push(this.counting);
    return text;
  }
}

export interface Compiled {
  /** With $1, $2, … for the values, in that order. */
  text: string;
  values: unknown[];
  /** The columns that tell what the statement changes of the tallies (tally/tally.ts). */
  counting: string[];
}

/** A column of what a statement gives, by which its transaction keeps a tally. */
export function countingColumn(name: string, value: Sql): Sql {
  return new Sql(['', ` as "${name}"`], [value], undefined, name);
}

/** For pieces that name no entity. */
const undescribed: TableOf = ({ name }) => {
  throw new Error(`The table of ${name} is not known here`);
};

export function sql<T = unknown>(parts: TemplateStringsArray, ...inserts: unknown[]): Sql<T> {
  return new Sql<T>(parts, inserts);
}

/** The name in front of a statement's text. */
export function nameIn(text: string): string | undefined {
  return /^\/\* ([\w.-]+) \*\//.exec(text)?.[1];
}

type Build = (...args: never[]) => Sql;

/** All statements that stores define, by name. */
export const STATEMENTS = new Map<string, Build>();

/**
 * A statement of a store. Its name is that of the file and of the constant that holds it:
 * `export const lock = statement('assessment.lock', (id: string) => sql<Locked>`…`)` in assessment.store.ts.
 */
export function statement<Args extends unknown[], T>(name: string, build: (...args: Args) => Sql<T>): (...args: Args) => Sql<T> {
  if (STATEMENTS.has(name)) throw new Error(`Two statements are called ${name}`);
  STATEMENTS.set(name, build as unknown as Build);
  return (...args) => build(...args).named(name);
}

/** Text as it is. Only for names and fragments of the code itself, never for anything a caller sent. */
export function rawSql<T = unknown>(text: string): Sql<T> {
  return new Sql([text], []);
}

export function identifier(name: string): Sql {
  return rawSql(`"${name.replaceAll('"', '""')}"`);
}

export function join<T = unknown>(pieces: readonly Sql[], separator: string): Sql<T> {
  if (pieces.length === 0) return rawSql('');
  return new Sql(['', ...pieces.slice(1).map(() => separator), ''], pieces);
}

/** "where a and b", or nothing without conditions. */
export function where(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? rawSql('') : sql`where ${join(conditions, ' and ')}`;
}

/**
 * "= any(…)", or "=" where there is one value: that is what most requests ask for, and the database keeps its plan. With
 * a list it would plan anew each time, because it reckons with ten values.
 */
export function isOneOf(values: readonly unknown[], type: 'uuid' | 'text'): Sql {
  return values.length === 1 ? sql`= ${values[0]}::${rawSql(type)}` : sql`= any(${values}::${rawSql(type)}[])`;
}

/** The day it is, by UTC. */
export const TODAY = rawSql("(now() at time zone 'UTC')::date");

/** Whether a column is an id that came from outside; one that can't be an id names nothing. */
export function idIs(column: string, id: string): Sql {
  return isId(id) ? sql`${rawSql(column)} = ${id}` : rawSql('false');
}

/**
 * A column that may be null in its table, but not among the rows that the conditions leave. The test of stores takes it
 * as never null; PostgreSQL plans it as the column itself.
 */
export function present(column: string): Sql {
  return rawSql(`coalesce(${column})`);
}

/**
 * Text in which large and small letters are the same, whatever the locale of the database. Migrations choose the
 * collation; what was folded is compared by its bytes, which no upgrade of a library changes. Letters whose capital is not
 * the capital of their small form go first, and the dot that an i keeps beside İ. Unique indexes hold the same expression.
 */
export function folded(text: Sql): Sql {
  return sql`upper(translate(${text}, 'İẞϴ\u0307', 'IßΘ') collate "folding") collate "C"`;
}

/** An e-mail address as it is compared: all of its letters are of ASCII. */
export function foldedAddress(text: Sql): Sql {
  return sql`lower(${text} collate "C")`;
}

/** Whether one of the columns holds the text, in any case of letters. */
export function contains(columns: readonly string[], text: string): Sql {
  const pattern = folded(sql`${containing(text)}::text`);
  return sql`(${join(
    columns.map((column) => sql`${folded(rawSql(column))} like ${pattern}`),
    ' or ',
  )})`;
}

/** A pattern for LIKE that finds the text itself, whatever signs are in it. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
