import { AsyncResource } from 'node:async_hooks';
import type { RequestHandler, Response } from 'express';
import type { Config } from '../kernel/config';
import { STREAMING } from './stream-outlets';

/**
 * Under overload, lets requests proceed one by one, with a turn of the event loop between them. Each turn accepts only one new
 * connection, however many wait: at a hundred requests per turn, new clients, including health checks, would wait for half a
 * minute. Otherwise they proceed at once, because together they cost less.
 */
export function takeTurns({ requestsAtOnce }: Config): RequestHandler {
  const open = new Set<Response>();
  const waiting: (() => void)[] = [];
  const work = () => {
    try {
      waiting[0]!();
    } finally {
      waiting.shift();
      if (waiting.length > 0) setImmediate(work);
    }
  };
  return (_req, res, next) => {
    if (res.closed) return; // the caller disconnected in the meantime
    if (!open.has(res)) for (const event of ['close', STREAMING]) res.once(event, () => open.delete(res));
    open.add(res);
    if (open.size <= requestsAtOnce) return next();
    // Keeps the request's own trace context.
    if (waiting.push(AsyncResource.bind(() => next())) === 1) setImmediate(work);
  };
}
