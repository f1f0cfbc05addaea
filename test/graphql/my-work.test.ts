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
  // The ids of what there may be need no permission: there is nothing of what one may not see.
  expect((await workOf(client)).items.nodes).toEqual([]);
  expect(await client.code('{ myWork { items { nodes { finding { title } } } } }')).toBe('FORBIDDEN');
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
    const awaited = await createAssessment(server, vendorId, assessor.templateId);
    await server.admin.data(`mutation ($input: SendAssessmentInput!) { sendAssessment(input: $input) { assessment { id } } }`, {
      input: { id: awaited },
    });
    await server.admin.data(`mutation ($input: UpdateAssessmentInput!) { updateAssessment(input: $input) { assessment { id } } }`, {
      input: { id: awaited, dueDate: `${inDays(-1)}T12:00:00Z` },
    });
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
      expect.anything(),
    ]);
    expect(told(work).slice(6).toSorted()).toEqual([
      ['ACTION', 'Control one', 'LATER'],
      ['ASSESSMENT_TO_REVIEW', 'Security', 'LATER'],
      ['VENDOR_REQUEST_TO_DECIDE', 'Wanted', 'LATER'],
    ]);
    expect(work.counts).toEqual({ total: 9, overdue: 2, thisWeek: 1, later: 6 });
    expect(work.items.totalCount).toBe(9);
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
    await move(me, 'startReview', reviewed);
    const review = async () => (await workOf(me, { kinds: ['ASSESSMENT_TO_REVIEW'] })).items.nodes;
    expect((await review()).map(({ nextStep }) => nextStep)).toEqual(['Finish the review']);
    await server.admin.data(`mutation ($input: UpdateFindingStatusInput!) { updateFindingStatus(input: $input) { finding { id } } }`, {
      input: { id: findingId, status: 'REMEDIATED', resolutionNote: 'Seen' },
    });
    expect((await workOf(me, { kinds: ['FINDING', 'ACCEPTANCE_TO_APPROVE'] })).items.totalCount).toBe(0);
  });

  test('whoever may not review is told what they wait for', async () => {
    const { client, id: ownerId } = await person('vendors:view', 'assessments:view');
    const { portal } = await assessor.sent({ name: 'Followed', ownerId });
    await portal.answer(ANSWERS);
    await portal.submit();
    expect((await workOf(client)).items.nodes).toMatchObject([{ kind: 'ASSESSMENT_TO_REVIEW', nextStep: 'Waiting for review' }]);
  });

  test('costs the same however much there is', async () => {
    const few = await statementsDuring(() => workOf(me, { first: 1 }));
    const many = await statementsDuring(() => workOf(me, { first: 50 }));
    expect(many.length).toBeLessThanOrEqual(few.length + 5);
  });
});

