import { Router } from 'express';
import * as store from '../domains/settings/settings.store';
import type { Services } from '../kernel/context';
import { notFound } from '../kernel/errors';
import { isId } from '../platform/id';
import { setPolicy } from './headers';
import { allows } from './methods';

const PATH = '/logo/:id';

/** The organisation's logo, for vendors too: whoever knows its address has seen a page with it. */
export function logoRoutes({ database }: Services): Router {
  const router = Router();
  router.get(PATH, async (req, res) => {
    const logo = isId(req.params.id) ? await database.one(store.logo(req.params.id)) : undefined;
    if (!logo) throw notFound('Logo');
    setPolicy(res, "default-src 'none'; sandbox");
    // Another logo has another address.
    res.set({ 'Content-Type': logo.mimeType, 'Cache-Control': 'public, max-age=31536000, immutable' }).send(logo.content);
  });
  router.all(PATH, allows('GET', 'HEAD'));
  return router;
}
