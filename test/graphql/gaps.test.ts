import { recount } from '../../src/domains/dashboard/recount';
import { sql } from '../../src/database/sql';
import { createAssessment, createVendor, decide, move, Portal, publishTemplate, question, sendAssessment } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let templateId: string;
beforeAll(async () => {
  server = await startTestServer();
  templateId = await publishTemplate(server, 'Security', [
    {
      title: 'Access',
      questions: [question('MFA?', { riskWeight: 'CRITICAL' }), question('SSO?'), question('SSO?', { riskWeight: 'LOW' })],
    },
  ]);
});
afterAll(() => server.stop());

interface Seen {
  id: string;
  title: string;
  status: string;
  severity: string;
  seenCount: number;
  assessment: { id: string };
  seenIn: { id: string }[];
  previous: { id: string; status: string } | null;
  question: { text: string } | null;
}

const FIELDS = `id title status severity seenCount assessment { id } seenIn { id } previous { id status } question { text }`;

async function findingsOf(vendorId: string, client = server.admin): Promise<Seen[]> {
  const data = await client.data<{ findings: { nodes: Seen[]; totalCount: number } }>(
    `query ($id: ID!) { findings(filter: { vendorId: $id }, orderBy: { field: CREATED_AT }) { totalCount nodes { ${FIELDS} } } }`,
    { id: vendorId },
  );
  expect(data.findings.totalCount).toBe(data.findings.nodes.length);
  return data.findings.nodes;
}

interface Given {
  vendorId: string;
  template?: string;
  /** Answers in the order of the questions; YES where none is given. */
  answers?: string[];
}

interface Round {
  id: string;
  portal: Portal;
}

async function submitted({ vendorId, template = templateId, answers = ['NO'] }: Given): Promise<Round> {
  const id = await createAssessment(server, vendorId, template);
  const portal = await sendAssessment(server, id);
  await answer(portal, answers);
  return { id, portal };
}

async function answer(portal: Portal, answers: string[]): Promise<void> {
  const { questions } = await portal.view();
  const saved = await portal.save(questions.map((one, i) => ({ questionId: one.id, value: answers[i] ?? 'YES' })));
  const done = await portal.submit();
  expect([saved.errors, done.errors]).toEqual([undefined, undefined]);
}

async function finalize({ id }: Round, client = server.admin): Promise<void> {
  await move(client, 'startReview', id);
  expect((await move(client, 'finalizeAssessment', id)).errors).toBeUndefined();
}

async function completed(given: Given): Promise<Round> {
  const made = await submitted(given);
  await finalize(made);
  return made;
}

const close = (id: string, status: string) =>
  server.admin.data(`mutation ($input: UpdateFindingStatusInput!) { updateFindingStatus(input: $input) { finding { status } } }`, {
    input: { id, status, resolutionNote: 'Done' },
  });
const sendBack = (id: string) =>
  server.admin.data(`mutation ($input: SendBackInput!) { sendBackAssessment(input: $input) { assessment { status } } }`, { input: { id } });
const remove = (id: string) =>
  server.admin.data(`mutation ($input: DeleteInput!) { deleteAssessment(input: $input) { deletedId } }`, { input: { id } });
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

test('a gap that is found again is the same finding, counted once', async () => {
  const vendorId = await createVendor(server, { name: 'Again' });
  const rounds = [await completed({ vendorId }), await completed({ vendorId }), await completed({ vendorId })];
  const [finding, ...others] = await findingsOf(vendorId);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ seenCount: 3, assessment: { id: rounds[0]!.id }, previous: null, question: { text: 'MFA?' } });
  expect(idsOf(finding!.seenIn)).toEqual(idsOf(rounds));

  const { vendor } = await server.admin.data<{ vendor: { openFindingsBySeverity: { count: number }[] } }>(
    `query ($id: ID!) { vendor(id: $id) { openFindingsBySeverity { severity count } } }`,
    { id: vendorId },
  );
  expect(vendor.openFindingsBySeverity.map(({ count }) => count)).toEqual([1, 0, 0, 0]);
  // Each assessment shows it, as a list of its own and by the filter.
  for (const { id } of rounds) {
    const data = await server.admin.data<{ assessment: { findings: { id: string }[] }; findings: { nodes: { id: string }[] } }>(
      `query ($id: ID!) { assessment(id: $id) { findings { id } } findings(filter: { assessmentId: $id }) { nodes { id } } }`,
      { id },
    );
    expect([idsOf(data.assessment.findings), idsOf(data.findings.nodes)]).toEqual([[finding!.id], [finding!.id]]);
  }
  const opened = await server.admin.data<{ auditLog: { totalCount: number } }>(
    `query ($id: ID!) { auditLog(filter: { action: "CREATE_FINDING", entityId: $id }) { totalCount } }`,
    { id: finding!.id },
  );
  expect(opened.auditLog.totalCount).toBe(1);
});

