import { Client } from 'pg';
import { ANSWERS, Assessor } from '../kit/assessed';
import type { GraphQLClient } from '../kit/client';
import { moment } from '../kit/past';
import { createAssessment, createVendor } from '../kit/portfolio';
import { Random } from '../kit/random';
import { startTestServer, type TestServer } from '../kit/server';
import { eachTime, statementsDuring } from '../kit/statements';

interface VendorChange {
  vendorId: string;
  name: string;
  vendor: { name: string } | null;
  tierBefore: string | null;
  tierAfter: string | null;
  bandBefore: string | null;
  bandAfter: string | null;
  scoreBefore: number | null;
  scoreAfter: number | null;
  scoreChange: number | null;
}
interface AssessmentChange {
  assessmentId: string;
  title: string;
  vendorId: string;
  vendorName: string;
  assessment: { title: string } | null;
}
interface CertificationChange {
  certificationId: string;
  name: string;
  vendorId: string;
  vendorName: string;
  expiresDate: string | null;
  certification: { name: string } | null;
}
interface List<N> {
  totalCount: number;
  nodes: N[];
}
type Counts = { severity: string; count: number }[];
interface Changes {
  from: string;
  to: string;
  vendorCountBefore: number;
  vendorCountAfter: number;
  vendorsAdded: List<VendorChange>;
  vendorsRemoved: List<VendorChange>;
  vendorsRetiered: List<VendorChange>;
  vendorsMoved: List<VendorChange>;
  findings: Record<'openBefore' | 'openAfter' | 'opened' | 'remediated' | 'accepted' | 'removed', Counts>;
  assessmentsSent: List<AssessmentChange>;
  assessmentsCompleted: List<AssessmentChange>;
  assessmentsOverdue: List<AssessmentChange>;
  certificationsGained: List<CertificationChange>;
  certificationsLapsed: List<CertificationChange>;
  score: {
    before: number | null;
    after: number | null;
    change: number | null;
    terms: { vendorId: string; name: string; scoreBefore: number | null; scoreAfter: number | null; contribution: number }[];
    rest: number;
  };
}

const VENDORS = `{ totalCount nodes { vendorId name vendor { name } tierBefore tierAfter bandBefore bandAfter scoreBefore scoreAfter scoreChange } }`;
const ASSESSMENTS = `{ totalCount nodes { assessmentId title vendorId vendorName assessment { title } } }`;
const CERTIFICATIONS = `{ totalCount nodes { certificationId name vendorId vendorName expiresDate certification { name } } }`;
const COUNTS = `{ severity count }`;
const EVERYTHING = `
  from to vendorCountBefore vendorCountAfter
  vendorsAdded(first: 100) ${VENDORS} vendorsRemoved(first: 100) ${VENDORS}
  vendorsRetiered(first: 100) ${VENDORS} vendorsMoved(first: 100) ${VENDORS}
  findings { openBefore ${COUNTS} openAfter ${COUNTS} opened ${COUNTS} remediated ${COUNTS} accepted ${COUNTS} removed ${COUNTS} }
  assessmentsSent(first: 100) ${ASSESSMENTS} assessmentsCompleted(first: 100) ${ASSESSMENTS} assessmentsOverdue(first: 100) ${ASSESSMENTS}
  certificationsGained(first: 100) ${CERTIFICATIONS} certificationsLapsed(first: 100) ${CERTIFICATIONS}
  score { before after change terms { vendorId name scoreBefore scoreAfter contribution vendor { name } } rest }`;

const between = (selection: string) => `query ($from: DateTime!, $to: DateTime!) { changesBetween(from: $from, to: $to) { ${selection} } }`;

async function changes<T = Changes>(client: GraphQLClient, from: string, to: string, selection = EVERYTHING): Promise<T> {
  return (await client.data<{ changesBetween: T }>(between(selection), { from, to })).changesBetween;
}

/** Changes something, and returns a moment after it. */
async function then(work: Promise<unknown>): Promise<string> {
  await work;
  return moment();
}

const mutate = (server: TestServer, name: string, type: string, input: object) =>
  server.admin.data(`mutation ($input: ${type}!) { ${name}(input: $input) { __typename } }`, { input });

const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'];
const counts = (given: Record<string, number> = {}): Counts => SEVERITIES.map((severity) => ({ severity, count: given[severity] ?? 0 }));
const EMPTY = { totalCount: 0, nodes: [] };

let server: TestServer;
let assessor: Assessor;
beforeAll(async () => {
  server = await startTestServer();
  assessor = await Assessor.prepare(server);
});
afterAll(() => server.stop());

const updateVendor = (input: object) => mutate(server, 'updateVendor', 'UpdateVendorInput', input);
const deleteVendor = (id: string) => mutate(server, 'deleteVendor', 'DeleteInput', { id });
const findingsOf = async (assessmentId: string) => {
  const query = `query ($id: ID!) { findings(filter: { assessmentId: $id }, first: 50) { nodes { id severity } } }`;
  return (await server.admin.data<{ findings: { nodes: { id: string; severity: string }[] } }>(query, { id: assessmentId })).findings.nodes;
};
const closeFinding = (id: string, status: string) =>
  mutate(server, 'updateFindingStatus', 'UpdateFindingStatusInput', { id, status, resolutionNote: 'Done' });

