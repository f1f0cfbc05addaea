import { sql } from '../../src/database/sql';
import { ANSWERS, type Assessed, Assessor, FRAMEWORK } from '../kit/assessed';
import { parseCsv } from '../kit/csv';
import { PDF } from '../kit/files';
import { createAssessment, createVendor, importFramework } from '../kit/portfolio';
import { NOWHERE, RestClient } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';

/** What a vendor's assessments and certifications add to it. */

let server: TestServer;
let assessor: Assessor;
/** With a key that has no other permission. */
let viewer: RestClient;
let first: Assessed;
let second: Assessed;
let draftId: string;
const NAME = "=cmd|' /C calc'!A0";

beforeAll(async () => {
  server = await startTestServer();
  assessor = await Assessor.prepare(server);
  viewer = new RestClient(await server.withKey(['vendors:view']));
  first = await assessor.completed({ name: NAME, externalId: 'ERP-1' }, { title: 'First' }); // 16 of 20
  const answers = { ...ANSWERS, 'MFA?': 'NO', '=Key length': 256 }; // 9 of 20
  second = await assessor.completed(first.vendorId, { title: 'Second' }, answers);
  draftId = await createAssessment(server, first.vendorId, assessor.templateId, { title: '=Draft' });
});
afterAll(() => server.stop());

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const framework = () => ({ frameworkId: assessor.frameworkId, frameworkName: 'ISO 27001' });
/** A.1 by MFA alone: 0 of 10. A.2 by MFA and Regions: 6 of 16. A.3: 3 of 3. */
const domainBreakdown = () => [
  { ...framework(), domain: 'Access', complianceRatio: expect.closeTo(6 / 26, 10), controlCount: 2 },
  { ...framework(), domain: 'Crypto', complianceRatio: 1, controlCount: 1 },
];

describe('GET /api/v1/vendors/{vendorId}', () => {
  test('200 with the results of its assessments, for vendors:view alone', async () => {
    const { status, body } = await viewer.get(`/v1/vendors/${first.vendorId}`);
    const made = { templateName: 'Security', templateVersion: 1 };
    const done = { ...made, status: 'COMPLETED' };
    expect(status).toBe(200);
    expect(body).toMatchObject({ overallScore: expect.closeTo((0.8 + 0.45) / 2, 10), lastAssessedAt: MOMENT });
    expect(body.assessments).toEqual([
      { ...made, id: draftId, title: '=Draft', status: 'DRAFT', score: null },
      { ...done, id: second.id, title: 'Second', score: 0.45 },
      { ...done, id: first.id, title: 'First', score: 0.8 },
    ]);
    expect(body.domainBreakdown).toEqual(domainBreakdown());
    expect(body.history).toEqual([
      { id: second.id, title: 'Second', submittedAt: MOMENT, score: 0.45 },
      { id: first.id, title: 'First', submittedAt: MOMENT, score: 0.8 },
    ]);
    expect(body.customerResponsibilityCompliance).toBeNull();
    expect((await viewer.get('/v1/vendors/external/ERP-1')).body).toEqual(body);
  });

  test('200 with all assessments, however many', async () => {
    const id = await createVendor(server, { name: 'Busy', externalId: 'BUSY' });
    await server.services.database.query(sql`
      insert into assessment (vendor_id, title) select ${id}, 'No. ' || n from generate_series(1, 2100) as n`);
    for (const path of [`/v1/vendors/${id}`, '/v1/vendors/external/BUSY']) {
      const { body } = await viewer.get<{ assessments: { id: string }[] }>(path);
      expect(new Set(body.assessments.map((one) => one.id)).size).toBe(2_100);
    }
    const { text } = await viewer.get(`/v1/vendors/${id}/export`);
    expect(parseCsv(text).filter(([title]) => title!.startsWith('No. '))).toHaveLength(2_100);
  });

  test('200 with the state of customer responsibility', async () => {
    const id = await createVendor(server, { name: 'Certified' });
    await server.services.database.query(sql`
      insert into responsibility_action
        (vendor_id, certification_name, control_code, control_title, framework_name, status)
      select ${id}, 'C', 'A.' || n, 'T', 'F', status
      from unnest(array['COMPLETED', 'COMPLETED', 'IN_PROGRESS', 'PENDING', 'NOT_APPLICABLE']::text[])
        with ordinality as given(status, n)`);
    expect((await viewer.get(`/v1/vendors/${id}`)).body).toMatchObject({
      customerResponsibilityCompliance: {
        total: 5,
        completed: 2,
        inProgress: 1,
        pending: 1,
        notApplicable: 1,
        percent: 50,
      },
    });
  });
});

