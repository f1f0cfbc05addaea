import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type RequestHandler, Router } from 'express';
import { notFound, Problem } from '../kernel/errors';
import { packageRoot } from '../platform/package';
import { policy, setPolicy } from './headers';

/** Where `npm run build` puts the web application. */
const FOLDER = path.join(packageRoot(), 'dist/web');
const ASSETS = path.join(FOLDER, 'assets');

/**
 * Everything comes from this server, and pages have no inline scripts. Style elements are allowed: Mantine adds its theme, and
 * GraphiQL its dialogs, at run time. Using a nonce for those would make every response different, and gain little while scripts
 * and style attributes stay forbidden.
 */
const POLICY = policy({
  'script-src': "'self'",
  'style-src': "'self'",
  'style-src-elem': "'self' 'unsafe-inline'",
  'connect-src': "'self'",
  'img-src': "'self' data: blob:", // blob: an uploaded picture, fetched and shown as nothing but a picture
  'font-src': "'self' data:",
});

/** Path prefixes that aren't the application's: errors there are JSON, for browsers too. */
const NOT_OURS = /^\/(api|assets|auth|audit\/log|explorer|exports|files|graphql|healthz|imports|logo|metrics|readyz|scim)(\/|$)/;

/**
 * The web application: its files, GraphiQL, and for any other path the one page that decides what to show, except for clients
 * that want JSON. Needs no database and no session.
 */
export function webRoutes(): Router {
  const router = Router();
  router.get('/assets/:name', sendAsset);
  router.get('/graphiql', sendPage('graphiql.html'));
  router.use((req, res, next) => {
    const isPage = ['GET', 'HEAD'].includes(req.method) && !NOT_OURS.test(req.path);
    if (isPage && req.accepts(['html', 'json']) === 'html') sendPage('index.html')(req, res, next);
    else next();
  });
  return router;
}

/** Small, and requested once per visit: read each time, so that a new build needs no restart. */
function sendPage(name: string): RequestHandler {
  return (_req, res) => {
    let page: Buffer;
    try {
      page = readFileSync(path.join(FOLDER, name));
    } catch {
      throw new Problem('SERVICE_UNAVAILABLE', 'The web application is not built: run "npm run build"');
    }
    setPolicy(res, POLICY);
    res.type('html').send(page);
  };
}

/** What the build compressed, and with which suffix. */
const COMPRESSED = /\.(js|css|svg)$/;
const ENDINGS: Record<string, string> = { br: '.br', gzip: '.gz' };

/** File names change with the content, so browsers can cache them forever. */
const sendAsset: RequestHandler<{ name: string }> = (req, res, next) => {
  const { name } = req.params;
  const encoding = COMPRESSED.test(name) && req.acceptsEncodings('br', 'gzip');
  const headers = {
    'Content-Type': MIME_TYPES[path.extname(name)] ?? 'application/octet-stream',
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
    ...(encoding && { 'Content-Encoding': encoding }),
  };
  res.sendFile(name + (encoding ? ENDINGS[encoding] : ''), { root: ASSETS, headers }, (error) => {
    if (error) next(notFound('File'));
  });
};

const MIME_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
