import type { EntityClass, EntityKey } from '@mikro-orm/core';
import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import type { Row, WantedColumns } from '../../database/rows';
import { isOneOf, type Sql, sql } from '../../database/sql';
import type { Loader, RequestContext } from '../../kernel/context';
import { EVERYTHING, wantedOf } from './look-ahead';
import { isId } from '../../platform/id';

type Batch<K, V> = (keys: readonly K[], ctx: RequestContext, wanted: WantedColumns) => Promise<readonly V[]>;

/**
 * Batches the reads of one level of a query. Given the info of the field that returns what is loaded, it reads only the columns
 * that the query needs: each such set is a separate batch.
 */
class BatchLoader<K, V> implements Loader<K, V> {
  constructor(
    private readonly batch: Batch<K, V>,
    private readonly textOf?: (key: K) => string,
  ) {}

  load(ctx: RequestContext, key: K, info?: GraphQLResolveInfo): Promise<V> {
    const wanted = info ? wantedOf(info) : EVERYTHING;
    let batches = ctx.loaded.get(this) as Map<string, DataLoader<K, V, unknown>> | undefined;
    if (!batches) ctx.loaded.set(this, (batches = new Map()));
    let batch = batches.get(wanted.key);
    if (!batch) {
      batch = new DataLoader<K, V, unknown>((keys) => this.batch(keys, ctx, wanted) as Promise<V[]>, { cacheKeyFn: this.textOf });
      batches.set(wanted.key, batch);
    }
    return batch.load(key);
  }
}

/**
 * Each key is read once per request. Objects are never equal as keys, whatever they contain, so a loader with such keys says
 * which text identifies them.
 */
export function loader<K extends string, V>(batch: Batch<K, V>): Loader<K, V>;
export function loader<K extends object, V>(batch: Batch<K, V>, textOf: (key: K) => string): Loader<K, V>;
export function loader<K, V>(batch: Batch<K, V>, textOf?: (key: K) => string): Loader<K, V> {
  return new BatchLoader(batch, textOf);
}

/** The row with an id, or null. */
export function byId<E extends { id: string }>(entity: EntityClass<E>): Loader<string, Row<E> | null> {
  return loader(async (ids, ctx, wanted) => {
    const table = ctx.database.table(entity);
    const statement = sql<Row<E> & { id: string }>`
      select ${table.pick(wanted, 'id')} from ${table.name} where id ${isOneOf(ids.filter(isId), 'uuid')}`;
    const rows = await ctx.database.query(statement.named(`${table.title}.byId`));
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id.toLowerCase()) ?? null);
  });
}

/** The rows that refer to a parent through a relation, in the given order. */
export function childrenOf<E extends object>(entity: EntityClass<E>, relation: EntityKey<E>, orderBy: Sql): Loader<string, Row<E>[]> {
  const key = `${relation}Id` as keyof Row<E> & string;
  const name = `of${relation.charAt(0).toUpperCase()}${relation.slice(1)}`;
  return loader(async (parentIds, ctx, wanted) => {
    const table = ctx.database.table(entity);
    const statement = sql<Row<E>>`
      select ${table.pick(wanted, key)} from ${table.name}
      where ${table.column(relation)} ${isOneOf(parentIds, 'uuid')} order by ${orderBy}`;
    const rows = await ctx.database.query(statement.named(`${table.title}.${name}`));
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
