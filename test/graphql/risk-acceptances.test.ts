import { endRiskAcceptances } from '../../src/domains/finding/risk-acceptance.service';
import { recordOccasions } from '../../src/domains/occasion/occasions';
import { systemContext } from '../../src/kernel/context';
import { GraphQLClient } from '../kit/client';
import { archive } from '../kit/offboarded';
import { createAssessment, createVendor, move, publishTemplate, question, sendAssessment } from '../kit/portfolio';
import { RestClient } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let other: TestServer;
let templateId: string;
let reviewer: GraphQLClient;
beforeAll(async () => {
  server = await startTestServer();
  other = await startTestServer({ databaseUrl: server.databaseUrl });
  templateId = await publishTemplate(server, 'Security', [
    { title: 'Access', questions: [question('MFA?', { riskWeight: 'CRITICAL' }), question('SSO?')] },
  ]);
  reviewer = await server.withRole('Reviewer');
  await server.admin.data('mutation { updateSettings(input: { apiKeysEnabled: true, organizationApiKeys: true }) { settings { id } } }');
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});

const FIELDS = `id state reason until requestedByName requestedAt requestedBy { id } decidedByName decidedAt decisionNote decidedBy { id }
  revision finding { id status resolutionNote resolvedByName }`;

interface Acceptance {
  id: string;
  state: string;
  reason: string;
  until: string;
  requestedByName: string;
  requestedAt: string;
  requestedBy: { id: string } | null;
  decidedByName: string | null;
  decidedAt: string | null;
  decisionNote: string | null;
  decidedBy: { id: string } | null;
  revision: number;
  finding: { id: string; status: string; resolutionNote: string | null; resolvedByName: string | null };
}

interface Found {
  id: string;
  title: string;
  status: string;
  severity: string;
  seenCount: number;
  previous: { id: string } | null;
  acceptance: { id: string; state: string } | null;
  question: { text: string } | null;
  controlCodes: string[];
}

async function findingsOf(vendorId: string, client = server.admin): Promise<Found[]> {
  const data = await client.data<{ findings: { nodes: Found[] } }>(
    `query ($id: ID!) { findings(filter: { vendorId: $id }, orderBy: { field: CREATED_AT }) {
      nodes { id title status severity seenCount previous { id } acceptance { id state } question { text } controlCodes } } }`,
    { id: vendorId },
  );
  return data.findings.nodes;
}

/** A vendor with a completed assessment, and its open findings. */
async function assessed(answers = ['NO', 'YES'], vendor?: string): Promise<{ vendorId: string; findings: Found[] }> {
  const vendorId = vendor ?? (await createVendor(server, { name: 'Acme' }));
  const id = await createAssessment(server, vendorId, templateId);
  const portal = await sendAssessment(server, id);
  const { questions } = await portal.view();
  await portal.save(questions.map((one, i) => ({ questionId: one.id, value: answers[i] })));
  await portal.submit();
  await move(server.admin, 'startReview', id);
  expect((await move(server.admin, 'finalizeAssessment', id)).errors).toBeUndefined();
  return { vendorId, findings: await findingsOf(vendorId) };
}

const inFuture = (ms = 90 * 86_400_000) => new Date(Date.now() + ms).toISOString();

const request = (client: GraphQLClient, findingId: string, more: object = {}) =>
  client.ask<{ requestRiskAcceptance: { acceptance: Acceptance } }>(
    `mutation ($input: RequestRiskAcceptanceInput!) { requestRiskAcceptance(input: $input) { acceptance { ${FIELDS} } } }`,
    { input: { findingId, reason: 'Legacy system, retired in March', until: inFuture(), ...more } },
  );

async function requested(client: GraphQLClient, findingId: string, more: object = {}): Promise<Acceptance> {
  const { data, errors } = await request(client, findingId, more);
  expect(errors).toBeUndefined();
  return data!.requestRiskAcceptance.acceptance;
}

type Decision = 'approveRiskAcceptance' | 'rejectRiskAcceptance';
const decide = (client: GraphQLClient, what: Decision, id: string, more: object = {}) =>
  client.ask<Record<Decision, { acceptance: Acceptance }>>(
    `mutation ($input: DecideRiskAcceptanceInput!) { ${what}(input: $input) { acceptance { ${FIELDS} } } }`,
    { input: { id, ...more } },
  );
