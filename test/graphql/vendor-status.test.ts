import { sql } from '../../src/database/sql';
import { recount } from '../../src/domains/dashboard/recount';
import { createDueRecurrences } from '../../src/domains/assessment/assessment.service';
import { remindOfAssessments } from '../../src/domains/mail/reminders';
import { systemContext } from '../../src/kernel/context';
import { type Assessed, Assessor } from '../kit/assessed';
import { createVendor } from '../kit/portfolio';
import { archive, leave } from '../kit/offboarded';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let assessor: Assessor;
beforeAll(async () => {
  server = await startTestServer();
  assessor = await Assessor.prepare(server);
});
afterAll(() => server.stop());

const tallies = () =>
  server.services.database.query(sql`
    select kind, key, sum(count) as count from tally group by kind, key having sum(count) <> 0
    union all select portfolio_id || kind, key, sum(count) from portfolio_tally group by portfolio_id, kind, key having sum(count) <> 0
    order by kind, key`);

/** Everything that counts or lists vendors, assessments and findings. */
const FIGURES = `{
  vendors(first: 100) { totalCount nodes { id } } vendorTags
  assessments(first: 100) { totalCount nodes { id } }
  done: assessments(filter: { status: [COMPLETED] }) { totalCount }
  overdue: assessments(filter: { overdue: true }) { totalCount }
  findings(first: 100) { totalCount nodes { id } }
  open: findings(filter: { status: OPEN, severity: HIGH }) { totalCount }
  found: findings(filter: { query: "e" }) { totalCount }
  expiringCertifications { totalCount } riskAcceptances { totalCount } responsibilityActions { totalCount } answers { totalCount }
  search(text: "busy") { id } myWork { counts { total } } assessmentsOf: assessments(filter: { templateId: "TEMPLATE" }) { totalCount }
  tiers: vendorStats(by: TIER) { key count openFindings } ofVendors: findingStats(by: VENDOR) { key count }
  vendorStats(by: STATUS) { key count averageScore openFindings } findingStats(by: STATUS) { key count }
  some: dashboardOf(filter: { tier: HIGH }) { vendorCount openFindings overdueAssessments }
  portfolios { name vendorCount }
  dashboard {
    vendorCount averageScore needsAttention openFindings overdueAssessments
    scoreDistribution { green amber red unscored } vendorsByTier { tier count } openFindingsBySeverity { severity count }
    assessmentStatusCounts { status count } topDeficientControls { code failCount }
    responsibility { totalVendors totalActions } trend { month averageScore completedAssessments newFindings } }
}`;
interface Figures {
  vendors: { totalCount: number; nodes: { id: string }[] };
  assessments: { totalCount: number; nodes: { id: string }[] };
  findings: { totalCount: number; nodes: { id: string }[] };
}
const figures = (client = server.admin) => client.data<Figures & Record<string, unknown>>(FIGURES.replace('TEMPLATE', assessor.templateId));

async function makePortfolio(name: string): Promise<string> {
  const { createPortfolio } = await server.admin.data<{ createPortfolio: { portfolio: { id: string } } }>(
    `mutation ($input: CreatePortfolioInput!) { createPortfolio(input: $input) { portfolio { id } } }`,
    { input: { name } },
  );
  return createPortfolio.portfolio.id;
}

/** A vendor with a bit of everything. */
async function busyVendor(portfolioId: string): Promise<Assessed> {
  const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const made = await assessor.completed({ name: 'Busy', externalId: `B-${portfolioId}`, tags: ['busy'], tier: 'HIGH', portfolioId });
  await assessor.certify(made.vendorId, { name: 'ISO 27001', expiresDate: day });
  await assessor.sent(made.vendorId, { dueDate: '2020-01-01T00:00:00Z' });
  const [findingId] = await findings({ vendorId: made.vendorId });
  await server.admin.data(`mutation ($input: RequestRiskAcceptanceInput!) { requestRiskAcceptance(input: $input) { acceptance { id } } }`, {
    input: { findingId, reason: 'Until it goes', until: '2100-01-01T00:00:00Z' },
  });
  return made;
}

