import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Verdict } from './scanner';

/** A socket of clamd: a port, or a file. */
export type ClamdTarget = { host: string; port: number } | { path: string };

const PORT = 3310;

/** Parses tcp://host:port or unix:/path; undefined if it is neither. */
export function clamdTarget(url: string): ClamdTarget | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, port, pathname, search, hash, username } = new URL(url);
  if (search || hash || username) return undefined;
  if (protocol === 'unix:') return !hostname && pathname.length > 1 ? { path: decodeURIComponent(pathname) } : undefined;
  if (protocol !== 'tcp:' || !hostname || !/^\/?$/.test(pathname)) return undefined;
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port ? Number(port) : PORT };
}

/** Replies are never longer. */
const MAX_REPLY = 4_096;

/** Sends the content with the INSTREAM command: chunks with a length prefix, ending with an empty one. */
export async function scanByClamd(target: ClamdTarget, content: Readable, signal: AbortSignal): Promise<Verdict> {
  signal.throwIfAborted();
  const socket = connect(target);
  const stop = () => socket.destroy(signal.reason as Error);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const reply = replyOf(socket);
    // A failure while sending only matters if there is no reply: clamd may have read enough.
    void pipeline(framed(content), socket, { end: false }).catch(() => undefined);
    return verdictOf(await reply);
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
}

async function* framed(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of content) yield* [lengthOf(chunk), chunk];
  yield lengthOf(Buffer.alloc(0));
}

function lengthOf(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}

/** The reply, up to the terminating zero. */
function replyOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (piece: string) => {
      text += piece;
      if (text.includes('\0') || text.length > MAX_REPLY) resolve(text);
    });
    socket.on('end', () => resolve(text));
    socket.on('error', (error) => (text ? resolve(text) : reject(error)));
    socket.on('close', () => reject(new Error('clamd closed the connection without a reply')));
  });
}

function verdictOf(reply: string): Verdict {
  const text = reply.split('\0', 1)[0]!.trim();
  if (text === 'stream: OK') return null;
  const [, found] = /^stream: (.+) FOUND$/.exec(text) ?? [];
  if (found) return found.slice(0, 200);
  throw new Error(`clamd answered ${JSON.stringify(text.slice(0, 200))}`);
}
