/** A heading of a PDF, and the page that it is on, from 1. */
export interface OutlineEntry {
  title: string;
  page: number;
}

export interface PdfStructure {
  pageCount: number;
  /** All headings in reading order. */
  outline: OutlineEntry[];
}

/** Reads pages and outline from a PDF as Chromium writes it: plain objects, found by one table. Not for others. */
export function readStructure(pdf: Uint8Array): PdfStructure {
  const objects = readObjects(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1'));
  const catalog = [...objects.values()].find((text) => text.includes('/Type /Catalog')) ?? '';
  const pages = pagesBelow(objects, reference(catalog, 'Pages'));
  const numberOf = new Map(pages.map((id, i) => [id, i + 1]));
  const outline = entriesBelow(objects, reference(catalog, 'Outlines')).map((entry) => ({
    title: titleOf(entry),
    page: numberOf.get(Number(/\/Dest \[(\d+) 0 R/.exec(entry)?.[1])) ?? 0,
  }));
  return { pageCount: pages.length, outline };
}

/** The objects by their numbers, without the streams that may be in them. */
function readObjects(text: string): Map<number, string> {
  const objects = new Map<number, string>();
  const table = text.slice(Number(/startxref\n(\d+)/.exec(text.slice(-100))?.[1]));
  const places = [...table.matchAll(/^(\d{10}) \d{5} [nf] ?$/gm)];
  places.forEach(([, offset], id) => {
    const [object = ''] = text.slice(Number(offset), text.indexOf('endobj', Number(offset))).split(' stream\n', 1);
    objects.set(id, object);
  });
  return objects;
}

function reference(object: string, key: string): number | undefined {
  const found = new RegExp(`/${key} (\\d+) 0 R`).exec(object)?.[1];
  return found === undefined ? undefined : Number(found);
}

function pagesBelow(objects: Map<number, string>, id: number | undefined): number[] {
  const object = objects.get(id ?? -1);
  if (id === undefined || object === undefined) return [];
  if (!object.includes('/Type /Pages')) return [id];
  const kids = /\/Kids \[([^\]]*)\]/.exec(object)?.[1] ?? '';
  return [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => pagesBelow(objects, Number(kid)));
}

function entriesBelow(objects: Map<number, string>, parent: number | undefined): string[] {
  const found: string[] = [];
  let id = reference(objects.get(parent ?? -1) ?? '', 'First');
  while (id !== undefined) {
    const entry: string = objects.get(id) ?? '';
    found.push(entry, ...entriesBelow(objects, id));
    id = reference(entry, 'Next');
  }
  return found;
}

/** Titles are in brackets, or in angle brackets as hexadecimal UTF-16. */
function titleOf(entry: string): string {
  const hex = /\/Title <FEFF([0-9A-F]*)>/.exec(entry)?.[1];
  if (hex === undefined) return (/\/Title \(((?:\\.|[^\\)])*)\)/.exec(entry)?.[1] ?? '').replace(/\\(.)/g, '$1');
  return Buffer.from(hex, 'hex').swap16().toString('utf16le');
}
