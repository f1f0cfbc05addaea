import { Client } from 'pg';
import { nameIn } from '../../src/database/sql';
import { Assessor } from '../kit/assessed';
import { archive } from '../kit/offboarded';
import { createVendor, importFramework } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { eachTime, statementsDuring } from '../kit/statements';

let server: TestServer;
let assessor: Assessor;
let adminId: string;
let portfolioId: string;
const ids: Record<string, string> = {};

const FAILING = { 'MFA?': 'NO', 'Regions?': ['US'], '=Key length': 1 };

beforeAll(async () => {
  server = await startTestServer();
  assessor = await Assessor.prepare(server);
  adminId = (await server.admin.data<{ me: { id: string } }>(`{ me { id } }`)).me.id;
  const { createPortfolio } = await server.admin.data<{ createPortfolio: { portfolio: { id: string } } }>(
    `mutation { createPortfolio(input: { name: "Retail" }) { portfolio { id } } }`,
  );
  portfolioId = createPortfolio.portfolio.id;
  const make = async (name: string, more: object) => (ids[name] = await createVendor(server, { name, ...more }));
  await make('Anna', { tier: 'HIGH', tags: ['cloud', 'eu'], ownerId: adminId, portfolioId, contractValue: 'OVER_5M' });
  await make('Bert', { tier: 'HIGH', tags: ['eu'], portfolioId, geographicRisk: 'HIGH_RISK_JURISDICTION' });
  await make('Cleo', { tier: 'LOW', dataSensitivity: 'PUBLIC' });
  await make('Dora', {});
  await assessor.completed(ids['Anna']);
  await assessor.completed(ids['Bert'], {}, FAILING);
  await assessor.completed(ids['Cleo'], {}, FAILING);
  await assessor.sent(ids['Bert'], { dueDate: '2020-01-01T00:00:00Z' });
});
afterAll(() => server.stop());

type Stat = Record<string, string | number | null>;
async function vendorStats(by: string, filter: object | null = null, client = server.admin): Promise<Stat[]> {
  const query = `query ($by: VendorStatsBy!, $filter: VendorFilter) {
    vendorStats(by: $by, filter: $filter) { key label count averageScore openFindings } }`;
  return (await client.data<{ vendorStats: Stat[] }>(query, { by, filter })).vendorStats;
}
async function findingStats(by: string, filter: object | null = null, client = server.admin): Promise<Stat[]> {
  const query = `query ($by: FindingStatsBy!, $filter: FindingFilter) {
    findingStats(by: $by, filter: $filter) { key label count open remediated accepted meanDaysToRemediate } }`;
  return (await client.data<{ findingStats: Stat[] }>(query, { by, filter })).findingStats;
}
const counts = (stats: Stat[]) => stats.map(({ key, count }) => [key, count]);

test('vendors are counted by what they have in common, largest groups first, those without as null', async () => {
  expect(counts(await vendorStats('TIER'))).toEqual([
    ['HIGH', 2],
    ['LOW', 1],
    [null, 1],
  ]);
  expect((await vendorStats('OWNER')).map(({ key, count, label }) => [key, count, label])).toEqual([
    [null, 3, 'Without an owner'],
    [adminId, 1, expect.any(String)],
  ]);
  expect(counts(await vendorStats('TAG'))).toEqual([
    ['eu', 2],
    [null, 2],
    ['cloud', 1],
  ]);
  expect((await vendorStats('PORTFOLIO', { tier: 'HIGH' })).map(({ key, label }) => [key, label])).toEqual([[portfolioId, 'Retail']]);
  expect((await vendorStats('CONTRACT_VALUE', { ids: [ids['Anna']] }))[0]).toMatchObject({ key: 'OVER_5M', label: '$5M+', count: 1 });
  expect((await vendorStats('GEOGRAPHIC_RISK', { ids: [ids['Bert']] }))[0]).toMatchObject({ label: 'High-risk jurisdiction' });
  expect(counts(await vendorStats('DATA_SENSITIVITY'))).toEqual([
    [null, 3],
    ['PUBLIC', 1],
  ]);
  expect(await vendorStats('TIER', { query: 'nobody is called so' })).toEqual([]);
  const bands = await vendorStats('BAND');
  expect(bands.reduce((sum, { count }) => sum + Number(count), 0)).toBe(4);
  expect(bands.find(({ key }) => key === 'UNSCORED')).toMatchObject({ label: 'Unscored', count: 1, averageScore: null });
});

