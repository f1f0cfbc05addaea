import { createHash } from 'node:crypto';
import { nameIn } from '../../src/database/sql';
import { conditionsOf } from '../../src/domains/assessment/answer.store';
import { inherentRisk, residualRisk } from '../../src/domains/vendor/vendor.rules';
import { Assessor } from '../kit/assessed';
import { createAssessment, createVendor, importFramework, publishTemplate, question, sendAssessment } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { eachTime, statementsDuring } from '../kit/statements';

let server: TestServer;
let assessor: Assessor;
let adminId: string;
const DAY_MS = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

beforeAll(async () => {
  server = await startTestServer();
  assessor = await Assessor.prepare(server);
  adminId = (await server.admin.data<{ me: { id: string } }>(`{ me { id } }`)).me.id;
});
afterAll(() => server.stop());

interface Page {
  totalCount: number;
  nodes: { id: string; name?: string; title?: string }[];
}
const list = async (field: string, type: string, filter: object, selection = 'id', more = '') =>
  (
    await server.admin.data<Record<string, Page>>(
      `query ($filter: ${type}) { ${field}(filter: $filter, first: 100 ${more}) { totalCount nodes { ${selection} } } }`,
      { filter },
    )
  )[field]!;

/** The names of what a filter shows; the total must agree. */
async function namesOf(field: string, type: string, filter: object, name = 'name', more = ''): Promise<string[]> {
  const { nodes, totalCount } = await list(field, type, filter, `id ${name}`, more);
  expect(totalCount).toBe(nodes.length);
  return nodes.map((node) => (node as unknown as Record<string, string>)[name]!);
}

