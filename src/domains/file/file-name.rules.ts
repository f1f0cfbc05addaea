/** File names as people gave them. Pure: no database, no framework. */

const MAX_LENGTH = 255;
/** Control characters and line separators; marks that disguise a name (gpj.exe as exe.jpg). */
const MISLEADING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** How browsers escape what isn't allowed in a header's quotes. */
const ESCAPED: Record<string, string> = { '%22': '"', '%0D': '', '%0A': '' };

/** The last part of the name, in its own script, without anything invalid or misleading. */
export function safeFileName(given: string): string {
  const name = given.replace(/%22|%0D|%0A/gi, (code) => ESCAPED[code.toUpperCase()]!).toWellFormed();
  const base = plainLine(name.split(/[\\/]/).at(-1)!);
  return /^\.*$/.test(base) ? 'file' : shortened(base);
}

export function plainLine(text: string): string {
  return text.replace(MISLEADING, '').trim().normalize('NFC');
}

/** Cut in the middle, so that the extension stays. */
function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= MAX_LENGTH) return name;
  const extension = extensionOf(name);
  const end = extension ? `.${extension}` : '';
  return characters.slice(0, MAX_LENGTH - [...end].length).join('') + name.slice(name.length - end.length);
}

/** What follows the last dot, in lower case; empty if that doesn't look like an extension. */
export function extensionOf(name: string): string {
  return /.\.([\p{L}\p{N}]{1,10})$/u.exec(name)?.[1]!.toLowerCase() ?? '';
}
