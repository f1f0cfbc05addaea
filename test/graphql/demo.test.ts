import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { systemContext } from '../../src/kernel/context';
import { sql } from '../../src/database/sql';
import { answerFault, isDealtWith } from '../../src/domains/assessment/answers.rules';
import { createAssessment } from '../../src/domains/assessment/assessment.service';
import { readState, visibleOf } from '../../src/domains/assessment/question-state';
import { scoreAssessment, scoreSheet, averageScores } from '../../src/domains/scoring/scoring';
import { verifyLog } from '../../src/domains/audit/audit.verify';
import { FileInspector } from '../../src/domains/file/file-type.rules';
import { loadDemo } from '../../src/library/demo/load';
import { peopleOf } from '../../src/library/demo/world';
import { Random } from '../../src/library/demo/random';
import { TABLES } from '../../src/library/demo/rows';
import { makeVendor, MOST_VENDORS } from '../../src/library/demo/vendor';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
const context = (of = server) => systemContext(of.services);
const query = <T = Record<string, unknown>>(text: string, of = server): Promise<T[]> =>
  of.services.database.query<T>(sql([text] as unknown as TemplateStringsArray));
/** A fixed day, so that midnight can't fall between the loads of a test. */
const TODAY = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  server = await startTestServer();
  expect(await loadDemo(context(), { today: TODAY })).toMatchObject({ vendors: 40, assessments: 150, users: 6 });
});
afterAll(() => server.stop());

