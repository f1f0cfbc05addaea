import {
  type DocumentNode, execute, type ExecutionResult, GraphQLError, type GraphQLSchema, Kind, type OperationDefinitionNode, visit,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { RequestContext } from './context';

/** A valid document, and the operation of it that is meant. */
export interface Operation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
}

/** An operation ready to run, again and again. */
export type Runnable = (
  ctx: RequestContext,
  variables: Readonly<Record<string, unknown>>,
) => Promise<ExecutionResult> | ExecutionResult;

/** By graphql-js, field by field. */
export function interpret(schema: GraphQLSchema, { document, operation }: Operation): Runnable {
  const operationName = operation.name?.value;
  return (contextValue, variableValues) => execute({ schema, document, operationName, variableValues, contextValue });
}

/**
 * As a function made for the operation, which costs a fraction of interpreting it. Its variables must fit. Values of
 * built-in types and enums are passed on as they are: rows and rules hold nothing else.
 */
export function compile(schema: GraphQLSchema, source: Operation): Runnable {
  const { document, operation } = source;
  if (hasConditionalFragments(document)) return interpret(schema, source);
  const options = { disableLeafSerialization: true, disablingCapturingStackErrors: true };
  const compiled = compileQuery(schema, document, operation.name?.value, options);
  if (!isCompiledQuery(compiled)) return interpret(schema, source);
  return async (ctx, variables) => {
    const { data, errors } = await compiled.query(undefined, ctx, variables as Record<string, unknown>);
    return errors ? { data, errors: errors.map(asLocated) } : { data };
  };
}

/** The compiler keeps a condition with the field, even where a fragment brings the same field in under another one. */
function hasConditionalFragments(document: DocumentNode): boolean {
  let hasConditions = false;
  visit(document, { Directive: () => void (hasConditions = true) });
  return hasConditions && document.definitions.some(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
}

/** As graphql-js does it: every error of a field has an original, so that a missing value isn't taken for a caller's fault. */
function asLocated(error: GraphQLError): GraphQLError {
  if (error.originalError) return error;
  const located = new GraphQLError(error.message, { path: error.path, originalError: new Error(error.message) });
  return Object.defineProperty(located, 'locations', { value: error.locations, enumerable: true });
}
