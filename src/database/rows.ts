import type { Collection, EntityClass, EntityKey, EntityMetadata, EntityProperty, HiddenProps, MikroORM, Opt, Ref } from '@mikro-orm/core';
import { ReferenceKind } from '@mikro-orm/core';
import { LRUCache } from 'lru-cache';
import { keepingOf } from './record/kept';
import { type Described, identifier, join, rawSql, Sql, sql, type Where } from './sql';

type RelationKeys<E> = {
  [K in keyof E]-?: NonNullable<E[K]> extends Ref<infer _T> ? K : never;
}[keyof E];
type CollectionKeys<E> = { [K in keyof E]-?: NonNullable<E[K]> extends Collection<object> ? K : never }[keyof E];
type Plain<T> = T extends Date ? string : T extends Opt<infer U> ? U : T;

/** Properties that rows omit, listed by entities under [HiddenProps]. */
type HiddenKeys<E> = typeof HiddenProps extends keyof E ? E[typeof HiddenProps] & string : never;

/** All columns of an entity's table, with the types that the database returns. */
export type Held<E> = {
  [K in Exclude<keyof E, RelationKeys<E> | CollectionKeys<E> | symbol>]: Plain<Exclude<E[K], undefined>>;
} & {
  [K in RelationKeys<E> & string as `${K}Id`]: null extends E[K] ? string | null : string;
};

/**
 * An entity as the database returns it: scalars under their own names, times as ISO text, a relation `owner` as `ownerId`. Reads
 * work on rows, which are several times cheaper than managed entities.
 */
export type Row<E> = Omit<Held<E>, HiddenKeys<E>>;

/** A cache of column lists by their properties, limited by size: queries can combine them in millions of ways. */
const picks = new LRUCache<string, Sql>({ maxSize: 2_000_000, sizeCalculation: (_, name) => 3 * name.length + 500 });

/** Names of an entity's table and columns, taken from its metadata so that nothing is listed twice. */
export class Table<E> {
  readonly name: Sql;
  /** The prefix of the names of its statements. */
  readonly title: string;
  /** All columns that rows show, under their property names. */
  readonly columns: Sql;
  /** Whether its rows have a revision, which every change increases. */
  readonly isRevised: boolean;
  private readonly shown: Column[];
  private readonly written: Map<string, Column>;

  constructor(private readonly meta: EntityMetadata<E>) {
    this.name = identifier(meta.tableName);
    this.title = meta.tableName;
    const stored = meta.props
      .filter((prop) => prop.persist !== false)
      .filter((prop) => prop.kind === ReferenceKind.SCALAR || prop.kind === ReferenceKind.MANY_TO_ONE);
    this.written = new Map(stored.map(columnOf).map((column) => [column.property, column]));
    this.shown = stored.filter((prop) => !prop.hidden && !prop.lazy).map(columnOf);
    this.columns = this.columnsOf();
    this.isRevised = meta.versionProperty !== undefined;
  }

  /** The columns of the properties that have a value, with the value as it is sent. */
  assigned(values: object): { column: Sql; value: Sql }[] {
    return Object.entries(values).flatMap(([property, value]) => {
      if (value === undefined) return [];
      const column = this.writtenColumn(property);
      const sent = column.isJson && value !== null && !(value instanceof Sql) ? JSON.stringify(value) : value;
      return [{ column: identifier(column.column), value: sql`${sent}` }];
    });
  }

  /** The column that a property is written to. */
  writtenColumn(property: string): Column {
    const column = this.written.get(property);
    if (!column) throw new Error(`${this.meta.className} has no column for ${property}`);
    return column;
  }

  /** The columns, qualified by the alias if one is given. */
  columnsOf(alias?: string): Sql {
    return listed(this.shown, alias);
  }

  /** The properties that rows have. */
  get properties(): ReadonlySet<string> {
    return new Set(this.shown.map(({ property }) => property));
  }

  /** The wanted columns, and the key that rows are found by. */
  pick({ properties, key }: WantedColumns, foundBy: string, alias?: string): Sql {
    if (!properties) return alias ? this.columnsOf(alias) : this.columns;
    const name = `${this.meta.tableName} ${key} ${foundBy} ${alias}`;
    let columns = picks.get(name);
    if (!columns) {
      const isWanted = ({ property }: Column) => properties.has(property) || property === 'id' || property === foundBy;
      picks.set(name, (columns = listed(this.shown.filter(isWanted), alias)));
    }
    return columns;
  }

  column(property: EntityKey<E>): Sql {
    return identifier(this.meta.properties[property].fieldNames[0]!);
  }

  /** select … from the table, to be continued with conditions. */
  get select(): Sql<Row<E>> {
    return sql`select ${this.columns} from ${this.name}`;
  }
}

interface Column {
  property: string;
  column: string;
  type: string;
  isJson: boolean;
}

function columnOf<E>({ kind, name, fieldNames, columnTypes }: EntityProperty<E>): Column {
  const [type] = columnTypes as [string];
  return { property: kind === ReferenceKind.SCALAR ? name : `${name}Id`, column: fieldNames[0]!, type, isJson: type === 'jsonb' };
}

