import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Router } from 'express';
import { notFound } from '../kernel/errors';
import { packageRoot } from '../platform/package';

/**
 * What the Apollo Sandbox page loads from here. Read from the source folder because the build only contains compiled TypeScript.
 */
const FILES = {
  script: 'src/explorer/assets/sandbox.js',
  style: 'src/explorer/assets/sandbox.css',
  icon: 'src/web/theme/icon.svg',
};

type AssetName = keyof typeof FILES;

/** Each file at a path that changes with its content, so that browsers can cache it forever. */
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
    // The folder is passed as the root so that a dot in its path doesn't hide the file.
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
