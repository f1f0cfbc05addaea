import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../package';

/** A font file for some characters, as its package describes it. */
interface Slice {
  family: string;
  /** One weight, or a range. */
  weight: string;
  file: string;
  /** In CSS syntax. */
  unicodeRange: string;
  covers: [from: number, to: number][];
}

interface FontPackage {
  scope: string;
  name: string;
  family: string;
  /** By their names in the file names. */
  weights: Record<string, string>;
  /** The slices to use; undefined: all. */
  slices?: string[];
}

const TWO = { 400: '400', 700: '700' };

/** In the order in which a character is looked up. Plain digits and letters never need the later ones. */
const PACKAGES: FontPackage[] = [
  { scope: '@fontsource', name: 'noto-sans', family: 'Noto Sans', weights: TWO },
  { scope: '@fontsource', name: 'noto-sans-arabic', family: 'Noto Sans Arabic', weights: TWO, slices: ['arabic'] },
  { scope: '@fontsource-variable', name: 'noto-sans-sc', family: 'Noto Sans SC', weights: { wght: '100 900' } },
];

/** The emoji font is installed in the browser. */
const FAMILIES = [...PACKAGES.map(({ family }) => family), 'Noto Color Emoji'];
/** A font-family value. */
export const FONT_FAMILIES = [...FAMILIES.map((family) => `'${family}'`), 'sans-serif'].join(', ');

/** The Chinese font has its own black ones. */
const EMOJI = /\p{Emoji_Presentation}/u;

let slices: Slice[] | undefined;
const sources = new Map<string, string>();

/** The @font-face rules for a text, each with its file embedded. */
export function fontFaces(text: string): string {
  slices ??= PACKAGES.flatMap(readSlices);
  const needed = new Set<Slice>();
  for (const code of codesOf(text)) {
    if (EMOJI.test(String.fromCodePoint(code))) continue;
    const fitting = slices.filter(({ covers }) => covers.some(([from, to]) => from <= code && code <= to));
    for (const slice of fitting) if (slice.family === fitting[0]!.family) needed.add(slice);
  }
  return [...needed].map(fontFace).join('\n');
}

function codesOf(text: string): Set<number> {
  const codes = new Set<number>([0x20]);
  for (const sign of text) codes.add(sign.codePointAt(0)!);
  return codes;
}

function fontFace({ family, weight, file, unicodeRange }: Slice): string {
  let source = sources.get(file);
  if (!source) sources.set(file, (source = `data:font/woff2;base64,${readFileSync(file).toString('base64')}`));
  const which = `font-family:'${family}';font-weight:${weight};unicode-range:${unicodeRange}`;
  return `@font-face{${which};src:url(${source}) format('woff2')}`;
}

/** The names of the slices, such as cyrillic or [12], are part of their file names. */
function readSlices({ scope, name, family, weights, slices: wanted }: FontPackage): Slice[] {
  const folder = path.join(packageRoot(), 'node_modules', scope, name);
  const ranges = JSON.parse(readFileSync(path.join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
  const counted = Object.entries(ranges).filter(([slice]) => wanted?.includes(slice) ?? true);
  return counted.flatMap(([slice, unicodeRange]) =>
    Object.entries(weights).map(([named, weight]) => ({
      family,
      weight,
      file: path.join(folder, 'files', `${name}-${slice.replace(/[[\]]/g, '')}-${named}-normal.woff2`),
      unicodeRange,
      covers: parseRange(unicodeRange),
    })),
  );
}

function parseRange(unicodeRange: string): [number, number][] {
  return unicodeRange.split(',').map((part) => {
    const [from, to = from] = part.trim().slice(2).split('-');
    return [parseInt(from!, 16), parseInt(to!, 16)];
  });
}
