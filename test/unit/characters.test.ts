import fc from 'fast-check';
import { firstCharacters, isLongerThan } from '../../src/platform/characters';

const texts = fc.string({ unit: 'binary', maxLength: 20 });

test('the length of a text is counted in characters, not UTF-16 units', () => {
  fc.assert(fc.property(texts, fc.nat(20), (text, most) => isLongerThan(text, most) === [...text].length > most));
});

test('the beginning of a text has only whole characters', () => {
  fc.assert(fc.property(texts, fc.nat(20), (text, most) => firstCharacters(text, most) === [...text].slice(0, most).join('')));
  expect(firstCharacters('a😀b', 2)).toBe('a😀');
});
