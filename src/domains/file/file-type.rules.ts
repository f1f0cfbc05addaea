import { filetypeinfo } from 'magic-bytes.js';
import { extensionOf } from './file-name.rules';

/** Detects a file's type from its content. Pure: it is fed the content in chunks and keeps only a little of it. */

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const POWERPOINT = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
const ODF_TEXT = 'application/vnd.oasis.opendocument.text';
const ODF_SHEET = 'application/vnd.oasis.opendocument.spreadsheet';

/** Recognised by their first bytes. */
const BINARY = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
};
/** Zip archives with certain entries. */
const DOCUMENTS = {
  [WORD]: ['docx'],
  [EXCEL]: ['xlsx'],
  [POWERPOINT]: ['pptx'],
  [ODF_TEXT]: ['odt'],
  [ODF_SHEET]: ['ods'],
};
/** All plain text, told apart by their names; names of other types (.js, .html, .sh) are rejected. */
const TEXT = {
  'text/plain': ['txt', 'log', ''],
  'text/csv': ['csv'],
  'text/markdown': ['md', 'markdown'],
  'application/json': ['json'],
};
const EXTENSIONS: Record<string, string[]> = { ...BINARY, ...DOCUMENTS, ...TEXT };

const ALLOWED =
  'PDF, PNG, JPEG, GIF, WebP, DOCX, XLSX, PPTX, ODT and ODS without macros, ' + 'and UTF-8 text named .txt, .log, .csv, .md or .json';

/** The content type is not allowed. */
export class UnsupportedFile extends Error {
  constructor(reason: string) {
    super(`${reason}; allowed are ${ALLOWED}`);
  }
}

/** Enough to recognise a type, and more than any browser looks at. */
const HEAD_BYTES = 4_096;
/** A zip archive's directory, at its end, must fit in this; the longest comment is 64 KiB. */
const TAIL_BYTES = 1_048_576;

export class FileInspector {
  private head = Buffer.alloc(0);
  private tail: Buffer[] = [];
  private tailBytes = 0;
  private size = 0;
  private readonly text = new TextCheck();

  constructor(private readonly fileName: string) {}

  /** Takes the next chunk. Throws UnsupportedFile as soon as it is sure. */
  push(chunk: Buffer): void {
    this.size += chunk.length;
    this.keepTail(chunk);
    this.text.push(chunk);
    if (this.head.length === HEAD_BYTES) return;
    this.head = Buffer.concat([this.head, chunk.subarray(0, HEAD_BYTES - this.head.length)]);
    if (this.head.length === HEAD_BYTES) this.signature();
  }

  /** The media type, once everything has been pushed. */
  finish(): string {
    const signature = this.signature();
    if (signature === 'text') return this.textType();
    const tail = Buffer.concat(this.tail);
    if (signature === 'zip') return documentType(this.head, entriesOf(tail, this.size));
    if (directoryEnd(tail) !== undefined) throw new UnsupportedFile('The file has an archive at its end');
    const start = this.head.toString('latin1', 0, 1_024);
    if (MARKUP.test(start)) throw new UnsupportedFile('The file starts with a web page');
    return signature;
  }

  private signature(): string {
    const found = filetypeinfo(this.head).map(({ mime }) => mime ?? '');
    if (found.includes('application/zip')) return 'zip';
    const type = found.find((mime) => Object.hasOwn(BINARY, mime));
    if (type) return type;
    this.text.assertSound();
    return 'text';
  }

  private textType(): string {
    this.text.end();
    this.text.assertSound();
    const extension = extensionOf(this.fileName);
    const [type] = Object.entries(TEXT).find(([, extensions]) => extensions.includes(extension)) ?? [];
    if (!type) throw new UnsupportedFile(`The content is text, which does not match a name ending in .${extension}`);
    return type;
  }

  private keepTail(chunk: Buffer): void {
    this.tail.push(chunk);
    this.tailBytes += chunk.length;
    while (this.tailBytes - this.tail[0]!.length >= TAIL_BYTES) this.tailBytes -= this.tail.shift()!.length;
  }
}

/** The name for downloads: its extension always matches the content. */
export function downloadName(fileName: string, mimeType: string): string {
  const extensions = EXTENSIONS[mimeType] ?? [];
  return extensions.includes(extensionOf(fileName)) ? fileName : `${fileName}.${extensions[0] ?? 'bin'}`;
}