describe('vendors', () => {
  const vendors = (filter: object, more = '') => namesOf('vendors', 'VendorFilter', { tag: 'filters', ...filter }, 'name', more);
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    const make = async (name: string, more: object) => {
      ids[name] = await createVendor(server, { name, tags: ['filters'], ...more });
    };
    await make('Anna', { tier: 'CRITICAL', dataSensitivity: 'RESTRICTED', contractRenewalDate: '2027-03-01', ownerId: adminId });
    await make('Bert', { tier: 'HIGH', dataSensitivity: 'PUBLIC', contractRenewalDate: '2027-03-31', contractValue: 'OVER_5M' });
    await make('Cleo', { dataSensitivity: 'INTERNAL', geographicRisk: 'DOMESTIC' });
    await make('Dora', { tier: 'LOW', contractRenewalDate: '2027-04-01', geographicRisk: 'HIGH_RISK_JURISDICTION' });
    await make('Emil', {});
    await assessor.certify(ids['Anna']!, { name: 'ISO 27001:2022', expiresDate: dayIn(0) });
    await assessor.certify(ids['Bert']!, { name: 'iso 27001', expiresDate: dayIn(-1) });
    await assessor.certify(ids['Cleo']!, { name: 'ISO 27001' });
    await assessor.completed(ids['Anna']);
    await assessor.completed(ids['Dora'], {}, { 'MFA?': 'NO', 'Regions?': ['US'], '=Key length': 1 });
  });

  test('null asks for those without an owner, as a literal and as a variable; left out, for all', async () => {
    const without = ['Bert', 'Cleo', 'Dora', 'Emil'];
    const ask = async (filter: string, declared = '', variables: object = {}) =>
      (await server.admin.data<{ vendors: Page }>(`query Q${declared} { vendors(filter: ${filter}) { nodes { name } } }`, variables))
        .vendors.nodes;
    const named = (nodes: Page['nodes']) => nodes.map(({ name }) => name);
    // Twice each: the second run is compiled.
    for (let i = 0; i < 3; i++) {
      expect(await vendors({ ownerId: null })).toEqual(without);
      expect(await vendors({})).toEqual(['Anna', ...without]);
      expect(await vendors({ ownerId: adminId })).toEqual(['Anna']);
      expect(named(await ask('{ tag: "filters", ownerId: null }'))).toEqual(without);
      expect(named(await ask('{ tag: "filters", ownerId: $o }', '($o: ID)', { o: null }))).toEqual(without);
      expect(named(await ask('{ tag: "filters", ownerId: $o }', '($o: ID)'))).toEqual(['Anna', ...without]);
      expect(named(await ask('{ tag: "filters", ownerId: $o }', '($o: ID = null)'))).toEqual(without);
      expect(await vendors({ ownerId: 'nonsense' })).toEqual([]);
    }
    const query = '{ vendors(filter: { tag: "filters", ownerId: null }) { nodes { name } } }';
    const extensions = { persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') } };
    for (const body of [{ query, extensions }, { extensions }, { extensions }]) {
      const response = await server.admin.fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(named(((await response.json()) as { data: { vendors: Page } }).data.vendors.nodes)).toEqual(without);
    }
  });

  test('every other null is as if it were left out', async () => {
    const others = `query ids tier tag portfolioId externalId ragBand isUntiered needsAttention hasOpenActions tiers dataSensitivity renewalFrom
      renewalTo scoreFrom scoreTo lastAssessedFrom lastAssessedTo isAssessed certification`;
    const nulls = Object.fromEntries(others.split(/\s+/).map((name) => [name, null]));
    expect((await list('vendors', 'VendorFilter', nulls)).totalCount).toBe((await list('vendors', 'VendorFilter', {})).totalCount);
  });

  test('several tiers, kinds of data, renewal, score, last assessment and certification', async () => {
    expect(await vendors({ tiers: ['HIGH', 'LOW'] })).toEqual(['Bert', 'Dora']);
    expect(await vendors({ tiers: [] })).toEqual([]);
    expect(await vendors({ dataSensitivity: ['PUBLIC', 'INTERNAL'] })).toEqual(['Bert', 'Cleo']);
    expect(await vendors({ renewalFrom: '2027-03-01', renewalTo: '2027-03-31' })).toEqual(['Anna', 'Bert']);
    expect(await vendors({ renewalTo: '2027-03-30' })).toEqual(['Anna']);
    expect(await vendors({ renewalFrom: '2027-04-02' })).toEqual([]);
    expect(await vendors({ renewalFrom: '2027-04-01', renewalTo: '2027-03-01' })).toEqual([]);
    const { nodes } = await list('vendors', 'VendorFilter', { tag: 'filters', isAssessed: true }, 'name overallScore lastAssessedAt');
    const [anna, dora] = nodes as unknown as { name: string; overallScore: number; lastAssessedAt: string }[];
    expect([anna!.name, dora!.name]).toEqual(['Anna', 'Dora']);
    expect(await vendors({ isAssessed: false })).toEqual(['Bert', 'Cleo', 'Emil']);
    expect(await vendors({ scoreFrom: anna!.overallScore, scoreTo: anna!.overallScore })).toEqual(['Anna']);
    expect(await vendors({ scoreTo: 1 })).toEqual(['Anna', 'Dora']);
    expect(await vendors({ scoreTo: dora!.overallScore })).toEqual(['Dora']);
    expect(await vendors({ lastAssessedFrom: dora!.lastAssessedAt })).toEqual(['Dora']);
    expect(await vendors({ lastAssessedTo: anna!.lastAssessedAt })).toEqual(['Anna']);
    // Anna's ends today, Bert's ended yesterday, Cleo's doesn't end.
    expect(await vendors({ certification: 'Iso 27' })).toEqual(['Anna', 'Cleo']);
    expect(await vendors({ certification: '%' })).toEqual([]);
  });

  test('by inherent and residual risk and renewal, page by page, as the rules have it', async () => {
    const PROFILE = 'name tier dataSensitivity contractValue geographicRisk overallScore inherentRisk residualRisk contractRenewalDate';
    type Row = Parameters<typeof residualRisk>[0] & { name: string; inherentRisk: number | null; residualRisk: number | null } & {
      contractRenewalDate: string | null;
    };
    const values: Record<string, (row: Row) => number | string> = {
      INHERENT_RISK: (row) => inherentRisk(row) ?? -1,
      RESIDUAL_RISK: (row) => residualRisk(row) ?? -1,
      CONTRACT_RENEWAL_DATE: (row) => row.contractRenewalDate ?? '9999-12-31',
    };
    // Every profile there is.
    const profiles = [null, 'LOW', 'HIGH', 'CRITICAL'].flatMap((tier) =>
      [null, 'PUBLIC', 'CONFIDENTIAL'].flatMap((dataSensitivity) =>
        [null, 'FROM_250K_TO_1M', 'OVER_5M'].map((contractValue, i) => ({
          ...{ tier, dataSensitivity, contractValue },
          geographicRisk: [null, 'DOMESTIC', 'HIGH_RISK_JURISDICTION'][i],
        })),
      ),
    );
    const csv = `name,contactEmail,tier,dataSensitivity,contractValue,geographicRisk,tags\n${profiles
      .map((one, i) =>
        [`Profile ${i}`, 'a@b.example', one.tier, one.dataSensitivity, one.contractValue, one.geographicRisk, 'filters'].join(),
      )
      .join('\n')}`;
    await server.admin.data(`mutation ($input: ImportVendorsInput!) { importVendors(input: $input) { created } }`, { input: { csv } });
    for (const [field, valueOf] of Object.entries(values)) {
      for (const descending of [false, true]) {
        const found: Row[] = [];
        for (let after: string | null = null, more = true; more;) {
          const { vendors: page }: { vendors: { nodes: Row[]; pageInfo: { hasNextPage: boolean; endCursor: string } } } =
            await server.admin.data(
              `query ($after: String, $orderBy: VendorOrder) { vendors(first: 7, after: $after, orderBy: $orderBy, filter: { tag: "filters" }) {
                nodes { ${PROFILE} } pageInfo { hasNextPage endCursor } } }`,
              { after, orderBy: { field, descending } },
            );
          found.push(...page.nodes);
          ({ hasNextPage: more, endCursor: after } = page.pageInfo);
        }
        expect(new Set(found.map(({ name }) => name)).size).toBe(profiles.length + 5);
        const order = found.map(valueOf);
        expect(order).toEqual(order.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0) * (descending ? -1 : 1)));
      }
    }
  });
});

