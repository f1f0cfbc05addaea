import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** A body may come in so many chunks of any size; beyond that, each must hold so many bytes on average. */
const FREE_CHUNKS = 4_096;
const LEAST_BYTES = 32;
/** How long the client has to read why, before the line is cut. */
const LINGER_MS = 1_000;

const REFUSAL = JSON.stringify({ error: `The body arrives in too many tiny chunks: send at least ${LEAST_BYTES} bytes in each` });

/**
 * Refuses bodies in chunked encoding that come in tiny chunks. Each chunk costs node some microseconds and a buffer
 * however small it is, before anything of ours sees it: a body of a megabyte, sent byte by byte, several seconds.
 */
export function refuseTinyChunks(http: Server): void {
  http.on('request', (req, res) => {
    if (req.headers['transfer-encoding'] !== undefined) watch(req, res);
  });
}

/** Node's parser hands over each chunk by `push`, and stops reading from the line when that says no. */
function watch(req: IncomingMessage, res: ServerResponse): void {
  const push = req.push.bind(req);
  let chunks = 0;
  let bytes = 0;
  let isRefused = false;
  req.push = (chunk: Buffer | null, ...rest) => {
    if (chunk === null) return push(chunk, ...rest);
    chunks++;
    bytes += chunk.length;
    if (chunks <= FREE_CHUNKS || bytes >= chunks * LEAST_BYTES) return push(chunk, ...rest);
    if (!isRefused) refuse(req, res);
    isRefused = true;
    return false;
  };
}

function refuse(req: IncomingMessage, res: ServerResponse): void {
  if (!res.headersSent) res.writeHead(400, { 'Content-Type': 'application/json; charset=utf-8' }).end(REFUSAL);
  // Not at once: closing with something unread would take the answer away.
  setTimeout(() => req.destroy(), LINGER_MS).unref();
}
