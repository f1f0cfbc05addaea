import { GraphQLError, type GraphQLErrorExtensions } from 'graphql';

/** The codes an error can carry, as the schema documents them. */
export type ErrorCode =
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

export const unauthenticated = () => new Problem('UNAUTHENTICATED', 'Unauthorized');
export const forbidden = () => new Problem('FORBIDDEN', 'Forbidden');
export const notFound = (what: string) => new Problem('NOT_FOUND', `${what} not found`);
export const conflict = (message: string, fields: FieldMessages = {}) => new Problem('CONFLICT', message, { fields });
export const invalidTransition = (message: string) => new Problem('INVALID_TRANSITION', message);
export const rateLimited = (retryAfter: number) =>
  new Problem('RATE_LIMITED', 'Too many requests', { retryAfter: Math.max(1, Math.ceil(retryAfter)) });
export const unavailable = () => new Problem('SERVICE_UNAVAILABLE', 'Service unavailable, try again shortly', { retryAfter: 5 });

/** What the caller sent can't be used; `fields` names each place. The message lists them for people. */
export function badInput(fields: FieldMessages, message?: string): Problem {
  const list = Object.entries(fields).map(([path, text]) => (path ? `${path} ${text}` : text));
  return new Problem('BAD_USER_INPUT', message ?? list.join('; '), { fields });
}

/** The row changed since the caller read it. */
export const staleRevision = (what: string) =>
  conflict(`This ${what} was changed by someone else in the meantime; read it again`, {
    expectedRevision: 'is not the current revision',
  });

const CONNECTION_LOST = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN',
  '57P01', '57P02', '57P03', '53300', '08000', '08001', '08003', '08004', '08006',
]);

/** Whether an error means that the database is out of reach, rather than that something is wrong. */
export function isDatabaseOutOfReach(error: unknown): boolean {
  for (let e = error as (Error & { code?: string; cause?: unknown }) | undefined; e; e = e.cause as typeof e) {
    if (CONNECTION_LOST.has(e.code ?? '')) return true;
    if (e.name === 'KnexTimeoutError' || /Connection terminated|Connection ended|timeout expired|Query read timeout/.test(e.message)) return true;
  }
  return false;
}

/** The Problem behind whatever was thrown; undefined if the error is unexpected and must be masked. */
export function problemOf(error: unknown): Problem | undefined {
  const original = error instanceof GraphQLError && error.originalError ? error.originalError : error;
  if (original instanceof Problem) return original;
  if (original instanceof Error && original.name === 'OptimisticLockError') return staleRevision('record');
  return isDatabaseOutOfReach(original) ? unavailable() : undefined;
}

/** Turns a unique violation of a named index into what it means; lets everything else pass. */
export function onTaken(constraint: string, problem: () => Problem): (error: unknown) => never {
  return (error) => {
    const { code, constraint: hit } = error as { code?: string; constraint?: string };
    throw code === '23505' && hit === constraint ? problem() : error;
  };
}
