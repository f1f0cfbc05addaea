import type { EntityClass } from '@mikro-orm/core';
import { tableOf } from '../database/rows';
import { isOneOf, join, sql, statement } from '../database/sql';

/** A type whose ids are those of a table. */
export interface StoredType {
  type: string;
  entity: EntityClass<{ id: string }>;
}

/** The types of the objects with these ids. */
export const typesOf = statement('node.typesOf', (types: readonly StoredType[], ids: readonly string[]) =>
  join<{ type: string; id: string }>(
    types.map(({ type, entity }) => sql`select ${type} as type, id from ${tableOf(entity)} where id ${isOneOf(ids, 'uuid')}`),
    ' union all ',
  ),
);
