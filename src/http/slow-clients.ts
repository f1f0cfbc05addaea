import type { IncomingMessage, Server } from 'node:http';

/** What a client must send, or take, within the time that we are patient: about 0.5 KiB a second. */
const LEAST_BYTES = 16_384;

/** How long we are patient, and how often we look. Together it is less than a minute. */
export const PATIENCE = { patienceMs: 30_000, lookMs: 5_000 };

/** A connection is kept open between requests for longer than load balancers keep theirs: none sends into one that we just closed. */
const KEPT_OPEN_MS = 65_000;

/** A request that is coming in, or whose answer is going out. */
interface Exchange {
  req: IncomingMessage;
  /** Since when the client is watched, and what had passed by then. */
  since: number;
  passed: number;
}

/**
 * Ends connections whose client sends a request, or takes an answer, so slowly that it only holds on to them. Headers
 * have node's own limit. Whole requests have none, so that a large file may come over a thin line.
 */
export function dropSlowClients(http: Server, { patienceMs, lookMs } = PATIENCE): void {
  http.headersTimeout = patienceMs;
  http.keepAliveTimeout = KEPT_OPEN_MS;
  http.requestTimeout = 0;
  const open = new Set<Exchange>();
  http.on('request', (req, res) => {
    const exchange = { req, since: performance.now(), passed: passedOn(req) };
    open.add(exchange);
    res.setMaxListeners(20); // an answer that is streamed and compressed has more than ten who wait for its end
    res.once('close', () => open.delete(exchange));
  });

  const looking = setInterval(() => {
    for (const exchange of open) {
      const now = performance.now();
      const passed = passedOn(exchange.req);
      if (isOurTurn(exchange.req) || passed - exchange.passed >= LEAST_BYTES) Object.assign(exchange, { since: now, passed });
      else if (now - exchange.since >= patienceMs) exchange.req.socket.destroy();
    }
  }, lookMs).unref();
  http.once('close', () => clearInterval(looking));
}

/** What was received waits to be read, or the answer has not begun: the client can do nothing. */
function isOurTurn({ complete, readableLength, socket }: IncomingMessage): boolean {
  return (complete || readableLength > 0) && socket.writableLength === 0;
}

/** Bytes that came in from the client or left for it. */
function passedOn({ socket }: IncomingMessage): number {
  return socket.bytesRead + socket.bytesWritten - socket.writableLength;
}