test('a finding says what was answered last, on its page, in CSV, in the portal and by e-mail', async () => {
  const vendorId = await createVendor(server, { name: 'Changed' });
  await completed({ vendorId });
  const again = await submitted({ vendorId, answers: ['YES'] });
  await decide(server.admin, again.id, await again.portal.idOf('MFA?'), 'REJECTED');
  const latest = 'Answered Yes. Rejected in review. Expected Yes.';
  const { findings } = await server.admin.data<{ findings: { nodes: Record<string, string>[]; csvUrl: string } }>(
    `query ($id: ID!) { findings(filter: { vendorId: $id }) { nodes { id description currentDescription } csvUrl } }`,
    { id: vendorId },
  );
  const { id } = findings.nodes[0]!;
  expect(findings.nodes).toEqual([{ id, description: 'Answered No. Expected Yes.', currentDescription: latest }]);
  expect(await (await server.admin.fetch(findings.csvUrl.slice(server.url.length))).text()).toContain(latest);
  const { sendRemediation } = await server.admin.data<{ sendRemediation: { portalToken: string } }>(
    `mutation ($input: SendRemediationInput!) { sendRemediation(input: $input) { portalToken } }`,
    { input: { vendorId, findingIds: [id] } },
  );
  const shown = await server.stranger().data(`query ($token: String!) { portalRemediation(token: $token) { findings { description } } }`, {
    token: sendRemediation.portalToken,
  });
  expect(shown).toEqual({ portalRemediation: { findings: [{ description: latest }] } });
  const { mails } = await server.admin.data<{ mails: { nodes: { text: string }[] } }>(
    `{ mails(filter: { kind: "REMEDIATION" }, first: 1) { nodes { text } } }`,
  );
  expect(mails.nodes[0]!.text).toContain(latest);
});

test('the history of a finding tells which assessments found it again, and sending back tells which do so no longer', async () => {
  const vendorId = await createVendor(server, { name: 'Told' });
  await completed({ vendorId });
  const again = await submitted({ vendorId });
  const [finding] = await findingsOf(vendorId);
  await sendBack(again.id);
  const sightings = async (filter: object) => {
    const { auditLog } = await server.admin.data<{ auditLog: { nodes: { action: string; changes: { field: string }[] }[] } }>(
      `query ($filter: AuditFilter) { auditLog(filter: $filter, first: 1) { nodes { action changes { field before after } } } }`,
      { filter },
    );
    const start = `findings.${finding!.id}.sightings.`;
    return auditLog.nodes.map(({ action, changes }) => [action, changes.filter(({ field }) => field.startsWith(start))]);
  };
  const assessment = expect.objectContaining({ id: again.id }) as unknown;
  const field = expect.stringMatching(/\.assessment$/) as unknown;
  expect(await sightings({ changedId: finding!.id })).toEqual([['SUBMIT_ASSESSMENT', [{ field, before: null, after: assessment }]]]);
  expect(await sightings({ entityId: again.id })).toEqual([['SEND_BACK_ASSESSMENT', [{ field, before: assessment, after: null }]]]);
});

