import type { IncomingMessage, Server } from 'node:http';
import { STREAMING } from './stream-outlets';

/** The least a client must send or receive within the time limit: about 0.5 KiB per second. */
const LEAST_BYTES = 16_384;

/** The time limit, and how often it is checked: together less than a minute. */
export const PATIENCE = { patienceMs: 30_000, lookMs: 5_000 };

/** Idle connections stay open longer than load balancers keep theirs, so that none sends into one we just closed. */
const KEPT_OPEN_MS = 65_000;

/** A request being received, or its response being sent. */
interface Exchange {
  req: IncomingMessage;
  /** When the current check began, and the bytes transferred by then. */
  since: number;
  passed: number;
}

/**
 * Closes connections whose client sends a request or receives a response so slowly that it only occupies them. Headers have
 * Node's own limit. Whole requests have none, so that a large file can be sent over a slow line.
 */
export function dropSlowClients(http: Server, { patienceMs, lookMs } = PATIENCE): void {
  http.headersTimeout = patienceMs;
  http.keepAliveTimeout = KEPT_OPEN_MS;
  http.requestTimeout = 0;
  const open = new Set<Exchange>();
  http.on('request', (req, res) => {
    const exchange = { req, since: performance.now(), passed: passedOn(req) };
    open.add(exchange);
    res.setMaxListeners(20); // streaming and compression add more than ten listeners
    // A stream is idle most of the time, and looks after slow readers itself.
    for (const event of ['close', STREAMING]) res.once(event, () => open.delete(exchange));
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

/** Received data is waiting to be read, or the response hasn't begun: the client isn't to blame. */
function isOurTurn({ complete, readableLength, socket }: IncomingMessage): boolean {
  return (complete || readableLength > 0) && socket.writableLength === 0;
}

/** Bytes received from the client or sent to it. */
function passedOn({ socket }: IncomingMessage): number {
  return socket.bytesRead + socket.bytesWritten - socket.writableLength;
}
