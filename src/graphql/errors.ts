import { GraphQLError, type GraphQLErrorExtensions } from 'graphql';

/** The codes an error can carry; docs/errors.md tells what to do about each. */
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
  | 'RATE_LIMITED'
  | 'PAYLOAD_TOO_LARGE'
  | 'SERVICE_UNAVAILABLE'
  | 'INTERNAL';

/** Messages by input path, relative to the `input` argument: { "contactEmail": "must be an e-mail address" }. */
export type FieldMessages = Record<string, string>;

/** An error whose message is meant for the caller. Everything else that is thrown is masked. */
export class Problem extends GraphQLError {
  constructor(code: ErrorCode, message: string, extensions: GraphQLErrorExtensions = {}) {
    super(message, { extensions: { code, ...extensions } });
  }

  get code(): ErrorCode {
    return this.extensions.code as ErrorCode;
  }
}

/** What can't be read as a request at all. */
export const badRequest = (message: string) => new Problem('BAD_REQUEST', message);
export const unauthenticated = (message = 'Unauthorized') => new Problem('UNAUTHENTICATED', message);
export const forbidden = () => new Problem('FORBIDDEN', 'Forbidden');
export const notFound = (what: string) => new Problem('NOT_FOUND', `${what} not found`);
export const conflict = (message: string, fields: FieldMessages = {}) => new Problem('CONFLICT', message, { fields });
export const invalidTransition = (message: string) => new Problem('INVALID_TRANSITION', message);
export const rateLimited = (retryAfter: number, message = 'Too many requests') =>
  new Problem('RATE_LIMITED', message, { retryAfter: Math.max(1, Math.ceil(retryAfter)) });
/** Nothing was stored. */
export const noRoom = () => new Problem('SERVICE_UNAVAILABLE', 'The server has no room left to store this', { status: 507 });
export const unavailable = () => new Problem('SERVICE_UNAVAILABLE', 'Service unavailable, try again shortly', { retryAfter: 5 });

/** What the caller sent can't be used; `fields` names each place. The message lists them for people. */
export function badInput(fields: FieldMessages, message?: string): Problem {
  const list = Object.entries(fields).map(([path, text]) => (path ? `${path} ${text}` : text));
  return new Problem('BAD_USER_INPUT', message ?? list.join('; '), { fields });
}

/** The row changed since the caller read it. */
export const staleRevision = (what: string) =>
  conflict(`This ${what} was changed by someone else in the meantime; reload it`, {
    expectedRevision: 'is not the current revision',
  });

/**
 * The network; and of PostgreSQL's codes: connections (08), what it lacks (53, but for the disk), its stopping and
 * starting (57P), statements that it cancelled or that waited too long (57014, 55P03, 25P03, 25P04), conflicts that no
 * try could settle (40001, 40P01), and a server that became a standby (25006).
 */
const PASSING_CODE =
  /^(E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)|08...|53[0234]00|57P0.|57014|55P03|25P0[34]|40001|40P01|25006)$/;
const PASSING_MESSAGE = /Connection terminated|Connection ended|timeout expired|Query read timeout|not queryable/;

/** Whether an error means that the database can't serve now, rather than that something is wrong. */
export function isDatabaseOutOfReach(error: unknown): boolean {
  return someCause(error, ({ name, code, message }) => {
    return PASSING_CODE.test(code ?? '') || name === 'KnexTimeoutError' || PASSING_MESSAGE.test(message);
  });
}

/** The server's disk, its quota or its largest file, and PostgreSQL's disk. A program that we ran only says so. */
const FULL = /\b(ENOSPC|EDQUOT|EFBIG|53100)\b/;

export function isDiskFull(error: unknown): boolean {
  return someCause(error, ({ code, message }) => FULL.test(code ?? '') || /\bENOSPC\b/.test(message));
}

function someCause(error: unknown, is: (error: Error & { code?: string }) => boolean): boolean {
  for (let one = error as Error | undefined; one; one = one.cause as Error | undefined) if (is(one)) return true;
  return false;
}

/** The Problem behind whatever was thrown; undefined if the error is unexpected and must be masked. */
export function problemOf(error: unknown): Problem | undefined {
  const original = error instanceof GraphQLError && error.originalError ? error.originalError : error;
  if (original instanceof Problem) return original;
  if (original instanceof Error && original.name === 'OptimisticLockError') return staleRevision('record');
  if (isDiskFull(original)) return noRoom();
  return isDatabaseOutOfReach(original) ? unavailable() : undefined;
}

/** Turns a unique violation of one of the named indexes into what it means; lets everything else pass. */
export function onTaken(constraints: readonly string[], problem: () => Problem): (error: unknown) => never {
  return (error) => {
    const { code, constraint: hit } = error as { code?: string; constraint?: string };
    throw code === '23505' && constraints.includes(hit ?? '') ? problem() : error;
  };
}
