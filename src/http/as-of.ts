import type { Request, RequestHandler } from 'express';
import { assertAdmits, PAST_NEEDS } from '../auth/permissions';
import { parseMoment } from '../graphql/as-of';
import { badInput } from '../kernel/errors';
import { queryPairs } from './query';

declare module 'express-serve-static-core' {
  interface Request {
    /** The moment in the past that the request asks of, in UTC with milliseconds; undefined: now. */
    asOf?: string;
  }
}

/** What a URL says to ask of a moment in the past, as `@asOf` does. */
export const AS_OF = 'asOf';

/** However it is spelled: to take no notice of `asof` or `asOf[]` would show the present to someone who means the past. */
const pairsIn = (req: Request) => queryPairs(req).filter(([name]) => name && /^\s*asof\s*(\[|$)/i.test(name));

/** Whether a request asks of the past, rightly or not. */
export const hasAsOf = (req: Request) => pairsIn(req).length > 0;

/** Reads the moment that a request asks of. An empty one is refused: it would show the present to someone who meant the past. */
export function readAsOf(req: Request): void {
  const pairs = pairsIn(req);
  if (pairs.length === 0) return;
  assertAdmits(['audit:view'], req.caller, PAST_NEEDS);
  if (pairs.length > 1) throw badInput({ [AS_OF]: 'is given more than once' });
  const [name, moment] = pairs[0]!;
  if (name !== AS_OF) throw badInput({ [AS_OF]: `must be spelled ${AS_OF}, not ${name}` });
  req.asOf = parseMoment(moment);
}

/** For requests that change something. */
export function refuseAsOf(req: Request): void {
  if (hasAsOf(req)) throw badInput({ [AS_OF]: "is only for reading: the past can't be changed" });
}

/** For addresses that show the present alone: to take it for the past would mislead. */
export const hasNoPast: RequestHandler = (req, _res, next) => {
  if (hasAsOf(req))
    throw badInput({ [AS_OF]: 'is not known here: GraphQL asks of the past by query @asOf(at: …), REST and exports by ?asOf=' });
  next();
};

/** The name of a file with the moment that it shows: Acme.csv becomes Acme-as-of-2026-11-15T09-30-00.000Z.csv. */
export function fileNameAt(name: string, moment: string | undefined): string {
  return moment === undefined ? name : name.replace(/(\.\w+)?$/, (ending) => `-as-of-${moment.replaceAll(':', '-')}${ending}`);
}
