import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { type ErrorCode, Problem, STATUS } from '../kernel/errors';
import { formatError } from '../graphql/format-error';

/** An error specific to HTTP, such as 405. */
export const httpProblem = (status: number, message: string) => new Problem('BAD_REQUEST', message, { status });

/** An error that express found while reading the request. */
function requestProblem(error: { status?: number }): Problem | undefined {
  if (error.status && error.status >= 400 && error.status < 500) {
    return httpProblem(error.status, 'The request could not be read');
  }
  return undefined;
}

/** Sends an error over HTTP, in the format of the respective part of the server. */
export function errorHandler(log: Logger, send: (res: Response, error: ReturnType<typeof formatError>) => void): ErrorRequestHandler {
  return (error, req, res, next) => {
    if (res.headersSent) return next(error);
    const formatted = formatError(requestProblem(error) ?? error, log.child({ requestId: req.id }));
    const { code, retryAfter, status } = (formatted.extensions ?? {}) as { code: ErrorCode; retryAfter?: number; status?: number };
    res.status(status ?? STATUS[code]);
    if (retryAfter) res.setHeader('Retry-After', String(retryAfter));
    send(res, formatted);
  };
}

export const plainErrors = (log: Logger) =>
  errorHandler(log, (res, { message, extensions }) => res.json({ error: message, fields: extensions?.fields }));
