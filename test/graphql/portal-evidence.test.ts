import { Client } from 'pg';
import { sql } from '../../src/database/sql';
import { type Assessed, Assessor } from '../kit/assessed';
import { PDF } from '../kit/files';
import { createAssessment, createVendor, move, sendAssessment } from '../kit/portfolio';
import { untilLocksAreAwaited } from '../kit/database';
import { startTestServer, type TestServer } from '../kit/server';
import { slowUpload } from '../kit/slow-upload';

let server: TestServer;
let assessor: Assessor;
beforeAll(async () => {
  server = await startTestServer();
  assessor = await Assessor.prepare(server);
});
afterAll(() => server.stop());

const database = () => server.services.database;
const OTHER = Buffer.concat([PDF, Buffer.from('% another\n')]);
const removed = ({ portal }: Assessed, fileId: string) =>
  portal.client.ask(`mutation ($input: PortalRemoveFileInput!) { portalRemoveFile(input: $input) { assessment { status } } }`, {
    input: { token: portal.token, fileId },
  });
const post = async ({ portal }: Pick<Assessed, 'portal'>, headers: Record<string, string> = {}) => {
  const form = new FormData();
  form.append('questionId', await portal.idOf('Policy'));
  form.append('file', new Blob([PDF]), 'policy.pdf');
  return portal.client.fetch('/files', { method: 'POST', body: form, headers: { 'x-portal-token': portal.token, ...headers } });
};

describe('a decision on an answer', () => {
  interface Standing {
    revision: number;
    decision: string | null;
  }
  const standing = async ({ id }: Assessed, text: string): Promise<Standing> => {
    const row = await database().one(sql<Standing>`
      select r.revision, d.decision from assessment_question q join response r on r.question_id = q.id
      left join review_decision d on d.response_id = r.id where q.assessment_id = ${id} and q.text = ${text}`);
    return row!;
  };
  const sendBack = ({ id }: Assessed) =>
    server.admin.data(`mutation { sendBackAssessment(input: { id: "${id}" }) { assessment { status } } }`);
  const decided = async (text: string, decision: string) => {
    const one = await assessor.sent();
    await one.portal.answer({ 'MFA?': 'YES', 'Regions?': ['UK', 'EU'], '=Key length': 256 });
    const file = await assessor.attach(one, text, 'report.pdf');
    await one.portal.submit();
    await assessor.decide(one, text, decision);
    await assessor.decide(one, 'Regions?', 'APPROVED');
    await sendBack(one);
    return { one, file, before: await standing(one, text) };
  };
  const RISEN = (before: Standing) => ({ revision: before.revision + 1, decision: null });

  test.each([
    ['Policy', 'APPROVED'],
    ['Policy', 'CLARIFICATION_REQUESTED'],
    ['MFA?', 'APPROVED'],
    ['MFA?', 'REJECTED'],
  ])('to “%s” (%s) is reset when its file is removed, and when one is added', async (text, decision) => {
    const gone = await decided(text, decision);
    expect(gone.before.decision).toBe(decision);
    expect((await removed(gone.one, gone.file)).errors).toBeUndefined();
    expect(await standing(gone.one, text)).toEqual(RISEN(gone.before));
    const { nodes } = (
      await server.admin.data<{ auditLog: { nodes: object[] } }>(
        `{ auditLog(filter: { entityId: "${gone.file}" }) { nodes { action meta } } }`,
      )
    ).auditLog;
    expect(nodes[0]).toMatchObject({ action: 'DELETE_FILE', meta: { owner: 'response' } });

    const { one, before } = await decided(text, decision);
    await assessor.attach(one, text, 'report.pdf', OTHER);
    expect(await standing(one, text)).toEqual(RISEN(before));
    expect((await standing(one, 'Regions?')).decision).toBe('APPROVED');
    expect((await one.portal.submit()).errors).toBeUndefined();
    await move(server.admin, 'startReview', one.id);
    expect((await move(server.admin, 'finalizeAssessment', one.id)).errors).toBeUndefined();
  });

  test('stays while its evidence is unchanged', async () => {
    const { one, before } = await decided('Policy', 'APPROVED');
    await assessor.attach(one, 'MFA?', 'other.pdf');
    await one.portal.submit();
    expect(await standing(one, 'Policy')).toEqual(before);
  });
});

