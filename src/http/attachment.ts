import path from 'node:path';
import { encodeExtended } from 'content-disposition';

/** A name that breaks no header and no file system: a safe form in ASCII, and the whole name (RFC 6266, 8187). */
export function attachment(fileName: string): { 'Content-Disposition': string } {
  const { name: stem, ext } = path.posix.parse(fileName.replaceAll('/', '_'));
  const spaced = stem.replace(/\s+/g, '-').replace(/[\p{Cc}\p{Cf}\\]/gu, '_');
  const ascii = inAscii(spaced).replace(/^\.+/, '_') + inAscii(ext);
  return { 'Content-Disposition': `attachment; filename="${ascii}"; filename*=${encodeExtended(spaced + ext)}` };
}

/** Taking letters apart may bring signs to light that a header or a file system reads, so these go last. */
function inAscii(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x21-\x7e]|[%"\\/:*?<>|;]/g, '_');
}
