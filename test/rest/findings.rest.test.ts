import { sql } from '../../src/database/sql';
import { recount } from '../../src/domains/dashboard/recount';
import { type Assessed, Assessor } from '../kit/assessed';
import { createVendor } from '../kit/portfolio';
import { NOWHERE, RestClient } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';

interface FindingPage {
  entries: { id: string; title: string; severity: string; status: string; vendorId: string }[];
  page: number;
  pageSize: number;
  totalCount: number;
}

let server: TestServer;
let api: RestClient;
let viewer: RestClient;
let reviewer: RestClient;
let done: Assessed;

beforeAll(async () => {
  server = await startTestServer();
  api = new RestClient(await server.withKey());
  viewer = new RestClient(await server.withKey(['assessments:view']));
  reviewer = new RestClient(await server.withKey(['assessments:review']));
  const assessor = await Assessor.prepare(server);
  done = await assessor.completed({ name: 'Acme' }, { title: 'Review' });
});
afterAll(() => server.stop());

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const list = async (query = '') => {
  const { status, body } = await viewer.get<FindingPage>(`/v1/findings?${query}`);
  expect(status).toBe(200);
  return body;
};

/** Findings of a new vendor, newest last. */
async function insertFindings(...kinds: [severity: string, status?: string][]): Promise<string> {
  const vendorId = await createVendor(server, { name: 'Other' });
  await server.services.database.query(sql`
    with a as (insert into assessment (vendor_id, title) values (${vendorId}, 'Other review') returning id)
    insert into finding (vendor_id, assessment_id, title, severity, status, created_at)
    select ${vendorId}, a.id, 'Finding ' || n, severity, status, now() + n * interval '1 second'
    from a cross join unnest(${kinds.map(([severity]) => severity)}::text[],
      ${kinds.map(([, status = 'OPEN']) => status)}::text[]) with ordinality as kind(severity, status, n)`);
  await recount(server.services.database);
  return vendorId;
}

const insertFinding = async (status = 'OPEN') => {
  const [entry] = (await list(`vendorId=${await insertFindings(['HIGH', status])}`)).entries;
  return entry!.id;
};

describe('GET /api/v1/findings', () => {
  test('200 with exactly the fields of an entry', async () => {
    const { entries, ...numbers } = await list(`vendorId=${done.vendorId}`);
    expect(numbers).toEqual({ page: 1, pageSize: 20, totalCount: 2 });
    expect(entries[0]).toEqual({
      id: expect.any(String),
      title: '=Key length',
      description: 'Answered 128. Expected 256.',
      severity: 'MEDIUM',
      status: 'OPEN',
      controlCodes: ['A.3'],
      resolutionNote: null,
      createdAt: MOMENT,
      assessmentId: done.id,
      assessmentTitle: 'Review',
      vendorId: done.vendorId,
      vendorName: 'Acme',
    });
  });

  test('200 with open ones first, then by severity, then newest first', async () => {
    const vendorId = await insertFindings(
      ['LOW'],
      ['CRITICAL', 'REMEDIATED'],
      ['HIGH'],
      ['CRITICAL'],
      ['HIGH'],
      ['HIGH', 'RISK_ACCEPTED'],
      ['MEDIUM'],
    );
    const { entries } = await list(`vendorId=${vendorId}`);
    expect(entries.map(({ title }) => title.slice(8))).toEqual(['4', '5', '3', '7', '1', '2', '6']);
  });

  test('200 with 20 per page across all vendors, and empty beyond the end', async () => {
    const vendorId = await insertFindings(...Array.from({ length: 45 }, () => ['LOW'] as [string]));
    const pages = await Promise.all([1, 2, 3, 4].map((n) => list(`vendorId=${vendorId}&page=${n}`)));
    const numbers = pages.map(({ entries, page, pageSize, totalCount }) => [entries.length, page, pageSize, totalCount]);
    expect(numbers).toEqual([
      [20, 1, 20, 45],
      [20, 2, 20, 45],
      [5, 3, 20, 45],
      [0, 4, 20, 45],
    ]);
    expect(new Set(pages.flatMap(({ entries }) => entries.map(({ id }) => id))).size).toBe(45);
    const { entries } = await list();
    expect(new Set(entries.map((entry) => entry.vendorId)).size).toBeGreaterThan(1);
    expect((await list('page=2147483647')).entries).toEqual([]);
    expect(await list('page=999999999999999')).toMatchObject({ entries: [], page: 999_999_999_999_999 });
  });

  test('200 with each filter alone and combined; empty if nothing matches', async () => {
    const vendorId = await insertFindings(['LOW'], ['HIGH'], ['HIGH', 'REMEDIATED'], ['LOW', 'RISK_ACCEPTED']);
    const count = async (query: string) => (await list(`vendorId=${vendorId}&${query}`)).totalCount;
    expect(await count('status=OPEN')).toBe(2);
    expect(await count('severity=HIGH')).toBe(2);
    expect(await count('severity=HIGH&status=REMEDIATED')).toBe(1);
    expect(await count('severity=CRITICAL')).toBe(0);
    expect((await list(`vendorId=${NOWHERE}`)).totalCount).toBe(0);
    expect(await list('vendorId=nonsense')).toEqual({ entries: [], page: 1, pageSize: 20, totalCount: 0 });
  });

  test.each([
    ['status=CLOSED', 'status must be one of OPEN, REMEDIATED, RISK_ACCEPTED'],
    ['severity=low', 'severity must be one of CRITICAL, HIGH, MEDIUM, LOW'],
    ['page=0', 'page must be a whole number of at least 1'],
    ['page=two', 'page must be a whole number of at least 1'],
    ['vendorId=%00', 'vendorId contains a NUL character'],
  ])('400 names the parameter: %s', async (query, error) => {
    const { status, body } = await viewer.get(`/v1/findings?${query}`);
    expect([status, body]).toEqual([400, { error: expect.stringContaining(error) }]);
  });
});

