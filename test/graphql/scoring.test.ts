import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Database } from '../../src/database/database';
import { openDatabase } from '../../src/open-database';
import { sql } from '../../src/database/sql';
import { type AssumedAnswer, readState, visibleOf } from '../../src/domains/assessment/question-state';
import { scoreAssessment, scoreSheet } from '../../src/domains/scoring/scoring';
import { expectedText, type Range } from '../../src/domains/template/expected-answer.rules';
import { createTestDatabase } from '../kit/database';

let database: Database;
let drop: () => Promise<void>;
const vendorId = randomUUID();
beforeAll(async () => {
  const made = await createTestDatabase();
  drop = made.drop;
  database = await openDatabase(made.url, 4);
  await database.query(sql`insert into vendor (id, name, contact_email) values (${vendorId}, 'V', 'a@b.example')`);
});
afterAll(async () => {
  await database.close();
  await drop();
});

const WEIGHTS = { CRITICAL: 10, HIGH: 6, MEDIUM: 3, LOW: 1 };
const OPTIONS = ['a', 'b', 'c'];

/** A question with its answer, in the terms of the domain rules. */
interface Item {
  type: string;
  riskWeight: keyof typeof WEIGHTS;
  expected: unknown;
  value: unknown;
  isNotApplicable: boolean;
  isRejected: boolean;
  /** Shown only if the question this many places before is answered YES; 0: always. */
  dependsOn: number;
}

const number = fc.constantFrom(-2, 0, 0.5, 1, 2, 9, 10, 14);
const day = fc.constantFrom('1999-12-31', '2026-01-01', '2026-02-10', '2026-10-02');
const rangeOf = <T extends number | string>(end: fc.Arbitrary<T>) =>
  fc.tuple(end, end, fc.constantFrom('min', 'max', 'both')).map(([a, b, ends]) => {
    const [min, max] = a <= b ? [a, b] : [b, a];
    return { ...(ends !== 'max' && { min }), ...(ends !== 'min' && { max }) };
  });
const choices = fc.subarray(OPTIONS, { minLength: 1 });
const SHAPES: Record<string, { expected: fc.Arbitrary<unknown>; value: fc.Arbitrary<unknown> }> = {
  YES_NO: { expected: fc.constantFrom('YES', 'NO'), value: fc.constantFrom('YES', 'NO') },
  MULTIPLE_CHOICE: { expected: fc.oneof(fc.constantFrom(...OPTIONS), choices), value: fc.constantFrom(...OPTIONS) },
  COMBOBOX: { expected: fc.oneof(fc.constantFrom(...OPTIONS), choices), value: fc.constantFrom(...OPTIONS) },
  MULTI_SELECT: { expected: choices, value: fc.shuffledSubarray(OPTIONS) },
  NUMERIC: { expected: fc.oneof(number, rangeOf(number)), value: number },
  RATING: { expected: fc.integer({ min: 1, max: 5 }), value: fc.integer({ min: 1, max: 5 }) },
  FREE_TEXT: { expected: fc.constant(null), value: fc.string() },
  DATE: { expected: fc.oneof(day, rangeOf(day)), value: day },
};
const item: fc.Arbitrary<Item> = fc.constantFrom(...Object.keys(SHAPES)).chain((type) =>
  fc.record({
    type: fc.constant(type),
    riskWeight: fc.constantFrom(...(Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[])),
    expected: fc.option(SHAPES[type]!.expected, { freq: 5 }),
    value: fc.option(SHAPES[type]!.value, { freq: 4 }),
    isNotApplicable: fc.boolean().map((yes) => yes && Math.random() < 0.3),
    isRejected: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    dependsOn: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3 })),
  }),
);
const form = fc.array(item, { minLength: 1, maxLength: 12 });

interface Made {
  assessmentId: string;
  ids: string[];
}

async function store(items: Item[]): Promise<Made> {
  const assessmentId = randomUUID();
  const ids = items.map(() => randomUUID());
  await database.query(
    sql`insert into assessment (id, title, vendor_id, status) values (${assessmentId}, 'A', ${vendorId}, 'UNDER_REVIEW')`,
  );
  const rows = items.map((one, i) => ({
    id: ids[i],
    n: i + 1,
    type: one.type,
    weight: one.riskWeight,
    expected: one.expected,
    logic:
      one.dependsOn && i >= one.dependsOn
        ? { match: 'all', rules: [{ questionId: ids[i - one.dependsOn], operator: 'equals', value: 'YES' }] }
        : null,
  }));
  await database.query(sql`
    insert into assessment_question (id, assessment_id, position, section, text, type, risk_weight, expected_answer, conditional_logic, options)
    select id, ${assessmentId}, n, 'S', 'Q' || n, type, weight, expected, logic, array['a', 'b', 'c']
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(id uuid, n int, type text, weight text, expected jsonb, logic jsonb)`);
  const answers = items.flatMap((one, i) =>
    one.value === null && !one.isNotApplicable && !one.isRejected
      ? []
      : [{ response: randomUUID(), question: ids[i], value: one.value, na: one.isNotApplicable, rejected: one.isRejected }],
  );
  await database.query(sql`
    insert into response (id, assessment_id, question_id, value, is_not_applicable)
    select response, ${assessmentId}, question, nullif(value, 'null'), na
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as f(response uuid, question uuid, value jsonb, na boolean)`);
  await database.query(sql`
    insert into review_decision (id, response_id, assessment_id, decision)
    select gen_random_uuid(), response, ${assessmentId}, 'REJECTED'
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as f(response uuid, rejected boolean) where rejected`);
  return { assessmentId, ids };
}

