import { sql } from '../../src/database/sql';
import { Assessor } from '../kit/assessed';
import { PDF } from '../kit/files';
import { createVendor, move } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let assessor: Assessor;
beforeAll(async () => {
  server = await startTestServer();
  assessor = await Assessor.prepare(server);
});
afterAll(() => server.stop());

const PREVIEW = `query ($input: PreviewScoringInput!) { previewScoring(input: $input) {
  before { green amber red unscored } after { green amber red unscored } averageBefore averageAfter movedCount
  moved { vendor { id } scoreBefore scoreAfter bandBefore bandAfter } } }`;
const preview = async (input: object) =>
  (await server.admin.data<{ previewScoring: Record<string, unknown> }>(PREVIEW, { input })).previewScoring;

describe('a preview of other scoring settings', () => {
  // 10 for MFA and 6 for the regions, of 10 + 6 + 3 for the key length + 1 for the unanswered question.
  const SCORE = 16 / 20;
  let vendorId: string;
  beforeAll(async () => {
    ({ vendorId } = await assessor.completed({ name: 'Judged' }));
    await createVendor(server, { name: 'Never asked' });
  });

  test('without changes shows the portfolio as it is', async () => {
    const bands = { green: 0, amber: 1, red: 0, unscored: 1 };
    expect(await preview({})).toEqual({
      before: bands,
      after: bands,
      averageBefore: SCORE,
      averageAfter: SCORE,
      movedCount: 0,
      moved: [],
    });
  });

  test('shows which vendors would change band, by bounds and by weights, and changes nothing', async () => {
    expect(await preview({ greenFrom: 0.8 })).toMatchObject({ after: { green: 1, amber: 0 }, movedCount: 1 });
    const heavier = await preview({ weightMedium: 64 });
    expect(heavier).toMatchObject({
      averageBefore: SCORE,
      averageAfter: 16 / 81,
      moved: [{ vendor: { id: vendorId }, scoreBefore: SCORE, scoreAfter: 16 / 81, bandBefore: 'AMBER', bandAfter: 'RED' }],
    });
    expect(await preview({})).toMatchObject({ averageAfter: SCORE, movedCount: 0 });
  });

  test('refuses what the settings would refuse', async () => {
    expect((await server.admin.ask(PREVIEW, { input: { amberFrom: 0.9 } })).errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', fields: { amberFrom: 'must not be higher than the green threshold' } } },
    ]);
    const update = `mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { id } } }`;
    for (const weightHigh of [5e-324, 0.0009, -0.001, 1000.5]) {
      for (const operation of [PREVIEW, update])
        expect(await server.admin.code(operation, { input: { weightHigh } })).toBe('BAD_USER_INPUT');
    }
    for (const weightHigh of [0, 0.001]) expect(await preview({ weightHigh })).toMatchObject({ averageBefore: SCORE });
    await preview({ amberFrom: 5e-324, greenFrom: 5e-324 });
  });
});

describe('the timeline of a vendor', () => {
  const TIMELINE = `query ($id: ID!, $first: Int) { vendor(id: $id) { timeline(first: $first) { at kind title assessmentId findingId } } }`;
  interface Event {
    at: string;
    kind: string;
    assessmentId: string | null;
  }
  const timeline = async (id: string, first?: number) =>
    (await server.admin.data<{ vendor: { timeline: Event[] } }>(TIMELINE, { id, first })).vendor.timeline;

  test('lists events, newest first, and no more than requested', async () => {
    const { id, vendorId } = await assessor.completed({ name: 'Long known' });
    await assessor.certify(vendorId, { name: 'PCI DSS', expiresDate: '2026-01-31' });
    const events = await timeline(vendorId);
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        'VENDOR_CREATED',
        'ASSESSMENT_CREATED',
        'ASSESSMENT_SENT',
        'ASSESSMENT_SUBMITTED',
        'ASSESSMENT_COMPLETED',
        'FINDING_RAISED',
        'CERTIFICATION_RECORDED',
        'CERTIFICATION_EXPIRED',
      ]),
    );
    expect(events.at(-1)).toMatchObject({ kind: 'CERTIFICATION_EXPIRED', at: '2026-02-01T00:00:00.000Z' });
    const times = events.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
    expect(events.filter(({ assessmentId }) => assessmentId === id).length).toBeGreaterThanOrEqual(5);
    expect(await timeline(vendorId, 2)).toEqual(events.slice(0, 2));
  });

  test('returns 1 to 100 events', async () => {
    const id = await createVendor(server);
    for (const first of [0, 101]) {
      expect((await server.admin.ask(TIMELINE, { id, first })).errors).toMatchObject([
        { extensions: { code: 'BAD_USER_INPUT', fields: { first: 'must be from 1 to 100' } } },
      ]);
    }
  });
});

