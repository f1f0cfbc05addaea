/** Characters as people and PostgreSQL count them: an emoji is one, though JavaScript's length counts it twice. */

export function isLongerThan(text: string, most: number): boolean {
  return text.length > most && (text.length > 2 * most || [...text].length > most);
}

/** The beginning of a text, which never ends in half a character: the database wouldn't take it. */
export function firstCharacters(text: string, most: number): string {
  return [...text.slice(0, 2 * most)].slice(0, most).join('');
}
