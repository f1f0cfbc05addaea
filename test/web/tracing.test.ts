import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { readConfig } from '../../src/kernel/config';
import { sql } from '../../src/database/sql';
import { packageVersion } from '../../src/platform/package';
import { summaryOf } from '../../src/platform/tracing';
import { startTestServer, type TestServer } from '../kit/server';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  status?: { code: number };
}

const RESOURCE = { 'service.name': 'risk', 'service.version': '1.2.3' };

let server: TestServer;
let collector: Server;
let spans: Span[] = [];
let resource: Span['attributes'] = [];
let isAway = false;

beforeAll(async () => {
  collector = createServer((req, res) => {
    void json(req).then((body) => {
      const { resourceSpans } = body as { resourceSpans: { resource: Pick<Span, 'attributes'>; scopeSpans: { spans: Span[] }[] }[] };
      resource = resourceSpans[0]!.resource.attributes;
      if (!isAway && req.url === '/v1/traces' && req.headers['x-key'] === 'k 1') spans.push(...resourceSpans[0]!.scopeSpans[0]!.spans);
      res.statusCode = isAway ? 503 : 200;
      res.end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`;
  server = await startTestServer({ tracing: { endpoint, headers: { 'x-key': 'k 1' }, resource: RESOURCE } });
});
afterAll(async () => {
  await server.stop();
  collector.close();
});

async function spanOf(name: string, traceId?: string): Promise<Span> {
  for (const giveUp = Date.now() + 60_000; Date.now() < giveUp; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const found = spans.findLast((span) => span.name === name && (!traceId || span.traceId === traceId));
    if (found) return found;
  }
  throw new Error(`no span ${name} among ${spans.map((span) => span.name).join(', ')}`);
}

const attribute = ({ attributes }: Pick<Span, 'attributes'>, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

test('a request is one trace: request, resolver, statements', async () => {
  spans = [];
  await server.admin.data(`mutation AddVendor($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id name } } }`, {
    input: { name: 'Private GmbH', contactEmail: 'secret.person@example.org' },
  });
  const operation = await spanOf('mutation AddVendor');
  const request = await spanOf('POST /graphql', operation.traceId);
  const resolver = spans.find(({ name }) => name === 'Mutation.createVendor')!;
  const statement = spans.find(({ name, parentSpanId }) => name.endsWith('vendor') && parentSpanId === resolver.spanId)!;
  expect([request.kind, operation.kind, resolver.kind, statement.kind]).toEqual([2, 1, 1, 3]);
  expect([operation.parentSpanId, resolver.parentSpanId]).toEqual([request.spanId, operation.spanId]);
  expect(new Set([request, resolver, statement].map(({ traceId }) => traceId)).size).toBe(1);
  expect(BigInt(request.endTimeUnixNano)).toBeGreaterThan(BigInt(request.startTimeUnixNano));
  expect(attribute(request, 'http.response.status_code')).toBe('200');
  expect(attribute(statement, 'db.system.name')).toBe('postgresql');
  for (const span of [request, operation]) {
    expect(attribute(span, 'graphql.operation.type')).toBe('mutation');
    expect(attribute(span, 'graphql.operation.name')).toBe('AddVendor');
    expect(attribute(span, 'graphql.document')).toBeUndefined();
  }
  expect(JSON.stringify(spans)).not.toMatch(/Private|secret\.person/);
});

test('a trace started by a proxy continues, and an unsampled one is not recorded', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  await server.admin.fetch('/api/v1/dashboard', { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-00` } });
  await server.admin.fetch('/api/v1/vendors', { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } });
  const request = await spanOf('GET /api/v1/vendors');
  expect([request.traceId, request.parentSpanId]).toEqual([traceId, 'b7ad6b7169203331']);
  expect(spans.filter(({ name }) => name.includes('ashboard'))).toEqual([]);
});

test.each([
  ['/api/v1/vendors/7?secret=1', '/api/v1/vendors/{vendorId}', '/api/v1/vendors/7', 404],
  ['/api/v1/vendors/external/E%201', '/api/v1/vendors/external/{externalId}', '/api/v1/vendors/external/E%201', 404],
  ['/api/docs', '/api/docs', '/api/docs', 200],
  ['/files/7', '/files/:id', '/files/7', 404],
])('GET %s has the route %s', async (address, route, path, status) => {
  spans = [];
  await server.admin.fetch(address);
  const span = await spanOf(`GET ${route}`);
  expect(Object.fromEntries(span.attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))).toMatchObject({
    'http.request.method': 'GET',
    'http.route': route,
    'http.response.status_code': status,
    'url.path': path,
    'url.scheme': 'http',
    'network.protocol.version': '1.1',
  });
  expect(span.status).toBeUndefined(); // a caller's mistake isn't a server error
  expect(JSON.stringify(spans)).not.toContain('secret');
});