describe('findings', () => {
  const titles = (filter: object) => namesOf('findings', 'FindingFilter', filter, 'title');
  let vendorId: string;
  let done: string;

  beforeAll(async () => {
    vendorId = await createVendor(server, { name: 'Finder', tier: 'MEDIUM' });
    done = (await assessor.completed(vendorId, {}, { 'MFA?': 'NO', 'Regions?': ['EU', 'UK'], '=Key length': 1 })).id;
    await assessor.submitted(vendorId, {}, { 'MFA?': 'NO', 'Regions?': ['EU', 'UK'], '=Key length': 256 });
    await server.admin.data(`mutation ($input: CreateFindingInput!) { createFinding(input: $input) { finding { id } } }`, {
      input: { assessmentId: done, title: 'By hand', severity: 'LOW' },
    });
  });

  test('several severities, manual ones, the state of the assessment, the tier of the vendor', async () => {
    expect((await titles({ vendorId })).toSorted()).toEqual(['=Key length', 'By hand', 'MFA?', 'Rotated?']);
    expect((await titles({ vendorId, severities: ['CRITICAL', 'MEDIUM'] })).toSorted()).toEqual(['=Key length', 'MFA?']);
    expect(await titles({ vendorId, severities: [] })).toEqual([]);
    expect(await titles({ vendorId, isManual: true })).toEqual(['By hand']);
    expect(await titles({ vendorId, isManual: false })).not.toContain('By hand');
    expect(await titles({ vendorId, assessmentStatus: ['COMPLETED'], severities: ['CRITICAL'] })).toEqual(['MFA?']);
    // Seen again by the one that is submitted.
    expect((await titles({ vendorId, assessmentStatus: ['SUBMITTED'] })).toSorted()).toEqual(['MFA?', 'Rotated?']);
    expect(await titles({ vendorId, assessmentStatus: ['DRAFT'] })).toEqual([]);
    expect(await titles({ vendorId, assessmentStatus: ['SUBMITTED', 'COMPLETED'] })).toHaveLength(4);
    // Of all vendors, their totals are counted another way.
    const ids = (filter: object) => namesOf('findings', 'FindingFilter', filter, 'id');
    const theirs = await ids({ vendorId });
    for (const assessmentStatus of [['SUBMITTED'], ['SUBMITTED', 'COMPLETED'], []]) {
      expect((await ids({ assessmentStatus })).filter((id) => theirs.includes(id)).toSorted()).toEqual(
        (await ids({ vendorId, assessmentStatus })).toSorted(),
      );
    }
    for (const status of ['OPEN', undefined]) expect(await ids({ ownerId: null, status })).toEqual(expect.arrayContaining(theirs));
    expect(await titles({ tiers: ['MEDIUM'] })).toHaveLength(4);
    expect(await titles({ tiers: ['MEDIUM', 'HIGH'], isManual: true })).toEqual(['By hand']);
    // Totals of severities come from the tally.
    const { totalCount } = await list('findings', 'FindingFilter', { severities: ['CRITICAL'], status: 'OPEN' });
    expect(totalCount).toBe((await titles({ severities: ['CRITICAL'], status: 'OPEN', createdFrom: '2000-01-01' })).length);
  });

  test('when they were raised and closed, both ends included; open ones were closed at no time', async () => {
    const [manual] = (await list('findings', 'FindingFilter', { vendorId, isManual: true }, 'id createdAt')).nodes;
    const at = (manual as unknown as { createdAt: string }).createdAt;
    expect(await titles({ vendorId, createdFrom: at, createdTo: at })).toEqual(['By hand']);
    expect(await titles({ vendorId, createdFrom: '2100-01-01T00:00:00Z' })).toEqual([]);
    expect(await titles({ vendorId, resolvedTo: '2100-01-01T00:00:00Z' })).toEqual([]);
    const { updateFindingStatus } = await server.admin.data<{ updateFindingStatus: { finding: { resolvedAt: string } } }>(
      `mutation ($input: UpdateFindingStatusInput!) { updateFindingStatus(input: $input) { finding { resolvedAt } } }`,
      { input: { id: manual!.id, status: 'REMEDIATED', resolutionNote: 'Done' } },
    );
    const { resolvedAt } = updateFindingStatus.finding;
    expect(await titles({ vendorId, resolvedFrom: resolvedAt, resolvedTo: resolvedAt })).toEqual(['By hand']);
    expect(await titles({ vendorId, resolvedTo: new Date(Date.parse(resolvedAt) - 1).toISOString() })).toEqual([]);
  });

  test('a text finds what contains it, and what search would find: words in any order, synonyms, the topic of a question', async () => {
    await server.admin.data(`mutation ($input: CreateFindingInput!) { createFinding(input: $input) { finding { id } } }`, {
      input: {
        assessmentId: done,
        title: 'Zürich has no two-factor sign-in',
        description: 'It is planned',
        severity: 'LOW',
        controlCodes: ['Q-7'],
      },
    });
    const found = ['MFA?', 'Zürich has no two-factor sign-in'];
    for (const query of ['mfa', 'Who fails MFA?', 'multi-factor authentication', 'vendors without 2FA']) {
      expect((await titles({ vendorId, query })).toSorted()).toEqual(found);
    }
    for (const query of ['zürich', 'planned zurich', 'wo-fact', 'Q-7', 'who fails in zurich']) {
      expect(await titles({ vendorId, query })).toEqual([found[1]]);
    }
    for (const query of ['zurich unheard', 'who is the', '%', '?!', 'ned two']) expect(await titles({ vendorId, query })).toEqual([]);
    // Words that only ask count where something has them all.
    expect(await titles({ vendorId, query: 'MFA has no' })).toEqual([found[1]]);
    const { vendor, findingStats } = await server.admin.data<{ vendor: { findings: Page }; findingStats: { count: number }[] }>(
      `query ($id: ID!, $filter: FindingFilter) {
        vendor(id: $id) { findings(filter: $filter) { totalCount } } findingStats(by: VENDOR, filter: $filter) { count } }`,
      { id: vendorId, filter: { vendorId, query: 'who fails MFA' } },
    );
    expect([vendor.findings.totalCount, findingStats[0]!.count]).toEqual([2, 2]);
    // In the past, a text is looked for as it stands.
    const inPast = async (query: string) =>
      (
        await server.admin.data<{ findings: { totalCount: number } }>(
          `query ($at: DateTime!, $filter: FindingFilter) @asOf(at: $at) { findings(filter: $filter) { totalCount } }`,
          { at: server.services.database.now().toISOString(), filter: { vendorId, query } },
        )
      ).findings.totalCount;
    expect([await inPast('two-FACTOR'), await inPast('who fails MFA')]).toEqual([1, 0]);
  });

  test('every null is as if it were left out, in the list of a vendor too', async () => {
    const names =
      'status severity vendorId query assessmentId controlCode frameworkId severities createdFrom createdTo resolvedFrom resolvedTo';
    const nulls = Object.fromEntries(`${names} tiers isManual assessmentStatus`.split(' ').map((name) => [name, null]));
    expect(await titles({ ...nulls, vendorId })).toHaveLength(5);
    const { vendor } = await server.admin.data<{ vendor: { findings: Page } }>(
      `query ($id: ID!, $filter: FindingFilter) { vendor(id: $id) { findings(filter: $filter) { totalCount nodes { id } } } }`,
      { id: vendorId, filter: nulls },
    );
    expect(vendor.findings.totalCount).toBe(5);
  });

  test('a text that many have the words of shows them once each, on pages, in totals and in figures', async () => {
    const title = (n: number) => `Backup ${n} is not encrypted`;
    for (let n = 0; n < 24; n++) {
      await server.admin.data(`mutation ($input: CreateFindingInput!) { createFinding(input: $input) { finding { id } } }`, {
        input: { assessmentId: done, title: title(n), severity: n % 2 ? 'LOW' : 'MEDIUM' },
      });
    }
    // As it stands in one of them, by its words in all.
    for (const [query, count] of [
      ['encrypted backup', 24],
      ['up 7 is not encrypted', 1],
      ['backup 7 is not', 1],
    ] as const) {
      const filter = { query };
      const found = await server.admin.data<{ findings: Page & { nodes: { title: string }[] }; findingStats: { count: number }[] }>(
        `query ($filter: FindingFilter) { findings(first: 100, filter: $filter) { totalCount nodes { title } } findingStats(by: SEVERITY, filter: $filter) { count } }`,
        { filter },
      );
      expect(new Set(found.findings.nodes.map((one) => one.title)).size).toBe(count);
      expect(found.findings.nodes).toHaveLength(count);
      expect(found.findings.totalCount).toBe(count);
      expect(found.findingStats.reduce((sum, one) => sum + one.count, 0)).toBe(count);
    }
    expect(await titles({ vendorId, query: 'encrypted backup', severity: 'LOW' })).toHaveLength(12);
    expect(await titles({ query: 'encrypted backup', status: 'REMEDIATED' })).toEqual([]);
  });
});

