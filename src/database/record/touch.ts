import type { EntityClass } from '@mikro-orm/core';
import type { Sql } from '../sql';

/** For rows that the statement has to name by another touch. */
export const UNNAMED = 'unnamed';

/** Values from just after one, or the first, up to another. */
export class Range {
  constructor(
    readonly after: string | null,
    readonly upTo: string,
  ) {}
}

/** Rows that a statement may have changed: those of an entity where a property has one of the values, or had if it removes them. */
export interface Touch {
  readonly entity: EntityClass<object> | string;
  readonly property: string;
  /** SQL that gives the values is asked at the end of the transaction; without any, the rows that the statement gives name them. */
  readonly values: readonly unknown[] | Range | Sql | undefined | typeof UNNAMED;
  /** Names of secrets that changed with them. */
  readonly secrets: readonly string[];
  readonly removes: boolean;
}
