import { spawn } from 'node:child_process';
import path from 'node:path';

/** What a PDF contains. */
export interface PdfContent {
  title: string;
  language: string;
  isTagged: boolean;
  /** Size of the largest letters of the first page, in points. */
  largest: number;
  /** Headings of the outline in reading order. */
  outline: string[];
  /** The text of each page, its lines joined by spaces. */
  pages: string[];
  /** All text without spaces: so that spaced-out letters still make a word. */
  letters: string;
}

const LIBRARY = path.join(path.dirname(require.resolve('unpdf')), 'pdfjs.mjs');

/** pdf.js is an ES module, which Jest can't load: it runs in its own process. */
const PROGRAM = `
import { getDocument, VerbosityLevel } from ${JSON.stringify(LIBRARY)};
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const data = new Uint8Array(Buffer.concat(chunks));
const pdf = await getDocument({ data, verbosity: VerbosityLevel.ERRORS, isEvalSupported: false }).promise;
const pages = [];
for (let n = 1; n <= pdf.numPages; n++) {
  const { items, lang } = await (await pdf.getPage(n)).getTextContent();
  pages.push({ lang, largest: Math.max(...items.map(({ height }) => height)), text: items.map(({ str, hasEOL }) => str + (hasEOL ? ' ' : '')).join('') });
}
const flat = (items) => (items ?? []).flatMap(({ title, items: below }) => [title, ...flat(below)]);
const { info } = await pdf.getMetadata();
console.log(JSON.stringify({
  title: info.Title ?? '', language: pages[0].lang ?? '', largest: pages[0].largest, isTagged: (await pdf.getMarkInfo())?.Marked === true,
  outline: flat(await pdf.getOutline()), pages: pages.map(({ text }) => text),
}));`;

export async function readPdf(bytes: Uint8Array): Promise<PdfContent> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(bytes);
  let output = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) output += chunk as string;
  const content = JSON.parse(output) as Omit<PdfContent, 'letters'>;
  const pages = content.pages.map((text) => text.replace(/\s+/g, ' '));
  return {
    ...content,
    pages,
    letters: pages
      .join('')
      .replace(/[\s\p{Cf}]/gu, '')
      .normalize('NFKC'),
  };
}
