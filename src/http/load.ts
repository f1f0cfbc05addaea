import type { RequestHandler, Response } from 'express';
import type { Config } from '../kernel/config';
import { Problem } from '../kernel/errors';

declare module 'express-serve-static-core' {
  interface Request {
    /** Counts the request among those that ask of the past, and throws if they are too many. */
    admitToPast?(): void;
  }
}

/** Created once: that takes longer than sending it. */
const OVERLOADED = new Problem('SERVICE_UNAVAILABLE', 'Too many requests at once, try again shortly', { retryAfter: 1 });

const PAST_OVERLOADED = new Problem('SERVICE_UNAVAILABLE', 'Too many requests ask of the past at once, try again shortly', {
  retryAfter: 1,
});

/**
 * This many rejections per second are sent at once. The others are delayed: a thousand clients that retry right after each
 * rejection would leave no time for anything but rejecting.
 */
const AT_ONCE = 100;
const HOLD_MS = 1_000;

/** How long the body of a request may take before its place is given to another. */
const BODY_MS = 1_000;

/** The places of a process. */
export interface Load {
  handler: RequestHandler;
  /** Takes a place for work that came by another way than a request. */
  enter(): Place;
}

export interface Place {
  /** Counts the work among what asks of the past, and throws if that is too much. */
  admitToPast(): void;
  /** Gives the place back. */
  leave(): void;
}

/**
 * Rejects requests beyond those that can be processed at once: a quick rejection is better than delaying everybody. Slow clients
 * take nobody's place: a request doesn't count while its body is awaited, nor once its response has begun. Half of the places are
 * kept from those who ask of the past: they share few connections, and may wait long.
 */
export function shedLoad({ requestsAtOnce }: Config): Load {
  /** When work on each request began. */
  const working = new Map<Response, number>();
  const work = (res: Response) => void working.set(res, performance.now());
  /** Only evaluated when a place is needed. */
  const makeRoom = () => {
    for (const [res, since] of working) {
      const isLate = !res.req.complete && performance.now() - since > BODY_MS;
      if (!isLate && !res.headersSent) continue;
      working.delete(res);
      if (isLate) res.req.once('end', () => res.closed || work(res));
    }
  };
  /** Requests and other work that ask of the past. */
  const ofPast = new Set<Pick<Response, 'headersSent'>>();
  const admitToPast = (one: Pick<Response, 'headersSent'>) => {
    if (one.headersSent || ofPast.has(one)) return;
    for (const other of ofPast) if (other.headersSent) ofPast.delete(other);
    if (ofPast.size >= requestsAtOnce / 2) throw PAST_OVERLOADED;
    ofPast.add(one);
  };
  /** Work that came over a WebSocket. */
  let others = 0;
  const isFull = () => {
    if (working.size + others >= requestsAtOnce) makeRoom();
    return working.size + others >= requestsAtOnce;
  };
  let refused = 0;
  setInterval(() => (refused = 0), HOLD_MS).unref();
  const handler: RequestHandler = (req, res, next) => {
    if (res.closed) return; // the caller disconnected while waiting
    if (isFull()) {
      // With random delays: otherwise they would all come back together.
      if (++refused > AT_ONCE) setTimeout(() => res.closed || next(OVERLOADED), HOLD_MS * (0.5 + Math.random()));
      else next(OVERLOADED);
      return;
    }
    work(res);
    res.once('close', () => {
      working.delete(res);
      ofPast.delete(res);
    });
    req.admitToPast = () => admitToPast(res);
    next();
  };
  const enter = () => {
    if (isFull()) throw OVERLOADED;
    others++;
    const work = { headersSent: false };
    return {
      admitToPast: () => admitToPast(work),
      leave: () => {
        others--;
        ofPast.delete(work);
      },
    };
  };
  return { handler, enter };
}
