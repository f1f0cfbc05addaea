import type { RequestHandler, Response } from 'express';
import type { Config } from '../kernel/config';
import { Problem } from '../kernel/errors';

/** Made once: to make it takes longer than to send it. */
const OVERLOADED = new Problem('SERVICE_UNAVAILABLE', 'Too many requests at once, try again shortly', { retryAfter: 1 });

/**
 * So many in a second are refused at once. The others are kept waiting a little: a thousand clients who ask again right
 * after each refusal would leave no time for anything but refusing.
 */
const AT_ONCE = 100;
const HOLD_MS = 1_000;

/** How long the body of a request may take before the place is given to another. */
const BODY_MS = 1_000;

/**
 * Refuses what comes beyond the requests that can be worked on at once: a short answer now is better than a late one
 * for everybody. Clients who send or read slowly take nobody's place: a body that keeps us waiting doesn't count until
 * it is there, and an answer that has begun counts no more.
 */
export function shedLoad({ requestsAtOnce }: Config): RequestHandler {
  /** Since when each is worked on. */
  const working = new Map<Response, number>();
  const work = (res: Response) => void working.set(res, performance.now());
  /** Looked into only when a place is needed. */
  const makeRoom = () => {
    for (const [res, since] of working) {
      const isLate = !res.req.complete && performance.now() - since > BODY_MS;
      if (!isLate && !res.headersSent) continue;
      working.delete(res);
      if (isLate) res.req.once('end', () => res.closed || work(res));
    }
  };
  let refused = 0;
  setInterval(() => (refused = 0), HOLD_MS).unref();
  return (_req, res, next) => {
    if (res.closed) return; // the caller left while waiting for a turn
    if (working.size >= requestsAtOnce) makeRoom();
    if (working.size >= requestsAtOnce) {
      // Not all for the same time: they would come back together.
      if (++refused > AT_ONCE) setTimeout(() => res.closed || next(OVERLOADED), HOLD_MS * (0.5 + Math.random()));
      else next(OVERLOADED);
      return;
    }
    work(res);
    res.once('close', () => working.delete(res));
    next();
  };
}
