/** Characters as people and PostgreSQL count them: an emoji is one, although JavaScript's length counts two. */

export function isLongerThan(text: string, most: number): boolean {
  return text.length > most && (text.length > 2 * most || [...text].length > most);
}

/** The start of a text, never ending in half a character, which the database would reject. */
export function firstCharacters(text: string, most: number): string {
  return [...text.slice(0, 2 * most)].slice(0, most).join('');
}
