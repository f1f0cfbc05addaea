import fc from 'fast-check';
import { firstCharacters, isLongerThan } from '../../src/platform/characters';

const texts = fc.string({ unit: 'binary', maxLength: 20 });

test('a text is longer than the number of its characters, not of its halves', () => {
  fc.assert(fc.property(texts, fc.nat(20), (text, most) => isLongerThan(text, most) === [...text].length > most));
});

test('the beginning of a text has whole characters', () => {
  fc.assert(fc.property(texts, fc.nat(20), (text, most) => firstCharacters(text, most) === [...text].slice(0, most).join('')));
  expect(firstCharacters('a😀b', 2)).toBe('a😀');
});
