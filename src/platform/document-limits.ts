import { kindOf } from './text-kind';

/**
 * The limits for any document that arrives as a file. Small files can expand to a lot: two-character values, deep nesting, or
 * aliases (YAML). Pure: no framework.
 */

const LIMITS = { nesting: 100, values: 1_000_000, characters: 33_554_432 } as const;

/** Paths consist of names from the document. */
const LONGEST_PLACE = 200;

/** What is wrong with a document as a whole, or at one place in it. */
export class DocumentFault extends Error {
  constructor(
    message: string,
    readonly place = '',
  ) {
    super(message);
  }
}

/** It isn't JSON at all. */
export class NotJson extends DocumentFault {}

const beyond = (what: keyof typeof LIMITS, place?: string, limit: number = LIMITS[what]) =>
  new DocumentFault(`exceeds the ${what} limit of ${limit.toLocaleString('en')}`, place);

/** The content of a JSON file. Its values are counted before they are created. */
export function readJson(text: string, mostValues: number = LIMITS.values): unknown {
  assertModest(text, mostValues);
  try {
    return JSON.parse(text);
  } catch (error) {
    const kind = kindOf(text);
    throw new NotJson(kind && kind !== 'JSON' ? `is ${kind}, but JSON is expected` : `is not valid JSON: ${reasonOf(error as Error)}`);
  }
}

/** The parser's message, without repeating that it isn't JSON. */
function reasonOf({ message }: Error): string {
  return message
    .replace(/, (\.*".*) is not valid JSON$/s, ' in $1')
    .replace(/^(".*") is not valid JSON$/s, 'Unexpected $1')
    .replace(/ in JSON at position \d+ \((.*)\)$/, ' at $1')
    .replace(/ (in )?JSON(?= at position| input$)/, '');
}

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\,[]{}'].map((sign) => sign.charCodeAt(0));

/** Counts the punctuation outside strings; whether it is in the right order is for the parser to say. */
function assertModest(text: string, mostValues: number): void {
  let values = 1;
  let nesting = 0;
  for (let i = 0; i < text.length; i++) {
    const sign = text.charCodeAt(i);
    if (sign === QUOTE) i = endOfString(text, i);
    else if (sign === COMMA) values++;
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      values++;
      if (++nesting > LIMITS.nesting) throw beyond('nesting');
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) nesting--;
    if (values > mostValues) throw beyond('values', '', mostValues);
  }
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const sign = text.charCodeAt(i);
    if (sign === BACKSLASH) i++;
    else if (sign === QUOTE) return i;
  }
  return text.length;
}

/**
 * Rejects what exceeds the limits, and text that the database can't store, naming the place. An aliased value counts at each of
 * its places, because copying or walking the document repeats it too.
 */
export function assertPlain(document: unknown): void {
  let values = 0;
  let characters = 0;
  const lookAtText = (text: string, place: string) => {
    characters += text.length;
    const fault = textFault(text);
    if (fault) throw new DocumentFault(fault, place.length > LONGEST_PLACE ? `${place.slice(0, LONGEST_PLACE)}…` : place);
  };
  const look = (value: unknown, place: string, nesting: number): void => {
    if (++values > LIMITS.values) throw beyond('values');
    if (characters > LIMITS.characters) throw beyond('characters');
    if (nesting > LIMITS.nesting) throw beyond('nesting');
    if (typeof value === 'string') lookAtText(value, place);
    else if (value && typeof value === 'object') {
      for (const key of Object.keys(value)) {
        lookAtText(key, place);
        look((value as Record<string, unknown>)[key], place ? `${place}.${key}` : key, nesting + 1);
      }
    }
  };
  look(document, '', 0);
}

/** Characters that the database can't store: NUL, and halves of surrogate pairs. */
export function textFault(text: string): string | undefined {
  if (text.includes('\u0000')) return 'contains a NUL character';
  if (!text.isWellFormed()) return 'contains half of a surrogate pair, which is not valid Unicode';
  return undefined;
}