test('an accepted finding is seen again; after remediation a new one follows', async () => {
  const vendorId = await createVendor(server, { name: 'Closed' });
  await completed({ vendorId, answers: ['NO', 'NO'] });
  const [mfa, sso] = await findingsOf(vendorId);
  const byTitle = Object.fromEntries([mfa!, sso!].map((one) => [one.title, one.id]));
  await close(byTitle['MFA?']!, 'RISK_ACCEPTED');
  await close(byTitle['SSO?']!, 'REMEDIATED');
  const second = await completed({ vendorId, answers: ['NO', 'NO'] });
  const found = await findingsOf(vendorId);
  expect(found).toHaveLength(3);
  expect(found.find(({ id }) => id === byTitle['MFA?'])).toMatchObject({ status: 'RISK_ACCEPTED', seenCount: 2 });
  expect(found.find(({ id }) => id === byTitle['SSO?'])).toMatchObject({ status: 'REMEDIATED', seenCount: 1 });
  expect(found[2]).toMatchObject({
    status: 'OPEN',
    previous: { id: byTitle['SSO?'], status: 'REMEDIATED' },
    assessment: { id: second.id },
  });
});

test('a later compliant answer closes nothing; one in the same assessment takes its sighting away', async () => {
  const vendorId = await createVendor(server, { name: 'Compliant' });
  const first = await completed({ vendorId });
  await completed({ vendorId, answers: ['YES'] });
  expect(await findingsOf(vendorId)).toMatchObject([{ status: 'OPEN', seenCount: 1, assessment: { id: first.id } }]);

  // Rejected in the review of the third, and approved after all.
  const third = await submitted({ vendorId, answers: ['YES'] });
  const [mfa] = (await third.portal.view()).questions;
  await decide(server.admin, third.id, mfa!.id, 'REJECTED');
  expect(await findingsOf(vendorId)).toMatchObject([{ seenCount: 2, seenIn: [{ id: first.id }, { id: third.id }] }]);
  await decide(server.admin, third.id, mfa!.id, 'APPROVED');
  expect(await findingsOf(vendorId)).toMatchObject([{ seenCount: 1, seenIn: [{ id: first.id }] }]);
});

test('sending back and deleting take only the sighting; the first moves on', async () => {
  const vendorId = await createVendor(server, { name: 'Leaving' });
  const first = await submitted({ vendorId });
  const second = await submitted({ vendorId });
  const third = await completed({ vendorId });
  const [{ id } = { id: '' }] = await findingsOf(vendorId);
  await sendBack(first.id);
  expect(await findingsOf(vendorId)).toMatchObject([{ id, assessment: { id: second.id }, seenIn: [{ id: second.id }, { id: third.id }] }]);
  await remove(second.id);
  expect(await findingsOf(vendorId)).toMatchObject([{ id, assessment: { id: third.id }, seenIn: [{ id: third.id }], seenCount: 1 }]);
  await answer(first.portal, ['NO']);
  expect(await findingsOf(vendorId)).toMatchObject([{ id, seenIn: [{ id: third.id }, { id: first.id }] }]);
  await remove(third.id);
  await sendBack(first.id);
  expect(await findingsOf(vendorId)).toEqual([]);
});

test('a finding that somebody closed stays, seen in none, until it is found again', async () => {
  const vendorId = await createVendor(server, { name: 'Kept' });
  const first = await submitted({ vendorId });
  const [{ id } = { id: '' }] = await findingsOf(vendorId);
  await close(id, 'RISK_ACCEPTED');
  await sendBack(first.id);
  expect(await findingsOf(vendorId)).toMatchObject([
    { id, status: 'RISK_ACCEPTED', seenCount: 0, seenIn: [], assessment: { id: first.id } },
  ]);
  const second = await completed({ vendorId });
  expect(await findingsOf(vendorId)).toMatchObject([{ id, seenIn: [{ id: second.id }], assessment: { id: second.id } }]);
  await answer(first.portal, ['NO']);
  expect(await findingsOf(vendorId)).toMatchObject([{ id, seenIn: [{ id: second.id }, { id: first.id }] }]);
});