describe('assessments', () => {
  const titles = (filter: object, more = '') => namesOf('assessments', 'AssessmentFilter', filter, 'title', more);
  let vendorId: string;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    vendorId = await createVendor(server, { name: 'Waiting' });
    const other = await publishTemplate(server, 'Short', [{ title: 'S', questions: [question('Why?')] }]);
    ids['Draft'] = await createAssessment(server, vendorId, other, { title: 'Draft', dueDate: '2027-01-31T10:00:00Z' });
    ids['Sent'] = (await assessor.sent(vendorId, { title: 'Sent', reviewerId: adminId, dueDate: '2027-01-31T10:00:00.001Z' })).id;
    ids['Submitted'] = (await assessor.submitted(vendorId, { title: 'Submitted' })).id;
    ids['Back'] = (await assessor.submitted(vendorId, { title: 'Back' })).id;
    await server.admin.data(`mutation ($input: SendBackInput!) { sendBackAssessment(input: $input) { assessment { id } } }`, {
      input: { id: ids['Back'] },
    });
    ids['Done'] = (await assessor.completed(vendorId, { title: 'Done' })).id;
    const { copy } = await server.admin.data<{ copy: { template: { id: string } } }>(
      `mutation ($input: IdInput!) { copy: newTemplateVersion(input: $input) { template { id } } }`,
      { input: { id: other } },
    );
    ids['newer'] = copy.template.id;
  });

  test('null asks for those without a reviewer, in the list of a vendor too', async () => {
    expect((await titles({ vendorId, reviewerId: null })).toSorted()).toEqual(['Back', 'Draft', 'Submitted']);
    expect((await titles({ vendorId, reviewerId: adminId })).toSorted()).toEqual(['Done', 'Sent']);
    expect(await titles({ vendorId })).toHaveLength(5);
    const ofVendor = async (filter: object) =>
      (
        await server.admin.data<{ vendor: { assessments: Page } }>(
          `query ($id: ID!, $filter: AssessmentFilter) { vendor(id: $id) { assessments(filter: $filter) { totalCount } } }`,
          { id: vendorId, filter },
        )
      ).vendor.assessments.totalCount;
    expect(await ofVendor({ reviewerId: null })).toBe(3);
    expect(await ofVendor({})).toBe(5);
    const nulls = 'vendorId status createdFrom createdTo query overdue templateId ragBand submittedFrom submittedTo dueFrom dueTo';
    expect(await ofVendor(Object.fromEntries(nulls.split(' ').map((name) => [name, null])))).toBe(5);
  });

  test('the template, whichever version, the band, when they were submitted and are due', async () => {
    expect(await titles({ vendorId, templateId: ids['newer'] })).toEqual(['Draft']);
    expect(await titles({ vendorId, templateId: assessor.templateId })).toHaveLength(4);
    expect(await titles({ vendorId, templateId: 'nonsense' })).toEqual([]);
    const { nodes } = await list('assessments', 'AssessmentFilter', { vendorId, status: ['COMPLETED'] }, 'ragBand submittedAt');
    const [{ ragBand, submittedAt }] = nodes as unknown as [{ ragBand: string; submittedAt: string }];
    expect(await titles({ vendorId, ragBand, status: ['COMPLETED'] })).toEqual(['Done']);
    expect((await titles({ vendorId, ragBand: 'UNSCORED' })).toSorted()).toEqual(['Back', 'Draft', 'Sent']);
    expect(await titles({ vendorId, submittedFrom: submittedAt, submittedTo: submittedAt })).toEqual(['Done']);
    expect((await titles({ vendorId, submittedTo: submittedAt })).toSorted()).toEqual(['Done', 'Submitted']);
    expect(await titles({ vendorId, dueTo: '2027-01-31T10:00:00Z' })).toEqual(['Draft']);
    expect(await titles({ vendorId, dueFrom: '2027-01-31T10:00:00.001Z' })).toEqual(['Sent']);
  });

  test('since when they wait, and in that order', async () => {
    const { nodes } = await list(
      'assessments',
      'AssessmentFilter',
      { vendorId },
      'title waitingSince sentAt submittedAt updatedAt',
      'orderBy: { field: WAITING_SINCE }',
    );
    const rows = nodes as unknown as Record<'title' | 'waitingSince' | 'sentAt' | 'submittedAt', string | null>[];
    const of = (title: string) => rows.find((row) => row.title === title)!;
    expect(
      rows
        .slice(-2)
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual(['Done', 'Draft']);
    expect(rows.slice(0, -2).map(({ title }) => title)).toEqual(['Sent', 'Submitted', 'Back']);
    expect(of('Draft').waitingSince).toBeNull();
    expect(of('Done').waitingSince).toBeNull();
    expect(of('Sent').waitingSince).toBe(of('Sent').sentAt);
    expect(of('Submitted').waitingSince).toBe(of('Submitted').submittedAt);
    expect(Date.parse(of('Back').waitingSince!)).toBeGreaterThan(Date.parse(of('Back').sentAt!));
    expect(await titles({ vendorId, submittedFrom: '2000-01-01' }, 'orderBy: { field: SUBMITTED_AT, descending: true }')).toEqual([
      'Done',
      'Submitted',
    ]);
  });
});

