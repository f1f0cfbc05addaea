import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from '../../src/database/sql';
import { recount } from '../../src/domains/dashboard/recount';
import { type PdfPrinter } from '../../src/platform/pdf/printer';
import { html } from '../../src/reports/html';
import { ANSWERS, Assessor, type Assessed } from '../kit/assessed';
import { type PdfContent, readPdf } from '../kit/pdf';
import { createAssessment, createVendor, importFramework, publishTemplate, question, sendAssessment } from '../kit/portfolio';
import { NOWHERE, RestClient } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';
import { eachTime, statementsDuring } from '../kit/statements';

let server: TestServer;
let assessor: Assessor;
let rest: RestClient;

beforeAll(async () => {
  server = await startTestServer();
  rest = new RestClient(server.admin);
  assessor = await Assessor.prepare(server);
  await server.admin.data('mutation ($name: String!) { updateSettings(input: { organizationName: $name }) { settings { revision } } }', {
    name: 'Meridian Insurance',
  });
});
afterAll(() => server.stop());

async function fetchPdf(path: string): Promise<PdfContent> {
  const response = await server.admin.fetch(path);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${Buffer.from(bytes).toString()}`);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(response.headers.get('content-length')).toBe(String(bytes.length));
  return readPdf(bytes);
}

const assessmentPdf = ({ id }: { id: string }) => fetchPdf(`/api/assessments/${id}/pdf`);

/** Escapes text for a regular expression. */
const escaped = (text: string) => text.replace(/[^\w\s]/g, '\\$&');

/** Every page except the cover has the organisation, the subject, the page number and the page count. */
function expectRunningLines({ pages }: PdfContent, title: string): void {
  expect(pages[0]).not.toMatch(/Page \d/);
  pages.slice(1).forEach((text, i) => {
    expect(text).toContain('Meridian Insurance');
    expect(text).toContain(title);
    expect(text).toContain(`Page ${i + 2} of ${pages.length}`);
  });
}

describe('GET /api/assessments/{assessmentId}/pdf', () => {
  let assessed: Assessed;
  let pdf: PdfContent;
  let body: string;

  beforeAll(async () => {
    const details = { tier: 'HIGH', serviceDescription: 'Hosting', notes: 'internal notes' };
    assessed = await assessor.sent({ name: 'Acme', ...details });
    await assessor.attach(assessed, 'Policy', 'policy.pdf');
    await assessed.portal.answer({ ...ANSWERS, Remarks: 'Line one\nline two' });
    await assessed.portal.submit();
    await assessor.decide(assessed, 'MFA?', 'APPROVED', 'Seen in the tour');
    await assessor.comment(assessed.id, 'What the vendor reads', { visibility: 'SHARED' });
    await assessor.comment(assessed.id, 'What stays inside', { visibility: 'INTERNAL' });
    const finalize = 'mutation ($input: IdInput!) { finalizeAssessment(input: $input) { assessment { score } } }';
    await server.admin.data(finalize, { input: { id: assessed.id } });
    const { assessment, me } = await server.admin.data<{ assessment: { findings: { id: string }[] }; me: { id: string } }>(
      `query ($id: ID!) { me { id } assessment(id: $id) { findings { id } } }`,
      { id: assessed.id },
    );
    await server.admin.data(`mutation ($input: UpdateFindingInput!) { updateFinding(input: $input) { finding { id } } }`, {
      input: { id: assessment.findings[0]!.id, ownerId: me.id, dueOn: '2031-05-01' },
    });
    pdf = await assessmentPdf(assessed);
    body = pdf.pages.slice(1).join(' ');
  });

  test('is a tagged document with title, language and outline', () => {
    expect(pdf).toMatchObject({ title: 'Vendor risk assessment: Acme', language: 'en', isTagged: true });
    expect(pdf.outline).toEqual([
      'Vendor risk assessment',
      'Summary',
      'Score by section',
      'Vendor details, status and dates',
      'Findings',
      'Medium (1)',
      'Low (1)',
      'Answers',
      'Access, "logical"',
      'Crypto',
      'Shared comments',
      'Evidence',
    ]);
  });

  test('has a cover with the organisation, the date and a line on confidentiality', () => {
    const parts = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
    const today = new Date().toLocaleDateString('en-GB', parts);
    for (const text of ['Meridian Insurance', 'Vendor risk assessment', 'Acme', 'Security', today, 'Confidential']) {
      expect(pdf.pages[0]).toContain(text);
    }
  });

  test('repeats header and footer on every page but the cover', () => {
    expectRunningLines(pdf, 'Vendor risk assessment · Acme');
  });

  test('has no table of contents while it is short', () => {
    expect(pdf.pages.length).toBeLessThanOrEqual(5);
    expect(body).not.toContain('Contents');
  });

  test.each([
    ['the score with its band', /scored 80% \(weighted\), which is amber\. The score is final/],
    ['the sections with their totals', /Access, "logical" 100% 16 16 Green Crypto 0% 0 4 Red/],
    ['the vendor', /Tier High Service provided Hosting Contact risk@acme\.example/],
    ['status and dates', /Status Completed Questionnaire Security, version 1 .* Submitted \d+ \w+ 20\d\d Completed \d/],
    ['a compliant answer and its weight', /1 MFA\? A\.1, A\.2 Yes Compliant Critical 10 of 10/],
    ['a review decision', /10 of 10 Approved Seen in the tour/],
    ['several choices', /2 Regions\? A\.2 UK, EU Compliant High 6 of 6 –/],
    ['a non-compliant answer', /3 =Key length A\.3 128 Not compliant Medium 0 of 3/],
    ['a missing answer', /4 Rotated\? Not answered Not compliant Low 0 of 1/],
    ['an answer given as files', /5 Policy 1 file policy\.pdf Not scored/],
    ['lines of text', /6 Remarks Line one line two Not scored/],
    ['findings by severity', /Critical 0 0 0 High 0 0 0 Medium 1 0 0 Low 1 0 0/],
    [
      'a finding with its control and status, its owner and due date',
      /=Key length Answered 128\. Expected 256\. A\.3 Open Administrator, due 1 May 2031/,
    ],
    ['the shared comments', /Administrator \(team\), .* What the vendor reads/],
    ['the evidence', /policy\.pdf 5 application\/pdf \d+ B/],
  ])('shows %s', (_, expected) => {
    expect(body).toMatch(expected);
  });

  test('shows nothing that the vendor must not see', () => {
    expect(pdf.letters).not.toContain('Whatstaysinside');
    expect(pdf.letters).not.toContain('internalnotes');
  });

  test('shows a draft, without answers or score', async () => {
    const vendorId = await createVendor(server, { name: 'Drafted' });
    const id = await createAssessment(server, vendorId, assessor.templateId);
    const text = (await assessmentPdf({ id })).pages.join(' ');
    expect(text).toContain('Drafted has no score for this assessment yet.');
    expect(text).toContain('No findings.');
    expect(text).toContain('0 of 6 Questions answered');
  });

  test('is 404 for an unknown id; HEAD prints no report', async () => {
    for (const id of [NOWHERE, 'nonsense']) expect((await rest.get(`/assessments/${id}/pdf`)).status).toBe(404);
    const head = await rest.request(`/assessments/${assessed.id}/pdf`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  });

  test('names the file after the vendor, whatever characters the name has', async () => {
    const other = await assessor.sent({ name: 'Ünï "quoted"; filename=evil.exe /../ 株式会社' });
    const { headers } = await rest.request(`/assessments/${other.id}/pdf`, { method: 'HEAD' });
    const disposition = headers.get('content-disposition')!;
    const [, ascii, whole] = /^attachment; filename="(.*)"; filename\*=UTF-8''([\w%.-]+)$/.exec(disposition)!;
    expect(ascii).toMatch(/^[\x20\x21\x23-\x7e]*-assessment\.pdf$/);
    expect(decodeURIComponent(whole!)).toContain('株式会社-assessment.pdf');
    expect(disposition).not.toContain('/');
    const plain = await rest.request(`/assessments/${assessed.id}/pdf`, { method: 'HEAD' });
    expect(plain.headers.get('content-disposition')).toBe(
      `attachment; filename="Acme-assessment.pdf"; filename*=UTF-8''Acme-assessment.pdf`,
    );
  });

  test('prints names in many scripts', async () => {
    const name = 'Пример Παράδειγμα 示例科技 Đặng Ångström मिसाल';
    const emoji = '🚀👩‍💻🇩🇪';
    const other = await assessor.sent({ name: `${name} سلام ${emoji}` });
    const { letters, title } = await assessmentPdf(other);
    expect(title).toContain(`${name} سلام ${emoji}`);
    for (const word of name.split(' ').slice(0, 5)) expect(letters).toContain(word.normalize('NFKC'));
    for (const sign of [...'سلام', '🚀', '💻']) expect(letters).toContain(sign);
  });
});

describe('a long report', () => {
  const COUNT = 1_200;
  let pdf: PdfContent;
  let long: Assessed;

  beforeAll(async () => {
    long = await assessor.completed({ name: 'Long' });
    await server.services.database.query(sql`
      insert into finding (id, vendor_id, assessment_id, title, description, severity, control_codes, is_manual)
      select gen_random_uuid(), ${long.vendorId}, ${long.id}, 'Gap number ' || n || ' begins',
        'and gap ' || n || ' ends here', (array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'])[1 + n % 4], array['A.1'], true
      from generate_series(1, ${COUNT}) as n`);
    await recount(server.services.database);
    pdf = await assessmentPdf(long);
  });

  test('prints a thousand findings and says if there are more', () => {
    const text = pdf.pages.join(' ');
    expect(text).toContain('Top 1,000 of 1,202 findings by severity');
    expect(text.match(/Gap number \d+ begins/g)).toHaveLength(999); // and one raised from the answers
  });

  test('has a table of contents with correct page numbers', () => {
    expect(pdf.pages.length).toBeGreaterThan(20);
    const contents = pdf.pages[1]!;
    expect(contents).toContain('Contents');
    for (const heading of pdf.outline.slice(1)) {
      const page = Number(new RegExp(`${escaped(heading)}\\s+(\\d+)`).exec(contents)?.[1]);
      expect([heading, pdf.pages[page - 1]]).toEqual([heading, expect.stringContaining(heading)]);
      expect(page).toBeGreaterThan(2);
    }
  });

  test('repeats the header of a table on every page and splits no row', () => {
    const pages = pdf.pages.filter((text) => text.includes('Gap number'));
    expect(pages.length).toBeGreaterThan(20);
    for (const text of pages) {
      expect(text).toContain('Finding Controls Status');
      for (const [, number] of text.matchAll(/Gap number (\d+) begins/g)) {
        expect(text).toContain(`and gap ${number} ends here`);
      }
    }
  });

  test('takes as many statements as a short one', async () => {
    const { me } = await server.admin.data<{ me: { id: string } }>('{ me { id } }');
    const short = await assessor.sent({ name: 'Short' }, { reviewerId: me.id });
    const sentFor = async (id: string) => eachTime(await statementsDuring(() => rest.get(`/assessments/${id}/pdf`)));
    const [few, many] = [await sentFor(short.id), await sentFor(long.id)];
    expect(many.length === few.length ? [] : [few, many]).toEqual([]);
  });
});

describe('texts of any length and kind', () => {
  const lines = Array.from({ length: 100 }, (_, i) => `line ${i + 1} of many`).join('\n');
  const titles = ['/Next 5 0 R', 'endobj', '/Type /Catalog /Pages 3 0 R', 'a) \\ /Dest [1 0 R', '\u200b', 'W'.repeat(200)];
  let pdf: PdfContent;

  beforeAll(async () => {
    const long = [question('Long?', { type: 'FREE_TEXT', expectedAnswer: null })];
    const few = (title: string) => Array.from({ length: 12 }, (_, i) => question(`${i} ${title}`, { required: false }));
    const sections = titles.map((title) => ({ title, questions: few(title) }));
    const templateId = await publishTemplate(server, 'Odd', [{ title: 'Long one', questions: long }, ...sections]);
    const id = await createAssessment(server, await createVendor(server, { name: '漢字'.repeat(60) }), templateId);
    const portal = await sendAssessment(server, id);
    await portal.answer({ 'Long?': `${lines}\n${'🚀'.repeat(3_000)} the end` });
    let parentId: string | undefined;
    for (let depth = 0; depth < 40; depth++) {
      parentId = await assessor.comment(id, `Reply ${depth} ends`, { visibility: 'SHARED', parentId });
    }
    pdf = await assessmentPdf({ id });
  });

  test('in headings do not break the table of contents', () => {
    const contents = pdf.pages[1]!;
    for (const title of titles.slice(0, 4)) {
      const page = Number(new RegExp(`${escaped(title)}\\s+(\\d+)`).exec(contents)?.[1]);
      expect([title, pdf.pages[page - 1]]).toEqual([title, expect.stringContaining(`${title} No. Question`)]);
    }
  });

  test('in answers are shortened in the table, where a row must fit on a page, and printed in full after it', () => {
    const row = pdf.pages.find((text) => text.includes('1 Long? line 1 of many'))!;
    expect(row).toMatch(/line 9 of many .*… \([\d,]+ more characters\) Not scored/);
    expect(pdf.letters).toMatch(/line100ofmany🚀.*🚀theend/u);
    expect(pdf.letters.match(/🚀/gu)!.length).toBe(3_000);
    expect(pdf.outline).toContain('Long texts');
  });

  test('do not shrink the pages; neither do deep threads or long words', () => {
    expect(pdf.largest).toBeCloseTo(30, 0); // the title on the cover
    const threads = pdf.pages.filter((text) => /Reply \d+ ends/.test(text));
    expect(threads.length).toBeLessThan(5);
  });
});

describe('GET /api/dashboard/report', () => {
  test('shows the numbers of the dashboard', async () => {
    const questions = [question('Fails everywhere?', { controlCodes: ['A.1'], riskWeight: 'CRITICAL' })];
    const sections = [{ title: 'One', questions }];
    const templateId = await publishTemplate(server, 'Tiny', sections);
    for (const name of ['Failing one', 'Failing two']) {
      const vendorId = await createVendor(server, { name, tier: 'CRITICAL' });
      const id = await createAssessment(server, vendorId, templateId);
      const portal = await sendAssessment(server, id);
      await portal.answer({ 'Fails everywhere?': 'NO' });
      await portal.submit();
    }
    const late = await assessor.sent({ name: 'Late Ltd' }, { title: 'Late review' });
    await server.services.database.query(sql`
      update assessment set due_date = now() - interval '3 days' where id = ${late.id}`);
    await assessor.certify(late.vendorId, { name: 'ISO 27001', issuedDate: '2026-01-01' });

    const pdf = await fetchPdf('/api/dashboard/report');
    const { body: dashboard } = await rest.get<{
      vendors: number;
      averageScore: number;
      openFindings: number;
      needsAttention: number;
      scoreDistribution: Record<string, number>;
      topDeficientControls: { controlCode: string; failCount: number }[];
    }>('/v1/dashboard');
    const text = pdf.pages.slice(1).join(' ');
    expect(pdf.title).toBe('Third-party risk portfolio: All vendors');
    expect(pdf.outline).toEqual([
      'Third-party risk portfolio',
      'Risk summary',
      'Vendors by band',
      'Assessments by status',
      'Score distribution',
      'Vendors by tier',
      'Trend over the last 12 months',
      'Top findings',
      'Top 10 deficient controls',
      'Overdue assessments',
      'Shared-responsibility tasks',
    ]);
    expectRunningLines(pdf, 'Third-party risk portfolio · All vendors');
    const { green, amber, red, unscored } = dashboard.scoreDistribution;
    const average = `${Number((dashboard.averageScore * 100).toFixed(1))}%`;
    const open = dashboard.openFindings.toLocaleString('en-US');
    expect(text).toContain(`${dashboard.vendors} Vendors ${average} Average score ${open} Open findings`);
    expect(text).toContain(`${dashboard.needsAttention} Vendors needing attention`);
    expect(text).toMatch(new RegExp(`Green ${green} .*Amber ${amber} .*Red ${red} .*Unscored ${unscored} `));
    const steps = ['Red', 'Amber', 'Green'].map((band) => new RegExp(`${band}((?: \\d+){10})`).exec(text)![1]!);
    const sums = steps.map((counts) =>
      counts
        .trim()
        .split(' ')
        .reduce((sum, one) => sum + Number(one), 0),
    );
    expect(sums).toEqual([red, amber, green]); // vendors without a score are not counted
    expect(text).toMatch(/Critical 2 – 0 0 0 2/); // the tier: two vendors, none completed
    expect(text).toMatch(/Top 20 by severity, of [\d,]+ open findings/);
    for (const { controlCode, failCount } of dashboard.topDeficientControls) {
      expect(text).toMatch(new RegExp(`${escaped(controlCode)} Control \\w+ ISO 27001 ${failCount}`));
    }
    expect(text).toMatch(/Late review Late Ltd Awaiting vendor \d+ \w+ 20\d\d 3 days –/);
    expect(text).toContain('0 tasks of 1 completed, 0% of those that apply, across 1 vendor');
    const months = text.match(/(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d\d (–|[\d.]+%) \d+ \d+/g);
    expect(months).toHaveLength(12);
    expect(months!.at(-1)).toContain(` ${average} `);
  });
});

describe('GET /api/vendors/{vendorId}/frameworks/{frameworkId}/report', () => {
  test('compares the current with the previous assessment, by domain and by control', async () => {
    const frameworkId = await importFramework(server, {
      name: 'Own rules',
      controls: [
        { domain: 'Access', code: 'R.1', title: 'First' },
        { domain: 'Access', code: 'R.2', title: 'Second' },
        { domain: 'Crypto', code: 'R.3', title: 'Third' },
        { code: 'R.4', title: 'Fourth' },
      ],
    });
    const ask = (text: string, code: string, riskWeight: string) => question(text, { controlCodes: [code], riskWeight });
    const questions = [ask('a', 'R.1', 'CRITICAL'), ask('b', 'R.1', 'HIGH'), ask('c', 'R.2', 'MEDIUM'), ask('d', 'R.3', 'LOW')];
    const templateId = await publishTemplate(server, 'Rules', [{ title: 'All', questions }]);
    const vendorId = await createVendor(server, { name: 'Compared' });
    const assess = async (title: string, answers: string[]) => {
      const id = await createAssessment(server, vendorId, templateId, { title });
      const portal = await sendAssessment(server, id);
      await portal.answer(Object.fromEntries(['a', 'b', 'c', 'd'].map((text, i) => [text, answers[i]])));
      await portal.submit();
      for (const event of ['startReview', 'finalizeAssessment']) {
        const mutation = `mutation ($input: IdInput!) { ${event}(input: $input) { assessment { id } } }`;
        await server.admin.data(mutation, { input: { id } });
      }
    };
    const path = `/api/vendors/${vendorId}/frameworks/${frameworkId}/report`;
    const none = (await fetchPdf(path)).pages.join(' ');
    expect(none).toContain('0 of 4 controls assessed. No completed assessment covers this framework.');
    expect(none).toContain('Not assessed 4 4');

    await assess('First round', ['NO', 'NO', 'NO', 'YES']);
    await assess('Second round', ['YES', 'NO', 'YES', 'NO']);
    const pdf = await fetchPdf(path);
    const text = pdf.pages.slice(1).join(' ');
    expect(pdf.title).toBe('Framework compliance: Compared');
    expect(pdf.outline).toEqual([
      'Framework compliance',
      'Summary',
      'Domain compliance',
      'Control heatmap',
      'Access',
      'Crypto',
      'General',
      'Controls',
      'Controls: Access',
      'Controls: Crypto',
      'Controls: General',
    ]);
    expect(text).toContain('3 of 4 controls assessed. Weighted compliance is 65%.'); // 13 of 20
    expect(text).toContain('the latest assessment is “Second round”');
    expect(text).toContain('after “First round”');
    expect(text).toContain('Access 2 of 2 68.4% 0% +68.4 Amber'); // 13 of 19, before 0 of 19
    expect(text).toContain('Crypto 1 of 1 0% 100% −100 Red');
    expect(text).toContain('General 0 of 1 – – – Unscored');
    expect(text).toMatch(/Compliant 1 1 .*Partly compliant 1 0 .*Not compliant 1 2 .*Not assessed 1 1/);
    expect(text).toMatch(/R\.1 First Partly compliant Not compliant 1 of 2/);
    expect(text).toMatch(/R\.2 Second Compliant Not compliant 1 of 1/);
    expect(text).toMatch(/R\.3 Third Not compliant Compliant 0 of 1/);
    expect(text).toMatch(/R\.4 Fourth Not assessed Not assessed – –/);

    const { body: vendor } = await rest.get<{ domainBreakdown: { domain: string; complianceRatio: number }[] }>(`/v1/vendors/${vendorId}`);
    const shares = vendor.domainBreakdown.map((one) => [one.domain, Math.round(one.complianceRatio * 1_000) / 10]);
    expect(shares).toEqual([
      ['Access', 68.4],
      ['Crypto', 0],
    ]); // the same numbers everywhere

    const { headers } = await rest.request(path.slice(4), { method: 'HEAD' });
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Compared-Own-rules.pdf"; filename*=UTF-8''Compared-Own-rules.pdf`,
    );
    for (const [vendor, framework] of [
      [vendorId, NOWHERE],
      [NOWHERE, frameworkId],
      ['x', 'y'],
    ]) {
      expect((await rest.get(`/vendors/${vendor}/frameworks/${framework}/report`)).status).toBe(404);
    }
  });
});

