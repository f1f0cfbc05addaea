import { linesOf } from '../../src/web/charts/label-lines';

test.each([
  ['Access', ['Access']],
  ['Control environment', ['Control', 'environment']],
  ['Logical and physical access', ['Logical and', 'physical access']],
  ['Supercalifragilisticexpialidocious', ['Supercalifragil…']],
  ['One two three four five six seven eight nine ten eleven', ['One two three', 'four five six', 'seven eight nin…']],
])('the name %j is wrapped into lines that fit next to a radar chart', (name, lines) => {
  expect(linesOf(name)).toEqual(lines);
});
