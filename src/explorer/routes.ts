import { Router } from 'express';
import { setPolicy } from '../http/headers';
import { assetRoutes } from './assets';
import { SANDBOX } from './sandbox';

/** Apollo Sandbox, for browsers that open the GraphQL endpoint. GraphiQL is part of the web application's build. */
export function explorerRoutes(): Router {
  const router = Router();
  router.use('/graphql', (req, res, next) => {
    if (req.method !== 'GET' || req.accepts(['json', 'html']) !== 'html') return next();
    setPolicy(res, SANDBOX.policy);
    res.type('html').send(SANDBOX.html);
  });
  router.use(assetRoutes());
  return router;
}
