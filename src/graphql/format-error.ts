import { type ASTNode, type DocumentNode, GraphQLError, type GraphQLFormattedError, Kind, parse, visit } from 'graphql';
import type { Logger } from 'pino';
import { type ErrorCode, type FieldMessages, problemOf } from '../kernel/errors';
import { isDiskFull } from '../database/failures';

/** Codes of Apollo and graphql-js for unusable requests; an error without one is an invalid value. */
const REQUEST_FAULTS = new Set<ErrorCode>([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
]);

/** For a mutation over GET, Apollo puts the status 405 here. */
interface ApolloExtensions {
  code?: ErrorCode;
  http?: { status?: number };
}

/**
 * The one place where an error becomes what a caller sees, for GraphQL and REST alike. Unexpected errors are logged in full and
 * shown as INTERNAL.
 */
export function formatError(error: unknown, log: Logger): GraphQLFormattedError {
  const graphQLError = error instanceof GraphQLError ? error : undefined;
  const place = { locations: graphQLError?.locations, path: graphQLError?.path };
  const cause = graphQLError?.originalError ?? error;
  const problem = problemOf(error);
  if (isDiskFull(cause)) log.error({ err: cause }, 'disk full');
  if (problem) return clean({ message: problem.message, ...place, extensions: { ...problem.extensions } });

  const { code = graphQLError?.originalError ? undefined : 'BAD_USER_INPUT', http } = (graphQLError?.extensions ?? {}) as ApolloExtensions;
  if (graphQLError && code && REQUEST_FAULTS.has(code)) {
    const fields = Object.entries(fieldsOf(graphQLError)).map(([field, message]) => [short(field), worded(message)]);
    return clean({
      message: worded(graphQLError.message),
      ...place,
      extensions: { code, ...(http?.status === 405 && { status: 405 }), fields: Object.fromEntries(fields) as FieldMessages },
    });
  }
  log.error({ err: cause, path: graphQLError?.path }, 'unexpected error');
  return clean({ message: 'Internal server error', ...place, extensions: { code: 'INTERNAL' satisfies ErrorCode } });
}

function clean(error: GraphQLFormattedError): GraphQLFormattedError {
  const { message, locations, path, extensions } = error;
  return fitted({ message, ...(locations && { locations: locations.slice(0, MOST_PLACES) }), ...(path && { path }), extensions });
}

/** More locations wouldn't help. */
const MOST_PLACES = 5;
/** The maximum size of one error in a response, and of all of them together. */
const ERROR_BYTES = 12_288;
const ALL_ERRORS_BYTES = 14_336;

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Errors describe the input, which may be long and wrong in many places: first texts are shortened, then the list. */
function fitted(error: GraphQLFormattedError): GraphQLFormattedError {
  let fit = error;
  const fields = Object.entries((error.extensions?.fields ?? {}) as FieldMessages);
  for (const longest of [1_000, 200, 80]) {
    if (bytesOf(fit) <= ERROR_BYTES) return fit;
    const told = fields.map(([field, message]) => [short(field, longest), short(message, longest)]);
    fit = {
      ...fit,
      message: short(error.message, 4 * longest),
      extensions: { ...fit.extensions, fields: Object.fromEntries(told) as FieldMessages },
    };
  }
  for (let most = fields.length; bytesOf(fit) > ERROR_BYTES; most = Math.floor(most / 2)) {
    const told = fields.slice(0, most).map(([field, message]) => [short(field, 80), short(message, 80)]);
    const more = { '…': `and ${fields.length - most} more` };
    fit = { ...fit, extensions: { ...fit.extensions, fields: { ...(Object.fromEntries(told) as FieldMessages), ...more } } };
    if (most === 0) return { message: fit.message, extensions: { code: fit.extensions?.code } };
  }
  return fit;
}

/** As many of the errors as fit into the response. */
export function asManyAsFit(errors: readonly GraphQLFormattedError[]): GraphQLFormattedError[] {
  let bytes = 0;
  return errors.filter((error, i) => (bytes += bytesOf(error)) <= ALL_ERRORS_BYTES || i === 0);
}

/** graphql-js limits comparisons of fields with the same name, but its message doesn't say so. */
const ABORTED = 'Validation aborted.';
const worded = (message: string) =>
  message === ABORTED ? 'The query exceeds the repetition limit: it repeats the same fields too often' : short(message);

/** Messages quote the invalid value, however long it is. */
const LONGEST = 400;
const short = (text: string, longest = LONGEST) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** graphql-js says where a variable's value is wrong only in its message. */
const VARIABLE_FAULT = /^Variable "\$(\w+)" got invalid value .*?(?: at "\w+((?:\.\w+|\[\d+\])+)")?; (.*)$/s;
/** A missing or unknown field is named in the rest of the message. */
const NAMED_FIELD = /^Field "(\w+)" /;
const MISSING_FIELD = /^Field "\w+\.(\w+)" of required type/;
const REQUIRED_VARIABLE = /^Variable "\$(\w+)" of (?:required|non-null) type/;

function fieldsOf(error: GraphQLError): FieldMessages {
  const variable = VARIABLE_FAULT.exec(error.message);
  if (variable) {
    const [, name, within, message] = variable;
    // Of a list, its name tells more than a number alone.
    const path = `${within?.startsWith('[') ? name : ''}${within ?? ''}`.replace(/\[(\d+)\]/g, '.$1').replace(/^\./, '');
    const field = NAMED_FIELD.exec(message!)?.[1];
    return { [[path, field].filter(Boolean).join('.') || name!]: message! };
  }
  const required = REQUIRED_VARIABLE.exec(error.message);
  if (required) return { [required[1]!]: 'is required' };
  const node = error.nodes?.[0];
  const path = node && IN_ARGUMENT.test(node.kind) && error.source ? literalPath(parse(error.source.body), node) : '';
  const missing = MISSING_FIELD.exec(error.message)?.[1];
  return { [missing ?? (path || 'query')]: error.message };
}

/** What can occur in an argument. */
const IN_ARGUMENT = /Value$|^Variable$|^ObjectField$|^Argument$/;

/** The path of a literal within its argument: `input.contactEmail` gives contactEmail. */
function literalPath(document: DocumentNode, wanted: ASTNode): string {
  let found = '';
  const place: string[] = [];
  const named = {
    enter: (node: { name: { value: string }; loc?: { start: number }; value: ASTNode }) => void place.push(node.name.value),
    leave: () => void place.pop(),
  };
  visit(document, {
    [Kind.ARGUMENT]: named,
    [Kind.OBJECT_FIELD]: named,
    enter: (node) => {
      if (!found && node.kind === wanted.kind && node.loc?.start === wanted.loc?.start) found = place.join('.');
    },
  });
  return found.replace(/^input\.(?=.)/, '');
}
