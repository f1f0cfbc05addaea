import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { performance } from 'node:perf_hooks';
import { hostnameOf, outgoingAddresses, type OutgoingRules, Refused } from './outgoing';

/** What came of a request. */
export interface Answer {
  /** Null if none came. */
  status: number | null;
  headers: http.IncomingHttpHeaders;
  /** Its beginning. */
  body: Buffer;
  durationMs: number;
  /** What went wrong on the way, in words; an answer may have come nevertheless. */
  error?: string;
}

export interface PostOptions {
  rules: OutgoingRules;
  timeoutMs: number;
  /** No more of the answer is read. */
  maxBytes: number;
  /** Undefined: a connection of its own. */
  agents?: Agents;
  signal?: AbortSignal;
}

const CLOSED = 'The receiver closed the connection before its answer was complete';

/** One address of a receiver has this long before the next is tried too. */
const CONNECTING = { autoSelectFamilyAttemptTimeout: 2_500 };

/** A connection that nobody uses is closed after this time. */
const IDLE_MS = 30_000;

/** Connections that are used again. */
export class Agents {
  readonly http = new http.Agent({ ...CONNECTING, keepAlive: true, maxFreeSockets: 32, timeout: IDLE_MS });
  readonly https = new https.Agent({ ...CONNECTING, keepAlive: true, maxFreeSockets: 32, timeout: IDLE_MS });

  close(): void {
    this.http.destroy();
    this.https.destroy();
  }
}

/** Sends a body and reads the beginning of the answer. Never fails: what went wrong is in the answer. No redirect is followed. */
export async function post(address: string, headers: http.OutgoingHttpHeaders, body: string, options: PostOptions): Promise<Answer> {
  const begun = performance.now();
  const exchange = new Exchange(new URL(address), { ...headers, 'content-length': Buffer.byteLength(body) }, body, options);
  let giveUp!: (why: string) => void;
  // Whatever becomes of the connection, it takes no longer than this.
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = (why) => {
      exchange.cancel();
      reject(new GivenUp(why));
    };
  });
  const timer = setTimeout(() => giveUp(`No complete answer within ${options.timeoutMs / 1_000} seconds`), options.timeoutMs);
  const cancel = () => giveUp(CLOSED);
  options.signal?.addEventListener('abort', cancel);
  if (options.signal?.aborted) cancel();
  let error: string | undefined;
  try {
    await Promise.race([exchange.run(), givenUp]);
  } catch (thrown) {
    error = wordsOf(thrown as NodeJS.ErrnoException);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', cancel);
  }
  const { status, received, chunks } = exchange;
  return { status, headers: received, body: Buffer.concat(chunks), durationMs: Math.round(performance.now() - begun), error };
}

class GivenUp extends Error {}

/** One request and the beginning of its answer. */
class Exchange {
  status: number | null = null;
  received: http.IncomingHttpHeaders = {};
  readonly chunks: Buffer[] = [];
  private length = 0;
  private request?: http.ClientRequest;
  private isCancelled = false;

  constructor(
    private readonly url: URL,
    private readonly headers: http.OutgoingHttpHeaders,
    private readonly body: string,
    private readonly options: PostOptions,
  ) {}

  cancel(): void {
    this.isCancelled = true;
    this.request?.destroy(new Error(CLOSED));
  }

  async run(): Promise<void> {
    // For these no name is looked up.
    if (isIP(hostnameOf(this.url))) await outgoingAddresses(this.url, this.options.rules);
    await this.send(this.options.agents);
  }

  private send(agents: Agents | undefined): Promise<void> {
    const { url, headers, body, options } = this;
    const isSecure = url.protocol === 'https:';
    return new Promise((resolve, reject) => {
      const request = (isSecure ? https : http).request(url, {
        method: 'POST',
        headers,
        agent: agents ? (isSecure ? agents.https : agents.http) : new (isSecure ? https : http).Agent(CONNECTING),
        lookup: checkedLookup(url, options.rules),
      });
      this.request = request;
      let isSentAgain = false;
      request.on('error', (error: NodeJS.ErrnoException) => {
        // The receiver closed a connection that had been idle, while we were about to use it again.
        isSentAgain =
          request.reusedSocket && this.status === null && !this.isCancelled && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
        if (isSentAgain) this.send(undefined).then(resolve, reject);
        else reject(error);
      });
      // However it ends: what settled it before stands.
      request.on('close', () => isSentAgain || reject(new Error(CLOSED)));
      request.on('upgrade', (response, socket) => {
        this.status = response.statusCode ?? null;
        this.received = response.headers;
        socket.destroy();
        resolve();
      });
      request.on('response', (response) => {
        this.status = response.statusCode ?? null;
        this.received = response.headers;
        response.on('data', (chunk: Buffer) => {
          this.chunks.push(chunk.subarray(0, options.maxBytes - this.length));
          this.length += chunk.length;
          if (this.length < options.maxBytes) return;
          // The rest is never read.
          resolve();
          request.destroy();
        });
        response.on('end', resolve);
        response.on('error', reject);
        response.on('close', () => reject(new Error(CLOSED)));
      });
      request.end(body);
      if (this.isCancelled) this.cancel();
    });
  }
}

/** Connects to the addresses that were checked, and to no others. */
function checkedLookup(url: URL, rules: OutgoingRules): LookupFunction {
  return (_hostname, options, callback) => {
    outgoingAddresses(url, rules).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (options.all) callback(null, found);
        else callback(null, found[0]!.address, found[0]!.family);
      },
      (error: Error) => callback(error, []),
    );
  };
}

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  ETIMEDOUT: 'The connection could not be made in time',
  EHOSTUNREACH: 'The receiver can’t be reached',
  ENETUNREACH: 'The receiver can’t be reached',
  EPROTO: 'The receiver doesn’t speak TLS as it should',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The receiver doesn’t speak TLS as it should',
  HPE_HEADER_OVERFLOW: 'The headers of the answer are too long',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is signed by an authority that isn’t known here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate is signed by an authority that isn’t known here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate is signed by an authority that isn’t known here',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name',
};

function wordsOf(error: NodeJS.ErrnoException): string {
  if (error instanceof Refused) return `The URL ${error.message}`;
  if (error instanceof GivenUp || error.message === CLOSED) return error.message;
  const { code = '' } = error instanceof AggregateError ? (error.errors[0] as NodeJS.ErrnoException) : error;
  return WORDS[code] ?? (code.startsWith('HPE_') ? 'The answer isn’t HTTP' : `The request failed${code ? ` (${code})` : ''}`);
}
