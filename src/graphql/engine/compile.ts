import { execute, type ExecutionResult, GraphQLError, type GraphQLSchema } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { setFlagsFromString } from 'node:v8';
import type { RequestContext } from '../../kernel/context';
import { isOpen, type NormalField, type NormalForm, type Variables } from './normal-form';

/**
 * An operation in normal form, ready to run repeatedly with different values of the variables for its arguments. The root is what
 * a subscription tells of.
 */
export type Runnable = (ctx: RequestContext, carried: Variables, root?: unknown) => Promise<ExecutionResult> | ExecutionResult;

/** Runs it with graphql-js, field by field. */
export function interpret(schema: GraphQLSchema, { document }: NormalForm): Runnable {
  return (contextValue, variableValues, rootValue) => execute({ schema, document, variableValues, contextValue, rootValue });
}

/**
 * Compiles the operation to a function, which costs a fraction of interpreting it. Values of built-in types and enums are passed
 * on as they are: rows and rules contain nothing else. The compiler writes names into the generated code, but never a caller's
 * values: those are in variables.
 */
export function compile(schema: GraphQLSchema, normal: NormalForm): Runnable {
  if (!isPlainlyNamed(normal)) return interpret(schema, normal);
  const options = { disableLeafSerialization: true, disablingCapturingStackErrors: true };
  const compiled = unremembered(() => compileQuery(schema, normal.document, undefined, options));
  if (!isCompiledQuery(compiled)) return interpret(schema, normal);
  return async (ctx, carried, root) => {
    const { data, errors } = await compiled.query(root, ctx, carried as Record<string, unknown>);
    return errors ? { data, errors: errors.map(asLocated) } : { data };
  };
}

/**
 * V8 caches code generated from text, in case the same text comes again, and frees it only when memory gets short: a megabyte for
 * each large query. We cache what is worth it ourselves.
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
 * Whether the compiler can tell all fields apart: it identifies each by the names on its path joined by "_", with "idx" and a
 * number for list items, and the type where several are possible. Also, its results are plain objects, in which one name has a
 * special meaning.
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

/** As in graphql-js: every field error has an original error, so that a missing value isn't taken for the caller's mistake. */
function asLocated(error: GraphQLError): GraphQLError {
  if (error.originalError) return error;
  const located = new GraphQLError(error.message, { path: error.path, originalError: new Error(error.message) });
  return Object.defineProperty(located, 'locations', { value: error.locations, enumerable: true });
}
