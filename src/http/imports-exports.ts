import { create as contentDisposition } from 'content-disposition';
import { type Request, type Response, Router } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { assertAdmits, type Permission } from '../auth/permissions';
import { recordReads } from '../domains/settings/audit-reads';
import { fileTooLarge } from '../domains/evidence/evidence.service';
import { safeFileName } from '../domains/file/file-name.rules';
import { FRAMEWORK_FILES } from '../domains/framework/framework.reader';
import { frameworkById, importFrameworkFile } from '../domains/framework/framework.service';
import type { RequestContext, Services } from '../kernel/context';
import { badInput } from '../kernel/errors';
import { MAX_IMPORT_BYTES } from '../imports/read';
import { inTurn } from '../imports/one-at-a-time';
import { exportCatalog, exportControls, type ExportedFile, exportResults } from '../reports/exports';
import { fileNameAt, readAsOf } from './as-of';
import { cutOff } from './body';
import { setPolicy } from './headers';
import { allows } from './methods';
import { readForm } from './multipart';
import { readWhole } from './read-whole';
import { contextOf } from './request';

/** An import takes one of the few places from its first byte on, so it must arrive within this time. */
const RECEIVE_MS = 300_000;
/** A form is slightly larger than its file. */
const FORM_BYTES = 131_072;
/** Chunks are gathered up to this many characters before they are sent. */
const CHUNK = 65_536;

/** Files for other programs: frameworks in, frameworks and results out. */
export function importExportRoutes(services: Services): Router {
  const router = Router();

  router.post('/imports/framework', async (req, res) => {
    const ctx = allowed(services, req, res, 'frameworks:edit');
    try {
      const id = await inTurn(ctx, Infinity, () => receiveFramework(ctx, req));
      const { name, version, controlCount } = (await ctx.load(frameworkById, id))!;
      res.status(201).json({ id, name, version, controlCount });
    } catch (error) {
      cutOff(req);
      throw error;
    }
  });

  router.get('/exports/frameworks/:id/oscal.json', async (req, res) => {
    const ctx = await reading(services, req, res, 'frameworks:view');
    await send(ctx, req, res, await exportCatalog(ctx, req.params.id));
  });

  router.get('/exports/frameworks/:id/controls.csv', async (req, res) => {
    const ctx = await reading(services, req, res, 'frameworks:view');
    await send(ctx, req, res, await exportControls(ctx, req.params.id));
  });

  router.get('/exports/vendors/:id/frameworks/:frameworkId/oscal.json', async (req, res) => {
    const ctx = await reading(services, req, res, 'vendors:view');
    await send(ctx, req, res, await exportResults(ctx, req.params.id, req.params.frameworkId));
  });

  router.all('/imports/framework', allows('POST'));
  router.all(
    [
      '/exports/frameworks/:id/oscal.json',
      '/exports/frameworks/:id/controls.csv',
      '/exports/vendors/:id/frameworks/:frameworkId/oscal.json',
    ],
    allows('GET', 'HEAD'),
  );
  return router;
}

function allowed(services: Services, req: Request, res: Response, permission: Permission): RequestContext {
  assertAdmits([permission], req.caller);
  return contextOf(services, req, res);
}

/** The same for reading, now or as of a moment. */
async function reading(...[services, req, res, permission]: Parameters<typeof allowed>): Promise<RequestContext> {
  const ctx = allowed(services, req, res, permission);
  readAsOf(req);
  if (req.asOf !== undefined) await ctx.enterPast(req.asOf);
  return ctx;
}

async function receiveFramework(ctx: RequestContext, req: Request): Promise<string> {
  if (Number(req.get('content-length')) > MAX_IMPORT_BYTES + FORM_BYTES) throw fileTooLarge(MAX_IMPORT_BYTES);
  let file: { fileName: string; bytes: Buffer } | undefined;
  const late = setTimeout(() => req.destroy(), RECEIVE_MS);
  const receive = async ({ name, content }: { name: string; content: Readable }) => {
    file = { fileName: name, bytes: await readWhole(content, MAX_IMPORT_BYTES) };
  };
  const fields = await readForm(req, receive, FRAMEWORK_FILES).finally(() => clearTimeout(late));
  if (!file) throw badInput({ file: 'is required' });
  const [name, version, description] = ['name', 'version', 'description'].map((field) => fields.get(field) || undefined);
  return importFrameworkFile(ctx, { ...file, name, version, description });
}

async function send(ctx: RequestContext, req: Request, res: Response, file: ExportedFile): Promise<void> {
  const { type, pieces, entity, meta } = file;
  const name = fileNameAt(file.name, ctx.moment);
  if (req.method !== 'HEAD') await recordReads(ctx, [{ action: 'READ_EXPORT', entity, meta: { file: name, ...meta } }]);
  setPolicy(res, "default-src 'none'; sandbox");
  res.setHeader('Content-Type', type);
  res.setHeader('Content-Disposition', contentDisposition(safeFileName(name.replace(/[\s\\/]+/g, '-'))));
  // Only a caller who disconnects can make this fail, because everything has been read.
  await pipeline(Readable.from(gathered(pieces)), res).catch(() => undefined);
}

function* gathered(pieces: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
