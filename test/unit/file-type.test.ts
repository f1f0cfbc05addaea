import fc from 'fast-check';
import { extensionOf, safeFileName } from '../../src/domains/file/file-name.rules';
import { downloadName, FileInspector, UnsupportedFile } from '../../src/domains/file/file-type.rules';
import { DOCX, GIF, JPEG, ODS, ODT, PDF, PNG, PPTX, WEBP, XLSX, zip } from '../kit/files';

function typeOf(name: string, content: Buffer | string, pieceBytes = 65_536): string {
  const inspector = new FileInspector(name);
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += pieceBytes) inspector.push(bytes.subarray(at, at + pieceBytes));
  return inspector.finish();
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';
const WORD_PARTS = { '[Content_Types].xml': '', 'word/document.xml': '' };
const ACCEPTED: [string, Buffer | string, string][] = [
  ['a.pdf', PDF, 'application/pdf'],
  ['a.png', PNG, 'image/png'],
  ['a.jpg', JPEG, 'image/jpeg'],
  ['a.gif', GIF, 'image/gif'],
  ['a.webp', WEBP, 'image/webp'],
  ['a.docx', DOCX, `${OFFICE}.wordprocessingml.document`],
  ['a.xlsx', XLSX, `${OFFICE}.spreadsheetml.sheet`],
  ['a.pptx', PPTX, `${OFFICE}.presentationml.presentation`],
  ['a.odt', ODT, `${ODF}.text`],
  ['a.ods', ODS, `${ODF}.spreadsheet`],
  ['a.txt', 'Grüße\r\n\tÆ 你好 🙂', 'text/plain'],
  ['README', 'plain', 'text/plain'],
  ['a.csv', '\ufeffa,b\n1,2\n', 'text/csv'],
  ['a.MD', '# Title\n<b>inline</b>', 'text/markdown'],
  ['a.json', '{"a": 1}', 'application/json'],
  ['bmw.txt', 'BMW begins like a bitmap', 'text/plain'],
  ['named-otherwise.png', PDF, 'application/pdf'],
];

describe('accepted, by content', () => {
  test.each(ACCEPTED)('%s', (name, content, type) => {
    expect(typeOf(name, content)).toBe(type);
    expect(typeOf(name, content, 1)).toBe(type);
  });

  test('a large document, of which only the end is buffered', () => {
    const parts = { ...WORD_PARTS, 'word/media/x': 'x'.repeat(3_000_000), 'word/styles.xml': '' };
    const large = zip(parts, 'note');
    expect(typeOf('a.docx', large)).toBe(`${OFFICE}.wordprocessingml.document`);
  });
});

