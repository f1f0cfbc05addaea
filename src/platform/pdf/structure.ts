export interface PdfStructure {
  pageCount: number;
  /** The pages, from 1, of link targets, by their names. */
  pageOf: Map<string, number>;
}

/**
 * Reads pages and named destinations from a PDF as Chromium writes it: plain objects, found through one table. Not for other
 * PDFs. The objects read here contain no text of the document, which could imitate them.
 */
export function readStructure(pdf: Uint8Array): PdfStructure {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1');
  const table = text.slice(Number(/startxref\n(\d+)/.exec(text.slice(-100))?.[1]));
  const offsets = [...table.matchAll(/^(\d{10}) \d{5} [nf] ?$/gm)].map(([, offset]) => Number(offset));
  const read = (id: number | undefined) => {
    const from = offsets[id ?? -1] ?? text.length;
    return text.slice(from, text.indexOf('endobj', from));
  };
  const pagesBelow = (id: number): number[] => {
    const kids = /\/Kids \[([^\]]*)\]/.exec(read(id))?.[1];
    return kids === undefined ? [id] : [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => pagesBelow(Number(kid)));
  };
  const catalog = read(reference(table, 'Root'));
  const pages = pagesBelow(reference(catalog, 'Pages') ?? -1);
  const places = [...read(reference(catalog, 'Dests')).matchAll(/\/(\w+) \[(\d+) 0 R/g)];
  const pageOf = new Map(places.map(([, name, id]) => [name!, pages.indexOf(Number(id)) + 1]));
  return { pageCount: pages.length, pageOf };
}

function reference(object: string, key: string): number | undefined {
  const found = new RegExp(`/${key} (\\d+) 0 R`).exec(object)?.[1];
  return found === undefined ? undefined : Number(found);
}