/** Tags that make a browser treat something as a page. */
const MARKUP = /<(?:!doctype|html|head|body|script|svg|iframe|img|meta|link|style|object|embed|form)[\s>/]/i;
const STARTS_AS_MARKUP = /^[\s\u200b\u2060]*<[a-z!?/]/i;
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Checks whether content is plain text, chunk by chunk. */
class TextCheck {
  /** Why it isn't; undefined so far. */
  private fault?: string;
  private start = '';
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });

  push(chunk: Buffer): void {
    if (this.fault === undefined) this.look(() => this.decoder.decode(chunk, { stream: true }));
  }

  end(): void {
    if (this.fault === undefined) this.look(() => this.decoder.decode());
  }

  assertSound(): void {
    if (this.fault !== undefined) throw new UnsupportedFile(`The content type is not allowed (${this.fault})`);
  }

  private look(decode: () => string): void {
    let text: string;
    try {
      text = decode();
    } catch {
      this.fault = 'it is not UTF-8 text either';
      return;
    }
    if (CONTROL.test(text)) this.fault = 'it contains control characters';
    if (this.start.length < HEAD_BYTES) this.start = (this.start + text).trimStart().slice(0, HEAD_BYTES);
    if (STARTS_AS_MARKUP.test(this.start)) this.fault = 'it starts like HTML, SVG or XML';
  }
}

const DIRECTORY_END = Buffer.from('PK\x05\x06');
const DIRECTORY_END_BYTES = 22;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_ENTRY_BYTES = 46;

/** The position of a zip archive's end record: only its comment may follow. */
function directoryEnd(tail: Buffer): number | undefined {
  let at = tail.lastIndexOf(DIRECTORY_END);
  while (at >= 0) {
    const rest = tail.length - at - DIRECTORY_END_BYTES;
    if (rest >= 0 && tail.readUInt16LE(at + 20) === rest) return at;
    at = at === 0 ? -1 : tail.lastIndexOf(DIRECTORY_END, at - 1);
  }
  return undefined;
}

/** Above this size, no real document unpacks to a hundred times its size: it would exhaust memory or disk when opened. */
const BOMB_BYTES = 104_857_600;
const BOMB_RATIO = 100;

/** The names in an archive, from its directory; undefined if that is broken or doesn't cover the whole file. */
function entriesOf(tail: Buffer, size: number): string[] | undefined {
  const end = directoryEnd(tail);
  if (end === undefined) return undefined;
  const bytes = tail.readUInt32LE(end + 12);
  const isWhole = tail.readUInt32LE(end + 16) + bytes === size - (tail.length - end);
  let at = end - bytes;
  if (!isWhole || at < 0) return undefined;
  const names: string[] = [];
  let unpacked = 0;
  while (at < end) {
    if (at + DIRECTORY_ENTRY_BYTES > end || tail.readUInt32LE(at) !== DIRECTORY_ENTRY) return undefined;
    unpacked += tail.readUInt32LE(at + 24);
    const nameEnd = at + DIRECTORY_ENTRY_BYTES + tail.readUInt16LE(at + 28);
    names.push(tail.toString('utf8', at + DIRECTORY_ENTRY_BYTES, nameEnd));
    at = nameEnd + tail.readUInt16LE(at + 30) + tail.readUInt16LE(at + 32);
  }
  if (unpacked > BOMB_BYTES && unpacked > size * BOMB_RATIO) throw new UnsupportedFile('The archive unpacks to far more than its size');
  return names;
}

const MACROS = /vbaProject\.bin$|^(?:Basic|Scripts)\//i;
const OFFICE_PARTS: [RegExp, string][] = [
  [/^word\/document\d*\.xml$/, WORD],
  [/^xl\/workbook\d*\.xml$/, EXCEL],
  [/^ppt\/presentation\d*\.xml$/, POWERPOINT],
];

function documentType(head: Buffer, names: string[] | undefined): string {
  if (!names) throw new UnsupportedFile('The file is a damaged archive');
  if (names.some((name) => MACROS.test(name))) throw new UnsupportedFile('The document contains macros');
  if (names.includes('[Content_Types].xml')) {
    const [, type] = OFFICE_PARTS.find(([part]) => names.some((name) => part.test(name))) ?? [];
    if (type) return type;
  }
  const declared = declaredType(head);
  if ((declared === ODF_TEXT || declared === ODF_SHEET) && names.includes('content.xml')) return declared;
  throw new UnsupportedFile('The file is an archive');
}

/** OpenDocument declares its type in its first entry, uncompressed. */
function declaredType(head: Buffer): string | undefined {
  const name = 'mimetype';
  if (head.toString('latin1', 30, 38) !== name || head.readUInt16LE(26) !== name.length) return undefined;
  const start = 38 + head.readUInt16LE(28);
  return head.toString('latin1', start, start + head.readUInt32LE(18));
}