test('an archived vendor leaves every list, total and figure, and comes back as it was', async () => {
  const portfolioId = await makePortfolio('Leavers');
  await assessor.completed({ name: 'Stays' });
  const without = await figures();
  const tallied = await tallies();
  const { vendorId, id: assessmentId } = await busyVendor(portfolioId);
  const present = await figures();
  const talliedWith = await tallies();
  expect(present.findings.totalCount).toBeGreaterThan(without.findings.totalCount);
  expect(talliedWith).not.toEqual(tallied);

  expect(await archive(server, vendorId)).toMatchObject({ status: 'ARCHIVED' });
  expect(await figures()).toEqual({ ...without, portfolios: [{ name: 'Leavers', vendorCount: 0 }] });
  expect(await tallies()).toEqual(tallied);

  // A recount agrees.
  await recount(server.services.database);
  expect(await tallies()).toEqual(tallied);

  // Whoever asks for it by its status has its figures.
  const DASHBOARD = `query ($filter: VendorFilter!) { dashboardOf(filter: $filter) {
    vendorCount openFindings assessmentStatusCounts { status count } topDeficientControls { code } } }`;
  const { dashboardOf: own } = await server.admin.data<{ dashboardOf: Record<string, number> }>(DASHBOARD, {
    filter: { status: ['ARCHIVED'] },
  });
  expect(own).toMatchObject({
    vendorCount: 1,
    openFindings: present.findings.totalCount - without.findings.totalCount,
    assessmentStatusCounts: expect.arrayContaining([{ status: 'COMPLETED', count: 1 }]) as unknown,
    topDeficientControls: expect.arrayContaining([{ code: expect.any(String) as unknown }]) as unknown,
  });

  // What still happens there counts nowhere.
  const { finding } = await server.admin.data<{ finding: { finding: { id: string } } }>(
    `mutation ($input: CreateFindingInput!) { finding: createFinding(input: $input) { finding { id } } }`,
    { input: { assessmentId, title: 'Late', severity: 'HIGH' } },
  );
  expect(await tallies()).toEqual(tallied);
  expect((await figures()).findings.totalCount).toBe(without.findings.totalCount);

  await leave(server, 'reactivateVendor', { id: vendorId });
  const back = await figures();
  expect(back.findings.totalCount).toBe(present.findings.totalCount + 1);
  expect(back.findings.nodes.map(({ id }) => id)).toContain(finding.finding.id);
  expect(back.vendors).toEqual(present.vendors);
  const counted = await tallies();
  await recount(server.services.database);
  expect(await tallies()).toEqual(counted);
});

const ids = async (document: string, variables: object) => {
  const { list } = await server.admin.data<{ list: { totalCount: number; nodes: { id: string }[] } }>(document, variables);
  expect(list.totalCount).toBe(list.nodes.length);
  return list.nodes.map(({ id }) => id);
};
const vendors = (filter: object) =>
  ids(`query ($filter: VendorFilter) { list: vendors(filter: $filter, first: 100) { totalCount nodes { id } } }`, { filter });
const findings = (filter: object) =>
  ids(`query ($filter: FindingFilter) { list: findings(filter: $filter, first: 100) { totalCount nodes { id } } }`, { filter });
const assessments = (filter: object) =>
  ids(`query ($filter: AssessmentFilter) { list: assessments(filter: $filter, first: 100) { totalCount nodes { id } } }`, { filter });