describe('its content', () => {
  test('assessments in all states, some of them overdue or sent back', async () => {
    const states = await query<{ status: string; overdue: number; sentBack: number }>(`
      select status, count(*) filter (where due_date < now()) as overdue, count(*) filter (where id in (
        select entity_id from audit_entry where action = 'SEND_BACK_ASSESSMENT')) as "sentBack"
      from assessment group by status`);
    expect(states.map(({ status }) => status).sort()).toEqual(['COMPLETED', 'DRAFT', 'IN_PROGRESS', 'SENT', 'SUBMITTED', 'UNDER_REVIEW']);
    const of = (status: string) => states.find((one) => one.status === status)!;
    expect(of('SENT').overdue).toBeGreaterThan(0);
    expect(of('IN_PROGRESS').overdue).toBeGreaterThan(0);
    expect(of('IN_PROGRESS').sentBack).toBeGreaterThan(0);
    expect(of('COMPLETED').sentBack).toBeGreaterThan(0);
  });

  test.each([
    [
      'vendors in all bands',
      `
      select distinct case when overall_score is null then 'UNSCORED' when overall_score >= green_from then 'GREEN'
        when overall_score >= amber_from then 'AMBER' else 'RED' end as what from vendor cross join settings`,
      ['AMBER', 'GREEN', 'RED', 'UNSCORED'],
    ],
    ['vendors of all tiers', `select distinct coalesce(tier, '') as what from vendor`, ['', 'CRITICAL', 'HIGH', 'LOW', 'MEDIUM']],
    [
      'turns with vendors in all states',
      `select distinct concat_ws(' ', state, answer) as what from remediation`,
      ['ACCEPTED DONE', 'ANSWERED DISAGREE', 'ANSWERED DONE', 'ANSWERED PLANNED', 'SENT', 'SENT_BACK DONE'],
    ],
    [
      'open findings with and without an owner, a plan and comments, all of them with a due date',
      `
      select distinct concat_ws(' ', case when owner_id is not null then 'owner' end, case when plan is not null then 'plan' end,
        case when due_on is null then 'undated' end) as what from finding where status = 'OPEN'`,
      ['', 'owner', 'owner plan'],
    ],
    ['findings in all states', `select distinct status as what from finding`, ['OPEN', 'REMEDIATED', 'RISK_ACCEPTED']],
    [
      'actions in all states',
      `select distinct status as what from responsibility_action`,
      ['COMPLETED', 'IN_PROGRESS', 'NOT_APPLICABLE', 'PENDING'],
    ],
    [
      'decisions of all kinds',
      `select distinct decision as what from review_decision`,
      ['APPROVED', 'CLARIFICATION_REQUESTED', 'REJECTED'],
    ],
    [
      'comments by both sides, shared and internal, some of them replies',
      `
      select distinct concat_ws(' ', author_type, visibility, case when parent_id is not null then 'reply' end) as what from comment`,
      ['USER INTERNAL', 'USER INTERNAL reply', 'USER SHARED', 'VENDOR SHARED', 'VENDOR SHARED reply'],
    ],
    [
      'certifications that are valid, expire soon or have expired',
      `
      select distinct case when expires_date < current_date then 'expired' when expires_date <= current_date + 30 then 'soon'
        else 'good' end as what from certification`,
      ['expired', 'good', 'soon'],
    ],
    [
      'people with all roles',
      `select distinct r.name as what from app_user u join role r on r.id = u.role_id`,
      ['Admin', 'Reviewer', 'Vendor manager', 'Viewer'],
    ],
    [
      'short and long questionnaires',
      `select distinct t.library_key as what from assessment a join template t on t.id = a.template_id`,
      ['ai-provider', 'iso-27001-2022', 'privacy', 'saas-cloud', 'security-baseline', 'soc-2'],
    ],
  ])('%s', async (_, statement, expected) => {
    expect((await query<{ what: string }>(statement)).map(({ what }) => what).sort()).toEqual(expected);
  });

  test('people have notifications, some of them unread, and no e-mails', async () => {
    const told = await query<{ kinds: number; people: number; read: number; unread: number; mails: number }>(`
      select count(distinct kind) as kinds, count(distinct user_id) as people, count(read_at) as read,
        count(*) filter (where read_at is null) as unread, (select count(*) from mail) as mails
      from notification where created_at < now()`);
    const [{ kinds, people, read, unread, mails }] = told as [(typeof told)[number]];
    expect(kinds).toBeGreaterThan(2);
    expect(people).toBeGreaterThan(2);
    expect(read).toBeGreaterThan(0);
    expect(unread).toBeGreaterThan(0);
    expect(mails).toBe(0);
  });

  test('a history of 18 months in which scores improve', async () => {
    const [span] = await query<{ days: number; better: number; worse: number }>(`
      select extract(day from max(created_at) - min(created_at)) as days,
        (select count(*) from vendor v where latest_score > (select score from assessment a
          where a.vendor_id = v.id and status = 'COMPLETED' order by submitted_at limit 1) + 0.02) as better,
        (select count(*) from vendor v where latest_score < (select score from assessment a
          where a.vendor_id = v.id and status = 'COMPLETED' order by submitted_at limit 1) - 0.02) as worse
      from assessment`);
    expect(span!.days).toBeGreaterThan(480);
    expect(span!.days).toBeLessThan(550);
    expect(span!.better).toBeGreaterThan(span!.worse);
  });

  test('the names are made up and the addresses do not exist', async () => {
    expect(await query(`select name from vendor where contact_email !~ '@[a-z-]+[.]example$' or website !~ '[.]example$'`)).toEqual([]);
    expect(await query(`select email from app_user where email !~ '@example[.](com|org)$'`)).toEqual([]);
    const [random, people] = [new Random('names'), peopleOf('names')];
    const names = Array.from(
      { length: MOST_VENDORS },
      (_, index) => makeVendor(random, people, { index, standing: 0.5, shift: 7, isNew: false, isDetailed: false }).name,
    );
    expect(new Set(names).size).toBe(MOST_VENDORS);
  });
});

test('the README shows what the demo returns', async () => {
  const readme = await readFile(path.join(__dirname, '../../README.md'), 'utf8');
  const [graph, rest] = [...readme.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => JSON.parse(text!) as unknown);
  const [, question] = /-d '(\{"query".*?\})'/.exec(readme)!;
  const { query: shown } = JSON.parse(question!) as { query: string };
  expect({ data: await server.admin.data(shown) }).toEqual(graph);
  const client = await server.withKey();
  const found = await client.fetch('/api/v1/vendors?query=payments');
  const anyDay = { overallScore: expect.any(Number) as number, lastAssessedAt: expect.any(String) as string };
  expect(await found.json()).toEqual((rest as object[]).map((vendor) => ({ ...vendor, ...anyDay })));
});

