import { systemContext } from '../../src/kernel/context';
import { sql } from '../../src/database/sql';
import { createDueRecurrences } from '../../src/domains/assessment/assessment.service';
import { PDF } from '../kit/files';
import {
  createAssessment,
  createVendor,
  decide,
  importFramework,
  move,
  type Portal,
  publishTemplate,
  question,
  sendAssessment,
} from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { statementsDuring } from '../kit/statements';

let server: TestServer;
let templateId: string;
const FRAMEWORK = {
  name: 'ISO 27001',
  version: '2022',
  controls: [
    { domain: 'Access', code: 'A.1', title: 'Control one', isSharedResponsibility: true },
    { domain: 'Access', code: 'A.2', title: 'Control two' },
    { domain: 'Crypto', code: 'A.3', title: 'Control three' },
  ],
};
const SECTIONS = [
  {
    title: 'Access',
    questions: [
      question('MFA?', { riskWeight: 'CRITICAL', controlCodes: ['A.1', 'A.2'] }),
      question('Which MFA?', {
        type: 'MULTIPLE_CHOICE',
        options: ['App', 'Key', 'SMS'],
        expectedAnswer: ['App', 'Key'],
        riskWeight: 'MEDIUM',
        controlCodes: ['A.2'],
        conditionalLogic: { match: 'all', rules: [{ questionId: 's1q1', operator: 'equals', value: 'yes' }] },
      }),
      question('Reviews?', { riskWeight: 'LOW', required: false, controlCodes: ['A.1'] }),
    ],
  },
  {
    title: 'Crypto',
    questions: [
      question('Encrypted?', { controlCodes: ['A.3'] }),
      question('How?', { type: 'FREE_TEXT', expectedAnswer: null, required: false }),
    ],
  },
];
/** Weights: MFA 10, Which 3, Reviews 1, Encrypted 6. */
const GOOD = { 'MFA?': 'YES', 'Which MFA?': 'Key', 'Reviews?': 'YES', 'Encrypted?': 'YES' };

beforeAll(async () => {
  server = await startTestServer();
  await importFramework(server, FRAMEWORK);
  templateId = await publishTemplate(server, 'Security', SECTIONS);
});
afterAll(() => server.stop());

const DETAIL = `query ($id: ID!) { assessment(id: $id) { id title status score ragBand isOverdue dueDate sentAt submittedAt completedAt
  templateName templateVersion vendor { name overallScore latestScore lastAssessedAt assessmentCount } template { name version }
  reviewer { name } scoreBreakdown { section score weighted max }
  questions { id section order text type riskWeight required options expectedAnswer controlCodes sharedControlCodes visible hiddenResponse { value isCompliant }
    response { value isNotApplicable isCompliant weightedScore maxScore review { decision note decidedBy { name } } evidence { id } } }
  findings { id title description severity status controlCodes controls { code } isManual }
  comments { body authorName authorType visibility replies { body visibility } } evidence { id } } }`;
interface Detail {
  status: string;
  reviewer: { name: string } | null;
  score: number | null;
  questions: { id: string; text: string; visible: boolean; response: { isCompliant: boolean | null; value: unknown } | null }[];
  findings: { id: string; title: string; severity: string; status: string; controlCodes: string[] }[];
  vendor: { overallScore: number | null; latestScore: number | null };
}
const detail = async (id: string) => (await server.admin.data<{ assessment: Detail }>(DETAIL, { id })).assessment;

/** A new vendor with a sent assessment. */
async function sent(more: object = {}): Promise<{ id: string; vendorId: string; portal: Portal }> {
  const vendorId = await createVendor(server);
  const id = await createAssessment(server, vendorId, templateId, more);
  return { id, vendorId, portal: await sendAssessment(server, id) };
}
async function submitted(answers: Record<string, unknown> = GOOD) {
  const made = await sent();
  expect((await made.portal.answer(answers)).errors).toBeUndefined();
  expect((await made.portal.submit()).errors).toBeUndefined();
  return made;
}
async function completed(answers: Record<string, unknown> = GOOD) {
  const made = await submitted(answers);
  await move(server.admin, 'startReview', made.id);
  expect((await move(server.admin, 'finalizeAssessment', made.id)).errors).toBeUndefined();
  return made;
}
/** A file that the vendor attaches to an answer. */
async function attach({ client, token }: Portal, questionId: string): Promise<{ status: number; body: unknown }> {
  const form = new FormData();
  form.append('portalToken', token);
  form.append('questionId', questionId);
  form.append('file', new Blob([PDF]), 'proof.pdf');
  const response = await client.fetch('/files', { method: 'POST', body: form });
  return { status: response.status, body: await response.json() };
}
const entries = async (entityId: string, action?: string) =>
  (
    await server.admin.data<{ auditLog: { nodes: { action: string; userName: string }[] } }>(
      `query ($filter: AuditFilter) { auditLog(filter: $filter, first: 100) { nodes { action userName } } }`,
      { filter: { entityId, action } },
    )
  ).auditLog.nodes;

test('the life of an assessment, from draft to decision', async () => {
  const vendorId = await createVendor(server, { name: 'Journey Ltd' });
  const id = await createAssessment(server, vendorId, templateId, { dueDate: '2030-01-01T00:00:00Z' });
  expect(await detail(id)).toMatchObject({
    title: 'Security',
    status: 'DRAFT',
    score: null,
    templateName: 'Security',
    templateVersion: 1,
    sentAt: null,
  });

  const portal = await sendAssessment(server, id);
  expect(await detail(id)).toMatchObject({ status: 'SENT', sentAt: expect.any(String) });
  expect(await portal.view()).toMatchObject({ status: 'SENT', vendorName: 'Journey Ltd', progress: { answered: 0, visible: 4 } });

  const saved = await portal.answer({ 'MFA?': 'YES', 'Which MFA?': 'SMS' });
  expect(saved.data?.portalSaveAnswers.assessment).toMatchObject({ status: 'IN_PROGRESS', progress: { answered: 2, visible: 5 } });

  const early = await portal.submit();
  expect(early.errors?.[0]).toMatchObject({ message: expect.stringContaining('Encrypted?'), extensions: { code: 'BAD_USER_INPUT' } });
  expect((await detail(id)).status).toBe('IN_PROGRESS');

  await portal.answer({ 'Encrypted?': 'YES' });
  expect((await portal.submit()).data?.portalSubmit.assessment.status).toBe('SUBMITTED');
  // 10 + 6 of 10 + 3 + 1 + 6: SMS is not accepted, Reviews? was not answered.
  expect((await detail(id)).score).toBeCloseTo(16 / 20);
  expect((await detail(id)).findings.map(({ title, severity }) => [title, severity])).toEqual([
    ['Which MFA?', 'MEDIUM'],
    ['Reviews?', 'LOW'],
  ]);
  expect((await portal.answer({ 'MFA?': 'NO' })).errors?.[0]?.extensions.code).toBe('INVALID_TRANSITION');

  const which = await portal.idOf('Which MFA?');
  const asked = await decide(server.admin, id, which, 'CLARIFICATION_REQUESTED', 'SMS?');
  expect(asked.data).toMatchObject({ reviewResponse: { assessment: { status: 'UNDER_REVIEW' } } });
  expect((await move(server.admin, 'finalizeAssessment', id)).errors?.[0]).toMatchObject({
    message: expect.stringContaining('Which MFA?'),
    extensions: { code: 'INVALID_TRANSITION' },
  });

  await server.admin.data(`mutation ($input: SendBackInput!) { sendBackAssessment(input: $input) { assessment { status } } }`, {
    input: { id, message: 'Please use an app.' },
  });
  const back = await portal.view();
  expect(back).toMatchObject({ status: 'IN_PROGRESS', comments: [{ body: 'Please use an app.' }] });
  await portal.answer({ 'Which MFA?': 'App' });
  await portal.submit();
  await move(server.admin, 'startReview', id);
  expect((await move(server.admin, 'finalizeAssessment', id)).errors).toBeUndefined();

  const done = await detail(id);
  expect(done).toMatchObject({
    status: 'COMPLETED',
    completedAt: expect.any(String),
    ragBand: 'GREEN',
    vendor: { latestScore: done.score, overallScore: done.score, assessmentCount: 1, lastAssessedAt: expect.any(String) },
    scoreBreakdown: [
      { section: 'Access', weighted: 13, max: 14 },
      { section: 'Crypto', weighted: 6, max: 6, score: 1 },
    ],
  });
  expect(done.score).toBeCloseTo(19 / 20);
  expect(done.findings).toHaveLength(1);
  expect((await entries(id)).map(({ action, userName }) => `${action} by ${userName}`).reverse()).toEqual([
    'CREATE_ASSESSMENT by Administrator',
    'SEND_ASSESSMENT by Administrator',
    'OPEN_PORTAL by Vendor portal (Journey Ltd)',
    'SAVE_ANSWERS by Vendor portal (Journey Ltd)',
    'SAVE_ANSWERS by Vendor portal (Journey Ltd)',
    'SUBMIT_ASSESSMENT by Vendor portal (Journey Ltd)',
    'REVIEW_DECISION by Administrator',
    'SEND_BACK_ASSESSMENT by Administrator',
    'SAVE_ANSWERS by Vendor portal (Journey Ltd)',
    'SUBMIT_ASSESSMENT by Vendor portal (Journey Ltd)',
    'START_REVIEW by Administrator',
    'FINALIZE_ASSESSMENT by Administrator',
  ]);
});