test('a moment differs from itself in nothing', async () => {
  await assessor.completed({ name: 'Itself' });
  const at = moment();
  const same = await changes(server.admin, at, at);
  expect(same).toMatchObject({ from: at, to: at, vendorsAdded: EMPTY, vendorsRemoved: EMPTY, vendorsMoved: EMPTY, assessmentsSent: EMPTY });
  expect(same.vendorCountBefore).toBe(same.vendorCountAfter);
  expect(same.findings.openBefore).toEqual(same.findings.openAfter);
  expect(same.score).toMatchObject({ change: 0, terms: [], rest: 0 });
});

test('vendors that were added, removed, re-tiered and moved', async () => {
  const from = await then(
    Promise.all([
      createVendor(server, { name: 'Between B', tier: 'LOW' }),
      createVendor(server, { name: 'Between A' }),
      createVendor(server, { name: 'Between C', tier: 'HIGH' }),
    ]),
  );
  const { vendors } = await server.admin.data<{ vendors: { nodes: { id: string; name: string }[] } }>(
    `{ vendors(filter: { query: "Between" }) { nodes { id name } } }`,
  );
  const [a, b, c] = vendors.nodes.map(({ id }) => id);
  await updateVendor({ id: a, tier: 'CRITICAL', name: 'Between Alpha' });
  await updateVendor({ id: b, tier: null });
  await deleteVendor(c!);
  await assessor.completed(b);
  await deleteVendor(await createVendor(server, { name: 'Between the moments' }));
  const d = await createVendor(server, { name: 'Between D', tier: 'MEDIUM' });
  const to = moment();
  await deleteVendor(d);
  await updateVendor({ id: a, name: 'Between today', tier: 'LOW' });

  const found = await changes(server.admin, from, to);
  const none = { tierBefore: null, tierAfter: null, scoreBefore: null, scoreAfter: null, scoreChange: null };
  expect(found.vendorCountAfter - found.vendorCountBefore).toBe(0);
  expect(found.vendorsAdded.nodes).toEqual([
    { ...none, vendorId: d, name: 'Between D', vendor: null, tierAfter: 'MEDIUM', bandBefore: null, bandAfter: 'UNSCORED' },
  ]);
  expect(found.vendorsRemoved.nodes).toEqual([
    { ...none, vendorId: c, name: 'Between C', vendor: null, tierBefore: 'HIGH', bandBefore: 'UNSCORED', bandAfter: null },
  ]);
  const scored = found.vendorsMoved.nodes[0]!.scoreAfter;
  expect(scored).toBeGreaterThan(0);
  const moved = { ...none, vendorId: b, name: 'Between B', vendor: { name: 'Between B' }, tierBefore: 'LOW', bandBefore: 'UNSCORED' };
  expect(found.vendorsRetiered).toEqual({
    totalCount: 2,
    nodes: [
      {
        ...none,
        vendorId: a,
        name: 'Between Alpha',
        vendor: { name: 'Between today' },
        tierAfter: 'CRITICAL',
        bandBefore: 'UNSCORED',
        bandAfter: 'UNSCORED',
      },
      { ...moved, bandAfter: 'AMBER', scoreAfter: scored },
    ],
  });
  expect(found.vendorsMoved).toEqual({ totalCount: 1, nodes: [{ ...moved, bandAfter: 'AMBER', scoreAfter: scored }] });
});

test('other thresholds move vendors, too', async () => {
  const { vendorId } = await assessor.completed({ name: 'Threshold' });
  const from = moment();
  await mutate(server, 'updateSettings', 'UpdateSettingsInput', { greenFrom: 0.7 });
  const to = moment();
  await mutate(server, 'updateSettings', 'UpdateSettingsInput', { greenFrom: 0.85 });
  const { vendorsMoved, score } = await changes(server.admin, from, to);
  const moved = vendorsMoved.nodes.find((one) => one.vendorId === vendorId);
  expect(moved).toMatchObject({ bandBefore: 'AMBER', bandAfter: 'GREEN', scoreChange: 0 });
  expect(score).toMatchObject({ change: 0, terms: [], rest: 0 });
});

