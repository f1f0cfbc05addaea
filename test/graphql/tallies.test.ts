import { sql } from '../../src/database/sql';
import { recount } from '../../src/domains/dashboard/recount';
import { Assessor } from '../kit/assessed';
import { createVendor, decide } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let assessor: Assessor;
beforeAll(async () => {
  server = await startTestServer();
  assessor = await Assessor.prepare(server);
});
afterAll(() => server.stop());

/** The stored tallies, and the same counted from the rows. */
async function tallies() {
  const { database } = server.services;
  const kept = await database.query(sql`
    select kind, key, sum(count) as count from tally group by kind, key having sum(count) <> 0 order by kind, key`);
  const counted = await database.query(sql`
    select * from (
      select 'assessment' as kind, status as key, count(*) as count from assessment group by status
      union all select 'finding', status || ' ' || severity, count(*) from finding group by status, severity
      union all select 'deficient-control', jsonb_build_array(code, framework_name, title)::text, count(*) from (
          select r.id, c.code, (array_agg(c.framework_name order by c.framework_name))[1] as framework_name,
            (array_agg(c.title order by c.framework_name, c.title))[1] as title
          from response r join assessment a on a.id = r.assessment_id join assessment_question_control c on c.question_id = r.question_id
          where a.status = 'COMPLETED' and not r.is_compliant group by r.id, c.code) as failed group by code, framework_name, title
    ) as counted order by kind, key`);
  const keptEntries = await database.query(sql`
    select action, day, sum(count) as count from audit_count group by action, day order by action, day`);
  const countedEntries = await database.query(sql`
    select action, (created_at at time zone 'UTC')::date as day, count(*) as count from audit_entry group by 1, 2 order by 1, 2`);
  return { kept: [kept, keptEntries], counted: [counted, countedEntries] };
}

async function expectTallied() {
  const { kept, counted } = await tallies();
  expect(kept).toEqual(counted);
}

const findingsOf = async (vendorId: string) =>
  (
    await server.admin.data<{ findings: { nodes: { id: string; status: string }[]; totalCount: number } }>(
      `query ($filter: FindingFilter) { findings(filter: $filter, first: 100) { nodes { id status } totalCount } }`,
      { filter: { vendorId } },
    )
  ).findings.nodes;

const close = (id: string) =>
  server.admin.ask(`mutation ($input: UpdateFindingStatusInput!) { updateFindingStatus(input: $input) { finding { id } } }`, {
    input: { id, status: 'REMEDIATED', resolutionNote: 'Done' },
  });

const remove = (what: 'deleteVendor' | 'deleteAssessment', id: string) =>
  server.admin.ask(`mutation ($input: DeleteInput!) { ${what}(input: $input) { deletedId } }`, { input: { id } });

const totals = async () =>
  server.admin.data<Record<string, { totalCount: number }>>(`{
    all: findings { totalCount } open: findings(filter: { status: OPEN }) { totalCount }
    high: findings(filter: { severity: HIGH }) { totalCount } openHigh: findings(filter: { status: OPEN, severity: HIGH }) { totalCount }
    assessments { totalCount } completed: assessments(filter: { status: [COMPLETED] }) { totalCount }
    either: assessments(filter: { status: [COMPLETED, DRAFT] }) { totalCount } none: assessments(filter: { status: [] }) { totalCount }
  }`);

test('every step of an assessment keeps the tallies exact', async () => {
  const { id, vendorId, portal } = await assessor.submitted({ name: 'Steps' });
  await expectTallied();
  await decide(server.admin, id, await portal.idOf('MFA?'), 'REJECTED');
  await expectTallied();
  await decide(server.admin, id, await portal.idOf('MFA?'), 'APPROVED');
  await expectTallied();
  await server.admin.data(`mutation ($input: CreateFindingInput!) { createFinding(input: $input) { finding { id } } }`, {
    input: { assessmentId: id, title: 'By hand', severity: 'LOW' },
  });
  await expectTallied();
  await server.admin.data(`mutation ($input: IdInput!) { finalizeAssessment(input: $input) { assessment { status } } }`, { input: { id } });
  await expectTallied();
  for (const finding of await findingsOf(vendorId)) await close(finding.id);
  await expectTallied();
  await remove('deleteAssessment', id);
  await expectTallied();
});

