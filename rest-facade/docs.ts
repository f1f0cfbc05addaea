import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { type Request, type Response, Router } from 'express';
import type { Document } from 'openapi-backend';
import type { Services } from '../src/kernel/context';
import { notFound } from '../src/kernel/errors';
import { policy, setPolicy } from '../src/http/headers';
import { allows } from '../src/http/methods';
import { locatedAt } from './definition';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>REST API · Vetgraph</title>
<link rel="icon" href="/api/docs/favicon-32x32.png">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/page.css">
<script src="/api/docs/theme.js"></script>
</head>
<body>
<header><a href="/">← Vetgraph</a> <a href="/graphiql">GraphQL explorer</a></header>
<div id="docs"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/access.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

/** Follows the theme chosen in the application, else the system's. Swagger UI supports both through this class. */
const THEME = `const system = matchMedia('(prefers-color-scheme: dark)');
const follow = () => {
  const chosen = localStorage.getItem('mantine-color-scheme-value');
  const isDark = chosen === 'dark' || (chosen !== 'light' && system.matches);
  document.documentElement.classList.toggle('dark-mode', isDark);
};
follow();
system.addEventListener('change', follow);
addEventListener('storage', follow);
`;

/** Styles the back link, and adds the contrast that Swagger UI lacks. */
const STYLE = `html { color-scheme: light; --link: #2f5bd0; --line: #dfe3ea; }
html.dark-mode { color-scheme: dark; --link: #8caeff; --line: #3b4559; }
body { margin: 0; }
header { display: flex; gap: 1.25rem; padding: 0.75rem 1.25rem; border-bottom: 1px solid var(--line); font: 0.875rem/1.5 system-ui, sans-serif; }
header a { color: var(--link); font-weight: 600; }
html:not(.dark-mode) .swagger-ui .info .title small { background: #5f6673; }
html:not(.dark-mode) .swagger-ui .info .title small.version-stamp { background: #4f7300; }
html:not(.dark-mode) .swagger-ui .info :is(a, .url) { color: var(--link); }
html:not(.dark-mode) .swagger-ui .opblock-get .opblock-summary-method { background: #1f6fb5; }
html:not(.dark-mode) .swagger-ui .opblock-post .opblock-summary-method { background: #1d7d4f; }
html:not(.dark-mode) .swagger-ui .opblock-put .opblock-summary-method { background: #9a5b00; }
html:not(.dark-mode) .swagger-ui .opblock-patch .opblock-summary-method { background: #0b7a6b; }
html:not(.dark-mode) .swagger-ui .opblock-delete .opblock-summary-method { background: #c62828; }
html:not(.dark-mode) .swagger-ui .btn.authorize { border-color: #1d7d4f; color: #1d7d4f; }
html:not(.dark-mode) .swagger-ui .btn.cancel { border-color: #c62828; color: #c62828; }
html:not(.dark-mode) .swagger-ui .btn.execute { border-color: #2f6fc1; background: #2f6fc1; }
html:not(.dark-mode) .swagger-ui .parameter__in { color: #5c5c5c; }
html.dark-mode .swagger-ui .header-col { color: #c9d1d9; }
.swagger-ui .microlight span[style*='211, 99, 99'] { color: #ff9a9a !important; }
`;

/**
 * The browser sends the session cookie; API keys are entered with the Authorize button. Requests go to the page's own origin,
 * which may differ from the address in the document.
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

/** Accessibility that Swagger UI lacks: labels for its menus and regions, heading levels, and buttons without links inside them. */
const ACCESS = `const docs = document.getElementById('docs');
const give = (selector, name, value) => {
  for (const one of docs.querySelectorAll(':is(' + selector + '):not([' + name + '])')) one.setAttribute(name, typeof value === 'string' ? value : value(one));
};
const complete = () => {
  give('.servers select', 'aria-label', 'Server');
  give('.parameters select', 'aria-label', (menu) => menu.closest('tr')?.querySelector('.parameter__name')?.firstChild?.textContent ?? 'Value');
  give('select', 'aria-label', 'Media type');
  give('.information-container', 'role', 'region');
  give('.information-container', 'aria-label', 'About the API');
  give('.scheme-container', 'role', 'region');
  give('.scheme-container', 'aria-label', 'Server and authorization');
  give('.opblock-tag, .models > h4', 'aria-level', '2');
  give('.opblock-body h4', 'aria-level', '3');
  for (const link of docs.querySelectorAll('button a[href]')) link.removeAttribute('href');
};
new MutationObserver(complete).observe(docs, { childList: true, subtree: true });
`;

