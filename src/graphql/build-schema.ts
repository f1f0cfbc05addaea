import 'reflect-metadata';
import { lexicographicSortSchema, type GraphQLSchema, printSchema } from 'graphql';
import { buildSchemaSync, type NonEmptyArray } from 'type-graphql';
import { resolvers } from '../domains/resolvers';
import { callDirectly } from './direct';
import { assertEveryFieldHasRule } from './authorize';
import { boundListArguments } from './list-arguments';

export function buildGraphQLSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    // eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- type-graphql's own type
    resolvers: resolvers as unknown as NonEmptyArray<Function>,
    // Inputs are checked by the services, with one message a field.
    validate: false,
    // Apollo checks the schema; type-graphql's own check would run a whole introspection at every start.
    skipCheck: true,
    orphanedTypes: [],
  });
  // type-graphql has no place for these two descriptions.
  schema.getQueryType()!.description = 'What can be read';
  schema.getMutationType()!.description = 'What can be changed; every change leaves an entry in the audit log';
  assertEveryFieldHasRule(schema);
  callDirectly(schema);
  boundListArguments(schema);
  return schema;
}

/** The schema as text, always in the same order. */
export function emitSdl(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
