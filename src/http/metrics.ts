import { type Request, type RequestHandler, type Response, Router } from 'express';
import { assertAdmits, NEEDS_EVERYWHERE } from '../auth/permissions';
import type { Metrics } from '../operations/metrics';
import type { Tracer } from '../platform/tracing';
import { allows } from './methods';
import { loggedPath } from './request';
import { STREAMING } from './stream-outlets';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const CALLER_LEFT = 499;
/** Requested every few seconds by machines: their traces would drown out the others. */
const UNTRACED = new Set(['/healthz', '/readyz', '/metrics']);

/** Times and traces every request. Labels come from a fixed set, so that made-up paths can't fill the memory. */
export function measureRequests({ requests }: Metrics, tracer: Tracer): RequestHandler {
  return (req, res, next) => {
    const started = performance.now();
    const { path } = req; // read now, because routers change it
    // The time of a stream is the time until it began: how long it lasts says nothing.
    let isMeasured = false;
    const measure = (isStreaming: boolean) => {
      if (isMeasured) return;
      isMeasured = true;
      const status = res.writableFinished || isStreaming ? res.statusCode : CALLER_LEFT;
      const method = METHODS.has(req.method) ? req.method : 'other';
      requests.observe({ method, route: routeOf(req, res, path), status }, (performance.now() - started) / 1_000);
      endSpan?.(...spanOf(req, res, path, status));
    };
    res.once('close', () => measure(false));
    res.once(STREAMING, () => measure(true));
    const endSpan = tracer.isOn && !UNTRACED.has(path) ? tracer.request(req.get('traceparent'), next) : void next();
  };
}

/** Name, attributes and error of a request's span, by OpenTelemetry's conventions for HTTP servers. */
function spanOf(req: Request, res: Response, path: string, status: number): Parameters<ReturnType<Tracer['request']>> {
  const isKnown = METHODS.has(req.method);
  const route = templateOf(req, res, path);
  const attributes = {
    'http.request.method': isKnown ? req.method : '_OTHER',
    'http.request.method_original': isKnown ? undefined : req.method,
    'http.route': route,
    'http.response.status_code': status,
    'url.path': loggedPath(path),
    'url.scheme': req.protocol,
    'network.protocol.version': req.httpVersion,
  };
  const method = isKnown ? req.method : 'HTTP';
  return [route ? `${method} ${route}` : method, attributes, status >= 500 ? String(status) : undefined];
}

/** The route template that the path matched; undefined if none did. */
function templateOf(req: Request, res: Response, path: string): string | undefined {
  const { route } = res.locals as { route?: string };
  if (route) return route;
  if (path === '/graphql') return path;
  const matched = (req.route as { path?: unknown } | undefined)?.path;
  if (typeof matched !== 'string') return undefined;
  return path.startsWith('/api/') ? `/api${matched}` : matched;
}

/** The facade's operation, or the pattern that the path matched, or the part of the server that handled it. */
function routeOf(req: Request, res: Response, path: string): string {
  const { operationId } = res.locals as { operationId?: string };
  if (operationId) return `/api ${operationId}`;
  if (path.startsWith('/api/')) return '/api/*';
  if (path === '/graphql') return path;
  return (req.route as { path: string } | undefined)?.path ?? 'other';
}

export function metricsRoutes({ registry }: Metrics, read: () => Promise<string>): Router {
  const router = Router();
  router.get('/metrics', async (req, res) => {
    assertAdmits(['metrics:view'], req.caller);
    assertAdmits(['everywhere'], req.caller, NEEDS_EVERYWHERE);
    res.type(registry.contentType).send(await read());
  });
  router.all('/metrics', allows('GET', 'HEAD'));
  return router;
}