test('whoever asks by id, external id, vendor or status finds archived vendors', async () => {
  const { vendorId, id } = await assessor.completed({ name: 'Gone', externalId: 'GONE-1' });
  await archive(server, vendorId);
  expect(await vendors({ query: 'Gone' })).toEqual([]);
  expect(await vendors({ query: 'Gone', status: null })).toEqual([]);
  expect(await vendors({ ids: [vendorId] })).toEqual([vendorId]);
  expect(await vendors({ externalId: 'GONE-1' })).toEqual([vendorId]);
  expect(await vendors({ status: ['ARCHIVED'] })).toEqual([vendorId]);
  expect(await vendors({ query: 'Gone', status: ['ARCHIVED', 'ACTIVE'] })).toEqual([vendorId]);
  expect(await vendors({ externalId: 'GONE-1', status: ['ACTIVE'] })).toEqual([]);
  expect(await vendors({ status: [] })).toEqual([]);
  const found = await findings({ vendorId });
  expect(found.length).toBeGreaterThan(0);
  for (const filter of [{}, { ownerId: null }, { ownerId: null, status: 'OPEN' }, { assessmentStatus: ['SUBMITTED', 'COMPLETED'] }]) {
    expect((await findings(filter)).filter((one) => found.includes(one))).toEqual([]);
    expect((await findings({ ...filter, vendorId })).length).toBeGreaterThan(0);
  }
  expect(await findings({ assessmentId: id })).toEqual(found);
  expect(await assessments({ vendorId })).toEqual([id]);
  expect(await assessments({})).not.toContain(id);
  const answers = (filter: object) =>
    ids(`query ($filter: AnswerFilter) { list: answers(filter: $filter, first: 100) { totalCount nodes { id } } }`, { filter });
  const given = await answers({ vendorId });
  expect(given.length).toBeGreaterThan(0);
  expect((await answers({})).filter((one) => given.includes(one))).toEqual([]);
  const { vendor, byReference, assessment } = await server.admin.data<Record<string, unknown>>(
    `query ($vendorId: ID!, $id: ID!) {
      vendor(id: $vendorId) { status assessments { totalCount } findings { totalCount } }
      byReference: vendorByExternalId(externalId: "GONE-1") { status }
      assessment(id: $id) { vendor { status } findings { id } } }`,
    { vendorId, id },
  );
  expect(vendor).toEqual({ status: 'ARCHIVED', assessments: { totalCount: 1 }, findings: { totalCount: found.length } });
  expect(byReference).toEqual({ status: 'ARCHIVED' });
  expect(assessment).toMatchObject({ vendor: { status: 'ARCHIVED' } });
});

test('deleting an archived vendor takes nothing from the tallies', async () => {
  const before = await tallies();
  const { vendorId } = await assessor.completed({ name: 'Deleted' });
  await archive(server, vendorId);
  expect(await tallies()).toEqual(before);
  await server.admin.data(`mutation ($input: DeleteInput!) { deleteVendor(input: $input) { deletedId } }`, { input: { id: vendorId } });
  expect(await tallies()).toEqual(before);
});

test('a vendor that moves to another portfolio while archived counts there once it is back', async () => {
  const [from, to] = [await makePortfolio('From'), await makePortfolio('To')];
  const { vendorId } = await assessor.completed({ name: 'Moved', portfolioId: from });
  await archive(server, vendorId);
  await server.admin.data(`mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { id } } }`, {
    input: { id: vendorId, portfolioId: to },
  });
  await leave(server, 'reactivateVendor', { id: vendorId });
  const kept = await tallies();
  await recount(server.services.database);
  expect(await tallies()).toEqual(kept);
});

test('the past shows a vendor while it was listed', async () => {
  const { vendorId } = await assessor.completed({ name: 'Remembered' });
  const asOf = (document: string, at: string) =>
    server.admin.data<{ dashboard: { vendorCount: number; topDeficientControls: object[] }; findings: { totalCount: number } }>(
      document.replace('query', `query @asOf(at: "${at}")`),
    );
  const DOCUMENT = `query { dashboard { vendorCount openFindings topDeficientControls { code failCount } } findings { totalCount } vendors { totalCount } }`;
  const now = () => server.admin.data<{ at: string }>(`{ at: dashboard { vendorCount } }`).then(() => new Date().toISOString());
  const present = await server.admin.data(DOCUMENT);
  const before = await now();
  await archive(server, vendorId);
  const absent = await server.admin.data(DOCUMENT);
  const after = await now();
  expect(absent).not.toEqual(present);
  await leave(server, 'reactivateVendor', { id: vendorId });
  expect(await asOf(DOCUMENT, before)).toEqual(present);
  expect(await asOf(DOCUMENT, after)).toEqual(absent);
  const { changes } = await server.admin.data<{
    changes: { vendorCountBefore: number; vendorCountAfter: number; findings: Record<string, { severity: string; count: number }[]> };
  }>(
    `query ($from: DateTime!, $to: DateTime!) { changes: changesBetween(from: $from, to: $to) {
      vendorCountBefore vendorCountAfter vendorsRemoved { nodes { vendorId } }
      findings { openBefore { severity count } removed { severity count } openAfter { severity count } } } }`,
    { from: before, to: after },
  );
  expect(changes).toMatchObject({ vendorsRemoved: { nodes: [{ vendorId }] }, vendorCountBefore: changes.vendorCountAfter + 1 });
  const { openBefore, removed, openAfter } = changes.findings;
  expect(removed!.some(({ count }) => count > 0)).toBe(true);
  for (const [n, { count }] of openBefore!.entries()) expect(openAfter![n]!.count).toBe(count - removed![n]!.count);
});

