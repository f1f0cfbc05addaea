import { spreadsOf } from '../../src/domains/search/search.rules';
import { allOf, conditionsOf, rarestOf } from '../../src/domains/settings/search-words.rules';

test('each word is a beginning, and cut where indexes cut', () => {
  expect(conditionsOf(['ACME', 'PAY'], [])).toEqual([`'ACME':*`, `'PAY':*`]);
  expect(conditionsOf(['ACME', 'ACME'], [])).toHaveLength(1);
  expect(conditionsOf(['X'.repeat(150)], [])).toEqual([`'${'X'.repeat(100)}':*`]);
});

test('a word may be replaced by its synonyms, a phrase by those of the whole', () => {
  const own = [['ERP', 'Enterprise planning']];
  expect(conditionsOf(['ERP'], own)).toEqual([`'ERP':* | ('ENTERPRISE' & 'PLANNING':*)`]);
  expect(conditionsOf(['ENTERPRISE', 'PLANNING'], own)).toEqual([`'ENTERPRISE':* | ('ERP':*)`, `'PLANNING':* | ('ERP':*)`]);
  expect(conditionsOf(['SMORREBROD'], [['Smørrebrød', 'Großküche ẞ']])).toEqual([`'SMORREBROD':* | ('GROSSKUCHE' & 'SS')`]);
  expect(conditionsOf(['HUMAN', 'RESOURCES'], [['HR', 'Human resources']])).toEqual([`'HUMAN':* | ('HR')`, `'RESOURCES':* | ('HR')`]);
  expect(conditionsOf(['PLANNING'], own)).toEqual([`'PLANNING':*`]);
  expect(conditionsOf(['SUB', 'PROCESSORS'], [])).toEqual([`'SUB':* | ('SUBPROCESSOR':*)`, `'PROCESSORS':* | ('SUBPROCESSOR':*)`]);
  expect(allOf(['A', 'B | C'])).toBe('(A) & (B | C)');
});

test.each([
  ['BCM', 'continuity plan'],
  ['DRP', 'disaster recovery'],
  ['GenAI', 'artificial intelligence'],
  ['LLM', 'AI'],
  ['patch management', 'vulnerability remediation'],
  ['audit trail', 'log management'],
  ['leavers', 'offboarding'],
  ['terminations', 'leaver'],
  ['pentests', 'penetration test'],
  ['SLA', 'availability'],
])('%s stands for %s', (typed, meant) => {
  const found = conditionsOf(typed.toUpperCase().split(' '), [])[0];
  for (const word of meant.toUpperCase().split(' ')) expect(found).toContain(`'${word}'`);
});

describe('how words are spread over a thing and the name of what it belongs to', () => {
  const named = (count: number, possible: number[]) => spreadsOf(count, possible).map((one) => one.named.join(''));

  test('every way, of few', () => {
    expect(spreadsOf(2, [])).toEqual([{ named: [], own: [0, 1] }]);
    expect(spreadsOf(2, [1])).toEqual([
      { named: [], own: [0, 1] },
      { named: [1], own: [0] },
    ]);
    expect(named(3, [0, 1, 2]).sort()).toEqual(['', '0', '01', '012', '02', '1', '12', '2']);
  });

  test('of many, all and each alone before those that stand together', () => {
    expect(named(5, [0, 1, 2, 3, 4])).toEqual(['', '01234', '0', '1', '2', '3', '4', '01', '12', '23', '34', '012', '123']);
    expect(
      named(
        60,
        Array.from({ length: 60 }, (_, i) => i),
      ),
    ).toHaveLength(13);
  });
});

test('an index is asked for the longest words, and for none that many have', () => {
  const words = [...'ABCDEFGH', 'MFA', 'KEYS', 'BACKUPS'];
  const conditions = conditionsOf(words, [['A', 'a very long synonym']]);
  const asked = (places: number[], frequent: number[] = []) => rarestOf(conditions, places, new Set(frequent));
  const all = words.map((_, place) => place);
  expect(asked([0, 1, 2])).toEqual([0, 1, 2]);
  expect(asked([0, 1, 2], [1])).toEqual([0, 2]);
  expect(asked(all)).toEqual([0, 1, 2, 3, 4, 8, 9, 10]);
  expect(asked(all, [9])).toEqual([0, 1, 2, 3, 4, 5, 8, 10]);
});
