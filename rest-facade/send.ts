import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { FileRead, Reply } from './replies';

/** Nobody on the way may compress what has a strong tag: its bytes would be others, and a proxy would make the tag a weak one. */
const CACHING = { tagged: 'private, no-cache, no-transform', other: 'private, no-cache' };

/** Writes a reply. What is read may be kept, but must be asked for again: its ETag tells whether it is still right. */
export async function send(
  req: Request,
  res: Response,
  reply: Reply,
  { log, record }: { log: Logger; record: (read: FileRead) => Promise<void> },
): Promise<void> {
  const { status, headers = {}, body, chunks, file, tag, read } = reply;
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  const content = req.method === 'HEAD' ? undefined : await file?.(); // first: should it fail, that is the answer
  res.status(status).set(headers);
  if (tag || (!file && isRead)) res.setHeader('Cache-Control', tag ? CACHING.tagged : CACHING.other);
  if (tag) res.setHeader('ETag', tag);
  if (read && req.method === 'GET' && !isKnown(req, res, body)) await record(read);
  if (body !== undefined) {
    if (isRead) res.json(body);
    else sendJson(res, body);
  } else if (content) {
    res.setHeader('Content-Length', content.byteLength).end(content);
  } else if (chunks && req.method !== 'HEAD') {
    // At most one piece waits while another is being sent, however long the list.
    await pipeline(Readable.from(chunks, { highWaterMark: 1 }), res).catch((err: NodeJS.ErrnoException) => {
      // The status is long sent, so the answer breaks off. A caller who left is no error.
      if (err.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.warn({ err, requestId: req.id }, 'an answer broke off');
    });
  } else {
    res.end();
  }
}

/** Whether the caller has the content already and will be told so, by the ETag that express would give it. */
function isKnown(req: Request, res: Response, body: unknown): boolean {
  if (body === undefined) return false;
  const etag = req.app.get('etag fn') as (content: string, encoding: string) => string;
  res.setHeader('ETag', etag(JSON.stringify(body), 'utf8'));
  return req.fresh;
}

/** JSON that is no thing by itself, such as an error: express would give it a tag, which would be taken for that of the thing. */
export function sendJson(res: Response, body: unknown): void {
  res.type('json').end(JSON.stringify(body));
}
