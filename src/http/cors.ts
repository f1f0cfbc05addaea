import type { RequestHandler } from 'express';
import type { Config } from '../kernel/config';

/** What pages of other origins may use: what programs use. Our own pages are for our own origin. */
export const CORS_PATHS = ['/graphql', '/api', '/files', '/exports', '/imports'];

/** What a page may read of an answer's headers, besides those that every page may. */
const EXPOSED = [
  'Allow',
  'Content-Disposition',
  'ETag',
  'Location',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
].join(', ');
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
/** Seconds for which a browser need not ask again. */
const REMEMBERED = '600';

/** Whether the operator lets pages of that origin in. */
export function admits({ corsOrigins }: Pick<Config, 'corsOrigins'>, origin: string | undefined): boolean {
  return origin !== undefined && (corsOrigins[0] === '*' || corsOrigins.includes(origin));
}

/**
 * Lets pages of the origins in CORS_ORIGINS use the interfaces, with an API key or a vendor's link. Never with the
 * session: nobody gets Access-Control-Allow-Credentials, so a browser neither asks with the cookie nor shows the answer.
 */
export function allowOrigins(config: Config): RequestHandler {
  return (req, res, next) => {
    if (config.corsOrigins.length === 0) return next();
    res.vary('Origin');
    const origin = req.get('origin');
    if (!admits(config, origin)) return next();
    res.setHeader('Access-Control-Allow-Origin', config.corsOrigins[0] === '*' ? '*' : origin!);
    res.setHeader('Access-Control-Expose-Headers', EXPOSED);
    if (req.method !== 'OPTIONS' || req.get('access-control-request-method') === undefined) return next();
    // A question before the request, whatever it will be: the route itself says what it thinks of it.
    res.vary('Access-Control-Request-Headers');
    const headers = req.get('access-control-request-headers');
    if (headers) res.setHeader('Access-Control-Allow-Headers', headers);
    res.setHeader('Access-Control-Allow-Methods', METHODS);
    res.setHeader('Access-Control-Max-Age', REMEMBERED);
    res.status(204).end();
  };
}
