import { Problem } from '../kernel/errors';

/** What one operation may ask for. Beyond it, it is refused before it runs. */
export const LIMITS = {
  /** Words and signs in the query text. */
  tokens: 5_000,
  /** Letters of a name in it: what nobody knows is compared with all that there is. */
  'name length': 200,
  depth: 16,
  /** Selections within each other, fragments included. */
  levels: 64,
  /** Fields, with every fragment counted wherever it is used. */
  fields: 1_000,
  aliases: 50,
  directives: 50,
  variables: 200,
  /** The same field, by the name it has in the answer, in one selection: validation compares each with each. */
  repetitions: 50,
  /** Roughly the number of values in the answer, by the page sizes asked for. */
  complexity: 300_000,
  /** Levels of lists and objects within each other, in the variables and in the query text. */
  nesting: 100,
  /** Values in the variables, each entry of a list or object counted. */
  values: 100_000,
  /** The same for those who aren't signed in: more than the answers of the longest questionnaire. */
  strangersValues: 25_000,
} as const;

export const tooMuch = (what: keyof typeof LIMITS, found: number | string, limit: number = LIMITS[what]) =>
  new Problem('BAD_USER_INPUT', `The query exceeds the ${what} limit of ${limit} (found ${found})`, {
    fields: { query: `exceeds the ${what} limit of ${limit}` },
  });
