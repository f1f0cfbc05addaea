import { execute, type ExecutionResult, GraphQLError, type GraphQLSchema } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { setFlagsFromString } from 'node:v8';
import type { RequestContext } from '../../kernel/context';
import { isOpen, type NormalField, type NormalForm, type Variables } from './normal-form';

/** An operation in its normal form, ready to run again and again with other values of the variables that carry its arguments. */
export type Runnable = (ctx: RequestContext, carried: Variables) => Promise<ExecutionResult> | ExecutionResult;

/** By graphql-js, field by field. */
export function interpret(schema: GraphQLSchema, { document }: NormalForm): Runnable {
  return (contextValue, variableValues) => execute({ schema, document, variableValues, contextValue });
}

/**
 * As a function made for the operation, which costs a fraction of interpreting it. Values of built-in types and enums are
 * passed on as they are: rows and rules hold nothing else. The compiler writes names into the code that it makes, but sees
 * no value of a caller's: those are carried by variables.
 */
export function compile(schema: GraphQLSchema, normal: NormalForm): Runnable {
  if (!isPlainlyNamed(normal)) return interpret(schema, normal);
  const options = { disableLeafSerialization: true, disablingCapturingStackErrors: true };
  const compiled = unremembered(() => compileQuery(schema, normal.document, undefined, options));
  if (!isCompiledQuery(compiled)) return interpret(schema, normal);
  return async (ctx, carried) => {
    const { data, errors } = await compiled.query(undefined, ctx, carried as Record<string, unknown>);
    return errors ? { data, errors: errors.map(asLocated) } : { data };
  };
}

/**
 * V8 remembers code that was made from text, in case that the same text comes again, and lets go of it only when memory
 * gets short: a megabyte for each large query. We remember what is worth it ourselves.
 */
function unremembered<T>(make: () => T): T {
  setFlagsFromString('--no-compilation-cache');
  try {
    return make();
  } finally {
    setFlagsFromString('--compilation-cache');
  }
}

/**
 * Whether the compiler tells all fields apart: it knows each by the names along its way, joined by "_", with "idx" and a
 * number for an entry of a list, and the type where several may come. And what it makes is a plain object, in which one
 * name means something else.
 */
function isPlainlyNamed({ fields }: NormalForm): boolean {
  const known = new Set<string>();
  const isPlain = (one: NormalField, above: string): boolean => {
    const way = `${one.key}_${above}`;
    if (one.key === '__proto__' || /idx\d/.test(one.key) || known.has(way)) return false;
    known.add(way);
    return one.fields.every((inner) => isPlain(inner, isOpen(one.field) ? `${inner.parent.name}_${way}` : way));
  };
  return fields.every((one) => isPlain(one, ''));
}

/** As graphql-js does it: every error of a field has an original, so that a missing value isn't taken for a caller's fault. */
function asLocated(error: GraphQLError): GraphQLError {
  if (error.originalError) return error;
  const located = new GraphQLError(error.message, { path: error.path, originalError: new Error(error.message) });
  return Object.defineProperty(located, 'locations', { value: error.locations, enumerable: true });
}
