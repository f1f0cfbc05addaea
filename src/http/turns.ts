import { AsyncResource } from 'node:async_hooks';
import type { RequestHandler } from 'express';

/**
 * Lets requests go on one by one, with a round of the event loop between them. Each round takes in only one new
 * connection, however many wait: if it worked on a hundred requests at a time, whoever comes new, to ask for our health
 * too, would stand in line for half a minute.
 */
export function takeTurns(): RequestHandler {
  const waiting: (() => void)[] = [];
  const work = () => {
    try {
      waiting[0]!();
    } finally {
      waiting.shift();
      if (waiting.length > 0) setImmediate(work);
    }
  };
  return (_req, _res, next) => {
    // A trace goes on with its own request.
    if (waiting.push(AsyncResource.bind(() => next())) === 1) setImmediate(work);
  };
}