test('a request without a route is named by its method alone, and a link’s secret is not recorded', async () => {
  spans = [];
  await server.stranger().fetch('/portall/portal/hush-hush');
  await server.stranger().fetch('/nowhere', { method: 'PROPFIND' });
  const [known, unknown] = [await spanOf('GET'), await spanOf('HTTP')];
  expect([attribute(known, 'http.route'), attribute(unknown, 'http.route')]).toEqual([undefined, undefined]);
  expect([attribute(unknown, 'http.request.method'), attribute(unknown, 'http.request.method_original')]).toEqual(['_OTHER', 'PROPFIND']);
  expect(JSON.stringify(spans)).not.toContain('hush');
});

test('a failed request has its type of error', async () => {
  spans = [];
  await server.admin.code('query Nothing { vendor(id: "7") { id } }');
  await server.admin.code('mutation { deleteVendor(input: { id: "7" }) { id } }');
  await server.services.database.query(sql`alter table framework rename to framework_away`);
  await server.admin.fetch('/api/v1/frameworks');
  await server.services.database.query(sql`alter table framework_away rename to framework`);
  const request = await spanOf('GET /api/v1/frameworks');
  expect([request.status?.code, attribute(request, 'error.type')]).toEqual([2, '500']);
  const statement = await spanOf('framework.all');
  expect([statement.status?.code, attribute(statement, 'error.type')]).toEqual([2, '42P01']);
  expect((await spanOf('query Nothing')).status).toBeUndefined();
});

test('health checks and metrics are not traced', async () => {
  spans = [];
  for (const path of ['/healthz', '/readyz', '/metrics']) await server.admin.fetch(path);
  await server.admin.fetch('/api/v1/dashboard');
  await spanOf('GET /api/v1/dashboard');
  expect(spans.filter(({ name }) => /healthz|readyz|metrics/.test(name))).toEqual([]);
});

test('traces describe their resource', async () => {
  await server.admin.data('{ me { id } }');
  await spanOf('POST /graphql');
  expect(resource).toEqual([
    { key: 'service.name', value: { stringValue: 'risk' } },
    { key: 'service.version', value: { stringValue: '1.2.3' } },
  ]);
});

test.each([
  [{}, { 'service.name': 'vetgraph', 'service.version': packageVersion() }],
  [{ OTEL_SERVICE_NAME: 'risk' }, { 'service.name': 'risk' }],
  [
    { OTEL_RESOURCE_ATTRIBUTES: 'service.name=a, deployment.environment.name=pre%20prod,service.version=9,' },
    { 'service.name': 'a', 'deployment.environment.name': 'pre prod', 'service.version': '9' },
  ],
  [{ OTEL_RESOURCE_ATTRIBUTES: 'service.name=a', OTEL_SERVICE_NAME: 'b' }, { 'service.name': 'b' }],
])('%j describes the resource', (env, expected) => {
  expect(readConfig(env).tracing.resource).toMatchObject(expected);
});

test.each(['alone', 'a=b,c', 'a=%zz', 'a=%ff'])('OTEL_RESOURCE_ATTRIBUTES=%s stops the start', (given) => {
  expect(() => readConfig({ OTEL_RESOURCE_ATTRIBUTES: given })).toThrow(/^OTEL_RESOURCE_ATTRIBUTES: .* is not valid; expected/);
});

test('an unreachable collector does no harm', async () => {
  isAway = true;
  await server.admin.data('{ vendors { totalCount } }');
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(await server.admin.code('{ vendors { totalCount } }')).toBeUndefined();
  isAway = false;
});

test.each([
  ['select "a" from "vendor" where name = \'x from y\'', 'select vendor'],
  ['insert into "app_user" (name) values (\'into "x"\')', 'insert app_user'],
  ['update vendor set name = $1', 'update vendor'],
  ['begin', 'begin'],
])('%s is summarized as %s', (text, summary) => {
  expect(summaryOf(text)).toBe(summary);
});
