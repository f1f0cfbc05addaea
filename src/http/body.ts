import type { Request, RequestHandler } from 'express';
import { type Caller, isSignedIn } from '../kernel/caller';
import { badRequest, Problem, unavailable } from '../kernel/errors';
import { LIMITS } from '../graphql/limits';
import { DocumentFault, NotJson, readJson as readDocument } from '../platform/document-limits';
import { httpProblem } from './errors';

/** The largest body, except for uploads. */
const BODY_LIMIT = 1_048_576;

/** The memory limit for all unfinished bodies together. Beyond it, the oldest is dropped: a serious client is done in a moment. */
const ALL_BODIES = 64 * 1_048_576;
const FIRST_ROOM = 4_096;

/** How long further input is discarded after an error before the connection is closed. */
const LINGER_MS = 1_000;

const tooLarge = () => new Problem('PAYLOAD_TOO_LARGE', 'The body is larger than 1 MiB');
const aborted = () => httpProblem(400, 'The request ended before its body did');

/** Bodies being received, oldest first, and their total size. */
const incoming = new Set<Incoming>();
let taken = 0;

/** A body being received. However small its chunks are, it takes the memory of its bytes, rounded up. */
class Incoming {
  private room = Buffer.allocUnsafe(0);
  private length = 0;

  constructor(readonly giveUp: (why: Error) => void) {
    incoming.add(this);
    this.grow(FIRST_ROOM);
  }

  /** Whether it still fits within the limit. */
  add(piece: Buffer): boolean {
    const length = this.length + piece.length;
    if (length > BODY_LIMIT) return false;
    if (length > this.room.length) this.grow(Math.min(BODY_LIMIT, Math.max(length, 2 * this.room.length)));
    piece.copy(this.room, this.length);
    this.length = length;
    return true;
  }

  get bytes(): Buffer {
    return this.room.subarray(0, this.length);
  }

  end(): void {
    if (incoming.delete(this)) taken -= this.room.length;
  }

  private grow(size: number): void {
    const larger = Buffer.allocUnsafe(size);
    this.room.copy(larger, 0, 0, this.length);
    taken += size - this.room.length;
    this.room = larger;
    for (const one of incoming) {
      if (taken <= ALL_BODIES) return;
      if (one !== this) one.giveUp(unavailable());
    }
  }
}

/** The bytes of a body, up to the limit. Compressed ones are rejected: a few bytes may expand to all our memory. */
async function readBytes(req: Request): Promise<Buffer> {
  refuseCompressed(req);
  if (Number(req.headers['content-length']) > BODY_LIMIT) throw refused(req, tooLarge());
  return new Promise<Buffer>((resolve, reject) => {
    const body = new Incoming((why) => {
      end();
      reject(refused(req, why));
    });
    const take = (piece: Buffer) => void (body.add(piece) || body.giveUp(tooLarge()));
    const finish = () => {
      end();
      resolve(body.bytes);
    };
    const leave = () => body.giveUp(aborted());
    const end = () => {
      body.end();
      req.off('data', take).off('end', finish).off('close', leave).off('error', leave);
      req.on('error', () => undefined);
    };
    req.on('data', take).once('end', finish).once('close', leave).once('error', leave);
  });
}

export function refuseCompressed(req: Request): void {
  const encoding = req.get('content-encoding')?.trim().toLowerCase() || 'identity';
  if (encoding === 'identity') return;
  throw refused(
    req,
    httpProblem(415, `Send the body without compression: a Content-Encoding of ${encoding.slice(0, 40)} is not supported`),
  );
}

function refused(req: Request, why: Error): Error {
  cutOff(req);
  return why;
}

/** Reads on a little, so that the response isn't lost in a reset, then closes the connection if the caller doesn't. */
export function cutOff(req: Request): void {
  req.resume();
  setTimeout(() => req.complete || req.destroy(), LINGER_MS).unref();
}

const UTF_8 = /^"?utf-?8"?$/i;

/** The most values in an anonymous caller's body: the variables' limit plus a margin. Creating many objects takes long. */
const STRANGERS_VALUES = LIMITS.strangersValues + 1_000;

/** A program with an API key means JSON, whatever Content-Type it sends: curl -d labels everything as a form. */
const meansJson = (req: Request) => req.caller.kind === 'api-key';

/**
 * Whether the body may be read as JSON. With a cookie, only if it is declared as JSON: another site's page can send forms and
 * plain text without a preflight.
 */
export function isJson(req: Request): boolean {
  return meansJson(req) || Boolean(req.is('application/json'));
}

/** The fields of a form; a field that is there twice counts once, with its first value. */
export async function readForm(req: Request): Promise<Map<string, string>> {
  if (!req.is('application/x-www-form-urlencoded')) throw refused(req, httpProblem(415, 'Send a form (application/x-www-form-urlencoded)'));
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(textOf(await readBytes(req)))) if (!fields.has(name)) fields.set(name, value);
  return fields;
}

/** A JSON value; undefined without a body. */
export async function readJson(req: Request): Promise<unknown> {
  const charset = /;\s*charset=([^;\s]+)/i.exec(req.get('content-type') ?? '')?.[1] ?? 'utf-8';
  if (!meansJson(req) && !UTF_8.test(charset)) throw refused(req, httpProblem(415, 'The body must be encoded as UTF-8'));
  const bytes = await readBytes(req);
  if (bytes.length === 0) return undefined;
  await req.spend?.({ bytes: bytes.length });
  return jsonIn('The body', textOf(bytes), req.caller);
}

/** Parses JSON text from a caller. */
export function jsonIn(where: string, text: string, caller: Caller): unknown {
  try {
    return readDocument(text, isSignedIn(caller) ? undefined : STRANGERS_VALUES);
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    throw new Problem(error instanceof NotJson ? 'BAD_REQUEST' : 'BAD_USER_INPUT', `${where} ${error.message}`);
  }
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest('The body is not valid UTF-8');
  }
}

/** The type that fetch sets for a text without one. */
const NO_TYPE = 'text/plain;charset=UTF-8';

/** For GraphQL, whose standard requires rejecting a body without a type, even with a key. */
export const jsonBody: RequestHandler = async (req, _res, next) => {
  if (req.method === 'POST') {
    const type = req.get('content-type') || NO_TYPE;
    const isTaken = meansJson(req) ? type !== NO_TYPE : /^application\/json *(;|$)/i.test(type);
    if (!isTaken) throw refused(req, httpProblem(415, 'The body must be application/json'));
    req.body = await readJson(req);
  }
  next();
};
