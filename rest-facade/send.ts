import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Reply } from './replies';

/** Writes a reply. What is read may be kept, but must be asked for again: its ETag tells whether it is still right. */
export async function send(req: Request, res: Response, reply: Reply, log: Logger): Promise<void> {
  const { status, headers = {}, body, chunks, file } = reply;
  const content = req.method === 'HEAD' ? undefined : await file?.(); // first: should it fail, that is the answer
  res.status(status).set(headers);
  if (!file && (req.method === 'GET' || req.method === 'HEAD')) res.setHeader('Cache-Control', 'private, no-cache');
  if (body !== undefined) {
    res.json(body);
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