describe('GET /api/v1/vendors/{vendorId}/score', () => {
  test('200 with the latest score and the domain breakdown', async () => {
    const { status, body } = await viewer.get(`/v1/vendors/${first.vendorId}/score`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: first.vendorId,
      name: NAME,
      tier: null,
      overallScore: expect.closeTo(0.625, 10),
      lastAssessedAt: MOMENT,
      assessmentCount: 3,
      latestScore: 0.45,
      domainBreakdown: domainBreakdown(),
    });
  });
});

describe('GET /api/v1/vendors/{vendorId}/certifications', () => {
  test('200 with all of them, sorted by name, with their attachments', async () => {
    const vendorId = await createVendor(server, { name: 'Certain' });
    const dates = { issuedDate: '2025-03-01', expiresDate: '2028-02-29' };
    const soc = await assessor.certify(vendorId, { name: 'SOC 2', ...dates, issuer: 'Auditors', notes: 'Type II' });
    const bare = await assessor.certify(vendorId, { name: 'B' });
    const form = new FormData();
    form.append('certificationId', soc);
    form.append('file', new Blob([PDF]), 'soc.pdf');
    expect((await server.admin.fetch('/files', { method: 'POST', body: form })).status).toBe(201);

    const { status, body } = await viewer.get(`/v1/vendors/${vendorId}/certifications`);
    expect(status).toBe(200);
    const file = { id: expect.any(String), fileName: 'soc.pdf', displayName: null, mimeType: 'application/pdf' };
    expect(body).toEqual({
      vendorId,
      vendorName: 'Certain',
      entries: [
        { id: bare, name: 'B', issuer: null, issuedDate: null, expiresDate: null, notes: null, attachments: [] },
        {
          id: soc,
          name: 'SOC 2',
          issuer: 'Auditors',
          ...dates,
          notes: 'Type II',
          attachments: [{ ...file, sizeBytes: PDF.length }],
        },
      ],
    });
  });

  test('200 with none; 404 without the vendor', async () => {
    const { body } = await viewer.get(`/v1/vendors/${first.vendorId}/certifications`);
    expect(body).toEqual({ vendorId: first.vendorId, vendorName: NAME, entries: [] });
    for (const id of [NOWHERE, 'nonsense']) {
      expect((await viewer.get(`/v1/vendors/${id}/certifications`)).body).toEqual({ error: 'Not found' });
    }
  });
});