test('findings by severity add up, whatever became of them', async () => {
  const failing = { ...ANSWERS, 'MFA?': 'NO', 'Regions?': ['US'] };
  const kept = await assessor.completed({ name: 'Findings' }, {}, failing);
  const gone = await assessor.completed({ name: 'Findings gone' }, {}, failing);
  const [critical, high] = await findingsOf(kept.id);
  expect([critical!.severity, high!.severity]).toEqual(['CRITICAL', 'HIGH']);
  const early = await assessor.completed({ name: 'Findings early' }, {}, failing);
  const [closed, open] = await findingsOf(early.id);
  await closeFinding(closed!.id, 'REMEDIATED');
  const from = moment();
  await closeFinding(critical!.id, 'REMEDIATED');
  await closeFinding(high!.id, 'RISK_ACCEPTED');
  await mutate(server, 'deleteAssessment', 'DeleteInput', { id: gone.id });
  const added = await assessor.completed({ name: 'Findings added' }, {}, failing);
  const [new1, new2] = await findingsOf(added.id);
  await closeFinding(new1!.id, 'RISK_ACCEPTED');
  await closeFinding(new2!.id, 'REMEDIATED');
  // Those that were closed at the beginning and are gone at the end moved nothing.
  await mutate(server, 'deleteAssessment', 'DeleteInput', { id: early.id });
  expect(open!.severity).toBe('HIGH');
  const { findings } = await changes(server.admin, from, moment());
  // Each assessment has four: keys are too short, and nothing says that they are rotated.
  expect(findings).toMatchObject({
    opened: counts({ CRITICAL: 1, HIGH: 1, MEDIUM: 1, LOW: 1 }),
    remediated: counts({ CRITICAL: 1, HIGH: 1 }),
    accepted: counts({ CRITICAL: 1, HIGH: 1 }),
    removed: counts({ CRITICAL: 1, HIGH: 2, MEDIUM: 2, LOW: 2 }),
  });
  assertAddUp(findings);
});

function assertAddUp(findings: Changes['findings']): void {
  const { openBefore, openAfter, opened, remediated, accepted, removed } = findings;
  expect(openBefore.map(({ severity }) => severity)).toEqual(SEVERITIES);
  const after = openBefore.map(({ severity, count }, i) => ({
    severity,
    count: count + opened[i]!.count - remediated[i]!.count - accepted[i]!.count - removed[i]!.count,
  }));
  expect(after).toEqual(openAfter);
}

test('assessments that were sent and completed', async () => {
  const vendorId = await createVendor(server, { name: 'Steps' });
  const draft = await createAssessment(server, vendorId, assessor.templateId, { title: 'Draft' });
  const submitted = await assessor.submitted(vendorId, { title: 'Earlier' });
  const from = moment();
  await mutate(server, 'startReview', 'IdInput', { id: submitted.id });
  await mutate(server, 'finalizeAssessment', 'IdInput', { id: submitted.id });
  const both = await assessor.completed(vendorId, { title: 'Both' });
  const sent = await assessor.sent(vendorId, { title: 'Sent' });
  const gone = await assessor.sent(vendorId, { title: 'Gone' });
  await mutate(server, 'deleteAssessment', 'DeleteInput', { id: gone.id });
  const to = moment();
  await mutate(server, 'sendAssessment', 'SendAssessmentInput', { id: draft });
  await mutate(server, 'deleteAssessment', 'DeleteInput', { id: sent.id });
  await updateVendor({ id: vendorId, name: 'Steps later' });

  const found = await changes(server.admin, from, to);
  const change = (assessmentId: string, title: string, assessment: object | null = { title }) => ({
    assessmentId,
    title,
    vendorId,
    vendorName: 'Steps',
    assessment,
  });
  expect(found.assessmentsSent).toEqual({ totalCount: 2, nodes: [change(both.id, 'Both'), change(sent.id, 'Sent', null)] });
  expect(found.assessmentsCompleted).toEqual({ totalCount: 2, nodes: [change(both.id, 'Both'), change(submitted.id, 'Earlier')] });
  expect(found.assessmentsOverdue).toEqual(EMPTY);
});

test('lists are read page by page', async () => {
  const from = moment();
  for (const name of ['page c', 'Page B', 'page a']) await createVendor(server, { name });
  const to = moment();
  const page = async (args: string) =>
    (await changes<Changes>(server.admin, from, to, `vendorsAdded(${args}) { totalCount nodes { name } }`)).vendorsAdded;
  expect(await page('first: 2')).toEqual({ totalCount: 3, nodes: [{ name: 'page a' }, { name: 'Page B' }] });
  expect(await page('first: 2, offset: 2')).toEqual({ totalCount: 3, nodes: [{ name: 'page c' }] });
  expect(await page('offset: 7')).toEqual({ totalCount: 3, nodes: [] });
  const refused = (selection: string) => server.admin.fields(between(selection), { from, to });
  expect(await refused('vendorsAdded(first: 0) { totalCount }')).toEqual({ first: 'must be from 1 to 100' });
  expect(await refused('certificationsLapsed(first: 101) { totalCount }')).toEqual({ first: 'must be from 1 to 100' });
  expect(await refused('assessmentsSent(offset: -1) { totalCount }')).toEqual({ offset: 'must not be negative' });
  expect(await refused('score(first: 0) { rest }')).toEqual({ first: 'must be from 1 to 100' });
});

