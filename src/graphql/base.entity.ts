import { randomUUID } from 'node:crypto';
import { OptionalProps, PrimaryKey, Property, raw } from '@mikro-orm/core';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Node } from './node';
import { folded, rawSql } from '../database/sql';
import { DateTimeScalar } from './scalars';

/** What no two of a kind may share, in an index: the name as people compare it. The version before relies on those by lower(). */
export const FOLDED_NAME = folded(rawSql('"name"')).compile().text;

/** What every stored thing has. Times come from the database's clock, so that servers need not agree on theirs. */
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

/** What people change: it knows when it last changed, and its revision lets a change based on an old reading be refused. */
@ObjectType({ simpleResolvers: true })
export abstract class Editable extends Stored {
  @Field(() => DateTimeScalar, { description: 'When it last changed' })
  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()', onUpdate: () => raw('now()') })
  updatedAt!: Date;

  @Field(() => Int, { description: 'Increases by one with every change; send it back as expectedRevision to prevent lost updates' })
  @Property({ type: 'integer', version: true, default: 1 })
  revision!: number;
}
