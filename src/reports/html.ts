/** HTML that is safe to print. Only the functions here create it. */
export class Html {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

export type Content = Html | string | number | null | undefined | false | readonly Content[];

/** HTML from a template: html`<b>${name}</b>`. Inserted values are escaped, unless they are Html. */
export function html(parts: TemplateStringsArray, ...inserts: Content[]): Html {
  return new Html(String.raw({ raw: parts }, ...inserts.map(write)));
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Characters that XML forbids; text from outside may contain them. */
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

function write(content: Content): string {
  if (content instanceof Html) return content.text;
  if (Array.isArray(content)) return content.map(write).join('');
  if (content === null || content === undefined || content === false) return '';
  return String(content as string | number)
    .replace(UNPRINTABLE, '\ufffd')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
}

/** CSS or the like from our own code. Never for text from outside. */
export function trusted(text: string): Html {
  return new Html(text);
}

/** A text as a CSS string: everything but letters and digits is escaped. */
export function cssString(text: string): string {
  return `"${text.replace(/[^A-Za-z0-9]/gu, (sign) => `\\${sign.codePointAt(0)!.toString(16).padStart(6, '0')}`)}"`;
}
