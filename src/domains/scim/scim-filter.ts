import { textFault } from '../../platform/document-limits';
import { scimFault, type ScimType } from './scim-fault';

/** Filters and paths of SCIM (RFC 7644, 3.4.2.2 and 3.5.2). Names and operators are read in any case of letters. */

export type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';
export type Compared = string | number | boolean | null;

export type Filter =
  | { kind: 'and' | 'or'; parts: Filter[] }
  | { kind: 'not'; part: Filter }
  | { kind: 'present'; attribute: string }
  | { kind: 'compare'; attribute: string; op: Comparison; value: Compared }
  /** emails[type eq "work"]: one value has it all. */
  | { kind: 'some'; attribute: string; filter: Filter };

/** members, name.givenName, members[value eq "…"], emails[type eq "work"].value; in lower case. */
export interface Path {
  attribute: string;
  filter?: Filter;
  sub?: string;
}

const COMPARISONS = new Set<string>(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le']);
const LONGEST = 8_000;
const MOST_TERMS = 100;
const MOST_NESTING = 20;

/** The core schemas, before an attribute's name. */
const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/;
const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+)/y;
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;

/** An attribute's name in lower case, without the schema that it is of by default. */
export const attributeName = (written: string) => written.toLowerCase().replace(CORE, '');

export function parseFilter(text: string): Filter {
  const reader = new Reader(text, 'invalidFilter');
  const filter = reader.either(0);
  reader.end();
  return filter;
}

export function parsePath(text: string): Path {
  const reader = new Reader(text, 'invalidPath');
  const attribute = attributeName(reader.word());
  if (reader.isAtEnd) return { attribute };
  reader.expect('[');
  const filter = reader.either(0);
  reader.expect(']');
  const sub = reader.isAtEnd ? undefined : reader.sub();
  reader.end();
  return { attribute, filter, sub };
}

/** Reads from left to right. */
class Reader {
  private readonly tokens: string[] = [];
  private next = 0;
  private terms = 0;

  constructor(
    private readonly text: string,
    private readonly fault: ScimType,
  ) {
    if (text.length > LONGEST) throw scimFault(fault, `is longer than ${LONGEST} characters`);
    if (textFault(text)) throw this.wrong();
    const end = text.trimEnd().length;
    TOKEN.lastIndex = 0;
    while (TOKEN.lastIndex < end) {
      const at = TOKEN.lastIndex;
      const [, token] = TOKEN.exec(text) ?? [];
      if (token === undefined) throw this.wrong(`at "${text.slice(at, at + 20)}"`);
      this.tokens.push(token);
    }
  }

  get isAtEnd(): boolean {
    return this.next === this.tokens.length;
  }

  end(): void {
    if (!this.isAtEnd) throw this.wrong(`at "${this.tokens[this.next]!.slice(0, 40)}"`);
  }

  /** a or b */
  either(nesting: number): Filter {
    return this.joined('or', nesting, () => this.both(nesting));
  }

  private both(nesting: number): Filter {
    return this.joined('and', nesting, () => this.term(nesting));
  }

  private joined(kind: 'and' | 'or', nesting: number, read: () => Filter): Filter {
    if (nesting > MOST_NESTING) throw this.wrong('is nested too deeply');
    const parts = [read()];
    while (this.takes(kind)) parts.push(read());
    return parts.length === 1 ? parts[0]! : { kind, parts };
  }

  private term(nesting: number): Filter {
    if (++this.terms > MOST_TERMS) throw this.wrong(`has more than ${MOST_TERMS} conditions`);
    if (this.peek === '(') return this.grouped(nesting);
    if (this.peek?.toLowerCase() === 'not' && this.tokens[this.next + 1] === '(') {
      this.next++;
      return { kind: 'not', part: this.grouped(nesting) };
    }
    const attribute = attributeName(this.word());
    if (this.peek !== '[') return this.compared(attribute);
    this.next++;
    const filter = this.either(nesting + 1);
    this.expect(']');
    // Entra ID also writes emails[type eq "work"].value eq "…".
    if (!this.peek?.startsWith('.')) return { kind: 'some', attribute, filter };
    return { kind: 'some', attribute, filter: { kind: 'and', parts: [filter, this.compared(this.sub())] } };
  }

  private grouped(nesting: number): Filter {
    this.expect('(');
    const filter = this.either(nesting + 1);
    this.expect(')');
    return filter;
  }

  private compared(attribute: string): Filter {
    const op = this.word().toLowerCase();
    if (op === 'pr') return { kind: 'present', attribute };
    if (!COMPARISONS.has(op)) throw this.wrong(`has no operator "${op.slice(0, 40)}"`);
    return { kind: 'compare', attribute, op: op as Comparison, value: this.value() };
  }

  private value(): Compared {
    const token = this.take();
    if (token.startsWith('"')) {
      try {
        return JSON.parse(token) as string;
      } catch {
        throw this.wrong(`at ${token.slice(0, 40)}`);
      }
    }
    const word = token.toLowerCase();
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    if (NUMBER.test(word)) return Number(word);
    throw this.wrong(`needs quotation marks around "${token.slice(0, 40)}"`);
  }

  /** What follows a condition in brackets: .value */
  sub(): string {
    const token = this.take();
    if (!/^\.[a-z$][\w$-]*$/i.test(token)) throw this.wrong(`at "${token.slice(0, 40)}"`);
    return token.slice(1).toLowerCase();
  }

  word(): string {
    const token = this.take();
    if (!/^[a-z$]/i.test(token)) throw this.wrong(`at "${token.slice(0, 40)}"`);
    return token;
  }

  expect(sign: string): void {
    if (this.take() !== sign) throw this.wrong(`lacks "${sign}"`);
  }

  private takes(word: string): boolean {
    if (this.peek?.toLowerCase() !== word) return false;
    this.next++;
    return true;
  }

  private get peek(): string | undefined {
    return this.tokens[this.next];
  }

  private take(): string {
    const token = this.tokens[this.next++];
    if (token === undefined) throw this.wrong('ends too early');
    return token;
  }

  private wrong(why = "can't be read") {
    const what = this.fault === 'invalidFilter' ? 'The filter' : 'The path';
    return scimFault(this.fault, `${what} ${why.startsWith('at ') ? `can't be read ${why}` : why}: ${this.text.slice(0, 200)}`);
  }
}
