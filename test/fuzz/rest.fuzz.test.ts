import fc from 'fast-check';
import { type DefinedOperation, facadePart, readDefinition } from '../../rest-facade/definition';
import { sql } from '../../src/database/sql';
import { Assessor } from '../kit/assessed';
import { parseCsv } from '../kit/csv';
import { moment } from '../kit/past';
import { NOWHERE, RestClient } from '../kit/rest';
import { scaled } from '../kit/scale';
import { startTestServer, type TestServer } from '../kit/server';

/**
 * Sends every operation of openapi.yaml valid, invalid and hostile requests. The client rejects responses that the document
 * doesn't describe; besides, none may be a 5xx or leak stack traces or SQL. FUZZ_RUNS makes it run longer.
 */
const RUNS = Number(process.env.FUZZ_RUNS ?? scaled(80, 200));
const PRINTED = ['getAssessmentPdf', 'getPortfolioReport', 'getVendorFrameworkReport'];
const TELLTALE = /\n\s+at |node_modules|\.[jt]s:\d|syntax error|violates|duplicate key|relation "|column "|SQLSTATE/i;

interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
}

interface Parameter {
  name: string;
  in: string;
  schema: Schema;
}

type Route = Omit<DefinedOperation, 'parameters'> & { parameters: Parameter[] };

const definition = facadePart(readDefinition());
/** Resolves a reference. */
function at<T extends object>(node: T | { $ref: string }): T {
  if (!('$ref' in node)) return node;
  const [, ...keys] = node.$ref.split('/');
  return keys.reduce<unknown>((found, key) => (found as Record<string, unknown>)[key], definition) as T;
}

/** Changes first, so that reads see what they left behind; deletions last. */
const ORDER = ['post', 'put', 'patch', 'get', 'delete'];
const routes = Object.entries(definition.paths!)
  .flatMap(([path, item]) => {
    const { parameters: shared = [], ...operations } = item as { parameters?: Parameter[] } & Record<string, Route>;
    return Object.entries(operations).map(([method, operation]) => {
      const own = operation as Route;
      return { ...own, path, method, parameters: [...shared, ...(own.parameters ?? [])].map(at) };
    });
  })
  .sort((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method)) as Route[];

let server: TestServer;
let api: RestClient;
/** Values of path and query parameters that refer to existing records. */
const known: Record<string, string[]> = {};

beforeAll(async () => {
  server = await startTestServer({ restRateLimit: 0 });
  api = new RestClient(server.admin); // a key may read the audit log only a limited number of times
  const assessor = await Assessor.prepare(server);
  const made = [];
  for (const externalId of ['E-1', 'E-2', 'E-3']) made.push(await assessor.completed({ name: externalId, externalId }));
  await assessor.certify(made[0]!.vendorId, { name: 'ISO 27001' });
  await assessor.comment(made[0]!.id, 'Well');
  const findings = await server.services.database.query<{ id: string }>(sql`select id from finding`);
  known.vendorId = made.map(({ vendorId }) => vendorId);
  known.assessmentId = made.map(({ id }) => id);
  known.findingId = findings.map(({ id }) => id);
  known.frameworkId = [assessor.frameworkId];
  known.templateId = [assessor.templateId];
});
beforeEach(async () => {
  const vendors = await server.services.database.query<{ id: string }>(sql`
    select external_id as id from vendor where external_id is not null limit 50`);
  known.externalId = vendors.map(({ id }) => id);
  known.asOf = [moment()];
});
afterAll(() => server.stop());

const HOSTILE = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\ufffe',
  '\u202e',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e400',
  '9'.repeat(400),
  '99999999999999999999',
  '-0',
  '0x10',
  '1.5',
  'true',
  "'; drop table vendor; --",
  "' or '1'='1",
  '" or 1=1 --',
  '%',
  '_',
  '\\',
  "\\'",
  '$1',
  '${x}',
  '{{x}}',
  '%s%n',
  "=cmd|' /C calc'!A0",
  '@SUM(1)',
  '+1',
  '-1+1',
  '\t=1',
  '\r\nSet-Cookie: a=b',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'Zoë 東京 🚀',
  'ﷺ',
  'ı',
  'e\u0301',
  'x'.repeat(5_000),
  '2026-02-30',
  '0000-00-00',
  '10000-01-01',
  '2026-01-01T00:00:00+99:99',
  '-271821-04-19',
  NOWHERE,
];
const hostile = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 40 }), fc.string());

const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
const FORMATS: Record<string, fc.Arbitrary<unknown>> = {
  date: day.map((date) => date.toISOString().slice(0, 10)),
  'date-or-date-time': day.map((date) => date.toISOString()),
  email: fc.oneof(fc.constant('ada@acme.example'), fc.emailAddress()),
};

/** A value allowed by the schema. */
function allowed(reference: Schema): fc.Arbitrary<unknown> {
  const schema = at(reference);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.format && FORMATS[schema.format]) return FORMATS[schema.format]!;
  if (schema.type === 'integer') return fc.integer({ min: 1, max: 100 });
  if (schema.type === 'array') return fc.array(allowed(schema.items!), { maxLength: 5 });
  return fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
}