describe('its data is consistent', () => {
  /** Each describes what must not exist. */
  test.each([
    [
      'times out of order',
      `select id from assessment where not (created_at <= coalesce(sent_at, created_at)
      and sent_at <= coalesce(submitted_at, sent_at) and submitted_at <= coalesce(completed_at, submitted_at)
      and coalesce(completed_at, submitted_at, sent_at, created_at) <= updated_at) or updated_at >= '${TODAY}'`,
    ],
    [
      'a time without its state, or a state without its time',
      `select id from assessment where
      (sent_at is null) <> (status = 'DRAFT') or (completed_at is null) <> (status <> 'COMPLETED')
      or (submitted_at is null) <> (status in ('DRAFT', 'SENT', 'IN_PROGRESS'))`,
    ],
    [
      'provisional scores or findings after it was sent back',
      `select a.id from assessment a where status = 'IN_PROGRESS' and (
      score is not null or exists (select 1 from finding f where f.assessment_id = a.id and f.status = 'OPEN' and not f.is_manual))`,
    ],
    [
      'an assessment older than its vendor',
      `select a.id from assessment a join vendor v on v.id = a.vendor_id where a.created_at < v.created_at`,
    ],
    [
      'an assessment older than its template',
      `select a.id from assessment a join template t on t.id = a.template_id
      where a.created_at < t.published_at or t.published_at < t.created_at`,
    ],
    [
      'a draft with a link, or any other without exactly one that is not revoked',
      `select a.id from assessment a where
      (select count(*) from portal_link where assessment_id = a.id and revoked_at is null) <> (a.status <> 'DRAFT')::int`,
    ],
    [
      'an answer before it was asked for',
      `select r.id from response r join assessment a on a.id = r.assessment_id
      where a.sent_at is null or r.created_at < a.sent_at or r.updated_at > coalesce(a.submitted_at, a.updated_at)`,
    ],
    [
      'an assessment in progress without answers, or one just sent with some',
      `select id from assessment a where
      (status = 'IN_PROGRESS' and not exists (select 1 from response where assessment_id = a.id))
      or (status in ('DRAFT', 'SENT') and exists (select 1 from response where assessment_id = a.id))`,
    ],
    [
      'a score where there should be none, or none where there should be one',
      `select id from assessment
      where (score is null) <> (status in ('DRAFT', 'SENT', 'IN_PROGRESS'))`,
    ],
    [
      'a decision outside a review',
      `select d.id from review_decision d join assessment a on a.id = d.assessment_id
      where d.decided_at < a.submitted_at or d.decided_at > coalesce(a.completed_at, a.updated_at) or a.status in ('DRAFT', 'SENT', 'SUBMITTED')`,
    ],
    [
      'an open clarification in a completed assessment',
      `select d.id from review_decision d join assessment a on a.id = d.assessment_id
      where a.status = 'COMPLETED' and d.decision = 'CLARIFICATION_REQUESTED'`,
    ],
    [
      'a finding closed without a note, a person and a time after it was raised',
      `select id from finding where
      (status = 'OPEN') <> (resolution_note is null) or (status = 'OPEN') <> (resolved_by_id is null)
      or (status = 'OPEN') <> (resolved_at is null) or resolved_at <= created_at or resolved_at >= '${TODAY}'`,
    ],
    [
      'a finding without the codes of its question',
      `select f.id from finding f join assessment_question q on q.id = f.question_id
      where f.control_codes <> q.control_codes or f.severity <> q.risk_weight`,
    ],
    [
      'a reply before the comment, or to another assessment',
      `select c.id from comment c join comment p on p.id = c.parent_id
      where c.created_at <= p.created_at or c.assessment_id <> p.assessment_id or c.visibility <> p.visibility`,
    ],
    [
      'a series out of step',
      `select a.id from assessment a left join assessment p on p.id = a.previous_id where
      a.previous_id is not null and (p.status <> 'COMPLETED' or p.completed_at > a.created_at or p.next_due_on is not null
        or p.template_id <> a.template_id or p.vendor_id <> a.vendor_id)
      or a.next_due_on <= now() or (a.next_due_on is not null and (a.recurrence = 'NONE' or a.status <> 'COMPLETED'))`,
    ],
    [
      'a certification with impossible dates',
      `select c.id from certification c join vendor v on v.id = c.vendor_id
      where expires_date <= issued_date or c.created_at < v.created_at or c.created_at < issued_date`,
    ],
    [
      'a certification without the tasks that follow from it',
      `select c.id from certification c
      where (select count(*) from responsibility_action where certification_id = c.id) <> (
        select count(*) from control k join framework f on f.id = k.framework_id and k.is_shared_responsibility
        where c.name like 'ISO/IEC 27001%' and f.library_key = 'iso-27001-2022' or c.name like 'SOC 2%' and f.library_key = 'soc-2')`,
    ],
    [
      'a completed action without a time',
      `select id from responsibility_action where (status = 'COMPLETED') <> (completed_at is not null)
      or (status <> 'PENDING') <> (assignee_id is not null) or updated_at < created_at`,
    ],
    [
      'a vendor with a wrong count of assessments',
      `select id from vendor v where assessment_count <> (
      select count(*) from assessment where vendor_id = v.id)`,
    ],
    [
      'an id that is not a random UUID',
      TABLES.filter((table) => table !== 'finding_control' && table !== 'own_field_value')
        .map(
          (table) => `
      select id::text from ${table} where id::text !~ '^.{8}-.{4}-4.{3}-[89ab].{3}-.{12}$'`,
        )
        .join(' union all '),
    ],
  ])('never: %s', async (_, statement) => {
    expect(await query(statement)).toEqual([]);
  });

  test('every answer fits its question, none is hidden, and nothing required is missing in what was submitted', async () => {
    const assessments = await query<{ id: string; status: string }>(`select id, status from assessment`);
    for (const { id, status } of assessments) {
      const state = await readState(server.services.database, id);
      const visible = visibleOf(state);
      for (const question of state) {
        const isDone = isDealtWith(question.type, question);
        expect(question.type === 'FILE_UPLOAD' ? undefined : answerFault(question, question.value)).toBeUndefined();
        if (!visible.has(question.id)) expect(question.responseId).toBeNull();
        else if (question.required && ['SUBMITTED', 'UNDER_REVIEW', 'COMPLETED'].includes(status))
          expect([question.text, isDone]).toEqual([question.text, true]);
      }
    }
  });

  test('the questions are copied from their templates as the service copies them', async () => {
    const copyOf = (assessmentId: string) =>
      query(`
      select position, section, text, help_text, type, risk_weight, required, options, expected_answer, control_codes,
        template_question_id, (select jsonb_agg(jsonb_build_array(o.position, rule - 'questionId') order by n)
          from jsonb_array_elements(conditional_logic -> 'rules') with ordinality as r(rule, n)
          join assessment_question o on o.id = (rule ->> 'questionId')::uuid and o.assessment_id = q.assessment_id) as rules,
        conditional_logic -> 'match' as match, (select jsonb_agg(to_jsonb(c) - array['id', 'question_id', 'assessment_id', 'created_at']
          order by c.code, c.framework_name) from assessment_question_control c where c.question_id = q.id) as controls
      from assessment_question q where assessment_id = '${assessmentId}' order by position`);
    const samples = await query<{ id: string; vendorId: string; templateId: string }>(`
      select distinct on (template_id) id, vendor_id as "vendorId", template_id as "templateId" from assessment where template_id is not null`);
    expect(samples.length).toBeGreaterThan(5);
    for (const { id, vendorId, templateId } of samples) {
      const made = await createAssessment(context(), { vendorId, templateId });
      expect(await copyOf(id)).toEqual(await copyOf(made));
      await query(`delete from assessment where id = '${made}'`);
      await query(`update vendor set assessment_count = assessment_count - 1 where id = '${vendorId}'`);
    }
  });

  test('scores, results and findings are what scoring the answers gives', async () => {
    const { database } = server.services;
    const judged = await query<{ id: string; score: number; status: string }>(
      `select id, score, status from assessment where score is not null`,
    );
    expect(judged.length).toBeGreaterThan(100);
    for (const { id, score } of judged) expect((await scoreSheet(database, id)).score).toBeCloseTo(score, 12);
    const before = await everything(server);
    for (const { id, status } of judged) {
      await database.transaction(async (tx) => {
        await tx.query(sql`update assessment set status = 'UNDER_REVIEW' where id = ${id}`); // the results of a completed one are final
        await scoreAssessment(tx, id);
        await tx.query(sql`update assessment set status = ${status} where id = ${id}`);
        tx.tallies.take();
        tx.keepPast();
      });
    }
    for (const { id } of await query<{ id: string }>(`select id from vendor`)) {
      await database.transaction(async (tx) => {
        await averageScores(tx, [id]);
        tx.keepPast();
      });
    }
    expect(await everything(server)).toEqual(before);
  });

  test('every file exists and matches its row', async () => {
    const files = await query<{ key: string; fileName: string; mimeType: string; size: number; sha256: string }>(`
      select storage_key as key, file_name as "fileName", mime_type as "mimeType", size_bytes as size, sha256 from attachment`);
    expect(files.length).toBeGreaterThan(20);
    for (const { key, fileName, mimeType, size, sha256 } of files) {
      const content = await buffer(await server.services.storage.read(key));
      const inspector = new FileInspector(fileName);
      inspector.push(content);
      expect([inspector.finish(), content.length, createHash('sha256').update(content).digest('hex')]).toEqual([mimeType, size, sha256]);
    }
  });
});

