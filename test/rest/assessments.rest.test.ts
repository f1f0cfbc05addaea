import { sql } from '../../src/database/sql';
import { recount } from '../../src/domains/dashboard/recount';
import { type Assessed, Assessor } from '../kit/assessed';
import { parseCsv } from '../kit/csv';
import { createAssessment, createVendor, publishTemplate, question, sendAssessment } from '../kit/portfolio';
import { NOWHERE, RestClient } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';
import { statementsDuring } from '../kit/statements';

interface Entry {
  id: string;
  title: string;
  createdAt: string;
}

interface AssessmentPage {
  entries: Entry[];
  page: number;
  pageSize: number;
  totalCount: number;
}

interface Detail {
  questions: { text: string; response: Record<string, unknown> | null }[];
  findings: { title: string }[];
  comments: object[];
  evidence: object[];
}

let server: TestServer;
let assessor: Assessor;
let api: RestClient;
/** With a key that has no other permission. */
let viewer: RestClient;
let done: Assessed;
let me: { id: string; name: string; email: string };
const VENDOR = { name: 'Zoë "Cloud" Ltd', contactName: 'Ada', contactEmail: 'ada@acme.example', tier: 'HIGH' };

beforeAll(async () => {
  server = await startTestServer();
  assessor = await Assessor.prepare(server);
  api = new RestClient(await server.withKey());
  viewer = new RestClient(await server.withKey(['assessments:view']));
  ({ me } = await server.admin.data<{ me: typeof me }>('{ me { id name email } }'));

  done = await assessor.sent(VENDOR, { title: 'Review 2026', reviewerId: me.id, dueDate: '2030-01-01T00:00:00Z' });
  await assessor.attach(done, 'Policy', 'Richtlinie ä.pdf');
  await done.portal.answer({ 'MFA?': 'YES', 'Regions?': ['UK', 'EU'], '=Key length': 128, Remarks: '=1+1,"x"\nmore' });
  await done.portal.submit();
  await assessor.decide(done, 'Regions?', 'REJECTED', 'No proof');
  const first = await assessor.comment(done.id, 'One', { visibility: 'SHARED' });
  const second = await assessor.comment(done.id, 'Two', { parentId: first });
  await assessor.comment(done.id, 'Three', { parentId: second });
  await assessor.comment(done.id, 'Four');
  await server.admin.data(`mutation ($id: ID!) { finalizeAssessment(input: { id: $id }) { assessment { id } } }`, {
    id: done.id,
  });
});
afterAll(() => server.stop());

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const ID = expect.stringMatching(/^[0-9a-f-]{36}$/);

const list = async (query = '') => {
  const { status, body } = await viewer.get<AssessmentPage>(`/v1/assessments?${query}`);
  expect(status).toBe(200);
  return body;
};

/** Many at once, in the past, a minute apart, for a new vendor. */
async function insertMany(count: number, day: string, fields = { status: 'DRAFT', due: null as string | null }) {
  const vendorId = await createVendor(server, { name: `Many ${day}` });
  await server.services.database.query(sql`
    insert into assessment (vendor_id, title, created_at, status, due_date)
    select ${vendorId}, 'Old ' || n, ${day}::timestamptz + n * interval '1 minute', ${fields.status},
      ${fields.due}::timestamptz
    from generate_series(0, ${count - 1}::int) as n`);
  await recount(server.services.database);
  return vendorId;
}