test('whoever begins a review that is nobody’s becomes its reviewer', async () => {
  const reviewer = await server.withRole('Reviewer');
  const { me } = await reviewer.data<{ me: { id: string; name: string } }>(`{ me { id name } }`);
  const reviewerOf = async (id: string) => (await detail(id)).reviewer?.name ?? null;
  const submit = async (more: object = {}) => {
    const made = await sent(more);
    await made.portal.answer(GOOD);
    await made.portal.submit();
    return made;
  };
  const [started, decided, given] = [await submit(), await submit(), await submit({ reviewerId: me.id })];
  expect(await reviewerOf(started.id)).toBeNull();
  await move(server.admin, 'startReview', started.id);
  await decide(server.admin, decided.id, await decided.portal.idOf('MFA?'), 'APPROVED');
  await move(server.admin, 'startReview', given.id);
  expect(await Promise.all([started.id, decided.id, given.id].map(reviewerOf))).toEqual(['Administrator', 'Administrator', me.name]);
});

describe('transitions that the rules do not allow change nothing', () => {
  const EVENTS: Record<string, (made: { id: string; portal: Portal }) => Promise<{ errors?: { extensions: { code: string } }[] }>> = {
    send: ({ id }) => server.admin.ask(`mutation { sendAssessment(input: { id: "${id}" }) { portalUrl } }`),
    save: ({ portal }) => portal.answer({ 'MFA?': 'YES' }),
    submit: ({ portal }) => portal.submit(),
    startReview: ({ id }) => move(server.admin, 'startReview', id),
    sendBack: ({ id }) => server.admin.ask(`mutation { sendBackAssessment(input: { id: "${id}" }) { assessment { id } } }`),
    finalize: ({ id }) => move(server.admin, 'finalizeAssessment', id),
  };
  test.each([
    ['SENT', () => sent(), ['send', 'startReview', 'sendBack', 'finalize']],
    ['SUBMITTED', () => submitted(), ['send', 'save', 'submit', 'finalize']],
    ['COMPLETED', () => completed(), ['send', 'save', 'submit', 'startReview', 'sendBack', 'finalize']],
  ] as const)('from %s', async (status, make, refused) => {
    const made = await make();
    const before = await entries(made.id);
    for (const event of refused)
      expect([event, (await EVENTS[event]!(made)).errors?.[0]?.extensions.code]).toEqual([event, 'INVALID_TRANSITION']);
    expect((await detail(made.id)).status).toBe(status);
    expect(await entries(made.id)).toEqual(before);
  });
});

describe('of concurrent events exactly one wins', () => {
  test('eight submits', async () => {
    const { id, portal } = await sent();
    await portal.answer(GOOD);
    const answers = await Promise.all(Array.from({ length: 8 }, () => portal.submit()));
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1);
    expect(answers.filter(({ errors }) => errors?.[0]?.extensions.code === 'INVALID_TRANSITION')).toHaveLength(7);
    expect(await entries(id, 'SUBMIT_ASSESSMENT')).toHaveLength(1);
  });

  test('eight finalizes', async () => {
    const { id } = await submitted();
    await move(server.admin, 'startReview', id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => move(server.admin, 'finalizeAssessment', id)));
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1);
    expect(await entries(id, 'FINALIZE_ASSESSMENT')).toHaveLength(1);
  });

  test('a submit against a send-back', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, portal } = await submitted();
      const [sendBack, submit] = await Promise.all([
        server.admin.ask(`mutation { sendBackAssessment(input: { id: "${id}" }) { assessment { id } } }`),
        portal.submit(),
      ]);
      expect(sendBack.errors).toBeUndefined();
      // The submit saw SUBMITTED and loses; if it came so late that it saw the send-back, it is just the next event.
      if (submit.errors) expect(submit.errors[0]?.extensions.code).toBe('INVALID_TRANSITION');
      expect((await detail(id)).status).toBe(submit.errors ? 'IN_PROGRESS' : 'SUBMITTED');
    }
  });
});

