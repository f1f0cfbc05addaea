import fc from 'fast-check';
import { answerAfter, answerFault, countQuestions, isDealtWith, NOTHING_HELD } from '../../src/domains/assessment/answers.rules';
import { EVENTS, nextDue, nextStatus, type Status } from '../../src/domains/assessment/assessment.rules';
import { isOverdue } from '../../src/domains/vendor/overdue.rules';
import { chosenAfter } from '../../src/domains/template/exclusive-options.rules';
import { inherentRisk, RagBand, ragBand, residualRisk } from '../../src/domains/vendor/vendor.rules';

const STATES: Status[] = ['DRAFT', 'SENT', 'IN_PROGRESS', 'SUBMITTED', 'UNDER_REVIEW', 'COMPLETED'];

describe('transitions', () => {
  /** The table of the domain rules, stated a second time. */
  const TABLE: Record<string, Partial<Record<Status, Status>>> = {
    send: { DRAFT: 'SENT' },
    answer: { SENT: 'IN_PROGRESS', IN_PROGRESS: 'IN_PROGRESS' },
    submit: { SENT: 'SUBMITTED', IN_PROGRESS: 'SUBMITTED' },
    startReview: { SUBMITTED: 'UNDER_REVIEW' },
    decide: { SUBMITTED: 'UNDER_REVIEW', UNDER_REVIEW: 'UNDER_REVIEW' },
    sendBack: { SUBMITTED: 'IN_PROGRESS', UNDER_REVIEW: 'IN_PROGRESS' },
    finalize: { UNDER_REVIEW: 'COMPLETED' },
  };

  test.each(Object.keys(EVENTS))('%s', (event) => {
    for (const status of STATES) expect([status, nextStatus(status, event as never)]).toEqual([status, TABLE[event]![status]]);
  });

  test('whatever happens, a completed assessment stays completed, and nothing becomes a draft again', () => {
    const events = Object.keys(EVENTS) as (keyof typeof EVENTS)[];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events)), (happened) => {
        let status: Status = 'DRAFT';
        for (const event of happened) {
          const next: Status | undefined = nextStatus(status, event);
          if (status === 'COMPLETED') expect(next).toBeUndefined();
          if (next) expect(next).not.toBe('DRAFT');
          status = next ?? status;
        }
      }),
    );
  });
});

test('overdue: the due date has passed while it is with the vendor', () => {
  const now = Date.parse('2026-11-15T00:00:00Z');
  for (const status of STATES) {
    expect(isOverdue({ status, dueDate: '2026-11-14T23:59:59Z' }, now)).toBe(status === 'SENT' || status === 'IN_PROGRESS');
    expect(isOverdue({ status, dueDate: '2026-11-15T00:00:01Z' }, now)).toBe(false);
    expect(isOverdue({ status, dueDate: null }, now)).toBe(false);
  }
});

test.each([
  ['2026-11-15', 'QUARTERLY', '2027-02-15'],
  ['2026-11-30', 'QUARTERLY', '2027-02-28'],
  ['2027-08-31', 'BIANNUALLY', '2028-02-29'],
  ['2024-02-29', 'ANNUALLY', '2025-02-28'],
  ['2026-12-31', 'ANNUALLY', '2027-12-31'],
] as const)('a series continues: %s, %s, %s', (from, recurrence, next) => {
  expect(nextDue(new Date(`${from}T09:30:00Z`), recurrence)?.toISOString()).toBe(`${next}T09:30:00.000Z`);
});

test('without a series there is no next assessment', () => {
  expect(nextDue(new Date(), 'NONE')).toBeNull();
});

