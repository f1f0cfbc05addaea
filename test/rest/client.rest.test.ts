import { readFileSync } from 'node:fs';
import path from 'node:path';
import { facadePart, readDefinition } from '../../rest-facade/definition';
import { Assessor } from '../kit/assessed';
import { RestClient } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';
import { clientTypes } from '../kit/typed-client';
import { type Operations, ROUTES } from './client.generated';

const FILE = path.join(__dirname, 'client.generated.ts');

test('the generated types are those of openapi.yaml', () => {
  expect(readFileSync(FILE, 'utf8')).toBe(clientTypes(facadePart(readDefinition())));
});

/** A request with all the parts that the operation has. */
interface AnyRequest {
  path?: Record<string, string>;
  query?: Record<string, string>;
  header?: Record<string, string>;
  body?: unknown;
}

type Typed = <Id extends keyof Operations>(id: Id, request: Operations[Id]['request']) => Promise<Operations[Id]['answer']>;

/** A client whose requests and responses are checked by the compiler. It throws the error in a response. */
function typed(api: RestClient): Typed {
  return async (id, request) => {
    const [method, route] = ROUTES[id].split(' ') as [string, string];
    const { path = {}, query = {}, header = {}, body } = request as AnyRequest;
    const address = route.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name]!));
    const search = new URLSearchParams(query);
    const headers = { ...header, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const answer = await api.request(`${address}?${search}`, { method, headers, body: JSON.stringify(body) });
    if (answer.status >= 400) throw new Error(answer.body.error as string);
    return (answer.body ?? (answer.text || undefined)) as never;
  };
}

describe('a typed client', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  test('takes a vendor from import to deletion', async () => {
    const call = typed(new RestClient(await server.withKey()));
    const assessor = await Assessor.prepare(server);

    const body = { name: 'Acme', contactEmail: 'ada@acme.example', externalId: 'ERP-1', tier: 'HIGH' } as const;
    const made = await call('importVendor', { body, header: { 'Idempotency-Key': 'journey' } });
    const again = await call('importVendor', { body, header: { 'Idempotency-Key': 'journey' } });
    expect(again.id).toBe(made.id);
    const at = { path: { vendorId: made.id } };
    const changed = await call('updateVendor', { ...at, body: { contractValue: '$5M+', contactName: null } });
    expect([changed.externalId, changed.contractValue]).toEqual(['ERP-1', '$5M+']);

    await assessor.completed(made.id, { title: 'Review' });
    const { entries, totalCount } = await call('listVendorAssessments', { ...at, query: { page: 1 } });
    expect([totalCount, entries[0]?.status]).toEqual([1, 'COMPLETED']);
    const assessment = await call('getAssessment', { path: { assessmentId: entries[0]!.id } });
    expect(assessment.questions[0]?.response?.isCompliant).toBe(true);
    expect(assessment.vendor.tier).toBe('HIGH');

    const found = await call('listFindings', { query: { vendorId: made.id, status: 'OPEN' } });
    const closing = { status: 'REMEDIATED', resolutionNote: 'Done' } as const;
    for (const { id } of found.entries) await call('updateFinding', { path: { findingId: id }, body: closing });
    const { openFindings, averageScore, assessmentStatusCounts } = await call('getDashboard', {});
    expect([openFindings, averageScore, assessmentStatusCounts.COMPLETED]).toEqual([0, 0.8, 1]);

    const { latestScore, domainBreakdown } = await call('getVendorScore', at);
    expect([latestScore, domainBreakdown[0]?.frameworkName]).toEqual([0.8, 'ISO 27001']);
    const detail = await call('getVendorByExternalId', { path: { externalId: 'ERP-1' } });
    expect(detail.history.map(({ score }) => score)).toEqual([0.8]);
    expect(await call('exportVendor', at)).toContain('Vendor:,Acme\n');

    await call('deleteFramework', { path: { frameworkId: domainBreakdown[0]!.frameworkId } });
    expect((await call('deleteVendor', at)).deleted).toBe(true);
    await expect(call('getVendor', at)).rejects.toThrow('Not found');
    expect(await call('listVendors', {})).toEqual([]);
  });

  test('does not compile where the request would be refused', () => {
    const call = typed(new RestClient(server.admin));
    const never = async () => {
      // @ts-expect-error a vendor needs a contact e-mail
      await call('importVendor', { body: { name: 'Acme' } });
      // @ts-expect-error no such tier
      await call('listVendors', { query: { tier: 'URGENT' } });
      // @ts-expect-error a finding can't be reopened
      await call('updateFinding', { path: { findingId: 'x' }, body: { status: 'OPEN' } });
      // @ts-expect-error the id is missing
      await call('getVendor', {});
      // @ts-expect-error a score can be null
      (await call('getVendorScore', { path: { vendorId: 'x' } })).latestScore.toFixed();
    };
    expect(never).toBeInstanceOf(Function);
  });
});
