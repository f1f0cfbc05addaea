import fc from 'fast-check';
import {
  type ConditionalLogic,
  type ConditionalQuestion,
  findCycle,
  isAnswered,
  type Operator,
  OPERATORS,
  visibleQuestions,
} from '../../src/domains/template/conditions.rules';

/** Whether a question with this single rule is shown, given the answer to the question it refers to. */
function holds(operator: Operator, answer: unknown, value?: string | number | null): boolean {
  const questions = [{ id: 'a' }, { id: 'b', conditionalLogic: { match: 'all' as const, rules: [{ questionId: 'a', operator, value }] } }];
  return visibleQuestions(questions, { a: answer }).has('b');
}

describe('operators', () => {
  test.each<[Operator, unknown, string | number | undefined, boolean]>([
    ['equals', 'YES', 'yes', true],
    ['equals', 'YES', 'no', false],
    ['equals', 'Ärger', 'ÄRGER', true],
    ['equals', 5, '5', true],
    ['equals', '5', 5, true],
    ['equals', '5.0', 5, true],
    ['equals', '5.0', '5', false],
    ['equals', 5, 'five', false],
    ['equals', ['A'], 'a', true],
    ['equals', ['A', 'B'], 'a', false],
    ['equals', undefined, '', false],
    ['equals', 0, 0, true],
    ['notEquals', 'YES', 'yes', false],
    ['notEquals', 'NO', 'yes', true],
    ['notEquals', undefined, 'yes', true],
    ['notEquals', null, 'yes', true],
    ['notEquals', '', 'yes', true],
    ['contains', ['Email', 'Phone'], 'email', true],
    ['contains', ['Email', 'Phone'], 'mail', false],
    ['contains', [1, 2], '2', true],
    ['contains', 'We use AWS and GCP', 'aws', true],
    ['contains', 'We use AWS', 'azure', false],
    ['contains', 2026, 26, true],
    ['contains', undefined, 'undefined', false],
    ['contains', [], 'a', false],
    ['notContains', ['Email'], 'email', false],
    ['notContains', ['Email'], 'phone', true],
    ['notContains', undefined, 'a', true],
    ['gt', 6, 5, true],
    ['gt', 5, 5, false],
    ['gt', '10', '9', true],
    ['gte', 5, 5, true],
    ['lt', 4.5, '5', true],
    ['lt', undefined, 5, false],
    ['lte', 5, 5, true],
    ['lte', 6, 5, false],
    ['gt', '2026-11-16', '2026-11-15', true],
    ['lt', '2025-12-31', '2026-01-01', true],
    ['gte', '2026-01-01', '2026-01-01', true],
    ['gt', '2026-01-01', 5, false],
    ['lt', 'soon', 5, false],
    ['gt', ['6'], 5, false],
    ['lte', undefined, '2026-01-01', false],
    ['answered', 'x', undefined, true],
    ['answered', 0, undefined, true],
    ['answered', false, undefined, true],
    ['answered', ' ', undefined, false],
    ['answered', [], undefined, false],
    ['answered', null, undefined, false],
    ['notAnswered', undefined, undefined, true],
    ['notAnswered', 'x', undefined, false],
  ])('%s: %j against %j', (operator, answer, value, expected) => {
    expect(holds(operator, answer, value)).toBe(expected);
  });

  test('a long string of digits takes no time', () => {
    const started = performance.now();
    expect(holds('equals', `${'1'.repeat(200_000)}x`, 1)).toBe(false);
    expect(performance.now() - started).toBeLessThan(500);
  });
});

