import { sql } from '../../src/database/sql';
import { ANSWERS, Assessor } from '../kit/assessed';
import type { GraphQLClient } from '../kit/client';
import { createAssessment, createVendor, move } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { statementsDuring } from '../kit/statements';

let server: TestServer;
let assessor: Assessor;
let me: GraphQLClient;
let myId: string;

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

const WORK = `query ($kinds: [WorkKind!], $due: WorkDue, $first: Int, $after: String) { myWork {
  counts { total overdue thisWeek later } byKind { kind count }
  items(kinds: $kinds, due: $due, first: $first, after: $after) { totalCount pageInfo { hasNextPage endCursor } nodes {
    id kind title nextStep dueOn due vendor { name } assessment { id } finding { id } acceptance { id } action { id } certification { id }
    vendorRequest { id }
  } }
} }`;

interface Item {
  id: string;
  kind: string;
  title: string;
  nextStep: string;
  dueOn: string | null;
  due: string;
  vendor: { name: string } | null;
  [thing: string]: unknown;
}

interface Work {
  counts: Record<string, number>;
  byKind: { kind: string; count: number }[];
  items: { totalCount: number; pageInfo: { hasNextPage: boolean; endCursor: string }; nodes: Item[] };
}

const workOf = async (client: GraphQLClient, variables: object = {}) => (await client.data<{ myWork: Work }>(WORK, variables)).myWork;

const told = ({ items }: Work) => items.nodes.map(({ kind, title, due }) => [kind, title, due]);

async function person(...permissions: string[]): Promise<{ client: GraphQLClient; id: string }> {
  const client = await server.withPermissions(...permissions);
  const { me: found } = await client.data<{ me: { id: string } }>('{ me { id } }');
  return { client, id: found.id };
}

const ALL = ['vendors:view', 'vendors:create', 'assessments:view', 'assessments:review', 'assessments:create', 'risks:accept'];

beforeAll(async () => {
  server = await startTestServer();
  assessor = await Assessor.prepare(server);
  ({ client: me, id: myId } = await person(...ALL));
});
afterAll(() => server.stop());

test('whoever has nothing to do is told so', async () => {
  const { client } = await person('vendors:view');
  expect(
    await client.data(`{ myWork { counts { total overdue thisWeek later } byKind { kind } items { totalCount nodes { id } } } }`),
  ).toEqual({
    myWork: { counts: { total: 0, overdue: 0, thisWeek: 0, later: 0 }, byKind: [], items: { totalCount: 0, nodes: [] } },
  });
  expect(await server.stranger().code('{ myWork { counts { total } } }')).toBe('UNAUTHENTICATED');
});