describe('the audit log', () => {
  test('is complete and unaltered', async () => {
    expect(await verifyLog(server.services.database)).toMatchObject({ broken: null });
  });

  test.each([
    [
      'CREATE_VENDOR',
      `select id, created_at as at from vendor v where not exists (select 1 from vendor_request r where r.vendor_id = v.id)`,
    ],
    ['CREATE_VENDOR_REQUEST', `select id, created_at as at from vendor_request`],
    ['CREATE_USER', `select id, created_at as at from app_user where email like '%@example.com'`],
    ['CREATE_ASSESSMENT', `select id, created_at as at from assessment`],
    ['SEND_ASSESSMENT', `select id, sent_at as at from assessment where sent_at is not null`],
    ['FINALIZE_ASSESSMENT', `select id, completed_at as at from assessment where completed_at is not null`],
    ['REVIEW_DECISION', `select assessment_id as id, decided_at as at from review_decision`],
    [
      'UPDATE_FINDING',
      `select id, resolved_at as at from finding where status <> 'OPEN'
      union all select id, created_at as at from finding where treatment is not null`,
    ],
    ['CREATE_FINDING', `select id, created_at as at from finding where is_manual`],
    ['UPLOAD_FILE', `select id, created_at as at from attachment`],
    ['CREATE_CERTIFICATION', `select id, created_at as at from certification`],
    ['UPDATE_RESPONSIBILITY', `select id, updated_at as at from responsibility_action where status <> 'PENDING'`],
    ['RESEND_LINK', `select assessment_id as id, revoked_at as at from portal_link where revoked_at is not null`],
  ])('has one %s entry for each time it happened, and no more', async (action, happened) => {
    const found = await query(`select entity_id as id, created_at as at from audit_entry
      where action = '${action}' and created_at < '${TODAY}' order by id, at`);
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(await query(`select * from (${happened}) happened order by id, at`));
  });

  test('accounts for every revision of an assessment, the last one at its last change', async () => {
    const actions = `'SEND_ASSESSMENT', 'SAVE_ANSWERS', 'SUBMIT_ASSESSMENT', 'START_REVIEW', 'REVIEW_DECISION',
      'SEND_BACK_ASSESSMENT', 'FINALIZE_ASSESSMENT'`;
    expect(
      await query(`
      select id from assessment a where revision <> 1
        + (select count(*) from audit_entry where entity_id = a.id and action in (${actions}))
        + (select count(*) from attachment where assessment_id = a.id)
        or updated_at < (select max(created_at) from audit_entry where entity_id = a.id and action in (${actions}))`),
    ).toEqual([]);
  });

  test('shows people who signed in again and once mistyped', async () => {
    expect(
      await query(`
      select id from app_user u where email like '%@example.com' and last_signed_in_at is distinct from (
        select max(created_at) from audit_entry where action = 'LOGIN' and user_id = u.id)`),
    ).toEqual([]);
    expect((await query(`select 1 from audit_entry where action = 'LOGIN_FAILED'`)).length).toBeGreaterThan(0);
  });
});

