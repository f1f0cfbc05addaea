import type { EntityClass } from '@mikro-orm/core';

/** How the past of an entity is kept. */
export interface Keeping {
  /** The property with the id of the thing that a row is a part of: the audit entry of that thing tells of it. */
  readonly partOf: string;
  /** Properties that no past shows: only that they changed, under the name that is given here. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Properties that change without being recorded. They have no past. */
  readonly volatile: readonly string[];
}

const KEPT = new Map<EntityClass<object>, Keeping>();
const NOT_KEPT = new Map<EntityClass<object>, string>();

/** The past of these rows is kept: what they were, from when to when, and which audit entry changed them. */
export function Kept({ partOf = 'id', secrets = {}, volatile = [] }: Partial<Keeping> = {}): ClassDecorator {
  return (entity) => void KEPT.set(entity as unknown as EntityClass<object>, { partOf, secrets, volatile });
}

/** These rows have no past, for a reason. */
export function NotKept(reason: string): ClassDecorator {
  return (entity) => void NOT_KEPT.set(entity as unknown as EntityClass<object>, reason);
}

export function keepingOf(entity: EntityClass<object>): Keeping | undefined {
  return KEPT.get(entity);
}

export function reasonAgainstKeeping(entity: EntityClass<object>): string | undefined {
  return NOT_KEPT.get(entity);
}
