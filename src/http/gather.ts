import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';

/** Pieces are gathered to so many bytes before they are passed on. */
const FULL = 65_536;
/** What came longer ago is passed on all the same, so that a refusal needs not wait for a slow client. */
const WAIT_MS = 10;

/**
 * Pipes a request's body, in pieces of a sensible size whatever size the client sends them in: what costs something a
 * piece, such as parsing, hashing and writing, so costs the same for a file that comes byte by byte.
 */
export function pipeGathered(req: IncomingMessage, to: Writable): { stop(): void } {
  let held: Buffer | undefined;
  let filled = 0;
  let timer: NodeJS.Timeout | undefined;

  const pass = (piece: Buffer) => {
    if (!to.destroyed && !to.write(piece)) req.pause();
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (filled > 0) pass(held!.subarray(0, filled));
    held = undefined; // it was passed on: the next ones get another
    filled = 0;
  };
  const take = (chunk: Buffer) => {
    if (filled + chunk.length > FULL) flush();
    if (chunk.length >= FULL) return pass(chunk);
    held ??= Buffer.allocUnsafeSlow(FULL);
    filled += chunk.copy(held, filled);
    timer ??= setTimeout(flush, WAIT_MS);
  };
  const goOn = () => void req.resume();
  const end = () => {
    flush();
    if (!to.destroyed) to.end();
  };
  const stop = () => {
    clearTimeout(timer);
    req.off('data', take).off('end', end);
    to.off('drain', goOn);
  };
  to.on('drain', goOn);
  req.on('data', take).once('end', end).once('close', stop);
  return { stop };
}