test('the same seed on the same day gives the same portfolio, another seed another', async () => {
  const [again, other] = await Promise.all([startTestServer(), startTestServer()]);
  try {
    await loadDemo(context(again), { today: TODAY });
    await loadDemo(context(other), { today: TODAY, seed: '2', vendors: 4 });
    const [first, second, third] = await Promise.all([server, again, other].map(everything));
    expect(second).toEqual(first);
    const known = new Set(Object.values(first!).flat());
    expect(
      Object.values(third!)
        .flat()
        .filter((row) => known.has(row)),
    ).toEqual([]);
  } finally {
    await Promise.all([again.stop(), other.stop()]);
  }
});

/**
 * All rows of the demo, except what must differ: passwords and positions in the audit log. Library items have random ids, so
 * names are compared instead.
 */
async function everything(of: TestServer): Promise<Record<string, string[]>> {
  const names = new Map(
    (
      await query<{ id: string; name: string }>(
        `
    select id, 'role ' || name as name from role where is_system
    union all select id, 'template ' || name from template
    union all select id, 'framework ' || name from framework
    union all select c.id, 'control ' || c.code from control c
    union all select q.id, 'question ' || t.name || ' ' || q.position from template_question q join template t on t.id = q.template_id`,
        of,
      )
    ).map(({ id, name }) => [id, name]),
  );
  const dump: Record<string, string[]> = {};
  for (const table of [...TABLES, 'audit_entry']) {
    const own = {
      role: 'where not is_system',
      app_user: `where email like '%@example.com'`,
      audit_entry: `where created_at < '${TODAY}'`,
    }[table as string];
    const rows = await query<{ row: string }>(
      `
      select (to_jsonb(t) - array['password_hash', 'lane', 'seq', 'prev_hash', 'hash', 'commitments', 'salt', 'salts'])::text as row from ${table} t ${own ?? ''} order by 1`,
      of,
    );
    dump[table] = rows.map(({ row }) => row.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => names.get(id) ?? id)).sort();
  }
  return dump;
}