const TEXTS = ['swagger-ui.css', 'swagger-ui-bundle.js'];
const ICON = 'favicon-32x32.png';

const COMPRESS = {
  br: (content: Buffer) => promisify<Buffer, Buffer>(zlib.brotliCompress)(content),
  gzip: (content: Buffer) => promisify<Buffer, Buffer>(zlib.gzip)(content),
};
type Encoding = keyof typeof COMPRESS;

/** Swagger UI's icons are data: URLs. */
const POLICY = policy({
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
});

const ROOT = path.dirname(require.resolve('swagger-ui-dist/package.json'));

/** Swagger UI's files. They are large and public, so each is compressed once, on first request. */
export function swaggerRoutes(): Router {
  const router = Router();
  for (const file of TEXTS) {
    const packed = new Map<Encoding, Promise<Buffer>>();
    const pack = (encoding: Encoding) => {
      let content = packed.get(encoding);
      if (!content) {
        packed.set(encoding, (content = readFile(path.join(ROOT, file)).then(COMPRESS[encoding])));
        content.catch(() => packed.delete(encoding)); // no free file handle, for example: the next request tries again
      }
      return content;
    };
    router.get(`/docs/${file}`, async (req, res) => {
      res.setHeader('Cache-Control', 'no-cache').vary('Accept-Encoding');
      const encoding = req.acceptsEncodings('br', 'gzip') as Encoding | false;
      if (!encoding) return sendFile(res, file);
      const content = await pack(encoding);
      res.setHeader('Content-Encoding', encoding).type(path.extname(file)).send(content);
    });
  }
  router.get(`/docs/${ICON}`, (_req, res) => sendFile(res.setHeader('Cache-Control', 'no-cache'), ICON));
  return router;
}

/** The folder is passed as the root so that a dot in its path doesn't hide the file. */
const sendFile = (res: Response, file: string) => res.sendFile(file, { root: ROOT, cacheControl: false });

/** The definition, and a page to read it and try it out. Both are public and need no other server. */
export function docsRoutes(services: Services, definition: Document): Router {
  const router = Router();
  router.get('/openapi.json', (req, res) => {
    // A cache must not serve one caller the address that another one used.
    res.setHeader('Cache-Control', services.config.publicUrl ? 'no-cache' : 'no-store');
    res.json(locatedAt(originFor(services, req), definition));
  });
  router.get('/docs', (_req, res) => {
    setPolicy(res, POLICY);
    res.setHeader('Cache-Control', 'no-cache').send(PAGE);
  });
  const parts = { 'theme.js': THEME, 'access.js': ACCESS, 'start.js': START, 'page.css': STYLE };
  for (const [file, text] of Object.entries(parts)) {
    router.get(`/docs/${file}`, (_req, res) => {
      res.setHeader('Cache-Control', 'no-cache').type(path.extname(file)).send(text);
    });
  }
  router.all(['/openapi.json', '/docs', '/docs/*file'], (req, res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD') throw notFound('Page');
    allows('GET', 'HEAD')(req, res, next);
  });
  return router;
}

const HOST = /^([\w.-]{1,253}|\[[\da-f:.]{2,45}\])(:\d{1,5})?$/i;

/** The server's public address: as configured, else the one this request used. */
function originFor({ config, publicUrl }: Services, req: Request): string {
  const host = req.host as string | undefined; // from X-Forwarded-Host only behind a trusted proxy
  return !config.publicUrl && host && HOST.test(host) ? `${req.protocol}://${host}` : publicUrl;
}
