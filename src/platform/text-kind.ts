type Sign<K> = readonly [kind: K, sign: RegExp];

const FILES: Sign<'PDF' | 'XLSX' | 'ZIP'>[] = [
  ['PDF', /^%PDF-/],
  ['XLSX', /^PK\x03\x04.*xl\//s],
  ['ZIP', /^PK(\x03\x04|\x05\x06)/],
];

/** Text formats, by how they begin. */
const TEXTS: Sign<'HTML' | 'XML' | 'JSON' | 'YAML' | 'CSV'>[] = [
  ['HTML', /^<(!doctype\s+html|html|head|body)\b/i],
  ['XML', /^<[?!\p{L}]/u],
  ['JSON', /^[[{]/],
  ['YAML', /^(%YAML|---(\s|$)|- |["']?[\w$][^,;\t\n]{0,200}:(\s|$))/],
  ['CSV', /^[^\n]*([,;\t])[^\n]*\n[^\n]*\1/],
];

export type FileKind = (typeof FILES)[number][0];
export type Kind = FileKind | (typeof TEXTS)[number][0];

const LOOKED_AT = 4_096;

/** What says nothing about the format: a byte order mark, empty lines, comments. */
const PREAMBLE = /^\uFEFF?(\s|#[^\n]*|<!--.*?-->)*/s;

/** What a text seems to be, if it isn't what it should be. */
export function kindOf(text: string): Kind | undefined {
  const start = text.slice(0, LOOKED_AT).replace(PREAMBLE, '');
  return [...FILES, ...TEXTS].find(([, sign]) => sign.test(start))?.[0];
}

/** What non-text bytes seem to be. */
export function fileKindOf(bytes: Uint8Array): FileKind | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, LOOKED_AT));
  return FILES.find(([, sign]) => sign.test(start))?.[0];
}
