import fc from 'fast-check';
import { csvLines, readCsv } from '../../src/platform/csv';

const RULES = { columns: { exact: [], trimmed: [] }, required: [], exact: ['exact'], maxRows: 10 } as const;

/** A value after a round trip through a file. */
function again(exact: string, trimmed: string) {
  const file = csvLines([
    ['exact', 'trimmed'],
    [exact, trimmed],
  ]);
  return readCsv<'exact' | 'trimmed'>(file, RULES).rows[0]?.cells;
}

// Lines end with \n, whatever the source.
const sign = fc.constantFrom("'", '=', '+', '-', '@', '＝', '－', '\t', '\n', '"', ',', ';', ' ', '\u00a0', '\ufeff', '1', 'a', '😀');
const cell = fc.array(sign, { maxLength: 6 }).map((signs) => signs.join(''));
const inkOf = (text: string) => text.trim() !== '';

test('text survives a round trip through a CSV file', () => {
  fc.assert(
    fc.property(cell.filter(inkOf), cell, (exact, other) => {
      const trimmed = other.trim();
      expect(again(exact, trimmed)).toEqual({ exact, trimmed });
    }),
    { numRuns: 5_000 },
  );
});

test.each(["'-quoted rule", "'@Work policy'", '=formula', "''=x", "'plain", '-5', "'-5", ' =x', '\t=x'])('including %j', (text) => {
  expect(again(text, text.trim())).toEqual({ exact: text, trimmed: text.trim() });
});

test('text that a spreadsheet would run as a formula is marked as text', () => {
  expect(csvLines([['=x', '-5', "'=x", '＠x', 'x=']])).toBe("'=x,-5,''=x,'＠x,x=\n");
});
