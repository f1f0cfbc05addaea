import { type EntityClass, type FilterQuery, LockMode, Reference } from '@mikro-orm/core';
import type { Transaction } from '../database/database';
import { staleRevision } from './errors';
import { isId } from '../platform/id';

export interface Revised<E> {
  entity: E;
  /** What really changed: property to its new value. Empty when the changes say what is already so. */
  changed: Record<string, unknown>;
}

/** The thing with an id, locked until the transaction ends; null if there is none. */
export function findLocked<E extends { id: string }>(tx: Transaction, entity: EntityClass<E>, id: string): Promise<E | null> {
  if (!isId(id)) return Promise.resolve(null);
  return tx.em.findOne(entity, { id } as FilterQuery<NoInfer<E>>, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/**
 * Finds a thing, locks it until the transaction ends, and assigns what differs. Undefined if there is none.
 * With an expected revision, a change based on an older reading is refused.
 */
export async function revise<E extends { revision: number }>(
  tx: Transaction,
  entityClass: EntityClass<E>,
  key: FilterQuery<NoInfer<E>>,
  changes: Record<string, unknown>,
  expectedRevision?: number | null,
): Promise<Revised<E> | undefined> {
  const entity: E | null = await tx.em.findOne(entityClass, key, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    refresh: true,
  });
  if (!entity) return undefined;
  if (expectedRevision != null && entity.revision !== expectedRevision) {
    throw staleRevision(entityClass.name.replace(/(?<=[a-z])[A-Z]/g, ' $&').toLowerCase());
  }
  const changed = Object.fromEntries(
    Object.entries(changes).filter(([property, value]) => value !== undefined && !isSame(plain(entity[property as keyof E]), value)),
  );
  tx.em.assign(entity, changed as never);
  return { entity, changed };
}

/** A value as an input would write it: a reference as its id, a moment as ISO text, nothing as null. */
function plain(value: unknown): unknown {
  if (Reference.isReference(value)) return (value.unwrap() as { id: string }).id;
  if (value instanceof Date) return value.toISOString();
  return value ?? null;
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