test('the totals of lists are the tallies', async () => {
  const { vendorId } = await assessor.completed({ name: 'Totals' });
  await assessor.sent(vendorId);
  const [counted] = await server.services.database.query<Record<string, number>>(sql`
    select count(*) as all, count(*) filter (where status = 'OPEN') as open, count(*) filter (where severity = 'HIGH') as high,
      count(*) filter (where status = 'OPEN' and severity = 'HIGH') as "openHigh",
      (select count(*) from assessment) as assessments, (select count(*) from assessment where status = 'COMPLETED') as completed,
      (select count(*) from assessment where status in ('COMPLETED', 'DRAFT')) as either, 0 as none
    from finding`);
  const shown = await totals();
  expect(Object.fromEntries(Object.entries(shown).map(([name, { totalCount }]) => [name, totalCount]))).toEqual(counted);
  expect(counted!.open).toBeGreaterThan(0);
});

test('closing, deleting and finalizing concurrently leaves the tallies exact', async () => {
  const made = await Promise.all([1, 2, 3].map((n) => assessor.completed({ name: `Race ${n}` })));
  const findings = (await Promise.all(made.map(({ vendorId }) => findingsOf(vendorId)))).flat();
  const spare = await createVendor(server, { name: 'Spare' });
  await Promise.all([
    ...findings.map(({ id }) => close(id)),
    remove('deleteVendor', made[0]!.vendorId),
    remove('deleteAssessment', made[1]!.id),
    assessor.completed(spare),
    assessor.completed(made[2]!.vendorId),
    remove('deleteVendor', made[0]!.vendorId),
  ]);
  await expectTallied();
});

test('a change that is refused counts nothing', async () => {
  const { vendorId } = await assessor.completed({ name: 'Refused' });
  const [finding] = await findingsOf(vendorId);
  await close(finding!.id);
  const before = await tallies();
  const { errors } = await close(finding!.id);
  expect(errors?.[0]?.extensions?.code).toBe('INVALID_TRANSITION');
  expect(await tallies()).toEqual(before);
});

test('a recount finds manual changes', async () => {
  const { database } = server.services;
  await database.query(sql`update finding set severity = 'LOW' where status = 'OPEN'`);
  await database.query(sql`update tally set count = count + 7`);
  const { kept, counted } = await tallies();
  expect(kept).not.toEqual(counted);
  await recount(database);
  await expectTallied();
});

test('totals of the audit log are exact for any period, to the moment', async () => {
  const { database } = server.services;
  await database.query(sql`
    insert into audit_entry (id, lane, seq, action, user_name, created_at, prev_hash, hash)
    select gen_random_uuid(), 99, n, case n % 2 when 0 then 'LOGIN' else 'LOGOUT' end, 'U',
      '2020-01-01T00:00:00Z'::timestamptz + interval '7 hours' * n, '', '' from generate_series(0, 40) as n`);
  await recount(database);
  const bounds = [
    null,
    '2020-01-01',
    '2020-01-03T00:00:00Z',
    '2020-01-03T07:00:00Z',
    '2020-01-03T23:59:59.999Z',
    '2020-01-05',
    '2020-01-07T11:00:00Z',
  ];
  for (const from of bounds) {
    for (const to of bounds) {
      for (const action of [null, 'LOGIN']) {
        const { auditLog } = await server.admin.data<{ auditLog: { totalCount: number } }>(
          `query ($filter: AuditFilter) { auditLog(filter: $filter, first: 1) { totalCount } }`,
          { filter: { action, createdFrom: from, createdTo: to } },
        );
        const [expected] = await database.query<{ count: number }>(sql`
          select count(*) as count from audit_entry where (${action}::text is null or action = ${action})
            and (${from}::timestamptz is null or created_at >= ${from}) and (${to}::timestamptz is null or created_at <= ${to})`);
        expect([from, to, action, auditLog.totalCount]).toEqual([
          from,
          to,
          action,
          from || to || action ? expected!.count : expect.any(Number),
        ]);
      }
    }
  }
});