const withdraw = (client: GraphQLClient, id: string) =>
  client.ask(`mutation ($input: IdInput!) { withdrawRiskAcceptance(input: $input) { acceptance { state } } }`, { input: { id } });
const close = (client: GraphQLClient, id: string, status: string) =>
  client.ask(`mutation ($input: UpdateFindingStatusInput!) { updateFindingStatus(input: $input) { finding { status } } }`, {
    input: { id, status, resolutionNote: 'Note' },
  });
const codeOf = ({ errors }: { errors?: { extensions: { code: string } }[] }) => errors?.[0]?.extensions.code;

const kindsFor = async (client: GraphQLClient) =>
  (
    await client.data<{ notifications: { nodes: { kind: string; text: string }[] } }>(
      `{ notifications(first: 50) { nodes { kind text } } }`,
    )
  ).notifications.nodes;

const newestMail = async (kind: string) =>
  (
    await server.admin.data<{ mails: { nodes: { text: string }[] } }>(
      `query ($kind: String!) { mails(filter: { kind: $kind }, first: 1) { nodes { text } } }`,
      { kind },
    )
  ).mails.nodes[0]!.text;

test('another person approves: the finding is closed with the reason, and both hear of it', async () => {
  const { vendorId, findings } = await assessed();
  const asked = await requested(reviewer, findings[0]!.id);
  expect(asked).toMatchObject({ state: 'REQUESTED', decidedBy: null, decidedAt: null, revision: 1, finding: { status: 'OPEN' } });
  expect(await kindsFor(server.admin)).toContainEqual(expect.objectContaining({ kind: 'ACCEPTANCE_REQUESTED' }));
  expect((await kindsFor(reviewer)).map(({ kind }) => kind)).not.toContain('ACCEPTANCE_REQUESTED');

  expect(codeOf(await decide(reviewer, 'approveRiskAcceptance', asked.id))).toBe('FORBIDDEN');
  expect(codeOf(await decide(await server.withKey(), 'approveRiskAcceptance', asked.id))).toBe('FORBIDDEN');
  expect(codeOf(await decide(await server.withRole('Viewer'), 'approveRiskAcceptance', asked.id))).toBe('FORBIDDEN');
  expect(codeOf(await decide(server.admin, 'approveRiskAcceptance', asked.id, { expectedRevision: 2 }))).toBe('CONFLICT');
  const { data } = await decide(server.admin, 'approveRiskAcceptance', asked.id, { note: 'Fine', expectedRevision: 1 });
  const { acceptance } = data!.approveRiskAcceptance;
  expect(acceptance).toMatchObject({
    state: 'APPROVED',
    decisionNote: 'Fine',
    revision: 2,
    finding: { status: 'RISK_ACCEPTED', resolutionNote: 'Legacy system, retired in March', resolvedByName: acceptance.decidedByName },
  });
  expect(acceptance.decidedAt).not.toBeNull();
  expect(codeOf(await decide(server.admin, 'approveRiskAcceptance', asked.id))).toBe('INVALID_TRANSITION');
  expect(codeOf(await withdraw(reviewer, asked.id))).toBe('INVALID_TRANSITION');
  const told = (await kindsFor(reviewer)).find(({ kind }) => kind === 'ACCEPTANCE_DECIDED');
  expect(told!.text).toMatch(/approved your request to accept the risk of “MFA\?” at Acme/);
  const until = new Date(asked.until).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  expect(await newestMail('ACCEPTANCE_REQUESTED')).toContain(
    `Severity: Critical. Requested until ${until}.\n\nReason:\n\n> Legacy system, retired in March\n\n`,
  );
  expect(await newestMail('ACCEPTANCE_DECIDED')).toContain(`Severity: Critical. Accepted until ${until}.\n\nNote:\n\n> Fine\n\n`);
  expect(await findingsOf(vendorId)).toMatchObject([{ status: 'RISK_ACCEPTED', acceptance: { state: 'APPROVED' } }]);
});