describe('what is whose', () => {
  const mutate = <T>(name: string, type: string, input: object, selection: string, client = server.admin) =>
    client.data<Record<string, T>>(`mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`, { input });
  const kindsOf = async (client: GraphQLClient) => told(await workOf(client)).map(([kind, title]) => `${kind} ${title}`);

  test('what has nobody is the vendor’s owner’s, what has somebody is theirs alone', async () => {
    const [owner, other] = [await person(...ALL.slice(0, -1)), await person('vendors:view', 'assessments:view')];
    const { vendorId, id } = await assessor.submitted({ name: 'Looked after', ownerId: owner.id }, { title: 'Unassigned' });
    await assessor.certify(vendorId, { name: 'ISO 27001' });
    const { vendor } = await server.admin.data<{ vendor: { responsibilityActions: { id: string }[] } }>(
      `query ($id: ID!) { vendor(id: $id) { responsibilityActions { id } } }`,
      { id: vendorId },
    );
    const mine = async (client: GraphQLClient) =>
      (await workOf(client, { kinds: ['ASSESSMENT_TO_REVIEW', 'ACTION'] })).byKind
        .filter(({ kind }) => kind === 'ASSESSMENT_TO_REVIEW' || kind === 'ACTION')
        .map(({ kind, count }) => `${kind} ${count}`)
        .sort();
    const tasks = vendor.responsibilityActions.length;
    expect(tasks).toBeGreaterThan(0);
    expect(await mine(owner.client)).toEqual([`ACTION ${tasks}`, 'ASSESSMENT_TO_REVIEW 1']);
    expect(await mine(other.client)).toEqual([]);
    await mutate('updateAssessment', 'UpdateAssessmentInput', { id, reviewerId: other.id }, 'assessment { id }');
    for (const action of vendor.responsibilityActions) {
      const input = { id: action.id, assigneeId: other.id };
      await mutate('updateResponsibilityAction', 'UpdateResponsibilityActionInput', input, 'action { id }');
    }
    expect(await mine(owner.client)).toEqual([]);
    expect(await mine(other.client)).toEqual([`ACTION ${tasks}`, 'ASSESSMENT_TO_REVIEW 1']);
  });

  test('a finding that the vendor answered is to be decided, and nothing else', async () => {
    const { client, id: ownerId } = await person('vendors:view', 'assessments:view', 'assessments:review');
    const { id: assessmentId, vendorId } = await assessor.submitted({ name: 'Answering' });
    const { createFinding } = await mutate<{ finding: { id: string } }>(
      'createFinding',
      'CreateFindingInput',
      { assessmentId, title: 'Logs are not kept', severity: 'LOW' },
      'finding { id }',
    );
    const findingId = createFinding!.finding.id;
    await mutate('updateFinding', 'UpdateFindingInput', { id: findingId, ownerId }, 'finding { id }');
    expect(await kindsOf(client)).toEqual(['FINDING Logs are not kept']);
    const { sendRemediation } = await mutate<{ portalToken: string }>(
      'sendRemediation',
      'SendRemediationInput',
      { vendorId, findingIds: [findingId] },
      'portalToken',
    );
    expect((await workOf(client)).items.nodes[0]!.nextStep).toBe('Wait for the vendor’s answer, or remind them');
    const answer = { token: sendRemediation!.portalToken, findingId, answer: 'DONE' };
    await mutate('portalAnswerFinding', 'PortalAnswerFindingInput', answer, 'remediation { vendorName }', server.stranger());
    expect(await kindsOf(client)).toEqual(['REMEDIATION_TO_DECIDE Logs are not kept']);
    expect((await workOf(client)).byKind).toEqual([{ kind: 'REMEDIATION_TO_DECIDE', count: 1 }]);
  });

  test('nothing of requested or archived vendors, nor of other portfolios', async () => {
    const { client, id } = await person(...ALL.filter((one) => one !== 'vendors:create'));
    const { me: self } = await client.data<{ me: { role: { id: string } } }>('{ me { role { id } } }');
    const portfolio = async (name: string) =>
      (await mutate<{ portfolio: { id: string } }>('createPortfolio', 'CreatePortfolioInput', { name }, 'portfolio { id }'))
        .createPortfolio!.portfolio.id;
    const [north, south] = [await portfolio('North'), await portfolio('South')];
    for (const [name, portfolioId] of [
      ['Northern', north],
      ['Southern', south],
    ] as const) {
      await createVendor(server, { name, ownerId: id, portfolioId, contractRenewalDate: inDays(3) });
    }
    const contracts = async () => (await kindsOf(client)).filter((one) => one.startsWith('CONTRACT_ENDING'));
    expect((await contracts()).sort()).toEqual(['CONTRACT_ENDING Northern', 'CONTRACT_ENDING Southern']);
    const within = { userId: id, roleId: self.role.id, portfolioIds: [north] };
    await mutate('assignRole', 'AssignRoleInput', within, 'user { id }');
    expect(await contracts()).toEqual(['CONTRACT_ENDING Northern']);
    const { createVendorRequest } = await mutate<{ request: { id: string; vendorId: string } }>(
      'createVendorRequest',
      'CreateVendorRequestInput',
      { name: 'Asked for', contactEmail: 'a@example.org' },
      'request { id vendorId }',
    );
    const { id: requestId, vendorId } = createVendorRequest!.request;
    const change = { id: vendorId, ownerId: id, portfolioId: north, contractRenewalDate: inDays(2) };
    await mutate('updateVendor', 'UpdateVendorInput', change, 'vendor { id }');
    expect(await contracts()).toEqual(['CONTRACT_ENDING Northern']);
    const decision = { id: requestId, decision: 'REJECT', note: 'No' };
    await mutate('decideVendorRequest', 'DecideVendorRequestInput', decision, 'request { id }');
    expect(await contracts()).toEqual(['CONTRACT_ENDING Northern']);
  });

  test('a key has the work of whom it follows, but for risks, which people accept', async () => {
    await createVendor(server, {
      name: 'Of the administrator',
      ownerId: (await server.admin.data<{ me: { id: string } }>('{ me { id } }')).me.id,
      contractRenewalDate: inDays(1),
    });
    const key = await server.withKey(null);
    const items = await kindsOf(key);
    expect(items).toContain('CONTRACT_ENDING Of the administrator');
    expect(items.filter((one) => one.startsWith('ACCEPTANCE'))).toEqual([]);
  });
});
