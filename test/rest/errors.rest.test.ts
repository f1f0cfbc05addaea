import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { sql } from '../../src/database/sql';
import { NOWHERE, RestClient } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let api: RestClient;
let stranger: RestClient;
beforeAll(async () => {
  server = await startTestServer();
  api = new RestClient(await server.withKey());
  stranger = new RestClient(server.stranger());
});
afterAll(() => server.stop());

const IMPORT = '/v1/vendors/import';
const json = (body: string) => ({ method: 'POST', body, headers: { 'content-type': 'application/json' } });

describe('401 comes before anything else that is wrong', () => {
  test.each<[string, RequestInit]>([
    [IMPORT, json('{')],
    [IMPORT, json('[]')],
    [IMPORT, json('x'.repeat(2_000_000))],
    [IMPORT, { method: 'POST', body: 'name=x' }],
    [`/v1/vendors/${NOWHERE}`, { method: 'DELETE' }],
    ['/v1/audit?page=0', {}],
    ['/v1/dashboard', {}],
  ])('%s %j', async (path, init) => {
    const { status, body, headers } = await stranger.request(path, init);
    expect([status, body]).toEqual([401, { error: 'Unauthorized' }]);
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });
});

describe('403 comes next', () => {
  test.each<[string, RequestInit]>([
    [IMPORT, json('{')],
    [IMPORT, { method: 'POST', body: 'name=x' }],
    [`/v1/vendors/${NOWHERE}`, { method: 'DELETE' }],
    ['/v1/audit?page=0', {}],
  ])('%s %j', async (path, init) => {
    const weak = new RestClient(await server.withKey(['templates:view']));
    const { status, body } = await weak.request(path, init);
    expect([status, body]).toEqual([403, { error: 'Forbidden' }]);
  });

  test("for a change that another site's page makes with a cookie", async () => {
    const admin = new RestClient(server.admin);
    const { status, body } = await admin.request(`/v1/vendors/${NOWHERE}`, {
      method: 'DELETE',
      headers: { origin: 'https://evil.example' },
    });
    expect([status, body]).toEqual([403, { error: 'Forbidden' }]);
  });
});

describe('bodies', () => {
  test.each(['', '{', '{"name":', "{'name': 1}", 'name=x', '\ufffd'])('400 for what is no JSON: %j', async (body) => {
    const { status } = await api.request(IMPORT, json(body));
    expect(status).toBe(400);
  });

  test.each(['[]', '[{"name":"x"}]', 'null', '5', 'true', '"{}"'])('400 for what is no object: %s', async (text) => {
    const { status, body } = await api.request(IMPORT, json(text));
    expect([status, body]).toEqual([400, { error: 'The body must be a JSON object' }]);
  });

  test('400 for none at all', async () => {
    const { status, body } = await api.request(IMPORT, { method: 'POST' });
    expect([status, body]).toEqual([400, { error: 'The body must be a JSON object' }]);
  });

  test('413 beyond 1 MiB, also when it only becomes that large', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(1_048_576) });
    const { status, body } = await api.request(IMPORT, json(large));
    expect([status, body]).toEqual([413, { error: 'The body is larger than 1 MiB' }]);
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect((await api.request(IMPORT, { method: 'POST', body: gzipSync(large), headers })).status).toBe(415);
  });

  test.each(['gzip', 'deflate', 'br', 'zstd', 'GZIP', 'identity, gzip'])('415 when compressed: %s', async (encoding) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    const answer = await api.request<{ error: string }>(IMPORT, { method: 'POST', body: gzipSync('{"name":"x"}'), headers });
    expect([answer.status, answer.body.error]).toEqual([415, expect.stringContaining('without compression')]);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/xml'])(
    '415 for %s',
    async (type) => {
      const headers = { 'content-type': type };
      const { status, body } = await api.request(IMPORT, { method: 'POST', body: '{}', headers });
      expect([status, body]).toEqual([415, { error: 'The body must be application/json' }]);
    },
  );

  test('415 for a character set or an encoding that nobody knows', async () => {
    const post = (headers: Record<string, string>) => api.request(IMPORT, { method: 'POST', body: '{}', headers });
    expect((await post({ 'content-type': 'application/json; charset=ebcdic' })).status).toBe(415);
    expect((await post({ 'content-type': 'application/json', 'content-encoding': 'zip' })).status).toBe(415);
  });

  test('__proto__ and constructor in a body are fields like others: unknown', async () => {
    const text = '{"name":"P","contactEmail":"p@p.example","__proto__":{"tier":"LOW"},"constructor":{"prototype":{}}}';
    const { status, body } = await api.request(IMPORT, json(text));
    expect([status, body.tier]).toEqual([201, null]);
  });
});

