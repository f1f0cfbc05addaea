/**
 * The text of a statement, reached part by part. Statements are put together from the same parts again and again: whoever goes the
 * same way finds the whole text, and the name under which it is prepared, without writing or even reading it.
 */
export class Text {
  private longer?: Map<string, Text>;
  private whole?: string;
  /** Under which connections keep it prepared. */
  name?: string;
  /** What is sent instead, if that differs. */
  sent?: string;
  /** Whether it was sent before. */
  isKnown = false;

  constructor(
    private readonly start?: Text,
    private readonly part = '',
  ) {}

  followedBy(part: string): Text {
    if (part === '') return this;
    let text = this.longer?.get(part);
    if (!text) {
      text = new Text(this, part);
      (this.longer ??= new Map()).set(part, text);
      size += PART_SIZE;
    }
    return text;
  }

  toString(): string {
    if (this.whole === undefined) {
      this.whole = Text.partsUpTo(this).join('');
      size += this.whole.length;
    }
    return this.whole;
  }

  private static partsUpTo(last: Text): string[] {
    const parts: string[] = [];
    for (let text: Text | undefined = last; text; text = text.start) parts.push(text.part);
    return parts.reverse();
  }
}

/** Queries can combine columns and filters in too many ways to remember them all: at about this many bytes we begin anew. */
const MOST = 16_000_000;
const PART_SIZE = 350;

let none = new Text();
let size = 0;

/** Where every text begins. */
export function emptyText(): Text {
  if (size > MOST) {
    none = new Text();
    size = 0;
  }
  return none;
}