test('rejecting needs a note and leaves the finding open; then it can be requested again', async () => {
  const { vendorId, findings } = await assessed();
  const asked = await requested(reviewer, findings[0]!.id);
  expect(codeOf(await request(server.admin, findings[0]!.id))).toBe('CONFLICT');
  expect(codeOf(await decide(server.admin, 'rejectRiskAcceptance', asked.id))).toBe('BAD_USER_INPUT');
  const { data } = await decide(server.admin, 'rejectRiskAcceptance', asked.id, { note: 'Too long' });
  expect(data!.rejectRiskAcceptance.acceptance).toMatchObject({ state: 'REJECTED', decisionNote: 'Too long', finding: { status: 'OPEN' } });
  const mail = await newestMail('ACCEPTANCE_DECIDED');
  expect(mail).toMatch(/was rejected\.\n\nSeverity: Critical\.\n\nReason:\n\n> Too long\n\n/);
  const again = await requested(reviewer, findings[0]!.id);
  expect(codeOf(await withdraw(server.admin, again.id))).toBe('FORBIDDEN');
  expect((await withdraw(reviewer, again.id)).errors).toBeUndefined();
  expect(await findingsOf(vendorId)).toMatchObject([{ status: 'OPEN', acceptance: { id: again.id, state: 'WITHDRAWN' } }]);
});

test('what can be asked for', async () => {
  const { findings } = await assessed();
  const { id } = findings[0]!;
  expect(codeOf(await request(reviewer, id, { until: new Date(Date.now() - 1_000).toISOString() }))).toBe('BAD_USER_INPUT');
  expect(codeOf(await request(reviewer, id, { reason: '  ' }))).toBe('BAD_USER_INPUT');
  expect(codeOf(await request(reviewer, '00000000-0000-4000-8000-000000000000'))).toBe('NOT_FOUND');
  expect(codeOf(await request(await server.withRole('Viewer'), id))).toBe('FORBIDDEN');
  await close(server.admin, id, 'REMEDIATED');
  expect(codeOf(await request(reviewer, id))).toBe('INVALID_TRANSITION');
});

test('closing the finding otherwise withdraws the request', async () => {
  const { vendorId, findings } = await assessed();
  await requested(reviewer, findings[0]!.id);
  await close(server.admin, findings[0]!.id, 'REMEDIATED');
  expect(await findingsOf(vendorId)).toMatchObject([{ status: 'REMEDIATED', acceptance: { state: 'WITHDRAWN' } }]);
});

test('a request by an API key counts as its maker’s', async () => {
  const { findings } = await assessed();
  const key = await server.withKey(['assessments:view', 'assessments:review']);
  const asked = await requested(key, findings[0]!.id);
  expect(asked.requestedBy).not.toBeNull();
  expect(codeOf(await decide(server.admin, 'approveRiskAcceptance', asked.id))).toBe('FORBIDDEN');
  expect(codeOf(await decide(reviewer, 'approveRiskAcceptance', asked.id))).toBeUndefined();

  // Also once the key is the organisation's.
  const { findings: more } = await assessed();
  const maker = await server.withKey();
  const { apiKeys } = await server.admin.data<{ apiKeys: { id: string }[] }>('{ apiKeys { id } }');
  for (const { id } of apiKeys) {
    await server.admin.data('mutation ($input: IdInput!) { makeApiKeyOrganizational(input: $input) { apiKey { id } } }', { input: { id } });
  }
  const byOrganisation = await requested(key, more[0]!.id);
  expect(byOrganisation.requestedBy).toEqual(asked.requestedBy);
  expect(codeOf(await decide(server.admin, 'approveRiskAcceptance', byOrganisation.id))).toBe('FORBIDDEN');
  expect(codeOf(await withdraw(key, byOrganisation.id))).toBeUndefined();

  // And a key that such a key makes.
  const ofKey = await requested(await keyBy(maker, 'made by a key'), more[0]!.id);
  expect(ofKey.requestedBy).toEqual(asked.requestedBy);
  expect(codeOf(await decide(server.admin, 'approveRiskAcceptance', ofKey.id))).toBe('FORBIDDEN');
});

async function keyBy(client: GraphQLClient, name: string): Promise<GraphQLClient> {
  const { createApiKey } = await client.data<{ createApiKey: { token: string } }>(
    'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { token } }',
    { input: { name } },
  );
  return new GraphQLClient(server.url, { authorization: `Bearer ${createApiKey.token}` });
}

