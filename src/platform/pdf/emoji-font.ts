import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { packageRoot } from '../package';

/** Chromium draws colours from the COLR table only; this one is four times as large and useless to it. */
const DROPPED = 'SVG ';

interface FontTable {
  tag: string;
  checksum: number;
  data: Buffer;
}

/**
 * The emoji font from its package as a plain font file. The package's small slices have no colours that Chromium can draw, and
 * the complete font is too large to embed in every document.
 */
export function emojiFont(): Buffer {
  const file = '@fontsource/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff';
  const woff = readFileSync(path.join(packageRoot(), 'node_modules', file));
  return writeFont(
    woff.readUInt32BE(4),
    readTables(woff).filter(({ tag }) => tag !== DROPPED),
  );
}

/** The tables of a WOFF file: a 44-byte header, then 20 bytes for each table. */
function readTables(woff: Buffer): FontTable[] {
  return Array.from({ length: woff.readUInt16BE(12) }, (_, i) => {
    const entry = woff.subarray(44 + 20 * i);
    const [offset, packed, length, checksum] = [4, 8, 12, 16].map((at) => entry.readUInt32BE(at));
    const data = woff.subarray(offset!, offset! + packed!);
    const tag = entry.toString('latin1', 0, 4);
    return { tag, checksum: checksum!, data: packed! < length! ? inflateSync(data) : data };
  });
}

/** A 12-byte header, 16 bytes for each table, then the tables, each padded to a multiple of four. */
function writeFont(flavour: number, tables: FontTable[]): Buffer {
  const power = Math.floor(Math.log2(tables.length));
  const header = Buffer.alloc(12 + 16 * tables.length);
  header.writeUInt32BE(flavour, 0);
  [tables.length, 16 * 2 ** power, power, 16 * (tables.length - 2 ** power)].forEach((value, i) => header.writeUInt16BE(value, 4 + 2 * i));
  const parts: Buffer[] = [header];
  let offset = header.length;
  tables.forEach(({ tag, checksum, data }, i) => {
    const entry = 12 + 16 * i;
    header.write(tag, entry, 'latin1');
    [checksum, offset, data.length].forEach((value, n) => header.writeUInt32BE(value, entry + 4 + 4 * n));
    const padding = Buffer.alloc(-data.length & 3);
    parts.push(data, padding);
    offset += data.length + padding.length;
  });
  return Buffer.concat(parts);
}