function listed(columns: Column[], alias?: string): Sql {
  const from = alias ? `${alias}.` : '';
  return rawSql(columns.map(({ property, column }) => `${from}"${column}" as "${property}"`).join(', '));
}

/** Which properties of rows are needed; without a list, all. Equal sets of properties have equal keys. */
export interface WantedColumns {
  readonly properties?: ReadonlySet<string>;
  readonly key: string;
}

/** Returns the table of an entity class. */
export type TableOf = <E extends object>(entity: EntityClass<E>) => Table<E>;

/** Describes each table once. */
export function tables(orm: MikroORM): TableOf {
  const known = new Map<EntityClass<object>, Table<object>>();
  return <E extends object>(entity: EntityClass<E>) => {
    let table = known.get(entity) as Table<E> | undefined;
    if (!table) {
      table = new Table<E>(orm.getMetadata().get<E>(entity.name));
      known.set(entity, table as unknown as Table<object>);
    }
    return table;
  };
}

/** SQL about an entity, completed once its table is known. */
const about = <E extends object, T = unknown>(entity: EntityClass<E>, write: (table: Table<E>) => Sql) =>
  sql<T>`${((table) => write(table(entity))) satisfies Described}`;

/** All columns of an entity's rows under their property names, for `select` and `returning`. */
export function columns<E extends object>(entity: EntityClass<E>, alias?: string): Sql {
  return about(entity, (table) => table.columnsOf(alias));
}

/** The wanted columns of an entity's rows. */
export function picked<E extends object>(
  entity: EntityClass<E>,
  wanted: WantedColumns,
  foundBy: keyof Row<E> & string,
  alias?: string,
): Sql {
  return about(entity, (table) => table.pick(wanted, foundBy, alias));
}

/** The name of an entity's table. */
export function tableOf<E extends object>(entity: EntityClass<E>): Sql {
  return about(entity, (table) => table.name);
}

/** select … from the entity's table, to be continued with conditions. */
export function select<E extends object>(entity: EntityClass<E>): Sql<Row<E>> {
  return about(entity, (table) => table.select);
}

/** Properties that the database generates, which entities mark as readonly. */
type GeneratedKeys<E> = { [K in keyof E]-?: Same<{ [P in K]: E[K] }, { -readonly [P in K]: E[K] }> extends true ? never : K }[keyof E];
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** What is written to a row: values under their property names, or SQL such as now(). Undefined is left out. */
export type Values<E> = { [K in Exclude<keyof Held<E>, GeneratedKeys<E>>]?: Held<E>[K] | Sql };

/** insert into … values …, one row; to be continued with `returning` or `on conflict`. */
export function insertInto<E extends object>(entity: EntityClass<E>, values: Values<E>): Sql<never> {
  const { id } = values as { id?: unknown };
  const inserting = about<E, never>(entity, (table) => {
    const given = table.assigned(values);
    const names = given.map(({ column }) => column);
    const written = given.map(({ value }) => value);
    return sql`insert into ${table.name} (${join(names, ', ')}) values (${join(written, ', ')})`;
  });
  if (typeof id === 'string') return inserting.writes(entity, { id } as Where<E>);
  return keepingOf(entity) ? inserting.writesUnnamed(entity) : inserting;
}

/** update … set …, to be continued with conditions. Also raises the revision and sets the update time, where there are any. */
export function update<E extends object>(entity: EntityClass<E>, values: Values<E>): Sql<never> {
  return about(entity, (table) => {
    const set = table.assigned(values).map(({ column, value }) => sql`${column} = ${value}`);
    if (table.isRevised) set.push(rawSql('revision = revision + 1'), rawSql('updated_at = now()'));
    return sql`update ${table.name} set ${join(set, ', ')}`;
  });
}

/** Inserts rows, or updates those with the same id. All of these properties are written: one that a row lacks becomes null. */
export function upsertAll<E extends object>(
  entity: EntityClass<E>,
  properties: readonly (keyof Values<E> & string)[],
  rows: readonly object[],
): Sql<never> {
  const writing = about<E, never>(entity, (table) => {
    const all = properties.map((property) => table.writtenColumn(property));
    const listOf = (write: (column: Column) => string, some = all) => rawSql(some.map(write).join(', '));
    const set = listOf(
      ({ column }) => `"${column}" = excluded."${column}"`,
      all.filter(({ property }) => property !== 'id'),
    );
    const revised = table.isRevised ? sql`, revision = ${table.name}.revision + 1, updated_at = now()` : sql``;
    return sql`
      insert into ${table.name} (${listOf(({ column }) => `"${column}"`)})
      select ${listOf(({ property }) => `"${property}"`)}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(${listOf(({ property, type }) => `"${property}" ${type}`)})
      on conflict (id) do update set ${set}${revised}`;
  });
  return writing.writes(entity, { id: rows.map((row) => (row as { id: unknown }).id) } as Where<E>);
}
