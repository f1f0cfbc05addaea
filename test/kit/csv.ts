/** Parses RFC 4180 strictly: quotes only around a cell, or doubled inside it. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const [, raw, end] = cell.exec(text) ?? [];
    if (raw === undefined) throw new Error(`Not CSV at ${at}: ${text.slice(at, at + 80)}`);
    rows.at(-1)!.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (end !== ',' && cell.lastIndex < text.length) rows.push([]);
  }
  return rows;
}
