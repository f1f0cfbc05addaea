import { sign } from 'aws4';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type IncomingMessage, type OutgoingHttpHeaders, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline as pipe, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { checkedKey, FileMissing, isKey, Meter, type Storage, type StoredFile } from './storage';

/** The parts of STORAGE_URL. */
export interface S3Target {
  accessKeyId: string;
  secretAccessKey: string;
  hostname: string;
  port?: number;
  tls: boolean;
  region: string;
  bucket: string;
  /** The prefix of every object's name; empty, or with a trailing slash. */
  prefix: string;
}

/** Parses s3://key:secret@host:port/bucket/prefix?region=…&tls=false; undefined if malformed. */
export function s3Target(url: string): S3Target | undefined {
  try {
    return targetOf(new URL(url));
  } catch {
    return undefined;
  }
}

function targetOf({ protocol, username, password, hostname, port, pathname, searchParams }: URL): S3Target | undefined {
  const [bucket, ...folders] = pathname.split('/').filter(Boolean);
  if (protocol !== 's3:' || !username || !password || !hostname || !bucket) return undefined;
  return {
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    hostname,
    port: port ? Number(port) : undefined,
    tls: searchParams.get('tls') !== 'false',
    region: searchParams.get('region') ?? 'us-east-1',
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
  };
}

/** How long the other side may be silent. */
const SILENCE_MS = 60_000;

/** A bucket of any S3-compatible service, addressed by path. Every request is signed (AWS signature 4). */
export class S3Storage implements Storage {
  constructor(private readonly target: S3Target) {}

  /** S3 needs length and hash beforehand, so the content is kept in a file until it is complete. */
  async write(key: string, content: AsyncIterable<Buffer>): Promise<StoredFile> {
    const object = this.objectOf(key);
    const spool = path.join(tmpdir(), `vetgraph-upload-${key}`);
    const meter = new Meter();
    try {
      await pipeline(meter.through(content), createWriteStream(spool, { flags: 'wx', mode: 0o600 }));
      const stored = meter.result();
      const headers = { 'Content-Length': stored.size, 'X-Amz-Content-Sha256': stored.sha256 };
      await text(await this.send('PUT', object, headers, createReadStream(spool)));
      return stored;
    } finally {
      await rm(spool, { force: true });
    }
  }

  async read(key: string): Promise<Readable> {
    return this.send('GET', this.objectOf(key)).catch((error: unknown) => {
      throw error instanceof S3Error && error.status === 404 ? new FileMissing(key) : error;
    });
  }

  async remove(key: string): Promise<void> {
    await text(await this.send('DELETE', this.objectOf(key)));
  }

  async *list(olderThan: Date): AsyncIterable<string> {
    const { bucket, prefix } = this.target;
    for (let next: string | undefined = ''; next !== undefined;) {
      const query = new URLSearchParams({ 'list-type': '2', prefix, ...(next && { 'continuation-token': next }) });
      const page = await text(await this.send('GET', `/${bucket}?${query.toString()}`));
      for (const [, entry] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const key = elementOf(entry!, 'Key')?.slice(prefix.length) ?? '';
        const written = new Date(elementOf(entry!, 'LastModified') ?? '');
        // Anything else in the bucket isn't ours.
        if (isKey(key) && written < olderThan) yield key;
      }
      next = elementOf(page, 'NextContinuationToken');
    }
  }

  assertPlace(): Promise<void> {
    return Promise.resolve();
  }

  async adopt(key: string, file: string): Promise<void> {
    await this.write(key, createReadStream(file));
    await rm(file);
  }

  private objectOf(key: string): string {
    return `/${this.target.bucket}/${this.target.prefix}${checkedKey(key)}`;
  }

  private async send(method: string, path: string, headers: OutgoingHttpHeaders = {}, body?: Readable) {
    const { hostname, port, tls, region, ...credentials } = this.target;
    const host = port ? `${hostname}:${port}` : hostname;
    const signed = sign({ service: 's3', region, method, path, headers: { Host: host, ...headers } }, credentials);
    // A new connection for each request: the other side may close a kept one just when it is reused.
    const options = { hostname, port, method, path: signed.path, headers: signed.headers, agent: false as const };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = (tls ? tlsRequest : plainRequest)({ ...options, timeout: SILENCE_MS });
      request.on('timeout', () => request.destroy(new Error(`the file store was silent for ${SILENCE_MS} ms`)));
      request.on('error', reject);
      request.on('response', resolve);
      if (body) pipe(body, request, (error) => error && reject(error));
      else request.end();
    });
    const status = response.statusCode ?? 0;
    if (status >= 200 && status <= 299) return response;
    const reason = elementOf(await text(response), 'Code');
    response.destroy(); // an upload may still be in progress
    throw new S3Error(status, reason);
  }
}

class S3Error extends Error {
  constructor(
    readonly status: number,
    reason = 'no reason',
  ) {
    super(`the file store responded with ${status}: ${reason}`);
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text of the first element with that name. Enough XML for S3's flat responses. */
function elementOf(xml: string, name: string): string | undefined {
  const [, content] = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml) ?? [];
  return content?.replace(/&(\w+|#\d+);/g, (whole, code: string) =>
    code.startsWith('#') ? String.fromCodePoint(Number(code.slice(1))) : (ENTITIES[code] ?? whole),
  );
}
