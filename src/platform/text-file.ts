/** The encodings of text files: UTF-8, or UTF-16 with a byte order mark, as spreadsheets write "Unicode text". */

const MARKS: readonly [encoding: string, mark: readonly number[]][] = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The error for a file that can't be decoded. Guessing its encoding could corrupt names unnoticed. */
export const NOT_TEXT = 'is not text in UTF-8; save it as UTF-8 (in Excel: "CSV UTF-8") and try again';

/** The text of a file, without its byte order mark; undefined if it isn't text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const [encoding] = MARKS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte)) ?? ['utf-8'];
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