describe('refused', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each<[string, string, Buffer | string]>([
    ['SVG named PNG', 'a.png', svg],
    ['SVG', 'a.svg', svg],
    ['XML', 'a.txt', '<?xml version="1.0"?><svg/>'],
    ['HTML named text', 'a.txt', '\ufeff\n  <!doctype html><p>'],
    ['a comment before the page', 'a.md', '<!-- --><script>alert(1)</script>'],
    ['HTML after invisible characters', 'a.txt', '\u200b<html>'],
    ['script', 'a.js', 'alert(1)'],
    ['shell script', 'a.sh', '#!/bin/sh\nrm -rf /'],
    ['text named PDF', 'a.pdf', 'not a PDF'],
    ['program', 'a.exe', Buffer.from('MZ\x90\x00\x03\x00\x00\x00', 'latin1')],
    ['program named PDF', 'a.pdf', Buffer.from('MZ\x90\x00\x03\x00\x00\x00', 'latin1')],
    ['bitmap', 'a.bmp', Buffer.from('BM\x00\x00\x00\x01', 'latin1')],
    ['Latin-1 text', 'a.txt', Buffer.from('Gr\xfc\xdfe', 'latin1')],
    ['half a character at the end', 'a.txt', Buffer.from('ä').subarray(0, 1)],
    ['NUL in text', 'a.txt', 'a\u0000b'],
    ['escape sequence in text', 'a.csv', 'a\u001b[2Jb'],
    ['archive', 'a.zip', zip({ 'a.txt': 'a' })],
    ['archive named DOCX', 'a.docx', zip({ 'a.txt': 'a' })],
    ['archive that mentions the parts', 'a.docx', zip({ 'a.txt': '[Content_Types].xml word/document.xml' })],
    ['document template', 'a.odt', zip({ mimetype: `${ODF}.text-template`, 'content.xml': '' })],
    ['document with macros', 'a.docx', zip({ ...WORD_PARTS, 'word/vbaProject.bin': '' })],
    ['OpenDocument with macros', 'a.odt', zip({ mimetype: `${ODF}.text`, 'content.xml': '', 'Basic/lc.xml': '' })],
    ['document cut short', 'a.docx', DOCX.subarray(0, -5)],
    ['document after an archive', 'a.docx', Buffer.concat([zip({ 'evil.exe': '' }), DOCX])],
    ['image with an archive at its end', 'a.gif', Buffer.concat([GIF, zip({ 'Evil.class': '' })])],
    ['PDF with a document at its end', 'a.pdf', Buffer.concat([PDF, DOCX])],
    ['image that is a page as well', 'a.gif', 'GIF89a/*<script>*/=1;alert(1)//</script>'],
    ['PDF that is a page as well', 'a.pdf', '%PDF-1.4\n<html><body onload=alert(1)>'],
  ])('%s', (_what, name, content) => {
    expect(() => typeOf(name, content)).toThrow(UnsupportedFile);
    expect(() => typeOf(name, content, 3)).toThrow('allowed are PDF, PNG');
  });

  test('an obviously wrong file is refused while it arrives', () => {
    const inspector = new FileInspector('a.bin');
    expect(() => inspector.push(Buffer.alloc(4_096, 0xff))).toThrow(UnsupportedFile);
  });

  test('any bytes give a result', () => {
    const start = fc.constantFrom('', 'PK\x03\x04', '%PDF', 'GIF89a', 'PK\x03\x04PK\x05\x06', '\x89PNG\r\n\x1a\n');
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 200 }), fc.constantFrom('', 'PK\x05\x06'), (head, bytes, tail) => {
        try {
          typeOf('a.txt', Buffer.concat([Buffer.from(head, 'latin1'), bytes, Buffer.from(tail), bytes]));
        } catch (error) {
          expect(error).toBeInstanceOf(UnsupportedFile);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

test.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\Bericht.docx', 'Bericht.docx'],
  ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie: x.pdf'],
  ['a%0D%0Ab%22c.pdf', 'ab"c.pdf'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['審計報告 📄.pdf', '審計報告 📄.pdf'],
  ['گزارش\u200cها.pdf', 'گزارش\u200cها.pdf'],
  ['..', 'file'],
  ['', 'file'],
  ['\u0000', 'file'],
  ['dir/', 'file'],
  ['half \ud83d.pdf', 'half \ufffd.pdf'],
  [`${'長'.repeat(300)}.pdf`, `${'長'.repeat(251)}.pdf`],
  ['😀'.repeat(300), '😀'.repeat(255)],
])('the name %j becomes %j', (given, safe) => {
  expect(safeFileName(given)).toBe(safe);
});

test.each([
  ['a.PDF', 'pdf'],
  ['a.tar.gz', 'gz'],
  ['.hidden', ''],
  ['none', ''],
  ['Policy v1. draft', ''],
])('the extension of %j is %j', (name, extension) => {
  expect(extensionOf(name)).toBe(extension);
});

test.each([
  ['a.pdf', 'application/pdf', 'a.pdf'],
  ['a.JPG', 'image/jpeg', 'a.JPG'],
  ['a.html', 'application/pdf', 'a.html.pdf'],
  ['README', 'text/plain', 'README'],
])('%j of type %s is served as %j', (name, type, given) => {
  expect(downloadName(name, type)).toBe(given);
});
