/** The forms that files of text come in, by the first line that says something. */
const SIGNS: [kind: 'XML' | 'JSON' | 'YAML', sign: RegExp][] = [
  ['XML', /^<[?!\p{L}]/u],
  ['JSON', /^[[{]/],
  ['YAML', /^(%YAML|---(\s|$)|- |["']?[\w$][^,;\t]{0,200}:(\s|$))/],
];

const LOOKED_AT = 4_096;

/** Of text that can't be read as what it should be: what it seems to be instead. */
export function kindOf(text: string): 'XML' | 'JSON' | 'YAML' | undefined {
  const lines = text
    .slice(0, LOOKED_AT)
    .replace(/^\uFEFF/, '')
    .split('\n', LOOKED_AT);
  const first = lines.map((line) => line.trim()).find((line) => line !== '' && !line.startsWith('#')) ?? '';
  return SIGNS.find(([, sign]) => sign.test(first))?.[0];
}