describe('changes through a link', () => {
  const logged = async ({ id }: Assessed) => {
    const { auditLog } = await server.admin.data<{ auditLog: { nodes: { meta: { notApplicable?: object[] } }[] } }>(
      `{ auditLog(filter: { entityId: "${id}", action: "SAVE_ANSWERS" }) { nodes { meta } } }`,
    );
    return auditLog.nodes;
  };
  const leave = ({ id }: Assessed, uses: number) =>
    database().query(sql`
      insert into rate_limit (key, count, resets_at) values (${`portal-changes:${id}`}, ${3_600 - uses}, now() + interval '10 minutes')
      on conflict (key) do update set count = excluded.count, resets_at = excluded.resets_at`);

  test('are limited: saves, by their audit entries, uploads and removals', async () => {
    const one = await assessor.sent();
    const file = await assessor.attach(one, 'Policy', 'policy.pdf');
    const questionId = await one.portal.idOf('MFA?');
    const save = async (answer: object) => (await one.portal.save([{ questionId, ...answer }])).errors?.[0];
    const refusal = { message: 'Too many changes to this questionnaire within an hour' };
    await leave(one, 2);
    expect(await save({ value: 'YES' })).toBeUndefined();
    expect(await save({ value: 'YES' })).toBeUndefined(); // no change, not counted
    expect(await save({ isNotApplicable: true, notApplicableReason: 'Ours' })).toMatchObject(refusal);
    expect(await save({ value: 'NO' })).toBeUndefined();
    const refused = await save({ value: 'YES' });
    expect(refused).toMatchObject({ ...refusal, extensions: { code: 'RATE_LIMITED' } });
    const { retryAfter } = refused!.extensions as { retryAfter?: number };
    expect(retryAfter).toBeGreaterThan(500);
    expect(retryAfter).toBeLessThanOrEqual(600);
    expect((await logged(one)).length).toBe(2);
    expect((await one.portal.view()).questions.find(({ id }) => id === questionId)!.response!.value).toBe('NO');

    const upload = await post(one);
    expect([upload.status, await upload.json()]).toEqual([429, { error: refusal.message }]);
    expect(Number(upload.headers.get('retry-after'))).toBeGreaterThan(500);
    expect((await removed(one, file)).errors).toMatchObject([{ ...refusal, extensions: { code: 'RATE_LIMITED' } }]);
    expect(await database().query(sql`select id from attachment where assessment_id = ${one.id}`)).toEqual([{ id: file }]);
  });

  test('count by the room that they take, because every version of an answer is kept', async () => {
    const one = await assessor.sent();
    const questionId = await one.portal.idOf('Remarks');
    const save = async (value: string) => (await one.portal.save([{ questionId, value }])).errors?.[0];
    await leave(one, 4);
    expect(await save('x'.repeat(20_000))).toBeUndefined();
    expect(await save('y'.repeat(20_000))).toMatchObject({ message: 'Too many changes to this questionnaire within an hour' });
    expect(await save('y')).toBeUndefined();
  });

  test('record new reasons, each shortened', async () => {
    const one = await assessor.sent();
    const { questions } = await one.portal.view();
    const mark = (reason: string, from = 0) =>
      questions.slice(from).map(({ id }) => ({ questionId: id, isNotApplicable: true, notApplicableReason: reason }));
    await one.portal.save(mark('x'.repeat(5_000)));
    await one.portal.save([...mark('Not ours').slice(0, 1), ...mark('x'.repeat(5_000), 1)]);
    const [latest, first] = await logged(one);
    expect(first!.meta.notApplicable).toHaveLength(questions.length);
    expect(JSON.stringify(first!.meta).length).toBeLessThan(questions.length * 450);
    expect(latest!.meta).toEqual({ answers: 1, notApplicable: [{ question: questions[0]!.text, reason: 'Not ours' }] });
  });

  test.each([
    ['1,000 files', 999, 1],
    ['5 GiB of files', 3, 1_789_569_687],
  ])('store at most %s', async (limit, count, size) => {
    const one = await assessor.sent();
    const kept = await assessor.attach(one, 'MFA?', 'kept.pdf');
    await database().query(sql`
      insert into attachment (file_name, mime_type, size_bytes, sha256, storage_key, response_id, assessment_id)
      select 'x.pdf', 'application/pdf', ${size}, 'x', gen_random_uuid(), response_id, assessment_id
      from attachment, generate_series(1, ${count}) where id = ${kept}`);
    const answer = await post(one);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ error: `A questionnaire can have at most ${limit}; remove some that are not needed` });
    await database().query(sql`
      delete from attachment where id in (select id from attachment where assessment_id = ${one.id} and id <> ${kept} limit 1)`);
    expect((await post(one)).status).toBe(201);
  });
});

