import { GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import { isDatabaseOutOfReach, isDiskFull } from '../database/failures';

/** The error codes; docs/errors.md says what to do about each. */
export type ErrorCode =
  | 'BAD_REQUEST'
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'OPERATION_RESOLUTION_FAILURE'
  | 'OPERATION_NOT_TRUSTED'
  | 'PERSISTED_QUERY_NOT_FOUND'
  | 'PERSISTED_QUERY_NOT_SUPPORTED'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'BAD_USER_INPUT'
  | 'CONFLICT'
  | 'INVALID_TRANSITION'
  | 'SECOND_FACTOR_REQUIRED'
  | 'SECOND_FACTOR_SETUP_REQUIRED'
  | 'REAUTHENTICATION_REQUIRED'
  | 'RATE_LIMITED'
  | 'PAYLOAD_TOO_LARGE'
  | 'SERVICE_UNAVAILABLE'
  | 'INTERNAL';

/** The only mapping from error codes to HTTP. */
export const STATUS: Record<ErrorCode, number> = {
  BAD_REQUEST: 400,
  BAD_USER_INPUT: 400,
  GRAPHQL_PARSE_FAILED: 400,
  GRAPHQL_VALIDATION_FAILED: 400,
  OPERATION_RESOLUTION_FAILURE: 400,
  PERSISTED_QUERY_NOT_SUPPORTED: 400,
  INVALID_TRANSITION: 400,
  UNAUTHENTICATED: 401,
  SECOND_FACTOR_REQUIRED: 401,
  FORBIDDEN: 403,
  SECOND_FACTOR_SETUP_REQUIRED: 403,
  REAUTHENTICATION_REQUIRED: 403,
  OPERATION_NOT_TRUSTED: 403,
  NOT_FOUND: 404,
  PERSISTED_QUERY_NOT_FOUND: 404,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  SERVICE_UNAVAILABLE: 503,
};

/** Messages by input path, relative to the `input` argument: { "contactEmail": "must be an e-mail address" }. */
export type FieldMessages = Record<string, string>;

/** An error whose message is meant for the caller. All other errors are masked. */
export class Problem extends GraphQLError {
  constructor(code: ErrorCode, message: string, extensions: GraphQLErrorExtensions = {}) {
    super(message, { extensions: { code, ...extensions } });
  }

  get code(): ErrorCode {
    return this.extensions.code as ErrorCode;
  }

  /** What is wrong with each field; empty if it isn't about fields. */
  get fields(): FieldMessages {
    return (this.extensions.fields ?? {}) as FieldMessages;
  }
}

/** For malformed requests. */
export const badRequest = (message: string) => new Problem('BAD_REQUEST', message);
export const unauthenticated = (message = 'Unauthorized') => new Problem('UNAUTHENTICATED', message);
export const forbidden = (message = 'Forbidden') => new Problem('FORBIDDEN', message);
export const factorDue = () =>
  new Problem('SECOND_FACTOR_SETUP_REQUIRED', 'Set up a second factor first: your organisation requires one to sign in with a password');
export const notFound = (what: string) => new Problem('NOT_FOUND', `${what} not found`);
export const conflict = (message: string, fields: FieldMessages = {}) => new Problem('CONFLICT', message, { fields });
export const invalidTransition = (message: string) => new Problem('INVALID_TRANSITION', message);
export const rateLimited = (retryAfter: number, message = 'Too many requests') =>
  new Problem('RATE_LIMITED', message, { retryAfter: Math.max(1, Math.ceil(retryAfter)) });
/** Nothing was stored. */
const noRoom = () => new Problem('SERVICE_UNAVAILABLE', 'The server has no storage space left', { status: 507 });
export const unavailable = () => new Problem('SERVICE_UNAVAILABLE', 'Service unavailable, try again shortly', { retryAfter: 5 });

/** Invalid input; `fields` names each place. The message lists them for people. */
export function badInput(fields: FieldMessages, message?: string): Problem {
  const list = Object.entries(fields).map(([path, text]) => (path ? `${path} ${text}` : text));
  return new Problem('BAD_USER_INPUT', message ?? list.join('; '), { fields });
}

/** The row has changed since the caller read it. */
export const staleRevision = (what: string) =>
  conflict(`This ${what} was changed by someone else in the meantime; reload it`, {
    expectedRevision: 'is not the current revision',
  });

/** Whether a change was rejected because another one came first. */
export const isStale = (error: unknown) => error instanceof Problem && error.code === 'CONFLICT' && 'expectedRevision' in error.fields;

/** The Problem behind an error; undefined if the error is unexpected and must be masked. */
export function problemOf(error: unknown): Problem | undefined {
  const original = error instanceof GraphQLError && error.originalError ? error.originalError : error;
  if (original instanceof Problem) return original;
  if (original instanceof Error && original.name === 'OptimisticLockError') return staleRevision('record');
  if (isDiskFull(original)) return noRoom();
  return isDatabaseOutOfReach(original) ? unavailable() : undefined;
}

/** Turns a unique violation of one of the named indexes into another error; rethrows everything else. */
export function onTaken(constraints: readonly string[], problem: () => Error): (error: unknown) => never {
  return (error) => {
    const { code, constraint: hit } = error as { code?: string; constraint?: string };
    throw code === '23505' && constraints.includes(hit ?? '') ? problem() : error;
  };
}