test('a question stays the same in new versions of its template, also reworded; other templates are other gaps', async () => {
  const vendorId = await createVendor(server, { name: 'Versions' });
  const template = await publishTemplate(server, 'Versioned', [{ title: 'One', questions: [question('A?'), question('B?')] }]);
  await completed({ vendorId, template, answers: ['NO', 'NO'] });
  const { newTemplateVersion } = await server.admin.data<{
    newTemplateVersion: { template: { id: string; sections: { id: string; title: string; questions: { id: string; text: string }[] }[] } };
  }>(`mutation ($input: IdInput!) { newTemplateVersion(input: $input) { template { id sections { id title questions { id text } } } } }`, {
    input: { id: template },
  });
  const { id, sections } = newTemplateVersion.template;
  const [a, b] = sections[0]!.questions;
  const questions = [{ ...question('New?') }, { ...question('B?'), id: b!.id }, { ...question('A, in other words?'), id: a!.id }];
  await server.admin.data(`mutation ($input: UpdateTemplateInput!) { updateTemplate(input: $input) { template { id } } }`, {
    input: { id, sections: [{ ...sections[0]!, questions }] },
  });
  await server.admin.data(`mutation ($input: IdInput!) { publishTemplate(input: $input) { template { status } } }`, { input: { id } });
  await completed({ vendorId, template: id, answers: ['NO', 'NO', 'NO'] });
  const found = await findingsOf(vendorId);
  expect(found.map(({ title, seenCount }) => [title, seenCount]).sort()).toEqual([
    ['A?', 2],
    ['B?', 2],
    ['New?', 1],
  ]);
  const twin = await publishTemplate(server, 'Versioned', [{ title: 'One', questions: [question('A?'), question('B?')] }]);
  await completed({ vendorId, template: twin, answers: ['NO', 'NO'] });
  expect(await findingsOf(vendorId)).toHaveLength(5);
});

test('two assessments that are submitted and finalized at the same moment, on two servers, give one finding', async () => {
  const other = await startTestServer({ databaseUrl: server.databaseUrl });
  try {
    for (let i = 0; i < 8; i++) {
      const vendorId = await createVendor(server, { name: `Race ${i}` });
      const made = await Promise.all(
        [0, 1, 2, 3].map(async () => {
          const id = await createAssessment(server, vendorId, templateId);
          const portal = await sendAssessment(server, id);
          const { questions } = await portal.view();
          await portal.save(questions.map((one) => ({ questionId: one.id, value: 'NO' })));
          return { id, token: portal.token };
        }),
      );
      const portals = made.map(({ token }, n) => new Portal((n % 2 ? other : server).stranger(), token));
      const done = await Promise.all(portals.map((portal) => portal.submit()));
      expect(done.map(({ errors }) => errors)).toEqual([undefined, undefined, undefined, undefined]);
      const found = await findingsOf(vendorId);
      expect(found.map(({ seenCount }) => seenCount)).toEqual([4, 4, 4]);
      await Promise.all(made.map(({ id }, n) => move((n % 2 ? other : server).admin, 'startReview', id)));
      // One is finalized while another is deleted and a third sent back.
      await Promise.all([
        move(server.admin, 'finalizeAssessment', made[0]!.id),
        move(other.admin, 'finalizeAssessment', made[1]!.id),
        remove(made[2]!.id),
        other.admin.data(`mutation ($input: SendBackInput!) { sendBackAssessment(input: $input) { assessment { status } } }`, {
          input: { id: made[3]!.id },
        }),
      ]);
      const after = await findingsOf(vendorId);
      expect(after.map(({ seenIn }) => idsOf(seenIn).sort())).toEqual([0, 1, 2].map(() => [made[0]!.id, made[1]!.id].sort()));
    }
  } finally {
    await other.stop();
  }
});

test('the past shows what was seen then, and the tallies are right', async () => {
  const vendorId = await createVendor(server, { name: 'Past' });
  const first = await completed({ vendorId });
  const then = new Date().toISOString();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await completed({ vendorId });
  await remove(first.id);
  const { findings } = await server.admin.data<{ findings: { nodes: Seen[] } }>(
    `query ($id: ID!) @asOf(at: "${then}") { findings(filter: { vendorId: $id }) { nodes { ${FIELDS} } } }`,
    { id: vendorId },
  );
  expect(findings.nodes).toMatchObject([{ seenCount: 1, seenIn: [{ id: first.id }], assessment: { id: first.id } }]);
  const { database } = server.services;
  const tallies = () =>
    database.query(
      sql<object>`select kind, key, sum(count) as count from tally group by kind, key having sum(count) <> 0 order by kind, key`,
    );
  const before = await tallies();
  await recount(database);
  expect(await tallies()).toEqual(before);
});