test('the number of statements does not depend on how much changed', async () => {
  const from = moment();
  await assessor.completed({ name: 'Statement 1' });
  const one = moment();
  for (let n = 2; n < 6; n++)
    await assessor.certify((await assessor.completed({ name: `Statement ${n}` })).vendorId, { name: 'ISO 27001' });
  const many = moment();
  await changes(server.admin, from, many); // the moments are settled
  const ofOne = eachTime(await statementsDuring(() => changes(server.admin, from, one)));
  const ofMany = eachTime(await statementsDuring(() => changes(server.admin, from, many)));
  const names = (texts: string[]) => texts.flatMap((text) => /^\/\* (changes-between\.\w+)/.exec(text)?.[1] ?? []).sort();
  expect(names(ofMany)).toEqual(names(ofOne));
  expect(names(ofMany)).toHaveLength(12);
  // Of today's vendors, assessments and certifications one statement each: none was lost, none was gained by one alone.
  expect(ofMany.length - ofOne.length).toBeLessThanOrEqual(1);
});

describe('what is refused', () => {
  const refusal = async (from: unknown, to: unknown, client = server.admin) =>
    (await client.ask(between('vendorCountAfter'), { from, to })).errors?.[0]?.extensions;

  test('an end before a beginning', async () => {
    const [from, to] = [moment(), new Date(Date.now() - 1).toISOString()];
    expect(await refusal(from, to)).toMatchObject({ code: 'BAD_USER_INPUT', fields: { from: 'must not be after to' } });
    // They are compared as moments, whatever their offsets.
    const early = new Date(Date.parse(to) + 3_600_000).toISOString().replace('Z', '+01:00');
    expect(await refusal(from, early)).toMatchObject({ fields: { from: 'must not be after to' } });
    expect(await refusal(early, from)).toBeUndefined();
  });

  test('a moment before the record, and one in the future, by the name of the argument', async () => {
    const { recordedSince } = await server.admin.data<{ recordedSince: string }>('{ recordedSince }');
    const [early, now, late] = ['2020-01-01T00:00:00Z', moment(), new Date(Date.now() + 3_600_000).toISOString()];
    expect(await refusal(early, now)).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { from: `must not be before ${recordedSince}, when the record begins` },
    });
    expect((await refusal(now, late))?.fields?.to).toContain('must not be in the future');
    expect((await refusal(late, late))?.fields?.from).toContain('must not be in the future');
    expect(await refusal(recordedSince, now)).toBeUndefined();
  });

  test('a day without a time, however it is written', async () => {
    const now = moment();
    const day = now.slice(0, 10);
    const fields = { from: 'must have a time: a day could mean its beginning or its end' };
    expect(await refusal(day, now)).toMatchObject({ code: 'BAD_USER_INPUT', fields });
    expect((await refusal(now, day))?.fields?.to).toBe(fields.from);
    const literal = `{ x: changesBetween(from: "${day}", to: "${now}") { to } }`;
    expect(await server.admin.fields(literal)).toEqual(fields);
    expect(await server.admin.fields(literal)).toEqual(fields); // compiled
    const byDefault = `query ($from: DateTime! = "${day}") { ...f } fragment f on Query { changesBetween(from: $from, to: "${now}") { to } }`;
    expect(await server.admin.fields(byDefault)).toEqual(fields);
    expect(await server.admin.code(byDefault, { from: now })).toBeUndefined();
    expect((await refusal('yesterday', now))?.code).toBe('BAD_USER_INPUT');
    expect((await refusal(5, now))?.code).toBe('BAD_USER_INPUT');
  });

  test('the comparison as of a moment', async () => {
    const at = moment();
    const query = `query @asOf(at: "${at}") { changesBetween(from: "${at}", to: "${at}") { to } }`;
    expect((await server.admin.fields(query))?.asOf).toContain('changesBetween');
  });

  test('callers without one of the three permissions, whatever they select', async () => {
    const all = ['audit:view', 'vendors:view', 'assessments:view'];
    const [from, query] = [moment(), between('__typename')];
    for (const missing of all) {
      const client = await server.withPermissions(...all.filter((one) => one !== missing));
      expect([missing, await client.code(query, { from, to: from })]).toEqual([missing, 'FORBIDDEN']);
    }
    const client = await server.withPermissions(...all);
    expect(await client.code(between(EVERYTHING), { from, to: from })).toBeUndefined();
    expect(await server.stranger().code(query, { from, to: from })).toBe('UNAUTHENTICATED');
  });

  test('more at once than one query may ask for', async () => {
    const list = `vendorsMoved(first: 100) { nodes { vendor { assessments(first: 100) { nodes { title } } } } }`;
    const at = moment();
    const query = `query ($at: DateTime!) { ${[...'abcdefgh'].map((key) => `${key}: changesBetween(from: $at, to: $at) { ${list} ${list.replace('vendorsMoved', 'vendorsAdded')} ${list.replace('vendorsMoved', 'vendorsRemoved')} }`).join(' ')} }`;
    expect((await server.admin.fields(query, { at }))?.query).toContain('complexity limit');
  });
});