describe('visibility', () => {
  const when = (questionId: string, operator: Operator, value?: string) => ({ questionId, operator, value });
  const all = (...rules: ConditionalLogic['rules']): ConditionalLogic => ({ match: 'all', rules });
  const any = (...rules: ConditionalLogic['rules']): ConditionalLogic => ({ match: 'any', rules });

  test('without rules a question is always shown', () => {
    const questions = [
      { id: 'a' },
      { id: 'b', conditionalLogic: null },
      { id: 'c', conditionalLogic: all() },
      { id: 'd', conditionalLogic: any() },
    ];
    expect([...visibleQuestions(questions, {})].sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('all needs every rule, any needs one', () => {
    const rules = [when('a', 'equals', 'YES'), when('b', 'equals', 'YES')];
    const questions = [
      { id: 'a' },
      { id: 'b' },
      { id: 'all', conditionalLogic: all(...rules) },
      { id: 'any', conditionalLogic: any(...rules) },
    ];
    expect([...visibleQuestions(questions, { a: 'YES', b: 'NO' })].sort()).toEqual(['a', 'any', 'b']);
    expect([...visibleQuestions(questions, { a: 'YES', b: 'YES' })].sort()).toEqual(['a', 'all', 'any', 'b']);
  });

  test('a hidden question counts as unanswered, down the whole chain and wherever it is', () => {
    const questions = [
      { id: 'd', conditionalLogic: all(when('c', 'notAnswered')) },
      { id: 'c', conditionalLogic: all(when('b', 'answered')) },
      { id: 'b', conditionalLogic: all(when('a', 'equals', 'YES')) },
      { id: 'a' },
    ];
    const answers = { b: 'old answer', c: 'old answer' };
    expect(visibleQuestions(questions, { a: 'YES', ...answers })).toEqual(new Set(['a', 'b', 'c']));
    expect(visibleQuestions(questions, { a: 'NO', ...answers })).toEqual(new Set(['a', 'd']));
  });

  test('a missing question counts as unanswered, even if there is an answer with its id', () => {
    const questions = [
      { id: 'a', conditionalLogic: all(when('gone', 'answered')) },
      { id: 'b', conditionalLogic: all(when('constructor', 'notAnswered')) },
    ];
    expect(visibleQuestions(questions, { gone: 'x' })).toEqual(new Set(['b']));
  });

  test('answers may be a map', () => {
    const questions = [{ id: 'a' }, { id: 'b', conditionalLogic: all(when('a', 'answered')) }];
    expect(visibleQuestions(questions, new Map([['a', 'x']])).has('b')).toBe(true);
  });

  test('a cycle, which no saved template has, still gives a result', () => {
    const questions = [
      { id: 'a', conditionalLogic: all(when('b', 'answered')) },
      { id: 'b', conditionalLogic: all(when('a', 'notAnswered')) },
    ];
    expect(visibleQuestions(questions, { a: 1, b: 1 })).toEqual(new Set(['b']));
  });

  test('a chain of 100,000 questions takes a moment', () => {
    const questions = Array.from({ length: 100_000 }, (_, i) => ({
      id: `q${i}`,
      conditionalLogic: i > 0 ? all(when(`q${i - 1}`, 'answered')) : null,
    }));
    const started = performance.now();
    const answers = Object.fromEntries(questions.map(({ id }) => [id, 'x']));
    expect(visibleQuestions(questions.toReversed(), answers).size).toBe(100_000);
    expect(findCycle(questions)).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});

describe('against a naive model', () => {
  const value = fc.oneof(fc.constantFrom('YES', 'no', '5', '2026-01-01', 'A'), fc.integer({ min: 0, max: 9 }));
  const answer = fc.option(fc.oneof(value, fc.array(value, { maxLength: 3 }), fc.constant('')), { nil: undefined });
  const logic = (references: fc.Arbitrary<string>): fc.Arbitrary<ConditionalLogic | null> =>
    fc.option(
      fc.record({
        match: fc.constantFrom('all' as const, 'any' as const),
        rules: fc.array(fc.record({ questionId: references, operator: fc.constantFrom(...OPERATORS), value }), { maxLength: 4 }),
      }),
    );
  const ids = Array.from({ length: 8 }, (_, i) => `q${i}`);
  const questionAbout = (id: string, ...others: string[]) =>
    fc.record({ id: fc.constant(id), conditionalLogic: logic(fc.constantFrom(...others)) });
  const anyGraph = fc.tuple(...ids.map((id) => questionAbout(id, ...ids, 'gone')));
  /** Question i refers only to questions before it; then they are shuffled. */
  const acyclic = fc
    .tuple(...ids.map((id, i) => questionAbout(id, ...ids.slice(0, i), 'gone')))
    .chain((questions) => fc.shuffledSubarray(questions, { minLength: questions.length }));

  /** The definition, word for word: shown if the rules hold, considering only answers to shown questions. */
  function naive(questions: readonly ConditionalQuestion[], answers: Record<string, unknown>): Set<string> {
    const isShown = (id: string): boolean => {
      const question = questions.find((q) => q.id === id);
      if (!question) return false;
      const results = (question.conditionalLogic?.rules ?? []).map((rule) =>
        holds(rule.operator, isShown(rule.questionId) ? answers[rule.questionId] : undefined, rule.value),
      );
      if (results.length === 0) return true;
      return question.conditionalLogic!.match === 'any' ? results.includes(true) : !results.includes(false);
    };
    return new Set(questions.map(({ id }) => id).filter(isShown));
  }

  test('the same questions are shown', () => {
    fc.assert(
      fc.property(acyclic, fc.tuple(...ids.map(() => answer)), (questions, values) => {
        const answers = Object.fromEntries(ids.map((id, i) => [id, values[i]]));
        expect(visibleQuestions(questions, answers)).toEqual(naive(questions, answers));
      }),
      { numRuns: 10_000 },
    );
  });

  test('operators agree with their opposites', () => {
    fc.assert(
      fc.property(answer, value, (given, wanted) => {
        expect(holds('notEquals', given, wanted)).toBe(!holds('equals', given, wanted));
        expect(holds('notContains', given, wanted)).toBe(!holds('contains', given, wanted));
        expect(holds('answered', given)).toBe(isAnswered(given));
        expect(holds('notAnswered', given)).toBe(!isAnswered(given));
        const [gte, lte] = [holds('gte', given, wanted), holds('lte', given, wanted)];
        expect(holds('gt', given, wanted)).toBe(gte && !lte);
        expect(holds('lt', given, wanted)).toBe(lte && !gte);
      }),
    );
  });

  test('a cycle is found if and only if there is one, and is one', () => {
    fc.assert(
      fc.property(anyGraph, (questions) => {
        const rulesOf = (id: string) => questions.find((q) => q.id === id)?.conditionalLogic?.rules ?? [];
        const referencesOf = (id: string) => rulesOf(id).map(({ questionId }) => questionId);
        const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
          referencesOf(from).some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))));
        const cycle = findCycle(questions);
        expect(cycle !== undefined).toBe(ids.some((id) => reaches(id, id)));
        cycle?.forEach((id, i) => expect(referencesOf(id)).toContain(cycle[(i + 1) % cycle.length]));
      }),
      { numRuns: 500 },
    );
  });
});