describe('answers', () => {
  test.each([
    ['MFA?', 'yes'],
    ['MFA?', true],
    ['MFA?', ['YES']],
    ['Which MFA?', 'Fax'],
    ['How?', 5],
    ['How?', 'x'.repeat(20_001)],
  ])('an invalid answer to %s is refused with the question named: %.20j', async (text, value) => {
    const { portal } = await sent();
    await portal.answer({ 'MFA?': 'YES' });
    const { errors } = await portal.answer({ 'Encrypted?': 'YES', [text]: value });
    expect(errors?.[0]).toMatchObject({ message: expect.stringContaining(text), extensions: { code: 'BAD_USER_INPUT' } });
    // All or nothing.
    expect((await portal.view()).progress.answered).toBe(1);
  });

  test('a hidden question accepts no answer, and an earlier one does not count', async () => {
    const { id, portal } = await sent();
    const refused = await portal.save([{ questionId: await portal.idOf('Which MFA?'), value: 'App' }]);
    expect(refused.errors?.[0]).toMatchObject({ message: expect.stringContaining('Which MFA?'), extensions: { code: 'BAD_USER_INPUT' } });
    await portal.answer({ 'MFA?': 'YES', 'Which MFA?': 'SMS', 'Encrypted?': 'YES', 'Reviews?': 'YES' });
    await portal.answer({ 'MFA?': 'NO' });
    expect((await portal.submit()).errors).toBeUndefined();
    // Which MFA? is hidden now: 1 + 6 of 10 + 1 + 6.
    const { score, findings, questions } = await detail(id);
    expect(score).toBeCloseTo(7 / 17);
    expect(findings.map(({ title }) => title)).toEqual(['MFA?']);
    expect(questions[1]).toMatchObject({ visible: false, response: null, hiddenResponse: { value: 'SMS', isCompliant: null } });
  });

  test('a hidden answer returns with its question, including its files and decision', async () => {
    const { id, portal } = await sent();
    await portal.answer({ 'MFA?': 'YES', 'Which MFA?': 'SMS' });
    const questionId = await portal.idOf('Which MFA?');
    expect((await attach(portal, questionId)).status).toBe(201);
    await portal.answer({ 'MFA?': 'NO' });
    const hidden = (await detail(id)).questions[1]!;
    expect(hidden).toMatchObject({ visible: false, response: null, hiddenResponse: { value: 'SMS' } });
    await portal.answer({ 'MFA?': 'YES' });
    const shown = (await detail(id)).questions[1]!;
    expect(shown).toMatchObject({ visible: true, response: { value: 'SMS' }, hiddenResponse: null });
  });

  test('a hidden question accepts no file, from the vendor or from the team', async () => {
    const { id, portal } = await sent();
    const questionId = await portal.idOf('Which MFA?');
    const hidden = { status: 400, body: { error: expect.stringContaining('hidden') } };
    expect(await attach(portal, questionId)).toMatchObject(hidden);
    const form = new FormData();
    for (const [name, value] of Object.entries({ assessmentId: id, questionId })) form.append(name, value);
    form.append('file', new Blob([PDF]), 'proof.pdf');
    const refused = await server.admin.fetch('/files', { method: 'POST', body: form });
    expect({ status: refused.status, body: await refused.json() }).toMatchObject(hidden);

    await portal.answer({ 'MFA?': 'YES', 'Which MFA?': 'App' });
    await portal.answer({ 'MFA?': 'NO' });
    const [response] = await server.services.database.query<{ id: string }>(sql`select id from response where question_id = ${questionId}`);
    const loose = new FormData();
    loose.append('file', new Blob([PDF]), 'proof.pdf');
    const file = (await (await server.admin.fetch('/files', { method: 'POST', body: loose })).json()) as { id: string };
    const fields = await server.admin.fields(`mutation ($input: AttachFileInput!) { attachFile(input: $input) { attachment { id } } }`, {
      input: { id: file.id, responseId: response!.id },
    });
    expect(fields).toEqual({ questionId: expect.stringContaining('hidden') });
    await portal.answer({ 'MFA?': 'YES' });
    expect((await attach(portal, questionId)).status).toBe(201);
  });

  test('a clarification requested for a question that is now hidden does not block finalization', async () => {
    const { id, portal } = await sent();
    await portal.answer({ 'MFA?': 'YES', 'Which MFA?': 'SMS', 'Encrypted?': 'YES', 'Reviews?': 'YES' });
    await portal.submit();
    const questionId = await portal.idOf('Which MFA?');
    await decide(server.admin, id, questionId, 'CLARIFICATION_REQUESTED');
    await server.admin.data(`mutation ($input: SendBackInput!) { sendBackAssessment(input: $input) { assessment { status } } }`, {
      input: { id },
    });
    await portal.answer({ 'MFA?': 'NO' });
    await portal.submit();
    await move(server.admin, 'startReview', id);
    expect((await move(server.admin, 'finalizeAssessment', id)).errors).toBeUndefined();
  });

  test('two tabs do not silently overwrite each other', async () => {
    const { portal } = await sent();
    const questionId = await portal.idOf('MFA?');
    expect((await portal.save([{ questionId, value: 'YES', expectedRevision: 0 }])).errors).toBeUndefined();
    const lost = await portal.save([{ questionId, value: 'NO', expectedRevision: 0 }]);
    expect(lost.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', fields: { 'answers.0.expectedRevision': expect.any(String) } });
    expect((await portal.save([{ questionId, value: 'NO', expectedRevision: 1 }])).errors).toBeUndefined();
  });

  test('an answer can be cleared, or marked not applicable', async () => {
    const { id, portal } = await sent();
    await portal.answer(GOOD);
    await portal.answer({ 'Encrypted?': null });
    expect((await portal.submit()).errors?.[0]?.message).toContain('Encrypted?');
    await portal.save([{ questionId: await portal.idOf('Encrypted?'), isNotApplicable: true }]);
    expect((await portal.submit()).errors).toBeUndefined();
    expect((await detail(id)).score).toBe(1);
  });

  test('an answer marked not applicable is not shown or scored, keeps its reason, and returns when unmarked', async () => {
    const { id, portal } = await sent();
    await portal.answer({ ...GOOD, 'Encrypted?': 'NO' });
    const questionId = await portal.idOf('Encrypted?');
    const held = async () => {
      const { portal: view } = await server
        .stranger()
        .data<{ portal: { questions: { id: string; response: object }[] } }>(
          `{ portal(token: "${portal.token}") { questions { id response { value isNotApplicable notApplicableReason keptValue revision } } } }`,
        );
      return view.questions.find((one) => one.id === questionId)!.response;
    };
    const mark = { questionId, isNotApplicable: true };
    expect((await portal.save([{ ...mark, notApplicableReason: ' We hold no data of yours. ' }])).errors).toBeUndefined();
    const marked = { value: null, isNotApplicable: true, notApplicableReason: 'We hold no data of yours.', keptValue: 'NO', revision: 2 };
    expect(await held()).toEqual(marked);
    // Sending the same again, in the new or the old form, changes nothing.
    await portal.save([mark]);
    await portal.save([{ ...mark, value: null }]);
    expect(await held()).toEqual(marked);
    expect((await detail(id)).questions.find((one) => one.id === questionId)!.response).toMatchObject({ value: null, isCompliant: null });

    await portal.save([{ questionId, isNotApplicable: false }]);
    expect(await held()).toEqual({ value: 'NO', isNotApplicable: false, notApplicableReason: null, keptValue: null, revision: 3 });
    await portal.save([{ ...mark, notApplicableReason: 'Out of scope' }]);
    expect((await portal.submit()).errors).toBeUndefined();
    expect((await detail(id)).score).toBe(1);
    const { auditLog } = await server.admin.data<{ auditLog: { nodes: { meta: object }[] } }>(
      `{ auditLog(filter: { entityId: "${id}", action: "SAVE_ANSWERS" }) { nodes { meta } } }`,
    );
    expect(auditLog.nodes[0]!.meta).toEqual({ answers: 1, notApplicable: [{ question: 'Encrypted?', reason: 'Out of scope' }] });
  });

  test('a reason has a maximum length', async () => {
    const { portal } = await sent();
    const answer = { questionId: await portal.idOf('Encrypted?'), isNotApplicable: true, notApplicableReason: 'x'.repeat(5_001) };
    expect((await portal.save([answer])).errors?.[0]?.extensions).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { 'answers.0.notApplicableReason': '“Encrypted?” has a reason of more than 5,000 characters' },
    });
  });

  test('where not applicable counts as non-compliant, the finding gives the reason', async () => {
    const setting = (isOn: boolean) =>
      server.admin.data(`mutation { updateSettings(input: { notApplicableIsNonCompliant: ${isOn} }) { settings { revision } } }`);
    await setting(true);
    const { id, portal } = await sent();
    await portal.answer(GOOD);
    await portal.save([{ questionId: await portal.idOf('Encrypted?'), isNotApplicable: true, notApplicableReason: 'No data.' }]);
    await portal.submit();
    await setting(false);
    const { assessment } = await server.admin.data<{ assessment: object }>(`{ assessment(id: "${id}") { findings { description } } }`);
    expect(assessment).toEqual({ findings: [{ description: 'Marked not applicable: No data. Expected Yes.' }] });
  });

  test('an exclusive option is refused together with another, however it was marked', async () => {
    const options = ['At rest', 'In transit', 'Nowhere'];
    const asked = (text: string, more: object) => question(text, { type: 'MULTI_SELECT', options, expectedAnswer: null, ...more });
    const exclusive = await publishTemplate(server, 'Choices', [
      {
        title: 'All',
        questions: [
          asked('Marked', { exclusiveOptions: ['Nowhere'] }),
          asked('By its words', { options: ['At rest', 'none of the above'] }),
          asked('Unmarked', { options: ['At rest', 'None of these'], exclusiveOptions: [] }),
        ],
      },
    ]);
    const id = await createAssessment(server, await createVendor(server), exclusive);
    const portal = await sendAssessment(server, id);
    const refused = async (answers: Record<string, string[]>) => (await portal.answer(answers)).errors?.[0]?.extensions.fields;
    expect(await refused({ Marked: ['Nowhere', 'At rest'] })).toEqual({
      'answers.0.value': '“Marked” can’t combine “Nowhere” with other options',
    });
    expect(await refused({ 'By its words': ['At rest', 'none of the above'] })).toEqual({ 'answers.0.value': expect.any(String) });
    expect(await refused({ Marked: ['Nowhere'], 'By its words': ['At rest'], Unmarked: ['At rest', 'None of these'] })).toBeUndefined();
    const simulated = `query ($input: SimulateScoreInput!) { simulateScore(input: $input) { score } }`;
    const answers = [{ questionId: await portal.idOf('Marked'), value: ['At rest', 'Nowhere'] }];
    expect(await server.admin.fields(simulated, { input: { assessmentId: id, answers } })).toEqual({
      'answers.0.value': expect.any(String),
    });
  });
});

