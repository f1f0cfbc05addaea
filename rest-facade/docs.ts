import path from 'node:path';
import { type Request, Router } from 'express';
import type { Document } from 'openapi-backend';
import type { Services } from '../src/graphql/context';
import { notFound } from '../src/graphql/errors';
import { policy, setPolicy } from '../src/http/headers';
import { allows } from '../src/http/methods';
import { locatedAt } from './definition';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>REST interface</title>
<link rel="icon" href="/api/docs/favicon-32x32.png">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

/**
 * The browser sends the session's cookie by itself; a key is entered with the Authorize button. Requests go to where the
 * page came from, which may be another address than the one in the document.
 */
const START = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  requestInterceptor(request) {
    const { pathname, search } = new URL(request.url, location.href);
    return Object.assign(request, { url: location.origin + pathname + search });
  },
});
`;

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** Its icons are data: addresses. */
const POLICY = policy({
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
});

/** The definition, and a page that explains it and tries it out. Both are open to all and need no other server. */
export function docsRoutes(services: Services, definition: Document): Router {
  const router = Router();
  const root = path.dirname(require.resolve('swagger-ui-dist/package.json'));
  router.get('/openapi.json', (req, res) => {
    // A cache must not give one caller the address by which another came.
    res.setHeader('Cache-Control', services.config.publicUrl ? 'no-cache' : 'no-store');
    res.json(locatedAt(originFor(services, req), definition));
  });
  router.get('/docs', (_req, res) => {
    setPolicy(res, POLICY);
    res.setHeader('Cache-Control', 'no-cache').send(PAGE);
  });
  router.get('/docs/start.js', (_req, res) => {
    res.setHeader('Cache-Control', 'no-cache').type('js').send(START);
  });
  for (const file of FILES) {
    // The folder is given as the root: a dot in its own path must not hide the file.
    router.get(`/docs/${file}`, (_req, res) => res.sendFile(file, { root, headers: { 'Cache-Control': 'no-cache' } }));
  }
  router.all(['/openapi.json', '/docs', '/docs/*file'], (req, res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD') throw notFound('Page');
    allows('GET', 'HEAD')(req, res, next);
  });
  return router;
}

const HOST = /^([\w.-]{1,253}|\[[\da-f:.]{2,45}\])(:\d{1,5})?$/i;

/** Where people reach the server: what the operator says, else the address by which this request came. */
function originFor({ config, publicUrl }: Services, req: Request): string {
  const host = req.host as string | undefined; // of X-Forwarded-Host only behind a trusted proxy
  return !config.publicUrl && host && HOST.test(host) ? `${req.protocol}://${host}` : publicUrl;
}