test('with the mean score and the open findings of each group, as the lists have them', async () => {
  for (const { key, averageScore, openFindings } of await vendorStats('TIER')) {
    const { vendors } = await server.admin.data<{
      vendors: { nodes: { overallScore: number | null; findings: { totalCount: number } }[] };
    }>(
      `query ($filter: VendorFilter) { vendors(filter: $filter) { nodes { overallScore findings(filter: { status: OPEN }) { totalCount } } } }`,
      { filter: key === null ? { isUntiered: true } : { tier: key } },
    );
    const scores = vendors.nodes.flatMap(({ overallScore }) => overallScore ?? []);
    const mean = scores.length > 0 ? scores.reduce((sum, one) => sum + one, 0) / scores.length : null;
    if (mean === null) expect(averageScore).toBeNull();
    else expect(averageScore).toBeCloseTo(mean, 9);
    expect(openFindings).toBe(vendors.nodes.reduce((sum, { findings }) => sum + findings.totalCount, 0));
  }
});

test('findings are counted by what they have in common, one of several controls for each', async () => {
  const all = (await findingStats('STATUS')).reduce((sum, { count }) => sum + Number(count), 0);
  const { findings } = await server.admin.data<{
    findings: { totalCount: number; nodes: { severity: string; controlCodes: string[]; createdAt: string }[] };
  }>(`{ findings(first: 100) { totalCount nodes { severity controlCodes createdAt } } }`);
  expect(all).toBe(findings.totalCount);
  const expected = new Map<string | null, number>();
  for (const { controlCodes } of findings.nodes) {
    for (const code of controlCodes.length > 0 ? controlCodes : [null]) expected.set(code, (expected.get(code) ?? 0) + 1);
  }
  const byControl = await findingStats('CONTROL');
  expect(Object.fromEntries(counts(byControl) as [string, number][])).toEqual(Object.fromEntries(expected));
  expect(byControl.map(({ count }) => count)).toEqual(byControl.map(({ count }) => count).toSorted((a, b) => Number(b) - Number(a)));
  const ofVendors = await findingStats('VENDOR', { severities: ['CRITICAL'] });
  expect(ofVendors.map(({ label }) => label).toSorted()).toEqual(['Bert', 'Cleo']);
  expect(counts(await findingStats('TIER', { severities: ['CRITICAL'] })).toSorted()).toEqual([
    ['HIGH', 1],
    ['LOW', 1],
  ]);
  expect(await findingStats('TEMPLATE')).toMatchObject([{ key: assessor.templateId, label: 'Security', count: all }]);
  const month = findings.nodes[0]!.createdAt.slice(0, 7);
  expect((await findingStats('CREATED_MONTH'))[0]).toMatchObject({
    key: month,
    label: expect.stringContaining(month.slice(0, 4)) as string,
  });
  expect((await findingStats('PORTFOLIO')).map(({ label }) => label).toSorted()).toEqual(['Retail', 'Without a portfolio']);
  expect((await findingStats('SEVERITY', { severities: ['CRITICAL'] }))[0]).toMatchObject({ key: 'CRITICAL', label: 'Critical', open: 2 });
});

test('a control is called by its code and title, and by its code alone where frameworks differ', async () => {
  const label = async () => (await findingStats('CONTROL')).find(({ key }) => key === 'A.3')?.label;
  expect(await label()).toBe('A.3 · Control three');
  await importFramework(server, { name: 'Another', controls: [{ domain: 'D', code: 'A.3', title: 'Control three' }] });
  expect(await label()).toBe('A.3 · Control three');
  await importFramework(server, { name: 'A third', controls: [{ domain: 'D', code: 'A.3', title: 'Something else' }] });
  expect(await label()).toBe('A.3');
});