test('nothing is asked of an archived vendor, and nobody is reminded', async () => {
  const soon = new Date(Date.now() + 86_400_000).toISOString();
  const { vendorId, id, portal } = await assessor.sent({ name: 'Quiet' }, { dueDate: soon });
  const draft = await server.admin.data<{ createAssessment: { assessment: { id: string } } }>(
    `mutation ($input: CreateAssessmentInput!) { createAssessment(input: $input) { assessment { id } } }`,
    { input: { vendorId, templateId: assessor.templateId } },
  );
  const { vendorId: series } = await assessor.completed(
    { name: 'Series' },
    { recurrence: 'QUARTERLY', dueDate: new Date(Date.now() - 89 * 86_400_000).toISOString() },
  );
  await archive(server, vendorId);
  await archive(server, series);
  await expect(portal.view()).rejects.toThrow(/no longer works/);
  const code = async (document: string, input: object) => (await server.admin.ask(document, { input })).errors?.[0]?.extensions?.code;
  expect(
    await code(`mutation ($input: CreateAssessmentInput!) { createAssessment(input: $input) { assessment { id } } }`, {
      vendorId,
      templateId: assessor.templateId,
    }),
  ).toBe('INVALID_TRANSITION');
  expect(
    await code(`mutation ($input: SendAssessmentInput!) { sendAssessment(input: $input) { portalUrl } }`, {
      id: draft.createAssessment.assessment.id,
    }),
  ).toBe('INVALID_TRANSITION');
  expect(await code(`mutation ($input: SendAssessmentInput!) { resendPortalLink(input: $input) { portalUrl } }`, { id })).toBe(
    'INVALID_TRANSITION',
  );
  const ctx = systemContext(server.services);
  const due = await server.services.database.query(
    sql`select id from assessment where vendor_id = ${series} and next_due_on < now() + interval '9 days'`,
  );
  expect(due).toHaveLength(1);
  await server.services.database.query(sql`update assessment set next_due_on = now() - interval '1 day' where vendor_id = ${series}`);
  expect(await createDueRecurrences(ctx)).toBe(0);
  await remindOfAssessments(ctx);
  const mails = await server.services.database.query(sql`select id from mail where assessment_id = ${id} and status = 'QUEUED'`);
  expect(mails).toEqual([]);
});

test('of changes and archiving at once, the tallies stay right', async () => {
  const made = await Promise.all([1, 2, 3].map((n) => assessor.completed({ name: `Race ${n}` })));
  const open = await Promise.all(made.map(({ vendorId }) => findings({ vendorId })));
  await Promise.all(
    made.flatMap(({ vendorId }, n) => [
      archive(server, vendorId),
      ...open[n]!.map((id) =>
        server.admin.ask(`mutation ($input: UpdateFindingStatusInput!) { updateFindingStatus(input: $input) { finding { id } } }`, {
          input: { id, status: 'REMEDIATED', resolutionNote: 'Done' },
        }),
      ),
    ]),
  );
  const kept = await tallies();
  await recount(server.services.database);
  expect(await tallies()).toEqual(kept);
});

test('a role in one portfolio sees the same rule', async () => {
  const portfolioId = await makePortfolio('Seen');
  await createVendor(server, { name: 'Seen stays', portfolioId });
  const gone = await assessor.completed({ name: 'Seen goes', portfolioId });
  const reviewer = await server.withRole('Reviewer');
  const { me } = await reviewer.data<{ me: { id: string; role: { id: string } } }>(`{ me { id role { id } } }`);
  await server.admin.data(`mutation ($input: AssignRoleInput!) { assignRole(input: $input) { user { id } } }`, {
    input: { userId: me.id, roleId: me.role.id, portfolioIds: [portfolioId] },
  });
  const before = await figures(reviewer);
  expect(before.vendors.totalCount).toBe(2);
  await archive(server, gone.vendorId);
  const after = await figures(reviewer);
  expect(after).toMatchObject({ vendors: { totalCount: 1 }, findings: { totalCount: 0, nodes: [] }, assessments: { totalCount: 0 } });
});
