import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
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

let server: TestServer;
let collector: Server;
let spans: Span[] = [];
let isAway = false;

beforeAll(async () => {
  collector = createServer((req, res) => {
    void json(req).then((body) => {
      const { resourceSpans } = body as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
      if (!isAway && req.url === '/v1/traces' && req.headers['x-key'] === 'k 1') spans.push(...resourceSpans[0]!.scopeSpans[0]!.spans);
      res.statusCode = isAway ? 503 : 200;
      res.end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`;
  server = await startTestServer({ tracing: { endpoint, headers: { 'x-key': 'k 1' }, serviceName: 'vetgraph' } });
});
afterAll(async () => {
  await server.stop();
  collector.close();
});

async function spanOf(name: string): Promise<Span> {
  for (const giveUp = Date.now() + 10_000; Date.now() < giveUp; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const found = spans.findLast((span) => span.name === name);
    if (found) return found;
  }
  throw new Error(`no span ${name} among ${spans.map((span) => span.name).join(', ')}`);
}

const attribute = ({ attributes }: Span, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

test('a request is one trace: request, resolver, statements', async () => {
  spans = [];
  await server.admin.data(`mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id name } } }`, {
    input: { name: 'Private GmbH', contactEmail: 'secret.person@example.org' },
  });
  const request = await spanOf('POST /graphql');
  const resolver = spans.find(({ name }) => name === 'Mutation.createVendor')!;
  const statement = spans.find(({ name, parentSpanId }) => name.endsWith('vendor') && parentSpanId === resolver.spanId)!;
  expect([request.kind, resolver.kind, statement.kind]).toEqual([2, 1, 3]);
  expect(resolver.parentSpanId).toBe(request.spanId);
  expect(new Set([request, resolver, statement].map(({ traceId }) => traceId)).size).toBe(1);
  expect(BigInt(request.endTimeUnixNano)).toBeGreaterThan(BigInt(request.startTimeUnixNano));
  expect(attribute(request, 'http.response.status_code')).toBe('200');
  expect(attribute(statement, 'db.system.name')).toBe('postgresql');
  expect(JSON.stringify(spans)).not.toMatch(/Private|secret\.person/);
});

test('a trace that a proxy began goes on, and one that it does not want is none', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  await server.admin.fetch('/api/v1/dashboard', { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-00` } });
  await server.admin.fetch('/api/v1/vendors', { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } });
  const request = await spanOf('GET /api listVendors');
  expect([request.traceId, request.parentSpanId]).toEqual([traceId, 'b7ad6b7169203331']);
  expect(spans.filter(({ name }) => name.includes('ashboard'))).toEqual([]);
});

test('a collector that is away harms nobody', async () => {
  isAway = true;
  await server.admin.data('{ vendors { totalCount } }');
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(await server.admin.code('{ vendors { totalCount } }')).toBeUndefined();
  isAway = false;
});

test.each([
  ['select "a" from "vendor" where name = \'x from y\'', 'select vendor'],
  ["insert into \"app_user\" (name) values ('into \"x\"')", 'insert app_user'],
  ['update vendor set name = $1', 'update vendor'],
  ['begin', 'begin'],
])('%s is summed up as %s', (text, summary) => {
  expect(summaryOf(text)).toBe(summary);
});