describe('a vendor can remove evidence', () => {
  const REMOVE = `mutation ($input: PortalRemoveFileInput!) { portalRemoveFile(input: $input) {
    assessment { questions { response { evidence { id } } } } } }`;
  const fileOf = async (id: string) => {
    const data = await server.admin.data<{ assessment: { evidence: { id: string }[] } }>(
      `query ($id: ID!) { assessment(id: $id) { evidence { id } } }`,
      { id },
    );
    return data.assessment.evidence[0]?.id;
  };

  test('while its answers are open, and only its own files', async () => {
    const mine = await assessor.sent();
    const other = await assessor.sent();
    await assessor.attach(mine, 'Policy', 'policy.pdf');
    const fileId = (await fileOf(mine.id))!;
    const remove = (token: string) => server.stranger().ask(REMOVE, { input: { token, fileId } });
    expect((await remove(other.portal.token)).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    expect(await fileOf(mine.id)).toBe(fileId);
    expect((await remove(mine.portal.token)).errors).toBeUndefined();
    expect(await fileOf(mine.id)).toBeUndefined();
  });

  test('but not once they are submitted', async () => {
    const sent = await assessor.sent();
    await assessor.attach(sent, 'Policy', 'policy.pdf');
    await sent.portal.answer({ 'MFA?': 'YES', 'Regions?': ['EU', 'UK'], '=Key length': 256 });
    await sent.portal.submit();
    const input = { token: sent.portal.token, fileId: (await fileOf(sent.id))! };
    expect((await server.stranger().ask(REMOVE, { input })).errors).toHaveLength(1);
    expect(await fileOf(sent.id)).toBe(input.fileId);
  });
});

test('a verification of the whole log is recorded, and names what was altered', async () => {
  const STATE = `verifiedAt entryCount isIntact fault`;
  const check = async () =>
    (await server.admin.data<{ verifyAuditLog: object }>(`mutation { verifyAuditLog { ${STATE} } }`)).verifyAuditLog;
  const { auditLog } = await server.admin.data<{ auditLog: { totalCount: number } }>(`{ auditLog { totalCount } }`);
  const found = await check();
  expect(found).toMatchObject({ isIntact: true, fault: null, entryCount: auditLog.totalCount });
  expect(await server.admin.data(`{ auditVerification { ${STATE} } }`)).toEqual({ auditVerification: found });

  const database = server.services.database;
  const [entry] = await database.query<{ id: string }>(sql`
    update audit_entry set entity_name = 'Forged' where action = 'CREATE_VENDOR' and entity_name = 'Never asked' returning id`);
  expect(await check()).toMatchObject({ isIntact: false, fault: expect.stringMatching(/^Entry \d+ of chain \d+ was altered/) });
  await database.query(sql`update audit_entry set entity_name = 'Never asked' where id = ${entry!.id}`);
});

describe('a preview of finalizing', () => {
  const PREVIEW_FINAL = `query ($id: ID!) { previewFinalization(assessmentId: $id) { score ragBand vendorScore
    findings { title severity isNew } clarifications { text } undecided { text } } }`;
  const previewFinal = async (id: string) =>
    (await server.admin.data<{ previewFinalization: Record<string, unknown> }>(PREVIEW_FINAL, { id })).previewFinalization;
  const setMedium = (weightMedium: number) =>
    server.admin.data(`mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { revision } } }`, {
      input: { weightMedium },
    });
  afterAll(() => setMedium(3));

  test('shows the result of finalizing, by the current settings', async () => {
    const made = await assessor.submitted({ name: 'To be final' });
    expect(await server.admin.code(PREVIEW_FINAL, { id: made.id })).toBe('INVALID_TRANSITION');
    await assessor.decide(made, 'Remarks', 'REJECTED', 'Say more');
    await assessor.decide(made, 'MFA?', 'CLARIFICATION_REQUESTED');
    await setMedium(1);
    // 16 of 10 + 6 + 1 for the key length + 1 for the unanswered question + 6 for the rejected remarks.
    const expected = {
      score: 16 / 24,
      ragBand: 'AMBER',
      vendorScore: 16 / 24,
      findings: [
        { title: 'Remarks', severity: 'HIGH', isNew: false },
        { title: '=Key length', severity: 'MEDIUM', isNew: false },
        { title: 'Rotated?', severity: 'LOW', isNew: false },
      ],
      clarifications: [{ text: 'MFA?' }],
      undecided: [{ text: 'Regions?' }, { text: '=Key length' }, { text: 'Rotated?' }, { text: 'Policy' }],
    };
    expect(await previewFinal(made.id)).toEqual(expected);
    await assessor.decide(made, 'MFA?', 'APPROVED');
    expect(await previewFinal(made.id)).toEqual({ ...expected, clarifications: [] });
    await move(server.admin, 'finalizeAssessment', made.id);
    const { assessment } = await server.admin.data<{ assessment: Record<string, unknown> }>(
      `query ($id: ID!) { assessment(id: $id) { score ragBand findings { title severity status } vendor { overallScore } } }`,
      { id: made.id },
    );
    expect(assessment).toEqual({
      score: expected.score,
      ragBand: expected.ragBand,
      findings: expected.findings.map(({ title, severity }) => ({ title, severity, status: 'OPEN' })),
      vendor: { overallScore: expected.vendorScore },
    });
  });
});

test('a preview of finalizing has the findings in the order in which they are listed afterwards', async () => {
  const made = await assessor.submitted({ name: 'In order' });
  await move(server.admin, 'startReview', made.id);
  for (const title of ['Third', 'First', 'Fourth', 'Second']) {
    await server.admin.data(`mutation ($input: CreateFindingInput!) { createFinding(input: $input) { finding { id } } }`, {
      input: { assessmentId: made.id, title, severity: title === 'Second' ? 'CRITICAL' : 'MEDIUM' },
    });
    if (title === 'First') await assessor.decide(made, 'Remarks', 'REJECTED');
  }
  const listed = `query ($id: ID!) { previewFinalization(assessmentId: $id) { findings { title } } assessment(id: $id) { findings { title } } }`;
  const { previewFinalization, assessment } = await server.admin.data<Record<string, { findings: { title: string }[] }>>(listed, {
    id: made.id,
  });
  expect(previewFinalization!.findings.length).toBeGreaterThan(5);
  expect(previewFinalization).toEqual(assessment);
});

test('the answer to a file question differs if its files differ', async () => {
  const first = await assessor.sent({ name: 'Filer' });
  const second = await assessor.sent(first.vendorId);
  const third = await assessor.sent(first.vendorId);
  await assessor.attach(second, 'Policy', 'policy.pdf');
  await assessor.attach(third, 'Policy', 'the same under another name.pdf');
  const fourth = await assessor.sent(first.vendorId);
  await assessor.attach(fourth, 'Policy', 'policy.pdf', Buffer.concat([PDF, Buffer.from('% revised\n')]));
  const changed = async (beforeId: string, afterId: string) => {
    const query = `query ($beforeId: ID!, $afterId: ID!) { compareAssessments(beforeId: $beforeId, afterId: $afterId) { questions { text answerChanged } } }`;
    const { compareAssessments } = await server.admin.data<{
      compareAssessments: { questions: { text: string; answerChanged: boolean }[] };
    }>(query, {
      beforeId,
      afterId,
    });
    return compareAssessments.questions.filter(({ answerChanged }) => answerChanged).map(({ text }) => text);
  };
  expect(await changed(first.id, second.id)).toEqual(['Policy']);
  expect(await changed(second.id, third.id)).toEqual([]);
  expect(await changed(second.id, fourth.id)).toEqual(['Policy']);
});