test('the mean time to remediate is over the remediated ones', async () => {
  const { findings } = await server.admin.data<{ findings: { nodes: { id: string }[] } }>(
    `query ($vendorId: ID!) { findings(filter: { vendorId: $vendorId }) { nodes { id } } }`,
    { vendorId: ids['Cleo'] },
  );
  const close = (id: string, status: string) =>
    server.admin.data(`mutation ($input: UpdateFindingStatusInput!) { updateFindingStatus(input: $input) { finding { id } } }`, {
      input: { id, status, resolutionNote: 'Seen' },
    });
  const [first, second, third] = findings.nodes.map(({ id }) => id);
  await close(first!, 'REMEDIATED');
  await close(second!, 'REMEDIATED');
  await close(third!, 'RISK_ACCEPTED');
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  // Two days, and five.
  await client.query(`update finding set created_at = resolved_at - interval '2 days' where id = $1`, [first]);
  await client.query(`update finding set created_at = resolved_at - interval '5 days' where id = $1`, [second]);
  await client.query(`update finding set created_at = resolved_at - interval '100 days' where id = $1`, [third]);
  await client.end();
  const [cleo] = await findingStats('VENDOR', { vendorId: ids['Cleo'] });
  expect(cleo).toMatchObject({ label: 'Cleo', remediated: 2, accepted: 1, meanDaysToRemediate: 3.5 });
  expect(Number(cleo!['open'])).toBe(Number(cleo!['count']) - 3);
  expect((await findingStats('VENDOR', { vendorId: ids['Bert'] }))[0]).toMatchObject({ meanDaysToRemediate: null });
});

const FIGURES = `vendorCount averageScore openFindings openFindingsBySeverity { severity count } needsAttention
  scoreDistribution { green amber red unscored } vendorsByTier { tier count } topDeficientControls { code title frameworkName failCount }
  assessmentStatusCounts { status count } overdueAssessments responsibility { totalVendors totalActions completedActions percent }
  trend { month averageScore completedAssessments newFindings }`;
const dashboardOf = async (filter: object, client = server.admin) =>
  (
    await client.data<{ dashboardOf: Record<string, unknown> & { id: string; vendorCount: number } }>(
      `query ($filter: VendorFilter!) { dashboardOf(filter: $filter) { id ${FIGURES} } }`,
      { filter },
    )
  ).dashboardOf;

/** A user with a role in one portfolio sees a dashboard of it, from tallies: it must be the same. */
async function memberOf(portfolio: string) {
  const { roles } = await server.admin.data<{ roles: { id: string; name: string }[] }>(`{ roles { id name } }`);
  const account = { email: 'retail@example.org', password: 'a long enough password' };
  const { createUser } = await server.admin.data<{ createUser: { user: { id: string } } }>(
    `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`,
    { input: { name: 'Retail', roleId: roles.find(({ name }) => name === 'Reviewer')!.id, ...account } },
  );
  await server.admin.data(`mutation ($input: AssignRoleInput!) { assignRole(input: $input) { user { id } } }`, {
    input: { userId: createUser.user.id, roleId: roles.find(({ name }) => name === 'Reviewer')!.id, portfolioIds: [portfolio] },
  });
  const client = server.stranger();
  await client.login(account);
  return client;
}

test('the dashboard of all vendors that a filter shows is the dashboard, and that of a portfolio what its people see', async () => {
  const { dashboard } = await server.admin.data<{ dashboard: Record<string, unknown> }>(`{ dashboard { id ${FIGURES} } }`);
  expect(await dashboardOf({})).toEqual(dashboard);
  // Said of each vendor, so that it is counted anew.
  const { id, ...counted } = await dashboardOf({ ids: Object.values(ids) });
  expect({ id: 'dashboard', ...counted }).toEqual(dashboard);
  expect(id).not.toBe('dashboard');
  const member = await memberOf(portfolioId);
  const { dashboard: seen } = await member.data<{ dashboard: Record<string, unknown> }>(`{ dashboard { ${FIGURES} } }`);
  const { id: _id, ...ofPortfolio } = await dashboardOf({ portfolioId });
  expect(ofPortfolio).toEqual(seen);
  expect(ofPortfolio).toMatchObject({ vendorCount: 2, overdueAssessments: 1 });
  // Those of a portfolio see nothing else, whatever they ask.
  expect(await dashboardOf({ tiers: ['LOW', 'HIGH'] }, member)).toMatchObject({ vendorCount: 2 });
  expect(counts(await vendorStats('TIER', null, member))).toEqual([['HIGH', 2]]);
  expect((await findingStats('VENDOR', null, member)).map(({ label }) => label)).toEqual(['Bert', 'Anna']);
  expect((await vendorStats('PORTFOLIO', null, member)).map(({ label }) => label)).toEqual(['Retail']);
});

