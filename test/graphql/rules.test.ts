import fc from 'fast-check';
import type { Database } from '../../src/database/database';
import { folded, quicklyFolded, rawSql, type Sql, sql } from '../../src/database/sql';
import type { Status } from '../../src/domains/assessment/assessment.rules';
import { isExpired, percentDone } from '../../src/domains/certification/certification.rules';
import * as certifications from '../../src/domains/certification/certification.store';
import { complianceRatio } from '../../src/domains/compliance/evaluations';
import { COMPLIANCE_RATIO } from '../../src/domains/compliance/evaluations.store';
import { isOverdue } from '../../src/domains/vendor/overdue.rules';
import * as ownFields from '../../src/domains/vendor/own-fields.store';
import * as overdue from '../../src/domains/vendor/overdue.store';
import { type BandBounds, RagBand, ragBand } from '../../src/domains/vendor/vendor.rules';
import * as vendors from '../../src/domains/vendor/vendor.store';
import { openDatabase } from '../../src/open-database';
import { createTestDatabase } from '../kit/database';
import { scaled } from '../kit/scale';

/** Rules that exist in TypeScript and, for many rows, also in SQL: on random rows both give the same result. */
const RUNS = Number(process.env.FUZZ_RUNS ?? scaled(30, 500));

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const made = await createTestDatabase();
  drop = made.drop;
  database = await openDatabase(made.url, 1);
});
afterAll(async () => {
  await database.close();
  await drop();
});

/** Runs a query on the rows, which it gets in order as a table "given". */
async function judged<T>(rows: readonly object[], columns: string, verdict: Sql): Promise<T[]> {
  const given = sql`jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as one(fields, n),
    jsonb_to_record(fields) as given(${rawSql(columns)})`;
  return (await database.query<{ verdict: T }>(sql`select ${verdict} as verdict from ${given} order by n`)).map((row) => row.verdict);
}

const check = <T>(rows: fc.Arbitrary<T>, property: (rows: T) => Promise<void>) =>
  fc.assert(fc.asyncProperty(rows, property), { numRuns: RUNS });

const share = fc.oneof(
  fc.constantFrom(0, 0.6, 0.85, 1, Number.MIN_VALUE, 1 - Number.EPSILON / 2),
  fc.double({ min: 0, max: 1, noNaN: true }),
);
const bounds = fc.tuple(share, share).map(([a, b]): BandBounds => ({ amberFrom: Math.min(a, b), greenFrom: Math.max(a, b) }));

test('the band of a score', () =>
  check(fc.tuple(bounds, fc.array(fc.option(share), { minLength: 1 })), async ([limits, random]) => {
    const scores = [...random, null, limits.amberFrom, limits.greenFrom];
    const rows = scores.map((score) => ({ score }));
    const expected = scores.map((score) => ragBand(score, limits));
    expect(await judged(rows, 'score float8', vendors.bandOf('score', limits))).toEqual(expected);
    for (const band of Object.values(RagBand)) {
      const found = await judged(rows, 'score float8', sql`coalesce(${vendors.inBand(band, limits, 'score')}, false)`);
      expect(found).toEqual(expected.map((one) => one === band));
    }
  }));

const STATES: Status[] = ['DRAFT', 'SENT', 'IN_PROGRESS', 'SUBMITTED', 'UNDER_REVIEW', 'COMPLETED'];
const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }).map((date) => date.toISOString());

test('whether an assessment is overdue', () =>
  check(fc.tuple(moment, fc.array(fc.option(moment), { minLength: 1, maxLength: 10 })), async ([now, random]) => {
    const near = [-1, 0, 1].map((ms) => new Date(Date.parse(now) + ms).toISOString());
    const rows = [...random, ...near].flatMap((dueDate) => STATES.map((status) => ({ status, due_date: dueDate, dueDate })));
    const expected = rows.map((row) => isOverdue(row, Date.parse(now)));
    expect(expected).toContain(true);
    expect(await judged(rows, 'status text, due_date timestamptz(3)', overdue.isOverdue('given', sql`${now}`))).toEqual(expected);
  }));

