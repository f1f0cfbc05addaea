import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** How long a client may be slower than that. With the time between two looks it is dropped within a minute. */
export const PATIENCE_MS = 30_000;
/** What it must send, or take, in that time: about 0.5 KiB a second. */
const LEAST_BYTES = 16_384;
export const LOOK_MS = 5_000;

/** A request that is still coming in, or whose answer is still going out. */
interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  /** Since when the client is watched, and what had passed by then. */
  since: number;
  passed: number;
}

/**
 * Ends connections whose client sends a request, or takes an answer, so slowly that it only holds on to them. Headers
 * have node's own limit. Whole requests have none, so that a large file may come over a thin line.
 */
export function dropSlowClients(http: Server): void {
  http.headersTimeout = PATIENCE_MS;
  http.requestTimeout = 0;
  const open = new Set<Exchange>();
  http.on('request', (req, res) => {
    const exchange = { req, res, since: performance.now(), passed: passedOn(req) };
    open.add(exchange);
    res.once('close', () => open.delete(exchange));
  });
  const looking = setInterval(() => {
    for (const exchange of open) look(exchange);
  }, LOOK_MS).unref();
  http.once('close', () => clearInterval(looking));
}

function look(exchange: Exchange): void {
  const { req, since, passed } = exchange;
  const { socket } = req;
  // What was received and not yet read waits for us, and so does an answer that hasn't begun.
  const isItsTurn = (!req.complete && req.readableLength === 0) || socket.writableLength > 0;
  const now = passedOn(req);
  if (!isItsTurn || now - passed >= LEAST_BYTES) Object.assign(exchange, { since: performance.now(), passed: now });
  else if (performance.now() - since >= PATIENCE_MS) socket.destroy();
}

/** Bytes that came in from the client or left for it. */
function passedOn({ socket }: IncomingMessage): number {
  return socket.bytesRead + socket.bytesWritten - socket.writableLength;
}
