import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import compression from 'compression';
import { Router } from 'express';
import { notFound } from '../graphql/errors';
import { packageRoot } from '../platform/package';

/** What the pages load, by the name they use. */
const FILES = {
  'react.js': inPackage('react', 'umd/react.production.min.js'),
  'react-dom.js': inPackage('react-dom', 'umd/react-dom.production.min.js'),
  'graphiql.js': inPackage('graphiql', 'graphiql.min.js'),
  'graphiql.css': inPackage('graphiql', 'graphiql.min.css'),
  'explorer.js': own('explorer.js'),
  'explorer.css': own('explorer.css'),
  'examples.graphql': own('examples.graphql'),
  'sandbox.js': own('sandbox.js'),
  'sandbox.css': own('sandbox.css'),
  'start.css': own('start.css'),
  'icon.svg': own('icon.svg'),
};

export type AssetName = keyof typeof FILES;

/** Each file under a path that changes with its content, so that browsers may keep it for good. */
export const ASSETS = Object.fromEntries(
  Object.entries(FILES).map(([name, file]) => [name, `/explorer/${versionOf(file)}/${name}`]),
) as Record<AssetName, string>;

export function assetRoutes(): Router {
  const router = Router();
  const files = new Map(Object.entries(FILES).map(([name, file]) => [ASSETS[name as AssetName], file]));
  router.get('/explorer/:version/:name', compression(), (req, res) => {
    const file = files.get(req.path);
    if (!file) throw notFound('File');
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    // The folder is given as the root: a dot in its own path must not hide the file.
    res.sendFile(path.basename(file), { root: path.dirname(file) });
  });
  return router;
}

function versionOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);
}

function inPackage(name: string, file: string): string {
  return path.join(path.dirname(require.resolve(`${name}/package.json`)), file);
}

/** Read from the source folder, because the build holds only what was TypeScript. */
function own(name: string): string {
  return path.join(packageRoot(), 'src/explorer/assets', name);
}