/** A naive implementation of the rules, one question at a time. */
function naive(items: Item[]): { score: number | null; failed: number[]; visible: boolean[] } {
  const visible: boolean[] = [];
  let [earned, possible] = [0, 0];
  const failed: number[] = [];
  items.forEach((one, i) => {
    const parent = one.dependsOn && i >= one.dependsOn ? i - one.dependsOn : undefined;
    visible[i] = parent === undefined || (visible[parent]! && !items[parent]!.isNotApplicable && isYes(items[parent]!.value));
    if (!visible[i]) return;
    const scorable = one.type !== 'FREE_TEXT' && one.expected !== null;
    if (!one.isRejected && (!scorable || one.isNotApplicable)) return;
    const matches = !one.isRejected && one.value !== null && isMatch(one);
    possible += WEIGHTS[one.riskWeight];
    if (matches) earned += WEIGHTS[one.riskWeight];
    else failed.push(i);
  });
  return { score: possible === 0 ? null : earned / possible, failed, visible };
}

const isYes = (value: unknown) => typeof value === 'string' && value.toLowerCase() === 'yes';

function isMatch({ type, expected, value }: Item): boolean {
  if (type === 'MULTI_SELECT')
    return JSON.stringify([...(value as string[])].sort()) === JSON.stringify([...(expected as string[])].sort());
  if (type === 'RATING') return (value as number) >= (expected as number);
  if (Array.isArray(expected)) return expected.includes(value);
  if (typeof expected !== 'object') return expected === value;
  const { min, max } = expected as Range<number>;
  return !((value as number) < min!) && !((value as number) > max!);
}

const scoreOf = async (id: string) =>
  (await database.query<{ score: number | null }>(sql`select score from assessment where id = ${id}`))[0]!.score;
const findingsOf = (id: string) =>
  database.query<{ questionId: string }>(
    sql`select id, question_id as "questionId", status, updated_at from finding where assessment_id = ${id} order by id`,
  );

const scoreNow = (assessmentId: string) =>
  database.transaction(async (tx) => {
    await scoreAssessment(tx, assessmentId);
    // Neither is used here.
    tx.tallies.take();
    tx.keepPast();
  });

test('the database scores by the rules, and raises a finding for each answer that fails', async () => {
  await fc.assert(
    fc.asyncProperty(form, async (items) => {
      const { assessmentId, ids } = await store(items);
      await scoreNow(assessmentId);
      const expected = naive(items);
      const score = await scoreOf(assessmentId);
      if (expected.score === null) expect(score).toBeNull();
      else expect(score).toBeCloseTo(expected.score, 12);
      expect(score === null || (score >= 0 && score <= 1)).toBe(true);
      const found = (await findingsOf(assessmentId)).map(({ questionId }) => questionId);
      expect(found.sort()).toEqual(expected.failed.map((i) => ids[i]!).sort());
    }),
    { numRuns: 150 },
  );
});

test('scoring twice changes nothing, and the explanation agrees', async () => {
  await fc.assert(
    fc.asyncProperty(form, async (items) => {
      const { assessmentId } = await store(items);
      await scoreNow(assessmentId);
      const [score, findings] = [await scoreOf(assessmentId), await findingsOf(assessmentId)];
      await scoreNow(assessmentId);
      expect([await scoreOf(assessmentId), await findingsOf(assessmentId)]).toEqual([score, findings]);
      const sheet = await scoreSheet(database, assessmentId);
      expect(sheet.score).toEqual(score === null ? null : expect.closeTo(score, 12));
    }),
    { numRuns: 40 },
  );
});

test('making a compliant answer non-compliant never raises the score; hidden answers never matter', async () => {
  await fc.assert(
    fc.asyncProperty(form, fc.nat(), async (items, pick) => {
      const { assessmentId, ids } = await store(items.map((one) => ({ ...one, dependsOn: pick % 2 ? one.dependsOn : 0 })));
      const before = await scoreSheet(database, assessmentId);
      const visible = visibleOf(await readState(database, assessmentId));
      const assume = (questionId: string): AssumedAnswer => ({ questionId, value: null, isNotApplicable: false });
      const compliant = before.terms.filter(({ isCompliant }) => isCompliant);
      if (pick % 2 === 0 && compliant.length > 0) {
        const { questionId } = compliant[pick % compliant.length]!;
        const after = await scoreSheet(database, assessmentId, [assume(questionId)]);
        expect(after.score!).toBeLessThan(before.score!);
      }
      const hidden = ids.filter((id) => !visible.has(id));
      const after = await scoreSheet(
        database,
        assessmentId,
        hidden.map((id) => ({ ...assume(id), value: 'YES' })),
      );
      expect(after.score).toEqual(before.score);
    }),
    { numRuns: 60 },
  );
});