describe('GET /api/v1/assessments', () => {
  test('200 with exactly the fields of an entry', async () => {
    const { entries, ...numbers } = await list(`vendorId=${done.vendorId}`);
    expect(numbers).toEqual({ page: 1, pageSize: 25, totalCount: 1 });
    expect(entries).toEqual([
      {
        id: done.id,
        title: 'Review 2026',
        vendorId: done.vendorId,
        vendorName: 'Zoë "Cloud" Ltd',
        status: 'COMPLETED',
        score: 0.5, // 10 of 20
        dueDate: '2030-01-01T00:00:00.000Z',
        sentAt: MOMENT,
        submittedAt: MOMENT,
        createdAt: MOMENT,
        templateName: 'Security',
        templateVersion: 1,
        reviewerName: me.name,
      },
    ]);
  });

  test('200 with null for what a draft lacks', async () => {
    const id = await createAssessment(server, done.vendorId, assessor.templateId, { title: 'Bare draft' });
    const { entries } = await list('query=bare%20DRAFT');
    expect(entries).toEqual([
      expect.objectContaining({ id, score: null, dueDate: null, sentAt: null, submittedAt: null, reviewerName: null }),
    ]);
  });

  test('200 with 25 per page, newest first, and empty beyond the end', async () => {
    const vendorId = await insertMany(60, '2020-03-01T00:00:00Z');
    const pages = await Promise.all([1, 2, 3, 4].map((n) => list(`vendorId=${vendorId}&page=${n}`)));
    const numbers = pages.map(({ entries, page, pageSize, totalCount }) => [entries.length, page, pageSize, totalCount]);
    expect(numbers).toEqual([
      [25, 1, 25, 60],
      [25, 2, 25, 60],
      [10, 3, 25, 60],
      [0, 4, 25, 60],
    ]);
    const titles = pages.flatMap(({ entries }) => entries.map(({ title }) => title));
    expect(titles).toEqual(Array.from({ length: 60 }, (_, n) => `Old ${59 - n}`));
    expect((await list('page=2147483647')).entries).toEqual([]);
  });

  test('200 with few statements, however many entries and questions', async () => {
    await Promise.all(['A', 'B', 'C'].map((name) => assessor.sent({ name }, { reviewerId: me.id })));
    const cost = async (path: string) => (await statementsDuring(() => viewer.get(path))).length;
    // the caller; the page, its total; vendors and reviewers
    expect(await cost('/v1/assessments')).toBeLessThanOrEqual(6);
    expect(await cost(`/v1/assessments/${done.id}`)).toBeLessThanOrEqual(18);
  });

  test('200 filtered by status, title and vendor; empty if nothing matches', async () => {
    expect((await list(`status=COMPLETED&vendorId=${done.vendorId}`)).totalCount).toBe(1);
    expect((await list(`status=SENT&vendorId=${done.vendorId}`)).totalCount).toBe(0);
    expect((await list('query=VIEW%2020')).entries.map(({ id }) => id)).toEqual([done.id]);
    for (const query of ['vendorId=nonsense', `vendorId=${NOWHERE}`, 'query=%25', 'query=_eview']) {
      expect(await list(query)).toEqual({ entries: [], page: 1, pageSize: 25, totalCount: 0 });
    }
    const all = await list('');
    expect(await list('vendorId=&status=&fromDate=&toDate=&page=&query=&overdue=&format=')).toEqual(all);
  });

  test('200 with only overdue ones if overdue is true', async () => {
    const late = await Promise.all(
      ['SENT', 'IN_PROGRESS', 'SUBMITTED', 'DRAFT'].map((status, n) => insertMany(1, `2019-01-0${n + 1}`, { status, due: '2019-02-01' })),
    );
    await insertMany(1, '2019-01-05', { status: 'SENT', due: '2999-01-01' });
    await insertMany(1, '2019-01-06', { status: 'SENT', due: null });
    const found = async (query: string) => {
      const { entries } = await list(`fromDate=2019-01-01&toDate=2019-01-31&${query}`);
      return (entries as (Entry & { vendorId: string })[]).map(({ vendorId }) => vendorId).sort();
    };
    expect(await found('overdue=true')).toEqual([late[0], late[1]].sort());
    for (const other of ['', 'false', 'TRUE', '1', 'yes']) expect(await found(`overdue=${other}`)).toHaveLength(6);
  });

  test('200 between dates: toDate includes the whole day, a timestamp is exact', async () => {
    const moments = ['2018-02-28T23:59:59.999Z', '2018-03-01T00:00:00Z', '2018-03-01T23:59:59.999Z', '2018-03-02'];
    for (const moment of moments) await insertMany(1, moment);
    const count = async (from: string, to: string) => (await list(`fromDate=${from}&toDate=${to}`)).totalCount;
    expect(await count('2018-03-01', '2018-03-01')).toBe(2);
    expect(await count('2018-02-28', '2018-03-02')).toBe(4);
    expect(await count('2018-03-01', '2018-03-01T00:00:00Z')).toBe(1);
    expect(await count('2018-03-01T01:00:00%2B01:00', '2018-03-01T12:00:00Z')).toBe(1);
    expect(await count('2018-03-03', '2018-03-01')).toBe(0);
  });

  test.each([
    ['page=0', 'page must be a whole number of at least 1'],
    ['page=x', 'page must be a whole number of at least 1'],
    ['page=1.5', 'page must be a whole number of at least 1'],
    ['status=DONE', 'status must be one of DRAFT, SENT, IN_PROGRESS, SUBMITTED, UNDER_REVIEW, COMPLETED'],
    ['format=xml', 'format must be one of json, csv'],
    ['fromDate=yesterday', 'fromDate must be a date (2026-11-15) or a date-time with an offset (2026-11-15T09:30:00Z)'],
    ['toDate=2026-02-30', 'toDate must be a date (2026-11-15) or a date-time with an offset (2026-11-15T09:30:00Z)'],
    ['query=%00', 'query contains a NUL character'],
    ['overdue=true&overdue=true', 'overdue is given more than once'],
    [`query=${'x'.repeat(201)}`, 'query is longer than 200 characters'],
  ])('400 names the parameter: %s', async (query, error) => {
    for (const format of ['', '&format=csv'].slice(0, query.startsWith('format') ? 1 : 2)) {
      const { status, body } = await viewer.get(`/v1/assessments?${query}${format}`);
      expect([status, body]).toEqual([400, { error: expect.stringContaining(error) }]);
    }
  });
});