test('a question says what its findings are called; the export has it, and REST has not', async () => {
  const vendorId = await createVendor(server, { name: 'Titled' });
  const template = await publishTemplate(server, 'Titled', [
    {
      title: 'One',
      questions: [question('Is MFA enforced for administrators?', { findingTitle: "MFA isn't enforced for administrators" })],
    },
  ]);
  const { id } = await completed({ vendorId, template });
  const data = await server.admin.data<{ assessment: { findings: object[]; questions: object[] }; template: { export: object } }>(
    `query ($id: ID!, $template: ID!) {
      assessment(id: $id) { findings { title description } questions { findingTitle } } template(id: $template) { export } }`,
    { id, template },
  );
  const title = "MFA isn't enforced for administrators";
  expect(data.assessment).toEqual({
    findings: [{ title, description: 'Asked: Is MFA enforced for administrators? Answered No. Expected Yes.' }],
    questions: [{ findingTitle: title }],
  });
  expect(data.template.export).toMatchObject({ sections: [{ questions: [{ findingTitle: title }] }] });
  const [finding] = await findingsOf(vendorId);
  await server.admin.data(`mutation ($input: SendRemediationInput!) { sendRemediation(input: $input) { portalUrl } }`, {
    input: { vendorId, findingIds: [finding!.id] },
  });
  const { mails } = await server.admin.data<{ mails: { nodes: { kind: string; text: string }[] } }>(`{ mails { nodes { kind text } } }`);
  expect(mails.nodes.find(({ kind }) => kind === 'REMEDIATION')!.text.replaceAll(/\s+/g, ' ')).toMatch(
    new RegExp(`• ${title} Asked: Is MFA enforced for administrators\\? Answered No\\. Expected Yes\\. Due on \\d+ \\w+ \\d{4}\\. `),
  );
  const rest = await server.admin.fetch(`/api/templates/${template}/export`);
  expect([rest.status, (await rest.text()).includes('findingTitle')]).toEqual([200, false]);
  const tooLong = { name: 'Long', sections: [{ title: 'One', questions: [question('Q?', { findingTitle: 'x'.repeat(501) })] }] };
  expect(
    await server.admin.code(`mutation ($input: ImportTemplateInput!) { importTemplate(input: $input) { template { id } } }`, {
      input: { template: tooLong },
    }),
  ).toBe('BAD_USER_INPUT');
});

test('all compliant answers without a decision are approved at once', async () => {
  const vendorId = await createVendor(server, { name: 'Approved' });
  const { id, portal } = await submitted({ vendorId, answers: ['YES', 'NO', 'YES'] });
  const { questions } = await portal.view();
  await decide(server.admin, id, questions[2]!.id, 'CLARIFICATION_REQUESTED');
  const approve = (client = server.admin) =>
    client.ask<{ approveCompliantResponses: { assessment: { questions: { response: { review: { decision: string } | null } }[] } } }>(
      `mutation ($input: IdInput!) { approveCompliantResponses(input: $input) {
        assessment { status questions { response { review { decision } } } } } }`,
      { input: { id } },
    );
  expect((await approve(await server.withRole('Viewer'))).errors![0]!.extensions.code).toBe('FORBIDDEN');
  for (let i = 0; i < 2; i++) {
    const { data } = await approve();
    const decisions = data!.approveCompliantResponses.assessment.questions.map(({ response }) => response.review?.decision);
    expect(decisions).toEqual(['APPROVED', undefined, 'CLARIFICATION_REQUESTED']);
  }
  await decide(server.admin, id, questions[2]!.id, 'APPROVED');
  await finalize({ id, portal });
  expect((await approve()).errors![0]!.extensions.code).toBe('INVALID_TRANSITION');
});

test('where no answer complies, approving what complies changes nothing, not even the status', async () => {
  const vendorId = await createVendor(server, { name: 'Nothing to approve' });
  const { id } = await submitted({ vendorId, answers: ['NO', 'NO', 'NO'] });
  const entries = () =>
    server.admin.data(`query ($filter: AuditFilter) { auditLog(filter: $filter) { totalCount } }`, { filter: { entityId: id } });
  const before = await entries();
  expect(
    await server.admin.data(`mutation ($input: IdInput!) { approveCompliantResponses(input: $input) { assessment { status } } }`, {
      input: { id },
    }),
  ).toEqual({ approveCompliantResponses: { assessment: { status: 'SUBMITTED' } } });
  expect(await entries()).toEqual(before);
});