test('the settings decide what "not applicable" counts', async () => {
  const one: Item = {
    type: 'YES_NO',
    riskWeight: 'HIGH',
    expected: 'YES',
    value: null,
    isNotApplicable: true,
    isRejected: false,
    dependsOn: 0,
  };
  const { assessmentId } = await store([one, { ...one, value: 'YES', isNotApplicable: false }]);
  expect((await scoreSheet(database, assessmentId)).score).toBe(1);
  await database.query(sql`update settings set not_applicable_is_non_compliant = true, weight_high = 4`);
  expect(await scoreSheet(database, assessmentId)).toMatchObject({ score: 0.5, weighted: 4, max: 8 });
  await database.query(sql`update settings set not_applicable_is_non_compliant = false, weight_high = 6`);
});

test.each([
  ['NUMERIC', { max: 14 }, 13, true],
  ['NUMERIC', { max: 14 }, 14, true],
  ['NUMERIC', { max: 14 }, 15, false],
  ['NUMERIC', { min: 99.5 }, 99.5, true],
  ['NUMERIC', { min: 99.5 }, 99.49, false],
  ['NUMERIC', { min: 1, max: 14 }, 0, false],
  ['NUMERIC', 14, 13, false],
  ['RATING', 3, 5, true],
  ['RATING', 3, 3, true],
  ['RATING', 3, 2, false],
  ['DATE', '2026-01-31', '2026-01-31', true],
  ['DATE', '2026-01-31', '2026-01-30', false],
  ['DATE', { min: '2026-01-31' }, '2026-11-01', true],
  ['DATE', { min: '2026-01-31', max: '2026-02-28' }, '2026-03-01', false],
])('of %s, %j expected, %j complies: %s', async (type, expected, value, complies) => {
  const one: Item = { type, riskWeight: 'LOW', expected, value, isNotApplicable: false, isRejected: false, dependsOn: 0 };
  const { assessmentId } = await store([one]);
  expect((await scoreSheet(database, assessmentId)).score).toBe(complies ? 1 : 0);
});

test.each([
  ['NUMERIC', { min: 1, max: 14 }, 20, 'Answered 20. Expected 1 to 14.'],
  ['NUMERIC', { max: 14 }, 20, 'Answered 20. Expected at most 14.'],
  ['NUMERIC', { min: 3 }, 1, 'Answered 1. Expected at least 3.'],
  ['NUMERIC', { min: 3, max: 3 }, 1, 'Answered 1. Expected 3.'],
  ['NUMERIC', 0.5, null, 'Not answered. Expected 0.5.'],
  ['DATE', { min: '2026-01-01' }, '2025-12-31', 'Answered 2025-12-31. Expected on or after 2026-01-01.'],
  ['DATE', { max: '2026-01-01' }, '2026-12-31', 'Answered 2026-12-31. Expected on or before 2026-01-01.'],
  ['DATE', { min: '2026-01-01', max: '2026-06-30' }, '2027-01-01', 'Answered 2027-01-01. Expected 2026-01-01 to 2026-06-30.'],
  ['RATING', 4, 2, 'Answered 2. Expected at least 4.'],
  ['RATING', 5, 2, 'Answered 2. Expected 5.'],
  ['MULTIPLE_CHOICE', ['a', 'b'], 'c', 'Answered c. Expected a or b.'],
])(
  'a finding says what is wrong with %s expecting %j and answered %j, in the same words as the pages',
  async (type, expected, value, says) => {
    const one: Item = { type, riskWeight: 'LOW', expected, value, isNotApplicable: false, isRejected: false, dependsOn: 0 };
    const { assessmentId } = await store([one]);
    await scoreNow(assessmentId);
    const [finding] = await database.query<{ description: string }>(
      sql`select description from finding where assessment_id = ${assessmentId}`,
    );
    expect(finding!.description).toBe(says);
    expect(says).toContain(`Expected ${expectedText(type, expected, (date) => date)}.`);
  },
);

test.each([
  [1, 'Answered by a file. Rejected in review.'],
  [0, 'Not answered. Rejected in review.'],
])('the finding of a rejected file question with %s files says so', async (files, says) => {
  const one: Item = {
    type: 'FILE_UPLOAD',
    riskWeight: 'LOW',
    expected: null,
    value: null,
    isNotApplicable: false,
    isRejected: true,
    dependsOn: 0,
  };
  const { assessmentId } = await store([one]);
  await database.query(sql`
    insert into attachment (file_name, mime_type, size_bytes, sha256, storage_key, response_id, assessment_id)
    select 'a.pdf', 'application/pdf', 1, 'x', gen_random_uuid(), id, assessment_id from response, generate_series(1, ${files})
    where assessment_id = ${assessmentId}`);
  await scoreNow(assessmentId);
  expect(await database.query(sql`select description from finding where assessment_id = ${assessmentId}`)).toEqual([{ description: says }]);
});
