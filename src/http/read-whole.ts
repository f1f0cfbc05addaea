import type { Readable } from 'node:stream';
import { fileTooLarge } from '../domains/evidence/evidence.service';

const FIRST = 65_536;

/**
 * The content of a small file, copied into one buffer as it comes: otherwise one sent byte by byte would take a hundred times its
 * size.
 */
export async function readWhole(content: Readable | AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  let bytes = Buffer.allocUnsafe(FIRST);
  let size = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const needed = size + chunk.length;
    if (needed > maxBytes) throw fileTooLarge(maxBytes);
    if (needed > bytes.length) {
      const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(needed, 2 * bytes.length)));
      bytes.copy(larger, 0, 0, size);
      bytes = larger;
    }
    chunk.copy(bytes, size);
    size = needed;
  }
  return bytes.subarray(0, size);
}
