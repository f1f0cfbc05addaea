import { crc32 } from 'node:zlib';

/** The smallest valid files of each type. */

export const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
export const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
export const WEBP = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=', 'base64');

/** A zip archive of uncompressed entries. */
export function zip(entries: Record<string, string>, comment = ''): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    const [path, content] = [Buffer.from(name), Buffer.from(text)];
    const facts = Buffer.alloc(26); // the fields shared by the local header and the directory
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), facts, place, path);
    const local = [Buffer.from('PK\x03\x04'), facts, path, content];
    files.push(...local);
    offset += local.reduce((sum, part) => sum + part.length, 0);
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(entries).length, 8);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...files, listed, end, Buffer.from(comment)]);
}

const TYPES = { '[Content_Types].xml': '<Types/>' };
export const DOCX = zip({ ...TYPES, 'word/document.xml': '<w:document/>' });
export const XLSX = zip({ ...TYPES, 'xl/workbook.xml': '<workbook/>' });
export const PPTX = zip({ ...TYPES, 'ppt/presentation.xml': '<p:presentation/>' });
export const ODT = zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<office/>' });
export const ODS = zip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<office/>' });
