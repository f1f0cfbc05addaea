import { linesOf } from '../../src/web/charts/label-lines';

test.each([
  ['Access', ['Access']],
  ['Control environment', ['Control', 'environment']],
  ['Logical and physical access', ['Logical and', 'physical access']],
  ['Supercalifragilisticexpialidocious', ['Supercalifragil…']],
  ['One two three four five six seven eight nine ten eleven', ['One two three', 'four five six', 'seven eight nin…']],
])('the name %j stands on lines that fit beside a radar', (name, lines) => {
  expect(linesOf(name)).toEqual(lines);
});
