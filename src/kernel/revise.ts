import { type EntityClass, type FilterQuery, LockMode, Reference } from '@mikro-orm/core';
import type { Transaction } from '../database/database';
import { staleRevision } from './errors';
import { isId } from '../platform/id';

export interface Revised<E> {
  entity: E;
  /** What actually changed: properties with their new values. Empty if nothing differs. */
  changed: Record<string, unknown>;
}

/** The entity with an id, locked until the transaction ends; null if there is none. */
export function findLocked<E extends { id: string }>(tx: Transaction, entity: EntityClass<E>, id: string): Promise<E | null> {
  if (!isId(id)) return Promise.resolve(null);
  return tx.em.findOne(entity, { id } as FilterQuery<NoInfer<E>>, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/**
 * Finds an entity, locks it until the transaction ends, and assigns what differs. Undefined if there is none. With an expected
 * revision, rejects a change based on an older one.
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
    const words = entityClass.name.replace(/(?<=[a-z])[A-Z]/g, ' $&').toLowerCase();
    throw staleRevision(words.replace(/^api\b/, 'API'));
  }
  const changed = Object.fromEntries(
    Object.entries(changes).filter(([property, value]) => value !== undefined && !isSame(plain(entity[property as keyof E]), value)),
  );
  tx.em.assign(entity, changed as never);
  return { entity, changed };
}

/** A value in input form: a reference as its id, a time as ISO text, undefined as null. */
function plain(value: unknown): unknown {
  if (Reference.isReference(value)) return (value.unwrap() as { id: string }).id;
  if (value instanceof Date) return value.toISOString();
  return value ?? null;
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
