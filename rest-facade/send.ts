import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { fileNameAt } from '../src/http/as-of';
import { attachment } from '../src/http/attachment';
import type { FileRead, Reply } from './replies';

/** Responses with a strong tag must not be compressed on the way: the bytes would differ, and a proxy would weaken the tag. */
const CACHING = { tagged: 'private, no-cache, no-transform', other: 'private, no-cache' };

/** Sends a reply. Clients may store what they read, but must revalidate it with its ETag. */
export async function send(
  req: Request,
  res: Response,
  reply: Reply,
  { log, record }: { log: Logger; record: (read: FileRead) => Promise<void> },
): Promise<void> {
  const { status, headers = {}, body, chunks, file, tag, read } = reply;
  const fileName = reply.fileName && fileNameAt(reply.fileName, req.asOf);
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  const content = req.method === 'HEAD' ? undefined : await file?.(); // first, so that a failure can still be the response
  res.status(status).set(headers);
  if (fileName) res.set(attachment(fileName));
  if (tag || (!file && isRead)) res.setHeader('Cache-Control', tag ? CACHING.tagged : CACHING.other);
  if (tag) res.setHeader('ETag', tag);
  if (read && req.method === 'GET' && !isKnown(req, res, body)) await record({ ...read, meta: { file: fileName, ...read.meta } });
  if (body !== undefined) {
    if (isRead) res.json(body);
    else sendJson(res, body);
  } else if (content) {
    res.setHeader('Content-Length', content.byteLength).end(content);
  } else if (chunks && req.method !== 'HEAD') {
    // At most one chunk waits while another is being sent, however long the list.
    await pipeline(Readable.from(chunks, { highWaterMark: 1 }), res).catch((err: NodeJS.ErrnoException) => {
      // The status has already been sent, so the response is cut off. A caller who left is not an error.
      if (err.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.warn({ err, requestId: req.id }, 'a response was cut off');
    });
  } else {
    res.end();
  }
}

/** Whether the caller already has this content and gets a 304, by the ETag that express would set. */
function isKnown(req: Request, res: Response, body: unknown): boolean {
  if (body === undefined) return false;
  const etag = req.app.get('etag fn') as (content: string, encoding: string) => string;
  res.setHeader('ETag', etag(JSON.stringify(body), 'utf8'));
  return req.fresh;
}

/** JSON that isn't an entity, such as an error: express would add an ETag, which clients would take for the entity's. */
export function sendJson(res: Response, body: unknown): void {
  res.type('json').end(JSON.stringify(body));
}