describe('the score', () => {
  const scores = (from: string, to: string, first = 100) =>
    changes(
      server.admin,
      from,
      to,
      `score(first: ${first}) { before after change terms { vendorId name scoreBefore scoreAfter contribution } rest }`,
    ).then((found) => found.score);
  const total = ({ terms, rest }: Changes['score']) => terms.reduce((sum, { contribution }) => sum + contribution, rest);

  test('is moved by vendors scored at both ends, at one of them, and by no others', async () => {
    const better = await assessor.completed({ name: 'Score better' }, {}, { ...ANSWERS, 'MFA?': 'NO' });
    const gone = await assessor.completed({ name: 'Score gone' }, {}, { ...ANSWERS, 'Regions?': ['US'] });
    const from = moment();
    await assessor.completed(better.vendorId);
    await deleteVendor(gone.vendorId);
    const added = await assessor.completed({ name: 'Score new' }, {}, { ...ANSWERS, 'MFA?': 'NO', 'Regions?': ['US'] });
    await createVendor(server, { name: 'Score none' });
    const to = moment();

    const score = await scores(from, to);
    expect(score.terms.map(({ vendorId }) => vendorId).sort()).toEqual([better.vendorId, gone.vendorId, added.vendorId].sort());
    const sizes = score.terms.map(({ contribution }) => Math.abs(contribution));
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(score.rest).toBe(0);
    expect(total(score)).toBeCloseTo(score.change!, 12);
    const n = (await server.admin.data<{ dashboard: { scoreDistribution: Record<string, number> } }>(
      `query @asOf(at: "${to}") { dashboard { scoreDistribution { green amber red } } }`,
    ))!.dashboard.scoreDistribution;
    const scored = n.green! + n.amber! + n.red!;
    const term = (id: string) => score.terms.find(({ vendorId }) => vendorId === id)!;
    const [up, lost, came] = [term(better.vendorId), term(gone.vendorId), term(added.vendorId)];
    expect(up.contribution).toBeCloseTo((up.scoreAfter! - up.scoreBefore!) / scored, 12);
    expect(lost).toMatchObject({ name: 'Score gone', scoreAfter: null });
    expect(lost.contribution).toBeCloseTo((score.before! - lost.scoreBefore!) / scored, 12);
    expect(came).toMatchObject({ scoreBefore: null });
    expect(came.contribution).toBeCloseTo((came.scoreAfter! - score.before!) / scored, 12);

    const two = await scores(from, to, 2);
    expect(two.terms).toEqual(score.terms.slice(0, 2));
    expect(two.rest).toBeCloseTo(score.terms[2]!.contribution, 12);
    expect(total(two)).toBeCloseTo(score.change!, 12);
    expect((await scores(from, to, 3)).rest).toBe(0);
  });

  test('has no terms without a score at either end', async () => {
    const fresh = await startTestServer();
    try {
      const start = moment();
      const { vendorId } = await (await Assessor.prepare(fresh)).completed({ name: 'First' });
      const scored = moment();
      const empty = await then(mutate(fresh, 'deleteVendor', 'DeleteInput', { id: vendorId }));
      const { score: first } = await changes(fresh.admin, start, scored);
      expect(first).toMatchObject({ before: null, change: null, terms: [], rest: 0 });
      expect(first.after).toBeGreaterThan(0);
      const { score: last } = await changes(fresh.admin, scored, empty);
      expect(last).toMatchObject({ before: first.after, after: null, change: null, terms: [], rest: 0 });
    } finally {
      await fresh.stop();
    }
  });
});

test('time alone makes assessments overdue and lets certifications lapse', async () => {
  const aged = await startTestServer();
  try {
    const made = await Assessor.prepare(aged);
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const vendorId = await createVendor(aged, { name: 'Aged' });
    const certify = (name: string, expiresDate: string | null) => made.certify(vendorId, { name, expiresDate });
    const late = await made.sent(vendorId, { title: 'Late', dueDate: day(-2) });
    const always = await made.sent(vendorId, { title: 'Always late', dueDate: day(-6) });
    await made.submitted(vendorId, { title: 'Submitted', dueDate: day(-2) });
    await createAssessment(aged, vendorId, made.templateId, { title: 'Draft', dueDate: day(-2) });
    const lapsed = await certify('Lapsed', day(-3).slice(0, 10));
    await certify('Never expires', null);
    await certify('Last day', day(0).slice(0, 10));
    await certify('Long expired', day(-9).slice(0, 10));
    const deleted = await certify('Deleted', day(100).slice(0, 10));
    const extended = await certify('Extended', day(-8).slice(0, 10));
    await letPass(aged, '5 days');
    await mutate(aged, 'deleteCertification', 'DeleteInput', { id: deleted });
    await mutate(aged, 'updateCertification', 'UpdateCertificationInput', { id: extended, expiresDate: day(30).slice(0, 10) });
    const gained = await certify('Gained', null);
    const from = day(-4);
    const to = moment();

    const found = await changes(aged.admin, from, to);
    const change = (certificationId: string, name: string, expiresDate: string | null, certification: object | null = { name }) => ({
      certificationId,
      name,
      vendorId,
      vendorName: 'Aged',
      expiresDate,
      certification,
    });
    expect(found.certificationsLapsed).toEqual({
      totalCount: 2,
      nodes: [change(deleted, 'Deleted', day(100).slice(0, 10), null), change(lapsed, 'Lapsed', day(-3).slice(0, 10))],
    });
    expect(found.certificationsGained).toEqual({
      totalCount: 2,
      nodes: [change(extended, 'Extended', day(30).slice(0, 10)), change(gained, 'Gained', null)],
    });
    expect(found.assessmentsOverdue).toEqual({
      totalCount: 1,
      nodes: [{ assessmentId: late.id, title: 'Late', vendorId, vendorName: 'Aged', assessment: { title: 'Late' } }],
    });
    expect(found.assessmentsSent).toEqual(EMPTY);
    const overdue = async (at: string) =>
      (
        await aged.admin.data<{ dashboard: { overdueAssessments: number } }>(
          `query @asOf(at: "${at}") { dashboard { overdueAssessments } }`,
        )
      ).dashboard.overdueAssessments;
    expect([await overdue(from), await overdue(to)]).toEqual([1, 2]);
    expect(always.id).not.toBe(late.id);

    await mutate(aged, 'deleteVendor', 'DeleteInput', { id: vendorId });
    const { certificationsLapsed } = await changes(aged.admin, to, moment());
    expect(certificationsLapsed.nodes.map(({ name, vendorName }) => [name, vendorName])).toEqual(
      ['Extended', 'Gained', 'Last day', 'Never expires'].map((name) => [name, 'Aged']),
    );
  } finally {
    await aged.stop();
  }
});

