import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Router } from 'express';
import { notFound } from '../kernel/errors';
import { packageRoot } from '../platform/package';

/** What the page of Apollo Sandbox loads from here. Read from the source folder: the build holds only what was TypeScript. */
const FILES = {
  script: 'src/explorer/assets/sandbox.js',
  style: 'src/explorer/assets/sandbox.css',
  icon: 'src/web/theme/icon.svg',
};

type AssetName = keyof typeof FILES;

/** Each file under a path that changes with its content, so that browsers may keep it for good. */
export const ASSETS = Object.fromEntries(
  Object.entries(FILES).map(([name, file]) => [name, `/explorer/${versionOf(file)}/${path.basename(file)}`]),
) as Record<AssetName, string>;

export function assetRoutes(): Router {
  const router = Router();
  const files = new Map(Object.entries(FILES).map(([name, file]) => [ASSETS[name as AssetName], file]));
  router.get('/explorer/:version/:name', (req, res) => {
    const file = files.get(req.path);
    if (!file) throw notFound('File');
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    // The folder is given as the root: a dot in its own path must not hide the file.
    res.sendFile(file, { root: packageRoot() });
  });
  return router;
}

function versionOf(file: string): string {
  return createHash('sha256')
    .update(readFileSync(path.join(packageRoot(), file)))
    .digest('hex')
    .slice(0, 12);
}