describe('GET /api/v1/vendors/{vendorId}/export', () => {
  const ASSESSMENTS = [['Assessments'], ['Title', 'Status', 'Score', 'Due', 'Sent', 'Submitted', 'Template', 'Version']];
  const CERTIFICATIONS = [['Certifications'], ['Name', 'Issuer', 'Issued', 'Expires', 'Notes']];
  const RESPONSIBILITY = [
    ['Customer responsibility'],
    ['Framework', 'Control', 'Title', 'Certification', 'Status', 'Assignee', 'Completed', 'Notes'],
  ];

  test('200 with every block, formulas escaped', async () => {
    const { status, headers, text } = await viewer.get(`/v1/vendors/${first.vendorId}/export`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="=cmd_'-_C-calc'!A0.csv"; filename*=UTF-8''%3Dcmd%7C%27-_C-calc%27!A0.csv`,
    );
    expect(text.startsWith(`Vendor:,'=cmd|' /C calc'!A0\nExternal ID:,ERP-1\n`)).toBe(true);
    expect(parseCsv(text)).toEqual([
      ['Vendor:', `'${NAME}`],
      ['External ID:', 'ERP-1'],
      ['Contact:', 'risk@acme.example'],
      ...['Tier:', 'Owner:', 'Service provided:', 'Data sensitivity:', 'Contract renewal:'].map((label) => [label, '']),
      ...['Contract value:', 'Geographic risk:', 'Tags:'].map((label) => [label, '']),
      ['Overall Score:', '0.625'],
      [''],
      ...ASSESSMENTS,
      ["'=Draft", 'DRAFT', '', '', '', '', 'Security', '1'],
      ['Second', 'COMPLETED', '0.45', '', MOMENT, MOMENT, 'Security', '1'],
      ['First', 'COMPLETED', '0.8', '', MOMENT, MOMENT, 'Security', '1'],
      [''],
      ...CERTIFICATIONS,
      [''],
      ...RESPONSIBILITY,
    ]);
  });

  test('200 with everything a vendor can have', async () => {
    const { me } = await server.admin.data<{ me: { id: string; name: string } }>('{ me { id name } }');
    const vendorId = await createVendor(server, {
      name: 'Full "Ltd", Zürich',
      contactName: 'Ada',
      contactEmail: 'ada@full.example',
      tier: 'HIGH',
      ownerId: me.id,
      serviceDescription: '+Hosting',
      dataSensitivity: 'RESTRICTED',
      contractRenewalDate: '2027-06-30',
      contractValue: 'FROM_50K_TO_250K',
      geographicRisk: 'GLOBAL',
      tags: ['cloud', 'eu'],
    });
    const dates = { issuedDate: '2025-03-01', expiresDate: '2028-02-29' };
    await assessor.certify(vendorId, { name: 'ISO 27001', issuer: '@Auditors', notes: '-n', ...dates });
    const { headers, text } = await viewer.get(`/v1/vendors/${vendorId}/export`);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Full-_Ltd_,-Zurich.csv"; filename*=UTF-8''Full-%22Ltd%22%2C-Z%C3%BCrich.csv`,
    );
    expect(parseCsv(text)).toEqual([
      ['Vendor:', 'Full "Ltd", Zürich'],
      ['External ID:', ''],
      ['Contact:', 'Ada <ada@full.example>'],
      ['Tier:', 'HIGH'],
      ['Owner:', me.name],
      ['Service provided:', "'+Hosting"],
      ['Data sensitivity:', 'RESTRICTED'],
      ['Contract renewal:', '2027-06-30'],
      ['Contract value:', '$50K–$250K'],
      ['Geographic risk:', 'GLOBAL'],
      ['Tags:', 'cloud, eu'],
      ['Overall Score:', ''],
      [''],
      ...ASSESSMENTS,
      [''],
      ...CERTIFICATIONS,
      ['ISO 27001', "'@Auditors", '2025-03-01', '2028-02-29', "'-n"],
      [''],
      ...RESPONSIBILITY,
      ['ISO 27001', 'A.1', 'Control one', 'ISO 27001', 'PENDING', '', '', ''],
    ]);
  });

  test.each([
    ['東京', '__.csv', '%E6%9D%B1%E4%BA%AC.csv'],
    ['a"; filename="evil.exe', 'a__-filename=_evil.exe.csv', 'a%22%3B-filename%3D%22evil.exe.csv'],
    ['line\r\nSet-Cookie: x=1', 'line-Set-Cookie_-x=1.csv', 'line-Set-Cookie%3A-x%3D1.csv'],
    ['../../etc/passwd', '__.._etc_passwd.csv', '.._.._etc_passwd.csv'],
    ['100% 🚀', '100_-__.csv', '100%25-%F0%9F%9A%80.csv'],
  ])('200 with a safe header for the name %j', async (name, ascii, whole) => {
    const id = await createVendor(server);
    await server.services.database.query(sql`update vendor set name = ${name} where id = ${id}`);
    const { headers } = await viewer.get(`/v1/vendors/${id}/export`);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${ascii}"; filename*=UTF-8''${whole}`);
    expect(headers.get('set-cookie')).toBeNull();
  });

  test.each([NOWHERE, 'nonsense'])('404 for %s', async (id) => {
    expect((await viewer.get(`/v1/vendors/${id}/export`)).body).toEqual({ error: 'Not found' });
  });
});

describe('DELETE /api/v1/vendors/{vendorId}', () => {
  test('200 and deletes assessments and findings', async () => {
    const { id, vendorId } = await assessor.completed({ name: 'Gone' });
    const all = new RestClient(await server.withKey());
    expect((await all.get(`/v1/findings?vendorId=${vendorId}`)).body.totalCount).toBe(2);
    expect((await all.delete(`/v1/vendors/${vendorId}`)).body).toEqual({ deleted: true });
    expect((await all.get(`/v1/assessments/${id}`)).status).toBe(404);
    expect((await all.get(`/v1/findings?vendorId=${vendorId}`)).body.totalCount).toBe(0);
  });
});

describe('DELETE /api/v1/frameworks/{frameworkId}', () => {
  test('204 and leaves assessments and findings unchanged', async () => {
    const all = new RestClient(await server.withKey());
    const shown = async () => (await all.get(`/v1/assessments/${first.id}`)).body;
    const before = await shown();
    expect((await all.delete(`/v1/frameworks/${assessor.frameworkId}`)).status).toBe(204);
    expect(await shown()).toEqual(before);
    expect((await all.get(`/v1/vendors/${first.vendorId}`)).body).toMatchObject({ domainBreakdown: [] });
  });
});

describe('GET /api/vendors/{vendorId}/frameworks/{frameworkId}/report', () => {
  test('404 if either is unknown', async () => {
    const frameworkId = await importFramework(server, { ...FRAMEWORK, name: 'Other' });
    const status = async (vendor: string, framework: string) =>
      (await viewer.get(`/vendors/${vendor}/frameworks/${framework}/report`)).status;
    expect(await status(NOWHERE, frameworkId)).toBe(404);
    expect(await status(first.vendorId, 'nonsense')).toBe(404);
  });
});
