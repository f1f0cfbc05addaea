import { sign } from 'aws4';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const BUCKET = 'evidence';
const CREDENTIALS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalr/XUtn+FEMI' };
const REGION = 'eu-central-1';
/** Small, so that listings have several pages. */
const PAGE = 2;

/** The part of S3 that the server uses, in memory. Like S3, it refuses invalid signatures. */
export class FakeS3 {
  readonly objects = new Map<string, { body: Buffer; written: Date }>();
  /** Can return a response to send instead. */
  fault?: (req: IncomingMessage) => { status: number; code: string } | undefined;
  private readonly server = createServer((req, res) => void this.answer(req, res));

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  url(secret = CREDENTIALS.secretAccessKey, prefix = ''): string {
    const { port } = this.server.address() as AddressInfo;
    const user = `${CREDENTIALS.accessKeyId}:${encodeURIComponent(secret)}`;
    return `s3://${user}@127.0.0.1:${port}/${BUCKET}${prefix}?region=${REGION}&tls=false`;
  }

  stop(): Promise<unknown> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await buffer(req);
    const refuse = (status: number, code: string) => res.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    const fault = this.fault?.(req);
    if (fault) return void refuse(fault.status, fault.code);
    if (!isSigned(req, body)) return void refuse(403, 'SignatureDoesNotMatch');
    const url = new URL(req.url!, 'http://s3');
    const [, bucket, ...rest] = url.pathname.split('/');
    const key = rest.join('/');
    if (bucket !== BUCKET) return void refuse(404, 'NoSuchBucket');
    if (key === '') return void res.end(this.page(url.searchParams));
    if (req.method === 'PUT') {
      if (Number(req.headers['content-length']) !== body.length) return void refuse(411, 'MissingContentLength');
      this.objects.set(key, { body, written: new Date() });
      return void res.end();
    }
    if (req.method === 'DELETE') {
      this.objects.delete(key);
      return void res.writeHead(204).end();
    }
    const found = this.objects.get(key);
    if (!found) return void refuse(404, 'NoSuchKey');
    res.end(found.body);
  }

  private page(query: URLSearchParams): string {
    const names = [...this.objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
    // Characters that need encoding in a query and in XML.
    const after = /^<&\+\/=(.*)>$/.exec(query.get('continuation-token') ?? '<&+/=>')![1]!;
    const rest = names.filter((key) => key > after);
    const shown = rest.slice(0, PAGE);
    const contents = shown.map((key) => {
      const { written } = this.objects.get(key)!;
      return `<Contents><Key>${key}</Key><LastModified>${written.toISOString()}</LastModified></Contents>`;
    });
    const token = `<NextContinuationToken>&lt;&amp;+/=${shown.at(-1)}&gt;</NextContinuationToken>`;
    const next = rest.length > PAGE ? token : '';
    return `<?xml version="1.0"?><ListBucketResult>${contents.join('\n')}${next}</ListBucketResult>`;
  }
}

/** Recomputes the signature from the signed headers, and compares. */
function isSigned(req: IncomingMessage, body: Buffer): boolean {
  const authorization = req.headers.authorization ?? '';
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  const headers = Object.fromEntries(names.map((name) => [name, req.headers[name]]));
  const hash = createHash('sha256').update(body).digest('hex');
  if (!names.includes('host') || headers['x-amz-content-sha256'] !== hash) return false;
  const again = sign({ service: 's3', region: REGION, method: req.method, path: req.url, headers }, CREDENTIALS);
  return again.headers!.Authorization === authorization;
}
