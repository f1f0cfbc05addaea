/** Files designed to use up the server's time or memory: refused with a short message, while everyone else is served. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readFramework } from '../../src/domains/framework/framework.reader';
import { cli } from '../kit/cli';
import { GraphQLClient } from '../kit/client';
import { createTestDatabase } from '../kit/database';
import { healthDuring } from '../kit/health';
import { type ServerProcess, Servers } from '../kit/process';
import { scaled } from '../kit/scale';

/** The target is one second; a machine that is busy with other tests gets more. */
const SLOWEST_MS = scaled(10_000, 1_000);
const MAX_BYTES = 33_554_432;
/** The size of most kinds. */
const LARGEST = scaled(8_388_608, MAX_BYTES);

const folder = mkdtempSync(path.join(tmpdir(), 'vetgraph-imports-'));
const servers = new Servers();
let database: { url: string; drop(): Promise<void> };
let server: ServerProcess;
let admin: GraphQLClient;
let other: GraphQLClient;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await servers.start({ DATABASE_URL: database.url }).ready();
  admin = await servers.signIn(server);
  await admin.data(`mutation { updateSettings(input: { apiKeysEnabled: true }) { settings { apiKeysEnabled } } }`);
  const created = await admin.data<{ createApiKey: { token: string } }>(
    `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { token } }`,
    { input: { name: 'Other', permissions: ['frameworks:view', 'frameworks:edit'] } },
  );
  other = new GraphQLClient(server.url, { authorization: `Bearer ${created.createApiKey.token}` });
});
afterAll(async () => {
  await servers.stop();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Repeats a part until the file has nearly the largest size. */
const filled = (part: string, head: string, tail: string, size = LARGEST) =>
  head + part.repeat(Math.floor((size - head.length - tail.length) / part.length)) + tail;

async function upload(content: string, name: string, client = admin) {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  const response = await client.fetch('/imports/framework', { method: 'POST', body: form });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.text() };
}

/** The server's peak memory, in MB. */
const peakOf = ({ pid }: ServerProcess) => Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;

const CATALOG = '{"catalog":{"metadata":{"title":"T"},';
const param = (id: string, value: string) => `{"id":"${id}","values":["${value}"]},`;
/** Each parameter refers to the one before several times; each control refers to the last. */
const expanding = [
  `${CATALOG}"params":[`,
  param('p0', 'x'.repeat(1_900)),
  ...Array.from({ length: 7 }, (_, n) => param(`p${n + 1}`, `{{p${n}}}`.repeat(250))),
  '{"id":"z"}],"controls":[',
  ...Array.from(
    { length: 4_000 },
    (_, n) =>
      `{"id":"c${n}","title":"t","parts":[{"name":"statement","prose":"${'{{p0}}'.repeat(9)}${'{{p7}}'.repeat(n % 2 ? 0 : 80)}"}]},`,
  ),
  '{"id":"z","title":"t"}]}}',
].join('');

const EXPANDED = /more than 10,000,000 characters when its parameters are written out/;

const FILES: [what: string, name: string, content: () => string, words: RegExp][] = [
  [
    'a catalog of very many controls',
    'x.json',
    () => filled('{"id":"a","title":"t"},', `${CATALOG}"controls":[`, '{}]}}', MAX_BYTES),
    /values limit/,
  ],
  [
    'a catalog of many groups of many controls',
    'x.json',
    () => filled(`{"title":"g","controls":[${'{"id":"a","title":"t"},'.repeat(9_000)}{}]},`, `${CATALOG}"groups":[`, '{}]}}', 6_500_000),
    /title is required/,
  ],
  [
    'a catalog with errors everywhere',
    'x.json',
    () => filled(`{"controls":[${'{},'.repeat(19_000)}{}]},`, `${CATALOG}"groups":[`, '{}]}}', 1_400_000),
    /is required/,
  ],
  [
    'a catalog of deeply nested groups',
    'x.json',
    () => filled('{"title":"g","groups":[', `${CATALOG}"groups":[`, ''),
    /nesting limit of 100/,
  ],
  [
    'a catalog of one long title',
    'x.json',
    () => filled('x', `${CATALOG}"controls":[{"id":"a","title":"`, '"}]}}'),
    /longer than 1,000 characters/,
  ],
  [
    'a catalog of one long statement',
    'x.json',
    () =>
      filled(
        '{"name":"item","prose":"{{p}} [a](#b) "},',
        `${CATALOG}"params":[{"id":"p","values":["${'x'.repeat(1_900)}"]}],"controls":[{"id":"a","title":"t","parts":[{"name":"statement","parts":[`,
        '{}]}]}]}}',
        800_000,
      ),
    /guidance is longer than 20,000/,
  ],
  ['a catalog whose parameters expand it', 'x.json', () => expanding, EXPANDED],
  ['lists in a list', 'x.json', () => filled('[],', '{"name":"n","controls":[', '[]]}', MAX_BYTES), /values limit of 1,000,000/],
  ['lists that never end', 'x.json', () => filled('[', '', ''), /nesting limit of 100/],
  ['a string that never ends', 'x.json', () => filled('\\"', '{"name":"', ''), /not valid JSON/],
  ['a table of millions of rows', 'x.csv', () => filled('a,b\n', 'code,title\n', ''), /one row over the limit of 5,000/],
  ['a table of millions of empty rows', 'x.csv', () => filled(',\n', 'code,title\n', 'a'), /one line over the limit of 250,000/],
  ['a row of millions of cells', 'x.csv', () => filled(',', 'code,title\na,b', '\n', MAX_BYTES), /more than 1,000 cells/],
  ['a header of millions of cells', 'x.csv', () => filled('a;', '', '\n'), /more than 1,000 cells/],
  [
    'an unclosed quote',
    'x.csv',
    () => filled('a\n', 'code,title\na,"', ''),
    /row of more than 1,000,000 characters; check for an unclosed quote/,
  ],
];

test.each(FILES)('%s', async (_what, name, content, words) => {
  const file = content();
  expect(file.length).toBeLessThanOrEqual(MAX_BYTES);
  let answer: Awaited<ReturnType<typeof upload>>;
  const health = await healthDuring(server.url, async () => (answer = await upload(file, name)), 50);
  expect([answer!.status, answer!.body]).toEqual([400, expect.stringMatching(words)]);
  expect(answer!.body.length).toBeLessThan(16_384);
  expect(health).toEqual({ slowest: expect.any(Number) as number, refused: 0 });
  expect(health.slowest).toBeLessThan(SLOWEST_MS);
});

test('a file within the limits is imported while others are served', async () => {
  const controls = Array.from({ length: 4_900 }, (_, n) => ({ code: `C-${n}`, title: 't', guidance: 'g'.repeat(2_000) }));
  let answer: Awaited<ReturnType<typeof upload>>;
  const health = await healthDuring(
    server.url,
    async () => (answer = await upload(JSON.stringify({ name: 'Large', controls }), 'x.json')),
    50,
  );
  expect(answer!.status).toBe(201);
  expect(health.slowest).toBeLessThan(SLOWEST_MS);
});

test('the largest GraphQL inputs are parsed off the main thread too', async () => {
  const IMPORTS: [string, object][] = [
    [
      `mutation ($input: ImportVendorsInput!) { importVendors(input: $input) { created invalid } }`,
      { csv: filled('a,x\n', 'name,contactEmail\n', '', 700_000), dryRun: true },
    ],
    [
      `mutation ($input: ImportVendorsInput!) { importVendors(input: $input) { created invalid } }`,
      { csv: filled('a,b@c.d\n', 'name,contactEmail\n', '', 160_000), dryRun: true },
    ],
    [
      `mutation ($input: ImportVendorsInput!) { importVendors(input: $input) { created invalid } }`,
      {
        csv: filled(
          ',,x,x,x,x,x\n',
          'name,contactEmail,tier,dataSensitivity,contractRenewalDate,contractValue,geographicRisk\n',
          '',
          590_000,
        ),
        dryRun: true,
      },
    ],
    [
      `mutation ($input: ImportFrameworkCsvInput!) { importFrameworkCsv(input: $input) { framework { id } } }`,
      { name: 'N', csv: filled(',', 'code,title\n', '', 700_000) },
    ],
    [
      `mutation ($input: ImportFrameworkInput!) { importFramework(input: $input) { framework { id } } }`,
      { framework: { catalog: { metadata: { title: 'T' }, groups: Array(15).fill({ controls: Array(20_000).fill({}) }) } } },
    ],
    [
      `mutation ($input: ImportTemplateInput!) { importTemplate(input: $input) { template { id } } }`,
      { template: { name: 'T', sections: Array(50).fill({ title: 'S', questions: Array(1_000).fill({ text: 'x' }) }) } },
    ],
    [
      `mutation ($input: ImportCrosswalkInput!) { importCrosswalk(input: $input) { relationCount } }`,
      { fromFrameworkId: 'x', toFrameworkId: 'y', csv: filled('a,b,equal\n', 'from,to,relation\n', '', 700_000) },
    ],
  ];
  for (const [query, input] of IMPORTS) {
    const health = await healthDuring(
      server.url,
      async () => {
        const answer = JSON.stringify(await admin.ask(query, { input }));
        expect(answer).toMatch(/"code":"BAD_USER_INPUT"|"created"/);
        expect(answer.length).toBeLessThan(16_384);
      },
      50,
    );
    expect([query, health.slowest < SLOWEST_MS]).toEqual([query, true]);
  }
});

test('a caller imports one file at a time; others go on', async () => {
  const file = filled('a,b\n', 'code,title\n', '', 8_000_000);
  const [first, second, third] = await Promise.all([upload(file, 'x.csv'), upload(file, 'x.csv'), upload(file, 'x.csv', other)]);
  const [done, refused] = first.status === 429 ? [second, first] : [first, second];
  expect([done.status, third.status]).toEqual([400, 400]);
  expect(refused).toEqual({ status: 429, retryAfter: '5', body: expect.stringContaining('Another of your imports is still running') });
  // It no longer counts once it is done.
  expect((await upload('code,title\nA,B\n', 'Small.csv')).status).toBe(201);
});

test('many small files at once hold nobody up', async () => {
  const query = `mutation ($input: ImportFrameworkCsvInput!) { importFrameworkCsv(input: $input) { framework { id } } }`;
  const input = { name: 'N', csv: filled('c,t,g\n', 'code,title,guidance\n', '', 30_000) };
  let answers: string[] = [];
  const health = await healthDuring(
    server.url,
    async () => {
      answers = await Promise.all(Array.from({ length: 40 }, async () => JSON.stringify(await admin.ask(query, { input }))));
    },
    50,
  );
  expect(answers.filter((answer) => answer.includes('is already used'))).not.toEqual([]);
  expect(health.slowest).toBeLessThan(scaled(10_000, 1_000));
});

test('the server has stayed small and healthy, with no stray process', async () => {
  expect(peakOf(server)).toBeLessThan(1_000);
  expect((await admin.ask('{ me { id } }')).errors).toBeUndefined();
  expect(server.output).not.toMatch(/unexpected error|import reader failed/);
});

test('the command line has the same limits', async () => {
  const file = path.join(folder, 'x.yaml');
  await writeFile(file, filled('a,', 'a: [', ']', 4_000_000));
  const { code, stderr } = await cli({ DATABASE_URL: database.url }, ['framework', 'import', file]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/values limit|more memory|takes longer/)]);
});