describe('answers', () => {
  const options = ['a', 'b', 'none'];
  const exclusiveOptions = ['none'];
  test.each([
    ['YES_NO', ['YES', 'NO', null], ['yes', true, 1, '', ['YES']]],
    ['MULTIPLE_CHOICE', ['a', 'b', null], ['c', 'A', ['a'], 1]],
    ['COMBOBOX', ['a'], ['c', {}]],
    ['MULTI_SELECT', [['a'], ['b', 'a'], [], ['none']], ['a', ['c'], ['a', 'a'], [1], ['none', 'a'], ['a', 'b', 'none']]],
    ['NUMERIC', [0, -1.5, 1e300], ['1', NaN, Infinity, true]],
    ['RATING', [1, 5], [0, 6, 2.5, '3']],
    ['DATE', ['2026-02-28'], ['2026-02-30', '28.2.2026', 20260228, '2026-2-8']],
    ['FREE_TEXT', ['', 'x'.repeat(20_000)], ['x'.repeat(20_001), 5, ['x']]],
    ['FILE_UPLOAD', [null], ['x', 1]],
  ])('%s', (type, good, bad) => {
    for (const value of good) expect([value, answerFault({ type, options, exclusiveOptions }, value)]).toEqual([value, undefined]);
    for (const value of bad) expect([value, typeof answerFault({ type, options, exclusiveOptions }, value)]).toEqual([value, 'string']);
  });

  test('an exclusive option is chosen alone, and is cleared by any other', () => {
    const after = (before: string[], now: string[]) => chosenAfter(exclusiveOptions, before, now);
    expect(after(['a', 'b'], ['a', 'b', 'none'])).toEqual(['none']);
    expect(after(['none'], ['none', 'b'])).toEqual(['b']);
    expect(after(['a', 'b'], ['b'])).toEqual(['b']);
    expect(after(['none'], [])).toEqual([]);
  });

  test('an answer marked not applicable is kept, and returns when unmarked', () => {
    const given = answerAfter(NOTHING_HELD, { value: 'YES' });
    const marked = answerAfter(given, { isNotApplicable: true, notApplicableReason: ' No data ' });
    expect(marked).toEqual({ ...NOTHING_HELD, keptValue: 'YES', isNotApplicable: true, notApplicableReason: 'No data' });
    expect(answerAfter(marked, { value: null, isNotApplicable: true })).toEqual(marked);
    expect(answerAfter(marked, { isNotApplicable: true, notApplicableReason: ' ' }).notApplicableReason).toBeNull();
    expect(answerAfter(marked, { isNotApplicable: false })).toEqual(given);
    expect(answerAfter(marked, { value: 'NO', isNotApplicable: true }).keptValue).toBe('NO');
    expect(answerAfter(marked, { value: 'NO' })).toEqual({ ...NOTHING_HELD, value: 'NO' });
    expect(answerAfter(marked, { value: null, isNotApplicable: false })).toEqual(NOTHING_HELD);
    expect(answerAfter(given, { value: null })).toEqual(NOTHING_HELD);
  });

  test('a comment or a reason alone leaves the answer as it is', () => {
    const given = answerAfter(NOTHING_HELD, { value: 'YES' });
    expect(answerAfter(given, { comment: ' Since May ' })).toEqual({ ...given, comment: 'Since May' });
    expect(answerAfter(given, { notApplicableReason: 'No data' })).toEqual(given);
    const marked = answerAfter(given, { isNotApplicable: true, notApplicableReason: 'No data' });
    expect(answerAfter(marked, { comment: 'See above' })).toEqual({ ...marked, comment: 'See above' });
    expect(answerAfter(marked, { notApplicableReason: 'No data of yours' })).toEqual({
      ...marked,
      notApplicableReason: 'No data of yours',
    });
    expect(answerAfter(marked, { notApplicableReason: 'None', comment: 'Yet' })).toEqual({
      ...marked,
      notApplicableReason: 'None',
      comment: 'Yet',
    });
  });

  test('visible questions are counted, hidden ones separately', () => {
    const questions = [1, 2, 3].map((n) => ({ n, type: 'NUMERIC' }));
    const given = { value: 5, isNotApplicable: false, evidenceCount: 0 };
    expect(
      countQuestions(
        questions,
        ({ n }) => n > 1,
        ({ n }) => (n < 3 ? given : undefined),
      ),
    ).toEqual({ answered: 1, visible: 2, hidden: 1 });
    expect(
      countQuestions(
        [],
        () => true,
        () => undefined,
      ),
    ).toEqual({ answered: 0, visible: 0, hidden: 0 });
  });

  test('a question is done if it has an answer or a file, or does not apply', () => {
    const answer = (more: object) => ({ value: null, isNotApplicable: false, evidenceCount: 0, ...more });
    expect(isDealtWith('FREE_TEXT', answer({ value: ' ' }))).toBe(false);
    expect(isDealtWith('FREE_TEXT', answer({ value: 'x' }))).toBe(true);
    expect(isDealtWith('MULTI_SELECT', answer({ value: [] }))).toBe(false);
    expect(isDealtWith('NUMERIC', answer({ value: 0 }))).toBe(true);
    expect(isDealtWith('YES_NO', answer({ isNotApplicable: true }))).toBe(true);
    expect(isDealtWith('FILE_UPLOAD', answer({ value: 'x' }))).toBe(false);
    expect(isDealtWith('FILE_UPLOAD', answer({ evidenceCount: 1 }))).toBe(true);
    expect(isDealtWith('YES_NO', undefined)).toBe(false);
  });
});

