/** Which pages of other origins may use the APIs. */
import { startTestServer, type TestServer } from '../kit/server';

const APP = 'https://app.example.org';
const PATHS = [
  '/graphql',
  '/api/v1/vendors',
  '/api/v1/nothing',
  '/files',
  '/files/x',
  '/exports/frameworks/x/oscal.json',
  '/imports/framework',
];

const headersOf = ({ headers }: Response) => Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
const preflight = (server: TestServer, path: string, origin: string) =>
  server.stranger().fetch(path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization, content-type, idempotency-key',
    },
  });

describe('with CORS_ORIGINS', () => {
  let server: TestServer;
  beforeAll(async () => (server = await startTestServer({ corsOrigins: ['http://127.0.0.1:5173', APP] })));
  afterAll(() => server.stop());

  test.each(PATHS)('a page of an allowed origin may call %s', async (path) => {
    const response = await preflight(server, path, APP);
    expect([response.status, response.headers.get('vary')]).toEqual([204, 'Origin, Access-Control-Request-Headers']);
    expect(headersOf(response)).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key',
      'access-control-max-age': '600',
    });
    expect(headersOf(response)).not.toHaveProperty('access-control-allow-credentials');
  });

  test.each([...PATHS.slice(0, 2), '/files/x'])(
    'it may read responses and errors of %s, with the headers that clients need',
    async (path) => {
      const key = await server.withKey();
      for (const client of [key, server.stranger()]) {
        const response = await client.fetch(path, { headers: { origin: APP } });
        expect(response.headers.get('access-control-allow-origin')).toBe(APP);
        expect(response.headers.get('vary')).toContain('Origin');
        const exposed = response.headers.get('access-control-expose-headers')!.toLowerCase().split(', ');
        expect(exposed).toEqual(
          expect.arrayContaining([
            'etag',
            'x-request-id',
            'retry-after',
            'ratelimit-limit',
            'ratelimit-remaining',
            'ratelimit-reset',
            'content-disposition',
            'allow',
          ]),
        );
      }
    },
  );

  test.each([
    'https://evil.example',
    'http://app.example.org',
    'https://app.example.org.evil.example',
    'https://app.example.org:444',
    'null',
  ])('a page of %s gets no CORS header', async (origin) => {
    for (const response of [
      await preflight(server, '/graphql', origin),
      await preflight(server, '/api/v1/vendors', origin),
      await server.admin.fetch('/api/v1/vendors', { headers: { origin } }),
    ]) {
      expect(headersOf(response)).toEqual({});
      expect(response.headers.get('vary')).toContain('Origin');
    }
  });

  test('the pages of the application and the health checks have no CORS headers', async () => {
    for (const path of ['/', '/healthz', '/metrics'])
      expect(headersOf(await server.admin.fetch(path, { headers: { origin: APP } }))).toEqual({});
  });

  test('such a page can make anonymous requests, but never use a session', async () => {
    const headers = { 'content-type': 'application/json', origin: APP, 'sec-fetch-site': 'cross-site' };
    const ask = (client = server.stranger(), from = headers) =>
      client.fetch('/graphql', { method: 'POST', headers: from, body: '{"query":"{ __typename }"}' });
    expect((await ask()).status).toBe(200);
    expect((await ask(server.admin)).status).toBe(403);
    expect((await ask(server.stranger(), { ...headers, origin: 'https://evil.example' })).status).toBe(403);
    expect((await ask(await server.withKey())).status).toBe(200);
  });
});

test('with * every page may, still without a session', async () => {
  const server = await startTestServer({ corsOrigins: ['*'] });
  try {
    const response = await preflight(server, '/graphql', 'https://anyone.example');
    expect(headersOf(response)).toMatchObject({ 'access-control-allow-origin': '*' });
    expect(headersOf(response)).not.toHaveProperty('access-control-allow-credentials');
  } finally {
    await server.stop();
  }
});

describe('without it', () => {
  let server: TestServer;
  beforeAll(async () => (server = await startTestServer()));
  afterAll(() => server.stop());

  test.each([
    ['/graphql', 'GET, POST, OPTIONS'],
    ['/api/v1/vendors', 'GET, HEAD, OPTIONS'],
    ['/api/docs', 'GET, HEAD, OPTIONS'],
    ['/files', 'POST, OPTIONS'],
    ['/files/x', 'GET, HEAD, OPTIONS'],
    ['/exports/frameworks/x/oscal.json', 'GET, HEAD, OPTIONS'],
    ['/exports/frameworks/x/controls.csv', 'GET, HEAD, OPTIONS'],
    ['/exports/vendors/x/frameworks/y/oscal.json', 'GET, HEAD, OPTIONS'],
    ['/imports/framework', 'POST, OPTIONS'],
  ])('OPTIONS %s lists %s and allows no origin', async (path, allow) => {
    for (const response of [await server.stranger().fetch(path, { method: 'OPTIONS' }), await preflight(server, path, APP)]) {
      expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([204, allow, '']);
      expect(headersOf(response)).toEqual({});
    }
    const refused = await server.admin.fetch(path, { method: 'PUT', headers: { 'content-type': 'application/json' } });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, allow]);
  });
});