test('a key whose maker is gone takes back its own requests, and nobody else’s', async () => {
  const { findings } = await assessed(['NO', 'NO']);
  const admin = await server.withRole('Admin');
  const key = await keyBy(admin, 'of somebody who goes');
  const { apiKeys } = await admin.data<{ apiKeys: { id: string; name: string; createdBy: { id: string; name: string } }[] }>(
    '{ apiKeys { id name createdBy { id name } } }',
  );
  const { id, createdBy } = apiKeys.find(({ name }) => name === 'of somebody who goes')!;
  await admin.data('mutation ($input: IdInput!) { makeApiKeyOrganizational(input: $input) { apiKey { id } } }', { input: { id } });
  const asked = await requested(admin, findings[0]!.id);
  await server.admin.data('mutation ($input: EraseUserInput!) { eraseUser(input: $input) { erasedId } }', {
    input: { id: createdBy.id, confirmName: createdBy.name },
  });
  expect(codeOf(await withdraw(key, asked.id))).toBe('FORBIDDEN');
  expect(codeOf(await withdraw(key, (await requested(key, findings[1]!.id)).id))).toBeUndefined();
});

test('where a second person is required, nobody accepts a risk alone', async () => {
  const { settings } = await server.admin.data<{ settings: { fourEyesFor: string[] } }>(`{ settings { fourEyesFor } }`);
  expect(settings.fourEyesFor).toEqual([]);
  const set = (severities: string[]) =>
    server.admin.data(`mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { fourEyesFor } } }`, {
      input: { fourEyesFor: severities },
    });
  await set(['HIGH', 'CRITICAL', 'HIGH']);
  const { vendorId, findings } = await assessed(['NO', 'NO']);
  for (const { id } of findings) expect(codeOf(await close(server.admin, id, 'RISK_ACCEPTED'))).toBe('CONFLICT');
  const rest = new RestClient(await server.withKey());
  const { status, body } = await rest.send('PATCH', `/v1/findings/${findings[0]!.id}`, { status: 'RISK_ACCEPTED' });
  expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining('second person')]);
  expect((await findingsOf(vendorId)).map(({ status: one }) => one)).toEqual(['OPEN', 'OPEN']);
  await set(['CRITICAL']);
  const high = findings.find(({ severity }) => severity === 'HIGH')!;
  expect((await close(server.admin, high.id, 'RISK_ACCEPTED')).errors).toBeUndefined();
  await set([]);
});

test('lowering the severity first doesn’t get around the second person', async () => {
  const set = (severities: string[]) =>
    server.admin.data(`mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { id } } }`, {
      input: { fourEyesFor: severities },
    });
  const lower = (id: string) =>
    reviewer.data(`mutation ($input: UpdateFindingInput!) { updateFinding(input: $input) { finding { id } } }`, {
      input: { id, severity: 'LOW' },
    });
  await set(['CRITICAL']);
  const { vendorId, findings } = await assessed(['NO', 'NO']);
  for (const { id } of findings) await lower(id);
  const grave = findings.find(({ severity }) => severity === 'CRITICAL')!;
  const refused = await close(reviewer, grave.id, 'RISK_ACCEPTED');
  expect([codeOf(refused), refused.errors![0]!.message]).toEqual(['CONFLICT', expect.stringContaining('was CRITICAL')]);
  // Nobody else does it alone either; others than those listed can be accepted, and this one by two.
  expect(codeOf(await close(server.admin, grave.id, 'RISK_ACCEPTED'))).toBe('CONFLICT');
  const less = findings.find(({ id }) => id !== grave.id)!;
  expect((await close(reviewer, less.id, 'RISK_ACCEPTED')).errors).toBeUndefined();
  const asked = await requested(reviewer, grave.id, { until: inFuture(1_500) });
  expect(codeOf(await decide(server.admin, 'approveRiskAcceptance', asked.id))).toBeUndefined();
  expect((await findingsOf(vendorId)).map(({ status }) => status)).toEqual(['RISK_ACCEPTED', 'RISK_ACCEPTED']);
  // Nor the one that follows once that acceptance has ended.
  await timeOf(asked);
  await endOnBoth();
  const next = (await findingsOf(vendorId)).find(({ previous }) => previous?.id === grave.id)!;
  expect([next.severity, codeOf(await close(reviewer, next.id, 'RISK_ACCEPTED'))]).toEqual(['LOW', 'CONFLICT']);
  await set([]);
});

