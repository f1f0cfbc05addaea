import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.stop());

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const FROM_ELSEWHERE = { headers: { origin: 'https://elsewhere.example' } };
const JSON_BODY = { method: 'POST', headers: { 'content-type': 'application/json' } };

/** One request for every kind of response. */
const ANSWERS: { name: string; status: number; path: string; isPage?: true; init?: RequestInit }[] = [
  { name: 'the web application', status: 200, path: '/', isPage: true, init: { headers: { accept: 'text/html' } } },
  { name: 'a page of it', status: 200, path: '/vendors/x', isPage: true, init: { headers: { accept: 'text/html' } } },
  { name: 'GraphiQL', status: 200, path: '/graphiql', isPage: true },
  { name: 'Apollo Sandbox', status: 200, path: '/graphql', isPage: true, init: { headers: { accept: 'text/html' } } },
  { name: 'the REST docs', status: 200, path: '/api/docs', isPage: true },
  { name: 'data', status: 200, path: '/graphql', init: { ...JSON_BODY, body: '{"query":"{ __typename }"}' } },
  { name: 'a GraphQL error', status: 200, path: '/graphql', init: { ...JSON_BODY, body: '{"query":"{ nope }"}' } },
  { name: 'a response to invalid JSON', status: 400, path: '/graphql', init: { ...JSON_BODY, body: '{' } },
  { name: 'a response to a form', status: 415, path: '/graphql', init: { method: 'POST', body: new FormData() } },
  { name: 'a response to a preflight', status: 204, path: '/graphql', init: { ...FROM_ELSEWHERE, method: 'OPTIONS' } },
  { name: 'health', status: 200, path: '/healthz' },
  { name: 'a refusal', status: 401, path: '/metrics' },
  { name: 'a REST refusal', status: 401, path: '/api/v1/vendors' },
  { name: 'a response to an unknown path', status: 404, path: '/nowhere', init: { headers: { accept: 'application/json' } } },
  { name: 'a response to a malformed path', status: 400, path: '/explorer/%/x' },
];

test.each(ANSWERS)('$name has security headers and is closed to other origins', async ({ status, path, init }) => {
  const response = await server.stranger().fetch(path, init);
  expect(response.status).toBe(status);
  const headers = Object.fromEntries(response.headers);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'content-security-policy': expect.stringContaining(NOTHING),
    'cache-control': expect.stringMatching(/^no-(store|cache)$/),
  });
  const unwanted = /^(access-control-|x-powered-by|strict-transport-security)/;
  expect(Object.keys(headers).filter((name) => unwanted.test(name))).toEqual([]);
});

const pages = ANSWERS.filter(({ isPage }) => isPage);
const others = ANSWERS.filter(({ isPage }) => !isPage);

test.each(others)('$name may load nothing and is never stored', async ({ path, init }) => {
  const { headers } = await server.stranger().fetch(path, init);
  expect([headers.get('content-security-policy'), headers.get('cache-control')]).toEqual([NOTHING, 'no-store']);
});

test('only the page of Apollo Sandbox allows anything external: its frame', async () => {
  const elsewhere: Record<string, string[]> = {};
  for (const { name, path, init } of ANSWERS) {
    const { headers } = await server.stranger().fetch(path, init);
    const sources = headers.get('content-security-policy')!.match(/https?:[^ ;]+/g);
    if (sources) elsewhere[name] = sources;
  }
  expect(elsewhere).toEqual({
    'Apollo Sandbox': ['https://sandbox.embed.apollographql.com'],
  });
});

test('uploaded files can be pictures on our pages and nothing else: no frames, no plug-ins, no scripts', async () => {
  const { headers } = await server.stranger().fetch('/assessments/x/review', { headers: { accept: 'text/html' } });
  const policy = headers.get('content-security-policy')!;
  expect(policy.match(/[a-z-]+(?= [^;]*blob:)/g)).toEqual(['img-src']);
  expect(policy).not.toMatch(/(frame|child|object|worker)-src/);
});

test('no page runs inline scripts', async () => {
  for (const { path } of pages) {
    const response = await server.stranger().fetch(path, { headers: { accept: 'text/html' } });
    expect(response.headers.get('content-security-policy')).not.toMatch(/script-src[^;]*(unsafe|nonce|sha256)/);
    expect(await response.text()).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/);
  }
});

test('browsers are told to stay on https if the server is reached by https', async () => {
  const behindTls = await startTestServer({ publicUrl: 'https://vetgraph.example' });
  const response = await behindTls.stranger().fetch('/healthz');
  expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000');
  await behindTls.stop();
});