describe('GET /api/v1/assessments?format=csv', () => {
  const HEADER = 'id,title,vendorName,status,score,dueDate,sentAt,submittedAt,templateName,reviewerName';
  const csv = async (query = '') => {
    const { status, headers, text } = await viewer.get(`/v1/assessments?format=csv&${query}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="assessments.csv"; filename*=UTF-8''assessments.csv`);
    expect(text.split('\n')[0]).toBe(HEADER);
    return parseCsv(text).slice(1);
  };

  test('200 with one line per assessment', async () => {
    expect(await csv('query=Review')).toEqual([
      [done.id, 'Review 2026', 'Zoë "Cloud" Ltd', 'COMPLETED', '0.5', '2030-01-01T00:00:00.000Z', MOMENT, MOMENT, 'Security', me.name],
    ]);
  });

  test('200 with all matches, not just one page, in the same order; empty if there are none', async () => {
    const vendorId = await insertMany(2_345, '2017-01-01');
    const rows = await csv(`vendorId=${vendorId}&page=2`);
    expect(rows.map(([, title]) => title)).toEqual(Array.from({ length: 2_345 }, (_, n) => `Old ${2_344 - n}`));
    expect(rows[0]!.slice(2)).toEqual(['Many 2017-01-01', 'DRAFT', '', '', '', '', '', '']);
    expect(await csv('query=nothing%20like%20this')).toEqual([]);
  });

  test('200 with formulas escaped', async () => {
    const vendorId = await createVendor(server, { name: "=cmd|' /C calc'!A0" });
    const titles = ['@SUM(A1)', '+1+1', '-2-2', '-5', '=1'];
    for (const title of titles) await createAssessment(server, vendorId, assessor.templateId, { title });
    const rows = await csv(`vendorId=${vendorId}`);
    expect(rows.map(([, title]) => title)).toEqual(["'=1", '-5', "'-2-2", "'+1+1", "'@SUM(A1)"]);
    expect(rows[0]![2]).toBe("'=cmd|' /C calc'!A0");
  });
});