describe('with work of every kind', () => {
  let reviewed: string;
  let findingId: string;

  beforeAll(async () => {
    const vendorId = await createVendor(server, { name: 'Acme', ownerId: myId, contractRenewalDate: inDays(6) });
    const assessed = await assessor.sent({ name: 'Reviewed', ownerId: myId });
    await assessed.portal.answer(ANSWERS);
    await assessed.portal.submit();
    reviewed = assessed.id;
    await createAssessment(server, vendorId, assessor.templateId).then((id) =>
      server.admin.data(`mutation ($input: SendAssessmentInput!) { sendAssessment(input: $input) { assessment { id } } }`, {
        input: { id },
      }),
    );
    await server.services.database.query(
      sql`update assessment set due_date = ${`${inDays(-1)}T12:00:00Z`}::timestamptz where vendor_id = ${vendorId}`,
    );
    const { createFinding } = await server.admin.data<{ createFinding: { finding: { id: string } } }>(
      `mutation ($input: CreateFindingInput!) { createFinding(input: $input) { finding { id } } }`,
      { input: { assessmentId: assessed.id, title: 'Backups fail', severity: 'HIGH' } },
    );
    findingId = createFinding.finding.id;
    await server.admin.data(`mutation ($input: UpdateFindingInput!) { updateFinding(input: $input) { finding { id } } }`, {
      input: { id: findingId, ownerId: myId, dueOn: inDays(7) },
    });
    await server.admin.data(
      `mutation ($input: RequestRiskAcceptanceInput!) { requestRiskAcceptance(input: $input) { acceptance { id } } }`,
      { input: { findingId, reason: 'Insured', until: `${inDays(100)}T00:00:00Z` } },
    );
    for (const [name, expiresDate] of [
      ['SOC 2', inDays(-10)],
      ['ISO 27001', inDays(90)],
      ['PCI DSS', inDays(91)],
    ]) {
      await server.admin.data(
        `mutation ($input: CreateCertificationInput!) { createCertification(input: $input) { certification { id } } }`,
        {
          input: { vendorId, name, expiresDate },
        },
      );
    }
    await server.admin.data(`mutation ($input: CreateVendorRequestInput!) { createVendorRequest(input: $input) { request { id } } }`, {
      input: { name: 'Wanted', contactEmail: 'w@example.org' },
    });
  });

  test('all of it is listed, the earliest first, those without a date last', async () => {
    const work = await workOf(me);
    expect(told(work)).toEqual([
      ['CERTIFICATION_ENDING', 'SOC 2', 'OVERDUE'],
      ['ANSWERS_AWAITED', 'Security', 'OVERDUE'],
      ['CONTRACT_ENDING', 'Acme', 'THIS_WEEK'],
      ['FINDING', 'Backups fail', 'LATER'],
      ['CERTIFICATION_ENDING', 'ISO 27001', 'LATER'],
      ['ACCEPTANCE_TO_APPROVE', 'Backups fail', 'LATER'],
      expect.anything(),
      expect.anything(),
    ]);
    expect(told(work).slice(6).toSorted()).toEqual([
      ['ASSESSMENT_TO_REVIEW', 'Security', 'LATER'],
      ['VENDOR_REQUEST_TO_DECIDE', 'Wanted', 'LATER'],
    ]);
    expect(work.counts).toEqual({ total: 8, overdue: 2, thisWeek: 1, later: 5 });
    expect(work.items.totalCount).toBe(8);
    expect(Object.fromEntries(work.byKind.map(({ kind, count }) => [kind, count]))).toMatchObject({ CERTIFICATION_ENDING: 2, FINDING: 1 });
    for (const { nextStep } of work.items.nodes) expect(nextStep).toMatch(/^[A-Z].+[^.]$/);
  });

  test('each item leads to its thing', async () => {
    const { items } = await workOf(me);
    const by = (kind: string) => items.nodes.find((item) => item.kind === kind)!;
    expect(by('ASSESSMENT_TO_REVIEW')).toMatchObject({
      id: reviewed,
      assessment: { id: reviewed },
      vendor: { name: 'Reviewed' },
      finding: null,
    });
    expect(by('FINDING')).toMatchObject({ id: findingId, finding: { id: findingId }, vendor: { name: 'Reviewed' } });
    expect(by('ACCEPTANCE_TO_APPROVE')).toMatchObject({ acceptance: { id: by('ACCEPTANCE_TO_APPROVE').id }, finding: { id: findingId } });
    expect(by('VENDOR_REQUEST_TO_DECIDE')).toMatchObject({ vendorRequest: { id: by('VENDOR_REQUEST_TO_DECIDE').id } });
    expect(by('CERTIFICATION_ENDING')).toMatchObject({ certification: { id: by('CERTIFICATION_ENDING').id }, vendor: { name: 'Acme' } });
  });

  test('by kind, by due, and page by page', async () => {
    expect(told(await workOf(me, { kinds: ['CERTIFICATION_ENDING', 'FINDING'], due: 'LATER' }))).toEqual([
      ['FINDING', 'Backups fail', 'LATER'],
      ['CERTIFICATION_ENDING', 'ISO 27001', 'LATER'],
    ]);
    const whole = (await workOf(me)).items.nodes.map(({ id }) => id);
    const seen: string[] = [];
    for (let after: string | null = null; ;) {
      const { items } = await workOf(me, { first: 3, after });
      seen.push(...items.nodes.map(({ id }) => id));
      if (!items.pageInfo.hasNextPage) break;
      after = items.pageInfo.endCursor;
    }
    expect(seen).toEqual(whole);
  });

  test('others have none of it but what anyone may decide', async () => {
    const { client } = await person(...ALL);
    expect(told(await workOf(client)).map(([kind]) => kind)).toEqual(['ACCEPTANCE_TO_APPROVE', 'VENDOR_REQUEST_TO_DECIDE']);
    const { client: reader } = await person('vendors:view', 'assessments:view');
    expect((await workOf(reader)).counts['total']).toBe(0);
  });

  test('whoever asked to accept a risk has nothing to approve', async () => {
    const kinds = ['ACCEPTANCE_TO_APPROVE'];
    expect((await workOf(server.admin, { kinds })).items.totalCount).toBe(0);
  });

  test('what is done is no longer listed', async () => {
    await move(server.admin, 'startReview', reviewed);
    const review = async () => (await workOf(me, { kinds: ['ASSESSMENT_TO_REVIEW'] })).items.nodes;
    expect((await review()).map(({ nextStep }) => nextStep)).toEqual(['Finish the review']);
    await server.admin.data(`mutation ($input: UpdateFindingStatusInput!) { updateFindingStatus(input: $input) { finding { id } } }`, {
      input: { id: findingId, status: 'REMEDIATED', resolutionNote: 'Seen' },
    });
    expect((await workOf(me, { kinds: ['FINDING', 'ACCEPTANCE_TO_APPROVE'] })).items.totalCount).toBe(0);
  });

  test('costs the same however much there is', async () => {
    const few = await statementsDuring(() => workOf(me, { first: 1 }));
    const many = await statementsDuring(() => workOf(me, { first: 50 }));
    expect(many.length).toBeLessThanOrEqual(few.length + 5);
  });
});
