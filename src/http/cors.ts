import type { RequestHandler } from 'express';
import type { Config } from '../kernel/config';

/** What pages of other origins may use: the APIs. Our own pages stay same-origin. */
export const CORS_PATHS = ['/graphql', '/api', '/files', '/exports', '/imports'];

/** The response headers that pages may read, besides the safelisted ones. */
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
/** How many seconds a browser may cache the preflight. */
const REMEMBERED = '600';

/** Whether the operator allows pages of that origin. */
export function admits({ corsOrigins }: Pick<Config, 'corsOrigins'>, origin: string | undefined): boolean {
  return origin !== undefined && (corsOrigins[0] === '*' || corsOrigins.includes(origin));
}

/**
 * Lets pages of the origins in CORS_ORIGINS use the interfaces, with an API key or a vendor's link. Never with the session:
 * without Access-Control-Allow-Credentials, a browser neither sends the cookie nor reveals the response.
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
    // A preflight, whatever the request will be: the route itself decides about that.
    res.vary('Access-Control-Request-Headers');
    const headers = req.get('access-control-request-headers');
    if (headers) res.setHeader('Access-Control-Allow-Headers', headers);
    res.setHeader('Access-Control-Allow-Methods', METHODS);
    res.setHeader('Access-Control-Max-Age', REMEMBERED);
    res.status(204).end();
  };
}
