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

  test("for a change made by another site's page with a cookie", async () => {
    const admin = new RestClient(server.admin);
    const { status, body } = await admin.request(`/v1/vendors/${NOWHERE}`, {
      method: 'DELETE',
      headers: { origin: 'https://evil.example' },
    });
    expect([status, body]).toEqual([403, { error: 'Forbidden' }]);
  });
});

describe('an Authorization header together with a session', () => {
  test.each(['Basic dXNlcjpwYXNz', 'Digest username="x"', 'Negotiate abc', 'vet_00000000.0', 'Bearerer x', ''])(
    '"%s" is not an API key: the session counts',
    async (authorization) => {
      const headers = { authorization };
      const admin = new RestClient(server.admin);
      expect((await admin.get('/v1/vendors', headers)).status).toBe(200);
      const me = await server.admin.fetch('/graphql', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{"query":"{ me { name } }"}',
      });
      expect(await me.json()).toMatchObject({ data: { me: { name: 'Administrator' } } });
      for (const path of [`/files/${NOWHERE}`, `/exports/frameworks/${NOWHERE}/oscal.json`]) {
        expect((await server.admin.fetch(path, { headers })).status).toBe(404);
      }
      const elsewhere = await admin.request(`/v1/vendors/${NOWHERE}`, {
        method: 'DELETE',
        headers: { ...headers, origin: 'https://evil.example' },
      });
      expect(elsewhere.status).toBe(403);
      expect((await stranger.get('/v1/vendors', headers)).status).toBe(401);
    },
  );

  test.each(['Bearer nonsense', 'bearer', 'Bearer  vet_00000000.000', 'BEARER a b'])(
    '"%s" is an invalid API key: 401',
    async (authorization) => {
      expect((await new RestClient(server.admin).get('/v1/vendors', { authorization })).status).toBe(401);
    },
  );
});

