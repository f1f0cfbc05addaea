/** Persisted queries by hash, and trusted operations only. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getIntrospectionQuery } from 'graphql';
import { readConfig } from '../../src/kernel/config';
import { sharedGraphQLSchema } from '../../src/schema';
import { Executor } from '../../src/graphql/engine/execute';
import { readTrusted } from '../../src/graphql/trusted';
import { startServer } from '../../src/server';
import type { GraphQLClient } from '../kit/client';
import { ADMIN, startTestServer, type TestServer } from '../kit/server';
import { asOfText } from '../../src/web/api/as-of';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const byHash = (text: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash: sha256(text) } } });

interface Asked {
  status: number;
  code?: string;
  data?: unknown;
}

async function post(client: GraphQLClient, body: object): Promise<Asked> {
  return told(
    await client.fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  );
}

function get(client: GraphQLClient, body: Record<string, unknown>): Promise<Asked> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) search.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  return client.fetch(`/graphql?${search}`, { headers: { 'apollo-require-preflight': '1' } }).then(told);
}

async function told(response: Response): Promise<Asked> {
  const { data, errors } = (await response.json()) as { data?: unknown; errors?: { extensions: { code: string } }[] };
  return { status: response.status, code: errors?.[0]?.extensions.code, data };
}

const NOT_FOUND = { code: 'PERSISTED_QUERY_NOT_FOUND', data: undefined };

describe('automatic persisted queries', () => {
  let server: TestServer;
  beforeAll(async () => (server = await startTestServer()));
  afterAll(() => server.stop());

  test.each([
    ['POST', post],
    ['GET', get],
  ])('by %s: the hash, then the hash with the text, then the hash alone', async (way, send) => {
    const query = `query By${way}($n: Int) { vendors(first: $n) { totalCount } }`;
    expect(await send(server.admin, byHash(query))).toMatchObject(NOT_FOUND);
    expect(await send(server.admin, { query, ...byHash(query) })).toMatchObject({ status: 200, data: { vendors: { totalCount: 0 } } });
    expect(await send(server.admin, { ...byHash(query), variables: { n: 1 } })).toMatchObject({
      status: 200,
      data: { vendors: { totalCount: 0 } },
    });
    expect(await send(server.admin, { documentId: `sha256:${sha256(query)}` })).toMatchObject({
      status: 200,
      data: { vendors: { totalCount: 0 } },
    });
    // The caller is checked every time.
    expect(await send(server.stranger(), byHash(query))).toMatchObject({ code: 'UNAUTHENTICATED', data: null });
  });

  test('a hash of another text is refused, and nothing is stored under it', async () => {
    const query = '{ me { id } }';
    const other = '{ me { email } }';
    for (const hash of [sha256(other), sha256(query).toUpperCase(), 'x', '']) {
      const extensions = { persistedQuery: { version: 1, sha256Hash: hash } };
      expect(await post(server.admin, { query, extensions })).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
      expect(await post(server.admin, { extensions })).toMatchObject(NOT_FOUND);
    }
    for (const sha256Hash of [null, 5, {}, undefined]) {
      expect(await post(server.admin, { query, extensions: { persistedQuery: { version: 1, sha256Hash } } })).toMatchObject({
        code: 'BAD_REQUEST',
      });
    }
  });

  test.each([
    ['that anonymous callers may not run', '{ vendors { totalCount } }', () => server.stranger()],
    ['that does not parse', '{ vendors {', () => server.admin],
    ['that does not match the schema', '{ vendrs { totalCount } }', () => server.admin],
    ['that exceeds a limit', `{ ${Array.from({ length: 51 }, (_, i) => `a${i}: __typename`).join(' ')} }`, () => server.admin],
    ['with invalid variables', 'query ($n: Int!) { vendors(first: $n) { totalCount } }', () => server.admin],
  ])('a text %s is not stored', async (_, query, client) => {
    expect((await post(client(), { query, ...byHash(query) })).code).toBeDefined();
    expect(await post(server.admin, byHash(query))).toMatchObject(NOT_FOUND);
  });

  test('anonymous queries do not evict those of others, and take limited space', async () => {
    const query = '{ me { id name } }';
    const long = (n: number) => `{ __typename } # ${n} ${'y'.repeat(60_000)}`;
    await post(server.admin, { query, ...byHash(query) });
    for (let n = 0; n < 30; n++) expect((await post(server.stranger(), { query: long(n), ...byHash(long(n)) })).status).toBe(200);
    expect((await post(server.admin, byHash(query))).data).toBeDefined();
    expect(await post(server.stranger(), byHash(long(0)))).toMatchObject(NOT_FOUND);
    expect((await post(server.stranger(), byHash(long(29)))).data).toEqual({ __typename: 'Query' });
  });
});

describe('trusted operations', () => {
  const COUNT = 'query Count { vendors { totalCount } }';
  const LOGIN = 'mutation ($input: LoginInput!) { login(input: $input) { user { id } } }';
  const folder = mkdtempSync(path.join(tmpdir(), 'vetgraph-manifest-'));
  const file = (content: unknown) => {
    const name = path.join(folder, `${Math.random()}.json`);
    writeFileSync(name, typeof content === 'string' ? content : JSON.stringify(content));
    return name;
  };
  const manifest = (...operations: object[]) => ({ format: 'apollo-persisted-query-manifest', version: 1, operations });
  const executor = new Executor(sharedGraphQLSchema());
  let server: TestServer;
  beforeAll(async () => {
    const operations = [
      { id: sha256(COUNT), name: 'Count', type: 'query', body: COUNT },
      { id: 'login', name: '', type: 'mutation', body: LOGIN },
    ];
    server = await startTestServer({ trustedOperations: file(manifest(...operations)) });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  test('run by id, by documentId and by text', async () => {
    const counted = { status: 200, code: undefined, data: { vendors: { totalCount: 0 } } };
    for (const send of [post, get]) {
      for (const body of [byHash(COUNT), { documentId: sha256(COUNT) }, { query: COUNT }, { query: COUNT, ...byHash(COUNT) }]) {
        expect(await send(server.admin, body)).toEqual(counted);
      }
    }
    const byId = { extensions: { persistedQuery: { version: 1, sha256Hash: 'login' } }, variables: { input: ADMIN } };
    expect((await post(server.stranger(), byId)).data).toBeDefined();
    expect(await post(server.stranger(), byHash(COUNT))).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test.each([
    ['other text', { query: '{ me { id } }' }],
    ['the same text with different spacing', { query: `${COUNT} ` }],
    ['an additional operation', { query: `${COUNT} query Other { me { id } }`, operationName: 'Other' }],
    ['text with its hash', { query: '{ me { id } }', ...byHash('{ me { id } }') }],
    ['introspection', { query: getIntrospectionQuery() }],
    ['a type’s name', { query: '{ __typename }' }],
  ])('are all that runs: %s', async (_, body) => {
    for (const send of [post, get]) {
      expect(await send(server.admin, body)).toEqual({ status: 403, code: 'OPERATION_NOT_TRUSTED', data: undefined });
      if (body.query) expect(await send(server.admin, byHash(body.query))).toMatchObject(NOT_FOUND);
    }
  });

  test('refuse a text under the id of another', async () => {
    expect(await post(server.admin, { query: LOGIN, ...byHash(COUNT) })).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  });

  test('include those of the web application, and the REST API still works', async () => {
    const web = path.join(__dirname, '../../src/web');
    const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.generated.ts'));
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const sent = files.flatMap((name) => Object.values(require(path.join(web, name)) as Record<string, { name: string; text: string }>));
    expect(sent.length).toBeGreaterThan(50);
    const codes = new Map<string, string | undefined>();
    for (const { name, text } of sent) {
      codes.set(name, (await post(server.stranger(), { query: text, operationName: name })).code);
      codes.set(`${name} of the past`, (await post(server.stranger(), { query: asOfText(text), operationName: name })).code);
    }
    expect([...codes].filter(([, code]) => code === 'OPERATION_NOT_TRUSTED')).toEqual([]);
    expect((await server.admin.fetch('/api/v1/vendors')).status).toBe(200);
  });

  test('can come from a Relay manifest', async () => {
    const relay = await startServer({ ...server.services.config, port: 0, trustedOperations: file({ d41d8: COUNT }) });
    try {
      const response = await fetch(`${relay.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: server.admin.cookie },
        body: '{"documentId":"d41d8"}',
      });
      expect(await response.json()).toEqual({ data: { vendors: { totalCount: 0 } } });
    } finally {
      await relay.stop();
    }
  });

  test.each<[string, unknown, RegExp]>([
    ['that is not JSON', '{', /it is not JSON$/],
    ['of another format', { format: 'x', version: 1, operations: [] }, /it must be an Apollo manifest, \{"format".*, or a Relay one, /],
    ['of another version', { ...manifest(), version: 2 }, /it must be an Apollo manifest/],
    ['that is a list', [COUNT], /it must be an Apollo manifest/],
    ['with an operation without text', manifest({ id: 'x' }), /it must be an Apollo manifest/],
    ['with an operation that does not parse', manifest({ id: 'x', body: '{' }), /the operation "x" can't run here: Syntax Error/],
    [
      'with an operation that does not match the schema',
      manifest({ id: 'x', body: '{ nope }' }),
      /the operation "x" can't run here: Cannot query field "nope"/,
    ],
    ['with two operations in one', manifest({ id: 'x', body: `${COUNT} query B { me { id } }` }), /exactly one operation/],
    [
      'with two texts under one id',
      manifest({ id: 'x', body: COUNT }, { id: 'x', body: '{ me { id } }' }),
      /two operations have the id "x"/,
    ],
  ])('a manifest %s is refused with one line', (_, content, words) => {
    const name = file(content);
    let message = '';
    try {
      readTrusted(name, executor, 65_536);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain(`TRUSTED_OPERATIONS: "${name}" can't be used: `);
    expect(message).toMatch(words);
    expect(message).not.toContain('\n');
  });

  test('a missing manifest stops the start', async () => {
    const { trustedOperations } = readConfig({ TRUSTED_OPERATIONS: '/nowhere.json' });
    await expect(startServer({ ...server.services.config, port: 0, trustedOperations })).rejects.toThrow(
      `TRUSTED_OPERATIONS: "/nowhere.json" can't be used: it can't be read (ENOENT)`,
    );
  });
});
