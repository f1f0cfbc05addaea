import { AsyncResource } from 'node:async_hooks';
import type { RequestHandler, Response } from 'express';
import type { Config } from '../kernel/config';

/**
 * Under overload, lets requests go on one by one, with a round of the event loop between them. Each round takes in only
 * one new connection, however many wait: if it worked on a hundred requests at a time, whoever comes new, to ask for our
 * health too, would stand in line for half a minute. Otherwise they go on at once, as together they cost less.
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
    if (res.closed) return; // the caller left between two turns
    if (!open.has(res)) res.once('close', () => open.delete(res));
    open.add(res);
    if (open.size <= requestsAtOnce) return next();
    // A trace goes on with its own request.
    if (waiting.push(AsyncResource.bind(() => next())) === 1) setImmediate(work);
  };
}
