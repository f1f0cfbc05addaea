import type { EntityClass, EntityKey } from '@mikro-orm/core';
import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import type { Row, Wanted } from '../database/rows';
import { isOneOf, type Sql, sql } from '../database/sql';
import type { RequestContext } from './context';
import { wantedOf } from './look-ahead';
import { isId } from '../platform/id';

/** How a relation is read: many keys at once. Each request batches and caches by it. */
export interface Loader<K, V> {
  readonly batch: (keys: readonly K[], ctx: RequestContext, wanted: Wanted) => Promise<readonly V[]>;
}

const EVERYTHING: Wanted = { key: '' };

export function loader<K, V>(batch: Loader<K, V>['batch']): Loader<K, V> {
  return { batch };
}

/** The row with an id, or null. */
export function byId<E extends { id: string }>(entity: EntityClass<E>): Loader<string, Row<E> | null> {
  return loader(async (ids, ctx, wanted) => {
    const table = ctx.database.table(entity);
    const rows = await ctx.database.query<Row<E> & { id: string }>(
      sql`select ${table.pick(wanted, 'id')} from ${table.name} where id ${isOneOf(ids.filter(isId), 'uuid')}`,
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id.toLowerCase()) ?? null);
  });
}

/** The rows that point to a parent by a relation, in the given order. */
export function childrenOf<E extends object>(entity: EntityClass<E>, relation: EntityKey<E>, orderBy: Sql): Loader<string, Row<E>[]> {
  const key = `${relation}Id` as keyof Row<E> & string;
  return loader(async (parentIds, ctx, wanted) => {
    const table = ctx.database.table(entity);
    const rows = await ctx.database.query<Row<E>>(sql`
      select ${table.pick(wanted, key)} from ${table.name}
      where ${table.column(relation)} ${isOneOf(parentIds, 'uuid')} order by ${orderBy}`);
    const groups = groupBy(rows, (row) => row[key] as string);
    return parentIds.map((id) => groups.get(id) ?? []);
  });
}

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The loaders of one request: each made when first used, all forgotten after a change. */
export class LoaderCache {
  private readonly instances = new Map<object, Map<string, DataLoader<unknown, unknown>>>();

  constructor(private readonly ctx: RequestContext) {}

  /** With the info of a field that gives what is loaded, only what the query needs of it is read. */
  load<K, V>(loader: Loader<K, V>, key: K, info?: GraphQLResolveInfo): Promise<V> {
    const wanted = info ? wantedOf(info) : EVERYTHING;
    let instances = this.instances.get(loader) as Map<string, DataLoader<K, V>> | undefined;
    if (!instances) this.instances.set(loader, (instances = new Map<string, DataLoader<K, V>>()) as never);
    let instance = instances.get(wanted.key);
    if (!instance) {
      instance = new DataLoader<K, V>((keys) => loader.batch(keys, this.ctx, wanted) as Promise<V[]>);
      instances.set(wanted.key, instance);
    }
    return instance.load(key);
  }

  clear(): void {
    this.instances.clear();
  }
}
