import type { GraphQLSchema } from 'graphql';
import { NODE_KINDS } from './nodes/node.kinds';
import { buildSchemaOf } from './graphql/build-schema';
import { resolvers } from './resolvers';

/** The whole schema, from all resolvers. */
export function buildGraphQLSchema(): GraphQLSchema {
  return buildSchemaOf(resolvers, Object.fromEntries(Object.entries(NODE_KINDS).map(([name, { audiences }]) => [name, audiences])));
}

let shared: GraphQLSchema | undefined;

/** The same for all who don't change it: building it takes a while. */
export function sharedGraphQLSchema(): GraphQLSchema {
  return (shared ??= buildGraphQLSchema());
}
