import { JsonFault, jsonLines, lineOf, parseJson } from '../../src/web/components/json-lines';

const faultOf = (text: string) => {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof JsonFault) return `${error.line}: ${error.message}`;
    throw error;
  }
  return undefined;
};

test('every value has the line it starts on', () => {
  const value = {
    name: 'a "quoted" {text},\n with [signs]',
    sections: [
      { title: '', questions: [] },
      { title: 'x', n: -1.5e3, no: null },
    ],
    'a.b': true,
  };
  const text = JSON.stringify(value, null, 1);
  const lines = jsonLines(text);
  const place = (words: string) => text.split('\n').findIndex((line) => line.includes(words)) + 1;
  expect(lineOf(lines, '')).toBe(1);
  expect(lineOf(lines, 'name')).toBe(place('"name"'));
  expect(lineOf(lines, 'sections.0.title')).toBe(place('"title": ""'));
  expect(lineOf(lines, 'sections.1.n')).toBe(place('"n"'));
  expect(lineOf(lines, 'a.b')).toBe(place('"a.b"'));
});

test('a missing path has the line of its nearest existing ancestor', () => {
  const lines = jsonLines('{\n"sections": [\n{}\n]\n}');
  expect(lineOf(lines, 'sections.0.questions.2.text')).toBe(3);
  expect(lineOf(lines, 'sections.7')).toBe(2);
  expect(lineOf(lines, 'name')).toBe(1);
});

test.each([
  ['{"a": 1,\n"b" 2}', '2: expected :, but found 2'],
  ['{"a": [1,\n2\n"b"]}', '3: expected , or ], but found "b"'],
  ['{"a": 1,\n}', '2: expected a name in quotes, but found }'],
  ['[1,\n]', '2: unexpected ]'],
  ['{\n"a": 1\n\n', '2: unexpected end of text'],
  ['', '1: unexpected end of text'],
  ['{}\n\n{}', '3: unexpected { after the end'],
  ["{\n'a': 1}", "2: unexpected '"],
])('the error in %j has its line', (text, fault) => {
  expect(faultOf(text)).toBe(fault);
});

test('accepts whatever JSON.parse accepts', () => {
  for (const text of ['0', '"\\u00e9\\""', '[]', '{}', ' [ { } , [ ] ] ', 'null', '{"":{"":[]}}']) {
    expect(faultOf(text)).toBeUndefined();
    expect(jsonLines(text).get('')).toBe(1);
  }
});