test.each([
  ['Zażółć-gęślą', 'Za%C5%BC%C3%B3%C5%82%C4%87-g%C4%99%C5%9Bl%C4%85'],
  ['  spaces around  ', '%20%20spaces%20around%20%20'],
  ['100% sure of it', '100%25%20sure%20of%20it'],
  ['100% sure of it', '100% sure of it'],
  ['open sesame', 'open sesame'],
])('the password “%s” gives access to evidence through the header %s', async (password, sent) => {
  const id = await createAssessment(server, await createVendor(server), assessor.templateId);
  const portal = await sendAssessment(server, id, password);
  const headers = { 'x-portal-password': sent };
  const uploaded = await post({ portal }, headers);
  expect(uploaded.status).toBe(201);
  const { id: file } = (await uploaded.json()) as { id: string };
  const read = (more: object) => portal.client.fetch(`/files/${file}`, { headers: { 'x-portal-token': portal.token, ...more } });
  expect((await read(headers)).status).toBe(200);
  expect((await read({ 'x-portal-password': `${sent}x` })).status).toBe(401);
});

test('a link that ends during an upload takes no file', async () => {
  const { id: assessmentId, portal } = await assessor.sent();
  const { client, token } = portal;
  const id = await portal.idOf('Policy');
  const response = await slowUpload(server, { client, token, field: 'questionId', id, countedBy: assessmentId }, () =>
    server.admin.data(`mutation { revokePortalLinks(input: { id: "${assessmentId}" }) { assessment { id } } }`),
  );
  expect(response.status).toBe(401);
  expect(await database().query(sql`select 1 from attachment where assessment_id = ${assessmentId}`)).toEqual([]);
});

test('a link that ends while a file is being removed removes nothing', async () => {
  const made = await assessor.sent();
  const file = await assessor.attach(made, 'Policy', 'policy.pdf');
  const other = new Client({ connectionString: server.databaseUrl });
  await other.connect();
  const waiting = (count: number) => untilLocksAreAwaited(other, count);
  // Both wait for the assessment, the revocation first.
  await other.query('begin');
  await other.query('select id from assessment where id = $1 for update', [made.id]);
  const revoking = server.admin.data(`mutation ($id: ID!) { revokePortalLinks(input: { id: $id }) { assessment { id } } }`, {
    id: made.id,
  });
  await waiting(1);
  const removing = removed(made, file);
  await waiting(2);
  await other.query('rollback');
  await other.end();
  await revoking;
  expect((await removing).errors![0]!.extensions.code).toBe('UNAUTHENTICATED');
  expect((await server.admin.fetch(`/files/${file}`)).status).toBe(200);
});