test('the dashboard of some vendors', async () => {
  expect(await dashboardOf({ tier: 'LOW' })).toMatchObject({
    vendorCount: 1,
    needsAttention: 1,
    overdueAssessments: 0,
    vendorsByTier: expect.arrayContaining([
      { tier: 'LOW', count: 1 },
      { tier: 'HIGH', count: 0 },
    ]) as unknown,
  });
  expect(await dashboardOf({ ownerId: null })).toMatchObject({ vendorCount: 3 });
  expect(await dashboardOf({ tag: 'none' })).toMatchObject({
    vendorCount: 0,
    averageScore: null,
    openFindings: 0,
    topDeficientControls: [],
  });
  const needing = await dashboardOf({ needsAttention: true });
  expect(needing['needsAttention']).toBe(needing.vendorCount);
});

test('whoever asks for archived vendors gets their figures', async () => {
  const gone = await createVendor(server, { name: 'Gone', tags: ['gone'] });
  await assessor.completed(gone, {}, FAILING);
  const shown = await dashboardOf({ tag: 'gone' });
  expect(shown).toMatchObject({ vendorCount: 1, openFindings: 4 });
  expect(shown['topDeficientControls']).not.toEqual([]);
  await archive(server, gone);
  expect(await dashboardOf({ tag: 'gone' })).toMatchObject({ vendorCount: 0, openFindings: 0, topDeficientControls: [] });
  const { id: _id, ...asked } = await dashboardOf({ status: ['ARCHIVED'] });
  expect(asked).toEqual({ ...shown, id: undefined });
  expect(counts(await vendorStats('STATUS', { status: ['ARCHIVED', 'ACTIVE'] }))).toEqual([
    ['ACTIVE', 4],
    ['ARCHIVED', 1],
  ]);
  expect(await findingStats('VENDOR', { vendorId: gone })).toMatchObject([{ key: gone, count: 4 }]);
  expect((await findingStats('VENDOR')).map(({ key }) => key)).not.toContain(gone);
});

test('filters of figures are limited as those of lists', async () => {
  const filter = { query: 'x'.repeat(201) };
  const codes = await Promise.all([
    server.admin.code(`query ($filter: VendorFilter!) { dashboardOf(filter: $filter) { vendorCount } }`, { filter }),
    server.admin.code(`query ($filter: VendorFilter) { vendorStats(by: TIER, filter: $filter) { count } }`, { filter }),
    server.admin.code(`query ($filter: FindingFilter) { findingStats(by: TIER, filter: $filter) { count } }`, { filter }),
  ]);
  expect(codes).toEqual(['BAD_USER_INPUT', 'BAD_USER_INPUT', 'BAD_USER_INPUT']);
});

test('counting findings needs assessments:view', async () => {
  const viewer = await server.withPermissions('vendors:view');
  expect(await viewer.code(`{ vendorStats(by: TIER) { key count averageScore } }`)).toBeUndefined();
  expect(await viewer.code(`{ vendorStats(by: TIER) { openFindings } }`)).toBe('FORBIDDEN');
  expect(await viewer.code(`{ findingStats(by: TIER) { count } }`)).toBe('FORBIDDEN');
  const dashboardOfSome = `{ dashboardOf(filter: { query: "@" }) { vendorCount } }`;
  expect(await viewer.code(dashboardOfSome)).toBe('FORBIDDEN');
  // Who may not see vendors can't find out by filters what they have.
  const reader = await server.withPermissions('assessments:view');
  expect(await reader.code(`{ dashboard { vendorCount } }`)).toBeUndefined();
  expect(await reader.code(dashboardOfSome)).toBe('FORBIDDEN');
  expect(await reader.code(`{ findingStats(by: TIER) { count } }`)).toBeUndefined();
  expect(await reader.code(`{ findingStats(by: PORTFOLIO) { count } }`)).toBe('FORBIDDEN');
  expect(
    await (await server.withPermissions('assessments:view', 'vendors:view')).code(`{ findingStats(by: PORTFOLIO) { count } }`),
  ).toBeUndefined();
});

test('figures take one statement each', async () => {
  const names = async (query: string) =>
    eachTime(await statementsDuring(() => server.admin.data(query))).flatMap((text) => nameIn(text) ?? []);
  expect((await names(`{ vendorStats(by: TAG) { key openFindings } }`)).filter((name) => name.startsWith('stats'))).toEqual([
    'stats.ofVendors',
  ]);
  expect((await names(`{ findingStats(by: CONTROL) { key } }`)).filter((name) => name.startsWith('stats'))).toEqual([
    'stats.ofFindings',
    'stats.titlesOf',
  ]);
  expect((await names(`{ dashboardOf(filter: { tag: "eu" }) { vendorCount } }`)).filter((name) => name.startsWith('dashboard'))).toEqual([
    'dashboard.read',
  ]);
});