describe('bodies', () => {
  test.each(['', '{', '{"name":', "{'name': 1}", 'name=x', '\ufffd'])('400 for invalid JSON: %j', async (body) => {
    const { status } = await api.request(IMPORT, json(body));
    expect(status).toBe(400);
  });

  test.each([
    ['{"name": x}', /^The body is not valid JSON: Unexpected token 'x' in "\{"name": x\}"$/],
    ['{"name":', /^The body is not valid JSON: Unexpected end of input$/],
    ['{"a":1 "b"}', /^The body is not valid JSON: Expected ',' or '\}' after property value at /],
    ['undefined', /^The body is not valid JSON: Unexpected "?undefined"?/],
  ])('and says why only once: %s', async (text, words) => {
    const { body } = await api.request<{ error: string }>(IMPORT, json(text));
    expect(body.error).toMatch(words);
  });

  test.each(['[]', '[{"name":"x"}]', 'null', '5', 'true', '"{}"'])('400 for anything but an object: %s', async (text) => {
    const { status, body } = await api.request(IMPORT, json(text));
    expect([status, body]).toEqual([400, { error: 'The body must be a JSON object' }]);
  });

  test('400 for a missing body', async () => {
    const { status, body } = await api.request(IMPORT, { method: 'POST' });
    expect([status, body]).toEqual([400, { error: 'The body must be a JSON object' }]);
  });

  test('413 beyond 1 MiB, but 415 if compressed', async () => {
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

  const TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/xml', 'application/x+json', ''];
  const VENDOR = '{"name":"Typed","contactEmail":"t@t.example"}';

  test.each(TYPES)('with a session only application/json is read: 415 for "%s"', async (type) => {
    const send = (headers: Record<string, string> = {}) =>
      new RestClient(server.admin).request(IMPORT, {
        method: 'POST',
        body: Buffer.from(VENDOR),
        headers: { ...(type && { 'content-type': type }), ...headers },
      });
    const { status, body } = await send();
    expect([status, body]).toEqual([415, { error: 'The body must be application/json' }]);
    expect((await send({ authorization: 'Basic eDp5' })).status).toBe(415);
    expect((await send({ authorization: 'Bearer nonsense' })).status).toBe(401);
  });

  test.each([...TYPES, 'application/json; charset=latin1', 'nonsense'])(
    'with a key it is read as JSON whatever its type: "%s"',
    async (type) => {
      const { status } = await api.request(IMPORT, {
        method: 'POST',
        body: Buffer.from(VENDOR),
        headers: type ? { 'content-type': type } : {},
      });
      expect(status).toBe(201);
      expect((await api.request(IMPORT, { method: 'POST', body: 'name=x', headers: type ? { 'content-type': type } : {} })).status).toBe(
        400,
      );
    },
  );

  test.each([
    ['a byte of Latin-1', Buffer.from('{"name":"Caf\xe9","contactEmail":"a@b.example"}', 'latin1')],
    ['half a character', Buffer.from('{"name":"Caf\xc3","contactEmail":"a@b.example"}', 'latin1')],
    ['UTF-16', Buffer.from('{"name":"Cafe","contactEmail":"a@b.example"}', 'utf16le')],
  ])('400 for invalid UTF-8: %s', async (_, body) => {
    const answer = await api.request<{ error: string }>(IMPORT, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(/not valid (UTF-8|JSON)/);
  });

  test('415 for an unknown character set or encoding', async () => {
    const post = (client: RestClient, headers: Record<string, string>) => client.request(IMPORT, { method: 'POST', body: '{}', headers });
    expect((await post(new RestClient(server.admin), { 'content-type': 'application/json; charset=ebcdic' })).status).toBe(415);
    expect((await post(api, { 'content-type': 'application/json', 'content-encoding': 'zip' })).status).toBe(415);
  });

  test('__proto__ and constructor in a body are unknown fields like any other', async () => {
    const text = '{"name":"P","contactEmail":"p@p.example","__proto__":{"tier":"LOW"},"constructor":{"prototype":{}}}';
    const { status, body } = await api.request(IMPORT, json(text));
    expect([status, body.tier]).toEqual([201, null]);
  });
});

describe('bodies of /graphql', () => {
  const QUERY = '{"query":"{ vendors { totalCount } }"}';
  const post = async (key: boolean, body: Buffer, type?: string) => {
    const client = key ? await server.withKey() : server.admin;
    const response = await client.fetch('/graphql', { method: 'POST', body, headers: type ? { 'content-type': type } : {} });
    return { status: response.status, text: await response.text() };
  };

  test.each([
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'application/graphql',
    'application/xml',
    'multipart/form-data',
    'text/json',
    'text/plain',
    'application/json; charset=latin1',
    'nonsense',
  ])('with a key they are read as JSON whatever their type, with a session they are not: %s', async (type) => {
    expect(await post(true, Buffer.from(QUERY), type)).toMatchObject({ status: 200, text: expect.stringContaining('totalCount') });
    expect(await post(false, Buffer.from(QUERY), type)).toMatchObject({ status: 415, text: expect.not.stringContaining('"data"') });
  });

  test.each([undefined, 'text/plain;charset=UTF-8'])('415 without a type, or with the one that fetch adds: %s', async (type) => {
    for (const key of [true, false]) expect((await post(key, Buffer.from(QUERY), type)).status).toBe(415);
  });

  test('400 for invalid UTF-8', async () => {
    const body = Buffer.from('{"query":"{ vendors(filter: { query: \\"Caf\xe9\\" }) { totalCount } }"}', 'latin1');
    for (const key of [true, false]) {
      expect(await post(key, body, 'application/json')).toEqual({ status: 400, text: expect.stringContaining('not valid UTF-8') });
    }
  });
});

describe('forms', () => {
  /** As an old program would write it: one byte per letter. */
  const form = (field: string, fileName: string, type = '') =>
    Buffer.from(
      `--b\r\nContent-Disposition: form-data; name="name"\r\n${type}\r\n${field}\r\n` +
        `--b\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\ncode,title\r\nA.1,One\r\n--b--\r\n`,
      'latin1',
    );
  const send = async (path: string, body: Buffer) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const response = await server.admin.fetch(path, { method: 'POST', body, headers });
    return [response.status, ((await response.json()) as { error?: string }).error];
  };

  test('400 for a field or file name in invalid UTF-8', async () => {
    expect(await send('/imports/framework', form('Caf\xe9', 'a.csv'))).toEqual([400, 'name is not valid UTF-8']);
    expect(await send('/imports/framework', form('Caf\xe9', 'a.csv', 'Content-Type: text/plain; charset=klingon\r\n'))).toEqual([
      400,
      'name is not valid UTF-8',
    ]);
    expect(await send('/imports/framework', form('Cafe', 'r\xe9sum\xe9.csv'))).toEqual([400, 'file has a name that is not valid UTF-8']);
    expect(await send('/files', form('', 'r\xe9sum\xe9.pdf'))).toEqual([400, 'file has a name that is not valid UTF-8']);
    const utf8 = (text: string) => Buffer.from(text).toString('latin1');
    expect(await send('/imports/framework', form(utf8('Café'), utf8('é.csv')))).toEqual([201, undefined]);
  });

  test('an empty field counts as omitted', async () => {
    expect(await send('/imports/framework', form('', 'Named after the file.csv'))).toEqual([201, undefined]);
    const { frameworks } = await server.admin.data<{ frameworks: { name: string }[] }>('{ frameworks { name } }');
    expect(frameworks).toContainEqual({ name: 'Named after the file' });
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
  ])('405 for %s %s lists what is allowed', async (method, path, allow) => {
    const { status, headers } = await api.request(path, { method });
    expect([status, headers.get('allow')]).toEqual([405, allow]);
  });

  test('OPTIONS lists what is allowed, and allows no other origin', async () => {
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
  test('304 while nothing has changed', async () => {
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

  test('every response has a request id, the one sent by the client if there is one', async () => {
    expect((await api.get('/v1/vendors')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect((await api.get('/v1/nothing', { 'x-request-id': 'abc-1' })).headers.get('x-request-id')).toBe('abc-1');
  });

  test('a caller who disconnects during a download does no harm', async () => {
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
  test('reveals nothing else', async () => {
    const { database } = server.services;
    await database.query(sql`alter table framework rename to mislaid`);
    const { status, body } = await api.get('/v1/frameworks');
    await database.query(sql`alter table mislaid rename to framework`);
    expect([status, body]).toEqual([500, { error: 'Internal server error' }]);
    expect((await api.get('/v1/frameworks')).status).toBe(200);
  });
});

test('an invalid HTTP request is answered with JSON too', async () => {
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
