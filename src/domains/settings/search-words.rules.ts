/** How search and filters read a text: what it asks for, in the language of PostgreSQL's tsquery. Pure. */
import { SYNONYMS } from './shipped-synonyms';

/** Words in capitals, as the function `searchable` of the database gives them. */
type Words = readonly string[];
type Group = readonly Words[];

/** As words in indexes are cut. */
const LONGEST = 100;

/** Letters with a stroke and ligatures, which aren't a letter and an accent. */
const PLAIN: Record<string, string> = { Ø: 'O', Ł: 'L', Đ: 'D', Ħ: 'H', Ŧ: 'T', Æ: 'AE', Œ: 'OE', ẞ: 'SS' };

/** The words of a synonym. What was searched for is taken apart by the database itself. */
function wordsOf(text: string): Words {
  const capitals = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .toUpperCase();
  return capitals.replace(/[ØŁĐĦŦÆŒẞ]/g, (letter) => PLAIN[letter]!).match(/[\p{L}\p{N}]+/gu) ?? [];
}

const groupsOf = (synonyms: readonly (readonly string[])[]): Group[] =>
  synonyms.map((group) => group.map(wordsOf).filter((words) => words.length > 0));

const SHIPPED = groupsOf(SYNONYMS);

/** What makes a question of a topic, as in "who fails MFA" or "vendors that don't have an SBOM". */
const ASKING = new Set(
  `A ALL AN AND ANY ARE AREN DID DIDN DO DOES DOESN DON FAIL FAILED FAILING FAILS FIND FOR GOT HAS HASN HAVE HAVEN HOW IN IS ISN LACK LACKING
  LACKS LIST MANY ME MISS MISSES MISSING MY NEED NEEDS NO NOT OF ON OUR S SHOW STILL T THAT THE THEIR THERE TO US USE USES VENDOR VENDORS WE
  WHAT WHERE WHICH WHO WHOM WHOSE WHY WITH WITHOUT`.split(/\s+/),
);

/** What a question is about. */
export const topicOf = (words: Words): Words => words.filter((word) => !ASKING.has(word));

const OR = ' | ';

/** A condition for each word: it, or a synonym of it or of a phrase that it is part of. */
export function conditionsOf(words: Words, own: readonly (readonly string[])[]): string[] {
  const alternatives = words.map((word) => new Set([beginning(word)]));
  for (const group of [...SHIPPED, ...groupsOf(own)]) {
    for (const phrase of group) {
      for (const at of placesOf(phrase, words)) {
        const others = group.filter((other) => other !== phrase).map(phraseIn);
        for (let i = at; i < at + phrase.length; i++) for (const other of others) alternatives[i]!.add(other);
      }
    }
  }
  return [...new Set(alternatives.map((any) => [...any].join(OR)))];
}

/** The word of a condition, and its synonyms. */
export const alternativesOf = (condition: string) => condition.split(OR);

/** All of the conditions. */
export const allOf = (conditions: readonly string[]) => conditions.map((one) => `(${one})`).join(' & ');

/** Where words contain a phrase, which may stand in the plural. */
function placesOf(phrase: Words, words: Words): number[] {
  const found: number[] = [];
  const last = phrase.length - 1;
  for (let at = 0; at + last < words.length; at++) {
    const isHere = phrase.every((word, i) => words[at + i] === word || (i === last && words[at + i] === `${word}S`));
    if (isHere) found.push(at);
  }
  return found;
}

const quoted = (word: string) => `'${[...word].slice(0, LONGEST).join('')}'`;
const beginning = (word: string) => `${quoted(word)}:*`;

/** The last word of a synonym may go on (tests for test); one of two letters, as DR or in sign-in, would match too much. */
function phraseIn(words: Words): string {
  const last = words.at(-1)!;
  const ending = last.length < 3 ? quoted(last) : beginning(last);
  return `(${[...words.slice(0, -1).map(quoted), ending].join(' & ')})`;
}

/** An index is asked for so many words at most: each takes as long as all that begin with it. */
const MOST_ASKED = 8;

/** Of conditions, by their places, those that an index is asked for: none that hold for many, and of many the longest words. */
export function rarestOf(conditions: readonly string[], places: readonly number[], frequent: ReadonlySet<number>): number[] {
  const rare = places.filter((place) => !frequent.has(place));
  // Longer only by its synonyms, a condition holds for more.
  const length = (place: number) => alternativesOf(conditions[place]!)[0]!.length;
  const longest = [...rare].sort((a, b) => length(b) - length(a)).slice(0, MOST_ASKED);
  return rare.filter((place) => longest.includes(place));
}
