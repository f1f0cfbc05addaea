import 'reflect-metadata';
import {
  getNamedType,
  type GraphQLInterfaceType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
  specifiedDirectives,
} from 'graphql';
import { buildSchemaSync, type NonEmptyArray } from 'type-graphql';
import { type Audience, BY_ID } from '../auth/permissions';
import { AsOf } from './as-of';
import { callDirectly } from './engine/direct';
import { assertEveryFieldHasRule } from './engine/authorize';
import { boundListArguments } from './list-arguments';

/** The schema of resolver classes; `audiences` tells who may find a thing of a type by its id alone. */
export function buildSchemaOf(resolvers: readonly object[], audiences: Record<string, readonly Audience[] | undefined>): GraphQLSchema {
  const schema = buildSchemaSync({
    // eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- type-graphql's own type
    resolvers: resolvers as unknown as NonEmptyArray<Function>,
    // Inputs are checked by the services, with one message a field.
    validate: false,
    // Apollo checks the schema; type-graphql's own check would run a whole introspection at every start.
    skipCheck: true,
    orphanedTypes: [],
    directives: [...specifiedDirectives, AsOf],
  });
  // type-graphql has no place for these two descriptions.
  schema.getQueryType()!.description = 'What can be read';
  schema.getMutationType()!.description = 'What can be changed; every change is recorded in the audit log';
  describeInputs(schema);
  declareNodes(schema, audiences);
  assertEveryFieldHasRule(schema);
  callDirectly(schema);
  assertEnumsNameTheirValues(schema);
  boundListArguments(schema);
  return schema;
}

/** Compiled operations pass values on as they are, so that the value of an enum must be its name. */
export function assertEnumsNameTheirValues(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap()).filter(isEnumType)) {
    const odd = type.getValues().find(({ name, value }) => name !== value);
    if (odd && !isIntrospectionType(type)) throw new Error(`${type.name}.${odd.name} has another value than its name`);
  }
}

/** An argument that is an input is what the input is: that is said once, at the type. */
function describeInputs(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const arg of Object.values(type.getFields()).flatMap(({ args }) => args)) {
      const input = getNamedType(arg.type);
      if (isInputObjectType(input)) arg.description ??= input.description;
    }
  }
}

/** Who may find a thing by its id is part of the schema as every other rule is. */
function declareNodes(schema: GraphQLSchema, audiences: Record<string, readonly Audience[] | undefined>): void {
  const node = schema.getType('Node') as GraphQLInterfaceType;
  // What is found by its id says of which type it is; type-graphql would look for a class.
  node.resolveType = undefined;
  for (const type of schema.getPossibleTypes(node)) {
    const allowed = audiences[type.name];
    if (!allowed) throw new Error(`Nothing is said of how ${type.name} is found by its id`);
    type.extensions = { ...type.extensions, [BY_ID]: allowed };
  }
}

/** The schema as text, always in the same order. */
export function emitSdl(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
