import type { Collection, EntityClass, EntityKey, EntityMetadata, MikroORM, Opt, Ref } from '@mikro-orm/core';
import { ReferenceKind } from '@mikro-orm/core';
import { LRUCache } from 'lru-cache';
import { identifier, rawSql, type Sql, sql } from './sql';

type RelationKeys<E> = {
  [K in keyof E]-?: NonNullable<E[K]> extends Ref<infer _T> ? K : never;
}[keyof E];
type CollectionKeys<E> = { [K in keyof E]-?: NonNullable<E[K]> extends Collection<object> ? K : never }[keyof E];
type Plain<T> = T extends Date ? string : T extends Opt<infer U> ? U : T;

/**
 * An entity as the database gives it for reading: scalars under their own names, times as ISO text,
 * a relation `owner` as `ownerId`. Reads work on rows, which are several times cheaper than managed entities.
 */
export type Row<E> = {
  [K in Exclude<keyof E, RelationKeys<E> | CollectionKeys<E> | symbol>]: Plain<Exclude<E[K], undefined>>;
} & {
  [K in RelationKeys<E> & string as `${K}Id`]: null extends E[K] ? string | null : string;
};

/** Lists of columns that are remembered for a table: queries can ask for them in millions of ways. */
const MOST_PICKED = 500;

/** Names of an entity's table and columns, taken from its metadata so that nothing is listed twice. */
export class Table<E> {
  readonly name: Sql;
  /** All columns that rows show, under their property names. */
  readonly columns: Sql;
  private readonly shown: Column[];
  private readonly picked = new LRUCache<string, Sql>({ max: MOST_PICKED });

  constructor(private readonly meta: EntityMetadata<E>) {
    this.name = identifier(meta.tableName);
    this.shown = meta.props
      .filter((prop) => !prop.hidden && !prop.lazy && prop.persist !== false)
      .filter((prop) => prop.kind === ReferenceKind.SCALAR || prop.kind === ReferenceKind.MANY_TO_ONE)
      .map((prop) => ({
        property: prop.kind === ReferenceKind.SCALAR ? prop.name : `${prop.name}Id`,
        column: prop.fieldNames[0]!,
      }));
    this.columns = this.columnsOf();
  }

  /** The columns, qualified by the alias if one is given. */
  columnsOf(alias?: string): Sql {
    return listed(this.shown, alias);
  }

  /** The columns that are wanted, and the key that they are found by. A property that is no column wants the whole row. */
  pick({ properties, key }: Wanted, foundBy: string, alias?: string): Sql {
    if (!properties) return alias ? this.columnsOf(alias) : this.columns;
    const name = `${key} ${foundBy} ${alias}`;
    let columns = this.picked.get(name);
    if (!columns) {
      const names = new Set(this.shown.map(({ property }) => property));
      const isKnown = [...properties].every((property) => names.has(property));
      const isWanted = ({ property }: Column) => !isKnown || properties.has(property) || property === 'id' || property === foundBy;
      this.picked.set(name, (columns = listed(this.shown.filter(isWanted), alias)));
    }
    return columns;
  }

  column(property: EntityKey<E>): Sql {
    return identifier(this.meta.properties[property].fieldNames[0]!);
  }

  /** select … from the table, to be continued with conditions. */
  get select(): Sql {
    return sql`select ${this.columns} from ${this.name}`;
  }
}

interface Column {
  property: string;
  column: string;
}

function listed(columns: Column[], alias?: string): Sql {
  const from = alias ? `${alias}.` : '';
  return rawSql(columns.map(({ property, column }) => `${from}"${column}" as "${property}"`).join(', '));
}

/** Which properties of rows are needed; without a list, all. The key is the same for the same properties. */
export interface Wanted {
  readonly properties?: ReadonlySet<string>;
  readonly key: string;
}

/** Gives the table of an entity class; each is described once. */
export function tables(orm: MikroORM): <E extends object>(entity: EntityClass<E>) => Table<E> {
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