/** A segment of a path; dots alone would be resolved before they are sent. */
function segment(name: string, isPrinted: boolean): fc.Arbitrary<string> {
  const encoded = hostile.map(encode).filter(isSegment);
  const odd = fc.constantFrom('%00', '%zz', '%ff', '%ED%A0%80', '%2F', '%25', '%3F', '%23', 'a%0d%0ab');
  // Printing is slow and tested elsewhere: here it only gets unknown ids.
  const names = isPrinted ? [NOWHERE] : known[name]!.map(encode).filter(isSegment);
  const real = { weight: 4, arbitrary: fc.constantFrom(...names) };
  return fc.oneof(real, { weight: 3, arbitrary: encoded }, { weight: 1, arbitrary: odd });
}

const isSegment = (text: string) => !/^(\.|%2e)*$/i.test(text);

function query(parameters: Parameter[]): fc.Arbitrary<string> {
  const pairs = parameters.map(({ name, schema }) => {
    const good = known[name] ? fc.constantFrom(...known[name]) : allowed(schema).map(String);
    const value = fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: hostile });
    return fc.option(
      value.map((text) => `${encode(name)}=${encode(text)}`),
      { nil: '' },
    );
  });
  const more = fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom('__proto__=1', 'page[]=1', 'page=1&page=2', '%zz', '=', '&&', '%00=%00') },
    { weight: 1, arbitrary: fc.tuple(hostile, hostile).map(([name, value]) => `${encode(name)}=${encode(value)}`) },
  );
  return fc.tuple(...pairs, more).map((parts) => parts.filter((part) => part !== '').join('&'));
}

function body(schema: Schema): fc.Arbitrary<string> {
  const wrong = fc.oneof(hostile, fc.jsonValue({ maxDepth: 3 }));
  const fields = Object.entries(schema.properties!).map(([name, field]) => {
    const value = fc.oneof({ weight: 20, arbitrary: allowed(field) }, { weight: 1, arbitrary: wrong });
    const freq = schema.required?.includes(name) ? 20 : 2; // leaves out one in so many
    return [name, fc.option(value, { nil: undefined, freq })] as const;
  });
  const record = fc.record(Object.fromEntries(fields)).map((value) => JSON.stringify(value));
  const text = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value)),
    fc.constantFrom(
      '',
      '{',
      '[]',
      'null',
      '"x"',
      '1e400',
      '{"name":1e400}',
      '{"name":"\\ud800"}',
      '{"tags":["\\u0000"]}',
      '{"__proto__":{"name":"x"}}',
      '{"constructor":{"prototype":{}}}',
      '['.repeat(5_000),
      '{"a":'.repeat(2_000),
      '{"name":"a","name":{}}',
      '\ufeff{}',
      "{'name':1}",
    ),
    hostile,
  );
  return fc.oneof({ weight: 5, arbitrary: record }, { weight: 1, arbitrary: text });
}

/** Half of a surrogate pair has no UTF-8 encoding: its bytes are sent as they would look. */
function encode(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
}

/** No cell that a spreadsheet would run. */
function assertHarmless(cells: string[]): void {
  const formula = cells.find((cell) => /^[=+\-@\t\r]/.test(cell) && !/^[+-]?\d+(\.\d+)?$/.test(cell));
  if (formula !== undefined) throw new Error(`a formula: ${formula}`);
}

describe.each(routes.map((route) => [route.operationId!, route] as const))('%s', (operationId, route) => {
  const isPrinted = PRINTED.includes(operationId);
  const content = (route.requestBody as { content?: Record<string, { schema: Schema }> } | undefined)?.content;

  test(
    'responds as documented, whatever the request',
    async () => {
      const inPath = route.parameters.filter((parameter) => parameter.in === 'path');
      const request = fc.record({
        segments: fc.tuple(...inPath.map(({ name }) => segment(name, isPrinted))),
        query: query(route.parameters.filter((parameter) => parameter.in === 'query')),
        key: fc.option(fc.constantFrom('k-1', 'k-2', '', 'ä', "' or 1=1", '__proto__', 'x'.repeat(300)), { freq: 1 }),
        body: content ? body(at(content['application/json']!.schema)) : fc.constant(undefined),
      });
      const seen = new Set<number>();
      const ask = fc.asyncProperty(request, async ({ segments, query, key, body }) => {
        const path = inPath.reduce((text, { name }, n) => text.replace(`{${name}}`, () => segments[n]!), route.path);
        const headers = {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key !== null && { 'idempotency-key': key }),
        };
        const init = { method: route.method.toUpperCase(), headers, body };
        const { status, text, headers: answered } = await api.request(query ? `${path}?${query}` : path, init);
        seen.add(status);
        if (status >= 500 && !(isPrinted && status === 503)) throw new Error(`${status}: ${text}`);
        if (status >= 400 && TELLTALE.test(text)) throw new Error(`it reveals too much: ${text}`);
        if (answered.get('content-type')?.startsWith('text/csv')) assertHarmless(parseCsv(text).flat());
      });
      await fc.assert(ask, { numRuns: operationId === 'getPortfolioReport' ? 1 : RUNS });
      const isServed = () => isPrinted || [...seen].some((status) => status < 300);
      for (let more = 0; more < 5 && !isServed(); more++) await fc.assert(ask, { numRuns: RUNS });
      expect(isServed()).toBe(true);
    },
    60_000 + RUNS * 200,
  );
});

test('the stored data is still there, and the audit log is intact', async () => {
  expect((await api.get('/v1/vendors')).status).toBe(200);
  expect((await api.get('/v1/audit?format=csv')).status).toBe(200);
});
