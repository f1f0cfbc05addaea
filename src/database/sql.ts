import type { EntityClass } from '@mikro-orm/core';
import { isId } from '../platform/id';
import { type Touch, UNNAMED } from './record/touch';
import type { Held, TableOf } from './rows';
import { emptyText } from './text';

/** SQL that can only be written once the tables are known, such as the columns of an entity. */
export type Described = (table: TableOf) => Sql;

/**
 * SQL text with its parameters, composable: sql`select ${columns(Vendor)} from vendor where id = ${id}`. Values become
 * parameters, nested SQL becomes text. The same template always gives the same text, so the database can keep it prepared. `T` is
 * the row type that the statement claims: a test compares it with the columns that PostgreSQL returns
 * (test/graphql/stores.test.ts).
 */
export class Sql<T = unknown> {
  /** Only a type: never set. */
  declare readonly row?: T;
  private cached?: Compiled;

  constructor(
    private readonly parts: readonly string[],
    private readonly inserts: readonly unknown[],
    private readonly name?: string,
    private readonly counting?: string,
    private readonly touch?: Touch,
    private readonly isPlannedAnew = false,
  ) {}

  /** Adds a name, which precedes the text where operators see it: in pg_stat_activity, traces and metrics. */
  named(name: string): Sql<T> {
    return new Sql(this.parts, this.inserts, name, this.counting, this.touch, this.isPlannedAnew);
  }

  /** Has it planned for the values of each time, where the plan that suits most would be bad for some. */
  plannedAnew(): Sql<T> {
    return new Sql(this.parts, this.inserts, this.name, this.counting, this.touch, true);
  }

  /**
   * Says which rows of a table it inserts or updates: at least those that then have one of the values. From these the record of
   * the past takes what changed, so a statement that writes a table whose past is kept must say so.
   */
  writes<E extends object = AnyRow>(entity: Written<E>, by: Where<E>, secrets: readonly string[] = []): Sql<T> {
    return this.touching({ entity, ...onlyOf(by), secrets, removes: false });
  }

  /**
   * The same for rows that it deletes, which had one of the values: more may have had it. What the database deletes or changes
   * with them follows from the foreign keys.
   */
  removes<E extends object = AnyRow>(entity: Written<E>, by: Where<E>): Sql<T> {
    return this.touching({ entity, ...onlyOf(by), secrets: [], removes: true });
  }

  /** The same where only the statement knows which rows: their `id` is in what it gives. */
  writesGiven<E extends object = AnyRow>(entity: Written<E>, secrets: readonly string[] = []): Sql<T> {
    return this.touching({ entity, property: 'id', values: undefined, secrets, removes: false });
  }

  removesGiven<E extends object = AnyRow>(entity: Written<E>): Sql<T> {
    return this.touching({ entity, property: 'id', values: undefined, secrets: [], removes: true });
  }

  /** For rows of a table whose past is kept: the statement that this becomes a part of has to say which. */
  writesUnnamed<E extends object>(entity: EntityClass<E>): Sql<T> {
    return this.touching({ entity, property: 'id', values: UNNAMED, secrets: [], removes: false });
  }

  private touching(touch: Touch): Sql<T> {
    return new Sql(['', ''], [this], undefined, undefined, touch);
  }

  compile(table: TableOf = undescribed): Compiled {
    if (this.cached) return this.cached;
    const compiled = new Compiled();
    if (this.name) compiled.written = compiled.written.followedBy('/* ').followedBy(this.name).followedBy(' */ ');
    this.write(compiled, table);
    compiled.touches = withNames(compiled.touches);
    return (this.cached = compiled);
  }

  private write(into: Compiled, table: TableOf): void {
    const { parts, inserts } = this;
    for (let i = 0; i < parts.length; i++) {
      into.written = into.written.followedBy(parts[i]!);
      if (i === inserts.length) break;
      const insert = inserts[i];
      if (insert instanceof Sql) insert.write(into, table);
      else if (typeof insert === 'function') (insert as Described)(table).write(into, table);
      else into.written = into.written.followedBy(placeholder(into.values.push(insert)));
    }
    if (this.counting) into.counting.push(this.counting);
    if (this.touch) into.touches.push(this.touch);
    into.isPlannedAnew ||= this.isPlannedAnew;
  }
}

const placeholders: string[] = [];
const placeholder = (n: number) => (placeholders[n] ??= `$${n}`);

class Compiled {
  written = emptyText();
  readonly values: unknown[] = [];
  /** The columns that say how the statement changes the tallies (tally/tally.ts). */
  readonly counting: string[] = [];
  /** The rows that it may change (record/). */
  touches: Touch[] = [];
  isPlannedAnew = false;

  /** With $1, $2, … for the values, in that order. */
  get text(): string {
    return this.written.toString();
  }
}

/** The touches that say which rows, if they do so for every table. */
function withNames(touches: Touch[]): Touch[] {
  const named = touches.filter(({ values }) => values !== UNNAMED);
  const unnamed = touches.find(({ entity, values }) => values === UNNAMED && !named.some((touch) => touch.entity === entity));
  if (unnamed)
    throw new Error(
      `${typeof unnamed.entity === 'string' ? unnamed.entity : unnamed.entity.name} has a past that is kept: say which rows are written`,
    );
  return named;
}

/** An entity; or the name of a table of a domain that a store may not import. */
type Written<E> = EntityClass<E> | string;
type AnyRow = Record<string, unknown>;