describe('GET /api/v1/assessments/{assessmentId}', () => {
  const detail = async (id = done.id) => {
    const { status, body } = await viewer.get<Detail>(`/v1/assessments/${id}`);
    expect(status).toBe(200);
    return body;
  };

  test('200 with exactly the detail', async () => {
    const { questions, findings, comments, evidence, ...rest } = await detail();
    expect(rest).toEqual({
      id: done.id,
      title: 'Review 2026',
      status: 'COMPLETED',
      score: 0.5,
      dueDate: '2030-01-01T00:00:00.000Z',
      sentAt: MOMENT,
      submittedAt: MOMENT,
      completedAt: MOMENT,
      createdAt: MOMENT,
      recurrence: 'NONE',
      vendor: { ...VENDOR, id: done.vendorId },
      template: { id: assessor.templateId, name: 'Security', version: 1 },
      reviewer: me,
      scoreBreakdown: [
        { section: 'Access, "logical"', score: 0.625, weighted: 10, max: 16 },
        { section: 'Crypto', score: 0, weighted: 0, max: 4 },
      ],
    });
    expect([questions, findings, comments, evidence].map(({ length }) => length)).toEqual([6, 3, 2, 1]);
  });

  test('200: questions in order, each with its response', async () => {
    const { questions, evidence } = await detail();
    expect(questions[0]).toEqual({
      id: ID,
      sectionTitle: 'Access, "logical"',
      text: 'MFA?',
      helpText: 'For all',
      type: 'YES_NO',
      riskWeight: 'CRITICAL',
      required: true,
      expectedAnswer: 'YES',
      options: [],
      order: 1,
      controlIds: ['A.1', 'A.2'],
      sharedControlIds: ['A.1'],
      response: {
        value: 'YES',
        isNotApplicable: false,
        isCompliant: true,
        weightedScore: 10,
        maxScore: 10,
        review: null,
        evidence: [],
      },
    });
    const responses = Object.fromEntries(questions.map(({ text, response }) => [text, response]));
    expect(responses['Regions?']).toMatchObject({
      value: ['UK', 'EU'],
      isCompliant: false,
      weightedScore: 0,
      maxScore: 6,
      review: { decision: 'REJECTED', note: 'No proof' },
    });
    expect(responses['=Key length']).toMatchObject({ value: 128, isCompliant: false });
    expect(responses['Rotated?']).toMatchObject({ value: null, isCompliant: false, maxScore: 1 });
    expect(responses.Remarks).toMatchObject({ isCompliant: null, weightedScore: null, maxScore: null });
    const file = {
      id: ID,
      fileName: 'Richtlinie ä.pdf',
      displayName: null,
      mimeType: 'application/pdf',
      sizeBytes: expect.any(Number),
      createdAt: MOMENT,
    };
    expect([responses.Policy!.evidence, evidence]).toEqual([[file], [file]]);
  });

  test('200: findings by severity, closed ones with who and when', async () => {
    const [worst, ...others] = (await detail()).findings as { id: string; title: string }[];
    expect(worst).toEqual({
      id: ID,
      title: 'Regions?',
      description: 'Answered UK, EU. Rejected in review. Expected EU, UK.',
      severity: 'HIGH',
      status: 'OPEN',
      controlCodes: ['A.2'],
      resolutionNote: null,
      resolvedAt: null,
      resolvedByName: null,
      createdAt: MOMENT,
    });
    expect(others.map(({ title }) => title)).toEqual(['=Key length', 'Rotated?']);
    await api.send('PATCH', `/v1/findings/${others[1]!.id}`, { status: 'RISK_ACCEPTED', resolutionNote: 'Fine' });
    expect((await detail()).findings[2]).toMatchObject({
      status: 'RISK_ACCEPTED',
      resolutionNote: 'Fine',
      resolvedAt: MOMENT,
      resolvedByName: expect.stringMatching(/^API key/),
    });
  });

  test('200: comments in threads of any depth', async () => {
    const said = { id: ID, authorType: 'USER', authorName: me.name, createdAt: MOMENT };
    const shared = { ...said, visibility: 'SHARED' };
    const three = { ...shared, body: 'Three', replies: [] };
    const one = { ...shared, body: 'One', replies: [{ ...shared, body: 'Two', replies: [three] }] };
    expect((await detail()).comments).toEqual([one, { ...said, body: 'Four', visibility: 'INTERNAL', replies: [] }]);
  });

  test('200: a thread is cut off before it is too deep to show', async () => {
    const id = await createAssessment(server, done.vendorId, assessor.templateId);
    let parentId: string | null = null;
    for (let depth = 1; depth <= 50; depth++) parentId = await assessor.comment(id, `Depth ${depth}`, { parentId });
    await expect(assessor.comment(id, 'Depth 51', { parentId })).rejects.toThrow('50 levels deep in its thread');
    expect(JSON.stringify((await detail(id)).comments).match(/Depth/g)).toHaveLength(50);
  });

  test('200 for a draft: no answers, no reviewer; also when its template is deleted', async () => {
    const id = await createAssessment(server, done.vendorId, assessor.templateId, { recurrence: 'ANNUALLY' });
    const draft = await detail(id);
    expect(draft).toMatchObject({
      score: null,
      sentAt: null,
      completedAt: null,
      reviewer: null,
      recurrence: 'ANNUALLY',
      findings: [],
      evidence: [],
    });
    expect(draft.questions.map(({ response }) => response)).toEqual(Array(6).fill(null));
    await server.services.database.query(sql`update assessment set template_id = null where id = ${id}`);
    expect(await detail(id)).toMatchObject({ template: null });
  });

  const HOSTILE = encodeURIComponent("'; drop table assessment; --");
  test.each([NOWHERE, 'nonsense', '%00', HOSTILE])('404 for %s', async (id) => {
    for (const path of [`/v1/assessments/${id}`, `/assessments/${id}/export`, `/assessments/${id}/pdf`]) {
      const { status, body } = await viewer.get(path);
      expect([status, body]).toEqual([404, { error: 'Not found' }]);
    }
  });
});

