import path from 'node:path';
import { encodeExtended } from 'content-disposition';

/** A header that works everywhere: a safe ASCII name, and the full name (RFC 6266, 8187). */
export function attachment(fileName: string): { 'Content-Disposition': string } {
  const { name: stem, ext } = path.posix.parse(fileName.replaceAll('/', '_'));
  const spaced = stem.replace(/\s+/g, '-').replace(/[\p{Cc}\p{Cf}\\]/gu, '_');
  const ascii = inAscii(spaced).replace(/^\.+/, '_') + inAscii(ext);
  return { 'Content-Disposition': `attachment; filename="${ascii}"; filename*=${encodeExtended(spaced + ext)}` };
}

/** Decomposing letters may produce characters that are special in a header or a file system, so these are removed last. */
function inAscii(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x21-\x7e]|[%"\\/:*?<>|;]/g, '_');
}