describe('PATCH /api/v1/findings/{findingId}', () => {
  const patch = (id: string, body: unknown, as = reviewer) => as.send('PATCH', `/v1/findings/${id}`, body);

  test.each(['REMEDIATED', 'RISK_ACCEPTED'])('200 to %s, for assessments:review alone', async (status) => {
    const id = await insertFinding();
    const answer = await patch(id, { status, resolutionNote: 'Done\nwell' });
    expect([answer.status, answer.body]).toEqual([
      200,
      { id, title: 'Finding 1', status, severity: 'HIGH', resolutionNote: 'Done\nwell', resolvedAt: MOMENT },
    ]);
    const { body } = await api.get<{ entries: object[] }>('/v1/audit?action=UPDATE_FINDING&pageSize=1');
    expect(body.entries[0]).toMatchObject({ entityId: id.slice(0, 8), meta: { from: 'OPEN', to: status } });
  });

  test('200 without a note, ignoring unknown fields', async () => {
    const id = await insertFinding();
    const { body } = await patch(id, { status: 'REMEDIATED', severity: 'LOW', id: NOWHERE, title: 'x' });
    expect(body).toMatchObject({ id, resolutionNote: null, severity: 'HIGH', title: 'Finding 1' });
  });

  test.each(['REMEDIATED', 'RISK_ACCEPTED'])('400 from %s: a closed one cannot change again', async (status) => {
    const id = await insertFinding(status);
    for (const next of ['REMEDIATED', 'RISK_ACCEPTED']) {
      const answer = await patch(id, { status: next, resolutionNote: 'again' });
      const error = expect.stringMatching(/status transition .* is invalid/);
      expect([answer.status, answer.body]).toEqual([400, { error }]);
    }
    const [row] = await server.services.database.query(sql`
      select status, resolution_note from finding where id = ${id}`);
    expect(row).toEqual({ status, resolution_note: null });
  });

  test('of many concurrent calls, one closes it', async () => {
    const id = await insertFinding();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => patch(id, { status: n % 2 ? 'REMEDIATED' : 'RISK_ACCEPTED' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
  });

  test.each([
    [{}, 'status is required'],
    [{ status: 'OPEN' }, 'status must be one of REMEDIATED, RISK_ACCEPTED'],
    [{ status: 'remediated' }, 'status must be one of REMEDIATED, RISK_ACCEPTED'],
    [{ status: null }, 'status must be'],
    [{ status: 'REMEDIATED', resolutionNote: 5 }, 'resolutionNote must be text'],
    [{ status: 'REMEDIATED', resolutionNote: 'a\u0000' }, 'resolutionNote contains a NUL character'],
    [[], 'The body must be a JSON object'],
  ])('400 with %j', async (body, error) => {
    const id = await insertFinding();
    const answer = await patch(id, body);
    expect([answer.status, answer.body]).toEqual([400, { error: expect.stringContaining(error) }]);
    expect((await patch(NOWHERE, body)).status).toBe(400);
  });

  test.each([NOWHERE, 'nonsense', '%27'])('404 for %s', async (id) => {
    const { status, body } = await patch(id, { status: 'REMEDIATED' });
    expect([status, body]).toEqual([404, { error: 'Not found' }]);
  });

  test('403 for a user with read-only access', async () => {
    expect((await patch(await insertFinding(), { status: 'REMEDIATED' }, viewer)).status).toBe(403);
  });
});