describe('the audit log', () => {
  const actions = async (filter: object) => {
    const { nodes, totalCount } = await list('auditLog', 'AuditFilter', filter, 'action userName entityName');
    const rows = nodes as unknown as { action: string; userName: string; entityName: string | null }[];
    return { rows, totalCount, actions: new Set(rows.map(({ action }) => action)) };
  };

  test('several actions, and free text: who, what, and the name of the thing', async () => {
    const both = await actions({ actions: ['CREATE_CERTIFICATION', 'SEND_BACK_ASSESSMENT'] });
    expect(both.actions).toEqual(new Set(['CREATE_CERTIFICATION', 'SEND_BACK_ASSESSMENT']));
    expect(both.totalCount).toBe(both.rows.length);
    expect((await actions({ actions: [] })).totalCount).toBe(0);
    expect((await actions({ actions: ['NO_SUCH_ACTION'] })).totalCount).toBe(0);
    expect((await actions({ query: 'returned ASSESSMENT' })).actions).toEqual(new Set(['SEND_BACK_ASSESSMENT']));
    expect((await actions({ query: 'send_back_as' })).actions).toEqual(new Set(['SEND_BACK_ASSESSMENT']));
    const anna = await actions({ query: 'aNNa' });
    expect(anna.rows.map(({ entityName }) => entityName)).toContain('Anna');
    const byPortal = await actions({ query: 'vendor portal (wait' });
    expect(byPortal.rows.length).toBeGreaterThan(0);
    expect(byPortal.rows.every(({ userName }) => userName === 'Vendor portal (Waiting)')).toBe(true);
    expect((await actions({ query: 'no such text anywhere' })).totalCount).toBe(0);
    expect((await actions({ query: null, actions: null })).totalCount).toBe((await actions({})).totalCount);
  });
});

