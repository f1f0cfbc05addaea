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
import { type Audience, BY_ID, SENSITIVE } from '../auth/permissions';
import type { RequestContext } from '../kernel/context';
import { AsOf } from './as-of';
import { callDirectly } from './engine/direct';
import { assertEveryFieldHasRule } from './engine/authorize';
import { boundListArguments } from './list-arguments';

/** The schema of resolver classes; `audiences` says who may find an object of a type by its id alone. */
export function buildSchemaOf(resolvers: readonly object[], audiences: Record<string, readonly Audience[] | undefined>): GraphQLSchema {
  const schema = buildSchemaSync({
    // eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- type-graphql's own type
    resolvers: resolvers as unknown as NonEmptyArray<Function>,
    // Services validate inputs, with one message per field.
    validate: false,
    // Apollo validates the schema; type-graphql's own check would run a full introspection on every start.
    skipCheck: true,
    orphanedTypes: [],
    // Wanted wherever there are subscriptions, but ours have a source of their own.
    pubSub: { publish: elsewhere, subscribe: elsewhere },
    directives: [...specifiedDirectives, AsOf],
  });
  // type-graphql has no option for these two descriptions.
  schema.getQueryType()!.description = 'What can be read';
  schema.getMutationType()!.description = 'What can be changed; every change is recorded in the audit log';
  const subscriptions = schema.getSubscriptionType()!;
  subscriptions.description = 'What can be listened to';
  // What is told of is the root itself: src/domains/feed says what that is.
  for (const field of Object.values(subscriptions.getFields())) field.resolve = (root: unknown) => root;
  describeInputs(schema);
  declareNodes(schema, audiences);
  assertEveryFieldHasRule(schema);
  callDirectly(schema);
  guardSensitive(schema);
  assertEnumsNameTheirValues(schema);
  boundListArguments(schema);
  return schema;
}

function elsewhere(): never {
  throw new Error('Events come from src/domains/feed');
}

/** Asks who it is again before a sensitive change, whichever way it is asked for. */
function guardSensitive(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()!.getFields())) {
    if (field.extensions[SENSITIVE] !== true) continue;
    const resolve = field.resolve!;
    field.resolve = async (root, args, ctx: RequestContext, info) => {
      await ctx.services.assertShown(ctx);
      return resolve(root, args, ctx, info) as unknown;
    };
  }
}

/** Compiled operations pass values on as they are, so an enum's values must equal their names. */
export function assertEnumsNameTheirValues(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap()).filter(isEnumType)) {
    const odd = type.getValues().find(({ name, value }) => name !== value);
    if (odd && !isIntrospectionType(type)) throw new Error(`${type.name}.${odd.name} has a value that differs from its name`);
  }
}

/** An argument of an input type gets the type's description, so that it is written once. */
function describeInputs(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const arg of Object.values(type.getFields()).flatMap(({ args }) => args)) {
      const input = getNamedType(arg.type);
      if (isInputObjectType(input)) arg.description ??= input.description;
    }
  }
}

/** Who may find an object by its id is part of the schema, like every other rule. */
function declareNodes(schema: GraphQLSchema, audiences: Record<string, readonly Audience[] | undefined>): void {
  const node = schema.getType('Node') as GraphQLInterfaceType;
  // Objects found by id carry their type; type-graphql would look for a class.
  node.resolveType = undefined;
  for (const type of schema.getPossibleTypes(node)) {
    const allowed = audiences[type.name];
    if (!allowed) throw new Error(`No rule for finding ${type.name} by id`);
    type.extensions = { ...type.extensions, [BY_ID]: allowed };
  }
}

/** The schema as text, always in the same order. */
export function emitSdl(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