describe('GraphQL', () => {
  test('returns the URL of each report', async () => {
    const { id, vendorId } = await assessor.sent({ name: 'Linked' });
    const data = await server.admin.data<{
      assessment: { reportUrl: string };
      dashboard: { reportUrl: string };
      vendor: { frameworkReportUrl: string; none: null };
    }>(
      `query ($id: ID!, $vendorId: ID!, $frameworkId: ID!) {
        assessment(id: $id) { reportUrl } dashboard { reportUrl }
        vendor(id: $vendorId) {
          frameworkReportUrl(frameworkId: $frameworkId) none: frameworkReportUrl(frameworkId: "x")
        }
      }`,
      { id, vendorId, frameworkId: assessor.frameworkId },
    );
    expect(data.vendor.none).toBeNull();
    for (const url of [data.assessment.reportUrl, data.dashboard.reportUrl, data.vendor.frameworkReportUrl]) {
      expect(url.startsWith(`${server.url}/api/`)).toBe(true);
      const { headers } = await rest.request(url.slice(server.url.length + 4), { method: 'HEAD' });
      expect(headers.get('content-type')).toBe('application/pdf');
    }
  });
});

describe('hostile text', () => {
  let canary: Server;
  let address: string;
  const arrived: string[] = [];

  beforeAll(async () => {
    canary = createServer((req, res) => {
      arrived.push(req.url!);
      res.end('<svg xmlns="http://www.w3.org/2000/svg"/>');
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => canary.close(resolve)));

  const payloads = () => [
    `<img src="${address}/img"><b>bold</b><script>fetch("${address}/script")</script>
      <iframe src="${address}/iframe"></iframe>`,
    `<meta http-equiv="refresh" content="0;url=${address}/refresh"><iframe src="file:///etc/passwd"></iframe>
      </style><style>@import "${address}/import"; body { background: url(${address}/css) }</style>`,
    `<svg onload="fetch('${address}/svg')"><image href="${address}/image"/></svg>
      "><link rel="stylesheet" href="${address}/link"><object data="${address}/object"></object>
      "; } @page { @top-left { content: url(${address}/page) } } </title><base href="${address}/">`,
  ];

  /** An overdue assessment and a framework in which every text shown in a report is this one. */
  async function fill(text: string): Promise<{ assessed: Assessed; frameworkId: string }> {
    const assessed = await assessor.submitted({}, {}, { ...ANSWERS, Remarks: text });
    await assessor.decide(assessed, 'MFA?', 'REJECTED', text);
    await assessor.comment(assessed.id, text, { visibility: 'SHARED' });
    await assessor.attach(await assessor.sent(assessed.vendorId), 'Policy', 'policy.pdf');
    const control = { domain: 'x', code: 'x', title: 'x' };
    const frameworkId = await importFramework(server, { name: `Hostile ${text.length}`, controls: [control] });
    for (const change of [
      sql`update settings set organization_name = ${text}`,
      sql`update vendor set name = ${text}, contact_name = ${text}, contact_email = ${text},
        service_description = ${text}, website = ${text}, external_id = ${text}, tags = array[${text}]
        where id = ${assessed.vendorId}`,
      sql`update assessment set title = ${text}, template_name = ${text}, status = 'SENT',
        due_date = now() - interval '1 day' where vendor_id = ${assessed.vendorId}`,
      sql`update assessment_question set section = ${text}, text = ${text}, control_codes = array[${text}]
        where assessment_id = ${assessed.id}`,
      sql`update finding set title = ${text}, description = ${text}, control_codes = array[${text}],
        severity = 'CRITICAL' where assessment_id = ${assessed.id}`,
      sql`update comment set author_name = ${text} where assessment_id = ${assessed.id}`,
      sql`update attachment set file_name = ${text}, display_name = ${text}, mime_type = ${text}`,
      sql`update framework set name = ${text}, version = ${text} where id = ${frameworkId}`,
      sql`update control set domain = ${text}, code = ${text}, title = ${text} where framework_id = ${frameworkId}`,
    ]) {
      await server.services.database.query(change);
    }
    return { assessed, frameworkId };
  }

  test.each([0, 1, 2])('in every field is printed as text and loads nothing (%i)', async (n) => {
    const text = payloads()[n]!;
    const word = text.replace(/\s+/g, '').normalize('NFKC');
    const { assessed, frameworkId } = await fill(text);
    const [assessment, portfolio, framework] = await Promise.all([
      assessmentPdf(assessed),
      fetchPdf('/api/dashboard/report'),
      fetchPdf(`/api/vendors/${assessed.vendorId}/frameworks/${frameworkId}/report`),
    ]);
    for (const { letters, title } of [assessment, portfolio, framework]) {
      expect(letters).toContain(word);
      expect(letters).not.toContain('root:x:0');
      expect(title).not.toBe('');
    }
    // Organisation, vendor, title, sections, questions, controls, answer, note, findings, comment and so on.
    expect(assessment.letters.split(word).length).toBeGreaterThan(30);
    expect(arrived).toEqual([]);
  });

  test('loads nothing even if it got through as HTML', async () => {
    const printer: PdfPrinter = server.services.pdf;
    const body = `${payloads().join('\n')}<a href="${address}/a">link</a><video src="${address}/v" autoplay></video>
      <script>document.write('scripted')</script><noscript>no script ran</noscript>
      <form action="${address}/form"><input autofocus></form><embed src="${address}/embed">
      <img src="file:///etc/passwd">`;
    const page = { contentsBeyond: 100, contentsPages: 1, html: () => `<!doctype html><title>x</title><body>${body}` };
    const bytes = await printer.print(new AbortController().signal, async () => page);
    const { letters } = await readPdf(bytes);
    expect(letters).toContain('noscriptran');
    expect(letters).not.toContain('scripted');
    expect(letters).not.toContain('root:x:0');
    expect(arrived).toEqual([]);
    await fetch(`${address}/alive`); // it would have been noticed
    expect(arrived).toEqual(['/alive']);
  });

  test('is escaped by the one function that creates HTML', () => {
    const text = `<a href="x" title='y'>&amp;\u0000</a>`;
    expect(html`<p>${text}${[text.slice(0, 2), null, false, 7]}</p>`.text).toBe(
      '<p>&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;\ufffd&lt;/a&gt;&lt;a7</p>',
    );
  });
});