describe('shared-responsibility tasks of all vendors', () => {
  test('are listed by framework and code, and filtered; null asks for those of nobody', async () => {
    await importFramework(server, {
      name: 'SOC 2',
      controls: ['CC2', 'CC1'].map((code) => ({ domain: 'D', code, title: `Control ${code}`, isSharedResponsibility: true })),
    });
    const first = await createVendor(server, { name: 'Task one' });
    const second = await createVendor(server, { name: 'Task two' });
    for (const vendorId of [first, second]) await assessor.certify(vendorId, { name: 'SOC 2 Type II' });
    const codes = (filter: object) => namesOf('responsibilityActions', 'ResponsibilityActionFilter', filter, 'controlCode');
    expect(await codes({ query: 'soc 2' })).toEqual(['CC1', 'CC1', 'CC2', 'CC2']);
    expect(await codes({ vendorId: first })).toEqual(['CC1', 'CC2']);
    expect(await codes({ query: 'TASK TWO' })).toEqual(['CC1', 'CC2']);
    expect(await codes({ query: 'control cc2', vendorId: first })).toEqual(['CC2']);
    const { nodes } = await list('responsibilityActions', 'ResponsibilityActionFilter', { vendorId: first });
    await server.admin.data(
      `mutation ($input: UpdateResponsibilityActionInput!) { updateResponsibilityAction(input: $input) { action { id } } }`,
      { input: { id: nodes[0]!.id, assigneeId: adminId, status: 'IN_PROGRESS' } },
    );
    expect(await codes({ vendorId: first, assigneeId: null })).toEqual(['CC2']);
    expect(await codes({ vendorId: first, assigneeId: adminId })).toEqual(['CC1']);
    expect(await codes({ vendorId: first, status: null, query: null })).toEqual(['CC1', 'CC2']);
    expect(await codes({ vendorId: first, status: ['IN_PROGRESS', 'COMPLETED'] })).toEqual(['CC1']);
  });
});

