/** GraphQL over HTTP: the public audit, forged requests, invalid keys, and error codes. */
import { serverAudits } from 'graphql-http';
import { sql } from '../../src/database/sql';
import { startTestServer, type TestServer } from '../kit/server';
import { GraphQLClient } from '../kit/client';

let server: TestServer;
let key: GraphQLClient;
beforeAll(async () => {
  server = await startTestServer();
  key = await server.withKey();
});
afterAll(() => server.stop());

test('all 61 checks of the public GraphQL over HTTP audit pass', async () => {
  const fetchFn = (url: string, init: RequestInit = {}) => key.fetch(url.replace(server.url, ''), init);
  const audits = serverAudits({ url: `${server.url}/graphql`, fetchFn });
  expect(audits).toHaveLength(61);
  const found = [];
  for (const audit of audits) {
    const result = await audit.fn();
    if (result.status !== 'ok') found.push(`${result.id} ${result.name}: ${result.reason}`);
  }
  expect(found).toEqual([]);
});

type Answer = { errors?: { message: string; extensions: { code: string; fields?: object } }[]; data?: unknown };

async function post(body: unknown, headers: Record<string, string> = {}, client = server.admin) {
  const response = await client.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
}

const RESPONSE_JSON = { accept: 'application/graphql-response+json' };

describe('each kind of invalid request has its own code, and a status for clients that accept GraphQL responses', () => {
  test.each<[string, number, number, unknown]>([
    ['GRAPHQL_PARSE_FAILED', 200, 400, { query: '{' }],
    ['GRAPHQL_VALIDATION_FAILED', 200, 400, { query: '{ nope }' }],
    ['GRAPHQL_VALIDATION_FAILED', 200, 400, { query: '{ vendor(id: 5.5) { id } }' }],
    ['GRAPHQL_VALIDATION_FAILED', 200, 400, { query: '{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }' }],
    ['OPERATION_RESOLUTION_FAILURE', 200, 400, { query: 'query a { me { id } } query b { me { id } }' }],
    ['OPERATION_RESOLUTION_FAILURE', 200, 400, { query: '{ me { id } }', operationName: 'other' }],
    ['GRAPHQL_VALIDATION_FAILED', 200, 400, { query: 'subscription { x }' }],
    ['BAD_USER_INPUT', 200, 400, { query: 'query ($n: Int) { vendors(first: $n) { totalCount } }', variables: { n: 'x' } }],
    ['BAD_USER_INPUT', 400, 400, { query: `{ ${'me { id } '.repeat(3_000)} }` }],
    ['BAD_USER_INPUT', 400, 400, { query: 'query ($q: String) { vendors(filter: { query: $q }) { totalCount } }', variables: { q: '\0' } }],
    ['BAD_REQUEST', 400, 400, '{'],
    ['BAD_REQUEST', 400, 400, {}],
    ['BAD_REQUEST', 400, 400, [{ query: '{ me { id } }' }]],
    ['BAD_REQUEST', 400, 400, { query: '{ me { id } }', variables: 'x' }],
    ['BAD_REQUEST', 400, 400, { query: '{ me { id } }', extensions: 1 }],
    ['BAD_REQUEST', 400, 400, { query: '{ me { id } }', documentId: 1 }],
    ['PERSISTED_QUERY_NOT_SUPPORTED', 200, 400, { extensions: { persistedQuery: { version: 2, sha256Hash: 'x' } } }],
    ['PERSISTED_QUERY_NOT_FOUND', 200, 404, { extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } }],
  ])('%s, %i or %i: %j', async (code, plain, strict, body) => {
    for (const [headers, status, type] of [
      [{}, plain, 'application/json'],
      [RESPONSE_JSON, strict, 'application/graphql-response+json'],
    ] as const) {
      const answer = await post(body, headers);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([status, `${type}; charset=utf-8`]);
      expect(answer.body.errors?.[0]?.extensions.code).toBe(code);
      expect(answer.body).not.toHaveProperty('data');
    }
  });

  test.each([{ id: null }, {}])('a missing required variable is named: %j', async (variables) => {
    const { body } = await post({ query: 'query ($id: ID!) { vendor(id: $id) { id } }', variables });
    expect(body.errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', fields: { id: 'is required' } });
  });

  test('an invalid value in a list that is a variable is named with its place', async () => {
    const { body } = await post({
      query: 'query ($severities: [Severity!]) { findings(filter: { severities: $severities }) { totalCount } }',
      variables: { severities: ['LOW', 'SLIGHT'] },
    });
    expect(Object.keys(body.errors?.[0]?.extensions.fields ?? {})).toEqual(['severities.1']);
  });

  test('an empty operationName counts as omitted', async () => {
    expect(await post({ query: 'query a { me { name } }', operationName: '' })).toMatchObject({
      status: 200,
      body: { data: { me: { name: 'Administrator' } } },
    });
  });

  test('a refusal for lack of permission has data: null', async () => {
    const answer = await post({ query: '{ vendors { totalCount } }' }, RESPONSE_JSON, server.stranger());
    expect(answer).toMatchObject({ status: 200, body: { data: null, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] } });
  });

  test('an unsupported Accept header is refused before anything runs', async () => {
    const before = await server.admin.data(`{ vendors { totalCount } }`);
    const create = `mutation { createVendor(input: { name: "Unheard", contactEmail: "a@b.example" }) { vendor { id } } }`;
    const answer = await post({ query: create }, { accept: 'text/csv' });
    expect([answer.status, answer.body.errors?.[0]?.extensions.code]).toEqual([406, 'BAD_REQUEST']);
    expect(await server.admin.data(`{ vendors { totalCount } }`)).toEqual(before);
  });
});

