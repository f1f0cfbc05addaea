import type { EntityClass } from '@mikro-orm/core';

/** Rows that a statement may have changed: those of an entity where a property has one of the values, or had before. */
export interface Touch {
  readonly entity: EntityClass<object>;
  readonly property: string;
  readonly values: readonly unknown[];
  /** Names of secrets that changed with them. */
  readonly secrets: readonly string[];
  readonly removes: boolean;
}
