/** Queries that are cheap to send and expensive to answer: refused before they run, with the limit named. */
import { getIntrospectionQuery } from 'graphql';
import { createTestDatabase } from '../kit/database';
import { ask, graphQL } from '../kit/load';
import { type ServerProcess, Servers } from '../kit/process';
import { scaled } from '../kit/scale';

/** The target is 200 ms; a machine that is busy with other tests gets more. */
const LIMIT_MS = scaled(30_000, 200);

const servers = new Servers();
let database: { url: string; drop(): Promise<void> };
let server: ServerProcess;
let headers: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await servers.start({ DATABASE_URL: database.url, NODE_ENV: 'production' }).ready();
  headers = { cookie: (await servers.signIn(server)).cookie };
});
afterAll(async () => {
  await servers.stop();
  await database.drop();
});

const many = (count: number, part: (n: number) => string) => Array.from({ length: count }, (_, n) => part(n)).join(' ');
const doubling = (levels: number, last: string) =>
  `{ ...f0 } ${many(levels, (n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`)} fragment f${levels} on Query { ${last} }`;
const nested = (levels: number, open: string, inner: string) => `${open.repeat(levels)}${inner}${'}'.repeat(levels)}`;

const ABUSES: [what: string, query: string, words: RegExp, variables?: object][] = [
  ['fragments that double', doubling(25, 'settings { organizationName }'), /fields limit of 1000/],
  ['fragments that double, with aliases', doubling(25, 'a: settings { organizationName }'), /aliases limit of 50/],
  ['fragments that double, with directives', doubling(25, 'settings @include(if: true) { organizationName }'), /directives limit of 50/],
  ['fragments nested a thousand levels deep', doubling(300, 'settings { organizationName }'), /levels limit of 64/],
  ['a fragment inside itself', '{ ...a } fragment a on Query { ...a }', /Cannot spread fragment/],
  [
    'circular fragments',
    '{ ...a } fragment a on Query { ...b } fragment b on Query { ...c } fragment c on Query { ...a }',
    /Cannot spread fragment/,
  ],
  [
    'deeply nested objects',
    `{ vendors { nodes { ${nested(20, 'assessments { nodes { vendor { ', 'id').replace(/}+$/, '')}${'}'.repeat(60)} } } }`,
    /depth limit of 16/,
  ],
  ['deeply nested inline fragments', `{ ${nested(800, '... on Query { ', 'settings { organizationName } ')} }`, /levels limit of 64/],
  [
    'deeply nested introspection types',
    `{ __schema { types { fields { type { ${nested(16, 'ofType { ', 'name')} } } } } }`,
    /depth limit of 16/,
  ],
  ['aliases', `{ ${many(60, (n) => `a${n}: vendors(first: 1) { totalCount }`)} }`, /aliases limit of 50/],
  ['directives', `{ me { id ${'@include(if: true) '.repeat(60)} } }`, /directives limit of 50|only be used once/],
  ['unknown directives', `{ me { id ${'@x '.repeat(60)} } }`, /directives limit of 50/],
  [
    'pages of pages of pages',
    '{ vendors(first: 100) { nodes { assessments(first: 100) { nodes { questions { id text } findings { id } } } } } }',
    /complexity limit of/,
  ],
  [
    'page sizes in variables',
    'query ($n: Int) { vendors(first: $n) { nodes { assessments(first: $n) { nodes { questions { id text } findings { id } } } } } }',
    /complexity limit of/,
    { n: 100 },
  ],
  ['a page beyond the maximum size', '{ vendors(first: 1000000) { totalCount } }', /complexity limit of|first/],
  ['a list inside itself', '{ frameworks { controls { framework { controls { id } } } } }', /inside/],
  ['endless tokens', `{ ${'id '.repeat(6_000)} }`, /token/],
  ['the same field over and over', `{ ${'vendors(first: 100) { nodes { id name notes tags } } '.repeat(240)} }`, /fields limit of 1000/],
  [
    'unused fragments that double',
    doubling(25, 'settings { organizationName }').replace('{ ...f0 }', '{ me { id } }'),
    /fields limit of 1000/,
  ],
  ['unused circular fragments', '{ me { id } } fragment a on Query { ...b } fragment b on Query { ...a }', /Cannot spread fragment/],
  ['directives of an operation', `query q ${'@include(if: true) '.repeat(600)} { me { id } }`, /directives limit of 50/],
  ['directives of a fragment', `{ ...f } fragment f on Query ${'@x '.repeat(2_000)} { me { id } }`, /directives limit of 50/],
  ['directives of a variable', `query ($a: Int ${'@x '.repeat(2_000)}) { me { id } }`, /directives limit of 50/],
  ['variables', `query (${many(1_200, (n) => `$a${n}: Int`)}) { me { id } }`, /variables limit of 200/],
  ['long arguments over and over', `{ ${many(450, () => `vendor(id: "${'x'.repeat(100)}") { id }`)} }`, /repetitions limit of 50/],
  [
    'one field through many fragments',
    `{ ${many(330, (n) => `...f${n}`)} } ${many(330, (n) => `fragment f${n} on Query { me { id } }`)}`,
    /repetitions limit of 50/,
  ],
  ['deeply nested lists', `{ vendor(id: ${'['.repeat(500)}${']'.repeat(500)}) { id } }`, /nesting limit of 100/],
  ['lists too deep to parse', `{ vendor(id: ${'['.repeat(2_400)}${']'.repeat(2_400)}) { id } }`, /nesting limit of 100/],
  [
    'deeply nested input objects',
    `{ vendors(filter: ${'{a:'.repeat(1_200)}1${'}'.repeat(1_200)}) { totalCount } }`,
    /nesting limit of 100/,
  ],
  ['unknown fields', `{ ${many(900, (n) => `vendr${n}`)} }`, /Cannot query field/],
  ['an endless string', `{ ${'v'.repeat(500_000)} }`, /longer than 65,536 bytes/],
  ['an endless name', `{ ${'v'.repeat(50_000)} }`, /name length limit of 200/],
  [
    'deeply nested objects, included twice',
    'query ($b: Boolean!) { vendors(first: 100) @include(if: $b) { nodes { id ... @skip(if: $b) { id } } } vendors(first: 100) { nodes { assessments(first: 100) { nodes { questions { id text } findings { id } } } } } }',
    /complexity limit of/,
    { b: false },
  ],
  ['endless operations', many(1_200, (n) => `query q${n} { me { id } }`), /token|operation name/],
];

test.each(ABUSES)('%s', async (_what, query, words, variables = {}) => {
  const asked = graphQL(headers, query, variables);
  const started = performance.now();
  const { status, body } = await ask(server.url, undefined, asked);
  const took = performance.now() - started;
  const isInvalid = words.test('Cannot query field') || words.test('Cannot spread fragment');
  expect(status).toBe(isInvalid ? 200 : 400); // a query that doesn't match the schema isn't abuse, but is just as cheap to refuse
  const { errors, data } = JSON.parse(body) as { errors: { message: string; extensions: { code: string } }[]; data?: unknown };
  expect(errors[0]!.message).toMatch(words);
  expect(body.length).toBeLessThan(5_000);
  expect(errors[0]!.message.length).toBeLessThan(500);
  expect(errors[0]!.extensions.code).toBe(isInvalid ? 'GRAPHQL_VALIDATION_FAILED' : 'BAD_USER_INPUT');
  expect(data ?? null).toBeNull();
  expect(took).toBeLessThan(LIMIT_MS);
});

test('deeply nested variables', async () => {
  const query = 'mutation ($input: PortalSaveAnswersInput!) { portalSaveAnswers(input: $input) { assessment { title } } }';
  const input = `{"token":"x","answers":[{"questionId":"x","value":${'['.repeat(5_000)}${']'.repeat(5_000)}}]}`;
  const { status, body } = await ask(server.url, undefined, {
    ...graphQL({}, ''),
    body: `{"query":"${query}","variables":{"input":${input}}}`,
  });
  expect([status, body]).toEqual([400, expect.stringMatching(/nesting limit of 100/)]);
});

test('several operations in one request', async () => {
  const body = JSON.stringify(Array.from({ length: 50 }, () => ({ query: '{ me { id } }' })));
  const answer = await ask(server.url, undefined, { ...graphQL(headers, ''), body });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatch(/batch/i);
});

test('a body beyond 1 MiB', async () => {
  const answer = await ask(server.url, undefined, graphQL(headers, `{ me { id } } # ${'x'.repeat(1_100_000)}`));
  expect([answer.status, answer.body]).toEqual([413, expect.stringContaining('1 MiB')]);
});

test('introspection is refused to anonymous callers in production, and open to signed-in users', async () => {
  for (const query of [getIntrospectionQuery(), '{ __type(name: "Vendor") { name } }', '{ ... { s: __schema { types { name } } } }']) {
    const { body } = await ask(server.url, undefined, graphQL({}, query));
    expect(JSON.parse(body)).toMatchObject({
      errors: [{ message: expect.stringContaining('Introspection') as string, extensions: { code: 'UNAUTHENTICATED' } }],
      data: null,
    });
    expect(JSON.parse((await ask(server.url, undefined, graphQL(headers, query))).body)).not.toHaveProperty('errors');
  }
  // Misspelled names get no suggestions either.
  expect((await ask(server.url, undefined, graphQL({}, '{ vendor { idd } vendrs { id } }'))).body).not.toMatch(/Did you mean/);
});

test('the server still works afterwards', async () => {
  expect((await ask(server.url, undefined, graphQL(headers, '{ vendors { totalCount } }'))).status).toBe(200);
  expect(server.output).not.toMatch(/unexpected error/);
});
