import { randomUUID } from 'node:crypto';
import { OptionalProps, PrimaryKey, Property, raw } from '@mikro-orm/core';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Node } from './node';
import { folded, rawSql } from '../database/sql';
import { DateTimeScalar } from './scalars';

/** A folded column, for unique indexes. */
export const foldedColumn = (column: string) => folded(rawSql(`"${column}"`)).compile().text;

/** The folded name. The previous version relies on indexes with lower(). */
export const FOLDED_NAME = foldedColumn('name');

/** Common to all stored types. Times come from the database's clock, so that servers don't have to agree on theirs. */
@ObjectType({ implements: Node, simpleResolvers: true })
export abstract class Stored {
  [OptionalProps]?: string;

  @Field(() => ID, { description: 'Opaque id, the same in GraphQL and REST' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id: string = randomUUID();

  @Field(() => DateTimeScalar, { description: 'When it was created' })
  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()' })
  createdAt!: Date;
}

/** Common to everything people edit: when it last changed, and a revision that lets outdated changes be rejected. */
@ObjectType({ simpleResolvers: true })
export abstract class Editable extends Stored {
  @Field(() => DateTimeScalar, { description: 'When it last changed' })
  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()', onUpdate: () => raw('now()') })
  updatedAt!: Date;

  @Field(() => Int, { description: 'Increases by one with every change; send it back as expectedRevision to prevent lost updates' })
  @Property({ type: 'integer', version: true, default: 1 })
  revision!: number;
}
