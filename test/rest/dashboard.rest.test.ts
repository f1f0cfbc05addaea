import { sql } from '../../src/database/sql';
import { recount } from '../../src/domains/dashboard/recount';
import { ANSWERS, Assessor } from '../kit/assessed';
import { createVendor } from '../kit/portfolio';
import { RestClient } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let viewer: RestClient;
beforeAll(async () => {
  server = await startTestServer();
  viewer = new RestClient(await server.withKey(['assessments:view']));
});
afterAll(() => server.stop());

const dashboard = async () => {
  const { status, body } = await viewer.get('/v1/dashboard');
  expect(status).toBe(200);
  return body;
};

describe('GET /api/v1/dashboard', () => {
  test('200 for an empty portfolio: zeros, and null where there is nothing to aggregate', async () => {
    expect(await dashboard()).toEqual({
      vendors: 0,
      vendorCount: 0,
      averageScore: null,
      openFindings: 0,
      needsAttention: 0,
      scoreDistribution: { green: 0, amber: 0, red: 0, unscored: 0 },
      topDeficientControls: [],
      riskByTier: [
        { tier: 'LOW', count: 0 },
        { tier: 'MEDIUM', count: 0 },
        { tier: 'HIGH', count: 0 },
        { tier: 'CRITICAL', count: 0 },
      ],
      vendorsByTier: { LOW: 0, MEDIUM: 0, HIGH: 0, CRITICAL: 0 },
      assessmentStatusCounts: {
        DRAFT: 0,
        SENT: 0,
        IN_PROGRESS: 0,
        SUBMITTED: 0,
        UNDER_REVIEW: 0,
        COMPLETED: 0,
        OVERDUE: 0,
      },
      customerResponsibilitySummary: null,
    });
  });

  test('200 with the numbers of a portfolio', async () => {
    const assessor = await Assessor.prepare(server);
    const good = await assessor.completed({ tier: 'LOW' }, {}, { ...ANSWERS, '=Key length': 256, 'Rotated?': 'YES' });
    await assessor.completed({ tier: 'HIGH' }); // 16 of 20: amber
    await assessor.completed({ tier: 'HIGH' }, {}, { ...ANSWERS, 'MFA?': 'NO' }); // 6 of 20: red
    const late = await assessor.sent({}, { dueDate: '2030-01-01' });
    await createVendor(server, { tier: 'CRITICAL' });
    await assessor.certify(good.vendorId, { name: 'ISO 27001' });
    const { database } = server.services;
    await database.query(sql`update assessment set due_date = now() - interval '1 day' where id = ${late.id}`);
    await database.query(sql`update responsibility_action set status = 'COMPLETED'`);

    expect(await dashboard()).toEqual({
      vendors: 5,
      vendorCount: 5,
      averageScore: expect.closeTo((1 + 0.8 + 0.3) / 3, 10),
      openFindings: 5,
      needsAttention: 2,
      scoreDistribution: { green: 1, amber: 1, red: 1, unscored: 2 },
      topDeficientControls: [
        { controlCode: 'A.3', controlTitle: 'Control three', failCount: 2 },
        { controlCode: 'A.1', controlTitle: 'Control one', failCount: 1 },
        { controlCode: 'A.2', controlTitle: 'Control two', failCount: 1 },
      ],
      riskByTier: [
        { tier: 'LOW', count: 1 },
        { tier: 'MEDIUM', count: 0 },
        { tier: 'HIGH', count: 2 },
        { tier: 'CRITICAL', count: 1 },
      ],
      vendorsByTier: { LOW: 1, MEDIUM: 0, HIGH: 2, CRITICAL: 1 },
      assessmentStatusCounts: {
        DRAFT: 0,
        SENT: 1,
        IN_PROGRESS: 0,
        SUBMITTED: 0,
        UNDER_REVIEW: 0,
        COMPLETED: 3,
        OVERDUE: 1,
      },
      customerResponsibilitySummary: { totalVendors: 1, totalActions: 1, completedActions: 1, percent: 100 },
    });
  });

  test('200 with at most ten deficient controls', async () => {
    const { database } = server.services;
    await database.query(sql`
      insert into assessment_question_control (question_id, assessment_id, code, title, framework_name)
      select question_id, assessment_id, 'Z.' || lpad(n::text, 2, '0'), 'Control ' || n, 'Z'
      from assessment_question_control cross join generate_series(1, 12) as n where code = 'A.3'`);
    await recount(database);
    const { topDeficientControls } = (await dashboard()) as { topDeficientControls: { controlCode: string }[] };
    expect(topDeficientControls.map(({ controlCode }) => controlCode)).toEqual([
      'A.3',
      ...Array.from({ length: 9 }, (_, n) => `Z.0${n + 1}`),
    ]);
  });

  test('200 with one row per code, however many frameworks have it', async () => {
    const { database } = server.services;
    await database.query(sql`
      insert into assessment_question_control (question_id, assessment_id, code, title, framework_name)
      select question_id, assessment_id, 'A.3', 'Three elsewhere', 'Another' from assessment_question_control where code = 'A.3'
      union all
      select question_id, assessment_id, 'A.3', 'Three elsewhere', 'Another' from assessment_question_control where code = 'A.1'`);
    await recount(database);
    const { topDeficientControls } = (await dashboard()) as { topDeficientControls: { controlCode: string }[] };
    // Two answers failed A.3 before, now in both frameworks, and one that failed A.1 fails it only in the other one.
    expect(topDeficientControls.filter(({ controlCode }) => controlCode === 'A.3')).toEqual([
      { controlCode: 'A.3', controlTitle: 'Three elsewhere', failCount: 3 },
    ]);
    expect(new Set(topDeficientControls.map(({ controlCode }) => controlCode)).size).toBe(topDeficientControls.length);
  });
});
