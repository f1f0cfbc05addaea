import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';

/** Chunks are gathered up to this many bytes before they are passed on. */
const FULL = 65_536;
/** Older data is passed on anyway, so that an error need not wait for a slow client. */
const WAIT_MS = 10;

/**
 * Pipes a request's body in chunks of a sensible size, whatever size the client sends: work that costs something per chunk, such
 * as parsing, hashing and writing, then costs the same for a file that comes byte by byte.
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
    held = undefined; // passed on: later chunks need a new buffer
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
