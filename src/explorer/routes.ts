import { type RequestHandler, type Response, Router } from 'express';
import { setPolicy } from '../http/headers';
import { assetRoutes } from './assets';
import { GRAPHIQL, type Page, SANDBOX, START } from './pages';

/** The pages for people, around the GraphQL endpoint. */
export function explorerRoutes(): Router {
  const router = Router();
  router.get('/', cached(START));
  router.get('/graphiql', cached(GRAPHIQL));
  router.use('/graphql', (req, res, next) => {
    if (req.method === 'GET' && req.accepts(['json', 'html']) === 'html') send(res, SANDBOX);
    else next();
  });
  router.use(assetRoutes());
  return router;
}

/** Kept by the browser, which asks each time whether the page changed. */
function cached(page: Page): RequestHandler {
  return (_req, res) => {
    res.setHeader('Cache-Control', 'no-cache');
    send(res, page);
  };
}

function send(res: Response, { html, policy }: Page): void {
  setPolicy(res, policy);
  res.type('html').send(html);
}
