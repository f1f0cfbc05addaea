import { kindOf } from '../../platform/text-kind';

/** Finds the lines of values in JSON text: errors name values by path, but people look for a line. */

/** The text stops being valid JSON at this line. */
export class JsonFault extends Error {
  constructor(
    message: string,
    readonly line: number,
  ) {
    super(message);
  }
}

/** The error in a file that should be JSON. */
export function notJson(text: string, { message }: JsonFault): string {
  const kind = kindOf(text);
  return kind && kind !== 'JSON' ? `This is ${kind}, but JSON is expected` : `This is not JSON: ${message}`;
}

const TOKEN = /\s*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\.)*")|(-?\d[\d.eE+-]*|true|false|null)|(\S|$))/gy;

/** The line of every value, from 1, by path: "sections.0.title"; the root has the empty path. */
export function jsonLines(text: string): Map<string, number> {
  const lines = new Map<string, number>();
  const token = new RegExp(TOKEN);
  let line = 1;
  let counted = 0;
  const lineAt = (index: number) => {
    for (; counted < index; counted++) if (text.charCodeAt(counted) === 10) line++;
    return line;
  };
  const next = () => {
    const [, sign, quoted, plain, other] = token.exec(text)!;
    const word = sign ?? quoted ?? plain ?? other!;
    const start = token.lastIndex - word.length;
    if (other === '') throw new JsonFault('unexpected end of text', lineAt(text.trimEnd().length));
    if (other !== undefined) throw new JsonFault(`unexpected ${other}`, lineAt(start));
    return { word, start, isText: quoted !== undefined };
  };
  const expect = (...signs: string[]) => {
    const found = next();
    if (signs.includes(found.word)) return found.word;
    throw new JsonFault(`expected ${signs.join(' or ')}, but found ${shortened(found.word)}`, lineAt(found.start));
  };
  const value = (path: string, { word, start } = next()): void => {
    lines.set(path, lineAt(start));
    const inner = (name: string | number) => (path ? `${path}.${name}` : String(name));
    if (word === '[') {
      let first = next();
      if (first.word === ']') return;
      for (let i = 0; ; i++) {
        value(inner(i), first);
        if (expect(',', ']') === ']') return;
        first = next();
      }
    } else if (word === '{') {
      let name = next();
      if (name.word === '}') return;
      for (;;) {
        if (!name.isText) throw new JsonFault(`expected a name in quotes, but found ${shortened(name.word)}`, lineAt(name.start));
        expect(':');
        value(inner(JSON.parse(name.word) as string));
        if (expect(',', '}') === '}') return;
        name = next();
      }
    } else if (/^[}\],:]/.test(word)) {
      throw new JsonFault(`unexpected ${word}`, lineAt(start));
    }
  };
  value('');
  const rest = text.slice(token.lastIndex).trimStart();
  if (rest !== '') throw new JsonFault(`unexpected ${rest[0]} after the end`, lineAt(text.length - rest.length));
  return lines;
}

const shortened = (word: string) => (word.length > 30 ? `${word.slice(0, 30)}…` : word);

/** Parses JSON; an error has the line it is on. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    jsonLines(text); // finds the line
    throw new JsonFault((error as Error).message, 1);
  }
}

/** The line of a path, or of its nearest ancestor that exists. */
export function lineOf(lines: ReadonlyMap<string, number>, path: string): number | undefined {
  for (let place = path; ; place = place.slice(0, Math.max(0, place.lastIndexOf('.')))) {
    const line = lines.get(place);
    if (line !== undefined || place === '') return line;
  }
}