test('bands', () => {
  const bounds = { greenFrom: 0.85, amberFrom: 0.6 };
  expect([1, 0.85, 0.8499, 0.6, 0.5999, 0, null].map((score) => ragBand(score, bounds))).toEqual([
    RagBand.GREEN,
    RagBand.GREEN,
    RagBand.AMBER,
    RagBand.AMBER,
    RagBand.RED,
    RagBand.RED,
    RagBand.UNSCORED,
  ]);
});

test.each([
  [{}, null],
  [{ contractValue: 'OVER_5M', geographicRisk: 'GLOBAL' }, null],
  [{ tier: 'LOW' }, 0.25],
  [{ tier: 'CRITICAL', dataSensitivity: 'PUBLIC' }, 0.625],
  [{ dataSensitivity: 'CONFIDENTIAL', contractValue: 'FROM_250K_TO_1M' }, 0.8],
  [{ tier: 'MEDIUM', contractValue: 'FROM_1M_TO_5M', geographicRisk: 'REGIONAL' }, 0.65],
  [{ tier: 'MEDIUM', contractValue: 'UP_TO_50K', geographicRisk: 'DOMESTIC' }, 0.45],
  [{ tier: 'CRITICAL', dataSensitivity: 'RESTRICTED', contractValue: 'OVER_5M', geographicRisk: 'HIGH_RISK_JURISDICTION' }, 1],
  [{ tier: 'HIGH', geographicRisk: 'HIGH_RISK_JURISDICTION' }, 0.85],
])('inherent risk of %j is %s', (profile, expected) => {
  expect(inherentRisk({ tier: null, dataSensitivity: null, contractValue: null, geographicRisk: null, ...profile })).toBe(expected);
});

test.each([
  [{ tier: 'HIGH', overallScore: 0.75 }, 0.1875],
  [{ tier: 'HIGH', overallScore: 1 / 3 }, 0.75 * (1 - 1 / 3)],
  [{ tier: 'CRITICAL', overallScore: 0.58352861189229 }, 1 - 0.58352861189229],
  [{ tier: 'HIGH', overallScore: 0 }, 0.75],
  [{ tier: 'HIGH', overallScore: null }, null],
  [{ tier: null, overallScore: 1 }, null],
])('residual risk of %j is %p', (profile, expected) => {
  expect(residualRisk({ dataSensitivity: null, contractValue: null, geographicRisk: null, ...profile })).toBe(expected);
});
