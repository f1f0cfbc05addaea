import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';

/** A body may have this many chunks of any size; beyond that, they must have a minimum size on average. */
const FREE_CHUNKS = 4_096;
const LEAST_BYTES = 32;
/** How long the client has to read the error before the connection is closed. */
const LINGER_MS = 1_000;

const REFUSAL = JSON.stringify({ error: `The body arrives in too many tiny chunks: send at least ${LEAST_BYTES} bytes in each` });

/**
 * Rejects bodies in chunked encoding with tiny chunks. Each chunk costs Node some microseconds and a buffer, however small it is,
 * before our code sees it: for a megabyte sent byte by byte, several seconds.
 */
export function refuseTinyChunks(http: Server): void {
  http.on('request', (req, res) => {
    if (req.headers['transfer-encoding'] !== undefined) watch(req, res);
  });
}

/** Node's parser delivers each chunk through `push`, and stops reading from the socket when that returns false. */
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
  // Not at once: closing with unread data would discard the response.
  setTimeout(() => req.destroy(), LINGER_MS).unref();
}

/** A message over a WebSocket may come in so many pieces: of the largest, a kilobyte each. */
const MOST_PIECES = 1_024;

/** What parses the messages of a socket. */
interface Receiver {
  /** Whether the piece that came is the last of its message. */
  readonly _fin: boolean;
  /** Called for each piece, which is kept until the last has come. */
  dataMessage(...done: unknown[]): void;
}

/** Closes a socket over which a message comes in tiny pieces: each is kept in a buffer, however small it is, before our code sees any. */
export function refuseTinyPieces(ws: WebSocket): void {
  const { _receiver: receiver } = ws as unknown as { _receiver: Receiver };
  const take = receiver.dataMessage.bind(receiver);
  let pieces = 0;
  receiver.dataMessage = (...done) => {
    pieces = receiver._fin ? 0 : pieces + 1;
    if (pieces > MOST_PIECES) ws.terminate();
    take(...done);
  };
}