test('of several decisions at the same moment, on two servers, one wins', async () => {
  const decider = await server.withRole('Reviewer');
  for (let i = 0; i < 4; i++) {
    const { vendorId, findings } = await assessed();
    const { id } = findings[0]!;
    const asked = await Promise.all([request(reviewer, id), request(decider, id), request(server.admin, id)]);
    expect(asked.map(codeOf).sort()).toEqual(['CONFLICT', 'CONFLICT', undefined]);
    const made = asked.find(({ errors }) => !errors)!.data!.requestRiskAcceptance.acceptance;
    const deciders = [server.admin, other.admin, reviewer, decider];
    const done = await Promise.all([
      ...deciders.map((one) => decide(one, 'approveRiskAcceptance', made.id)),
      ...deciders.map((one) => decide(one, 'rejectRiskAcceptance', made.id, { note: 'No' })),
      close(other.admin, id, 'REMEDIATED'),
    ]);
    const [after] = await findingsOf(vendorId);
    const decisions = done.slice(0, 8).filter(({ errors }) => !errors).length;
    const isClosed = !done[8]!.errors;
    // Rejected first, it can still be closed.
    const outcome = `${after!.acceptance!.state} ${after!.status} ${decisions} ${isClosed}`;
    expect(['APPROVED RISK_ACCEPTED 1 false', 'REJECTED REMEDIATED 1 true', 'WITHDRAWN REMEDIATED 0 true']).toContain(outcome);
  }
});

/** As the job of several servers at the same moment. */
const endOnBoth = () =>
  Promise.all(
    [server, other, server, other].map(({ services }) => endRiskAcceptances(systemContext(services), new AbortController().signal)),
  );

/** Its end. */
const timeOf = ({ until }: Acceptance) => new Promise((resolve) => setTimeout(resolve, Math.max(0, Date.parse(until) - Date.now()) + 50));

test('when its time is over, one finding follows, once, and later assessments are seen in that', async () => {
  const { vendorId, findings } = await assessed();
  const asked = await requested(reviewer, findings[0]!.id, { until: inFuture(1_500) });
  await decide(server.admin, 'approveRiskAcceptance', asked.id);
  const then = new Date().toISOString();
  await assessed(['NO', 'YES'], vendorId);
  await endOnBoth();
  expect(await findingsOf(vendorId)).toMatchObject([{ status: 'RISK_ACCEPTED', seenCount: 2, acceptance: { state: 'APPROVED' } }]);
  await timeOf(asked);
  await endOnBoth();
  await endOnBoth();
  const [first, next, ...more] = await findingsOf(vendorId);
  expect(more).toEqual([]);
  expect(first).toMatchObject({ status: 'RISK_ACCEPTED', acceptance: { state: 'ENDED' } });
  const { title, severity, controlCodes } = first!;
  expect(next).toMatchObject({
    title,
    severity,
    controlCodes,
    status: 'OPEN',
    previous: { id: first!.id },
    acceptance: null,
    seenCount: 1,
  });
  expect(next!.question).toEqual({ text: 'MFA?' });
  await assessed(['NO', 'YES'], vendorId);
  expect(await findingsOf(vendorId)).toMatchObject([{ seenCount: 2 }, { id: next!.id, seenCount: 2 }]);
  const past = await server.admin.data<{ findings: { nodes: Found[] } }>(
    `query ($id: ID!) @asOf(at: "${then}") { findings(filter: { vendorId: $id }) { nodes { id acceptance { state decidedByName } } } }`,
    { id: vendorId },
  );
  expect(past.findings.nodes).toEqual([{ id: first!.id, acceptance: { state: 'APPROVED', decidedByName: expect.any(String) } }]);
});

