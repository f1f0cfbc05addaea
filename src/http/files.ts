import { type Request, type Response, Router } from 'express';
import { pipeline } from 'node:stream/promises';
import { assertAdmits } from '../auth/permissions';
import { attachmentById } from '../domains/evidence/evidence.loaders';
import {
  assertMayUpload,
  type FileAccess,
  fileTooLarge,
  fileUrl,
  findFile,
  keepFile,
  recordDownload,
  storeFile,
} from '../domains/evidence/evidence.service';
import { portalAccess } from '../domains/evidence/portal-access';
import { removeStored } from '../domains/file/file-removal';
import type { ReceivedFile } from '../domains/file/file-scan';
import { downloadName, UnsupportedFile } from '../domains/file/file-type.rules';
import { limitChanges, limitDownloads } from '../domains/portal/portal-limits';
import { invalidLink } from '../domains/portal/portal-link.service';
import { findingsAccess } from '../domains/remediation/remediation-portal.service';
import { RequestContext, type Services } from '../kernel/context';
import { badInput, notFound } from '../kernel/errors';
import { FileMissing } from '../platform/storage/storage';
import { attachment } from './attachment';
import { cutOff } from './body';
import { httpProblem } from './errors';
import { setPolicy } from './headers';
import { allows } from './methods';
import { type FormFields, readForm } from './multipart';
import { contextOf } from './request';

/** A form is slightly larger than its file. */
const FORM_BYTES = 131_072;

/** Upload and download of evidence. GraphQL handles the records, these routes the bytes. */
export function fileRoutes(services: Services): Router {
  const router = Router();

  router.post('/files', async (req, res) => {
    try {
      const { id, ctx } = await receive(services, req, res);
      const { fileName, displayName, mimeType, sizeBytes, createdAt } = (await ctx.load(attachmentById, id))!;
      const url = fileUrl(services, id);
      res.status(201).location(url).json({ id, fileName, displayName, mimeType, sizeBytes, createdAt, url });
    } catch (error) {
      cutOff(req);
      throw explained(error);
    }
  });

  router.get('/files/:id', async (req, res) => {
    const access = await accessOf(services, req, res);
    const linked = linkedTo(access);
    if (linked) await limitDownloads(services.database, linked);
    const file = await findFile(access, req.params.id);
    const { storageKey, sha256, sizeBytes, mimeType, fileName } = file;
    res.setHeader('ETag', `"${sha256}"`);
    if (req.fresh) return void res.status(304).end();
    const content = await services.storage.read(storageKey).catch((err: unknown) => {
      if (!(err instanceof FileMissing)) throw err;
      services.log.error({ err, attachment: file.id, requestId: req.id }, 'a stored file is missing');
      throw notFound('File');
    });
    setPolicy(res, "default-src 'none'; sandbox");
    res.setHeader('Content-Type', mimeType.startsWith('text/') ? `${mimeType}; charset=utf-8` : mimeType);
    res.set(attachment(downloadName(fileName, mimeType)));
    res.setHeader('Content-Length', sizeBytes);
    if (req.method === 'HEAD') {
      content.destroy();
      return void res.end();
    }
    await recordDownload(access, file).catch((error: unknown) => {
      content.destroy();
      throw error;
    });
    await pipeline(content, res).catch((err: unknown) => {
      // The headers have been sent: the only option is to close the connection, which pipeline has done.
      if (!req.destroyed) services.log.error({ err, attachment: file.id, requestId: req.id }, 'a download was cut off');
    });
  });

  router.all('/files', allows('POST'));
  router.all('/files/:id', allows('GET', 'HEAD'));
  return router;
}

/** Stores the file, then creates its row. If anything fails, neither is left. */
async function receive(services: Services, req: Request, res: Response): Promise<{ id: string; ctx: RequestContext }> {
  const { maxFileBytes } = services.config;
  if (Number(req.get('content-length')) > maxFileBytes + FORM_BYTES) throw fileTooLarge(maxFileBytes);
  const got: { access?: FileAccess; file?: ReceivedFile } = {};
  const fields = await readForm(req, async (sent, sentBefore) => {
    got.access = await accessOf(services, req, res, sentBefore);
    assertMayUpload(got.access);
    const linked = linkedTo(got.access);
    if (linked) await limitChanges(services.database, linked, 1, got.access.findings && 'these findings');
    got.file = await storeFile(got.access.ctx, sent);
  }).catch(async (error: unknown) => {
    if (got.file) await removeStored(services, [got.file.key]);
    throw error;
  });
  const { access = await accessOf(services, req, res, fields), file } = got;
  if (!file) throw badInput({ file: 'is required' });
  return { id: await keepFile(access, file, Object.fromEntries(fields)), ctx: access.ctx };
}

/** Who asks: the holder of a portal token if one is sent, in a header or a field before the file; else the caller. */
async function accessOf(services: Services, req: Request, res: Response, fields?: FormFields): Promise<FileAccess> {
  const ctx = contextOf(services, req, res);
  const token = req.get('x-portal-token') ?? fields?.get('portalToken');
  if (token === undefined) {
    assertAdmits(['signed-in'], req.caller);
    return { ctx };
  }
  const password = decoded(req.get('x-portal-password')) ?? fields?.get('portalPassword');
  const portal = (await portalAccess(ctx.byLink(), token, password)) ?? undefined;
  const findings = portal ? undefined : ((await findingsAccess(ctx.byLink(), token, password)) ?? undefined);
  const opened = portal ?? findings;
  if (!opened) throw invalidLink();
  const caller = { kind: 'vendor', permissions: new Set<never>(), name: `Vendor portal (${opened.vendorName})` } as const;
  return { ctx: new RequestContext(services, caller, ctx.request), portal, findings };
}

/** What a vendor's files are counted by. */
const linkedTo = ({ portal, findings }: FileAccess) => portal?.assessmentId ?? findings?.linkId;

/** Headers can't contain all characters or outer spaces, so a password may be percent-encoded. If it isn't, it is used as it is. */
function decoded(password: string | undefined): string | undefined {
  try {
    return password && decodeURIComponent(password);
  } catch {
    return password;
  }
}

function explained(error: unknown): unknown {
  return error instanceof UnsupportedFile ? httpProblem(415, error.message) : error;
}