describe('the portal', () => {
  const ask = (token: string, selection: string, more = '') =>
    server.stranger().ask(`{ portal(token: "${token}" ${more}) { ${selection} } }`);

  test('never shows expected answers, weights, verdicts or internal comments', async () => {
    const { id, portal } = await submitted();
    await server.admin.data(`mutation { addComment(input: { assessmentId: "${id}", body: "hush" }) { comment { id } } }`);
    for (const field of [
      'expectedAnswer',
      'riskWeight',
      'controlCodes',
      'response { isCompliant }',
      'response { maxScore }',
      'response { review { decision } }',
    ]) {
      expect((await ask(portal.token, `questions { ${field} }`)).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
      expect(await server.admin.code(`{ portal(token: "${portal.token}") { questions { ${field} } } }`)).toBe('FORBIDDEN');
    }
    expect((await portal.view()).comments).toEqual([]);
  });

  test('opens only with its token, and not after it was revoked or has expired', async () => {
    const { id, portal } = await sent();
    expect((await ask('x', 'title')).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    const { resendPortalLink } = await server.admin.data<{ resendPortalLink: { portalToken: string } }>(
      `mutation { resendPortalLink(input: { id: "${id}" }) { portalToken } }`,
    );
    expect((await ask(portal.token, 'title')).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    expect((await ask(resendPortalLink.portalToken, 'title')).errors).toBeUndefined();
    await server.admin.data(`mutation { revokePortalLinks(input: { id: "${id}" }) { assessment { id } } }`);
    expect((await ask(resendPortalLink.portalToken, 'title')).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  test('accepts no password of only spaces', async () => {
    const id = await createAssessment(server, await createVendor(server), templateId);
    const send = `mutation ($input: SendAssessmentInput!) { sendAssessment(input: $input) { portalToken } }`;
    for (const portalPassword of [' '.repeat(8), '\u200b'.repeat(8), '\u00a0\t\n'.repeat(4)]) {
      expect(await server.admin.fields(send, { input: { id, portalPassword } })).toEqual({ portalPassword: 'must not be blank' });
    }
  });

  test('asks for its password, and limits attempts', async () => {
    const id = await createAssessment(server, await createVendor(server), templateId);
    const portal = await sendAssessment(server, id, 'open sesame');
    expect((await ask(portal.token, 'title')).errors?.[0]?.extensions).toMatchObject({ code: 'UNAUTHENTICATED', passwordRequired: true });
    expect((await portal.view()).status).toBe('SENT');
    const codes = [];
    for (let i = 0; i < 11; i++) codes.push((await ask(portal.token, 'title', ', password: "wrong"')).errors?.[0]?.extensions.code);
    expect(codes).toEqual([...Array(10).fill('UNAUTHENTICATED'), 'RATE_LIMITED']);
  });

  test('lets the vendor comment, and reply to shared comments', async () => {
    const { id, portal } = await sent();
    const say = (body: string, parentId?: string) =>
      portal.client.ask(
        `mutation ($input: PortalCommentInput!) { portalAddComment(input: $input) { assessment { comments { id body replies { body } } } } }`,
        {
          input: { token: portal.token, body, parentId },
        },
      );
    const { addComment } = await server.admin.data<{ addComment: { comment: { id: string } } }>(
      `mutation { addComment(input: { assessmentId: "${id}", body: "internal" }) { comment { id } } }`,
    );
    expect((await say('hello')).data).toMatchObject({ portalAddComment: { assessment: { comments: [{ body: 'hello' }] } } });
    expect((await say('psst', addComment.comment.id)).errors?.[0]?.extensions.fields).toHaveProperty('parentId');
  });
});

describe('review', () => {
  test('a rejection makes an answer non-compliant, an approval keeps its result', async () => {
    const { id, portal } = await submitted();
    expect((await detail(id)).score).toBe(1);
    await decide(server.admin, id, await portal.idOf('Encrypted?'), 'REJECTED', 'Proof?');
    expect((await detail(id)).score).toBeCloseTo(14 / 20);
    expect((await detail(id)).findings.map(({ title }) => title)).toEqual(['Encrypted?']);
    await decide(server.admin, id, await portal.idOf('Encrypted?'), 'APPROVED');
    expect((await detail(id)).score).toBe(1);
    expect((await detail(id)).findings).toEqual([]);
  });

  test('a question of another assessment is refused', async () => {
    const [one, other] = [await submitted(), await submitted()];
    const { errors } = await decide(server.admin, one.id, await other.portal.idOf('MFA?'), 'APPROVED');
    expect(errors?.[0]?.extensions.fields).toHaveProperty('questionId');
    expect((await detail(one.id)).status).toBe('SUBMITTED');
  });
});

describe('findings', () => {
  const close = (id: string, status = 'REMEDIATED', resolutionNote = 'done') =>
    server.admin.ask(
      `mutation ($input: UpdateFindingStatusInput!) { updateFindingStatus(input: $input) {
      finding { status resolutionNote resolvedAt resolvedBy { name } } } }`,
      { input: { id, status, resolutionNote } },
    );

  test('follow the answers; decisions made by people stay', async () => {
    const { id, portal } = await submitted({ 'MFA?': 'NO', 'Encrypted?': 'NO', 'Reviews?': 'YES' });
    const [mfa] = (await detail(id)).findings;
    expect(mfa).toMatchObject({ title: 'MFA?', severity: 'CRITICAL', status: 'OPEN', controlCodes: ['A.1', 'A.2'] });
    await close(mfa!.id, 'RISK_ACCEPTED');
    await server.admin.data(
      `mutation { createFinding(input: { assessmentId: "${id}", title: "By hand", severity: LOW, controlCodes: ["A.3", "X"] }) { finding { id } } }`,
    );
    await server.admin.data(`mutation { sendBackAssessment(input: { id: "${id}" }) { assessment { id } } }`);
    await portal.answer(GOOD);
    await portal.submit();
    expect((await detail(id)).findings.map(({ title, status }) => [title, status])).toEqual([
      ['By hand', 'OPEN'],
      ['MFA?', 'RISK_ACCEPTED'],
    ]);
  });

  test('that nobody touched are removed with the score when an assessment is sent back, and raised again', async () => {
    const { id, portal } = await submitted({ 'MFA?': 'NO', 'Encrypted?': 'NO', 'Reviews?': 'NO' });
    const standing = () =>
      server.admin.data<{
        assessment: {
          score: number | null;
          submittedAt: string | null;
          scoreBreakdown: { score: number | null }[];
          findings: { title: string; status: string }[];
        };
        dashboard: { openFindings: number };
      }>(`{ assessment(id: "${id}") { score submittedAt scoreBreakdown { score } findings { title status } } dashboard { openFindings } }`);
    const before = await standing();
    expect(before.assessment).toMatchObject({ score: expect.any(Number), submittedAt: expect.any(String) });
    const { findings } = await detail(id);
    await close(findings[0]!.id, 'RISK_ACCEPTED');
    await server.admin.data(
      `mutation { createFinding(input: { assessmentId: "${id}", title: "By hand", severity: LOW }) { finding { id } } }`,
    );
    // Of several at once one wins, and what it removed is counted once.
    const tries = await Promise.all(
      Array.from({ length: 4 }, () => server.admin.ask(`mutation { sendBackAssessment(input: { id: "${id}" }) { assessment { id } } }`)),
    );
    expect(tries.filter(({ errors }) => !errors)).toHaveLength(1);

    const back = await standing();
    expect(back.assessment).toMatchObject({ score: null, submittedAt: null });
    expect(back.assessment.scoreBreakdown.every(({ score }) => score === null)).toBe(true);
    expect(back.assessment.findings.map(({ title, status }) => [title, status])).toEqual([
      ['By hand', 'OPEN'],
      [findings[0]!.title, 'RISK_ACCEPTED'],
    ]);
    expect(back.dashboard.openFindings).toBe(before.dashboard.openFindings - findings.length + 1);
    const { auditLog } = await server.admin.data<{ auditLog: { nodes: { meta: object }[] } }>(
      `{ auditLog(filter: { entityId: "${id}", action: "SEND_BACK_ASSESSMENT" }, first: 5) { nodes { meta } } }`,
    );
    expect(auditLog.nodes).toEqual([
      {
        meta: {
          before: { score: before.assessment.score, submittedAt: before.assessment.submittedAt, openFindings: findings.length },
          after: { score: null, submittedAt: null, openFindings: 1 },
        },
      },
    ]);

    await portal.submit();
    const again = await standing();
    expect(again.assessment).toMatchObject({ score: before.assessment.score, submittedAt: expect.any(String) });
    expect(again.assessment.findings.map(({ title }) => title).sort()).toEqual(['By hand', ...findings.map(({ title }) => title)].sort());
    expect(again.dashboard.openFindings).toBe(before.dashboard.openFindings);
  });

  test('are closed once, with note, person and time', async () => {
    const { id } = await submitted({ 'MFA?': 'NO', 'Encrypted?': 'NO' });
    const [finding] = (await detail(id)).findings;
    const answers = await Promise.all(Array.from({ length: 8 }, () => close(finding!.id)));
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1);
    expect(answers.filter(({ errors }) => errors?.[0]?.extensions.code === 'INVALID_TRANSITION')).toHaveLength(7);
    expect(await entries(finding!.id, 'UPDATE_FINDING')).toHaveLength(1);
    expect((await close(finding!.id, 'OPEN')).errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect((await close('x')).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });

  test('have their question, and are found by framework', async () => {
    const { id } = await submitted({ 'MFA?': 'NO', 'Encrypted?': 'YES', 'Reviews?': 'YES' });
    await server.admin.data(
      `mutation { createFinding(input: { assessmentId: "${id}", title: "By hand", severity: LOW }) { finding { id } } }`,
    );
    const { frameworks } = await server.admin.data<{ frameworks: { id: string }[] }>('{ frameworks { id } }');
    const found = async (frameworkId?: string) =>
      (
        await server.admin.data<{ findings: { nodes: object[] } }>(
          `query ($filter: FindingFilter) { findings(filter: $filter) { nodes { title question { text visible } } } }`,
          { filter: { assessmentId: id, frameworkId } },
        )
      ).findings.nodes;
    const mfa = { title: 'MFA?', question: { text: 'MFA?', visible: true } };
    expect(await found()).toEqual([mfa, { title: 'By hand', question: null }]);
    expect(await found(frameworks[0]!.id)).toEqual([mfa]);
    expect(await found('nonsense')).toEqual([]);
  });

  test('are counted by severity for a vendor, while they are open', async () => {
    const { id } = await submitted({ 'MFA?': 'NO', 'Encrypted?': 'NO', 'Reviews?': 'NO' });
    await close((await detail(id)).findings[1]!.id);
    const { assessment } = await server.admin.data<{ assessment: { vendor: object } }>(
      `query ($id: ID!) { assessment(id: $id) { vendor { openFindingsBySeverity { severity count } } } }`,
      { id },
    );
    expect(assessment.vendor).toEqual({
      openFindingsBySeverity: [
        { severity: 'CRITICAL', count: 1 },
        { severity: 'HIGH', count: 0 },
        { severity: 'MEDIUM', count: 0 },
        { severity: 'LOW', count: 1 },
      ],
    });
  });

  test('are closed in bulk, with a result for each', async () => {
    const { id } = await submitted({ 'MFA?': 'NO', 'Encrypted?': 'NO', 'Reviews?': 'NO' });
    const ids = (await detail(id)).findings.map((finding) => finding.id);
    await close(ids[1]!);
    const { updateFindingsStatus } = await server.admin.data<{ updateFindingsStatus: { results: object[] } }>(
      `mutation ($input: UpdateFindingsStatusInput!) { updateFindingsStatus(input: $input) { results { id error finding { status } } } }`,
      { input: { ids: [...ids, 'nope'], status: 'REMEDIATED', resolutionNote: 'done' } },
    );
    expect(updateFindingsStatus.results).toEqual([
      { id: ids[0], error: null, finding: { status: 'REMEDIATED' } },
      { id: ids[1], error: expect.stringContaining('transition'), finding: null },
      { id: ids[2], error: null, finding: { status: 'REMEDIATED' } },
      { id: 'nope', error: 'Finding not found', finding: null },
    ]);
  });
});

test('concurrent finalizations of one vendor all count in its score', async () => {
  const vendorId = await createVendor(server);
  const ids: string[] = [];
  for (let i = 0; i < 8; i++) {
    const id = await createAssessment(server, vendorId, templateId);
    const portal = await sendAssessment(server, id);
    await portal.answer(i % 2 ? GOOD : { 'MFA?': 'NO', 'Encrypted?': 'NO' });
    await portal.submit();
    await move(server.admin, 'startReview', id);
    ids.push(id);
  }
  await Promise.all(ids.map((id) => move(server.admin, 'finalizeAssessment', id)));
  const scores = await Promise.all(ids.map(async (id) => (await detail(id)).score!));
  const { vendor } = await server.admin.data<{ vendor: { overallScore: number } }>(`{ vendor(id: "${vendorId}") { overallScore } }`);
  expect(vendor.overallScore).toBeCloseTo(scores.reduce((sum, score) => sum + score, 0) / 8);
});

test('a final score keeps its explanation, whatever the settings become', async () => {
  const { id } = await completed({ ...GOOD, 'Encrypted?': 'NO' });
  const set = (weightHigh: number) =>
    server.admin.data(`mutation ($w: Float) { updateSettings(input: { weightHigh: $w }) { settings { weightHigh } } }`, { w: weightHigh });
  await set(60);
  const { explainScore } = await server.admin.data<{ explainScore: { score: number } }>(
    `{ explainScore(assessmentId: "${id}") { score } }`,
  );
  expect(explainScore.score).toBeCloseTo((await detail(id)).score!);
  await set(6);
});

test('an answer of the wrong type is refused even where another question depends on it', async () => {
  const { portal } = await sent();
  const questionId = await portal.idOf('MFA?');
  for (const value of [{ a: 1 }, [{ a: 1 }], { toString: 1, valueOf: 1 }]) {
    expect((await portal.save([{ questionId, value }])).errors?.[0]).toMatchObject({
      message: expect.stringContaining('MFA?'),
      extensions: { code: 'BAD_USER_INPUT' },
    });
  }
});

test('an unchanged answer is no change', async () => {
  const { id, portal } = await sent();
  await portal.answer({ 'MFA?': 'YES' });
  await portal.answer({ 'MFA?': 'YES' });
  expect(await entries(id, 'SAVE_ANSWERS')).toHaveLength(1);
});

test('a new link keeps the password of the old one', async () => {
  const id = await createAssessment(server, await createVendor(server), templateId);
  await sendAssessment(server, id, 'open sesame');
  const { resendPortalLink } = await server.admin.data<{ resendPortalLink: { portalToken: string } }>(
    `mutation { resendPortalLink(input: { id: "${id}" }) { portalToken } }`,
  );
  const open = (more = '') => server.stranger().code(`{ portal(token: "${resendPortalLink.portalToken}" ${more}) { title } }`);
  expect(await open()).toBe('UNAUTHENTICATED');
  expect(await open(', password: "open sesame"')).toBeUndefined();
});

test('the message sent with the link is in the e-mail and in the shared comments', async () => {
  const vendorIds = [await createVendor(server), await createVendor(server)];
  const one = await createAssessment(server, vendorIds[0]!, templateId);
  const message = 'We renew in May.\nPlease be quick.';
  await server.admin.data(`mutation ($input: SendAssessmentInput!) { sendAssessment(input: $input) { portalUrl } }`, {
    input: { id: one, message },
  });
  const { sendAssessmentToVendors } = await server.admin.data<{ sendAssessmentToVendors: { results: { assessment: { id: string } }[] } }>(
    `mutation ($input: SendToVendorsInput!) { sendAssessmentToVendors(input: $input) { results { assessment { id } } } }`,
    { input: { vendorIds: [vendorIds[1]], templateId, message } },
  );
  for (const id of [one, sendAssessmentToVendors.results[0]!.assessment.id]) {
    const { mails, assessment } = await server.admin.data<{ mails: { nodes: { text: string }[] }; assessment: object }>(
      `query ($id: ID!) { mails(filter: { assessmentId: $id }) { nodes { text } } assessment(id: $id) { comments { body visibility } } }`,
      { id },
    );
    expect(mails.nodes[0]!.text).toContain('> We renew in May.\n> Please be quick.');
    expect(assessment).toEqual({ comments: [{ body: message, visibility: 'SHARED' }] });
  }
  expect(
    await server.admin.fields(`mutation ($input: SendAssessmentInput!) { resendPortalLink(input: $input) { portalUrl } }`, {
      input: { id: one, message: 'x'.repeat(10_001) },
    }),
  ).toEqual({ message: 'is longer than 10,000 characters' });
});

test('an assessment shows its progress and whether the vendor has a working link', async () => {
  const { id, portal } = await sent();
  const state = async () =>
    (
      await server.admin.data<{ assessment: object }>(
        `{ assessment(id: "${id}") { progress { answered visible hidden } portalLink { hasPassword } } }`,
      )
    ).assessment;
  expect(await state()).toEqual({ progress: { answered: 0, visible: 4, hidden: 1 }, portalLink: { hasPassword: false } });
  await portal.answer({ 'MFA?': 'YES', 'Which MFA?': 'Key' });
  await server.admin.data(`mutation { resendPortalLink(input: { id: "${id}", portalPassword: "open sesame" }) { portalUrl } }`);
  expect(await state()).toEqual({ progress: { answered: 2, visible: 5, hidden: 0 }, portalLink: { hasPassword: true } });
  await server.admin.data(`mutation { revokePortalLinks(input: { id: "${id}" }) { assessment { id } } }`);
  expect(await state()).toMatchObject({ portalLink: null });
});

test('a queued invitation is deleted with its assessment', async () => {
  const { id, vendorId } = await sent();
  const waiting = async () =>
    (await server.admin.data<{ mails: { totalCount: number } }>(`{ mails(filter: { assessmentId: "${id}" }) { totalCount } }`)).mails
      .totalCount;
  expect(await waiting()).toBe(1);
  const before = (await server.admin.data<{ mails: { totalCount: number } }>(`{ mails { totalCount } }`)).mails.totalCount;
  await server.admin.data(`mutation { deleteVendor(input: { id: "${vendorId}" }) { deletedId } }`);
  expect((await server.admin.data<{ mails: { totalCount: number } }>(`{ mails { totalCount } }`)).mails.totalCount).toBe(before - 1);
});

test('an explained score adds up, and a simulated one writes nothing', async () => {
  const { id, portal } = await submitted({ ...GOOD, 'Encrypted?': 'NO' });
  const sheet = `score weighted max terms { isScored isCompliant weighted max question { text } }`;
  const { explainScore } = await server.admin.data<{ explainScore: { score: number; terms: { question: { text: string } }[] } }>(
    `{ explainScore(assessmentId: "${id}") { ${sheet} } }`,
  );
  expect(explainScore).toMatchObject({ weighted: 14, max: 20, score: 0.7 });
  expect(explainScore.terms.find((term) => term.question.text === 'Encrypted?')).toMatchObject({
    isScored: true,
    isCompliant: false,
    weighted: 0,
    max: 6,
  });
  const answers = [
    { questionId: await portal.idOf('Encrypted?'), value: 'YES' },
    { questionId: await portal.idOf('MFA?'), value: 'NO' },
  ];
  const { simulateScore } = await server.admin.data<{ simulateScore: object }>(
    `query ($input: SimulateScoreInput!) { simulateScore(input: $input) { score weighted max } }`,
    { input: { assessmentId: id, answers } },
  );
  // MFA? fails and hides Which MFA?: 1 + 6 of 10 + 1 + 6.
  expect(simulateScore).toMatchObject({ weighted: 7, max: 17 });
  expect((await detail(id)).score).toBeCloseTo(0.7);
});

test('two assessments of a vendor are compared by question', async () => {
  const { id, vendorId } = await completed({ ...GOOD, 'Encrypted?': 'NO' });
  const later = await createAssessment(server, vendorId, templateId);
  const portal = await sendAssessment(server, later);
  await portal.answer(GOOD);
  await portal.submit();
  const { compareAssessments } = await server.admin.data<{ compareAssessments: { scoreChange: number; questions: object[] } }>(
    `{ compareAssessments(beforeId: "${id}", afterId: "${later}") { scoreChange questions { text answerChanged verdictChanged before { response { value } } after { response { value } } } } }`,
  );
  expect(compareAssessments.scoreChange).toBeCloseTo(0.3);
  expect(compareAssessments.questions.filter((one) => (one as { answerChanged: boolean }).answerChanged)).toEqual([
    {
      text: 'Encrypted?',
      answerChanged: true,
      verdictChanged: true,
      before: { response: { value: 'NO' } },
      after: { response: { value: 'YES' } },
    },
  ]);
  const other = await completed();
  expect(await server.admin.code(`{ compareAssessments(beforeId: "${id}", afterId: "${other.id}") { scoreChange } }`)).toBe(
    'BAD_USER_INPUT',
  );
});

test('a vendor has the mean of its completed scores, the latest score and a breakdown by domain', async () => {
  const { id, vendorId } = await completed({ ...GOOD, 'Encrypted?': 'NO' });
  const second = await createAssessment(server, vendorId, templateId);
  const portal = await sendAssessment(server, second);
  await portal.answer({ ...GOOD, 'Which MFA?': 'SMS' });
  await portal.submit();
  await move(server.admin, 'startReview', second);
  await move(server.admin, 'finalizeAssessment', second);
  const { vendor } = await server.admin.data<{ vendor: Record<string, unknown> & { domainBreakdown: object[]; scoreHistory: object[] } }>(
    `{ vendor(id: "${vendorId}") { overallScore latestScore assessmentCount scoreHistory { score }
      domainBreakdown { domain complianceRatio controlCount framework { name } } } }`,
  );
  expect(vendor.overallScore).toBeCloseTo((14 / 20 + 17 / 20) / 2);
  expect(vendor.latestScore).toBeCloseTo(17 / 20);
  expect(vendor.scoreHistory).toHaveLength(2);
  // A.1: 10 + 1 of 11; A.2: 10 of 13; A.3: 6 of 6, by the second assessment.
  expect(vendor.domainBreakdown).toEqual([
    { domain: 'Access', complianceRatio: expect.closeTo(21 / 24), controlCount: 2, framework: { name: 'ISO 27001' } },
    { domain: 'Crypto', complianceRatio: 1, controlCount: 1, framework: { name: 'ISO 27001' } },
  ]);
  await server.admin.data(`mutation { deleteAssessment(input: { id: "${second}" }) { deletedId } }`);
  expect(await server.admin.data(`{ vendor(id: "${vendorId}") { latestScore assessmentCount } }`)).toEqual({
    vendor: { latestScore: expect.closeTo(14 / 20), assessmentCount: 1 },
  });
  expect((await detail(id)).vendor.overallScore).toBeCloseTo(14 / 20);
});

test('one questionnaire is sent to many vendors, with a result for each', async () => {
  const vendorIds = [await createVendor(server), 'nobody', await createVendor(server)];
  const { sendAssessmentToVendors } = await server.admin.data<{ sendAssessmentToVendors: { results: object[] } }>(
    `mutation ($input: SendToVendorsInput!) { sendAssessmentToVendors(input: $input) { results { vendorId error portalUrl assessment { status } } } }`,
    { input: { vendorIds, templateId } },
  );
  expect(sendAssessmentToVendors.results).toEqual([
    { vendorId: vendorIds[0], error: null, portalUrl: expect.stringContaining('/portal/'), assessment: { status: 'SENT' } },
    { vendorId: 'nobody', error: 'vendorId does not match a vendor', portalUrl: null, assessment: null },
    { vendorId: vendorIds[2], error: null, portalUrl: expect.stringContaining('/portal/'), assessment: { status: 'SENT' } },
  ]);
  const twice = { vendorIds: [vendorIds[0], vendorIds[0]!.toUpperCase()], templateId };
  const send = `mutation ($input: SendToVendorsInput!) { sendAssessmentToVendors(input: $input) { results { vendorId } } }`;
  expect(await server.admin.fields(send, { input: twice })).toEqual({ vendorIds: 'contains a vendor twice' });
});

test('a draft or archived template cannot be sent out', async () => {
  const made = await server.admin.data<{ importTemplate: { template: { id: string } } }>(
    `mutation ($input: ImportTemplateInput!) { importTemplate(input: $input) { template { id } } }`,
    { input: { template: { name: 'Draft', sections: SECTIONS } } },
  );
  const input = { vendorId: await createVendor(server), templateId: made.importTemplate.template.id };
  const create = `mutation ($input: CreateAssessmentInput!) { createAssessment(input: $input) { assessment { id } } }`;
  expect(await server.admin.fields(create, { input })).toHaveProperty('templateId');
});

test('overdue is computed', async () => {
  const { id } = await sent({ dueDate: '2020-01-01T00:00:00Z', title: 'Late one' });
  const list = (overdue: boolean) =>
    server.admin.data(
      `query ($overdue: Boolean) { assessments(filter: { overdue: $overdue, query: "late ONE" }) { nodes { id isOverdue } } }`,
      { overdue },
    );
  expect(await list(true)).toEqual({ assessments: { nodes: [{ id, isOverdue: true }] } });
  expect(await list(false)).toEqual({ assessments: { nodes: [] } });
});

test('the dashboard counts the portfolio', async () => {
  const fresh = await startTestServer();
  const empty = await fresh.admin.data<{ dashboard: object }>(`{ dashboard { vendorCount averageScore openFindings needsAttention
    scoreDistribution { green amber red unscored } vendorsByTier { tier count } topDeficientControls { code }
    assessmentStatusCounts { status count } overdueAssessments responsibility { totalVendors totalActions completedActions percent } } }`);
  expect(empty.dashboard).toMatchObject({
    vendorCount: 0,
    averageScore: null,
    openFindings: 0,
    needsAttention: 0,
    scoreDistribution: { green: 0, amber: 0, red: 0, unscored: 0 },
    topDeficientControls: [],
    overdueAssessments: 0,
    responsibility: { totalVendors: 0, percent: 0 },
  });
  await importFramework(fresh, FRAMEWORK);
  const template = await publishTemplate(fresh, 'Security', SECTIONS);
  const vendorId = await createVendor(fresh, { tier: 'HIGH' });
  const id = await createAssessment(fresh, vendorId, template);
  const portal = await sendAssessment(fresh, id);
  await portal.answer({ 'MFA?': 'NO', 'Encrypted?': 'YES', 'Reviews?': 'NO' });
  await portal.submit();
  await move(fresh.admin, 'startReview', id);
  await move(fresh.admin, 'finalizeAssessment', id);
  await sendAssessment(fresh, await createAssessment(fresh, await createVendor(fresh), template, { dueDate: '2020-01-01' }));
  const sent = await statementsDuring(() => fresh.admin.data(`{ dashboard { vendorCount } }`));
  expect(sent).toHaveLength(2);
  const { dashboard } = await fresh.admin.data<{ dashboard: object }>(`{ dashboard { vendorCount averageScore openFindings needsAttention
    scoreDistribution { green amber red unscored } vendorsByTier { tier count } topDeficientControls { code title frameworkName failCount }
    assessmentStatusCounts { status count } overdueAssessments } }`);
  expect(dashboard).toMatchObject({
    vendorCount: 2,
    averageScore: expect.closeTo(6 / 17),
    openFindings: 2,
    needsAttention: 2,
    overdueAssessments: 1,
    scoreDistribution: { green: 0, amber: 0, red: 1, unscored: 1 },
    vendorsByTier: [
      { tier: 'LOW', count: 0 },
      { tier: 'MEDIUM', count: 0 },
      { tier: 'HIGH', count: 1 },
      { tier: 'CRITICAL', count: 0 },
      { tier: null, count: 1 },
    ],
    topDeficientControls: [
      { code: 'A.1', failCount: 2 },
      { code: 'A.2', failCount: 1 },
    ],
  });

  // Each number has a list behind it.
  const found = await fresh.admin.data<Record<string, { nodes: { tier: string | null }[] }>>(`{
    attention: vendors(filter: { needsAttention: true }) { nodes { tier } }
    untiered: vendors(filter: { isUntiered: true }) { nodes { tier } }
    tiered: vendors(filter: { isUntiered: false, needsAttention: false }) { nodes { tier } }
    actions: vendors(filter: { hasOpenActions: true }) { nodes { tier } } }`);
  expect(Object.fromEntries(Object.entries(found).map(([name, { nodes }]) => [name, nodes.map(({ tier }) => tier).toSorted()]))).toEqual({
    attention: ['HIGH', null],
    untiered: [null],
    tiered: ['HIGH'],
    actions: [],
  });
  await fresh.stop();
});

test('the trend has twelve months, newest last, each as of the end of the month', async () => {
  const fresh = await startTestServer();
  const template = await publishTemplate(fresh, 'Security', SECTIONS);
  const finish = async (vendorId: string, monthsAgo: number, score: number) => {
    const id = await createAssessment(fresh, vendorId, template);
    await fresh.services.database.query(sql`
      update assessment set status = 'COMPLETED', score = ${score}, completed_at = now() - make_interval(months => ${monthsAgo}) where id = ${id}`);
  };
  const [first, second] = [await createVendor(fresh, { name: 'First' }), await createVendor(fresh, { name: 'Second' })];
  await finish(first, 14, 0.4);
  await finish(first, 2, 0.6);
  await finish(second, 1, 0.9);
  const { dashboard } = await fresh.admin.data<{
    dashboard: { trend: { month: string; averageScore: number; completedAssessments: number; newFindings: number }[] };
  }>(`{ dashboard { trend { month averageScore completedAssessments newFindings } } }`);
  const { trend } = dashboard;
  expect(trend).toHaveLength(12);
  expect(trend.at(-1)!.month).toBe(new Date().toISOString().slice(0, 7));
  expect(trend.map(({ averageScore }) => averageScore)).toEqual(
    [...Array<number>(9).fill(0.4), 0.5, 0.7, 0.7].map((value) => expect.closeTo(value, 10)),
  );
  expect(trend.map(({ completedAssessments }) => completedAssessments)).toEqual([...Array<number>(9).fill(0), 1, 1, 0]);
  await fresh.stop();
});

test('vendors, assessments, findings and controls cost one statement per level, for any page size', async () => {
  const plain = `{ vendors(first: 25) { nodes { id name assessments { nodes { id title status findings { id title severity controls { code title framework { name } } } } } } } }`;
  expect(await server.admin.code(plain)).toBeUndefined();
  const fresh = await startTestServer();
  await importFramework(fresh, FRAMEWORK);
  const template = await publishTemplate(fresh, 'Security', SECTIONS);
  for (let i = 0; i < 5; i++) {
    const vendorId = await createVendor(fresh, { name: `V${i}` });
    for (let j = 0; j < 2; j++) {
      const portal = await sendAssessment(fresh, await createAssessment(fresh, vendorId, template));
      await portal.answer({ 'MFA?': 'NO', 'Encrypted?': 'NO' });
      await portal.submit();
    }
  }
  const query = `query ($first: Int) { vendors(first: $first) { nodes { name assessments(first: 5) { nodes { title findings { title controls { code } } } } } } }`;
  const one = await statementsDuring(() => fresh.admin.data(query, { first: 1 }));
  const five = await statementsDuring(() => fresh.admin.data(query, { first: 25 }));
  expect(five).toHaveLength(one.length);
  // the caller, and the four levels
  expect(five).toHaveLength(5);
  const { vendors } = await fresh.admin.data<{
    vendors: { nodes: { assessments: { nodes: { findings: { controls: object[] }[] }[] } }[] };
  }>(query, { first: 25 });
  expect(vendors.nodes.flatMap((v) => v.assessments.nodes).length).toBe(10);
  expect(vendors.nodes[0]!.assessments.nodes[0]!.findings[0]!.controls).toEqual([{ code: 'A.1' }, { code: 'A.2' }]);
  await fresh.stop();
});

describe('a series', () => {
  test('continues once when due, however many servers check', async () => {
    const vendorId = await createVendor(server, { name: 'Series' });
    const id = await createAssessment(server, vendorId, templateId, {
      recurrence: 'QUARTERLY',
      dueDate: '2026-01-31T00:00:00Z',
      title: 'Quarterly',
    });
    const portal = await sendAssessment(server, id);
    await portal.answer(GOOD);
    await portal.submit();
    await move(server.admin, 'startReview', id);
    await move(server.admin, 'finalizeAssessment', id);
    const ctx = systemContext(server.services);
    const { assessment } = await server.admin.data<{ assessment: { nextDueOn: string } }>(`{ assessment(id: "${id}") { nextDueOn } }`);
    // A quarter after the due date, repeated until it is in the future: the last day of a month.
    expect(assessment.nextDueOn).toMatch(/^20\d\d-(01|04|07|10)-(30|31|28|29)T00:00:00.000Z$/);
    expect(Date.parse(assessment.nextDueOn)).toBeGreaterThan(Date.now());
    expect(await createDueRecurrences(ctx)).toBe(0);
    await server.services.database.query(sql`update assessment set next_due_on = now() where id = ${id}`);
    const made = await Promise.all([
      createDueRecurrences(ctx),
      createDueRecurrences(systemContext(server.services)),
      createDueRecurrences(ctx),
    ]);
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(1);
    const { assessments } = await server.admin.data<{ assessments: { nodes: object[] } }>(
      `{ assessments(filter: { vendorId: "${vendorId}" }) { nodes { id title status dueDate recurrence previous { id } } } }`,
    );
    expect(assessments.nodes[0]).toEqual({
      id: expect.any(String),
      title: 'Quarterly',
      status: 'DRAFT',
      dueDate: expect.any(String),
      recurrence: 'QUARTERLY',
      previous: { id },
    });
    expect(assessments.nodes).toHaveLength(2);
    // Deleting the new assessment does not create it again.
    await server.admin.data(`mutation { deleteAssessment(input: { id: "${(assessments.nodes[0] as { id: string }).id}" }) { deletedId } }`);
    expect(await createDueRecurrences(ctx)).toBe(0);
  });

  test('that is not due yet, or does not repeat, creates nothing', async () => {
    for (const [recurrence, dueDate] of [
      ['ANNUALLY', '2030-01-31T00:00:00Z'],
      ['NONE', '2020-01-01T00:00:00Z'],
    ]) {
      const id = await createAssessment(server, await createVendor(server), templateId, { recurrence, dueDate });
      const portal = await sendAssessment(server, id);
      await portal.answer(GOOD);
      await portal.submit();
      await move(server.admin, 'startReview', id);
      await move(server.admin, 'finalizeAssessment', id);
    }
    expect(await createDueRecurrences(systemContext(server.services))).toBe(0);
  });
});

test('deleting a vendor deletes its assessments', async () => {
  const { id, vendorId, portal } = await submitted({ 'MFA?': 'NO', 'Encrypted?': 'NO' });
  await server.admin.data(`mutation { deleteVendor(input: { id: "${vendorId}" }) { deletedId } }`);
  expect(
    await server.admin.data(`query ($id: ID!) { assessment(id: $id) { id } findings(filter: { assessmentId: $id }) { totalCount } }`, {
      id,
    }),
  ).toEqual({
    assessment: null,
    findings: { totalCount: 0 },
  });
  expect((await portal.submit()).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  expect((await entries(id)).length).toBeGreaterThan(2);
});

test('deleting the framework keeps the codes in assessments and findings', async () => {
  const fresh = await startTestServer();
  const frameworkId = await importFramework(fresh, FRAMEWORK);
  const template = await publishTemplate(fresh, 'Security', SECTIONS);
  const id = await createAssessment(fresh, await createVendor(fresh), template);
  const portal = await sendAssessment(fresh, id);
  await portal.answer({ 'MFA?': 'NO', 'Encrypted?': 'NO' });
  await portal.submit();
  await fresh.admin.data(`mutation { deleteFramework(input: { id: "${frameworkId}" }) { deletedId } }`);
  const { assessment, template: left } = await fresh.admin.data<{
    assessment: Detail;
    template: { sections: { questions: { controls: object[] }[] }[] };
  }>(
    `query ($id: ID!, $template: ID!) { assessment(id: $id) { questions { controlCodes } findings { controlCodes controls { code } } }
      template(id: $template) { sections { questions { controls { code } } } } }`,
    { id, template },
  );
  expect(assessment.questions[0]).toEqual({ controlCodes: ['A.1', 'A.2'] });
  expect(assessment.findings[0]).toEqual({ controlCodes: ['A.1', 'A.2'], controls: [] });
  expect(left.sections[0]!.questions[0]!.controls).toEqual([]);
  await fresh.stop();
});