/** A property and the values that it may have. */
export type Where<E> = { [K in keyof Held<E> & string]?: Held<E>[K] | readonly Held<E>[K][] | Sql };

function onlyOf(where: object): Pick<Touch, 'property' | 'values'> {
  const [[property, given] = [], ...others] = Object.entries(where) as [string, unknown][];
  if (property === undefined || others.length > 0) throw new Error('Rows are named by one property');
  return { property, values: Array.isArray(given) ? (given as unknown[]) : given instanceof Sql ? given : [given] };
}

/** A result column from which the transaction keeps a tally. */
export function countingColumn(name: string, value: Sql): Sql {
  return new Sql(['', ` as "${name}"`], [value], undefined, name);
}

/** For fragments that name no entity. */
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

/** All statements defined in stores, by name. */
export const STATEMENTS = new Map<string, Build>();

/**
 * A statement of a store, named after the file and the constant that holds it: `export const lock = statement('assessment.lock',
 * (id: string) => sql<Locked>`…`)` in assessment.store.ts.
 */
export function statement<Args extends unknown[], T>(name: string, build: (...args: Args) => Sql<T>): (...args: Args) => Sql<T> {
  if (STATEMENTS.has(name)) throw new Error(`Two statements are called ${name}`);
  STATEMENTS.set(name, build as unknown as Build);
  return (...args) => build(...args).named(name);
}

/** Verbatim text. Only for names and fragments from our own code, never for anything a caller sent. */
export function rawSql<T = unknown>(text: string): Sql<T> {
  return new Sql([text], []);
}

export function identifier(name: string): Sql {
  return rawSql(`"${name.replaceAll('"', '""')}"`);
}

export function join<T = unknown>(pieces: readonly Sql[], separator: string): Sql<T> {
  if (pieces.length === 0) return rawSql('');
  return new Sql(['', ...pieces.slice(1).map(() => separator), ''], [...pieces]);
}

/** "where a and b", or nothing without conditions. */
export function where(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? rawSql('') : sql`where ${join(conditions, ' and ')}`;
}

/**
 * "= any(…)", or "=" for a single value: the most common case, for which the database can reuse its plan. With a list it would
 * plan anew each time, because it assumes ten values.
 */
export function isOneOf(values: readonly unknown[], type: string): Sql {
  return values.length === 1 ? sql`= ${values[0]}::${rawSql(type)}` : sql`= any(${values}::${rawSql(type)}[])`;
}

/** The mean of a column, to the last digit the same in whatever order its rows are read: of a moment, for ever. */
export function mean(column: string): Sql {
  return rawSql(`avg(${column} order by ${column})`);
}

/** The sum, likewise. */
export function total(column: string): Sql {
  return rawSql(`sum(${column} order by ${column})`);
}

/** The current date in UTC. */
export const TODAY = rawSql("(now() at time zone 'UTC')::date");

/** Compares a column with an id from outside; one that isn't a valid id matches nothing. */
export function idIs(column: string, id: string): Sql {
  return isId(id) ? sql`${rawSql(column)} = ${id}` : rawSql('false');
}

/** The same for a filter in which null asks for what is nobody's, and what is left out for anybody's. */
export function idIsOrNobody(column: string, id: string | null | undefined): Sql[] {
  if (id === undefined) return [];
  return [id === null ? sql`${rawSql(column)} is null` : idIs(column, id)];
}

/** From and to, both included, of a column: what has no value is in no range. A plan for any range would be bad for wide ones. */
export function within(column: string, from: unknown, to: unknown): Sql[] {
  const found: Sql[] = [];
  if (from != null) found.push(sql`${rawSql(column)} >= ${from}`.plannedAnew());
  if (to != null) found.push(sql`${rawSql(column)} <= ${to}`.plannedAnew());
  return found;
}

/**
 * A column that is nullable in its table, but never null in the rows that the conditions select. The test of stores treats it as
 * non-null; PostgreSQL plans it as the column itself.
 */
export function present(column: string): Sql {
  return rawSql(`coalesce(${column})`);
}

/**
 * Text with case ignored, whatever the database's locale. Migrations choose the collation; folded text is compared by its bytes,
 * which no library upgrade changes. Letters whose uppercase differs from that of their lowercase form are replaced first, and so
 * is the dot that İ leaves behind an i. Unique indexes use the same expression.
 */
export function folded(text: Sql): Sql {
  return sql`upper(translate(${text}, 'İẞϴ\u0307', 'IßΘ') collate "folding") collate "C"`;
}

/** The same for a column in a condition that no index has: of ASCII, which most texts are, it takes a third of the time. */
export function quicklyFolded(column: string): Sql {
  const isAscii = rawSql(`octet_length(${column}) = length(${column})`);
  return sql`case when ${isAscii} then upper(${rawSql(column)} collate "C") else ${folded(rawSql(column))} end`;
}

/** An e-mail address for comparison: addresses are ASCII only. */
export function foldedAddress(text: Sql): Sql {
  return sql`lower(${text} collate "C")`;
}

/** Whether one of the columns contains the text, ignoring case. */
export function contains(columns: readonly string[], text: string): Sql {
  const pattern = folded(sql`${containing(text)}::text`);
  return sql`(${join(
    columns.map((column) => sql`${quicklyFolded(column)} like ${pattern}`),
    ' or ',
  )})`;
}

/** A LIKE pattern that finds the text literally, with special characters escaped. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
