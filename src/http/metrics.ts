import cluster from 'node:cluster';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { isSignedIn } from '../auth/caller';
import { forbidden, unauthenticated } from '../graphql/errors';
import type { Metrics } from '../platform/metrics';
import type { Tracer } from '../platform/tracing';
import { metricsOfAll } from '../workers';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const CALLER_LEFT = 499;

/** Times and traces every request. Labels come from a fixed set, so that nobody can fill the memory with made-up paths. */
export function measureRequests({ requests }: Metrics, tracer: Tracer): RequestHandler {
  return (req, res, next) => {
    const started = performance.now();
    const { path } = req; // taken now: routers change it
    res.once('close', () => {
      const status = res.writableFinished ? res.statusCode : CALLER_LEFT;
      const method = METHODS.has(req.method) ? req.method : 'other';
      const route = routeOf(req, res, path);
      requests.observe({ method, route, status }, (performance.now() - started) / 1_000);
      endSpan(
        `${method} ${route}`,
        { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status },
        status >= 500,
      );
    });
    const endSpan = tracer.request(req.get('traceparent'), next);
  };
}

/** The facade's operation, or the pattern that the path matched, or the part of the server that took it. */
function routeOf(req: Request, res: Response, path: string): string {
  const { operationId } = res.locals as { operationId?: string };
  if (operationId) return `/api ${operationId}`;
  if (path.startsWith('/api/')) return '/api/*';
  if (path === '/graphql') return path;
  return (req.route as { path: string } | undefined)?.path ?? 'other';
}

export function metricsRoutes({ registry }: Metrics): Router {
  const router = Router();
  const read = cluster.isWorker ? metricsOfAll(registry) : () => registry.metrics();
  router.get('/metrics', async (req, res) => {
    if (!isSignedIn(req.caller)) throw unauthenticated();
    if (!req.caller.permissions.has('metrics:view')) throw forbidden();
    res.type(registry.contentType).send(await read());
  });
  return router;
}