describe('answers of all assessments', () => {
  interface Listed {
    answeredAt: string;
    assessment: { vendor: { name: string } };
    question: { text: string; visible: boolean; response: { value: unknown } | null };
  }
  const answers = async (filter: object) => {
    const selection = 'id answeredAt assessment { vendor { name } } question { text visible response { value } }';
    const { nodes, totalCount } = await list('answers', 'AnswerFilter', filter, selection);
    expect(totalCount).toBe(nodes.length);
    return nodes as unknown as Listed[];
  };
  const texts = async (filter: object) => (await answers(filter)).map(({ question: { text } }) => text);
  let templateId: string;
  let vendorId: string;

  beforeAll(async () => {
    const logic = { match: 'all', rules: [{ questionId: 's1q1', operator: 'equals', value: 'YES' }] };
    templateId = await publishTemplate(server, 'Answers', [
      {
        title: 'S',
        questions: [
          question('Is SSO used?', { controlCodes: ['A.1'] }),
          question('Which provider?', { type: 'FREE_TEXT', expectedAnswer: null, required: false, conditionalLogic: logic }),
          question('Where?', { type: 'MULTI_SELECT', options: ['EU', 'US'], expectedAnswer: null, required: false }),
          question('Policy?', { type: 'FILE_UPLOAD', expectedAnswer: null, required: false }),
          question('Never answered', { required: false }),
        ],
      },
    ]);
    vendorId = await createVendor(server, { name: 'Answering' });
  });

  test('tell what was given, of questions that are shown, newest first', async () => {
    const id = await createAssessment(server, vendorId, templateId);
    const portal = await sendAssessment(server, id);
    await portal.answer({ 'Is SSO used?': 'YES', 'Which provider?': 'Okta' });
    await portal.answer({ 'Where?': ['US', 'EU'] });
    expect(await texts({ vendorId })).toEqual(expect.arrayContaining(['Where?', 'Is SSO used?', 'Which provider?']));
    const [newest] = await answers({ vendorId });
    expect(newest).toMatchObject({
      assessment: { vendor: { name: 'Answering' } },
      question: { text: 'Where?', visible: true, response: { value: ['US', 'EU'] } },
    });
    // Hidden now, while it is still being answered.
    await portal.answer({ 'Is SSO used?': 'NO' });
    expect((await texts({ vendorId })).toSorted()).toEqual(['Is SSO used?', 'Where?']);
    await portal.answer({ 'Is SSO used?': 'YES' });
    expect((await texts({ vendorId })).toSorted()).toEqual(['Is SSO used?', 'Where?', 'Which provider?']);
    await assessor.attach({ id, vendorId, portal }, 'Policy?', 'policy.pdf');
    expect(await texts({ vendorId })).toContain('Policy?');
    await portal.submit();
    // Scored by now: what wasn't answered has a verdict, and is no answer.
    expect((await texts({ vendorId })).toSorted()).toEqual(['Is SSO used?', 'Policy?', 'Where?', 'Which provider?']);
  });

  test('by question, control, template, value, verdict and time', async () => {
    for (const question of ['sso', 'SO USED?', 'single sign-on', 'who lacks SSO', 'used sso']) {
      expect(await texts({ vendorId, question })).toEqual(['Is SSO used?']);
    }
    expect(await texts({ vendorId, question: 'sso unheard' })).toEqual([]);
    expect(await texts({ vendorId, controlCode: 'A.1' })).toEqual(['Is SSO used?']);
    expect(await texts({ templateId })).toHaveLength(4);
    for (const value of ['EU', 'eu']) expect(await texts({ vendorId, value })).toEqual(['Where?']);
    expect(await texts({ vendorId, value: ['EU', 'US'] })).toEqual(['Where?']);
    expect(await texts({ vendorId, value: ['EU'] })).toEqual([]);
    expect(await texts({ vendorId, value: ['EU', 'US', 'EU'] })).toEqual(['Where?']);
    // What is given often is looked for once.
    const compared = conditionsOf({ value: [...Array<string>(1_000).fill('EU'), 'US'] }).flatMap((one) => one.compile().values);
    expect(compared).toContain('["EU","US"]');
    for (const value of ['Okta', 'oKTA']) expect(await texts({ vendorId, value })).toEqual(['Which provider?']);
    expect(await texts({ vendorId, value: 'okt' })).toEqual([]);
    expect(await texts({ vendorId, value: { a: 1 } })).toEqual([]);
    expect(await texts({ vendorId, isCompliant: true })).toEqual(['Is SSO used?']);
    expect(await texts({ vendorId, isCompliant: false })).toEqual([]);
    const [newest, older] = await answers({ vendorId });
    expect(Date.parse(newest!.answeredAt)).toBeGreaterThanOrEqual(Date.parse(older!.answeredAt));
    expect((await answers({ vendorId, since: newest!.answeredAt })).map(({ answeredAt }) => answeredAt)).toContain(newest!.answeredAt);
    expect(await texts({ vendorId, since: '2100-01-01' })).toEqual([]);
    const nulls = Object.fromEntries('question controlCode templateId value isCompliant since'.split(' ').map((name) => [name, null]));
    expect(await texts({ ...nulls, vendorId })).toHaveLength(4);
  });

  test('take as many statements however many there are', async () => {
    const ask = (first: number) =>
      statementsDuring(() =>
        server.admin.data(
          `{ answers(first: ${first}) { totalCount nodes { answeredAt assessment { title vendor { name } } question { text response { value } } } } }`,
        ),
      );
    await ask(2);
    const few = eachTime(await ask(1)).map(nameIn);
    expect(
      eachTime(await ask(100))
        .map(nameIn)
        .toSorted(),
    ).toEqual(few.toSorted());
    expect(few).toContain('answer.questionsById');
  });
});

test('what is listed over all needs the permission of the thing', async () => {
  const nobody = await server.withPermissions('frameworks:view');
  for (const field of ['answers', 'responsibilityActions']) {
    expect(await nobody.code(`{ ${field} { totalCount } }`)).toBe('FORBIDDEN');
    expect(await server.stranger().code(`{ ${field} { totalCount } }`)).toBe('UNAUTHENTICATED');
  }
  const viewer = await server.withPermissions('vendors:view');
  expect(await viewer.code(`{ responsibilityActions { totalCount } }`)).toBeUndefined();
  expect(await viewer.code(`{ answers { totalCount } }`)).toBe('FORBIDDEN');
});