describe('a database with a portfolio', () => {
  test('is refused, and so are invalid options', async () => {
    await expect(loadDemo(context())).rejects.toThrow(/without vendors and assessments, but this one has 40 vendors, 150 assessments$/);
    for (const vendors of [0, 1.5, NaN, 100_001]) {
      await expect(loadDemo(context(), { vendors })).rejects.toThrow('vendors must be a whole number from 1 to 100,000');
    }
  });

  test('is created by one of two concurrent loads', async () => {
    const shared = await startTestServer({ library: true });
    try {
      const ends = await Promise.allSettled([1, 2].map(() => loadDemo(context(shared), { vendors: 2 })));
      expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const { reason } = ends.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
      expect(reason).toMatchObject({ code: 'CONFLICT' });
      expect(await query(`select 1 from vendor`, shared)).toHaveLength(2);
    } finally {
      await shared.stop();
    }
  });

  test('that was left unfinished has only complete vendors, and is recognised as such', async () => {
    const broken = await startTestServer();
    try {
      await query(`alter table vendor add constraint full_up check (external_id <> 'DEMO-000201')`, broken);
      const told: number[] = [];
      await expect(loadDemo(context(broken), { vendors: 240, onProgress: (done) => told.push(done) })).rejects.toThrow(
        /^Loading stopped after 200 of 240 vendors: .*full_up.* empty the database/,
      );
      expect(told).toEqual([200]);
      const [has] = await query<object>(
        `select (select count(*) from vendor) as vendors, (select count(*) from assessment) as assessments,
        (select count(distinct template_name) from assessment where template_name = 'Pulse check') as brief`,
        broken,
      );
      expect(has).toEqual({ vendors: 200, assessments: 1_000, brief: 1 });
      expect(await verifyLog(broken.services.database)).toMatchObject({ broken: null });
      await expect(loadDemo(context(broken))).rejects.toThrow('200 vendors, 1,000 assessments of a demo load that did not finish');
    } finally {
      await broken.stop();
    }
  });
});