/** Everything that was recorded so far happened earlier by this much. */
function letPass(target: TestServer, time: string): Promise<void> {
  const earlier = (column: string) => `${column} = ${column} - interval '${time}'`;
  return byHand(
    target,
    `update audit_entry set ${earlier('created_at')}`,
    ...target.services.database.recorder.tables.map(
      ({ name }) => `update record."${name}" set ${earlier('kept_since')}, ${earlier('kept_until')}`,
    ),
  );
}

async function byHand({ databaseUrl }: TestServer, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

test('an open finding whose severity changed leaves one severity and enters another', async () => {
  const edited = await startTestServer();
  try {
    const made = await Assessor.prepare(edited);
    await made.completed({ name: 'Severity' });
    const from = moment();
    const at = new Date(Date.parse(from) + 1).toISOString();
    // No service does this yet: the version that one would write.
    const version = JSON.stringify({ severity: 'CRITICAL', rank: 0, kept_since: at, kept_seq: 1_000_000 });
    await byHand(
      edited,
      `update finding set severity = 'CRITICAL' where severity = 'MEDIUM'`,
      `insert into record.finding select (jsonb_populate_record(f, '${version}')).* from record.finding f where severity = 'MEDIUM'`,
      `update record.finding set kept_until = '${at}' where severity = 'MEDIUM'`,
    );
    const { findings } = await changes(edited.admin, from, await then(new Promise((resolve) => setTimeout(resolve, 5))));
    expect(findings).toMatchObject({
      openBefore: counts({ MEDIUM: 1, LOW: 1 }),
      openAfter: counts({ CRITICAL: 1, LOW: 1 }),
      opened: counts({ CRITICAL: 1 }),
      removed: counts({ MEDIUM: 1 }),
    });
    assertAddUp(findings);
  } finally {
    await edited.stop();
  }
});

test('vendors from before they had a status were listed', async () => {
  const upgraded = await startTestServer();
  try {
    const made = await Assessor.prepare(upgraded);
    const { vendorId } = await made.completed({ name: 'Long known' });
    const from = moment();
    // As an upgrade finds versions that an earlier release wrote.
    await byHand(upgraded, `update record.vendor set status = null`);
    await mutate(upgraded, 'updateVendor', 'UpdateVendorInput', { id: vendorId, tier: 'HIGH' });
    const found = await changes(upgraded.admin, from, moment());
    expect(found).toMatchObject({ vendorCountBefore: 1, vendorCountAfter: 1, vendorsAdded: EMPTY, score: { change: 0 } });
    expect(found.vendorsRetiered.nodes).toMatchObject([{ vendorId, tierAfter: 'HIGH' }]);
  } finally {
    await upgraded.stop();
  }
});

describe('a random history', () => {
  const LIVE = `{
    vendors(first: 100) { nodes { id name tier ragBand overallScore certifications { id name isExpired } } }
    findings(first: 100) { nodes { id severity status } }
    assessments(first: 100) { nodes { id title sentAt completedAt isOverdue } }
    dashboard { vendorCount averageScore openFindingsBySeverity { severity count } }
  }`;
  interface Live {
    vendors: {
      nodes: {
        id: string;
        name: string;
        tier: string | null;
        ragBand: string;
        overallScore: number | null;
        certifications: { id: string; name: string; isExpired: boolean }[];
      }[];
    };
    findings: { nodes: { id: string; severity: string; status: string }[] };
    assessments: { nodes: { id: string; title: string; sentAt: string | null; completedAt: string | null; isOverdue: boolean }[] };
    dashboard: { vendorCount: number; averageScore: number | null; openFindingsBySeverity: Counts };
  }

  let random: TestServer;
  const copies: { at: string; live: Live }[] = [];
  beforeAll(async () => {
    random = await startTestServer();
    const made = await Assessor.prepare(random);
    const chance = new Random(17);
    for (let n = 0; n < 40; n++) {
      await changeSomething(chance, made, n);
      const at = moment();
      copies.push({ at, live: await random.admin.data<Live>(LIVE) });
    }
  });
  afterAll(() => random.stop());

  /** One change of any kind that a comparison shows; a few are refused. */
  async function changeSomething(chance: Random, made: Assessor, n: number): Promise<void> {
    const { vendors, assessments, findings } = copies.at(-1)?.live ?? {
      vendors: { nodes: [] },
      assessments: { nodes: [] },
      findings: { nodes: [] },
    };
    const vendor = chance.pick(vendors.nodes)?.id ?? (await createVendor(random, { name: `Vendor ${n}` }));
    const assessment = chance.pick(assessments.nodes)?.id;
    const finding = chance.pick(findings.nodes)?.id;
    const past = new Date(Date.now() - 86_400_000).toISOString();
    const answers = () => ({ ...ANSWERS, 'MFA?': chance.pick(['YES', 'NO']), 'Regions?': chance.pick([['EU', 'UK'], ['US']]) });
    const certification = chance.pick(vendors.nodes.flatMap(({ certifications }) => certifications))?.id;
    const changing: (() => Promise<unknown>)[] = [
      () => made.completed({ name: `Completed ${n}`, tier: chance.pick(['LOW', 'HIGH', null]) }, {}, answers()),
      () => made.completed(vendor, { title: `Again ${n}` }, answers()),
      () => made.completed(vendor, { title: `Once more ${n}` }, answers()),
      () => made.sent(vendor, { title: `Sent ${n}`, dueDate: chance.pick([past, null]) }),
      () =>
        mutate(random, 'updateVendor', 'UpdateVendorInput', {
          id: vendor,
          tier: chance.pick(['LOW', 'CRITICAL', null]),
          name: `Named ${n}`,
        }),
      () => mutate(random, 'deleteVendor', 'DeleteInput', { id: vendor }),
      () => mutate(random, 'deleteAssessment', 'DeleteInput', { id: assessment }),
      () =>
        mutate(random, 'updateFindingStatus', 'UpdateFindingStatusInput', { id: finding, status: 'REMEDIATED', resolutionNote: 'Done' }),
      () => mutate(random, 'updateFindingStatus', 'UpdateFindingStatusInput', { id: finding, status: 'RISK_ACCEPTED' }),
      () => made.certify(vendor, { name: `Certificate ${n}`, expiresDate: chance.pick([past.slice(0, 10), null]) }),
      () => mutate(random, 'updateCertification', 'UpdateCertificationInput', { id: certification, expiresDate: past.slice(0, 10) }),
      () => mutate(random, 'deleteCertification', 'DeleteInput', { id: certification }),
      () => mutate(random, 'updateSettings', 'UpdateSettingsInput', { greenFrom: chance.pick([0.7, 0.8, 0.95]) }),
    ];
    await chance
      .pick(changing)()
      .catch(() => undefined);
  }

  const byId = <N extends { id: string }>(nodes: N[]) => new Map(nodes.map((node) => [node.id, node]));
  const sorted = <T>(all: T[]) => all.map((one) => JSON.stringify(one)).sort();

  test('is compared as copies of then compare, and adds up', async () => {
    const chance = new Random(3);
    for (let n = 0; n < 40; n++) {
      const [i, j] = [chance.below(copies.length), chance.below(copies.length)].sort((a, b) => a - b) as [number, number];
      const [before, after] = [copies[i]!, copies[j]!];
      const found = await changes(random.admin, before.at, after.at);
      expect(shown(found)).toEqual(expected(before.live, after.live));
      assertAddUp(found.findings);
      const { score } = found;
      if (score.change === null) expect(score).toMatchObject({ terms: [], rest: 0 });
      else expect(score.terms.reduce((sum, { contribution }) => sum + contribution, score.rest)).toBeCloseTo(score.change, 12);
    }
  });

  test('agrees with the dashboard of then', async () => {
    for (const { at, live } of copies) {
      const { dashboard } = await random.admin.data<Pick<Live, 'dashboard'>>(
        `query @asOf(at: "${at}") { dashboard { vendorCount averageScore openFindingsBySeverity { severity count } } }`,
      );
      const found = await changes(random.admin, copies[0]!.at, at);
      expect(found.vendorCountAfter).toBe(dashboard.vendorCount);
      expect(found.findings.openAfter).toEqual(dashboard.openFindingsBySeverity);
      if (dashboard.averageScore === null) expect(found.score.after).toBeNull();
      else expect(found.score.after).toBeCloseTo(dashboard.averageScore, 14);
      expect(dashboard.vendorCount).toBe(live.dashboard.vendorCount);
    }
  });

  /** What is compared below of an answer. */
  function shown(found: Changes): object {
    const vendors = ({ totalCount, nodes }: List<VendorChange>) => {
      expect(nodes).toHaveLength(totalCount);
      return sorted(nodes.map(({ vendor: _vendor, scoreChange: _change, ...one }) => one));
    };
    return {
      counts: [found.vendorCountBefore, found.vendorCountAfter],
      added: vendors(found.vendorsAdded),
      removed: vendors(found.vendorsRemoved),
      retiered: vendors(found.vendorsRetiered),
      moved: vendors(found.vendorsMoved),
      findings: found.findings,
      sent: sorted(found.assessmentsSent.nodes.map(({ assessmentId }) => assessmentId)),
      completed: sorted(found.assessmentsCompleted.nodes.map(({ assessmentId }) => assessmentId)),
      overdue: sorted(found.assessmentsOverdue.nodes.map(({ assessmentId }) => assessmentId)),
      gained: sorted(found.certificationsGained.nodes.map(({ certificationId }) => certificationId)),
      lapsed: sorted(found.certificationsLapsed.nodes.map(({ certificationId }) => certificationId)),
      terms: sorted(found.score.terms.map(({ vendorId }) => vendorId)),
    };
  }

  /** The same from copies of the data at both moments, by the words of the schema. */
  function expected(before: Live, after: Live): object {
    const [was, is] = [byId(before.vendors.nodes), byId(after.vendors.nodes)];
    const ids = [...new Set([...was.keys(), ...is.keys()])];
    const change = (id: string) => {
      const [e, l] = [was.get(id), is.get(id)];
      return {
        vendorId: id,
        name: (l ?? e)!.name,
        tierBefore: e?.tier ?? null,
        tierAfter: l?.tier ?? null,
        bandBefore: e?.ragBand ?? null,
        bandAfter: l?.ragBand ?? null,
        scoreBefore: e?.overallScore ?? null,
        scoreAfter: l?.overallScore ?? null,
      };
    };
    const vendors = (isIt: (e: Live['vendors']['nodes'][0] | undefined, l: Live['vendors']['nodes'][0] | undefined) => boolean) =>
      sorted(ids.filter((id) => isIt(was.get(id), is.get(id))).map(change));

    const [wereFindings, areFindings] = [byId(before.findings.nodes), byId(after.findings.nodes)];
    const all = [...new Map([...wereFindings, ...areFindings]).values()].map(({ id, severity }) => ({
      severity,
      was: wereFindings.get(id)?.status,
      is: areFindings.get(id)?.status,
    }));
    const count = (isIt: (was: string | undefined, is: string | undefined) => boolean) =>
      SEVERITIES.map((severity) => ({
        severity,
        count: all.filter((one) => one.severity === severity && isIt(one.was, one.is)).length,
      }));

    const wereAssessments = byId(before.assessments.nodes);
    const assessments = (isIt: (one: Live['assessments']['nodes'][0]) => boolean) =>
      sorted(
        after.assessments.nodes
          .filter((one) => isIt(one) && !(wereAssessments.has(one.id) && isIt(wereAssessments.get(one.id)!)))
          .map(({ id }) => id),
      );

    const inForce = ({ vendors: { nodes } }: Live) =>
      nodes.flatMap(({ certifications }) => certifications.filter(({ isExpired }) => !isExpired).map(({ id }) => id));
    const [held, holds] = [inForce(before), inForce(after)];

    const [m, mean] = [before.dashboard.averageScore, after.dashboard.averageScore];
    const moves = (id: string) => {
      const { scoreBefore, scoreAfter } = change(id);
      return scoreBefore !== scoreAfter && Math.abs((scoreAfter ?? m!) - (scoreBefore ?? m!)) > 1e-12;
    };
    return {
      counts: [before.dashboard.vendorCount, after.dashboard.vendorCount],
      added: vendors((e, l) => !e && l !== undefined),
      removed: vendors((e, l) => e !== undefined && !l),
      retiered: vendors((e, l) => e !== undefined && l !== undefined && e.tier !== l.tier),
      moved: vendors((e, l) => e !== undefined && l !== undefined && e.ragBand !== l.ragBand),
      findings: {
        openBefore: before.dashboard.openFindingsBySeverity,
        openAfter: after.dashboard.openFindingsBySeverity,
        opened: count((e, l) => (!e && l !== undefined) || (e !== undefined && e !== 'OPEN' && l === 'OPEN')),
        remediated: count((e, l) => (!e || e === 'OPEN') && l === 'REMEDIATED'),
        accepted: count((e, l) => (!e || e === 'OPEN') && l === 'RISK_ACCEPTED'),
        removed: count((e, l) => e === 'OPEN' && !l),
      },
      sent: assessments(({ sentAt }) => sentAt !== null),
      completed: assessments(({ completedAt }) => completedAt !== null),
      overdue: assessments(({ isOverdue }) => isOverdue),
      gained: sorted(holds.filter((id) => !held.includes(id))),
      lapsed: sorted(held.filter((id) => !holds.includes(id))),
      terms: sorted(m === null || mean === null ? [] : ids.filter(moves)),
    };
  }
});