describe('a query by GET', () => {
  const ASK = `/graphql?query=${encodeURIComponent('{ vendors { totalCount } }')}`;
  const status = async (client: GraphQLClient, headers: Record<string, string> = {}, path = ASK) =>
    (await client.fetch(path, { headers })).status;

  test('works with an API key', async () => {
    const response = await key.fetch(ASK);
    expect([response.status, await response.json()]).toEqual([200, { data: { vendors: { totalCount: expect.any(Number) } } }]);
    const withCookie = new GraphQLClient(server.url, key.headers);
    withCookie.cookie = server.admin.cookie;
    expect(await status(withCookie)).toBe(200);
  });

  test('with a session is refused without a header that no other site can send', async () => {
    expect(await status(server.admin)).toBe(400);
    expect(await status(server.admin, { 'content-type': 'text/plain; charset=utf-8' })).toBe(400);
    expect(await status(server.admin, { 'apollo-require-preflight': '' })).toBe(400);
    expect(await status(server.admin, { 'apollo-require-preflight': '1' })).toBe(200);
    expect(await status(server.admin, { 'content-type': 'application/json' })).toBe(200);
  });

  test('works anonymously, where there is no cookie to misuse', async () => {
    const path = `/graphql?query=${encodeURIComponent('{ setup { administratorExists } }')}`;
    expect(await status(server.stranger(), {}, path)).toBe(200);
    expect(await status(server.stranger(), { cookie: 'theme=dark' }, path)).toBe(400);
    expect(await (await server.stranger().fetch(ASK)).json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    expect(await status(server.stranger(), {}, `/graphql?query=${encodeURIComponent('mutation { logout }')}`)).toBe(405);
  });

  test.each([
    'Basic YTpi',
    'Negotiate x',
    'Bearer',
    'Bearer nobody',
    'Bearer vet_00000000.000000000000000000000000000000000000000000000000',
    'x',
  ])('with a session is still refused with Authorization: %s', async (authorization) =>
    expect([400, 401]).toContain(await status(server.admin, { authorization })),
  );

  test('changes nothing, whoever sends it', async () => {
    const response = await key.fetch(`/graphql?query=${encodeURIComponent('mutation { logout }')}`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST', status: 405 } }] });
  });

  test('has each parameter once, and variables as JSON', async () => {
    expect(await status(key, {}, `${ASK}&query=x`)).toBe(400);
    expect(await status(key, {}, `${ASK}&variables={`)).toBe(400);
    expect(await status(key, {}, `${ASK}&variables=3`)).toBe(400);
    expect(await status(key, {}, `${ASK}&variables={}&extensions={}`)).toBe(200);
    expect(await status(key, {}, `${ASK}&operationName=&variables=&extensions=&documentId=`)).toBe(200);
  });

  test('is refused if it is not UTF-8', async () => {
    const search = (name: string) =>
      `/graphql?query=${encodeURIComponent('{ vendors(filter: { query: "')}${name}${encodeURIComponent('" }) { totalCount } }')}`;
    const refused = await key.fetch(search('Caf%E9'));
    expect([refused.status, await refused.json()]).toMatchObject([400, { errors: [{ message: 'query is not valid UTF-8' }] }]);
    expect(await status(key, {}, `${ASK}&variables=%FF`)).toBe(400);
    expect(await status(key, {}, search('Caf%C3%A9'))).toBe(200);
  });
});

describe('an invalid API key', () => {
  const asked = (authorization: string, query = '{ __typename }') => post({ query }, { authorization }, server.stranger());

  test('gets 401 with GraphQL errors, even for public fields and together with a session', async () => {
    const wrong = `${key.headers.authorization!.slice(0, -1)}x`;
    for (const authorization of [wrong, 'Bearer', 'Bearer a b', 'bearer nobody']) {
      const { status, headers, body } = await asked(authorization);
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(body).toEqual({ errors: [{ message: expect.any(String), extensions: { code: 'UNAUTHENTICATED' } }] });
    }
    expect((await post({ query: '{ __typename }' }, { authorization: 'Bearer nobody' })).status).toBe(401);
  });

  test('gets the same after it was revoked or has expired', async () => {
    for (const change of [sql`is_revoked = true`, sql`expires_at = now() - interval '1 second'`]) {
      const client = await server.withKey();
      expect((await asked(client.headers.authorization!)).status).toBe(200);
      await server.services.database.query(
        sql`update api_key set ${change} where name = (select name from api_key order by created_at desc limit 1)`,
      );
      expect((await asked(client.headers.authorization!)).status).toBe(401);
    }
  });
});

test('a request from another site is refused with GraphQL errors', async () => {
  const answer = await post({ query: '{ me { id } }' }, { 'sec-fetch-site': 'cross-site' });
  expect(answer).toMatchObject({ status: 403, body: { errors: [{ extensions: { code: 'FORBIDDEN' } }] } });
});

test('OPTIONS lists the methods; others are refused with that list', async () => {
  const options = await server.stranger().fetch('/graphql', { method: 'OPTIONS' });
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, POST, OPTIONS']);
  const put = await server.admin.fetch('/graphql', { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{}' });
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST, OPTIONS']);
});
