import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Router } from 'express';
import { notFound } from '../graphql/errors';
import { packageRoot } from '../platform/package';

/** What the page of Apollo Sandbox loads from here. Read from the source folder: the build holds only what was TypeScript. */
const FOLDER = path.join(packageRoot(), 'src/explorer/assets');

/** Each file under a path that changes with its content, so that browsers may keep it for good. */
export const ASSETS = { script: addressOf('sandbox.js'), style: addressOf('sandbox.css') };

export function assetRoutes(): Router {
  const router = Router();
  router.get('/explorer/:version/:name', (req, res) => {
    if (!Object.values(ASSETS).includes(req.path)) throw notFound('File');
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    res.sendFile(req.params.name, { root: FOLDER });
  });
  return router;
}

function addressOf(name: string): string {
  const version = createHash('sha256').update(readFileSync(path.join(FOLDER, name))).digest('hex').slice(0, 12);
  return `/explorer/${version}/${name}`;
}