describe('GET /api/v1/vendors/{vendorId}/assessments', () => {
  let vendors: RestClient;
  beforeAll(async () => {
    vendors = new RestClient(await server.withKey(['vendors:view']));
  });

  test('200 for vendors:view alone: the assessment list of the vendor, under its name', async () => {
    const { status, body } = await vendors.get<AssessmentPage>(`/v1/vendors/${done.vendorId}/assessments`);
    const { entries, totalCount } = await list(`vendorId=${done.vendorId}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      vendorId: done.vendorId,
      vendorName: VENDOR.name,
      entries,
      page: 1,
      pageSize: 25,
      totalCount,
    });
  });

  test('200 page by page', async () => {
    const vendorId = await insertMany(30, '2016-01-01');
    const { body } = await vendors.get<AssessmentPage>(`/v1/vendors/${vendorId}/assessments?page=2`);
    expect(body.entries.map(({ title }) => title)).toEqual(['Old 4', 'Old 3', 'Old 2', 'Old 1', 'Old 0']);
    expect(body).toMatchObject({ page: 2, pageSize: 25, totalCount: 30 });
    expect((await vendors.get(`/v1/vendors/${vendorId}/assessments?page=9`)).body).toMatchObject({ entries: [] });
  });

  test('200 with any string as status: an unknown one matches nothing', async () => {
    const total = async (status: string) =>
      (await vendors.get(`/v1/vendors/${done.vendorId}/assessments?status=${status}`)).body.totalCount;
    expect(await total('COMPLETED')).toBe(1);
    expect(await total('')).toBeGreaterThanOrEqual(1); // left out
    for (const status of ['completed', 'NONSENSE', '%00', '%27', 'OVERDUE']) expect(await total(status)).toBe(0);
  });

  test('400 with an invalid page', async () => {
    const { status, body } = await vendors.get(`/v1/vendors/${done.vendorId}/assessments?page=0`);
    expect([status, body]).toEqual([400, { error: 'page must be a whole number of at least 1' }]);
  });

  test.each([NOWHERE, 'nonsense'])('404 for %s', async (id) => {
    expect((await vendors.get(`/v1/vendors/${id}/assessments?status=x`)).status).toBe(404);
  });
});

describe('an answer whose question is now hidden', () => {
  const HIDING = [
    {
      title: 'S',
      questions: [
        question('Backups?'),
        question('Restored within how many days?', {
          type: 'NUMERIC',
          expectedAnswer: { max: 14 },
          conditionalLogic: { match: 'all', rules: [{ questionId: 's1q1', operator: 'equals', value: 'YES' }] },
        }),
        question('Report', {
          type: 'FILE_UPLOAD',
          expectedAnswer: null,
          conditionalLogic: { match: 'all', rules: [{ questionId: 's1q2', operator: 'lte', value: 14 }] },
        }),
      ],
    },
  ];

  test('is shown neither in the detail nor in the CSV, and returns with the question', async () => {
    const templateId = await publishTemplate(server, 'Hiding', HIDING);
    const vendorId = await createVendor(server, { name: 'Hider' });
    const id = await createAssessment(server, vendorId, templateId);
    const made = { id, vendorId, portal: await sendAssessment(server, id) };
    await made.portal.answer({ 'Backups?': 'YES', 'Restored within how many days?': 13 });
    for (const text of ['Backups?', 'Restored within how many days?', 'Report'])
      await assessor.attach(made, text, `${text.slice(0, 6)}.pdf`);
    const read = async () => ({
      detail: (await viewer.get<Detail>(`/v1/assessments/${id}`)).body,
      cells: parseCsv((await viewer.get(`/assessments/${id}/export`)).text)
        .slice(1, 4)
        .map((row) => row.slice(5)),
    });

    const before = await read();
    expect(before.detail.questions.map(({ response }) => response?.value)).toEqual(['YES', 13, null]);
    expect(before.detail.evidence).toHaveLength(3);
    expect(before.cells).toEqual([
      ['YES', 'No', '', ''],
      ['13', 'No', '', ''],
      ['Report.pdf', 'No', '', ''],
    ]);

    await made.portal.answer({ 'Backups?': 'NO' });
    const hidden = await read();
    expect(hidden.detail.questions.map(({ text }) => text)).toEqual(before.detail.questions.map(({ text }) => text));
    expect(hidden.detail.questions.slice(1).map(({ response }) => response)).toEqual([null, null]);
    expect(hidden.detail.evidence).toHaveLength(1);
    expect(hidden.cells).toEqual([
      ['NO', 'No', '', ''],
      ['', '', '', ''],
      ['', '', '', ''],
    ]);
    expect((await made.portal.submit()).errors).toBeUndefined();
    expect((await read()).detail.questions.slice(1).map(({ response }) => response)).toEqual([null, null]);

    await server.admin.data(`mutation ($input: SendBackInput!) { sendBackAssessment(input: $input) { assessment { id } } }`, {
      input: { id },
    });
    await made.portal.answer({ 'Backups?': 'YES' });
    expect((await read()).cells).toEqual(before.cells);
    await made.portal.submit();
    const { detail } = await read();
    expect(detail.questions[1]).toMatchObject({ expectedAnswer: { max: 14 }, response: { value: 13, isCompliant: true } });
    expect(detail).toMatchObject({ score: 1, findings: [], scoreBreakdown: [{ section: 'S', score: 1 }] });
  });
});

describe('GET /api/assessments/{assessmentId}/export', () => {
  test('200 with answers, an empty line and findings; named after the vendor', async () => {
    const { status, headers, text } = await viewer.get(`/assessments/${done.id}/export`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Zoe-_Cloud_-Ltd-assessment.csv"; filename*=UTF-8''Zo%C3%AB-%22Cloud%22-Ltd-assessment.csv`,
    );
    const access = 'Access, "logical"';
    expect(parseCsv(text)).toEqual([
      ['Section', 'Question', 'Type', 'Risk Weight', 'Required', 'Answer', 'N/A', 'Compliant', 'Score %'],
      [access, 'MFA?', 'YES_NO', 'CRITICAL', 'Yes', 'YES', 'No', 'Yes', '100'],
      [access, 'Regions?', 'MULTI_SELECT', 'HIGH', 'Yes', 'UK, EU', 'No', 'No', '0'],
      ['Crypto', "'=Key length", 'NUMERIC', 'MEDIUM', 'Yes', '128', 'No', 'No', '0'],
      ['Crypto', 'Rotated?', 'YES_NO', 'LOW', 'No', '', 'No', 'No', '0'],
      ['Crypto', 'Policy', 'FILE_UPLOAD', 'HIGH', 'No', 'Richtlinie ä.pdf', 'No', '', ''],
      ['Crypto', 'Remarks', 'FREE_TEXT', 'HIGH', 'No', '\'=1+1,"x"\nmore', 'No', '', ''],
      [''],
      ['Findings', 'Severity', 'Status', 'Controls', 'Description'],
      ['Regions?', 'HIGH', 'OPEN', 'A.2', 'Answered UK, EU. Rejected in review. Expected EU, UK.'],
      ["'=Key length", 'MEDIUM', 'OPEN', 'A.3', 'Answered 128. Expected 256.'],
      ['Rotated?', 'LOW', 'RISK_ACCEPTED', '', 'Not answered. Expected Yes.'],
    ]);
  });

  test('200 with answers that are not applicable', async () => {
    const made = await assessor.sent({ name: '=cmd|x' });
    await made.portal.save([{ questionId: await made.portal.idOf('MFA?'), isNotApplicable: true }]);
    const { headers, text } = await viewer.get(`/assessments/${made.id}/export`);
    expect(parseCsv(text)[1]!.slice(5)).toEqual(['', 'Yes', '', '']);
    expect(parseCsv(text)[2]!.slice(5)).toEqual(['', '', '', '']);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="=cmd_x-assessment.csv"; filename*=UTF-8''%3Dcmd%7Cx-assessment.csv`,
    );
  });
});
