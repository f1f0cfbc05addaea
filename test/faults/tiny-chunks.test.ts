/** Bodies in chunked encoding with tiny chunks: each chunk has a cost, however little it carries. */
import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { sql } from '../../src/database/sql';
import { PDF } from '../kit/files';
import { scaled } from '../kit/scale';
import { startTestServer, type TestServer } from '../kit/server';

const LIMIT_MS = scaled(60_000, 2_000);
const BOUNDARY = 'between-the-parts';
const FORM = `multipart/form-data; boundary=${BOUNDARY}`;

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.stop());

const formOf = (content: Buffer) =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`),
    content,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);

function chunked(body: Buffer, size: number): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const piece = body.subarray(at, at + size);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
}

async function post(path: string, type: string, wire: Buffer): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(server.url);
  const text = await new Promise<string>((resolve) => {
    let got = '';
    const socket = connect(Number(port), hostname);
    socket.on('data', (piece) => {
      got += piece.toString();
      if (/\r\n\r\n[^]*[}\]]$/.test(got)) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(got));
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncookie: ${server.admin.cookie}\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    socket.write(wire);
  });
  const [head, body] = text.split('\r\n\r\n', 2) as [string, string];
  return { status: Number(head.split(' ')[1]), body };
}
const rows = async () => (await server.services.database.query(sql`select id from attachment`)).length;

test('a file sent byte by byte is refused before it costs much, and nothing is kept', async () => {
  const before = await rows();
  const wire = chunked(formOf(Buffer.concat([PDF, Buffer.alloc(200_000, ' ')])), 1);
  const started = performance.now();
  const asked = Array.from({ length: 5 }, () => post('/files', FORM, wire));
  const health = await Promise.all(Array.from({ length: 5 }, async () => (await fetch(`${server.url}/healthz`)).status));
  expect(health).toEqual([200, 200, 200, 200, 200]);
  for (const { status, body } of await Promise.all(asked)) {
    expect([status, body]).toEqual([400, expect.stringContaining('tiny chunks') as string]);
  }
  expect(performance.now() - started).toBeLessThan(LIMIT_MS);
  expect(await rows()).toBe(before);
});

test('so is every other body', async () => {
  const body = Buffer.from(JSON.stringify({ query: '{ me { id } }', variables: { pad: 'x'.repeat(100_000) } }));
  for (const path of ['/graphql', '/api/v1/vendors/import', '/imports/framework']) {
    const type = path.startsWith('/imports') ? FORM : 'application/json';
    const { status, body: said } = await post(path, type, chunked(path.startsWith('/imports') ? formOf(body) : body, 2));
    expect([path, status, said]).toEqual([path, 400, expect.stringContaining('tiny chunks') as string]);
  }
});

test.each([
  [1_000, 1],
  [200_000, 64],
  [200_000, 1_000],
  [1_000_000, 100_000],
])('a file of %i bytes in chunks of %i arrives unchanged', async (size, chunkSize) => {
  const content = Buffer.concat([PDF, randomBytes(size)]);
  const { status, body } = await post('/files', FORM, chunked(formOf(content), chunkSize));
  expect([status, body]).toEqual([201, expect.stringContaining('a.pdf') as string]);
  const got = await server.admin.fetch(`/files/${(JSON.parse(body) as { id: string }).id}`);
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(sha256(Buffer.from(await got.arrayBuffer()))).toBe(sha256(content));
});