test.each<[string, () => string, RegExp]>([
  [
    'anchors that double',
    () => `a0: &a0 [x]\n${Array.from({ length: 40 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]\n`).join('')}`,
    /values limit/,
  ],
  [
    'anchors of long texts',
    () =>
      `name: N\ng: &g ${'x'.repeat(20_000)}\ncontrols:\n${Array.from({ length: 4_000 }, (_, n) => `  - {code: c${n}, title: t, guidance: *g}\n`).join('')}`,
    /characters limit/,
  ],
  [
    'anchors of longish texts',
    () =>
      `name: N\ng: &g ${'x'.repeat(3_000)}\ncontrols:\n${Array.from({ length: 4_000 }, (_, n) => `  - {code: c${n}, title: t, guidance: *g}\n`).join('')}`,
    /have more than 10,000,000 characters/,
  ],
  ['an anchor inside itself', () => 'name: N\ncontrols: &c [*c]\n', /nesting limit/],
  ['deeply nested lists', () => filled('[', 'a: ', '', 200_000), /nesting exceeded/],
  ['an endless name', () => filled('x', 'a: *', '', 200_000), /unidentified alias/],
  ['more than the maximum size', () => filled('# x\n', '', '', 4_200_000), /larger than 4 MiB/],
])('YAML: %s', (_what, content, words) => {
  const refusal = thrownBy(() => readFramework({ format: 'yaml', content: content() }));
  expect(refusal.message).toMatch(words);
  expect(refusal.message.length).toBeLessThan(1_000);
});

function thrownBy(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}
