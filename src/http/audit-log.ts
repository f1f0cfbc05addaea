import { type Request, type Response, Router } from 'express';
import { assertAdmits, NEEDS_EVERYWHERE } from '../auth/permissions';
import { readBundle, readCheckpointNote, readTile } from '../domains/log/read-log';
import type { Services } from '../kernel/context';
import { notFound } from '../kernel/errors';
import { parseTilePath, TILE_WIDTH } from '../platform/tlog/tiles';
import { allows } from './methods';

const CHECKPOINT = '/audit/log/checkpoint';
const TILE = '/audit/log/tile/:level/*path';
const FOR_EVER = 'private, max-age=31536000, immutable';

/** The audit log as a transparency log, for auditors and their programs (c2sp.org/tlog-tiles). */
export function auditLogRoutes({ database }: Services): Router {
  const router = Router();

  router.get(CHECKPOINT, async (req, res) => {
    assertAdmits(['audit:view'], req.caller);
    assertAdmits(['everywhere'], req.caller, NEEDS_EVERYWHERE);
    const note = await readCheckpointNote(database);
    if (note === undefined) throw notFound('Checkpoint');
    res.setHeader('Cache-Control', 'no-cache');
    res.type('text/plain').send(note);
  });

  router.get(TILE, async (req: Request<{ level: string; path: string[] }>, res: Response) => {
    assertAdmits(['audit:view'], req.caller);
    assertAdmits(['everywhere'], req.caller, NEEDS_EVERYWHERE);
    const { level, path } = req.params;
    const { index, width } = placeOf(path.join('/'));
    const bytes =
      level === 'entries' ? await readBundle(database, index, width) : await readTile(database, { level: levelOf(level), index }, width);
    if (!bytes) throw notFound('Tile');
    res.setHeader('Cache-Control', FOR_EVER);
    res.type('application/octet-stream').send(bytes);
  });

  router.all([CHECKPOINT, TILE], allows('GET', 'HEAD'));
  return router;
}

/** Six levels hold more leaves than a number can count. */
const LEVEL = /^[0-6]$/;

function levelOf(text: string): number {
  if (!LEVEL.test(text)) throw notFound('Tile');
  return Number(text);
}

/** x001/234 is a whole tile; x001/234.p/17 the first 17 of its hashes. */
function placeOf(path: string): { index: number; width: number } {
  const [, tile = '', part] = /^([x\d/]+)(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? [];
  const index = parseTilePath(tile);
  const width = part === undefined ? TILE_WIDTH : Number(part);
  if (index === undefined || (part !== undefined && width >= TILE_WIDTH)) throw notFound('Tile');
  return { index, width };
}