test('whether a certification is expired', () =>
  check(fc.tuple(moment, fc.array(fc.option(moment), { minLength: 1 })), async ([now, random]) => {
    const today = now.slice(0, 10);
    const day = (ms: number) => new Date(Date.parse(today) + ms).toISOString();
    const days = [...random, day(-86_400_000), day(0), day(86_400_000)].map((date) => date && date.slice(0, 10));
    const rows = days.map((date) => ({ expires_date: date }));
    const expected = days.map((date) => isExpired(date, today));
    const isFalseIfNever = (condition: Sql) => sql`coalesce(${condition}, false)`;
    expect(await judged(rows, 'expires_date date', isFalseIfNever(certifications.isExpired(sql`${today}::date`)))).toEqual(expected);
    expect(
      await judged(rows, 'expires_date date', isFalseIfNever(sql`${certifications.expiredAt('given')} <= ${now}::timestamptz`)),
    ).toEqual(expected);
  }));

const few = fc.nat({ max: 300 });

test('the share of applicable tasks that are done', () =>
  check(fc.array(fc.record({ completed: few, inProgress: few, pending: few, notApplicable: few }), { minLength: 1 }), async (random) => {
    const none = { completed: 0, inProgress: 0, pending: 0, notApplicable: 3 };
    const half = { completed: 1, inProgress: 7, pending: 0, notApplicable: 0 };
    const rows = [...random, none, half].map((row) => ({ ...row, total: Object.values(row).reduce((sum, one) => sum + one, 0) }));
    const columns = 'total bigint, completed bigint, "notApplicable" bigint';
    expect(await judged(rows, columns, certifications.PERCENT_DONE)).toEqual(rows.map(percentDone));
  }));

test('the share of compliant weight', () =>
  check(fc.array(fc.record({ earned: fc.nat({ max: 50 }), more: fc.nat({ max: 50 }) }), { minLength: 1 }), async (random) => {
    const rows = random.map(({ earned, more }) => ({ earned, possible: earned + more }));
    for (const some of [rows, rows.map(() => ({ earned: 0, possible: 0 }))]) {
      const given = sql`jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as given(earned float8, possible float8)`;
      const [row] = await database.query<{ ratio: number }>(sql`select ${COMPLIANCE_RATIO} as ratio from ${given}`);
      expect(row!.ratio).toBe(complianceRatio(some));
    }
  }));

test('text without case, quickly and otherwise', async () => {
  const letters = Array.from({ length: 0x2_fff }, (_, i) => String.fromCodePoint(i + 1));
  const random = fc.sample(fc.string({ unit: 'binary' }), 500).map((text) => text.toWellFormed().replaceAll('\0', ''));
  const rows = [...letters, ...random, 'Straße', 'İstanbul', ''].map((text) => ({ text }));
  const quickly = await judged<string>(rows, 'text text', quicklyFolded('given.text'));
  expect(quickly).toEqual(await judged(rows, 'text text', folded(rawSql('given.text'))));
  expect(quickly).toContain('ISTANBUL');
});

test('a text that contains another one has its parts', () => {
  const text = fc.string({ unit: fc.constantFrom(...`aAbß İi\u0307ẞ'\\%&|!:*()éσΣ漢😀`), maxLength: 12 });
  return check(fc.tuple(text, text, text), async ([before, within, after]) => {
    const { parts } = (await database.one(ownFields.partsOf(within)))!;
    const whole = before + within + after;
    const found = sql`select text_parts(${whole}::text) @@ ${parts}::text::tsquery as found`;
    if (parts !== null) expect(await database.one(found)).toEqual({ found: true });
    // As folded text has it.
    else expect([...within].length).toBeLessThan(2 + within.split('\u0307').length);
  });
});
