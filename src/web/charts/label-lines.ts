const MOST_LETTERS = 16;
const MOST_LINES = 3;

/** Wraps a name into short lines at word boundaries. Longer words are cut; the table next to the chart has the full name. */
export function linesOf(name: string): string[] {
  const lines: string[] = [];
  for (const word of name.split(/\s+/)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && longer.length <= MOST_LETTERS) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const shown = lines.slice(0, MOST_LINES).map((line) => cut(line, line.length > MOST_LETTERS));
  if (lines.length > MOST_LINES) shown[MOST_LINES - 1] = cut(shown[MOST_LINES - 1]!, true);
  return shown;
}

function cut(line: string, isCut: boolean): string {
  return isCut ? `${line.slice(0, MOST_LETTERS - 1).replace(/…$/, '')}…` : line;
}