describe('routes', () => {
  test.each(['', '/', '/v1', '/v2/vendors', '/v1/vendor', '/vendors', '/v1/vendors/a/b/c', '/%zz', '/v1/%00'])(
    '404 for the unknown route /api%s',
    async (path) => {
      const { status, body } = await api.get(path);
      expect([status, body]).toEqual([404, { error: 'Not found' }]);
    },
  );

  test.each([
    ['POST', '/v1/vendors', 'GET, HEAD, OPTIONS'],
    ['GET', IMPORT, 'POST, OPTIONS'],
    ['DELETE', IMPORT, 'POST, OPTIONS'],
    ['PATCH', `/v1/vendors/${NOWHERE}`, 'GET, PUT, DELETE, HEAD, OPTIONS'],
    ['GET', `/v1/findings/${NOWHERE}`, 'PATCH, OPTIONS'],
    ['HEAD', `/v1/findings/${NOWHERE}`, 'PATCH, OPTIONS'],
    ['DELETE', '/v1/audit', 'GET, HEAD, OPTIONS'],
  ])('405 for %s %s says what is allowed', async (method, path, allow) => {
    const { status, headers } = await api.request(path, { method });
    expect([status, headers.get('allow')]).toEqual([405, allow]);
  });

  test('OPTIONS says what is allowed, and lets no other origin in', async () => {
    const preflight = { method: 'OPTIONS', headers: { origin: 'https://x.example' } };
    const { status, headers } = await stranger.request('/v1/vendors', preflight);
    expect([status, headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect((await stranger.request('/v1/nothing', { method: 'OPTIONS' })).status).toBe(404);
  });

  test('HEAD is GET without the body', async () => {
    const get = await api.get('/v1/frameworks');
    const head = await api.request('/v1/frameworks', { method: 'HEAD' });
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', get.headers.get('etag')]);
    expect((await api.request(`/v1/vendors/${NOWHERE}`, { method: 'HEAD' })).status).toBe(404);
    expect((await stranger.request('/v1/frameworks', { method: 'HEAD' })).status).toBe(401);
    const csv = await api.request('/v1/audit?format=csv', { method: 'HEAD' });
    expect([csv.status, csv.text, csv.headers.get('content-type')]).toEqual([200, '', 'text/csv; charset=utf-8']);
  });
});

describe('conveniences', () => {
  test('304 while nothing changed', async () => {
    const first = await api.get('/v1/vendors');
    const etag = first.headers.get('etag')!;
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect((await api.get('/v1/vendors', { 'if-none-match': etag })).status).toBe(304);
    await api.request(IMPORT, json('{"name":"New","contactEmail":"n@n.example"}'));
    expect((await api.get('/v1/vendors', { 'if-none-match': etag })).status).toBe(200);
  });

  test.each(['gzip', 'br'])('%s on request', async (encoding) => {
    const { headers, body } = await api.get('/v1/audit?pageSize=100', { 'accept-encoding': encoding });
    expect(headers.get('content-encoding')).toBe(encoding);
    expect(body.entries).not.toHaveLength(0);
  });

  test('a request id is given, and kept if it was sent along', async () => {
    expect((await api.get('/v1/vendors')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect((await api.get('/v1/nothing', { 'x-request-id': 'abc-1' })).headers.get('x-request-id')).toBe('abc-1');
  });

  test('a caller who leaves in the middle of a download does no harm', async () => {
    await server.services.database.query(sql`
      insert into vendor (name, contact_email, website)
      select 'Many ' || n, 'm@m.example', repeat('x', 500) from generate_series(1, 5000) as n`);
    const aborter = new AbortController();
    const client = await server.withKey();
    const response = await client.fetch('/api/v1/vendors', { signal: aborter.signal });
    await response.body!.getReader().read();
    aborter.abort();
    expect((await api.get(`/v1/vendors/${NOWHERE}`)).status).toBe(404);
  });
});

describe('500', () => {
  test('says nothing but that', async () => {
    const { database } = server.services;
    await database.query(sql`alter table framework rename to mislaid`);
    const { status, body } = await api.get('/v1/frameworks');
    await database.query(sql`alter table mislaid rename to framework`);
    expect([status, body]).toEqual([500, { error: 'Internal server error' }]);
    expect((await api.get('/v1/frameworks')).status).toBe(200);
  });
});

test('what is no HTTP request is answered as JSON, too', async () => {
  const { hostname, port } = new URL(server.url);
  const answers = await Promise.all(
    ['NONSENSE\r\n\r\n', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`].map(
      (text) =>
        new Promise<string>((resolve) => {
          let answer = '';
          const socket = connect(Number(port), hostname, () => socket.write(text));
          socket.on('data', (chunk: Buffer) => (answer += chunk)).on('close', () => resolve(answer));
        }),
    ),
  );
  expect(answers[0]).toMatch(/^HTTP\/1\.1 400 [^]*\r\nX-Request-Id: [^]*\{"error":"Bad Request"\}$/);
  expect(answers[1]).toMatch(/^HTTP\/1\.1 431 [^]*\{"error":"Request Header Fields Too Large"\}$/);
});