test('the finding that follows stays while an assessment finds the gap, also one from before', async () => {
  const { vendorId, findings } = await assessed();
  const later = await createAssessment(server, vendorId, templateId);
  const portal = await sendAssessment(server, later);
  const { questions } = await portal.view();
  const answer = async (value: string) => {
    await portal.save([{ questionId: questions[0]!.id, value }]);
    expect((await portal.submit()).errors).toBeUndefined();
  };
  await portal.save([{ questionId: questions[1]!.id, value: 'YES' }]);
  await answer('NO');
  const sendBack = () =>
    server.admin.data(`mutation ($input: SendBackInput!) { sendBackAssessment(input: $input) { assessment { status } } }`, {
      input: { id: later },
    });
  const asked = await requested(reviewer, findings[0]!.id, { until: inFuture(1_000) });
  await decide(server.admin, 'approveRiskAcceptance', asked.id);
  await timeOf(asked);
  await endOnBoth();
  const [, next] = await findingsOf(vendorId);
  expect(next).toMatchObject({ status: 'OPEN', seenCount: 1 });

  await sendBack();
  const left = [
    { status: 'RISK_ACCEPTED', seenCount: 1 },
    { id: next!.id, status: 'OPEN', seenCount: 1, question: { text: 'MFA?' } },
  ];
  expect(await findingsOf(vendorId)).toMatchObject(left);
  await answer('YES');
  expect(await findingsOf(vendorId)).toMatchObject(left);
  await sendBack();
  await answer('NO');
  expect(await findingsOf(vendorId)).toMatchObject([{ seenCount: 1 }, { id: next!.id, seenCount: 2 }]);
  await server.admin.data(`mutation ($input: DeleteInput!) { deleteAssessment(input: $input) { deletedId } }`, { input: { id: later } });
  expect(await findingsOf(vendorId)).toMatchObject(left);
});

test('thirty days before, the owner hears of it once', async () => {
  const { me } = await server.admin.data<{ me: { id: string } }>(`{ me { id } }`);
  const vendorId = await createVendor(server, { name: 'Owned', ownerId: me.id });
  const { findings } = await assessed(['NO', 'NO'], vendorId);
  const soon = await requested(reviewer, findings[0]!.id, { until: inFuture(29 * 86_400_000) });
  const late = await requested(reviewer, findings[1]!.id, { until: inFuture(31 * 86_400_000) });
  for (const { id } of [soon, late]) await decide(server.admin, 'approveRiskAcceptance', id);
  for (const { services } of [server, other, server]) await recordOccasions(systemContext(services), new AbortController().signal);
  const told = (await kindsFor(server.admin)).filter(({ kind }) => kind === 'ACCEPTANCE_ENDING');
  expect(told).toEqual([{ kind: 'ACCEPTANCE_ENDING', text: expect.stringContaining('its acceptance ends on') }]);
});

test('of an archived vendor nobody hears that', async () => {
  const { me } = await server.admin.data<{ me: { id: string } }>(`{ me { id } }`);
  const vendorId = await createVendor(server, { name: 'Gone', ownerId: me.id });
  const { findings } = await assessed(['NO', 'YES'], vendorId);
  const { id } = await requested(reviewer, findings[0]!.id, { until: inFuture(29 * 86_400_000) });
  await decide(server.admin, 'approveRiskAcceptance', id);
  await archive(server, vendorId);
  const before = await kindsFor(server.admin);
  await recordOccasions(systemContext(server.services), new AbortController().signal);
  expect(await kindsFor(server.admin)).toEqual(before);
});

test('acceptances are listed by their end', async () => {
  const { vendorId, findings } = await assessed(['NO', 'NO']);
  const [a, b] = findings;
  await requested(reviewer, a!.id, { until: '2040-01-02T00:00:00.000Z' });
  const rejected = await requested(reviewer, b!.id, { until: '2040-01-01T00:00:00.000Z' });
  await decide(server.admin, 'rejectRiskAcceptance', rejected.id, { note: 'No' });
  const list = async (filter: object, client = server.admin) =>
    (
      await client.data<{ riskAcceptances: { nodes: { finding: { id: string } }[]; totalCount: number } }>(
        `query ($filter: RiskAcceptanceFilter) { riskAcceptances(filter: $filter) { totalCount nodes { finding { id } } } }`,
        { filter },
      )
    ).riskAcceptances.nodes.map(({ finding }) => finding.id);
  expect(await list({ vendorId })).toEqual([b!.id, a!.id]);
  expect(await list({ vendorId, state: ['REQUESTED'] })).toEqual([a!.id]);
  expect(await list({ vendorId, untilFrom: '2040-01-01T00:00:00.000Z', untilTo: '2040-01-01T00:00:00.000Z' })).toEqual([b!.id]);
  expect(await list({ vendorId: 'nonsense' })).toEqual([]);

  // Those of an archived vendor only if it is asked for.
  const of = { untilFrom: '2040-01-01T00:00:00.000Z', untilTo: '2040-01-02T00:00:00.000Z' };
  expect(await list(of)).toEqual([b!.id, a!.id]);
  await archive(server, vendorId);
  expect(await list(of)).toEqual([]);
  expect(await list({ ...of, vendorId })).toEqual([b!.id, a!.id]);
});
